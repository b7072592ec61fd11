import type { Deployments, Repositories, Revisions, Store } from '../ports/store.ts';

/** What a kept write made true. `was` is what it was before; null when there was nothing. */
export type StoreChange = { deployment_id: string; deployment: string } & (
  | { kind: 'deployment'; status: string; was: string | null }
  | { kind: 'revision'; revision_id: string; status: string; was: string | null }
  /** Another revision is the active one now. */
  | { kind: 'active'; revision_id: string | null; was: string | null }
  | { kind: 'removed' }
);

/**
 * The same store, which tells of every status, switch and removal once it is kept. Here and nowhere else, so that no
 * surface has to remember to tell; reads go straight through.
 */
export function observeStore(store: Store, tell: (facts: readonly StoreChange[]) => void): Store {
  const transaction: Store['transaction'] = async (work) => {
    let facts: StoreChange[] = [];
    const result = await store.transaction((tx) => {
      // It may be begun anew: only what is kept is told.
      facts = [];
      return work(observe(tx, facts));
    });
    if (facts.length > 0) tell(facts);
    return result;
  };
  return {
    ...store,
    transaction,
    deployments: {
      ...store.deployments,
      insert: (...given) => transaction((tx) => tx.deployments.insert(...given)),
      update: (id, change) =>
        saysSomething(change)
          ? transaction((tx) => tx.deployments.update(id, change))
          : store.deployments.update(id, change),
      remove: (id) => transaction((tx) => tx.deployments.remove(id)),
    },
    revisions: {
      ...store.revisions,
      insert: (...given) => transaction((tx) => tx.revisions.insert(...given)),
      update: (id, change, fence) =>
        change.status === undefined
          ? store.revisions.update(id, change, fence)
          : transaction((tx) => tx.revisions.update(id, change, fence)),
    },
  };
}

function observe(tx: Repositories, facts: StoreChange[]): Repositories {
  return { ...tx, deployments: observeDeployments(tx, facts), revisions: observeRevisions(tx, facts) };
}

function saysSomething(change: Parameters<Deployments['update']>[1]): boolean {
  return change.status !== undefined || change.activeRevisionId !== undefined;
}

function observeDeployments({ deployments }: Repositories, facts: StoreChange[]): Deployments {
  return {
    ...deployments,
    async insert(row, secrets) {
      await deployments.insert(row, secrets);
      facts.push({
        kind: 'deployment',
        deployment_id: row.id,
        deployment: row.name,
        status: row.status,
        was: null,
      });
    },
    async update(id, change) {
      const before = saysSomething(change) ? await deployments.findById(id) : undefined;
      await deployments.update(id, change);
      if (before === undefined) return;
      const of = { deployment_id: id, deployment: before.name };
      const { status, activeRevisionId } = change;
      if (activeRevisionId !== undefined && activeRevisionId !== before.activeRevisionId) {
        facts.push({ kind: 'active', ...of, revision_id: activeRevisionId, was: before.activeRevisionId });
      }
      if (status !== undefined && status !== before.status) {
        facts.push({ kind: 'deployment', ...of, status, was: before.status });
      }
    },
    async remove(id) {
      const before = await deployments.findById(id);
      await deployments.remove(id);
      if (before) facts.push({ kind: 'removed', deployment_id: id, deployment: before.name });
    },
  };
}

function observeRevisions({ deployments, revisions }: Repositories, facts: StoreChange[]): Revisions {
  const tell = async (
    { id, deploymentId }: { id: string; deploymentId: string },
    status: string,
    was: string | null,
  ) => {
    const deployment = await deployments.findById(deploymentId);
    facts.push({
      kind: 'revision',
      deployment_id: deploymentId,
      deployment: deployment?.name ?? '',
      revision_id: id,
      status,
      was,
    });
  };
  return {
    ...revisions,
    async insert(row, secrets) {
      const inserted = await revisions.insert(row, secrets);
      await tell(inserted, inserted.status, null);
      return inserted;
    },
    async update(id, change, fence) {
      const { status } = change;
      const before = status === undefined ? undefined : await revisions.findById(id);
      const updated = await revisions.update(id, change, fence);
      if (updated && before && status !== undefined && status !== before.status) {
        await tell(before, status, before.status);
      }
      return updated;
    },
  };
}
