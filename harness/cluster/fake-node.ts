import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { type ClusterAccess, type ClusterApi, accepted, openClusterApi } from './api.ts';
import { type LogServer, serveLogs } from './log-server.ts';
import { readImages } from './pods/images.ts';
import { type ProcessPod, runProcessPod } from './pods/process-pod.ts';
import { type PodProcesses, startPodProcesses } from './pods/processes.ts';
import { Pod, type PodOutcome, podOutcome, podStatus } from './pod-status.ts';

/**
 * A simulated node. A pod with the emulator's image, or with an image that `playImages` registers, runs as processes
 * of this machine on its own address, and is probed, restarted and ended as by a kubelet. All other pods immediately
 * succeed or fail, as their settings specify.
 */
export interface FakeNode {
  close(): Promise<void>;
}

/** Annotation that overrides the behavior in the image's tag, and may change while the pod runs. */
export const OUTCOME_ANNOTATION = 'node-double/outcome';
/** Annotation with the output of the pod's containers, line by line. Lines can be added while the pod runs. */
export const LOG_ANNOTATION = 'node-double/log';

const NAME = 'node-double';
const CAPACITY = { cpu: '64', memory: '256Gi', pods: '25000' };
const RECONNECT_MS = 50;

/**
 * Registers the node with the cluster of this administrator. Pods run while the node is open. `tls` is the certificate
 * of the node's server, from which the API server requests logs.
 * @throws Error with the API server's message if it refuses the node.
 */
export async function startFakeNode(
  access: ClusterAccess,
  tls: { cert: string; key: string },
): Promise<FakeNode> {
  const api = openClusterApi(access);
  const logs = await serveLogs(tls);
  const stop = new AbortController();
  await register(api, logs.port);
  const node = openNode(api, logs);
  const running = watchPods(node, stop.signal);
  return {
    async close() {
      stop.abort();
      const ended = node.close();
      // Ends requests that the API server has not answered.
      await api.close();
      await running;
      await ended;
      await logs.close();
    },
  };
}

/** State of the node while it is open. */
interface Node {
  readonly api: ClusterApi;
  readonly logs: LogServer;
  /** Reported statuses of the simulated pods. */
  readonly outcomes: Map<string, PodOutcome>;
  /** Pods that run as processes, keyed by their uid. */
  readonly pods: Map<string, ProcessPod>;
  /** Starts, on first use, the program that runs processes, or rejects if this machine does not permit it. */
  processes(): Promise<PodProcesses>;
  close(): Promise<void>;
}

function openNode(api: ClusterApi, logs: LogServer): Node {
  const pods = new Map<string, ProcessPod>();
  let processes: Promise<PodProcesses> | undefined;
  return {
    api,
    logs,
    outcomes: new Map(),
    pods,
    processes() {
      processes ??= startPodProcesses().catch((error: unknown) => {
        process.stderr.write(`${String(error)}\n`);
        throw error;
      });
      return processes;
    },
    async close() {
      await Promise.all([...pods.values()].map((pod) => pod.kill()));
      await processes?.then(
        (all) => all.close(),
        () => undefined,
      );
    },
  };
}

async function register(api: ClusterApi, port: number): Promise<void> {
  const node = { apiVersion: 'v1', kind: 'Node', metadata: { name: NAME } };
  const now = new Date().toISOString();
  const status = {
    allocatable: CAPACITY,
    capacity: CAPACITY,
    addresses: [{ type: 'InternalIP', address: '127.0.0.1' }],
    daemonEndpoints: { kubeletEndpoint: { Port: port } },
    conditions: [
      {
        type: 'Ready',
        status: 'True',
        reason: 'KubeletReady',
        lastTransitionTime: now,
        lastHeartbeatTime: now,
      },
    ],
  };
  accepted(await api.apply({ ...node, spec: { podCIDR: '10.200.0.0/16' } }));
  const path = `/api/v1/nodes/${NAME}/status`;
  accepted(await api.request('PATCH', path, { status }, 'application/merge-patch+json'));
}

const Bookmark = z.looseObject({
  metadata: z.looseObject({ annotations: z.looseObject({ 'k8s.io/initial-events-end': z.literal('true') }) }),
});

