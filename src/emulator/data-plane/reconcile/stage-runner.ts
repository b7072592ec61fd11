import { isFinal } from '../../../contract/statuses.ts';
import { StepAborted, StepFailure } from '../build/step-failure.ts';
import type { LifecycleFault, LifecycleFaults } from '../../ports/faults.ts';
import type { TaskClock } from '../../ports/time.ts';
import type { RevisionLease } from './hold.ts';
import type { Stage } from './stages.ts';

export interface StageDependencies {
  /** Time stands still except while the stage sleeps on it, or pauses. */
  clock: TaskClock;
  faults: LifecycleFaults;
  /** Resolves at the next poke; rejects when aborted. */
  pause: (signal: AbortSignal) => Promise<void>;
}

/** A stage failed: the revision becomes what `failureOf` says. */
export class StageFailure extends Error {
  override readonly name = 'StageFailure';
  readonly stage: Stage;

  constructor(stage: Stage, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.stage = stage;
  }
}

/**
 * Takes a revision through one stage: its status is shown, its work is done, and whatever the fault rules have in store
 * for the stage happens (DESIGN §8 "faults").
 * @throws StageFailure, or StepAborted when the revision is no longer to be advanced.
 */
export async function runStage<T>(
  deps: StageDependencies,
  hold: RevisionLease,
  options: { stage: Stage; deploymentName: string; signal: AbortSignal },
  work: () => Promise<T>,
): Promise<T> {
  const { stage, deploymentName, signal } = options;
  const { clock } = deps;
  const rule = () => deps.faults.decide(deploymentName, stage, hold.row().id);
  try {
    const shown = rule()?.status ?? stage;
    // The last stage is shown by the switch itself, unless a rule shows something in its place.
    if (shown !== 'DEPLOYED') await showStatus(hold, shown);
    const since = clock.elapsed();
    await holdBack(deps, rule, signal);
    const result = await work();
    const left = (rule()?.durationMs ?? 0) - (clock.elapsed() - since);
    if (left > 0) await clock.sleep(left, signal);
    await holdBack(deps, rule, signal);
    const reason = rule()?.fail;
    if (reason !== undefined) throw new StepFailure(reason);
    return result;
  } catch (error) {
    if (signal.aborted) throw new StepAborted('given up', { cause: error });
    throw error instanceof StepAborted ? error : new StageFailure(stage, error);
  }
}

/** Writes a status; a text of the rules that is final ends the revision there. */
async function showStatus(hold: RevisionLease, status: string): Promise<void> {
  if (hold.row().status !== status) await hold.write({ status, statusMessage: null });
  if (isFinal(status)) throw new StepAborted(`a fault rule ended the revision as ${status}`);
}

/** Waits for as long as a rule stalls the stage. */
async function holdBack(
  { pause }: StageDependencies,
  rule: () => LifecycleFault | undefined,
  signal: AbortSignal,
): Promise<void> {
  while (rule()?.stall === true) await pause(signal);
}
