import type { ApiError } from '../../clients/errors.ts';
import type { Deployment } from '../../contract/deployment.ts';
import { outcome, type Outcome } from '../outcome/outcome.ts';
import type { RevisionView } from '../plan/current.ts';
import { addStatus, closeTimeline, formatDuration } from '../rollout/timeline.ts';
import type { RolloutVerdict } from '../rollout/decide.ts';
import { type WaitResult, waitForRevision } from '../rollout/wait.ts';
import { recordRevision } from '../run-record.ts';
import { interruptOnTimeout } from './give-up.ts';
import { explainFailure, tailOf } from './failure-log.ts';
import { confirmServing } from './confirm.ts';
import { detectConcurrentChange } from './foreign.ts';
import { recordDeployment } from './note.ts';
import type { CommonSettings } from '../inputs/settings.ts';
import type { RolloutTarget, VerbContext } from './tools.ts';

/** A line now and then, so that a long stretch without a change does not look like a hang. */
const HEARTBEAT_MS = 60_000;
const RESUME =
  'To resume, run the workflow again, or `action: wait`: a revision of this commit that is on its way is waited for, not built again.';

/** Waits for our revision, telling what it sees, and says how it ended (DESIGN §5 "success", "timeout"). */
export async function rollOut(context: VerbContext<CommonSettings>, of: RolloutTarget): Promise<Outcome> {
  const { settings, record, clock, log } = context;
  const { name, id } = of.deployment;
  if (record.revision?.id !== of.revisionId) {
    recordRevision(record, { id: of.revisionId, status: 'UNKNOWN', commit: undefined });
  }
  record.stage = 'waiting';
  record.ownRevisionId = of.adopted || of.neverInterrupt ? undefined : of.revisionId;
  await context.checkpoint();
  if (!settings.wait) {
    return outcome(
      'submitted',
      'not-waited',
      `Revision ${of.revisionId} of ${name} is on its way; \`wait: false\` asked not to wait for it.`,
    );
  }
  const startedAt = clock.now();
  const deadlineAt = startedAt + settings.waitTimeoutMs;
  context.setReadDeadline(deadlineAt);
  let seen: Deployment | undefined;
  const events = narrate(context, startedAt, (deployment) => {
    seen = deployment;
  });
  const end = await log.group(`Waiting for revision ${of.revisionId}`, () =>
    waitForRevision(
      context.controlPlane,
      clock,
      {
        deploymentId: id,
        ours: {
          revisionId: of.revisionId,
          commit: of.desired.commit,
          imageUri: of.desired.imageUri,
          tarballPath: of.desired.tarballPath,
          before: of.before,
        },
        startedAt,
        deadlineAt,
        pollIntervalMs: settings.pollIntervalMs,
        prediction: record.prediction,
      },
      events,
      context.signal,
    ),
  );
  context.setReadDeadline(undefined);
  record.timeline = closeTimeline(record.timeline, clock.now() - startedAt);
  return conclude(context, of, end, seen, clock.now() - startedAt);
}

function narrate(
  context: VerbContext<CommonSettings>,
  startedAt: number,
  saw: (deployment: Deployment) => void,
) {
  const { record, clock, log } = context;
  let spokenAt = startedAt;
  let troubled = false;
  const say = (text: string) => {
    spokenAt = clock.now();
    log.line(`${formatDuration(spokenAt - startedAt).padStart(7)}  ${text}`);
  };
  return {
    polled: (revision: Parameters<typeof recordRevision>[1], deployment: Deployment | undefined) => {
      const changed = record.timeline.at(-1)?.status !== revision.status;
      record.timeline = addStatus(record.timeline, revision.status, clock.now() - startedAt);
      recordRevision(record, revision);
      if (deployment !== undefined) {
        recordDeployment(context, deployment);
        saw(deployment);
      }
      if (changed) say(revision.status);
      else if (troubled) say(`${revision.status} (answering again)`);
      else if (clock.now() - spokenAt >= HEARTBEAT_MS)
        say(`still ${revision.status}${usual(record.prediction)}`);
      troubled = false;
    },
    pollFailed: (error: ApiError) => {
      if (!troubled) say(`looking failed, and goes on: ${error.message}`);
      troubled = true;
    },
  };
}

