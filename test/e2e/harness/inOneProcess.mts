// Runs scenarios by the names that it gets, and answers with the name and the error of each: loading what they need takes each
// three seconds.
process.on('message', (name: string) => {
	import(`../scenarios/${name}.mts`).then(
		() => process.send?.([name]),
		({ stack }: Error) => process.send?.([name, stack]),
	);
});
