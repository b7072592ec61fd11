import { statusKind } from '../../contract/statuses.ts';
import type { Outcome, Severity } from '../outcome.ts';
import { describeLock } from '../lock/lock-state.ts';
import { describeArchive } from '../pack/sizes.ts';
import { type RunRecord, subjectOf } from '../run-record.ts';
import { describeCounts } from '../seed/seed.ts';
import { subjectText } from './comment.ts';
import {
  headlineOf,
  isAboutGate,
  isSuccess,
  meaningOf,
  respondsAfter,
  spellDuration,
  withoutIds,
} from './headline.ts';
import { planSummary, sharedResult, SWEEP_RESULTS, SWEEP_REASONS } from './log-lines.ts';
import { agentAddress, cell, code, details, fenced, safeUrl, shorten, table } from './markdown.ts';
import { renderPhases } from './phases.ts';
import { messageText, whatToDo } from './short-summary.ts';

const CHECK_ICONS = {
  passed: '✅',
  failed: '❌',
  'timed-out': '⌛',
  impossible: '⚠️',
  skipped: '⚪',
} as const;

/** Maximum length of the summary in characters, because GitHub refuses a summary of more than 1 MiB. */
const MAX_CHARACTERS = 250_000;
const NAME_MAX = 200;

interface SummaryContext {
  now: number;
  help: string;
  pullUrl?: string | undefined;
  serverUrl?: string | undefined;
  /** Returns the URL of a commit's page; absent outside a repository. */
  commitUrl?: ((sha: string) => string) | undefined;
  /** Part of the summary about the gate, as Markdown that begins with a heading. */
  gate?: string | undefined;
}

/**
 * Returns the job summary as Markdown: a sentence, the agent and the commit, the reason and log of a failure, the
 * phases, the checks, the changes, and folded parts.
 */
export function summaryOf(
  outcome: Outcome,
  severity: Severity,
  record: RunRecord,
  context: SummaryContext,
): string {
  const name = record.deployment?.name ?? record.name ?? record.agentUrl;
  const { icon, text } = headlineOf(outcome, { ...record, name: name && shorten(name, NAME_MAX) });
  const heading = `## ${icon} ${cell(text)}`;
  const gate = (context.gate ?? '').trimEnd();
  const isLed = gate !== '' && isAboutGate(outcome);
  const [gateHeading = '', ...gateParts] = gate.split('\n\n');
  const message =
    isLed || isSuccess(outcome) ? '' : messageText(withoutIds(outcome.message, record), severity);
  const parts = [
    isLed ? gateHeading : heading,
    message,
    lockPart(outcome, record),
    factsLine(outcome, record, context),
    record.seed === undefined ? '' : `Seeded: ${describeCounts(record.seed)}`,
    isLed ? gateParts.join('\n\n') : '',
    record.logTail
      ? details(`End of the ${record.logTail.kind} log`, fenced(record.logTail.lines), { isOpen: true })
      : '',
    severity === 'fine' ? '' : whatToDo(context.help, outcome.reason),
    renderPhases(record.timeline, { isServing: outcome.kind !== 'rolled-back' }),
    isLed ? '' : gate,
    checksPart(record),
    planPart(record),
    sharedPart(record),
    sweptPart(record),
    earlierPart(record),
    idsPart(outcome, record, message === ''),
  ].filter((part) => part !== '');
  let whole = parts.join('\n\n');
  // Removes whole sections at the end of a summary that is too long, because a truncated code span or fence would turn
  // the following text into Markdown.
  while (whole.length > MAX_CHARACTERS && parts.length > 1) {
    parts.pop();
    whole = `${parts.join('\n\n')}\n\n(shortened)`;
  }
  return `${whole}\n`;
}

