import { LOCAL_STEP } from '../runner/contexts.ts';
import { renderTemplate } from '../runner/expressions.ts';
import { unmaskedPlaces } from '../runner/masks.ts';
import type { StepsJobModel } from './schema.ts';
import {
  fillEach,
  type JobRequest,
  openLog,
  refused,
  type Session,
  type StepDone,
  stepScope,
} from './session.ts';
import type { JobRun, StepRun } from './types.ts';

/** Returns one step as the page of a job shows it. */
export function stepPage(session: Session, done: StepDone, id: string | null): StepRun {
  const { frame, shown } = done;
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
    annotations: frame.logs.flatMap((log) => log.annotations),
    processes: done.processes,
  };
}

/** Returns a job as the page of the job shows it. */
export function jobPage(
  session: Session,
  request: JobRequest,
  steps: StepRun[],
  outputs: Record<string, string>,
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
    permissions: request.permissions,
    environment: request.environment === null ? null : { name: request.environment, url },
    concurrency: request.concurrency,
    steps,
    log: log.lines.flatMap((line) => line.text ?? []).join('\n'),
    lines: log.lines,
    summary: log.summary(),
    annotations,
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

/** Returns a job that was not started, and the reason. */
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
    permissions: {},
    environment: null,
    concurrency: null,
    steps: [],
    log: '',
    lines: [],
    summary: '',
    annotations: problem === undefined ? [] : [{ level: 'error', message: problem, ...place }],
    maskViolations: [],
  };
}

/**
 * Returns the outputs of a job without empty outputs, and without outputs that may contain a secret, which cause a
 * warning.
 */
export function collectOutputs(
  session: Session,
  declared: StepsJobModel['outputs'],
  index: number,
): Record<string, string> {
  const { job } = session;
  const outputs: Record<string, string> = {};
  if (Object.keys(declared).length === 0) return outputs;
  const log = openLog({ session, index, phase: 'post', logs: session.own });
  log.print('Evaluate and set job outputs');
  try {
    const scope = stepScope(session, LOCAL_STEP, job.env);
    for (const [name, value] of Object.entries(fillEach(declared, scope))) {
      if (value === '') continue;
      if (job.log.masker.mask(value) === value) outputs[name] = value;
      else log.say('warning', `Skip output '${name}' since it may contain secret.`);
    }
    return outputs;
  } catch (error) {
    log.say('error', 'Fail to evaluate job outputs');
    refused(log, 'post', error);
    if (job.status === 'success') job.status = 'failure';
    return {};
  }
}

/** Returns the URL of an environment, or null if it has none or the URL may contain a secret. */
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
