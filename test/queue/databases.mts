import { chmod, chown, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../../demo/freePort.mts';
import { until } from '../../demo/until.mts';
import { run, start, type Started } from '../../demo/processGroup.mts';
import { debianPackages } from './debianPackages.mts';

const USER = 'n8n';

/** PostgreSQL refuses to run as root; the Debian package creates a user for it. */
const unprivileged =
	process.getuid?.() === 0 ? ['--reuid=postgres', '--regid=postgres', '--clear-groups'] : [];

/** The process ends with this one, even if this one is killed. */
const startBound = (command: string[], privileges: string[], onLine: (line: string) => void) =>
	start('setpriv', ['--pdeathsig=TERM', ...privileges, ...command], { onLine });

/** Starts a new PostgreSQL and Redis on free loopback ports. */
export async function startDatabases(folder: string, report: (text: string) => void) {
	const binaries = await debianPackages(report);
	const [postgresPort, redisPort] = [await freePort(), await freePort()];
	const postgres = await startPostgres(binaries.postgres, join(folder, 'postgres'), postgresPort);
	const redis = await startRedis(binaries.redis, redisPort);
	return {
		/** The environment of an n8n in queue mode with these databases. */
		env: {
			EXECUTIONS_MODE: 'queue',
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: '127.0.0.1',
			DB_POSTGRESDB_PORT: String(postgresPort),
			DB_POSTGRESDB_DATABASE: 'postgres',
			DB_POSTGRESDB_USER: USER,
			QUEUE_BULL_REDIS_HOST: '127.0.0.1',
			QUEUE_BULL_REDIS_PORT: String(redisPort),
		},
		stop: async () => {
			// PostgreSQL's processes have their own sessions and end only when PostgreSQL ends them.
			postgres.signal('SIGQUIT');
			redis.signal('SIGKILL');
			await Promise.all([postgres.exited, redis.exited]);
		},
	};
}

async function startPostgres(bin: string, data: string, port: number): Promise<Started> {
	await mkdir(data, { recursive: true });
	if (unprivileged.length > 0) {
		// Other users may not yet enter the parent folder.
		await chmod(join(data, '..'), 0o755);
		// The user and group of Debian's PostgreSQL.
		const { uid, gid } = await stat('/var/lib/postgresql');
		await chown(data, uid, gid);
	}
	const initdb = [join(bin, 'initdb'), '--auth=trust', `--username=${USER}`, '--no-locale'];
	await run('setpriv', [...unprivileged, '--', ...initdb, '--encoding=UTF8', '-D', data]);
	const settings = [
		...[`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories='],
		// The data need not survive a crash of this machine.
		'fsync=off',
	].flatMap((setting) => ['-c', setting]);
	return await whenReady('PostgreSQL', /ready to accept connections/, (onLine) =>
		startBound([join(bin, 'postgres'), '-D', data, ...settings], unprivileged, onLine),
	);
}

async function startRedis(binary: string, port: number): Promise<Started> {
	const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', ''];
	return await whenReady('Redis', /Ready to accept connections/, (onLine) =>
		startBound([binary, ...settings], [], onLine),
	);
}

async function whenReady(
	name: string,
	sign: RegExp,
	starting: (onLine: (line: string) => void) => Promise<Started>,
): Promise<Started> {
	let ready = false;
	let gone = false;
	const started = await starting((line) => (ready ||= sign.test(line)));
	void started.exited.then(() => (gone = true));
	const inVain = () => `${name} did not start. Its last lines:\n${started.tail()}`;
	await until(() => ready || gone, { progress: started.tail, inVain });
	if (!ready) throw new Error(inVain());
	return started;
}
