import { displayPath } from '../pack/sizes.ts';
import { type Change, makesRevision, type Plan } from '../plan/types.ts';
import { countOf } from '../text.ts';
import type { SharedPull, SweptPreview } from '../run-record.ts';

/** Returns the plan as log lines: the old and new value of each field, and whether the plan creates a revision. */
export function planLines(plan: Plan): string[] {
  return [...plan.changes.map(changeLine), ...refusalLines(plan), planSummary(plan)];
}

/** Returns one sentence that describes the plan. */
export function planSummary(plan: Plan): string {
  switch (plan.kind) {
    case 'create':
      return 'This creates the deployment with its first revision.';
    case 'patch':
      return makesRevision(plan) ? 'This creates a new revision.' : 'This creates no new revision.';
    case 'redeploy':
      return 'The service deploys that revision again as a new revision.';
    case 'adopt':
      return 'Nothing is sent, because a revision with these settings is already in progress.';
    case 'unchanged':
      return 'Nothing differs.';
    case 'refused':
      return 'The plan is not possible, so nothing is sent.';
  }
}

function refusalLines(plan: Plan): string[] {
  if (plan.kind !== 'refused') return [];
  return plan.refusals.map(({ path, message, hint }) => `! ${path}: ${message}. ${hint}`);
}

function changeLine({ field, from, to, revision }: Change): string {
  const makes = revision ? '  (creates a revision)' : '';
  if (from === null) return `+ ${field}: ${to ?? ''}`;
  if (to === null) return `- ${field}: ${from}${makes}`;
  return `~ ${field}: ${from} -> ${to}${makes}`;
}

export const SWEEP_REASONS: Readonly<Record<SweptPreview['why'], string>> = {
  'pull-request-closed': 'its pull request is closed',
  'too-old': 'older than preview-ttl',
  idle: 'inactive for longer than preview-idle',
  'rebuild-ended': 'left behind by a rebuild',
  'activity-unknown': 'its last activity is unknown',
  unknown: 'the state of its pull request is unknown',
};
export const SWEEP_RESULTS: Readonly<Record<SweptPreview['did'], string>> = {
  deleted: 'deleted',
  'would-delete': 'would be deleted',
  announced: 'announced',
  'would-announce': 'would be announced',
  left: 'left',
  failed: 'failed',
};

/** Returns the results of a sweep as log lines that form a table. */
export function sweptLines(swept: readonly SweptPreview[]): string[] {
  const rows = swept.map(({ name, of, why, did }) => [name, of, SWEEP_REASONS[why], SWEEP_RESULTS[did]]);
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((text, column) => text.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** Formats a time in epoch milliseconds, such as `2026-05-01 10:00 UTC`. */
export function timeText(at: number): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime())
    ? 'an unknown time'
    : `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

const SHARED_RESULTS: Readonly<Record<SharedPull['result'], string>> = {
  included: 'included',
  conflict: 'left out: conflicts',
  fork: 'left out: from a fork',
  'other-base': 'left out: for another branch',
  unmergeable: 'left out: git cannot merge it',
};

/** Returns what became of a pull request in a shared preview, with the conflicting files. */
export function sharedResult({ result, files, more }: SharedPull): string {
  const rest = more > 0 ? ` and ${countOf(more, 'more file')}` : '';
  const list = files.length === 0 ? '' : ` in ${files.map(displayPath).join(', ')}${rest}`;
  return `${SHARED_RESULTS[result]}${list}`;
}

/** Returns the pull requests of a shared preview as log lines. */
export function sharedLines(pulls: readonly SharedPull[]): string[] {
  return pulls.map((pull) => `#${pull.number} at ${pull.commit.slice(0, 7)}: ${sharedResult(pull)}`);
}

/** Formats milliseconds in their two largest units, such as `3d 4h` or `5h`. */
export function formatAge(ms: number): string {
  const hours = Math.floor(Math.max(0, ms) / 3_600_000);
  const days = Math.floor(hours / 24);
  return days === 0 ? `${hours}h` : `${days}d ${hours % 24}h`;
}
