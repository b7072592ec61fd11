import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { freePorts } from '../free-ports.ts';
import { type ClusterAccess, type ClusterApi, openClusterApi } from './api.ts';
import { findClusterProgram } from './build.ts';
import { renderKubeconfig } from './kubeconfig.ts';
import { startFakeNode } from './fake-node.ts';
import type { Image } from './real-node/oci-image.ts';
import { type NodeSupervisor, missingForNode, NODE, openRealNode } from './real-node/real-node.ts';
import { WAIT_LIMIT_MS } from '../hang-limit.ts';

/** A Kubernetes control plane with one node. */
export interface Cluster {
  /** Credentials of an administrator. */
  readonly access: ClusterAccess;
  /** Sets whether the API server responds. `frozen` keeps connections open and sends nothing; `stopped` closes them. */
  apiServer(state: 'running' | 'frozen' | 'stopped'): Promise<void>;
  /** Folder with the data and logs of the cluster's programs, and pid of the process that supervises them. */
  readonly internals: { folder: string; supervisor: number };
  /** Stops the cluster and removes its folder; the cluster also stops when the process that started it ends. */
  close(): Promise<void>;
}

/** A cluster whose node runs containers. */
export interface RealCluster extends Cluster {
  /** Imports an image into the node. */
  importImage(image: Image): Promise<void>;
  /** Address at which pods of the cluster reach servers of this machine. */
  readonly hostAddress: string;
}

/** Messages to the supervisor from the process that started it. */
export type Order =
  | {
      kind: 'start';
      program: string;
      args: readonly string[];
      /** Command line of the program; the default is the cluster's own program with this name. */
      command?: readonly string[] | undefined;
    }
  | { kind: 'signal'; program: string; signal: NodeJS.Signals };

/** Message that a program has ended, with its exit code or signal. */
export interface ProgramEnd {
  program: string;
  how: string;
}

/** Message that a program has received a signal. */
export interface SignalSent {
  program: string;
  signalled: NodeJS.Signals;
}

const API_SERVER = 'kube-apiserver';
const ATTEMPTS = 3;

/**
 * Starts a cluster on free ports of the loopback interface, as any user. Resolves when the controllers are running and
 * a pod would be scheduled. The node simulates pods, or runs them as processes.
 * @throws Error with the last log lines of the program that failed, or with instructions to build the program.
 */
export async function startCluster(): Promise<Cluster> {
  const file = await findClusterProgram();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await withSupervisor(file, start);
    } catch (error) {
      // Another program took the port after the port was found to be free.
      const taken = error instanceof Error && error.message.includes('address already in use');
      if (!taken || attempt === ATTEMPTS) throw error;
    }
  }
}

/**
 * Starts a cluster in its own network. The cluster's node runs containers, and pods and Services are reachable at
 * their addresses.
 * @throws Error as `startCluster` does, or with the message of the program that refused the node.
 */
export async function startRealCluster(): Promise<RealCluster> {
  const missing = missingForNode();
  if (missing !== undefined) throw new Error(missing);
  return withSupervisor(await findClusterProgram(), startReal);
}

async function withSupervisor<T extends Cluster>(
  file: string,
  begin: (place: { folder: string; file: string; supervisor: Supervisor }) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'cluster-'));
  const supervisor = supervise(folder, file);
  try {
    return await begin({ folder, file, supervisor });
  } catch (error) {
    await supervisor.close();
    throw error;
  }
}

interface Place {
  folder: string;
  file: string;
  supervisor: Supervisor;
}

async function start({ folder, supervisor }: Place): Promise<Cluster> {
  const [etcdPort = 0, peerPort = 0, port = 0] = await freePorts(3);
  const where = { address: '127.0.0.1', services: '10.96.0.0/16', etcdPort, peerPort, port, inNetwork: [] };
  const plane = await startControlPlane(folder, supervisor, where);
  const node = await startFakeNode(plane.access, plane.certificate);
  const close = async () => {
    await node.close();
    await supervisor.close();
  };
  try {
    await plane.working();
  } catch (error) {
    await close();
    throw error;
  }
  const { access, apiServer } = plane;
  return { access, apiServer, internals: { folder, supervisor: supervisor.pid }, close };
}

