import type { INodeTypeDescription } from 'n8n-workflow';

const STEPS = `<ol>
<li>Publish the workflow.</li>
<li>Copy the Production URL from the parameters.</li>
<li>Send it to the support of the service, and name the feeds you want: delivery reports, incoming messages, blocklist. The web console has no setting for it.</li>
<li>Try it out with the curl line below.</li>
</ol>`;

const CURL =
	"<code>curl -i 'ADDRESS' -d 'phone=972501234567&dest=0559000100&message=Hello&date=01/05/26 10:30:00'</code>";

const REACH =
	'The service must be able to reach the address: not if it begins with localhost or is one of your own network (10.…, 172.16.… to 172.31.…, 192.168.…). Without a public address use the TextMe Polling Trigger.';

const BUILDING =
	'<b>While building</b>: click "Listen", then send a push to the <b>Test URL</b>, or just open the Test URL in a browser: a sample of each chosen event comes in. <br><br>';

export const triggerPanel: INodeTypeDescription['triggerPanel'] = {
	header: 'Receive pushes of the service',
	executionsHelp: {
		inactive: `${BUILDING}<b>In production</b>:${STEPS}${CURL}<br><br>${REACH}`,
		active: `${BUILDING}<b>In production</b>: the workflow runs for every push to the Production URL. They are listed under <a data-key="executions">Executions</a>. A curl line that imitates one:<br>${CURL}<br><br>${REACH}`,
	},
	activationHint:
		'Once published, the workflow starts by itself for every push to the Production URL. Hand that address to the support of the service.',
};
