import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { type ClusterApi, accepted } from '../api.ts';
import type { Image } from './oci-image.ts';
import { writeImage } from './oci-image.ts';

const run = promisify(execFile);

/** A node whose kubelet runs pods as containers, in its own namespaces. */
export interface RealNode {
  /** Address of the node's programs. */
  readonly address: string;
  /** Address of this machine in the network of the pods. */
  readonly hostAddress: string;
  /** Network of the node's Services in CIDR notation. */
  readonly services: string;
  /** Beginning of a command line, which makes the program run in the node's network. */
  readonly inNetwork: readonly string[];
  /**
   * Starts the container runtime and the kubelet, and waits until the cluster considers the node ready. `kubeconfigs`
   * are the paths of the kubeconfigs for both programs.
   */
  startKubelet(api: ClusterApi, kubeconfigs: { kubelet: string; proxy: string }): Promise<void>;
  /** Imports an image into the node. */
  importImage(image: Image): Promise<void>;
  /** Removes the network links and control groups. Call this function after the programs have ended. */
  close(): Promise<void>;
}

/** Starts programs of the node, and waits for conditions. */
export interface NodeSupervisor {
  /** Starts a program. `command` replaces the cluster's own program with this name. */
  start(program: string, args: readonly string[], command?: readonly string[]): void;
  /** Waits until `look` returns a value, and throws if a program ends before that or the time limit is exceeded. */
  until<T>(what: string, look: () => Promise<T | undefined>): Promise<T>;
}

/** Name of the node in the cluster. */
export const NODE = 'node-1';
const PAUSE = 'localhost/pause:1';
const SOCKET = '/run/containerd/containerd.sock';
const PLUGINS = '/usr/lib/cni';
const NEEDED = ['containerd', 'ctr', 'runc', 'nft', 'ip', 'unshare', 'nsenter', 'tar'];
const NETWORKS = 256;
const UNSHARED = '--mount --pid --net --propagation private --fork --kill-child=SIGKILL --'.split(' ');
const CGROUPS = '/sys/fs/cgroup';

/**
 * Returns a sentence about the requirements of a real node that this machine does not meet, or `undefined`. A machine
 * that meets all requirements may still be unable to run containers.
 */
export function missingForNode(): string | undefined {
  if (process.getuid?.() !== 0) return 'A node that runs containers requires root.';
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).concat('/usr/sbin', '/sbin');
  const missing = NEEDED.filter((name) => !folders.some((folder) => existsSync(path.join(folder, name))));
  if (!existsSync('/bin/busybox')) missing.push('busybox');
  if (!existsSync(path.join(PLUGINS, 'bridge'))) missing.push(path.join(PLUGINS, 'bridge'));
  if (missing.length === 0) return undefined;
  return `A node that runs containers requires ${missing.join(', ')}. Install containerd, runc, containernetworking-plugins, nftables, iproute2 and busybox-static (.ci/engine does so).`;
}

/**
 * Creates the namespaces of a node. `folder` is the folder of its cluster.
 * @throws Error with the message of the program that failed.
 */
export async function openRealNode(
  folder: string,
  program: string,
  supervisor: NodeSupervisor,
): Promise<RealNode> {
  const link = await takeLink();
  const { network, services } = link;
  try {
    supervisor.start(
      'namespace',
      [folder, network, link.inner],
      ['unshare', ...UNSHARED, 'sh', path.join(import.meta.dirname, 'namespace.sh')],
    );
    const pid = await supervisor.until('the namespaces of the node', () => fileOf(folder, 'namespace'));
    await run('ip', ['link', 'set', link.inner, 'netns', pid]);
    await supervisor.until('the network of the node', () => fileOf(folder, 'network'));
    await run('ip', ['address', 'add', `${network}.254/24`, 'dev', link.outer]);
    await run('ip', ['link', 'set', link.outer, 'up']);
    await run('ip', ['route', 'add', services, 'via', `${network}.1`]);
    const enter = (...kinds: string[]) => [
      'nsenter',
      '--target',
      pid,
      ...kinds.map((kind) => `--${kind}`),
      '--',
    ];
    const inside = enter('mount', 'pid', 'net');
    const address = `${network}.1`;
    const node: RealNode = {
      address,
      hostAddress: `${network}.254`,
      services,
      inNetwork: enter('net'),
      async startKubelet(api, kubeconfigs) {
        await writeSettings(folder, network);
        supervisor.start(
          'containerd',
          ['--config', path.join(folder, 'containerd.toml')],
          [...inside, 'containerd'],
        );
        await supervisor.until('containerd', () =>
          run('nsenter', [...inside.slice(1), 'ctr', '--address', SOCKET, 'version']).then(
            () => true,
            () => undefined,
          ),
        );
        const sleep = ['/bin/busybox', 'sleep', '2147483647'];
        await node.importImage({ name: PAUSE, files: [['/bin/busybox', '/bin/busybox']], command: sleep });
        const kubelet = {
          config: path.join(folder, 'kubelet.json'),
          kubeconfig: kubeconfigs.kubelet,
          'hostname-override': NODE,
          'node-ip': address,
          'root-dir': path.join(folder, 'kubelet'),
          'cert-dir': path.join(folder, 'kubelet-certificates'),
        };
        const proxy = {
          kubeconfig: kubeconfigs.proxy,
          'hostname-override': NODE,
          'proxy-mode': 'nftables',
          // Nodes and pods share one network link; without this setting, a response on another path would come from
          // the wrong address.
          'masquerade-all': 'true',
          'conntrack-max-per-core': '0',
          'conntrack-tcp-timeout-established': '0s',
          'conntrack-tcp-timeout-close-wait': '0s',
          'healthz-bind-address': `${address}:10256`,
          'metrics-bind-address': `${address}:10249`,
        };
        supervisor.start('kubelet', flags(kubelet), [...inside, program, 'kubelet']);
        supervisor.start('kube-proxy', flags(proxy), [...inside, program, 'kube-proxy']);
        await supervisor.until('the node is ready', () => isReady(api));
      },
      async importImage(image) {
        const file = await writeImage(folder, image);
        await run('nsenter', [
          ...inside.slice(1),
          'ctr',
          '--address',
          SOCKET,
          '-n',
          'k8s.io',
          'images',
          'import',
          file,
        ]);
      },
      async close() {
        await run('ip', ['link', 'delete', link.outer]).catch(() => undefined);
        await removeControlGroups();
      },
    };
    return node;
  } catch (error) {
    await run('ip', ['link', 'delete', link.outer]).catch(() => undefined);
    throw error;
  }
}

