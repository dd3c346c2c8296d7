import { startServices } from './services.mts';
import { contestants } from './contestants.mts';
import { execa } from 'execa';
const s = await startServices(0);
const cs = contestants(s.sandbox.baseUrl, 0, 0);
const runs = Number(process.argv[2] ?? 15);
const prof = process.argv.includes('--prof');
const given = { items: 10_000, runs, credentials: s.credentials.textMeApi, resetUrl: `${s.sandbox.baseUrl}/sandbox/reset` };
const one = async (subject: string, parameters: object = {}) => {
  const { stdout } = await execa(process.execPath, [...(prof && subject==='node' ? ['--cpu-prof','--cpu-prof-dir=/tmp/prof','--cpu-prof-interval=200'] : []), '--import', 'tsx', process.env.SCRIPT ?? 'bench/nodeCpu.mts', JSON.stringify({ ...given, subject, parameters })]);
  return Number(stdout.split('\n').at(-1));
};
const floor = await one('floor');
const c = cs.find(({ id }) => id === 'bulk-unchecked')!;
console.log('floor', floor, 'engine', await one('engine'));
const n = await one('node', c.node.parameters);
console.log('node', n, (n / floor).toFixed(2));
await s.close();
process.exit(0);
