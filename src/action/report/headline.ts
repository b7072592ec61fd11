import { type Outcome, type OutcomeKind, type ReasonOf, REASONS } from '../outcome.ts';
import type { RunRecord } from '../run-record.ts';

/** First line of a comment or summary: plain text with an icon. */
export interface Headline {
  icon: string;
  text: string;
}

type Facts = Pick<RunRecord, 'pullRequest' | 'rollback' | 'plan'> &
  Partial<Pick<RunRecord, 'throwAway'>> & {
    /** Name of the deployment, or `undefined` if the run ended before the name was known. */
    name: string | undefined;
  };

export const GOOD = '🟢';
export const BAD = '🔴';
export const GOING = '🔵';
export const DOUBTFUL = '🟡';
export const NEUTRAL = '⚪';

const ICONS: Readonly<Record<Outcome['kind'], string>> = {
  deployed: GOOD,
  verified: GOOD,
  provided: GOOD,
  unchanged: GOOD,
  observed: GOOD,
  submitted: GOING,
  planned: NEUTRAL,
  'torn-down': NEUTRAL,
  skipped: NEUTRAL,
  superseded: NEUTRAL,
  'timed-out': DOUBTFUL,
  'rolled-back': DOUBTFUL,
  cancelled: NEUTRAL,
  failed: BAD,
};

/** Icons of reasons that differ from the icon of their outcome. */
const ICON_OF_REASON: ReadonlyMap<string, string> = new Map([
  ['nothing-serves', DOUBTFUL],
  ['latest-failed', DOUBTFUL],
  ['on-its-way', GOING],
]);

/** Reasons of failures that happen before a change is sent. */
const UNCHANGED_AFTER: ReadonlySet<string> = new Set<ReasonOf<'failed'>>([
  'immutable-field',
  'secrets-hidden',
  'invalid-plan',
  'ambiguous-integration',
  'ambiguous-listener',
  'source-unusable',
  'source-too-large',
  'source-changed',
  'upload-failed',
  'plan-changed',
  'revision-not-found',
  'never-deployed',
  'no-rollback-target',
  'rollback-impossible',
]);

/** Reasons which imply that the run's revision is not active, so the previous revision remains active. */
const NEW_REVISION_DOES_NOT_SERVE: ReadonlySet<string> = new Set<
  ReasonOf<'failed'> | ReasonOf<'timed-out'> | ReasonOf<'cancelled'>
>([
  'create-failed',
  'build-failed',
  'deploy-failed',
  'revision-failed',
  'interrupted',
  'revision-interrupted',
  'deadline',
  'not-active',
]);

/** Sentences that state what happened, for reasons that need another sentence than their outcome. */
const OF_REASON: Readonly<Partial<Record<{ [K in OutcomeKind]: ReasonOf<K> }[OutcomeKind], string>>> = {
  'already-building': 'is deployed',
  'rolled-back-to': 'was rolled back to an earlier revision',
  deleted: 'The preview was deleted',
  'closed-meanwhile': 'The preview was deleted',
  'already-gone': 'The preview was already deleted',
  'paths-untouched': 'is unchanged, because no relevant file changed',
  'on-its-way': 'is being deployed',
  'latest-failed': 'serves, but its latest revision failed',
  'nothing-serves': 'does not serve',
  'after-failure': 'failed and was rolled back',
  'no-command': 'No command was run',
  'command-refused': 'The command was not run',
  'command-unverified': 'The command was not run',
  'head-moved': 'was not changed, because the pull request changed after the comment',
  'lock-set': 'is locked',
  'lock-removed': 'is no longer locked',
  'not-locked': 'is not locked',
  locked: 'was not changed, because it is locked',
  'lock-unreadable': 'was not changed, because its lock could not be read',
  'lock-changed': 'has an unchanged lock, because another run changed the lock first',
  'lock-not-stored': 'has an unchanged lock, because GitHub did not store the change',
  'nothing-to-sweep': 'No preview had to be deleted',
  'idle-announced': 'The deletion of inactive previews was announced',
  rebuilt: 'can be built again',
  'nothing-to-rebuild': 'has no deployed revision to build again',
  'rebuild-impossible': 'could not be built again',
  'deployed-commit-missing': 'could not be built again',
  'rebuild-left': 'can be built again, but its throw-away deployment remains',
  swept: 'Previews without an open pull request were deleted',
  'sweep-incomplete': 'Some previews could not be deleted',
  'build-failed': 'could not be built',
  'create-failed': 'could not be created',
  'deploy-failed': 'did not start',
  'revision-failed': 'did not start',
  interrupted: 'was interrupted',
  unhealthy: 'is not healthy',
  'not-active': 'does not serve the new revision',
  'seed-failed': 'is deployed, but its data is incomplete',
  'verification-failed': 'does not answer as expected',
  'verification-timed-out': 'did not answer in time',
  'verification-impossible': 'could not be checked',
  'gate-worse': 'is worse than before',
  'gate-below-floor': 'does not answer as expected',
  'gate-inconclusive': 'could not be judged',
  'rollback-failed': 'could not be rolled back',
  'rollback-impossible': 'could not be rolled back',
  'still-deleting': 'is still being deleted',
  'sandbox-ready': 'The sandbox is ready',
  'sandbox-requested': 'The sandbox was requested',
  'sandbox-not-ready': 'The sandbox was not ready in time',
  'sandbox-failed': 'The sandbox failed',
  'sandbox-name-taken': 'The name of the sandbox is taken',
  'sandbox-quota': 'The quota of sandboxes is used up',
  'no-sandbox-left': 'No sandbox had to be deleted',
  'sandboxes-swept': 'Sandboxes of earlier runs were deleted',
  'sandboxes-left': 'Some sandboxes could not be deleted',
  'command-passed': 'The command passed',
  'command-failed': 'The command failed',
  'command-timed-out': 'The command did not end in time',
  'proxy-started': 'The credential proxy is running',
  'proxy-failed': 'The credential proxy failed',
  'isolation-missing': 'The machine cannot isolate the command',
  'emulator-started': 'The emulator is running',
  'emulator-not-ready': 'The emulator was not ready in time',
  'emulator-missing': 'The emulator is missing',
  'emulator-install-failed': 'The emulator could not be installed',
  'emulator-failed': 'The emulator failed',
};