async function startReal({ folder, file, supervisor }: Place): Promise<RealCluster> {
  const node = await openRealNode(folder, file, supervisor);
  const { address, services, inNetwork } = node;
  const close = async () => {
    await supervisor.close();
    await node.close();
  };
  let api: ClusterApi | undefined;
  try {
    // The ports are fixed, because no other program uses this network.
    const ports = { etcdPort: 2379, peerPort: 2380, port: 6443 };
    const plane = await startControlPlane(folder, supervisor, { address, services, inNetwork, ...ports });
    await plane.working();
    api = openClusterApi(plane.access);
    const { kubelet, proxy } = plane.kubeconfigs;
    await node.startKubelet(api, { kubelet, proxy });
    const { access, apiServer } = plane;
    return {
      access,
      apiServer,
      internals: { folder, supervisor: supervisor.pid },
      importImage: (image) => node.importImage(image),
      hostAddress: node.hostAddress,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  } finally {
    await api?.close();
  }
}

/** Addresses of a control plane's programs. */
interface Where {
  address: string;
  /** Network of the Services in CIDR notation. */
  services: string;
  etcdPort: number;
  peerPort: number;
  port: number;
  /** Beginning of each program's command line, which makes the program enter the network. */
  inNetwork: readonly string[];
}

interface ControlPlane extends Pick<Cluster, 'access' | 'apiServer'> {
  certificate: { cert: string; key: string };
  /** Paths of the kubeconfigs for the node's programs. */
  kubeconfigs: { kubelet: string; proxy: string };
  /** Resolves when the controllers are running. */
  working(): Promise<unknown>;
}

async function startControlPlane(
  folder: string,
  supervisor: Supervisor,
  where: Where,
): Promise<ControlPlane> {
  const tokens = {
    admin: newToken(),
    controllers: newToken(),
    scheduler: newToken(),
    node: newToken(),
    proxy: newToken(),
  };
  await writeSecrets(folder, tokens);
  const url = `https://${where.address}:${where.port}`;
  const run = (program: string, args: readonly string[]) => {
    const { inNetwork } = where;
    supervisor.start(
      program,
      args,
      inNetwork.length === 0 ? undefined : [...inNetwork, supervisor.file, program],
    );
  };
  const apiServerArguments = apiServerFlags(folder, where);
  run('etcd', etcdFlags(folder, where));
  run(API_SERVER, apiServerArguments);
  const cert = await supervisor.until('the API server has a certificate', async () => {
    const text = await readFile(path.join(folder, 'certificates', 'apiserver.crt'), 'utf8').catch(() => '');
    return text.trimEnd().endsWith('-----END CERTIFICATE-----') ? text : undefined;
  });
  const access = { url, ca: cert, token: tokens.admin };
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
  const kubeconfigFor = async (program: string, token: string) => {
    const kubeconfig = path.join(folder, `${program}.kubeconfig`);
    await writeFile(kubeconfig, renderKubeconfig({ ...access, token }), { mode: 0o600 });
    return kubeconfig;
  };
  for (const [program, token, ...more] of [
    ['kube-controller-manager', tokens.controllers, ...controllerFlags(folder)],
    ['kube-scheduler', tokens.scheduler],
  ] as const) {
    run(program, ['--kubeconfig', await kubeconfigFor(program, token), ...WORKER_FLAGS, ...more]);
  }
  return {
    access,
    certificate: { cert, key: await readFile(path.join(folder, 'certificates', 'apiserver.key'), 'utf8') },
    kubeconfigs: {
      kubelet: await kubeconfigFor('kubelet', tokens.node),
      proxy: await kubeconfigFor('kube-proxy', tokens.proxy),
    },
    working: () =>
      supervisor.until('the controllers work', () =>
        answers('/api/v1/namespaces/default/serviceaccounts/default'),
      ),
    async apiServer(state) {
      if (state === 'stopped') return supervisor.kill(API_SERVER);
      await supervisor.signal(API_SERVER, state === 'frozen' ? 'SIGSTOP' : 'SIGCONT');
      if (state === 'frozen') return;
      if (!supervisor.runs(API_SERVER)) run(API_SERVER, apiServerArguments);
      await ready();
    },
  };
}

interface Supervisor extends NodeSupervisor {
  readonly pid: number;
  /** Path of the cluster's program. */
  readonly file: string;
  runs(program: string): boolean;
  /** Sends a signal to a program, and resolves when the program has received it. */
  signal(program: string, signal: NodeJS.Signals): Promise<void>;
  /** Kills a program, and resolves when it has ended. */
  kill(program: string): Promise<void>;
  close(): Promise<void>;
}

/** Starts the supervisor in a separate process, so that the programs end with this process even if it is killed. */
function supervise(folder: string, file: string): Supervisor {
  const script = path.join(import.meta.dirname, 'supervisor.ts');
  const child: ChildProcess = spawn(process.execPath, [script, folder, file], {
    // The supervisor has its own session, so that signals of the terminal do not reach it.
    detached: true,
    cwd: '/',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.unref();
  child.channel?.unref();
  const running = new Set<string>();
  const failed: ProgramEnd[] = [];
  const killed = new Set<string>();
  const signals = new Map<string, () => void>();
  child.on('message', (end: ProgramEnd | SignalSent) => {
    if ('signalled' in end) {
      signals.get(`${end.program} ${end.signalled}`)?.();
      return;
    }
    running.delete(end.program);
    if (!killed.delete(end.program)) failed.push(end);
  });
  const lost = (how: string) => {
    failed.push({ program: 'the supervisor', how });
    for (const resolve of signals.values()) resolve();
  };
  child.on('error', (error) => lost(error.message));
  child.on('exit', (code, signal) => lost(signal ?? `exit code ${code}`));
  const send = (order: Order) => {
    child.send(order);
  };
  const logOf = async (program: string) =>
    (await readFile(path.join(folder, `${program}.log`), 'utf8').catch(() => '')).slice(-2_000);
  const signal = async (program: string, name: NodeJS.Signals) => {
    if (!running.has(program)) return;
    const sent = Promise.withResolvers<void>();
    signals.set(`${program} ${name}`, sent.resolve);
    send({ kind: 'signal', program, signal: name });
    await sent.promise;
  };
  const until: Supervisor['until'] = async (what, look) => {
    for (const end = performance.now() + WAIT_LIMIT_MS; ; await delay(25)) {
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
          `Not within ${WAIT_LIMIT_MS} ms: ${what}. The log of the API server ends: ${await logOf(API_SERVER)}`,
        );
      }
    }
  };
  return {
    pid: child.pid ?? 0,
    file,
    start(program, args, command) {
      running.add(program);
      send({ kind: 'start', program, args, command });
    },
    runs: (program) => running.has(program),
    signal,
    until,
    async kill(program) {
      if (!running.has(program)) return;
      killed.add(program);
      await signal(program, 'SIGKILL');
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
  tokens: Record<'admin' | 'controllers' | 'scheduler' | 'node' | 'proxy', string>,
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
    `${tokens.node},system:node:${NODE},4,"system:nodes"`,
    `${tokens.proxy},system:kube-proxy,5`,
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

function etcdFlags(folder: string, { etcdPort, peerPort }: Where): string[] {
  const client = `http://127.0.0.1:${etcdPort}`;
  const peer = `http://127.0.0.1:${peerPort}`;
  return flags({
    'data-dir': path.join(folder, 'etcd'),
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': `default=${peer}`,
    // Writes do not wait for the disk, because no data outlives the test.
    'unsafe-no-fsync': 'true',
    'log-level': 'warn',
  });
}

function apiServerFlags(folder: string, { address, services, etcdPort, port }: Where): string[] {
  return flags({
    'etcd-servers': `http://127.0.0.1:${etcdPort}`,
    'bind-address': address,
    'advertise-address': address,
    'secure-port': String(port),
    // The API server creates its certificate in this folder, and uses the certificate again after a restart.
    'cert-dir': path.join(folder, 'certificates'),
    'service-account-issuer': 'https://kubernetes.default.svc',
    'service-account-key-file': path.join(folder, 'accounts.pub'),
    'service-account-signing-key-file': path.join(folder, 'accounts.key'),
    'token-auth-file': path.join(folder, 'tokens.csv'),
    'authorization-mode': 'RBAC,Node',
    'service-cluster-ip-range': services,
    'endpoint-reconciler-type': 'none',
    'kubelet-preferred-address-types': 'InternalIP',
    'allow-privileged': 'true',
  });
}

/** Arguments of the controllers and the scheduler, each of which has a single instance and listens on no port. */
const WORKER_FLAGS = flags({ 'leader-elect': 'false', 'secure-port': '0' });

function controllerFlags(folder: string): string[] {
  return flags({
    'use-service-account-credentials': 'true',
    'service-account-private-key-file': path.join(folder, 'accounts.key'),
    // 200 Deployments take five times as long with the default limits.
    'kube-api-qps': '300',
    'kube-api-burst': '600',
    'horizontal-pod-autoscaler-sync-period': '1s',
    // The simulated node reports its readiness only once, so the period is long.
    'node-monitor-grace-period': '24h',
  });
}
