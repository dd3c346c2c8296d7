import { readFileSync } from 'node:fs';

const workflow = readFileSync('.github/workflows/publish.yml', 'utf8');

const jobs = new Map(
	workflow
		.slice(workflow.indexOf('\njobs:\n') + '\njobs:\n'.length)
		.split(/^(?= {2}[\w-]+:$)/m)
		.map((text) => [text.slice(0, text.indexOf(':')).trim(), text]),
);
const mayPublish = [...jobs].filter(([, text]) => text.includes('id-token: write'));

test('one job may publish, and nothing else runs in it but that', () => {
	expect(mayPublish.map(([name]) => name)).toEqual(['publish']);
	expect(workflow.slice(0, workflow.indexOf('\njobs:\n'))).not.toContain('id-token: write');
	const [[, text] = []] = mayPublish;
	expect(text).toContain('needs: pack');
	// Checked-out or installed code could run and use the identity.
	expect(text).not.toMatch(/actions\/checkout|npm (?:ci|install|test|run|exec)|npx/);
	expect(text).toMatch(/npm publish \S+\.tgz .*--ignore-scripts/);
	expect(text).toContain('sha256sum --check');
});

test('packs what was tested, where no development dependency runs', () => {
	const steps = (name: string) =>
		jobs.get(name)?.match(/npm (?:ci|test|install|run|exec|pack)|npx/g);
	expect(steps('build')).toEqual(['npm ci', 'npm test']);
	expect(steps('pack')).toEqual(['npm pack']);
	expect(jobs.get('pack')).toContain('needs: build');
});

test('waits some days before it takes a new version of a dependency', () => {
	const updates = readFileSync('.github/dependabot.yml', 'utf8')
		.split('package-ecosystem')
		.slice(1);
	expect(updates.map((one) => /cooldown: \{ default-days: (\d+) \}/.exec(one)?.[1])).toEqual([
		'7',
		'7',
	]);
});
