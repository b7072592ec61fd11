import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { freePorts } from '../free-ports.ts';
import { type ClusterAccess, openClusterApi } from './api.ts';
import { findClusterProgram } from './build.ts';
import { renderKubeconfig } from './kubeconfig.ts';
import { type NodeDouble, startNodeDouble } from './node-double.ts';

/** A Kubernetes control plane of its own, and a node that pretends to run its pods. */
export interface Cluster {
  /** An administrator's. */
  readonly access: ClusterAccess;
  /** Whether the API server answers: `frozen` keeps connections open and sends nothing, `stopped` cuts them. */
  apiServer(state: 'running' | 'frozen' | 'stopped'): Promise<void>;
  /** Where its programs keep their data and logs, and the process that keeps them. */
  readonly internals: { folder: string; supervisor: number };
  /** Ends it and removes its folder. It also ends with the process that started it. */
  close(): Promise<void>;
}

/** What the supervisor of the programs does for the process that started it. */
export type Order =
  | { kind: 'start'; program: string; args: readonly string[] }
  | { kind: 'signal'; program: string; signal: NodeJS.Signals };

/** What it reports: a program that ended, and how. */
export interface ProgramEnd {
  program: string;
  how: string;
}

const API_SERVER = 'kube-apiserver';
const READY_MS = 90_000;
const ATTEMPTS = 3;

/**
 * Starts one on free ports of the loopback interface, as any user. Ready: its controllers work, and a pod would be scheduled.
 * @throws Error with the end of the log of the program that failed, or saying how to build the program.
 */
export async function startCluster(): Promise<Cluster> {
  const file = await findClusterProgram();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start(file);
    } catch (error) {
      // A port that was free a moment ago.
      const taken = error instanceof Error && error.message.includes('address already in use');
      if (!taken || attempt === ATTEMPTS) throw error;
    }
  }
}

