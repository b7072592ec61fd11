import type { StepIdentity } from '../../runner/contexts.ts';
import { renderTemplate, evaluateCondition, type Scope } from '../../runner/expressions.ts';
import { refusedPhase } from '../../runner/node-action.ts';
import { StepTimeout } from '../../runner/step-process.ts';
import type { StepModel } from '../schema.ts';
import {
  fillEach,
  firstLine,
  type Frame,
  openLog,
  type Session,
  type StepDone,
  stepScope,
  type Surroundings,
} from '../session.ts';
import type { Conclusion, StepResult } from '../types.ts';
import { runScript } from './script.ts';
import { type Reframe, runUses } from './uses.ts';

/**
 * Runs one step of a job or of a composite action: its environment, its condition, its time, `continue-on-error`. What
 * it came to is noted in the `steps` context around it.
 * @param outer the step around it, whose end of time is this one's too
 */
export async function runStep(
  session: Session,
  around: Surroundings,
  step: StepModel,
  index: number,
  outer?: AbortSignal,
): Promise<StepDone> {
  noticeCancel(session);
  const place = placeOf(session, around, step);
  const frame = bareFrame(session, around, step, index, place);
  const done = (result: StepResult, outcome: Conclusion, conclusion: Conclusion): StepDone => {
    if (step.id !== undefined) around.steps[step.id] = { outputs: result.outputs, outcome, conclusion };
    return { ...result, frame, shown: { outcome, conclusion } };
  };
  const nothing: StepResult = { outcome: 'failure', outputs: {}, processes: [] };
  try {
    fillFrame(frame, step);
    if (!evaluateCondition(step.if, frame.scope)) {
      return done({ ...nothing, outcome: 'success' }, 'skipped', 'skipped');
    }
  } catch (error) {
    refusedPhase(openLog(frame), 'main', error);
    return done(nothing, 'failure', 'failure');
  }
  frame.name = displayName(step, frame.scope);
  const result = await guarded(
    session,
    {
      stillNeeded: () => stillHolds(step.if, frame.scope),
      outer,
      timeout: timeoutOf(frame, step),
    },
    (signal) =>
      step.run === undefined
        ? runUses(frame, step, { reframe: reframe(frame, step), runStep }, signal)
        : runScript(frame, step, signal),
  );
  noticeCancel(session);
  const forgiven = result.outcome === 'failure' && isTrue(step['continue-on-error'], frame);
  return done(result, result.outcome, forgiven ? 'success' : result.outcome);
}

function bareFrame(
  session: Session,
  around: Surroundings,
  step: StepModel,
  index: number,
  place: StepIdentity,
): Frame {
  const env = { ...session.job.env, ...around.env };
  const scope = stepScope(session, around, place, env);
  const name = step.name ?? `Run ${step.uses ?? firstLine(step.run ?? '')}`;
  return { session, around, index, phase: 'main', name, place, env, own: { ...around.env }, scope, logs: [] };
}

/** Evaluates the environment of a step: each value sees what is around it, none sees another. */
function fillFrame(frame: Frame, step: StepModel): void {
  const own = fillEach(step.env, frame.scope);
  Object.assign(frame.env, own);
  Object.assign(frame.own, own);
  frame.scope = stepScope(frame.session, frame.around, frame.place, frame.env);
}

/** The same step, framed for its post phase. */
function reframe(frame: Frame, step: StepModel): Reframe {
  // After its job, a composite action is judged like any other step.
  const around = { ...frame.around, status: () => frame.session.job.status };
  return {
    frame: (index) => ({
      ...bareFrame(frame.session, around, step, index, frame.place),
      phase: 'post',
      name: `Post ${frame.name}`,
    }),
    fill: (post) => fillFrame(post, step),
  };
}

/** GITHUB_ACTION and its like: the step's id, or a name made up and numbered. */
function placeOf(session: Session, around: Surroundings, step: StepModel): StepIdentity {
  const { actionPath } = around;
  const remote = /^([^./][^/]*\/[^/@]+)(?:\/[^@]*)?@(.+)$/.exec(step.uses ?? '');
  const base = step.uses === undefined ? 'run' : (remote?.[1]?.replaceAll(/[^A-Za-z0-9_]/g, '_') ?? 'self');
  let action = step.id ?? `__${base}`;
  for (let number = 2; step.id === undefined && session.madeUp.has(action); number += 1) {
    action = `__${base}_${number}`;
  }
  session.madeUp.add(action);
  return { action, actionRepository: remote?.[1] ?? '', actionRef: remote?.[2] ?? '', actionPath };
}

function displayName(step: StepModel, scope: Scope): string {
  const text = step.name ?? `Run ${step.uses ?? firstLine(step.run ?? '')}`;
  try {
    return renderTemplate(text, scope);
  } catch {
    // A name is never a reason to fail.
    return text;
  }
}

/** Whether a condition holds now; one that cannot be read does not. */
export function stillHolds(condition: string | undefined, scope: Scope): boolean {
  try {
    return evaluateCondition(condition, scope);
  } catch {
    return false;
  }
}

function timeoutOf(frame: Frame, step: StepModel): { ms: number; message: string } | undefined {
  const text = step['timeout-minutes'];
  if (text === undefined) return undefined;
  const minutes = Number(renderTemplate(text, frame.scope));
  if (!(minutes > 0)) return undefined;
  return {
    ms: minutes * frame.session.minuteMs,
    message: `The action '${frame.name}' has timed out after ${minutes} minutes.`,
  };
}

function isTrue(setting: string | undefined, frame: Frame): boolean {
  try {
    return renderTemplate(setting ?? '', frame.scope) === 'true';
  } catch (error) {
    refusedPhase(openLog(frame), frame.phase, error);
    return false;
  }
}

interface Guard {
  /** Whether the step still wants to run, asked when its job is cancelled under it. */
  stillNeeded: () => boolean;
  /** The step around it: its end of time is this one's too. */
  outer?: AbortSignal | undefined;
  timeout?: { ms: number; message: string } | undefined;
}

/**
 * Runs a step under the job's cancellation: a step whose condition still holds then (`always()`) goes on, any other is
 * cancelled. A job that was cancelled before cancels nothing any more.
 */
export async function guarded<T>(
  session: Session,
  guard: Guard,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const onCancel = () => {
    session.job.status = 'cancelled';
    if (!guard.stillNeeded()) controller.abort(session.signal.reason);
  };
  const onOuter = () => {
    if (guard.outer?.reason instanceof StepTimeout) controller.abort(guard.outer.reason);
  };
  if (!session.signal.aborted) session.signal.addEventListener('abort', onCancel, { once: true });
  guard.outer?.addEventListener('abort', onOuter, { once: true });
  const timer =
    guard.timeout === undefined
      ? undefined
      : setTimeout(() => controller.abort(new StepTimeout(guard.timeout?.message)), guard.timeout.ms);
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    session.signal.removeEventListener('abort', onCancel);
    guard.outer?.removeEventListener('abort', onOuter);
  }
}

/** Takes notice of a cancellation that came between two steps. */
export function noticeCancel(session: Session): void {
  if (session.signal.aborted) session.job.status = 'cancelled';
}