const flags = (values: Record<string, string>): string[] =>
  Object.entries(values).map(([name, value]) => `--${name}=${value}`);

async function fileOf(folder: string, name: string): Promise<string | undefined> {
  return (await readFile(path.join(folder, name), 'utf8').catch(() => undefined))?.trim();
}

/**
 * Creates both ends of the network link, with networks that no other program of this machine uses. The link disappears
 * together with the namespaces of one end.
 */
async function takeLink(): Promise<{ outer: string; inner: string; network: string; services: string }> {
  const order = Array.from({ length: NETWORKS }, (_, index) => ({ index, at: Math.random() }));
  let refusal: unknown;
  for (const { index } of order.toSorted((a, b) => a.at - b.at)) {
    const [outer, inner] = [`ad-node-${index}`, `ad-peer-${index}`];
    try {
      await run('ip', ['link', 'add', outer, 'type', 'veth', 'peer', 'name', inner]);
      return { outer, inner, network: `10.99.${index}`, services: `10.97.${index}.0/24` };
    } catch (error) {
      refusal = error;
      if (!String(error).includes('File exists')) break;
    }
  }
  throw refusal;
}

async function writeSettings(folder: string, network: string): Promise<void> {
  const cni = path.join(folder, 'cni');
  await mkdir(cni, { recursive: true });
  await writeFile(path.join(folder, 'containerd.toml'), containerdSettings(folder, cni));
  await writeFile(path.join(folder, 'kubelet.json'), JSON.stringify(kubeletSettings(folder, network)));
  await writeFile(path.join(cni, '10-bridge.conflist'), JSON.stringify(networkSettings(folder, network)));
}

const containerdSettings = (folder: string, cni: string): string => `version = 2
root = ${JSON.stringify(path.join(folder, 'containerd'))}
state = "/run/containerd/state"
[grpc]
address = "${SOCKET}"
[plugins."io.containerd.grpc.v1.cri"]
sandbox_image = "${PAUSE}"
# Without CAP_SYS_RESOURCE runc can start nothing else.
restrict_oom_score_adj = true
[plugins."io.containerd.grpc.v1.cri".cni]
bin_dir = "${PLUGINS}"
conf_dir = ${JSON.stringify(cni)}
`;

const kubeletSettings = (folder: string, network: string): object => ({
  apiVersion: 'kubelet.config.k8s.io/v1beta1',
  kind: 'KubeletConfiguration',
  address: `${network}.1`,
  authentication: { anonymous: { enabled: true }, webhook: { enabled: false } },
  authorization: { mode: 'AlwaysAllow' },
  containerRuntimeEndpoint: `unix://${SOCKET}`,
  cgroupDriver: 'cgroupfs',
  failCgroupV1: false,
  failSwapOn: false,
  enforceNodeAllocatable: [],
  makeIPTablesUtilChains: false,
  evictionHard: { 'memory.available': '1Mi', 'nodefs.available': '1Mi', 'imagefs.available': '1Mi' },
  // Tests need a shorter period than the default of 5 minutes.
  crashLoopBackOff: { maxContainerRestartPeriod: '1s' },
  imageGCHighThresholdPercent: 100,
  podLogsDir: path.join(folder, 'pod-logs'),
});

const networkSettings = (folder: string, network: string): object => ({
  cniVersion: '0.4.0',
  name: 'bridge',
  plugins: [
    {
      type: 'bridge',
      bridge: 'node0',
      isDefaultGateway: true,
      ipMasq: false,
      hairpinMode: true,
      ipam: {
        type: 'host-local',
        dataDir: path.join(folder, 'addresses'),
        ranges: [
          [
            {
              subnet: `${network}.0/24`,
              rangeStart: `${network}.10`,
              rangeEnd: `${network}.250`,
              gateway: `${network}.1`,
            },
          ],
        ],
      },
    },
  ],
});

async function isReady(api: ClusterApi): Promise<true | undefined> {
  const answer = await api.request('GET', `/api/v1/nodes/${NODE}`).catch(() => undefined);
  if (answer?.status !== 200) return undefined;
  return /"type":"Ready","status":"True"|"status":"True","[^}]*"type":"Ready"/.test(
    JSON.stringify(accepted(answer)),
  )
    ? true
    : undefined;
}

/** Removes control groups of pods that have ended. These control groups are empty and belong to no other program. */
async function removeControlGroups(): Promise<void> {
  const hierarchies = await readdir(CGROUPS).catch(() => []);
  for (const place of [CGROUPS, ...hierarchies.map((name) => path.join(CGROUPS, name))]) {
    await removeEmpty(path.join(place, 'kubepods'));
  }
}

async function removeEmpty(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) if (entry.isDirectory()) await removeEmpty(path.join(folder, entry.name));
  // Removing a control group fails while it is in use.
  await rmdir(folder).catch(() => undefined);
}
