import type { AdminClient } from '../../../harness/admin-client.ts';
import { type ClusterApi, openClusterApi } from '../../../harness/cluster/api.ts';
import { type Replicas, startReplicas } from '../../../harness/cluster/replicas.ts';
import { accountWith, freshNamespace, type Rule, sharedCluster } from '../../../harness/cluster/shared.ts';
import type { EmulatorHandle, EmulatorOptions } from '../../../harness/emulator.ts';
import { until } from '../../../harness/until.ts';
import { planeRole } from '../../../src/emulator/data-plane/places/kubernetes/plan/rights.ts';

/**
 * A control plane of several replicas behind one address, whose agents are pods of the cluster that all suites share.
 */
export interface ControlPlane {
  /** Sends requests to any replica; its journal combines the journals of all replicas. */
  readonly emulator: EmulatorHandle;
  readonly replicas: Replicas;
  /** Client of the cluster with an administrator's permissions. */
  readonly cluster: ClusterApi;
  /** Namespace of the control plane's agents. */
  readonly namespace: string;
  /** Returns the replica that moved a revision to this status. */
  workerOf(revisionId: string, status: string): Promise<EmulatorHandle>;
  /** Kills a replica without warning, and starts another replica in its place. */
  replace(replica: EmulatorHandle): Promise<void>;
}

/**
 * Starts `count` replicas with the chart's permissions in the namespace of their agents. The replicas reach the agents
 * from outside the cluster.
 */
export async function startControlPlane(count = 2, options: EmulatorOptions = {}): Promise<ControlPlane> {
  const cluster = openClusterApi(sharedCluster());
  const namespace = await freshNamespace(cluster, 'agents');
  const { rules = [] } = planeRole(namespace, ['proxy']);
  const access = await accountWith(cluster, namespace, rules.map(toRule));
  const replicas = await startReplicas(count, { access, namespace, ...options });
  const { running, url } = replicas;
  const [first] = running;
  if (first === undefined) throw new Error('no replica runs');
  const close = async () => {
    await replicas.close();
    await cluster.request('DELETE', `/api/v1/namespaces/${namespace}`);
    await cluster.close();
  };
  const toAll = (target: string) => target.replace(first.urls.controlPlane, url);
  return {
    emulator: {
      ...first,
      urls: {
        controlPlane: url,
        sandboxes: toAll(first.urls.sandboxes),
        tracing: toAll(first.urls.tracing),
        admin: toAll(first.urls.admin),
      },
      api: replicas.api,
      ...journalsOf(running),
      clearFaults: async () => {
        await Promise.all(running.map((one) => one.clearFaults()));
      },
      stop: close,
      kill: close,
    },
    replicas,
    cluster,
    namespace,
    workerOf: (revisionId, status) =>
      until(
        () => running.find((one) => one.log().includes(`${revisionId.slice(0, 8)} ${status}`)),
        `a replica that brought ${revisionId} to ${status}`,
      ),
    async replace(replica) {
      await replicas.kill(replica);
      await replicas.start();
    },
  };
}

type PolicyRule = NonNullable<ReturnType<typeof planeRole>['rules']>[number];
const toRule = ({ apiGroups = [], resources = [], verbs }: PolicyRule): Rule => ({
  apiGroups,
  resources,
  verbs,
});

/** Combines the journals of all replicas, where a mark is a position in each journal. */
function journalsOf(running: readonly AdminClient[]): Pick<AdminClient, 'journal' | 'journalMark'> {
  const marks: ReadonlyMap<AdminClient, number>[] = [];
  return {
    async journalMark() {
      const all = running.map(async (one) => [one, await one.journalMark()] as const);
      return marks.push(new Map(await Promise.all(all)));
    },
    async journal(mark = 0) {
      const all = running.map((one) => one.journal(marks[mark - 1]?.get(one)));
      return (await Promise.all(all)).flat();
    },
  };
}
