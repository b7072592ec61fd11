import { LOCAL_STEP } from '../runner/contexts.ts';
import { renderTemplate } from '../runner/expressions.ts';
import type { StepLog } from '../runner/log.ts';
import { unmaskedPlaces } from '../runner/masks.ts';
import type { Annotation } from '../runner/types.ts';
import type { StepsJobModel } from './schema.ts';
import { type JobRequest, openLog, refused, type Session, type StepDone, stepScope } from './session.ts';
import type { JobRun, StepRun } from './types.ts';

const PER_LEVEL = 10;
const PER_JOB = 50;
const SUMMARIES = 20;

/** What the page of a job shows of one step. */
export function stepPage(session: Session, done: StepDone, id: string | null, durationMs: number): StepRun {
  const { frame, shown } = done;
  const { annotations, dropped } = ofStep(frame.logs);
  return {
    index: frame.index,
    id,
    name: session.job.log.masker.mask(frame.name),
    phase: frame.phase,
    outcome: shown.outcome,
    conclusion: shown.conclusion,
    outputs: done.outputs,
    log: session.job.log.lines
      .filter((line) => line.step === frame.index)
      .flatMap((line) => line.text ?? [])
      .join('\n'),
    summary: session.job.log.summary(frame.index),
    annotations,
    annotationsDropped: dropped,
    durationMs,
    processes: done.processes,
    commands: frame.logs.flatMap((log) => log.commands),
    deprecatedCommands: frame.logs.flatMap((log) => log.deprecatedCommands),
  };
}

/** Ten of each level, however many processes the step had. */
function ofStep(logs: readonly StepLog[]): { annotations: Annotation[]; dropped: number } {
  const counts = { error: 0, warning: 0, notice: 0 };
  const all = logs.flatMap((log) => log.annotations);
  const annotations = all.filter((item) => {
    counts[item.level] += 1;
    return counts[item.level] <= PER_LEVEL;
  });
  const dropped = logs.reduce((sum, log) => sum + log.dropped, 0) + all.length - annotations.length;
  return { annotations, dropped };
}

/** What the page of a job shows. */
export function jobPage(
  session: Session,
  request: JobRequest,
  steps: StepRun[],
  { outputs, skipped }: JobOutputs,
  url: string | null,
): JobRun {
  const { log } = session.job;
  const annotations = [
    ...steps.flatMap((step) => step.annotations),
    ...session.own.flatMap((own) => own.annotations),
  ];
  return {
    id: request.key,
    name: request.name,
    result: session.job.status,
    counts: request.counts,
    outputs,
    skippedOutputs: skipped,
    permissions: request.permissions,
    environment: request.environment === null ? null : { name: request.environment, url },
    concurrency: request.concurrency,
    steps,
    log: log.lines.flatMap((line) => line.text ?? []).join('\n'),
    lines: log.lines,
    summary: steps
      .map((step) => step.summary)
      .filter((text) => text !== '')
      .slice(0, SUMMARIES)
      .join('\n'),
    annotations: annotations.slice(0, PER_JOB),
    masks: log.masks,
    maskViolations: [
      ...log.lateMasks,
      ...unmaskedPlaces(log.hidden, annotations, {}),
      ...steps.flatMap((step) =>
        unmaskedPlaces(log.hidden, [], step.outputs).map((violation) => ({
          ...violation,
          at: `${step.id ?? `step ${step.index + 1}`}.${violation.at}`,
        })),
      ),
    ],
  };
}

/** A job that was never started, and why not. */
export function unstartedJob(
  id: string,
  name: string,
  result: 'skipped' | 'cancelled' | 'failure',
  problem?: string,
): JobRun {
  const place = { title: null, file: null, line: null, from: 'runner' as const };
  return {
    id,
    name,
    result,
    counts: true,
    outputs: {},
    skippedOutputs: [],
    permissions: {},
    environment: null,
    concurrency: null,
    steps: [],
    log: '',
    lines: [],
    summary: '',
    annotations: problem === undefined ? [] : [{ level: 'error', message: problem, ...place }],
    masks: [],
    maskViolations: [],
  };
}

/** GitHub counts two bytes a character. */
const MOST_BYTES = 1_048_576;

interface JobOutputs {
  outputs: Record<string, string>;
  /** Held back, because they may contain a secret. */
  skipped: string[];
}

/**
 * The outputs of a job: empty ones are left out, those that may hold a secret are held back with a warning, and too much
 * of them fails the job.
 */
export function collectOutputs(
  session: Session,
  declared: StepsJobModel['outputs'],
  index: number,
): JobOutputs {
  const { job } = session;
  const result: JobOutputs = { outputs: {}, skipped: [] };
  if (Object.keys(declared).length === 0) return result;
  const log = openLog({ session, index, phase: 'post', logs: session.own });
  log.print('Evaluate and set job outputs');
  try {
    const scope = stepScope(session, LOCAL_STEP, job.env);
    const values = Object.entries(declared).map(
      ([name, text]) => [name, renderTemplate(text, scope)] as const,
    );
    const bytes = values.reduce((sum, [name, value]) => sum + 2 * (name.length + value.length), 0);
    if (bytes > MOST_BYTES) throw new Error(`Job outputs exceed ${MOST_BYTES.toLocaleString('en')} bytes`);
    for (const [name, value] of values) {
      if (value === '') continue;
      if (job.log.masker.mask(value) !== value) {
        log.say('warning', `Skip output '${name}' since it may contain secret.`);
        result.skipped.push(name);
      } else {
        log.print(`Set output '${name}'`);
        result.outputs[name] = value;
      }
    }
    return result;
  } catch (error) {
    log.say('error', 'Fail to evaluate job outputs');
    refused(log, 'post', error);
    if (job.status === 'success') job.status = 'failure';
    return { outputs: {}, skipped: [] };
  }
}

/** The address an environment is shown with; null when there is none, or it may hold a secret. */
export function environmentUrl(session: Session, model: StepsJobModel, index: number): string | null {
  const { environment } = model;
  if (environment?.url === undefined) return null;
  const log = openLog({ session, index, phase: 'post', logs: session.own });
  try {
    const url = renderTemplate(environment.url, stepScope(session, LOCAL_STEP, session.job.env));
    if (session.job.log.masker.mask(url) === url) return url === '' ? null : url;
    log.say(
      'warning',
      `Skip setting environment url as environment '${environment.name}' may contain secret.`,
    );
    return null;
  } catch (error) {
    log.say('error', 'Failed to evaluate environment url');
    refused(log, 'post', error);
    if (session.job.status === 'success') session.job.status = 'failure';
    return null;
  }
}
