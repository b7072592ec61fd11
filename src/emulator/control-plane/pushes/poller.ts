import { fullRef, repositoryKey } from '../../ports/git.ts';
import type { DeploymentRow, Repositories, RevisionRow } from '../../ports/store.ts';
import { type ServiceClock, type TaskClock, withClockPaused } from '../../ports/clock.ts';
import type { ControlPlaneDependencies } from '../dependencies.ts';
import { decidePoll, findRevisionOfPush, type PushEvent } from './push-event.ts';
import { ensureRevisionForPush, latestRevision } from './record-push.ts';

/** Polls local repositories for pushes that no client reports. */
export interface RefPoller {
  /** Starts polling; called when a deployment might now be built on pushes. */
  wake(): void;
  close(): Promise<void>;
}

/** Polling interval in milliseconds on the service clock. */
const EVERY_MS = 2_000;

/** Deployment and ref to poll. */
interface Watched {
  deployment: DeploymentRow;
  address: string;
  ref: string;
}

/**
 * Creates a poller for local repositories whose pushes trigger builds. The poller is idle while no deployment is built
 * on pushes to a local repository. Each poll reads a repository only once for all deployments of the repository.
 */
export function createRefPoller(
  dependencies: ControlPlaneDependencies,
  options: { time: ServiceClock; log: (line: string) => void; isOurs: () => Promise<boolean> },
): RefPoller {
  const { store, remoteHeads: heads } = dependencies;
  const closing = new AbortController();
  let loop: Promise<void> | undefined;
  let poked = false;

  const watched = async (): Promise<Watched[]> => {
    const found: Watched[] = [];
    for (const deployment of await store.deployments.listBuiltOnPush()) {
      const { repo_url: repoUrl } = deployment.sourceConfig;
      if (deployment.status === 'AWAITING_DELETE' || !repoUrl) continue;
      const address = heads.addressOf(repoUrl);
      if (address === undefined) continue;
      const latest = await latestRevision(store, deployment);
      if (latest) found.push({ deployment, address, ref: fullRef(latest.config.repo_ref) });
    }
    return found;
  };

  const pollRepository = async (address: string, own: readonly Watched[]): Promise<boolean> => {
    const refs = [...new Set(own.map(({ ref }) => ref))];
    const found = await heads.read(address, refs, closing.signal);
    // If the repository could not be read, the next poll reads it again.
    if (found === undefined) return false;
    let made = false;
    for (const one of own) {
      const head = found.get(one.ref) ?? null;
      const seen = await store.polledRefs.get(one.deployment.id);
      if (seen?.ref === one.ref && seen.commit === head) continue;
      made = (await store.transaction((tx) => applyPoll(tx, dependencies, one, head))) || made;
    }
    return made;
  };

  /** Polls all repositories once. Returns false if no deployment needs polling. */
  const pollAll = async (): Promise<boolean> => {
    const all = await watched();
    // If several emulators share a store, only one of them polls.
    if (all.length > 0 && !(await options.isOurs())) return true;
    let made = false;
    for (const [address, own] of Map.groupBy(all, (one) => one.address)) {
      made = (await pollRepository(address, own)) || made;
    }
    if (made) dependencies.wakeDataPlane();
    return all.length > 0;
  };

  const follow = async (time: TaskClock): Promise<void> => {
    for (let more = true; more || poked; ) {
      poked = false;
      more = await pollAll();
      if (more) await time.sleep(EVERY_MS, closing.signal);
    }
  };
  const begin = async (): Promise<void> => {
    try {
      await withClockPaused(options.time, follow);
    } catch (error) {
      if (closing.signal.aborted) return;
      options.log(`polling for pushes failed and resumes after the next change: ${String(error)}`);
    }
  };

  const start = () => {
    if (closing.signal.aborted) return;
    loop ??= begin().finally(() => {
      loop = undefined;
      // `wake` might have been called after the poll started.
      if (poked) start();
    });
  };

  return {
    wake() {
      poked = true;
      start();
    },
    async close() {
      closing.abort(new Error('the emulator is closing'));
      await loop;
    },
  };
}

/** Applies the result of a poll to one deployment. Returns whether the poll created a revision. */
async function applyPoll(
  tx: Repositories,
  dependencies: ControlPlaneDependencies,
  { deployment: { id }, address, ref }: Watched,
  head: string | null,
): Promise<boolean> {
  const deployment = await tx.deployments.findById(id);
  const { repo_url: repoUrl, build_on_push: onPush } = deployment?.sourceConfig ?? {};
  // The deployment might have changed since the poll started.
  if (!deployment || deployment.status === 'AWAITING_DELETE' || onPush !== true || !repoUrl) return false;
  const latest = await latestRevision(tx, deployment);
  if (
    !latest ||
    fullRef(latest.config.repo_ref) !== ref ||
    dependencies.remoteHeads.addressOf(repoUrl) !== address
  ) {
    return false;
  }
  const seen = await tx.polledRefs.get(id);
  const pushed = await tx.revisions.listForPush(id, 100);
  const push: PushEvent = {
    repoUrls: [repoUrl],
    ref,
    change: 'moved',
    commit: head,
    observedCommit: null,
    channel: 'poll',
  };
  const decision =
    head !== null && findRevisionOfPush(push, pushed) !== undefined
      ? ({ kind: 'pushed', commit: head } as const)
      : decidePoll({
          ref,
          head,
          previous: seen,
          revisions: await tx.revisions.list(id, { limit: 100, offset: 0 }),
        });
  if (decision.kind === 'nothing' || decision.kind === 'wait') return false;
  await tx.polledRefs.put({ deploymentId: id, ref, commit: head });
  await correctHead(tx, dependencies, deployment, ref, head);
  if (decision.kind !== 'pushed') return false;
  const revision = await ensureRevisionForPush(tx, dependencies, deployment, latest, push);
  return !pushed.some((known: RevisionRow) => known.id === revision.id);
}

/** Replaces the commit that a client has reported for a ref with the commit that the poll found. */
async function correctHead(
  tx: Repositories,
  { clock }: ControlPlaneDependencies,
  { workspaceId, sourceConfig }: DeploymentRow,
  ref: string,
  head: string | null,
): Promise<void> {
  const told = { workspaceId, repository: repositoryKey(sourceConfig.repo_url ?? ''), ref };
  if ((await tx.gitHeads.find(told)) !== undefined) await tx.gitHeads.put(told, head, clock.now());
}