async function start(file: string): Promise<Cluster> {
  const folder = await mkdtemp(path.join(tmpdir(), 'cluster-'));
  const supervisor = supervise(folder, file);
  let node: NodeDouble | undefined;
  const close = async () => {
    await node?.close();
    await supervisor.close();
  };
  try {
    const [etcdPort = 0, peerPort = 0, port = 0] = await freePorts(3);
    const tokens = { admin: newToken(), controllers: newToken(), scheduler: newToken() };
    await writeSecrets(folder, tokens);
    const url = `https://127.0.0.1:${port}`;
    const apiServerArguments = apiServerFlags(folder, etcdPort, port);
    supervisor.start('etcd', etcdFlags(folder, etcdPort, peerPort));
    supervisor.start(API_SERVER, apiServerArguments);
    const ca = await supervisor.until('the API server has a certificate', async () => {
      const text = await readFile(path.join(folder, 'certificates', 'apiserver.crt'), 'utf8').catch(() => '');
      return text.trimEnd().endsWith('-----END CERTIFICATE-----') ? text : undefined;
    });
    const access = { url, ca, token: tokens.admin };
    const answers = async (place: string) => {
      const api = openClusterApi(access);
      try {
        const { status } = await api.request('GET', place, undefined, undefined, AbortSignal.timeout(5_000));
        return status === 200 || undefined;
      } catch {
        return undefined;
      } finally {
        await api.close();
      }
    };
    const ready = () => supervisor.until('the API server is ready', () => answers('/readyz'));
    await ready();
    for (const [program, token, ...more] of [
      ['kube-controller-manager', tokens.controllers, ...controllerFlags(folder)],
      ['kube-scheduler', tokens.scheduler],
    ] as const) {
      const kubeconfig = path.join(folder, `${program}.kubeconfig`);
      await writeFile(kubeconfig, renderKubeconfig({ ...access, token }), { mode: 0o600 });
      supervisor.start(program, ['--kubeconfig', kubeconfig, ...WORKER_FLAGS, ...more]);
    }
    node = await startNodeDouble(access, {
      cert: ca,
      key: await readFile(path.join(folder, 'certificates', 'apiserver.key'), 'utf8'),
    });
    await supervisor.until('the controllers work', () =>
      answers('/api/v1/namespaces/default/serviceaccounts/default'),
    );
    return {
      access,
      internals: { folder, supervisor: supervisor.pid },
      async apiServer(state) {
        if (state === 'stopped') return supervisor.kill(API_SERVER);
        supervisor.signal(API_SERVER, state === 'frozen' ? 'SIGSTOP' : 'SIGCONT');
        if (state === 'frozen') return;
        if (!supervisor.runs(API_SERVER)) supervisor.start(API_SERVER, apiServerArguments);
        await ready();
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

interface Supervisor {
  readonly pid: number;
  start(program: string, args: readonly string[]): void;
  runs(program: string): boolean;
  signal(program: string, signal: NodeJS.Signals): void;
  /** Ends a program hard; it is gone afterwards. */
  kill(program: string): Promise<void>;
  /** Waits until `look` gives something. Throws when a program ended meanwhile, or after a while. */
  until<T>(what: string, look: () => Promise<T | undefined>): Promise<T>;
  close(): Promise<void>;
}

/** A process of its own keeps the programs, so that they end with this one even when it is killed. */
function supervise(folder: string, file: string): Supervisor {
  const script = path.join(import.meta.dirname, 'supervisor.ts');
  const child: ChildProcess = spawn(process.execPath, [script, folder, file], {
    // Its own session: what is typed at the terminal is not for it.
    detached: true,
    cwd: '/',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.unref();
  child.channel?.unref();
  const running = new Set<string>();
  const failed: ProgramEnd[] = [];
  const killed = new Set<string>();
  child.on('message', (end: ProgramEnd) => {
    running.delete(end.program);
    if (!killed.delete(end.program)) failed.push(end);
  });
  const lost = (how: string) => failed.push({ program: 'the supervisor', how });
  child.on('error', (error) => lost(error.message));
  child.on('exit', (code, signal) => lost(signal ?? `exit code ${code}`));
  const send = (order: Order) => {
    child.send(order);
  };
  const logOf = async (program: string) =>
    (await readFile(path.join(folder, `${program}.log`), 'utf8').catch(() => '')).slice(-2_000);
  const signal = (program: string, name: NodeJS.Signals) => {
    if (running.has(program)) send({ kind: 'signal', program, signal: name });
  };
  const until: Supervisor['until'] = async (what, look) => {
    for (const end = performance.now() + READY_MS; ; await delay(25)) {
      const found = await look();
      if (found !== undefined) return found;
      const [first] = failed;
      if (first !== undefined) {
        throw new Error(
          `${first.program} ended (${first.how}) before ${what}. Its log ends: ${await logOf(first.program)}`,
        );
      }
      if (performance.now() > end) {
        throw new Error(
          `Not within ${READY_MS} ms: ${what}. The log of the API server ends: ${await logOf(API_SERVER)}`,
        );
      }
    }
  };
  return {
    pid: child.pid ?? 0,
    start(program, args) {
      running.add(program);
      send({ kind: 'start', program, args });
    },
    runs: (program) => running.has(program),
    signal,
    until,
    async kill(program) {
      if (!running.has(program)) return;
      killed.add(program);
      signal(program, 'SIGKILL');
      await until(`${program} ends`, async () => !running.has(program) || undefined);
    },
    async close() {
      child.ref();
      if (child.exitCode === null && child.signalCode === null) {
        const exited = once(child, 'exit');
        if (child.connected) child.disconnect();
        await exited;
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const newToken = () => randomBytes(24).toString('base64url');

async function writeSecrets(
  folder: string,
  tokens: { admin: string; controllers: string; scheduler: string },
): Promise<void> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const users = [
    `${tokens.admin},admin,1,"system:masters"`,
    `${tokens.controllers},system:kube-controller-manager,2`,
    `${tokens.scheduler},system:kube-scheduler,3`,
  ];
  const files = {
    'accounts.key': privateKey,
    'accounts.pub': publicKey,
    'tokens.csv': `${users.join('\n')}\n`,
  };
  for (const [name, text] of Object.entries(files)) {
    await writeFile(path.join(folder, name), text, { mode: 0o600 });
  }
}

const flags = (values: Record<string, string>): string[] =>
  Object.entries(values).map(([name, value]) => `--${name}=${value}`);

function etcdFlags(folder: string, port: number, peerPort: number): string[] {
  const client = `http://127.0.0.1:${port}`;
  const peer = `http://127.0.0.1:${peerPort}`;
  return flags({
    'data-dir': path.join(folder, 'etcd'),
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': `default=${peer}`,
    // Nothing is to outlive the test, so nothing waits for the disk.
    'unsafe-no-fsync': 'true',
    'log-level': 'warn',
  });
}

function apiServerFlags(folder: string, etcdPort: number, port: number): string[] {
  return flags({
    'etcd-servers': `http://127.0.0.1:${etcdPort}`,
    'bind-address': '127.0.0.1',
    'advertise-address': '127.0.0.1',
    'secure-port': String(port),
    // It makes its own certificate there, and finds it again after a restart.
    'cert-dir': path.join(folder, 'certificates'),
    'service-account-issuer': 'https://kubernetes.default.svc',
    'service-account-key-file': path.join(folder, 'accounts.pub'),
    'service-account-signing-key-file': path.join(folder, 'accounts.key'),
    'token-auth-file': path.join(folder, 'tokens.csv'),
    'authorization-mode': 'RBAC,Node',
    'service-cluster-ip-range': '10.96.0.0/16',
    'endpoint-reconciler-type': 'none',
    'kubelet-preferred-address-types': 'InternalIP',
    'allow-privileged': 'true',
  });
}

/** Of the controllers and the scheduler: one of each, which listens on no port. */
const WORKER_FLAGS = flags({ 'leader-elect': 'false', 'secure-port': '0' });

function controllerFlags(folder: string): string[] {
  return flags({
    'use-service-account-credentials': 'true',
    'service-account-private-key-file': path.join(folder, 'accounts.key'),
    // Their usual limits make 200 Deployments take five times as long.
    'kube-api-qps': '300',
    'kube-api-burst': '600',
    'horizontal-pod-autoscaler-sync-period': '1s',
    // The node double says once that it is ready.
    'node-monitor-grace-period': '24h',
  });
}
