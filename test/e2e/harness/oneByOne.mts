// Runs scenarios by the names that it gets, and answers with the error of each. Loading what they share takes seconds.
import './realN8n.mts';

process.on('message', (name: string) => {
	import(`../scenarios/${name}.mts`).then(
		() => process.send?.(''),
		({ stack }: Error) => process.send?.(stack),
	);
});
