import { setTimeout as delay } from 'node:timers/promises';
import { type ClusterAccess, type ClusterApi, accepted, openClusterApi } from './api.ts';
import { type LogServer, serveLogs } from './log-server.ts';
import { Pod, type PodOutcome, podOutcome, podStatus } from './pod-status.ts';

/** Plays a node: pods bound to it run at once, or fail, as they say themselves. */
export interface NodeDouble {
  close(): Promise<void>;
}

/** Overrides what the image's tag says, also while the pod runs. */
export const OUTCOME_ANNOTATION = 'node-double/outcome';
/** What the pod's containers print, line by line; more of it may be added while the pod runs. */
export const LOG_ANNOTATION = 'node-double/log';

const NAME = 'node-double';
const CAPACITY = { cpu: '64', memory: '256Gi', pods: '2000' };
const RECONNECT_MS = 50;

/**
 * Registers it with the cluster of this administrator; the pods run as long as it is open. `tls`: what its own server, which
 * the API server asks for logs, is known by.
 * @throws Error with the cluster's words when it refuses the node.
 */
export async function startNodeDouble(
  access: ClusterAccess,
  tls: { cert: string; key: string },
): Promise<NodeDouble> {
  const api = openClusterApi(access);
  const logs = await serveLogs(tls);
  const stop = new AbortController();
  await register(api, logs.port);
  const running = runPods(api, logs, stop.signal);
  return {
    async close() {
      stop.abort();
      // Requests that an API server leaves unanswered end here.
      await api.close();
      await running;
      await logs.close();
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

/** Watches its pods until the signal, through any failure of the API server. */
async function runPods(api: ClusterApi, logs: LogServer, signal: AbortSignal): Promise<void> {
  const outcomes = new Map<string, PodOutcome>();
  while (!signal.aborted) {
    try {
      for await (const { type, object } of api.watch(
        `/api/v1/pods?fieldSelector=spec.nodeName%3D${NAME}`,
        signal,
      )) {
        if (type === 'ADDED' || type === 'MODIFIED') await settle(api, logs, outcomes, Pod.parse(object));
      }
    } catch {
      // The API server is gone; what it did not hear is said again after the next list.
      outcomes.clear();
    }
    await delay(RECONNECT_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** Brings the status of a pod to what it says itself. */
async function settle(
  api: ClusterApi,
  logs: LogServer,
  outcomes: Map<string, PodOutcome>,
  pod: Pod,
): Promise<void> {
  const { name, namespace, uid, annotations = {} } = pod.metadata;
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
  const status = podStatus(pod, outcome, new Date());
  const type = 'application/strategic-merge-patch+json';
  const answer = await api.request('PATCH', `${path}/status`, { status }, type);
  // 404 and 409: the pod is gone or replaced.
  if (answer.status !== 404 && answer.status !== 409) accepted(answer);
}
