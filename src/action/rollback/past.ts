import type { ControlPlane } from '../../clients/control-plane-port.ts';
import { isApiError } from '../../clients/errors.ts';
import { PAGE_MAX } from '../../contract/limits.ts';
import type { RollbackTo } from '../inputs/settings.ts';
import { Stop } from '../outcome/outcome.ts';
import { type Actual, type RevisionView, viewRevision } from '../plan/actual.ts';
import { type Choice, chooseTarget, demandDeployed, type Past } from './target.ts';

/** No past is that long: a server that keeps on paging is stopped here. */
const MAX_PAGES = 20;

/**
 * The revision that a rollback goes to, with as much of the past as it took to find it; a re-run needs it whole, to see
 * what was done already. Throws Stop when there is none.
 */
export async function findRollbackTarget(
  plane: ControlPlane,
  actual: Actual,
  { to, rerun }: { to: RollbackTo; rerun: boolean },
  signal: AbortSignal,
): Promise<{ target: RevisionView; past: Past }> {
  if (to.kind === 'revision') {
    const revision = await readRevision(plane, actual, to.id, signal);
    const past = { revisions: actual.revisions, activeId: actual.activeRevisionId, complete: false };
    return { target: demand(demandDeployed(revision, actual.activeRevisionId)), past };
  }
  const past: Past = { revisions: [], activeId: actual.activeRevisionId, complete: false };
  for (let page = 1; ; page += 1) {
    const more = await plane.listRevisions(
      actual.id,
      { limit: PAGE_MAX, offset: past.revisions.length },
      signal,
    );
    const known = new Set(past.revisions.map(({ id }) => id));
    const fresh = more.map(viewRevision).filter(({ id }) => !known.has(id));
    past.revisions = [...past.revisions, ...fresh];
    past.complete = more.length < PAGE_MAX || fresh.length === 0 || page === MAX_PAGES;
    const choice = rerun && !past.complete ? undefined : chooseTarget(to, past);
    if (choice !== undefined) return { target: demand(choice), past };
  }
}

/** One revision of the deployment; throws Stop when it has none of this ID. */
export async function readRevision(
  plane: ControlPlane,
  { id, name }: Pick<Actual, 'id' | 'name'>,
  revisionId: string,
  signal: AbortSignal,
): Promise<RevisionView> {
  try {
    return viewRevision(await plane.getRevision(id, revisionId, signal));
  } catch (error) {
    if (!isApiError(error, 404) && !isApiError(error, 422)) throw error;
    throw new Stop(
      'revision-not-found',
      `${name} has no revision ${revisionId}. \`action: status\` lists the revisions it has.`,
      { cause: error },
    );
  }
}

function demand(choice: Choice): RevisionView {
  if (choice.kind === 'refused') throw new Stop(choice.reason, choice.message);
  return choice.revision;
}