function factsLine(
  outcome: Outcome,
  record: RunRecord,
  { now, pullUrl, serverUrl = 'https://github.com', commitUrl }: SummaryContext,
): string {
  const address = agentAddress(record.agentUrl ?? record.deployment?.url, serverUrl);
  const responds = respondsAfter(outcome, record);
  const isLink = address?.startsWith('<') === true;
  const pull = safeUrl(pullUrl);
  return [
    responds !== 'agent'
      ? ''
      : isLink
        ? `**[Open the ${record.pullRequest === undefined ? 'agent' : 'preview'}](${address})**`
        : address,
    commitText(record, commitUrl),
    `took **${spellDuration(now - record.startedAt)}**${comparison(record)}`,
    pull && `pull request [#${record.pullRequest}](<${pull}>)`,
    responds === 'previous' && isLink
      ? `[the ${record.throwAway === undefined ? 'previous' : 'deployed'} revision](${address}) keeps answering`
      : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Returns the lock of the deployment, unless the message of the failed run already describes the lock. */
function lockPart({ reason }: Outcome, { lock }: RunRecord): string {
  if (lock === undefined || reason === 'locked') return '';
  const run = safeUrl(lock.run);
  return `> 🔒 ${cell(describeLock(lock))}${run === undefined ? '' : ` ([run](<${run}>))`}`;
}

/** Returns the commit as a link. An invalid commit is shown as text, because commits can come from the service. */
function commitText(record: RunRecord, commitUrl: SummaryContext['commitUrl']): string {
  const sha = record.revision?.commit ?? record.commit;
  if (sha === undefined) return '';
  const isCommit = /^[0-9a-f]{7,64}$/i.test(sha);
  const url = isCommit ? safeUrl(commitUrl?.(sha)) : undefined;
  const short = isCommit ? code(sha.slice(0, 7)) : cell(shorten(sha, NAME_MAX));
  const commit = url === undefined ? short : `[${short}](<${url}>)`;
  return [commit, subjectText(subjectOf(record, sha))].filter((part) => part !== '').join(' ');
}

/**
 * Returns the difference of the rollout's duration from the previous rollout, such as
 * `, 2 s less than the previous rollout`.
 */
function comparison({ timeline, earlier, revision }: RunRecord): string {
  const before = earlier.find(({ id }) => id !== revision?.id);
  const totalMs = timeline.at(-1)?.endMs;
  const isDone = timeline.some(({ status }) => statusKind(status) === 'deployed');
  if (before === undefined || totalMs === undefined || !isDone) return '';
  const ms = totalMs - before.tookMs;
  if (Math.abs(ms) < 1000) return '';
  return `, ${spellDuration(Math.abs(ms))} ${ms > 0 ? 'more' : 'less'} than the previous rollout`;
}

function idsPart(outcome: Outcome, record: RunRecord, hasMessage: boolean): string {
  const { deployment, revision, previousRevisionId, source, plan } = record;
  const rows: [string, string | undefined][] = [
    ['result', `${outcome.kind} (${outcome.reason})`],
    ['meaning', meaningOf(outcome)],
    ['message', hasMessage ? withoutIds(outcome.message, record) : undefined],
    ['plan', plan && planSummary(plan)],
    ['deployment', deployment && `${deployment.name} (${deployment.id})`],
    ['revision', revision && `${revision.id}: ${revision.status}`],
    ['revision before', previousRevisionId === revision?.id ? undefined : previousRevisionId],
    ['rollback', rollbackText(record)],
    ['commit', revision?.commit ?? record.commit],
    ['source', source && describeArchive(source)],
  ];
  const known = rows.flatMap(([label, value]) => (value ? [[label, value]] : []));
  return details('Details and IDs for support', table(['What', 'Value'], known));
}

function rollbackText({ rollback }: RunRecord): string | undefined {
  if (rollback === undefined) return undefined;
  const { targetId, revisionId, after } = rollback;
  const made = revisionId === undefined ? '' : `, as revision ${revisionId}`;
  return `to ${targetId}${made}${after === undefined ? '' : `, after ${after}`}`;
}

/** Returns the pull requests of a shared preview. Titles and paths are untrusted, and the cells are inert. */
function sharedPart({ shared }: RunRecord): string {
  if (shared === undefined) return '';
  const { label, base, pulls } = shared;
  const onto = base === undefined ? '' : `, on ${code(base.branch)} at ${code(base.commit.slice(0, 7))}`;
  const intro = `Label ${cell(label)}${onto}`;
  if (pulls.length === 0) return `#### Pull requests\n\n${intro}: none`;
  const rows = pulls.map((pull) => [
    `${pull.result === 'included' ? '✅' : '⚪'} #${pull.number}`,
    pull.title,
    pull.commit.slice(0, 7),
    sharedResult(pull),
  ]);
  return `#### Pull requests\n\n${intro}\n\n${table(['Pull request', 'Title', 'Commit', 'Result'], rows)}`;
}

function sweptPart({ swept }: RunRecord): string {
  if (swept === undefined || swept.length === 0) return '';
  const rows = swept.map(({ name, of, why, did }) => [name, of, SWEEP_REASONS[why], SWEEP_RESULTS[did]]);
  return `#### Previews\n\n${table(['Preview', 'Of', 'Why', 'What was done'], rows)}`;
}

/** Returns the last part of a field's path, or the name of a secret after the word `secret`. */
function settingName(field: string): string {
  return field.replace(/^(?:source_config|source_revision_config)\./, '').replace(/^secrets\./, 'secret ');
}

/** Returns the changed settings. The settings of a new deployment are folded, because all settings are new. */
function planPart({ plan }: RunRecord): string {
  if (plan === undefined || plan.changes.length === 0) return '';
  const rows = plan.changes.map(({ field, from, to }) => [
    from === null ? '➕ added' : to === null ? '➖ removed' : '✏️ changed',
    settingName(field),
    from ?? '–',
    to ?? '–',
  ]);
  if (plan.kind === 'create') {
    const settings = rows.map(([, field = '', , to = '']) => [field, to]);
    return details('Settings of the new deployment', table(['Setting', 'Value'], settings));
  }
  return `#### What changed\n\n${table(['Change', 'Setting', 'Before', 'After'], rows)}`;
}

const MOST_CHARACTERS = 1_000;

function checksPart({ verification }: RunRecord): string {
  if (verification === undefined) return '';
  const hasReasons = verification.results.some(({ why }) => why.length > 0);
  const rows = verification.results.map(({ name, result, tookMs, why }) => [
    `${CHECK_ICONS[result]} ${result}`,
    name,
    result === 'skipped' ? '–' : spellDuration(tookMs),
    ...(hasReasons ? [why.join(' · ').slice(0, MOST_CHARACTERS)] : []),
  ]);
  return `#### Checks\n\n${table(['Result', 'Check', 'Took', ...(hasReasons ? ['Why'] : [])], rows)}`;
}

const MAX_EARLIER = 5;

function earlierPart({ timeline, revision, earlier }: RunRecord): string {
  const totalMs = timeline.at(-1)?.endMs ?? 0;
  const others = earlier.filter(({ id }) => id !== revision?.id).slice(0, MAX_EARLIER);
  if (others.length === 0 || timeline.length === 0) return '';
  const rows = others.map(({ id, commit, tookMs }) => [
    commit?.slice(0, 7) ?? '–',
    spellDuration(tookMs),
    difference(totalMs - tookMs),
    id,
  ]);
  return details('Earlier revisions', table(['Commit', 'Took', 'This one', 'Revision'], rows));
}

function difference(ms: number): string {
  if (Math.abs(ms) < 1000) return 'as long';
  return ms > 0 ? `${spellDuration(ms)} longer` : `${spellDuration(-ms)} shorter`;
}
