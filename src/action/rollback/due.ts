/** What is known when our revision has failed. */
export interface RollbackFacts {
  /** Our revision. */
  ourId: string | undefined;
  /** What was active before the run. */
  targetId: string | undefined;
  activeId: string | undefined;
  latestId: string | undefined;
  /** A rollback was begun in this run. */
  begun: boolean;
}

/** Whether a rollback is due, or why it is not. */
export type RollbackDecision =
  | { kind: 'due'; ourId: string; targetId: string }
  | { kind: 'serves-on' | 'nothing-before' | 'left-alone'; message: string };

/**
 * Judges whether to roll back after a failure: only when ours is the active revision and the latest one, there is
 * something to go back to, and no rollback was begun. A failed revision leaves the earlier one serving (DESIGN §5
 * "queue"): deploying that again would only make a revision for nothing. Pure.
 */
export function decideRollback({
  ourId,
  targetId,
  activeId,
  latestId,
  begun,
}: RollbackFacts): RollbackDecision {
  if (begun) return leave('A rollback was begun in this run already; there is never a second one.');
  if (targetId === undefined || targetId === ourId) {
    return {
      kind: 'nothing-before',
      message: 'There is nothing to roll back to: no other revision was active before.',
    };
  }
  if (activeId === targetId) {
    return {
      kind: 'serves-on',
      message: `Nothing had to be rolled back: revision ${targetId} is still the active one.`,
    };
  }
  if (ourId === undefined || activeId !== ourId) {
    return leave(`Not rolled back: the active revision is ${activeId ?? 'not known'}, which is not ours.`);
  }
  if (latestId !== ourId) {
    return leave(
      `Not rolled back: revision ${latestId ?? '(unknown)'} came after ours and is left its turn.`,
    );
  }
  return { kind: 'due', ourId, targetId };
}

function leave(message: string): RollbackDecision {
  return { kind: 'left-alone', message };
}
