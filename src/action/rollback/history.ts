import type { ControlPlane } from '../../clients/control-plane.ts';
import { isApiError } from '../../clients/errors.ts';
import { revisionPages } from '../apply/read.ts';
import type { RollbackTo } from '../inputs/settings.ts';
import { ActionError } from '../outcome/outcome.ts';
import { type CurrentDeployment, type RevisionView, toRevisionView } from '../plan/current.ts';
import { type TargetChoice, chooseTarget, demandDeployed, type RevisionHistory } from './target.ts';

/**
 * The revision that a rollback goes to, with as much of the past as it took to find it; a re-run needs it whole, to see
 * what was done already. Throws Stop when there is none.
 */
export async function findRollbackTarget(
  controlPlane: ControlPlane,
  current: CurrentDeployment,
  { to, rerun }: { to: RollbackTo; rerun: boolean },
  signal: AbortSignal,
): Promise<{ target: RevisionView; past: RevisionHistory }> {
  if (to.kind === 'revision') {
    const revision = await readRevision(controlPlane, current, to.id, signal);
    const past = { revisions: current.revisions, activeId: current.activeRevisionId, complete: false };
    return { target: demand(demandDeployed(revision, current.activeRevisionId)), past };
  }
  const past: RevisionHistory = { revisions: [], activeId: current.activeRevisionId, complete: false };
  for await (const page of revisionPages(controlPlane, current.id, signal)) {
    past.revisions = [...past.revisions, ...page.map(toRevisionView)];
    const choice = rerun ? undefined : chooseTarget(to, past);
    if (choice !== undefined) return { target: await demandSame(demand(choice)), past };
  }
  past.complete = true;
  const choice = chooseTarget(to, past);
  if (choice === undefined) throw new Error('a whole past leaves the target open');
  return { target: await demandSame(demand(choice)), past };

  /** What is brought back has to be the same by its ID as in the list. */
  async function demandSame(listed: RevisionView): Promise<RevisionView> {
    const byId = await readRevision(controlPlane, current, listed.id, signal);
    // One of them may say less.
    const same = (['status', 'commit', 'imageUri', 'tarballPath', 'ref'] as const).every(
      (field) => !byId[field] || !listed[field] || byId[field] === listed[field],
    );
    const { commit = listed.commit, ref = listed.ref, imageUri = listed.imageUri } = byId;
    const { tarballPath = listed.tarballPath } = byId;
    if (same) return { ...byId, commit, ref, imageUri, tarballPath };
    throw new ActionError(
      'contradictory-answers',
      `Two answers show revision ${listed.id} of ${current.name} otherwise; nothing was sent. Run the workflow again when the service answers the same to both.`,
    );
  }
}

/** One revision of the deployment; throws Stop when it has none of this ID. */
export async function readRevision(
  controlPlane: ControlPlane,
  { id, name }: Pick<CurrentDeployment, 'id' | 'name'>,
  revisionId: string,
  signal: AbortSignal,
): Promise<RevisionView> {
  try {
    return toRevisionView(await controlPlane.getRevision(id, revisionId, signal));
  } catch (error) {
    if (!isApiError(error, 404) && !isApiError(error, 422)) throw error;
    throw new ActionError(
      'revision-not-found',
      `${name} has no revision ${revisionId}. \`action: status\` lists the revisions it has.`,
      { cause: error },
    );
  }
}

function demand(choice: TargetChoice): RevisionView {
  if (choice.kind === 'refused') throw new ActionError(choice.reason, choice.message);
  return choice.revision;
}