const OF_KIND: Readonly<Record<Exclude<Outcome['kind'], 'failed'>, string>> = {
  deployed: 'is deployed',
  verified: 'answers as expected',
  provided: 'is ready',
  unchanged: 'is up to date',
  observed: 'is serving',
  submitted: 'is being built',
  planned: 'was not changed, because this is a dry run',
  'torn-down': 'was deleted',
  skipped: 'was not deployed',
  superseded: 'was overtaken by a newer deployment',
  'timed-out': 'was not ready in time',
  'rolled-back': 'was rolled back',
  cancelled: 'was cancelled',
};

/** Returns a sentence that states the result of a run, such as `The preview is ready`. */
export function headlineOf({ kind, reason }: { kind: OutcomeKind; reason: string }, run: Facts): Headline {
  const icon = iconOf({ kind, reason });
  if (kind === 'cancelled') return { icon, text: `${subjectOf(run)}: the run was cancelled` };
  const texts: Readonly<Record<string, string | undefined>> = OF_REASON;
  const known =
    textOfRebuild(kind, reason, run) ?? (Object.hasOwn(texts, reason) ? texts[reason] : undefined);
  if (known !== undefined) {
    const isSentence = /^[A-Z]/.test(known);
    return { icon, text: isSentence ? known : `${subjectOf(run)} ${known}` };
  }
  if (kind === 'deployed' && isPreview(run)) return { icon, text: 'The preview is ready' };
  if (kind !== 'failed') return { icon, text: `${subjectOf(run)} ${OF_KIND[kind]}` };
  const isUnchanged = run.plan !== undefined && UNCHANGED_AFTER.has(reason);
  return { icon, text: `${subjectOf(run)}${isUnchanged ? ' was not deployed' : ': the run failed'}` };
}

/** Returns what happened to the deployment that is built again, or `undefined` if the usual sentence applies. */
function textOfRebuild(kind: OutcomeKind, reason: string, { throwAway }: Facts): string | undefined {
  if (throwAway === undefined || reason === 'rebuild-left') return undefined;
  if (kind === 'timed-out') return 'was not built again in time';
  if (kind !== 'failed') return undefined;
  if (reason === 'build-failed') return 'no longer builds';
  if (reason === 'deploy-failed' || reason === 'unhealthy') return 'builds, but no longer starts';
  return /^(?:verification|gate)-/.test(reason) ? 'builds, but fails its checks' : 'could not be built again';
}

/**
 * Returns the icon of an outcome. `kind` can be unknown, because a newer version of the action might have stored `kind`
 * in a comment.
 */
export function iconOf({ kind, reason }: { kind: string; reason: string }): string {
  const ofReason = ICON_OF_REASON.get(reason);
  if (ofReason !== undefined) return ofReason;
  const icons: Readonly<Record<string, string>> = ICONS;
  return Object.hasOwn(icons, kind) ? (icons[kind] ?? NEUTRAL) : NEUTRAL;
}

/** Returns the state of a deployment for a table of several deployments, such as `could not be built`. */
export function stateText({ kind, reason }: { kind: string; reason: string }): string {
  const reasons: Readonly<Record<string, string | undefined>> = OF_REASON;
  const known = Object.hasOwn(reasons, reason) ? reasons[reason] : undefined;
  if (known !== undefined) return known.replace(/^The preview /, '');
  if (kind === 'failed') return 'failed';
  if (kind === 'unreported') return 'ended without a report';
  const kinds: Readonly<Record<string, string | undefined>> = OF_KIND;
  return (Object.hasOwn(kinds, kind) ? kinds[kind] : undefined) ?? 'has another result';
}

