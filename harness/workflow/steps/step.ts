import type { StepIdentity } from '../../runner/contexts.ts';
import { renderTemplate, evaluateCondition, type Scope } from '../../runner/expressions.ts';
import type { StepModel } from '../schema.ts';
import {
  fillEach,
  firstLine,
  type Frame,
  openLog,
  refused,
  type Session,
  type StepDone,
  stepScope,
} from '../session.ts';
import type { Conclusion, StepResult } from '../types.ts';
import { runScript } from './script.ts';
import { runUses } from './uses.ts';

/** Runs one step of a job with its environment, its condition and `continue-on-error`. */
export async function runStep(session: Session, step: StepModel, index: number): Promise<StepDone> {
  noticeCancel(session);
  const frame = openFrame(session, step, { index, phase: 'main', place: placeOf(session, step) });
  const done = (result: StepResult, outcome: Conclusion, conclusion = outcome): StepDone => {
    if (step.id !== undefined) session.steps[step.id] = { outputs: result.outputs, outcome, conclusion };
    return { ...result, frame, shown: { outcome, conclusion } };
  };
  try {
    fillFrame(frame, step);
    if (!evaluateCondition(step.if, frame.scope)) {
      return done({ outcome: 'success', outputs: {}, processes: [] }, 'skipped');
    }
  } catch (error) {
    return done(refused(openLog(frame), 'main', error), 'failure');
  }
  frame.name = displayName(step, frame.scope);
  const result = await guarded(
    session,
    () => holdsNow(step.if, frame.scope),
    (signal) => (step.run === undefined ? runUses : runScript)(frame, step, signal),
  );
  noticeCancel(session);
  const forgiven = result.outcome === 'failure' && isTrue(step['continue-on-error'], frame);
  return done(result, result.outcome, forgiven ? 'success' : result.outcome);
}

/** Creates the frame of a step's phase, before its own environment is evaluated. */
export function openFrame(
  session: Session,
  step: StepModel,
  given: Pick<Frame, 'index' | 'phase' | 'place'> & { name?: string },
): Frame {
  const env = { ...session.job.env };
  const scope = stepScope(session, given.place, env);
  const name = step.name ?? `Run ${step.uses ?? firstLine(step.run ?? '')}`;
  return { name, ...given, session, env, scope, logs: [] };
}

/** Evaluates the environment of a step. Each value can use the outer environment, but not other values of the step. */
export function fillFrame(frame: Frame, step: StepModel): void {
  Object.assign(frame.env, fillEach(step.env, frame.scope));
  frame.scope = stepScope(frame.session, frame.place, frame.env);
}

/** Returns GITHUB_ACTION and related values: the step's ID, or a generated name with a number. */
function placeOf(session: Session, step: StepModel): StepIdentity {
  const remote = /^([^./][^/]*\/[^/@]+)(?:\/[^@]*)?@(.+)$/.exec(step.uses ?? '');
  const base = step.uses === undefined ? 'run' : (remote?.[1]?.replaceAll(/[^A-Za-z0-9_]/g, '_') ?? 'self');
  let action = step.id ?? `__${base}`;
  for (let number = 2; step.id === undefined && session.madeUp.has(action); number += 1) {
    action = `__${base}_${number}`;
  }
  session.madeUp.add(action);
  return { action, actionRepository: remote?.[1] ?? '', actionRef: remote?.[2] ?? '' };
}

function displayName(step: StepModel, scope: Scope): string {
  const text = step.name ?? `Run ${step.uses ?? firstLine(step.run ?? '')}`;
  try {
    return renderTemplate(text, scope);
  } catch {
    // An invalid name must not fail the step, and is used without evaluation.
    return text;
  }
}

/** Returns whether a condition is true now; an invalid condition is not. */
export function holdsNow(condition: string | undefined, scope: Scope): boolean {
  try {
    return evaluateCondition(condition, scope);
  } catch {
    return false;
  }
}

function isTrue(setting: string | undefined, frame: Frame): boolean {
  try {
    return renderTemplate(setting ?? '', frame.scope) === 'true';
  } catch (error) {
    refused(openLog(frame), frame.phase, error);
    return false;
  }
}

/**
 * Runs a step that the job's cancellation cancels, unless the step's condition is still true (`always()`). The
 * cancellation of a job that was already canceled does not cancel the step again.
 */
export async function guarded<T>(
  session: Session,
  stillNeeded: () => boolean,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const onCancel = () => {
    session.job.status = 'cancelled';
    if (!stillNeeded()) controller.abort(session.signal.reason);
  };
  if (!session.signal.aborted) session.signal.addEventListener('abort', onCancel, { once: true });
  try {
    return await work(controller.signal);
  } finally {
    session.signal.removeEventListener('abort', onCancel);
  }
}

/** Processes a cancellation that arrived between two steps. */
export function noticeCancel(session: Session): void {
  if (session.signal.aborted) session.job.status = 'cancelled';
}
