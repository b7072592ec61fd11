import type { ClusterClient } from '../../../../../src/emulator/data-plane/places/kubernetes/api/client.ts';
import type { ClusterProblem } from '../../../../../src/emulator/data-plane/places/kubernetes/api/problems.ts';
import type {
  Deployment,
  ObjectRead,
  Pod,
  Service,
} from '../../../../../src/emulator/data-plane/places/kubernetes/api/resources.ts';
import {
  LABELS,
  labelsOf,
  revisionName,
  serviceName,
} from '../../../../../src/emulator/data-plane/places/kubernetes/plan/objects.ts';
import { informersOver } from './watches.ts';

/** Identity of the agent of a deployment, whose revision has the ID `r-` and the ID of the deployment. */
export const identityOf = (deploymentId: string) => ({
  plane: 'plane',
  namespace: 'agents',
  deploymentId,
  name: deploymentId,
  revisionId: `r-${deploymentId}`,
});

interface Patch {
  metadata: { resourceVersion: string; annotations?: Record<string, string | null> };
  spec: { replicas: number };
}

/** Creates an API server with the Services and Deployments of agents. Pods become ready when a test says so. */
export function scaledCluster() {
  const deployments = new Map<string, Deployment>();
  const services = new Map<string, Service>();
  const pods = new Map<string, Pod>();
  /** Changes in the form `deployment=pods`, in order. */
  const patches: string[] = [];
  const state: { refusal: ClusterProblem | undefined; beforePatch: () => void; isListed: boolean } = {
    refusal: undefined,
    beforePatch: () => undefined,
    isListed: true,
  };
  let version = 0;
  const { informers, changed } = informersOver((kind): ObjectRead[] | ClusterProblem => {
    if (!state.isListed) return { kind: 'unavailable', message: 'it is away', hint: 'Wait.' };
    if (kind === 'Deployment') return [...deployments.values()].map((one) => structuredClone(one));
    if (kind === 'Service') return [...services.values()];
    return kind === 'Pod' ? [...pods.values()] : [];
  });
  const put = (id: string, change: (before: Deployment) => Deployment) => {
    const before = deployments.get(id);
    if (before === undefined) throw new Error(`the deployment ${id} has no Deployment`);
    version += 1;
    const after = change(structuredClone(before));
    deployments.set(id, { ...after, metadata: { ...after.metadata, resourceVersion: String(version) } });
    changed();
  };
  const problem = (kind: 'conflict' | 'not-found') => ({
    ok: false as const,
    problem: { kind, missing: 'object', message: kind, hint: '' } as ClusterProblem,
  });
  const mergePatch = ((_: unknown, { name }: { name: string }, patch: Patch) => {
    state.beforePatch();
    if (state.refusal !== undefined) return Promise.resolve({ ok: false, problem: state.refusal });
    const id = [...deployments.keys()].find((one) => revisionName(identityOf(one)) === name);
    const before = id === undefined ? undefined : deployments.get(id);
    if (id === undefined || before === undefined) return Promise.resolve(problem('not-found'));
    if (before.metadata.resourceVersion !== patch.metadata.resourceVersion)
      return Promise.resolve(problem('conflict'));
    patches.push(`${id}=${patch.spec.replicas}`);
    put(id, ({ metadata, spec, status }) => {
      const annotations: Record<string, string> = { ...metadata.annotations };
      for (const [key, value] of Object.entries(patch.metadata.annotations ?? {})) {
        if (value === null) delete annotations[key];
        else annotations[key] = value;
      }
      return { metadata: { ...metadata, annotations }, spec: { ...spec, ...patch.spec }, status };
    });
    return Promise.resolve({ ok: true, value: deployments.get(id) });
  }) as unknown as ClusterClient['mergePatch'];

  const get = ((_: unknown, { name }: { name: string }) => {
    const found = [...deployments].find(([id]) => revisionName(identityOf(id)) === name);
    return Promise.resolve(found ? { ok: true, value: structuredClone(found[1]) } : problem('not-found'));
  }) as unknown as ClusterClient['get'];

  return {
    informers,
    client: { mergePatch, get },
    patches,
    state,
    deployments,
    /** Adds an active agent with ready pods. */
    add(
      id: string,
      { pods: count = 1, min = 0, max = 1 }: { pods?: number; min?: number; max?: number } = {},
    ) {
      const identity = identityOf(id);
      const metadata = {
        uid: `uid-${id}`,
        resourceVersion: '0',
        generation: 1,
        labels: labelsOf(identity, 'agent', identity.revisionId),
      };
      deployments.set(id, {
        metadata: {
          ...metadata,
          name: revisionName(identity),
          namespace: 'agents',
          annotations: { 'agent-deploy/min-pods': String(min), 'agent-deploy/max-pods': String(max) },
        },
        spec: { replicas: count, progressDeadlineSeconds: 600 },
        status: {
          observedGeneration: 1,
          replicas: count,
          updatedReplicas: count,
          readyReplicas: count,
          availableReplicas: count,
          unavailableReplicas: 0,
        },
      });
      const selector = { [LABELS.revision]: identity.revisionId };
      services.set(id, {
        metadata: { ...metadata, uid: `service-${id}`, name: serviceName(id) },
        spec: { selector },
      });
      changed();
    },
    put,
    /** Makes all pods that a Deployment requests ready, or removes surplus pods. */
    settle(id: string) {
      const identity = identityOf(id);
      const labels = labelsOf(identity, 'agent', identity.revisionId);
      for (const name of pods.keys()) if (name.startsWith(`${id}-`)) pods.delete(name);
      for (let index = 0; index < (deployments.get(id)?.spec.replicas ?? 1); index += 1) {
        const name = `${id}-${index}`;
        pods.set(name, {
          metadata: { name, namespace: 'agents', uid: name, resourceVersion: String(version), labels },
          spec: { containers: [] },
          status: { phase: 'Running', podIP: '10.0.0.1', conditions: [{ type: 'Ready', status: 'True' }] },
        });
      }
      put(id, ({ metadata, spec }) => {
        const count = spec.replicas ?? 1;
        return {
          metadata,
          spec,
          status: {
            observedGeneration: 1,
            replicas: count,
            updatedReplicas: count,
            readyReplicas: count,
            availableReplicas: count,
            unavailableReplicas: 0,
          },
        };
      });
    },
    remove(id: string) {
      deployments.delete(id);
      changed();
    },
    /** Makes the Service of an agent send requests to another revision. */
    select(id: string, revisionId: string) {
      const service = services.get(id);
      if (service === undefined) throw new Error(`the deployment ${id} has no Service`);
      version += 1;
      const { metadata } = service;
      services.set(id, {
        metadata: { ...metadata, resourceVersion: String(version) },
        spec: { selector: { [LABELS.revision]: revisionId } },
      });
      changed();
    },
  };
}
