import type { RevisionLogLine } from '../../clients/control-plane.ts';
import { ApiError } from '../../clients/errors.ts';
import type { Deployment } from '../../contract/deployment.ts';
import type { CommonSettings, DesiredDeployment } from '../inputs/settings.ts';
import { ActionError, outcome, type Outcome } from '../outcome.ts';
import type { CurrentDeployment, RevisionView } from '../plan/current.ts';
import type { Progress } from '../host/host.ts';
import { makesRevision, type Plan, includesOrigin } from '../plan/types.ts';
import { planLines } from '../report/log-lines.ts';
import { addStatus, closeTimeline, formatDuration, recordRevision, type Stage } from '../run-record.ts';
import type { RolloutTarget, VerbContext } from '../verb-context.ts';
import { confirmServing, detectConcurrentChange } from './confirm.ts';
import { findDuplicateRevision, identifyRevision, isIdentifiedByOrigin } from './identify.ts';
import { findCause, mostInformativeLine } from './failure-cause.ts';
import type { PastRollout } from './polling.ts';
import type { RolloutVerdict } from './evaluate-rollout.ts';
import { recordDeployment } from './read.ts';
import { type WaitResult, waitForRevision } from './wait.ts';
import { interruptRevision } from './write.ts';

/**
 * Finds the revision that our change created, and waits until the revision ends. `lost` means that the response to the
 * change was lost.
 */
export async function awaitResult(
  context: VerbContext<CommonSettings>,
  desired: DesiredDeployment,
  { deployment, lost }: { deployment: Deployment; lost: boolean },
  planned: CurrentDeployment | undefined,
  plan: Plan,
): Promise<Outcome> {
  const before = new Set(planned?.revisions.map(({ id }) => id));
  await setStage(context, 'waiting');
  const change = { sentOrigin: includesOrigin(plan), lost };
  const revisionId = await identifyRevision(context, deployment, before, desired, change);
  if (revisionId === undefined) {
    throw new ActionError(
      'no-revision',
      `The service accepted the change of ${deployment.name}, but no revision appeared within a minute. Check the deployment; it is safe to run the workflow again.`,
    );
  }
  const secrets = 'body' in plan ? (plan.body.secrets ?? undefined) : undefined;
  const of = { deployment, revisionId, desired, current: planned, secrets, before, adopted: false };
  const concurrentChange = detectConcurrentChange(of, deployment);
  // Responses do not contain secrets, so another client's revision can lack our secrets although its response looks
  // like ours.
  if (concurrentChange === undefined)
    return lost && isIdentifiedByOrigin(desired) ? rollOutEither(context, of) : rollOut(context, of);
  recordRevision(context.record, { id: revisionId, status: 'UNKNOWN', commit: undefined });
  return concurrentChange;
}

/**
 * After a lost response, the oldest candidate counts as our revision. If a later revision with the same commit or image
 * has replaced the oldest candidate, the later revision might be ours too, because the two revisions differ only in
 * settings. The run waits for a later revision that might be ours, but never interrupts it.
 */
async function rollOutEither(context: VerbContext<CommonSettings>, of: RolloutTarget): Promise<Outcome> {
  const { settings, clock, log } = context;
  const startedAt = clock.now();
  const end = await rollOut(context, of);
  if (end.kind !== 'superseded' || !TOOK_OVER.includes(end.reason)) return end;
  const duplicate = await findDuplicateRevision(context, of);
  if (duplicate === undefined) return end;
  log.line(
    `Revision ${duplicate.id} has the same build and is newer. The response was lost, so the revision may belong to this run.`,
  );
  const waitTimeoutMs = Math.max(0, settings.waitTimeoutMs - (clock.now() - startedAt));
  return rollOut(
    { ...context, settings: { ...settings, waitTimeoutMs } },
    { ...of, revisionId: duplicate.id, before: new Set([...of.before, ...duplicate.before]), adopted: true },
  );
}

const TOOK_OVER: readonly string[] = ['newer-revision', 'skipped-by-service'];

/** Logs the plan, stores the plan in the record, and returns an outcome if the plan cannot be carried out. */
export async function logPlan(
  context: VerbContext<CommonSettings>,
  plan: Plan,
  title: string,
): Promise<Outcome | undefined> {
  context.record.plan = plan;
  await context.log.group(`Plan: ${title}`, () => {
    for (const line of planLines(plan)) context.log.line(line);
  });
  if (plan.kind !== 'refused') return undefined;
  const [first] = plan.refusals;
  const all = plan.refusals.map(({ path, message, hint }) => `${path}: ${message}. ${hint}`).join('\n');
  return outcome('failed', first?.reason ?? 'invalid-plan', all);
}

