import type { StepLog } from '../../runner/job/step-log.ts';
import type { Annotation } from '../../runner/index.ts';
import { unmaskedPlaces } from '../../runner/masks/violations.ts';
import type { StepDone } from '../steps/step.ts';
import type { JobRun, StepRun } from '../types.ts';
import type { JobOutputs } from './outputs.ts';
import type { JobRequest } from './run-job.ts';
import type { Session } from './session.ts';

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
