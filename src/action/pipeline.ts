import { rejectOnAbort } from '../clients/clock.ts';
import { type RunEvent, type SkipContext, readRunEvent, skipEvent } from './event.ts';
import type { Host } from './host/host.ts';
import { describeProblem, type Problem } from './inputs/problem.ts';
import { displayOf } from './inputs/read.ts';
import type { Display } from './inputs/settings.ts';
import { DEFAULT_POLICY, outcome, type Outcome, type Policy, toOutcome } from './outcome.ts';
import type { RedactedRunner } from './secret-masker.ts';

interface ReportOptions {
  display: Display;
  policy: Policy;
}

/** Inputs that were parsed without a problem. */
export interface ValidInputs<Settings> extends ReportOptions {
  ok: true;
  settings: Settings;
  warnings: readonly Problem[];
}

export interface RunSignals {
  signal: AbortSignal;
  /** Signal that is aborted with the error when an unhandled error occurs. */
  crash: AbortSignal;
}

/** The steps of one action in the order of their execution. */
export interface Action<Settings> {
  maskInputs(event: RunEvent): void;
  /**
   * Returns the inputs that determine whether the event is skipped; absent if the action skips no event, because the
   * action needs no secret and changes nothing outside the job.
   */
  skipContext?(): Omit<SkipContext, 'actor'>;
  skipped?(): void;
  readInputs(
    event: RunEvent,
  ): Promise<
    | ValidInputs<Settings>
    | (ReportOptions & { ok: false; problems: readonly Problem[]; warnings: readonly Problem[] })
  >;
  run(inputs: ValidInputs<Settings>, event: RunEvent): Promise<Outcome>;
  /**
   * Returns the outcome of a cancelled run, and must resolve within the few seconds that the runner grants a cancelled
   * step.
   */
  cancelled(): Promise<Outcome>;
  failed?(error: unknown): Promise<Outcome>;
  close?(end: Outcome): Promise<void>;
  report(end: Outcome, options: ReportOptions): Promise<0 | 1>;
}

/**
 * Runs an action: reads the event and the inputs, masks secrets, calls `run`, writes the outputs for every outcome,
 * reports the outcome, and returns the exit code.
 */
export async function runAction<Settings>(
  { host, masker }: RedactedRunner,
  action: Action<Settings>,
  signals: RunSignals,
): Promise<0 | 1> {
  const early: string[] = [];
  const event = readRunEvent({ ...host, log: (line) => early.push(line) });
  // Masks secrets before the first log line, because even a message about an input can contain a secret.
  action.maskInputs(event);
  for (const line of early) host.log(line);
  const beforeInputs = (): ReportOptions => ({ policy: DEFAULT_POLICY, display: displayOf(host.env) });
  let options: ReportOptions | undefined;
  let end: Outcome;
  try {
    const skipContext = action.skipContext?.();
    const skipped = skipContext && skipEvent(event, { ...skipContext, actor: host.env['GITHUB_ACTOR'] });
    if (skipped !== undefined) {
      action.skipped?.();
      return await action.report(skipped, beforeInputs());
    }
    const inputs = await action.readInputs(event);
    options = inputs;
    for (const warning of [...inputs.warnings, ...masker.warnings()]) {
      host.annotate({ level: 'warning', title: 'Agent Deploy: input', message: describeProblem(warning) });
    }
    if (inputs.ok) {
      end = await carryOut(host, action, inputs, event, signals);
      await action.close?.(end);
    } else end = invalidInputs(inputs.problems);
  } catch (error) {
    end = logInternalError(host, error, toOutcome(error));
  }
  return action.report(end, options ?? beforeInputs());
}

/**
 * Runs the action until it ends, is cancelled or crashes. Does not wait for work that ignores the cancellation, because
 * a cancelled step has only a few seconds left.
 */
async function carryOut<Settings>(
  host: Host,
  action: Action<Settings>,
  inputs: ValidInputs<Settings>,
  event: RunEvent,
  { signal, crash }: RunSignals,
): Promise<Outcome> {
  try {
    return await rejectOnAbort(AbortSignal.any([signal, crash]), () => action.run(inputs, event));
  } catch (error) {
    if (signal.aborted) return await action.cancelled();
    return logInternalError(host, error, (await action.failed?.(error)) ?? toOutcome(error));
  }
}

function invalidInputs(problems: readonly Problem[]): Outcome {
  const count =
    problems.length === 1 ? 'An input is invalid' : `${problems.length} inputs or fields are invalid`;
  const lines = problems.map((problem) => `- ${describeProblem(problem)}`);
  return outcome('failed', 'invalid-input', [`${count}; nothing was sent.`, ...lines].join('\n'));
}

/** Logs the stack of an internal error. For any other error, the message of the outcome is sufficient. */
function logInternalError(host: Host, error: unknown, end: Outcome): Outcome {
  if (end.reason !== 'internal-error' || !(error instanceof Error)) return end;
  host.startGroup('Where it failed');
  for (const line of (error.stack ?? '').split('\n')) host.log(line);
  host.endGroup();
  return end;
}
