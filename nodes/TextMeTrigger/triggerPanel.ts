import type { INodeTypeDescription } from 'n8n-workflow';

const STEPS = `<ol>
<li>Publish the workflow.</li>
<li>Copy the Production URL from the parameters.</li>
<li>Send it to the support of the service, and name the feeds you want: delivery reports, incoming messages, blocklist. The web console has no setting for it. Show it to nobody else: anybody who knows it can start this workflow.</li>
<li>Try it out with the curl line below.</li>
</ol>`;

const CURL =
	"<code>curl -i 'ADDRESS' -d 'phone=972501234567&dest=0559000100&message=Hello&date=01/05/26 10:30:00'</code>";

const REACH =
	'The service must be able to reach the address. It cannot if the address begins with localhost or is one of your own network (10.…, 172.16.… to 172.31.…, 192.168.…). Without a public address, use the TextMe Polling Trigger.';

const BUILDING =
	'<b>While you build</b>: copy the <b>Test URL</b>, click the button above, and open the address in a browser. You get a sample of each chosen event. <br><br>';

export const triggerPanel: INodeTypeDescription['triggerPanel'] = {
	header: 'Receive events from the service',
	executionsHelp: {
		inactive: `${BUILDING}<b>In production</b>:${STEPS}${CURL}<br><br>${REACH}`,
		active: `${BUILDING}<b>In production</b>: the workflow runs for every push to the Production URL. They are listed under <a data-key="executions">Executions</a>. A curl line that imitates one:<br>${CURL}<br><br>${REACH}`,
	},
	activationHint:
		'To try it out, copy the Test URL, click the button above, and open the address in a browser. To go live, publish the workflow, and send its Production URL to the support of the service.',
};
