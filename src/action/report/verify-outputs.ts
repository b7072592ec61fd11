import type { Outcome } from '../outcome.ts';
import type { RunRecord } from '../run-record.ts';
import { allPassed, mostTellingCheck } from '../verify/result.ts';
import { secondsOf } from './outputs.ts';
import { resultJson } from './result.ts';

/** Every output of `verify/action.yml`, in the order in which they are documented. */
export const VERIFY_OUTPUTS = [
  'verified',
  'outcome',
  'reason-code',
  'cases',
  'passed',
  'thread-id',
  'run-id',
  'deployment-id',
  'deployment-url',
  'revision-id',
  'duration-seconds',
  'result',
] as const;

/** The value of every output, in every outcome; what is not known is empty. Pure. */
export function verifyOutputsOf(
  outcome: Outcome,
  record: RunRecord,
  now: number,
): Record<(typeof VERIFY_OUTPUTS)[number], string> {
  const { verification, deployment } = record;
  const results = verification?.results ?? [];
  const shown = verification && mostTellingCheck(verification);
  return {
    // Where nothing was verified, nothing is.
    verified: String(verification !== undefined && allPassed(verification)),
    outcome: outcome.kind,
    'reason-code': outcome.reason,
    cases: String(results.length),
    passed: String(results.filter(({ result }) => result === 'passed').length),
    'thread-id': shown?.threadId ?? '',
    'run-id': shown?.runId ?? '',
    'deployment-id': deployment?.id ?? '',
    'deployment-url': record.agentUrl ?? deployment?.url ?? '',
    'revision-id': verification?.revisionId ?? '',
    'duration-seconds': secondsOf(record, now),
    result: JSON.stringify(resultJson(outcome, record, now)),
  };
}