/** Returns the outcome of a dry run, which describes the effect of the plan. */
export function dryRunOutcome(plan: Plan): Outcome {
  const effect = makesRevision(plan)
    ? 'The deploy would create a revision.'
    : 'The deploy would create no revision.';
  return outcome('planned', 'dry-run', `Nothing was sent. ${effect}`);
}

/** Stores the stage in the record, because the stage determines what a cancelled run leaves behind. */
export async function setStage(context: VerbContext<CommonSettings>, stage: Stage): Promise<void> {
  context.record.stage = stage;
  await context.checkpoint();
}

/** Interval in milliseconds between the log lines of a waiting run, which show that the run does not hang. */
const HEARTBEAT_MS = 60_000;
const RESUME =
  'To resume, run the workflow again, or use `action: wait`: it waits for a revision of this commit that is in progress instead of building another.';

/** Waits for our revision, logs each change of the revision's status, and returns the outcome. */
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
      `Revision ${of.revisionId} of ${name} is in progress; \`wait: false\` skips the wait.`,
    );
  }
  const startedAt = clock.now();
  const deadlineAt = startedAt + settings.waitTimeoutMs;
  context.setReadDeadline(deadlineAt);
  let seen: Deployment | undefined;
  const events = reportProgress(context, startedAt, (deployment) => {
    seen = deployment;
  });
  const title = `Waiting for revision ${of.revisionId}`;
  const end = await withProgress(context, of, title, () =>
    log.group(title, () =>
      waitForRevision(
        context,
        {
          deploymentId: id,
          ours: {
            revisionId: of.revisionId,
            commit: of.desired.commit,
            imageUri: of.desired.imageUri,
            tarballPath: of.desired.tarballPath,
            before: of.before,
          },
          isOwn: record.ownRevisionId !== undefined,
          startedAt,
          deadlineAt,
          pollIntervalMs: settings.pollIntervalMs,
          prediction: record.prediction,
          // The earlier revisions of a rebuild belong to another deployment, whose logs have other paths.
          earlier: record.throwAway === undefined ? record.earlier : [],
          readBuildEnd: (past, limit) => readBuildEnd(context, of, past, { deadlineAt, limit }),
        },
        events,
      ),
    ),
  );
  context.setReadDeadline(undefined);
  record.timeline = closeTimeline(record.timeline, clock.now() - startedAt);
  return conclude(context, of, end, seen, clock.now() - startedAt);
}

function reportProgress(
  context: VerbContext<CommonSettings>,
  startedAt: number,
  saw: (deployment: Deployment) => void,
) {
  const { record, clock, log } = context;
  let lastLoggedAt = startedAt;
  let failing = false;
  const logLine = (text: string) => {
    lastLoggedAt = clock.now();
    log.line(`${formatDuration(lastLoggedAt - startedAt).padStart(7)}  ${text}`);
  };
  return {
    polled: (revision: Parameters<typeof recordRevision>[1], deployment: Deployment | undefined) => {
      const changed = record.timeline.at(-1)?.status !== revision.status;
      record.timeline = addStatus(record.timeline, revision.status, clock.now() - startedAt);
      recordRevision(record, revision);
      context.progress?.update(record.timeline);
      if (deployment !== undefined) {
        recordDeployment(context, deployment);
        saw(deployment);
      }
      if (changed) logLine(revision.status);
      else if (failing) logLine(`${revision.status} (answering again)`);
      else if (clock.now() - lastLoggedAt >= HEARTBEAT_MS)
        logLine(`still ${revision.status}${usual(record.prediction)}`);
      failing = false;
    },
    pollFailed: (error: ApiError) => {
      if (!failing) logLine(`polling failed and is retried: ${error.message}`);
      failing = true;
    },
  };
}

/**
 * Number of lines that are shown from the end of a growing log, and interval in milliseconds between two reads of the
 * log.
 */
const FOLLOWED_LINES = 5;
const FOLLOW_MS = 3_000;

/** Shows the title and the last lines of the current log while `work` runs, if the host can display progress. */
async function withProgress<T>(
  context: VerbContext<CommonSettings>,
  of: RolloutTarget,
  title: string,
  work: () => Promise<T>,
): Promise<T> {
  const { progress, record } = context;
  if (progress === undefined) return work();
  progress.begin({ title, usualMs: record.prediction?.usualMs });
  const over = new AbortController();
  const following = followLog(context, of, progress, AbortSignal.any([context.signal, over.signal]));
  try {
    return await work();
  } finally {
    over.abort();
    await following;
    progress.end();
  }
}