function usual(prediction: { usualMs: number } | undefined): string {
  return prediction === undefined ? '' : ` (earlier revisions took ${formatDuration(prediction.usualMs)})`;
}

async function conclude(
  context: VerbContext<CommonSettings>,
  of: RolloutTarget,
  end: WaitResult,
  seen: Deployment | undefined,
  waitedMs: number,
): Promise<Outcome> {
  const { name } = of.deployment;
  if (end.kind === 'gone') {
    return outcome(
      'failed',
      'deployment-gone',
      `Revision ${of.revisionId} of ${name} can no longer be found: the deployment was deleted, or the key lost its access.`,
    );
  }
  if (end.kind === 'deadline') return interruptOnTimeout(context, await timedOut(context, of, end, waitedMs));
  const { verdict, revision } = end;
  switch (verdict.kind) {
    case 'deployed': {
      const foreign = detectConcurrentChange(of, seen);
      if (foreign !== undefined) return foreign;
      return (
        (await confirmServing(context, of, { deployment: seen, revision })) ??
        deployed(of, revision, waitedMs)
      );
    }
    case 'superseded':
      return superseded(of, verdict, revision);
    case 'failed':
      return outcome('failed', verdict.why, await explainFailure(context, of, revision));
  }
}

/** Ours is active, with our settings; it says when the commit stays unknown. */
function deployed(of: RolloutTarget, revision: RevisionView, waitedMs: number): Outcome {
  const { revisionId, desired, deployment, adopted } = of;
  const active = `Revision ${revisionId} of ${deployment.name} is deployed and active after ${formatDuration(waitedMs)}.`;
  if (desired.commit !== undefined && revision.commit === undefined) {
    return outcome(
      'deployed',
      'commit-unknown',
      `${active} The service does not say which commit it is built from, so that could not be compared with ${desired.commit.slice(0, 7)}.`,
    );
  }
  return outcome('deployed', adopted ? 'already-building' : 'rolled-out', active);
}

function superseded(
  { revisionId, deployment, desired }: RolloutTarget,
  verdict: Extract<RolloutVerdict, { kind: 'superseded' }>,
  built: RevisionView,
): Outcome {
  const by = verdict.by === undefined ? 'a newer one' : `revision ${verdict.by}`;
  const messages = {
    'newer-revision': `Revision ${revisionId} of ${deployment.name} was deployed, but ${by} is active now.`,
    'skipped-by-service': `The service skipped revision ${revisionId} of ${deployment.name} for ${by}.`,
    'commit-mismatch': `Revision ${revisionId} of ${deployment.name} is built from ${built.commit?.slice(0, 7) ?? '?'}, not from ${desired.commit?.slice(0, 7) ?? '?'}: the branch moved on before it was fetched, and the newer commit deploys instead.`,
    'image-mismatch': `Revision ${revisionId} of ${deployment.name} is of ${built.imageUri ?? built.tarballPath ?? '?'}, not of ${desired.imageUri ?? desired.tarballPath ?? '?'}: somebody else changed the deployment at the same time, and that change came last.`,
  };
  return outcome('superseded', verdict.why, messages[verdict.why]);
}

async function timedOut(
  context: VerbContext<CommonSettings>,
  of: RolloutTarget,
  end: Extract<WaitResult, { kind: 'deadline' }>,
  waitedMs: number,
): Promise<Outcome> {
  const waited = formatDuration(waitedMs);
  if (end.switching) {
    return outcome(
      'timed-out',
      'not-active',
      `Revision ${of.revisionId} is DEPLOYED, but after ${waited} ${of.deployment.name} had not switched to it. ${RESUME} \`force: true\` builds it anew.`,
    );
  }
  const status = end.revision?.status ?? 'unknown';
  if (end.revision !== undefined) await tailOf(context, of, end.revision);
  const trouble = end.trouble === undefined ? '' : ` The last look failed: ${end.trouble.message}`;
  return outcome(
    'timed-out',
    'deadline',
    `Revision ${of.revisionId} of ${of.deployment.name} was still ${status} after ${waited}, and goes on without us.${trouble} ${RESUME} Raise wait-timeout if it always takes this long.`,
  );
}
