import { statusKind } from '../../contract/statuses.ts';
import { type Outcome, outcome } from '../outcome/outcome.ts';
import type { CurrentDeployment } from '../plan/current.ts';
import { originText } from '../rollback/reissue.ts';
import { formatDuration } from '../rollout/timeline.ts';

/** The revisions of a deployment as lines of equal columns, latest first. Pure. */
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

/** What a look at a deployment comes to. One that the service skipped says nothing: a newer one took its turn. Pure. */
export function statusOutcome(current: CurrentDeployment): Outcome {
  const { name, active, activeRevisionId } = current;
  const latest = current.revisions.find(({ status }) => statusKind(status) !== 'skipped');
  const serves =
    activeRevisionId === undefined
      ? 'No revision is active.'
      : `Active is revision ${activeRevisionId}${active === undefined ? '' : `, of ${originText(active)}`}.`;
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
    `Revision ${latest.id} of ${name} is on its way: ${latest.status}. ${serves}`,
  );
}
