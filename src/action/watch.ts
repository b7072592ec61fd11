import { statusKind } from '../contract/statuses.ts';
import { pastRollouts, predictRollout } from './deploy/polling.ts';
import { findExisting } from './deploy/read.ts';
import { rollOut } from './deploy/rollout.ts';
import type { StatusSettings, WaitSettings } from './inputs/settings.ts';
import { noteLock } from './lock/require-unlocked.ts';
import { ActionError, outcome, type Outcome } from './outcome.ts';
import type { CurrentDeployment } from './plan/current.ts';
import { readRevision } from './rollback/rollback.ts';
import { originText, toDesired } from './rollback/plan-rollback.ts';
import { formatDuration, recordRevision } from './run-record.ts';
import type { VerbContext } from './verb-context.ts';

/** Implements the verb status: reports a deployment and its last revisions, without changing anything. */
export async function status(context: VerbContext<StatusSettings>): Promise<Outcome> {
  const { record, log, clock } = context;
  const { actual: current } = await findExisting(context);
  if (current.latest !== undefined) recordRevision(record, current.latest);
  record.commit = current.active?.commit;
  await noteLock(context, current.name);
  await log.group(`Revisions of ${current.name} (* is active)`, () => {
    for (const line of revisionLines(current, clock.now())) log.line(line);
  });
  return statusOutcome(current);
}

/**
 * Implements the verb wait: waits for an existing revision, by default the latest, and evaluates it like a deployment
 * evaluates its own revision. Changes nothing and never interrupts the revision, because another client created it.
 */
export async function wait(context: VerbContext<WaitSettings>): Promise<Outcome> {
  const { settings, record } = context;
  const { deployment, actual: current } = await findExisting(context);
  const id = settings.revisionId ?? current.latest?.id;
  if (id === undefined) {
    throw new ActionError('revision-not-found', `${current.name} has no revision to wait for yet.`);
  }
  const at = current.revisions.findIndex((revision) => revision.id === id);
  const revision = current.revisions[at] ?? (await readRevision(context, current, id));
  recordRevision(record, revision);
  record.prediction = predictRollout(current.revisions);
  record.earlier = pastRollouts(current.revisions);
  // Until the service has switched to the awaited revision, the active revision might be an older revision. If the
  // active revision is newer than the awaited revision, the service has replaced the awaited revision.
  const older = at === -1 ? [] : current.revisions.slice(at + 1);
  const end = await rollOut(
    { ...context, settings: { ...settings, wait: true } },
    {
      deployment,
      revisionId: id,
      // The verb wait accepts any commit and image.
      desired: { ...toDesired(revision, current), commit: undefined, imageUri: undefined },
      current: undefined,
      before: new Set(older.map((one) => one.id)),
      adopted: true,
    },
  );
  return end.kind === 'deployed' ? outcome('deployed', 'rolled-out', end.message) : end;
}

/** Returns the revisions of a deployment as lines with aligned columns, newest first. */
export function revisionLines(current: CurrentDeployment, now: number): string[] {
  const rows = current.revisions.map((revision) => [
    revision.id === current.activeRevisionId ? '*' : '',
    revision.id,
    revision.status,
    originText(revision),
    revision.createdAt === undefined ? '' : `${formatDuration(Math.max(0, now - revision.createdAt))} ago`,
  ]);
  const table = [['', 'Revision', 'Status', 'Of', 'Made'], ...rows];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...table.map((row) => (row[column] ?? '').length)));
  return table.map((row) =>
    row
      .map((text, column) => text.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/**
 * Returns an outcome that describes the state of a deployment. Ignores skipped revisions, because a newer revision has
 * replaced each skipped revision.
 */
export function statusOutcome(current: CurrentDeployment): Outcome {
  const { name, active, activeRevisionId } = current;
  const latest = current.revisions.find(({ status }) => statusKind(status) !== 'skipped');
  const serves =
    activeRevisionId === undefined
      ? 'No revision is active.'
      : `Revision ${activeRevisionId}${active === undefined ? '' : `, built from ${originText(active)},`} is active.`;
  if (latest === undefined) {
    return outcome('observed', 'nothing-serves', `${name} has no revision that was built. ${serves}`);
  }
  const kind = statusKind(latest.status);
  if (latest.id === activeRevisionId && kind === 'deployed') {
    return outcome('observed', 'serving', `${name} serves its latest revision. ${serves}`);
  }
  if (kind === 'failed' || kind === 'interrupted') {
    return outcome(
      'observed',
      'latest-failed',
      `The latest revision ${latest.id} of ${name} is ${latest.status}. ${serves}`,
    );
  }
  return outcome(
    'observed',
    'on-its-way',
    `Revision ${latest.id} of ${name} is in progress: ${latest.status}. ${serves}`,
  );
}
