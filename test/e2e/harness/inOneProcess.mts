// Runs scenarios by the names that it gets, and answers with the name and the error of each: loading what they need takes each
// three seconds.
import './realN8n.mts';

process.on('message', (name: string) => {
	import(`../scenarios/${name}.mts`).then(
		() => process.send?.([name]),
		({ stack }: Error) => process.send?.([name, stack]),
	);
});
