import { fullRef } from '../../ports/git-names.ts';
import type { RevisionRow } from '../../ports/store.ts';
import type { ControlPlaneDependencies } from '../deps.ts';
import { recordPush } from './record-push.ts';
import type { PushEvent } from './push-event.ts';

/** A push that reached a repository, as whoever runs the emulator tells it. */
export interface PushRequest {
  repoUrl: string;
  /** A branch: its bare name, or `refs/heads/<name>`. A tag (`refs/tags/<name>`) never makes a revision. */
  ref: string;
  /** The commit pushed; absent: whatever the ref names when it is built. */
  commitSha?: string | undefined;
  /** The ref is new, and brings no commit: the service builds nothing then (facts/service §1.4). */
  created?: boolean | undefined;
  /** The ref is gone. */
  deleted?: boolean | undefined;
  /** Only this workspace's deployments; absent: everybody's. */
  workspaceId?: string | undefined;
}

/** How long a local repository may take to tell where a ref leads. */
const LOOK_MS = 10_000;

/**
 * Makes a revision of every deployment that is built on a push to this ref (spec §2.2 `build_on_push`), each time it is
 * told; the same push told on another way before has its revision already. Gives the push's revisions.
 */
export async function acceptPush(deps: ControlPlaneDependencies, push: PushRequest): Promise<RevisionRow[]> {
  const ref = fullRef(push.ref);
  const told: PushEvent = {
    repoUrls: [push.repoUrl],
    ref,
    change: push.deleted === true ? 'deleted' : push.created === true ? 'created' : 'moved',
    commit: push.commitSha ?? null,
    observedCommit: push.commitSha === undefined ? await look(deps, push.repoUrl, ref) : null,
    channel: 'local',
    workspaceId: push.workspaceId,
  };
  const revisions = await deps.store.transaction((tx) => recordPush(tx, deps, told));
  if (revisions.length > 0) deps.wakeDataPlane();
  return revisions;
}

/** Where the ref of a local repository leads; null when that cannot be found out. */
async function look(
  { remoteHeads: heads }: ControlPlaneDependencies,
  repoUrl: string,
  ref: string,
): Promise<string | null> {
  const address = heads.addressOf(repoUrl);
  if (address === undefined) return null;
  try {
    return (await heads.read(address, [ref], AbortSignal.timeout(LOOK_MS)))?.get(ref) ?? null;
  } catch {
    // It is only to know the same push again.
    return null;
  }
}