/** Shows the last lines of the log until the signal aborts. Never throws, because the log is optional. */
async function followLog(
  { controlPlane, clock, record }: VerbContext<CommonSettings>,
  { deployment, revisionId }: RolloutTarget,
  progress: Progress,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await clock.sleep(FOLLOW_MS, signal);
      const [kind = 'build'] = kindsFor(record.revision?.status ?? '');
      const lines = await controlPlane.tailLog(deployment.id, revisionId, kind, FOLLOWED_LINES, signal);
      progress.showLog(lines.slice(-FOLLOWED_LINES).map(formatLine));
    } catch {
      // Ignores errors of the log, because the wait for the revision reports its own errors.
    }
  }
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
      `Revision ${of.revisionId} of ${name} no longer exists for this key: the deployment was deleted, or the key lost its access.`,
    );
  }
  if (end.kind === 'deadline') return interruptOnTimeout(context, await timedOut(context, of, end, waitedMs));
  const { verdict, revision } = end;
  switch (verdict.kind) {
    case 'deployed': {
      const concurrentChange = detectConcurrentChange(of, seen);
      if (concurrentChange !== undefined) return concurrentChange;
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

/**
 * Returns the outcome for a deployed, active revision with our settings. The message states that the commit could not
 * be compared if the revision's commit remains unknown.
 */
function deployed(of: RolloutTarget, revision: RevisionView, waitedMs: number): Outcome {
  const { revisionId, desired, deployment, adopted } = of;
  const active = `Revision ${revisionId} of ${deployment.name} was deployed and active after ${formatDuration(waitedMs)}.`;
  if (desired.commit !== undefined && revision.commit === undefined) {
    return outcome(
      'deployed',
      'commit-unknown',
      `${active} The service does not report the commit it was built from, so the commit could not be compared with ${desired.commit.slice(0, 7)}.`,
    );
  }
  return outcome('deployed', adopted ? 'already-building' : 'rolled-out', active);
}

function superseded(
  { revisionId, deployment, desired }: RolloutTarget,
  verdict: Extract<RolloutVerdict, { kind: 'superseded' }>,
  built: RevisionView,
): Outcome {
  const by = verdict.by === undefined ? 'a newer revision' : `revision ${verdict.by}`;
  const messages = {
    'newer-revision': `Revision ${revisionId} of ${deployment.name} was deployed, but ${by} is active now.`,
    'skipped-by-service': `The service skipped revision ${revisionId} of ${deployment.name} in favor of ${by}.`,
    'commit-mismatch': `Revision ${revisionId} of ${deployment.name} was built from ${built.commit?.slice(0, 7) ?? '?'} instead of ${desired.commit?.slice(0, 7) ?? '?'}, because the branch pointed to ${built.commit?.slice(0, 7) ?? 'that commit'} when the service fetched it. Either the branch was updated after this run began, and the run of that commit reports the result, or ${desired.commit?.slice(0, 7) ?? 'the commit of this run'} was not pushed.`,
    'image-mismatch': `Revision ${revisionId} of ${deployment.name} has ${built.imageUri ?? built.tarballPath ?? '?'} instead of ${desired.imageUri ?? desired.tarballPath ?? '?'}: another client changed the deployment at the same time, and that change took effect.`,
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
      `Revision ${of.revisionId} is DEPLOYED, but ${of.deployment.name} had not switched to it after ${waited}. ${RESUME} \`force: true\` builds it again.`,
    );
  }
  const status = end.revision?.status ?? 'unknown';
  if (end.revision !== undefined) await tailOf(context, of, end.revision);
  const failure = end.failure === undefined ? '' : ` The last poll failed: ${end.failure.message}`;
  return outcome(
    'timed-out',
    'deadline',
    `Revision ${of.revisionId} of ${of.deployment.name} was still ${status} after ${waited}, and continues without this run.${failure} ${RESUME} Raise wait-timeout if the rollout always takes this long.`,
  );
}

/**
 * Returns the time of the last line of an earlier revision's build log. Does not retry the request, and returns
 * `undefined` if the request fails or `limit` aborts, because the log is optional. Throws only the reason of the
 * context's signal. `deadlineAt` is the deadline of the wait, which applies to reads again afterwards.
 */
async function readBuildEnd(
  context: VerbContext<CommonSettings>,
  { deployment }: RolloutTarget,
  { id }: PastRollout,
  { deadlineAt, limit }: { deadlineAt: number; limit: AbortSignal },
): Promise<number | undefined> {
  const { controlPlane, clock, signal } = context;
  context.setReadDeadline(clock.now());
  try {
    const [line] = await controlPlane.tailLog(deployment.id, id, 'build', 1, limit);
    const at = Date.parse(line?.at ?? '');
    return Number.isNaN(at) ? undefined : at;
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ApiError || limit.aborted)) throw error;
    return undefined;
  } finally {
    context.setReadDeadline(deadlineAt);
  }
}

/**
 * Implements `on-timeout: interrupt`: interrupts our revision after the deadline and returns the outcome. Never
 * interrupts a deployed revision or a revision that another client started.
 */
