import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { createSigner } from '../../harness/credential-proxy/certificate-authority.ts';
import { credentialsLine, userName } from '../../harness/credential-proxy/client.ts';
import {
  PUBLIC,
  type Rig,
  type RigSandbox,
  rule,
  secretHeader,
  startRig,
} from '../../harness/credential-proxy/rig.ts';
import { type Squid, isSquidInstalled, startSquid } from './squid.ts';
import type { TlsDriven, TlsLoad } from './tls-load.ts';

export const HOST = 'api.test';
const run = promisify(execFile);
const here = (name: string): string => path.join(import.meta.dirname, name);

/** Routes to the upstream server that are compared. */
const WAYS = ['direct', 'ours', 'squid'] as const;
export type Way = (typeof WAYS)[number];

/**
 * An upstream server, a client, the credential proxy and, if installed, squid. Each of them is a process, and each
 * proxy has its own processor core.
 */
export interface Lab {
  readonly rig: Rig;
  readonly sandbox: RigSandbox;
  readonly upstreamPort: number;
  readonly squid: Squid | null;
  /** Routes that can be measured on this machine. */
  readonly ways: Way[];
  /** Returns the client's options for a route, except the load. */
  route(way: Way): Pick<TlsLoad, 'port' | 'tunnel' | 'host' | 'ca'>;
  drive(way: Way, load: Pick<TlsLoad, 'connections' | 'ms' | 'fresh'>): Promise<TlsDriven>;
  stop(): Promise<void>;
}

/** Pins a process and its threads to one core, if the machine has two cores and `taskset`. */
async function pin(pid: number, core: 0 | 1): Promise<void> {
  if (availableParallelism() < 2 || !existsSync('/usr/bin/taskset')) return;
  await run('/usr/bin/taskset', ['-acp', String(core), String(pid)]);
}

/** Starts all processes; `stop` stops them. */
export async function startLab(): Promise<Lab> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-proxy-'));
  const children: ChildProcess[] = [];
  const rig = await startRig({ listens: false });
  const own = await rig.ca.issue([HOST]);
  const [cert, key] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')];
  await writeFile(cert, own.cert);
  await writeFile(key, own.key, { mode: 0o600 });
  const start = async (script: string, ...args: string[]): Promise<ChildProcess> => {
    const child = fork(here(script), args, { execArgv: ['--disable-warning=ExperimentalWarning'] });
    children.push(child);
    await pin(child.pid ?? 0, 1);
    return child;
  };
  const upstream = await start('tls-upstream.ts', cert, key);
  const [upstreamPort] = (await once(upstream, 'message')) as [number];
  const asker = await start('tls-load.ts');
  const header = secretHeader('Authorization', 'Bearer bench-not-a-secret');
  rig.network.set({ ...rig.map, dials: { ...rig.map.dials, [`${PUBLIC}:443`]: upstreamPort } });
  const sandbox = await rig.push('bench', { rules: [rule('api', [HOST], [header], ['/repos/*'])] });
  await pin(rig.proxy.pid, 0);
  const ca = await createSigner('bench squid');
  const squid = isSquidInstalled()
    ? await startSquid({ folder, ca, upstreamCa: rig.ca.caPem, host: HOST, header, upstreamPort })
    : null;
  if (squid !== null) await pin(squid.pid, 0);
  const route: Lab['route'] = (way) => {
    switch (way) {
      case 'direct':
        return { port: upstreamPort, tunnel: null, host: HOST, ca: rig.ca.caPem };
      case 'ours': {
        const credentials = credentialsLine(userName(sandbox.id), sandbox.token);
        const tunnel = { authority: `${HOST}:443`, credentials };
        return { port: rig.proxy.address.port, tunnel, host: HOST, ca: sandbox.caPem };
      }
      case 'squid': {
        const tunnel = { authority: `${HOST}:${upstreamPort}`, credentials: 'X-Bench: 1' };
        return { port: squid?.port ?? 0, tunnel, host: HOST, ca: ca.cert };
      }
    }
  };
  return {
    rig,
    sandbox,
    upstreamPort,
    squid,
    ways: squid === null ? ['direct', 'ours'] : [...WAYS],
    route,
    drive: async (way, load) => {
      const answer = once(asker, 'message');
      asker.send({ ...route(way), ...load } satisfies TlsLoad);
      const [reported] = (await answer) as [{ driven?: TlsDriven; failure?: string }];
      if (reported.driven === undefined) throw new Error(`${way}: ${reported.failure}`);
      return reported.driven;
    },
    stop: async () => {
      await squid?.stop();
      for (const child of children) {
        const gone = once(child, 'exit');
        child.disconnect();
        await gone;
      }
      await rig.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the resident memory of a process in MB. */
export async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
}
