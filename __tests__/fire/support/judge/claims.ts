import { OUTPUTS } from '../../../../src/action/report/outputs.ts';
import { REASONS } from '../../../../src/action/outcome.ts';
import type { PlayedRun } from '../play/played.ts';
import { type Court, madeBy, output } from './court.ts';

/** Every output is there, they agree with one another, and the exit code with the policies. */
export function judgeReport({ accuse }: Court, run: PlayedRun): void {
  const { outputs } = run;
  for (const name of OUTPUTS) if (outputs[name] === undefined) accuse(run, `the output ${name} is missing`);
  const outcome = output(run, 'outcome');
  const reason = output(run, 'reason-code');
  const reasons: Record<string, Record<string, string>> = REASONS;
  if (reasons[outcome]?.[reason] === undefined) accuse(run, 'there is no such outcome');
  const result: Record<string, unknown> = JSON.parse(output(run, 'result') || '{}');
  const said = {
    outcome: result['outcome'],
    reason: result['reason_code'],
    created: String(result['created']),
  };
  if (said.outcome !== outcome || said.reason !== reason || said.created !== output(run, 'created')) {
    accuse(run, 'the output result says something else than the outputs');
  }
  const expected = {
    deployed: 0,
    unchanged: 0,
    planned: 0,
    submitted: 0,
    skipped: 0,
    failed: 1,
    cancelled: 1,
    superseded: run.plan.onSuperseded === 'fail' ? 1 : 0,
    'timed-out': run.plan.onTimeout === 'fail' ? 1 : 0,
  }[outcome];
  if (run.code !== expected) accuse(run, `it exits with ${run.code}`);
  if (outcome === 'submitted' && run.plan.wait) accuse(run, 'it did not wait, though it should');
  if (outcome === 'planned' && !run.plan.dryRun) accuse(run, 'it only planned');
  if (reason === 'internal-error') accuse(run, `the action broke: ${run.log.slice(-1000)}`);
}

/** IDs are real ones; `created` and `changed` say what the run did. */
export function judgeOutputs(court: Court, run: PlayedRun): void {
  const { played, accuse, exempt } = court;
  const { makers } = played;
  const outcome = output(run, 'outcome');
  const deploymentId = output(run, 'deployment-id');
  const revisionId = output(run, 'revision-id');
  if (deploymentId !== '' && !makers.deployments.has(deploymentId))
    accuse(run, `there never was a deployment ${deploymentId}`);
  if (revisionId !== '' && !makers.revisions.has(revisionId))
    accuse(run, `there never was a revision ${revisionId}`);
  const named = ['deployed', 'unchanged', 'submitted', 'superseded', 'timed-out'].includes(outcome);
  if (named && (deploymentId === '' || revisionId === '')) accuse(run, 'an ID is missing');
  if (outcome === 'deployed' && output(run, 'revision-status') !== 'DEPLOYED') {
    accuse(run, `the revision it reports is ${output(run, 'revision-status')}`);
  }
  const { unsure, wrote } = run.evidence;
  const created = madeBy(makers.deployments, run.index).length > 0;
  if (created !== (output(run, 'created') === 'true')) {
    if (run.cancelled) exempt('cancelled');
    else if (unsure) exempt(created ? 'lost-and-not-seen' : 'as-good-as-ours');
    else accuse(run, `it says created: ${output(run, 'created')}`);
  }
  const changed = wrote || madeBy(makers.revisions, run.index).length > 0;
  if (changed !== (output(run, 'changed') === 'true')) {
    if (run.cancelled) exempt('cancelled');
    else if (unsure) exempt(changed ? 'lost-and-not-seen' : 'as-good-as-ours');
    else accuse(run, `it says changed: ${output(run, 'changed')}`);
  }
}

/** No secret in anything that leaves the process. */
export function judgeSecrecy({ played, accuse }: Court, run: PlayedRun): void {
  for (const text of played.words.hidden) {
    if (run.told.includes(text)) accuse(run, `it tells ${text.slice(0, 12)}…`);
  }
}

/** What a run may take on top of wait-timeout, with and without requests that fail. Virtual milliseconds. */
const GRACE_MS = { calm: 3 * 60_000, storm: 30 * 60_000 };

/** It ends within its deadline, and does not give up before it. */
export function judgeTime({ played, accuse }: Court, run: PlayedRun): void {
  const took = run.endedAt - run.startedAt;
  const { troubles, restarts, source } = played.schedule;
  const calm = troubles.length === 0 && restarts.length === 0;
  // A revision that may be ours and says no commit is waited for in the queue first.
  const waits = source === 'git' ? 2 : 1;
  const most = run.plan.waitTimeoutS * 1000 * waits + (calm ? GRACE_MS.calm : GRACE_MS.storm);
  if (output(run, 'outcome') === 'timed-out' && took < run.plan.waitTimeoutS * 1000) {
    accuse(run, `it timed out after ${took / 1000} s with a wait-timeout of ${run.plan.waitTimeoutS} s`);
  }
  // Once its change is accepted, a service that does not answer is asked until the deadline.
  const impatient = ['unreachable', 'service-error', 'rate-limited'].includes(output(run, 'reason-code'));
  if (impatient && run.evidence.wrote && took < run.plan.waitTimeoutS * 1000) {
    accuse(run, `it gave up after ${took / 1000} s`);
  }
  if (took > most) accuse(run, `it took ${took / 1000} s with a wait-timeout of ${run.plan.waitTimeoutS} s`);
}
