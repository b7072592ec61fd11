import type { Outcome } from '../outcome.ts';
import type { RunRecord } from '../run-record.ts';
import { allPassed } from '../verify/result.ts';
import { planJson, resultJson } from './result.ts';

/** Every output of the action, in the order in which they are documented; a test compares them with action.yml. */
export const OUTPUTS = [
  'outcome',
  'reason-code',
  'deployment-id',
  'deployment-name',
  'deployment-url',
  'revision-id',
  'previous-revision-id',
  'revision-status',
  'commit-sha',
  'created',
  'changed',
  'rollback-revision-id',
  'verified',
  'plan-id',
  'plan',
  'pull-request',
  'swept',
  'github-deployment-id',
  'comment-id',
  'duration-seconds',
  'result',
] as const;
export type OutputName = (typeof OUTPUTS)[number];

/** The value of every output, in every outcome; what is not known is empty. Pure. */
export function outputsOf(outcome: Outcome, record: RunRecord, now: number): Record<OutputName, string> {
  return {
    outcome: outcome.kind,
    'reason-code': outcome.reason,
    'deployment-id': record.deployment?.id ?? '',
    'deployment-name': record.deployment?.name ?? '',
    'deployment-url': record.deployment?.url ?? '',
    'revision-id': record.revision?.id ?? '',
    'previous-revision-id': record.previousRevisionId ?? '',
    'revision-status': record.revision?.status ?? '',
    'commit-sha': record.revision?.commit ?? record.commit ?? '',
    created: String(record.created),
    changed: String(record.changed),
    'rollback-revision-id': record.rollback?.revisionId ?? '',
    verified: record.verification === undefined ? '' : String(allPassed(record.verification)),
    'plan-id': record.planId ?? '',
    plan: record.plan === undefined ? '' : JSON.stringify(planJson(record.plan)),
    'pull-request': record.pullRequest === undefined ? '' : String(record.pullRequest),
    swept: record.swept === undefined ? '' : JSON.stringify({ previews: record.swept }),
    'github-deployment-id':
      record.github.deploymentId === undefined ? '' : String(record.github.deploymentId),
    'comment-id': record.github.commentId === undefined ? '' : String(record.github.commentId),
    'duration-seconds': secondsOf(record, now),
    result: JSON.stringify(resultJson(outcome, record, now)),
  };
}

/** How long the run took. */
export function secondsOf(record: RunRecord, now: number): string {
  return String(Math.round(Math.max(0, now - record.startedAt) / 100) / 10);
}