/** Returns the headline of a run in progress. */
export function headlineOfStart(run: Facts): Headline {
  if (run.rollback !== undefined) return { icon: GOING, text: `${subjectOf(run)} is being rolled back` };
  return { icon: GOING, text: `${subjectOf(run)} is being ${isPreview(run) ? 'built' : 'deployed'}` };
}

const isPreview = ({ pullRequest }: Facts) => pullRequest !== undefined;

function subjectOf(run: Facts): string {
  return isPreview(run) ? 'The preview' : (run.name ?? 'The deployment');
}

/**
 * Returns which agent responds at the deployment's URL after a run: the agent of the run or the previous revision.
 * Returns `undefined` if no agent responds, or if it is uncertain which agent responds.
 */
export function respondsAfter(
  { kind, reason }: Pick<Outcome, 'kind' | 'reason'>,
  {
    previousRevisionId,
    throwAway,
  }: Pick<RunRecord, 'previousRevisionId'> & Partial<Pick<RunRecord, 'throwAway'>>,
): 'agent' | 'previous' | undefined {
  // A rebuild does not change the deployment whose URL is shown.
  if (throwAway !== undefined && kind === 'failed') return 'previous';
  switch (kind) {
    case 'deployed':
    case 'unchanged':
    case 'verified':
      return 'agent';
    case 'observed':
      return reason === 'nothing-serves' ? undefined : 'agent';
    default:
      // If a check, the gate or the seed failed, the revision of this run is still active.
      if (/^(?:gate|verification|seed)-/.test(reason)) return 'agent';
      return previousRevisionId !== undefined && keepsPrevious({ kind, reason }) ? 'previous' : undefined;
  }
}

/** Returns whether the previously active revision is active after a run. */
function keepsPrevious({ kind, reason }: Pick<Outcome, 'kind' | 'reason'>): boolean {
  if (kind === 'planned' || kind === 'submitted' || kind === 'rolled-back') return true;
  return NEW_REVISION_DOES_NOT_SERVE.has(reason) || UNCHANGED_AFTER.has(reason);
}

/** Returns whether the result of the gate is the most important result of the run. */
export function isAboutGate({ kind, reason }: Pick<Outcome, 'kind' | 'reason'>): boolean {
  return ['deployed', 'verified', 'unchanged'].includes(kind) || reason.startsWith('gate-');
}

/** Returns whether the headline already states everything that is in the message. */
export function isSuccess({ kind, reason }: Pick<Outcome, 'kind' | 'reason'>): boolean {
  return (kind === 'deployed' && reason === 'rolled-out') || reason === 'gate-passed';
}

/** Returns whether an outcome requires an alert that states its reason. */
export function isAlarming(kind: Outcome['kind']): boolean {
  return kind === 'failed' || kind === 'timed-out' || kind === 'rolled-back';
}

/**
 * Returns a message without the IDs of the run's revisions and without the sentences before the reason, because the
 * details list the IDs, and the headline and the line about the deployment contain the sentences.
 */
export function withoutIds(
  message: string,
  {
    revision,
    previousRevisionId,
    rollback,
    deployment,
  }: Pick<RunRecord, 'revision' | 'previousRevisionId'> & Partial<Pick<RunRecord, 'rollback' | 'deployment'>>,
): string {
  let text = message;
  const names: [string | undefined, string][] = [
    [revision?.id, 'revision'],
    [previousRevisionId, 'previous revision'],
    [rollback?.targetId, 'earlier revision'],
    [rollback?.revisionId, 'revision of the rollback'],
  ];
  for (const [id, name] of names) {
    if (id === undefined || id === '') continue;
    text = text.replaceAll(`The earlier revision ${id}`, `The ${name}`);
    text = text.replaceAll(`Revision ${id}`, `The ${name}`).replaceAll(`revision ${id}`, `the ${name}`);
  }
  // The line about the deployment links the previous revision.
  if (deployment?.url !== undefined)
    text = text.replace(/(?<=\S) The previous revision keeps serving\.$/, '');
  return text.replace(/^The revision of \S+ ended as [A-Z_]+\. Reason: /, '').replace(KNOWN_START, '');
}

/** Matches a sentence at the start of a message that the report already states, if another sentence follows. */
const KNOWN_START =
  /^(?:The revision of \S+ was deployed and active after \d[\d.]*[a-z](?: \d+[a-z])*|The run was cancelled)\. (?=\S)/;

/** Returns the sentence that explains a reason code, or an empty string for an unknown code. */
export function meaningOf({ kind, reason }: Pick<Outcome, 'kind' | 'reason'>): string {
  const reasons: Readonly<Record<string, string>> = REASONS[kind];
  return reasons[reason] ?? '';
}

/** Formats milliseconds for people, such as `31 s`, `2 min 05 s` or `1 h 03 min`. */
export function spellDuration(ms: number): string {
  if (ms < 1000) return `${(Math.max(0, ms) / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${String(seconds % 60).padStart(2, '0')} s`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
}