async function interruptOnTimeout(context: VerbContext<CommonSettings>, end: Outcome): Promise<Outcome> {
  const { settings, record, log } = context;
  if (settings.policy.onTimeout !== 'interrupt' || end.kind !== 'timed-out' || end.reason !== 'deadline') {
    return end;
  }
  const { deployment, revision, ownRevisionId } = record;
  if (deployment === undefined || revision === undefined || ownRevisionId !== revision.id) {
    return add(end, 'The revision was not interrupted, because this run did not create it.');
  }
  const { done, message } = await interruptRevision(context, deployment.id, revision.id);
  log.line(message);
  if (!done) return add(end, message);
  recordRevision(record, { ...revision, status: 'INTERRUPTED' });
  return outcome(
    'timed-out',
    'deadline',
    `Revision ${revision.id} of ${deployment.name} was still ${revision.status} when wait-timeout expired, and was interrupted because of \`on-timeout: interrupt\`. Run the workflow again to rebuild it, and raise wait-timeout if the rollout always takes this long.`,
  );
}

function add(end: Extract<Outcome, { kind: 'timed-out' }>, message: string): Outcome {
  return outcome('timed-out', end.reason, `${end.message} ${message}`);
}

/** Time limit in milliseconds for retries of a failed log read. */
const LIMIT_MS = 10_000;

/**
 * Returns why a revision failed: the service's message, or else the most informative of the last lines of its log, and
 * the likely cause with its remedy if the log shows a known cause. Stores the last lines of the log in the record, for
 * the job log, the summary and the annotation.
 */
async function explainFailure(
  context: VerbContext<CommonSettings>,
  of: RolloutTarget,
  revision: RevisionView,
): Promise<string> {
  const lines = await tailOf(context, of, revision);
  const { statusMessage } = revision;
  const cause = findCause(statusMessage === undefined ? lines : [...lines, statusMessage]);
  context.record.brokenPart = cause?.kind;
  const statusReason = statusMessage ?? cause?.line ?? mostInformativeLine(lines);
  const reason =
    statusReason === undefined ? 'The service gave no reason.' : `Reason: ${asSentence(statusReason)}`;
  const serving =
    context.record.previousRevisionId === undefined
      ? ''
      : ` The earlier revision ${context.record.previousRevisionId} keeps serving.`;
  const likely = cause === undefined ? '' : ` Likely cause: ${cause.why}. ${cause.cure}`;
  return `Revision ${revision.id} of ${of.deployment.name} ended as ${revision.status}. ${reason}${likely}${serving}`;
}

/** Returns a text with a full stop, so that another sentence can follow. */
function asSentence(text: string): string {
  return /[.!?\u2026]$/.test(text) ? text : `${text}.`;
}

/**
 * Stores the last lines of a revision's build or deploy log in the record. Never throws, because the log is optional.
 */
async function tailOf(
  context: VerbContext<CommonSettings>,
  of: RolloutTarget,
  revision: RevisionView,
): Promise<string[]> {
  const { settings, log, record } = context;
  if (settings.logLines === 0) return [];
  for (const kind of kindsFor(revision.status)) {
    const lines = await readTail(context, of, kind);
    if (lines.length === 0) continue;
    record.logTail = { kind, lines };
    await log.group(`End of the ${kind} log (${lines.length} lines)`, () => {
      for (const line of lines) log.line(line);
    });
    return lines;
  }
  return [];
}

async function readTail(
  context: VerbContext<CommonSettings>,
  of: RolloutTarget,
  kind: 'build' | 'deploy',
): Promise<string[]> {
  const { controlPlane, clock, signal, settings, log } = context;
  context.setReadDeadline(clock.now() + LIMIT_MS);
  try {
    const lines = await controlPlane.tailLog(
      of.deployment.id,
      of.revisionId,
      kind,
      settings.logLines,
      signal,
    );
    // Redacts all lines together before logging each line, because a secret can span several lines.
    const text = lines.slice(-settings.logLines).map(formatLine).join('\n');
    return text === '' ? [] : context.redactor.redact(text).split('\n');
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    log.line(`The ${kind} log could not be read: ${error.message}`);
    return [];
  } finally {
    context.setReadDeadline(undefined);
  }
}

/** Returns the kinds of logs to read, beginning with the log that most likely contains the error. */
function kindsFor(status: string): ('build' | 'deploy')[] {
  return /DEPLOY/.test(status) ? ['deploy', 'build'] : ['build', 'deploy'];
}

function formatLine({ level, message }: RevisionLogLine): string {
  const prefix = level === null || /^info$/i.test(level) ? '' : `${level}: `;
  return `${prefix}${message}`.trimEnd();
}
