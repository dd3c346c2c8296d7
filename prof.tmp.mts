import { runNode } from '/work/wt/lead/test/engine/harness/runNode.mts';
const base = process.argv[2];
const items = Array.from({length:10000},(_,i)=>({phone:`05${10000000+i}`,text:`Hello ${i}, your parcel ${i} waits at the shop until Friday`}));
const parameters = {resource:'sms',operation:'sendBulk',source:'TextMe',valuesFrom:'itemFields',phoneField:'phone',messageTemplate:'{text}',options: process.argv[3]==='check'?{}:{checkFirst:false}};
const credentials={username:'demo',apiToken:'sandbox-token-demo',baseUrl:base,encoding:'json'};
const floor=()=>{ for(let f=0;f<items.length;f+=2500){const sms=items.slice(f,f+2500).map(({phone,text},i)=>({source:'TextMe',destinations:{phone:[{$:{id:`n8n-3f9a2c-1042-0-${f+i}-0`},_:phone}]},message:text})); const b=JSON.stringify({bulk:{user:{username:'demo'},messages:{sms}}}); JSON.parse(b);} };
const t=async(w)=>{const a=process.cpuUsage();await w();const c=process.cpuUsage(a);return (c.user+c.system)/items.length};
const med=a=>a.sort((x,y)=>x-y)[a.length>>1];
const F=[],N=[],E=[];
for(let k=0;k<14;k++){ await fetch(base+'/sandbox/reset',{method:'POST'}); const f=await t(floor); const n=await t(async()=>{const r=await runNode({parameters,credentials,items} as any); if(r.error) throw r.error;}); const e=await t(async()=>{await runNode({parameters,credentials,items,type:'test.start'} as any)}); if(k>3){F.push(f);N.push(n);E.push(e);} }
console.log('floor',med(F),'node',med(N),'engine',med(E),'ratio',(med(N)-med(E))/med(F));
process.exit(0);
