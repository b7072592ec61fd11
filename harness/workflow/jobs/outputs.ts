import { refused } from '../../runner/action/node-phase.ts';
import { fill } from '../../runner/expressions/index.ts';
import { LOCAL_STEP } from '../../runner/job/contexts.ts';
import type { StepsJobModel } from '../model/schema.ts';
import { openLog, stepScope, type Session, type Surroundings } from './session.ts';

/** GitHub counts two bytes a character. */
const MOST_BYTES = 1_048_576;

export interface JobOutputs {
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
  around: Surroundings,
  declared: StepsJobModel['outputs'],
  index: number,
): JobOutputs {
  const { job } = session;
  const result: JobOutputs = { outputs: {}, skipped: [] };
  if (Object.keys(declared).length === 0) return result;
  const log = openLog({ session, index, phase: 'post', env: {}, logs: session.own });
  log.print('Evaluate and set job outputs');
  try {
    const scope = stepScope(session, around, LOCAL_STEP, job.env);
    const values = Object.entries(declared).map(([name, text]) => [name, fill(text, scope)] as const);
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
export function environmentUrl(
  session: Session,
  around: Surroundings,
  model: StepsJobModel,
  index: number,
): string | null {
  const { environment } = model;
  if (environment?.url === undefined) return null;
  const log = openLog({ session, index, phase: 'post', env: {}, logs: session.own });
  try {
    const url = fill(environment.url, stepScope(session, around, LOCAL_STEP, session.job.env));
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