/** Watches the node's pods until the signal aborts, and continues after failures of the API server. */
async function watchPods(node: Node, signal: AbortSignal): Promise<void> {
  const place = `/api/v1/pods?fieldSelector=spec.nodeName%3D${NAME}`;
  while (!signal.aborted) {
    try {
      const listed = new Set<string>();
      for await (const { type, object } of node.api.watch(place, signal)) {
        if (type === 'BOOKMARK' && Bookmark.safeParse(object).success) {
          // Ends pods that were deleted while the watch was interrupted.
          for (const uid of node.pods.keys()) if (!listed.has(uid)) kill(node, uid);
        }
        if (!['ADDED', 'MODIFIED', 'DELETED'].includes(type)) continue;
        const pod = Pod.parse(object);
        listed.add(pod.metadata.uid);
        if (type === 'DELETED') kill(node, pod.metadata.uid);
        else await settle(node, pod);
      }
    } catch {
      // The API server has ended. After the next list, statuses that the API server did not receive are reported
      // again.
      node.outcomes.clear();
    }
    await delay(RECONNECT_MS, undefined, { signal }).catch(() => undefined);
  }
}

function kill(node: Node, uid: string): void {
  void node.pods.get(uid)?.kill();
  node.pods.delete(uid);
}

/** Reports the status of a simulated pod, which depends on its settings or on the override. */
async function settle(node: Node, pod: Pod): Promise<void> {
  const { api, logs, outcomes } = node;
  const { name, namespace, uid, annotations = {} } = pod.metadata;
  const running = node.pods.get(uid) ?? (outcomes.has(uid) ? undefined : await runAsProcess(node, pod));
  if (running === 'refused') return;
  if (running !== undefined) {
    running.update(pod);
    return;
  }
  const path = `/api/v1/namespaces/${namespace}/pods/${name}`;
  if (pod.metadata.deletionTimestamp !== undefined) {
    outcomes.delete(uid);
    logs.end(namespace, name);
    await api.request('DELETE', `${path}?gracePeriodSeconds=0`);
    return;
  }
  logs.write(namespace, name, annotations[LOG_ANNOTATION]?.split('\n') ?? []);
  const outcome = podOutcome(pod, annotations[OUTCOME_ANNOTATION]);
  if (outcomes.get(uid) === outcome) return;
  outcomes.set(uid, outcome);
  await tell(api, pod, podStatus(pod, outcome, new Date()));
}

async function tell(api: ClusterApi, { metadata }: Pod, status: Record<string, unknown>): Promise<void> {
  const path = `/api/v1/namespaces/${metadata.namespace}/pods/${metadata.name}/status`;
  const answer = await api.request('PATCH', path, { status }, 'application/strategic-merge-patch+json');
  // 404 and 409 mean that the pod was removed or replaced.
  if (answer.status !== 404 && answer.status !== 409) accepted(answer);
}

/** Runs a pod if one of its images is a program. Returns `undefined` for a simulated pod. */
async function runAsProcess(node: Node, pod: Pod): Promise<ProcessPod | 'refused' | undefined> {
  const { api, logs, pods } = node;
  const { uid, namespace, annotations = {}, deletionTimestamp } = pod.metadata;
  if (deletionTimestamp !== undefined || pod.status?.podIP !== undefined) return undefined;
  const images = await readImages(api, namespace);
  const isProgram = ({ image }: { image: string }) => images.has(image);
  const containers = [...(pod.spec.initContainers ?? []), ...pod.spec.containers];
  if (!containers.some(isProgram)) return undefined;
  const pretends = { ...pod, spec: { containers: containers.filter((one) => !isProgram(one)) } };
  if (podOutcome(pretends, annotations[OUTCOME_ANNOTATION]) !== 'running') return undefined;
  const processes = await node.processes().catch((error: unknown) => String(error));
  if (typeof processes === 'string') {
    node.outcomes.set(uid, 'running');
    await tell(api, pod, refusedStatus(pod, processes));
    return 'refused';
  }
  const running = runProcessPod(pod, { api, logs, processes, images });
  pods.set(uid, running);
  return running;
}

/** Returns the status of a pod whose programs cannot run on this machine. */
function refusedStatus({ spec }: Pod, message: string): Record<string, unknown> {
  const waiting = { reason: 'CreateContainerError', message };
  const status = ({ name, image }: (typeof spec.containers)[number]) => ({
    name,
    image,
    imageID: '',
    restartCount: 0,
    ready: false,
    state: { waiting },
  });
  return { phase: 'Pending', containerStatuses: spec.containers.map(status) };
}
