import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type ApiAnswer,
  callApi,
  type EmulatorHandle,
  type EmulatorOptions,
  startEmulator,
} from '../emulator.ts';
import { freePorts } from '../free-ports.ts';
import { type PostgresServer, startPostgres } from '../postgres/server.ts';
import type { ClusterAccess } from './api.ts';
import { openBalancer } from './balancer.ts';
import { renderKubeconfig } from './kubeconfig.ts';
import { EMULATOR_IMAGE } from './pods/images.ts';

/** Replicas of one control plane: separate processes with one database, behind one address. */
export interface Replicas {
  /** URL at which clients and agent pods reach the replicas. */
  readonly url: string;
  readonly apiKey: string;
  readonly workspaceId: string;
  /** Path of the keyring that the replicas share. */
  readonly keyringFile: string;
  /** Replicas that are currently running. */
  readonly running: readonly EmulatorHandle[];
  /** Sends one request with the key to any replica. */
  api(method: string, target: string, body?: unknown): Promise<ApiAnswer>;
  /** Starts another replica, and waits until it accepts requests. */
  start(more?: EmulatorOptions): Promise<EmulatorHandle>;
  /** Kills a replica with SIGKILL, and returns the replica. */
  kill(replica?: EmulatorHandle): Promise<EmulatorHandle>;
  /** Suspends a replica, which keeps its connections but gets no new ones, until `thaw` is called. */
  freeze(replica: EmulatorHandle): { thaw(): void };
  /** Until `stop` is called, repeatedly kills a random replica and starts another. */
  churn(options: ChurnOptions): Churn;
  readonly database: { url: string; server: PostgresServer };
  /** Kills all replicas and removes their files. The pods of the replicas stay. */
  close(): Promise<void>;
}

interface ChurnOptions {
  /** Seed that determines the times and the replicas. */
  seed: number;
  /** Maximum milliseconds between a start and the next kill. */
  withinMs: number;
  /** Number of kills after which the churn stops. */
  times?: number;
}

interface Churn {
  /** Resolves to the number of kills after the last replica was started. */
  readonly ended: Promise<number>;
  stop(): Promise<number>;
}

export interface ReplicaOptions extends EmulatorOptions {
  /** URL and credentials with which the replicas access the cluster. */
  access: ClusterAccess;
  /** Namespace of agents whose settings contain no namespace. */
  namespace: string;
  /** Address of this machine that pods can reach; the default is a loopback address. */
  host?: string;
  /** Running database server, which is not stopped. */
  server?: PostgresServer;
}

/** Starts a number of replicas on an empty database. */
export async function startReplicas(count: number, options: ReplicaOptions): Promise<Replicas> {
  const { access, namespace, server, host, flags = [], ...more } = options;
  const postgres = server ?? (await startPostgres());
  const folder = await mkdtemp(path.join(tmpdir(), 'replicas-'));
  const balancer = await openBalancer(host);
  const running: EmulatorHandle[] = [];
  const close = async () => {
    await Promise.all([...running].map((one) => one.kill()));
    await balancer.close();
    if (server === undefined) await postgres.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  try {
    const databaseUrl = await postgres.freshDatabase();
    const apiKey = more.apiKey ?? `key-${randomBytes(12).toString('hex')}`;
    const keyringFile = path.join(folder, 'keyring');
    const kubeconfig = path.join(folder, 'kubeconfig');
    await writeFile(keyringFile, `v1:${randomBytes(32).toString('base64')}`, { mode: 0o600 });
    await writeFile(kubeconfig, renderKubeconfig(access, namespace), { mode: 0o600 });
    const own = ['--kubeconfig', kubeconfig, '--public-url', balancer.url];
    const ofAgents = [
      '--agent-image',
      EMULATOR_IMAGE,
      '--plane-url',
      balancer.url,
      '--cluster-traffic',
      'proxy',
    ];
    const start = async ({ flags: given = [], ...rest }: EmulatorOptions = {}) => {
      const [port = 0] = await freePorts(1);
      const replica = await startEmulator({
        ...more,
        runtime: 'kubernetes',
        databaseUrl,
        keyringFile,
        apiKey,
        port,
        // If a flag occurs several times, the last value applies.
        flags: [...own, ...ofAgents, ...flags, ...given],
        ...rest,
      });
      running.push(replica);
      balancer.add(port);
      void replica.ended.then(() => {
        balancer.remove(port);
        running.splice(running.indexOf(replica), 1);
      });
      return replica;
    };
    const { workspaceId } = await start();
    await Promise.all(Array.from({ length: count - 1 }, () => start()));
    const freeze: Replicas['freeze'] = (replica) => {
      const port = Number(new URL(replica.urls.controlPlane).port);
      balancer.remove(port);
      process.kill(replica.pid, 'SIGSTOP');
      return {
        thaw() {
          process.kill(replica.pid, 'SIGCONT');
          balancer.add(port);
        },
      };
    };
    const kill: Replicas['kill'] = async (replica = running[0]) => {
      if (replica === undefined) throw new Error('No replica is running, so none can be killed.');
      await replica.kill();
      return replica;
    };
    return {
      url: balancer.url,
      apiKey,
      workspaceId,
      keyringFile,
      running,
      start,
      kill,
      freeze,
      database: { url: databaseUrl, server: postgres },
      api: (method, target, body) =>
        callApi(new URL(target, balancer.url), method, { apiKey, workspaceId }, body),
      churn: (how) => churn(how, { running, start, kill }),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function churn(
  { seed, withinMs, times = Number.POSITIVE_INFINITY }: ChurnOptions,
  { running, start, kill }: Pick<Replicas, 'running' | 'start' | 'kill'>,
): Churn {
  const stop = new AbortController();
  const random = randomFrom(seed);
  const ended = (async () => {
    let count = 0;
    while (count < times && !stop.signal.aborted) {
      await delay(random() * withinMs, undefined, { signal: stop.signal }).catch(() => undefined);
      if (stop.signal.aborted) break;
      await kill(running[Math.floor(random() * running.length)]);
      await start();
      count += 1;
    }
    return count;
  })();
  return {
    ended,
    stop() {
      stop.abort();
      return ended;
    },
  };
}

/** Returns a generator of numbers from 0 to 1 that depend only on the seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
