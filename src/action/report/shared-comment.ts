import { countOf } from '../text.ts';
import type { CommentSection, GateFacts } from '../../contract/comment-section.ts';
import { commentMark, commitText, GATE_COMMENT_MAX, plainLine } from './comment.ts';
import { BAD, DOUBTFUL, GOING, GOOD, iconOf, NEUTRAL, spellDuration, stateText } from './headline.ts';
import { CODE_HOST_TERMS, commitUrl, runUrl, type WorkflowRun } from './links.ts';
import { timeText } from './log-lines.ts';
import {
  agentAddress,
  cell,
  code,
  details,
  fenced,
  GATE_TEXTS,
  inertLines,
  safeUrl,
  shorten,
} from './markdown.ts';
import { encodeSection, type Sections } from './sections.ts';

/** Categories of rows that the headline counts, worst first. */
const GROUPS = [
  'failed',
  'doubtful',
  /** Rows whose job ended without reporting a result. */
  'silent',
  'going',
  /** Rows whose job for the newest commit has not reported a result yet. */
  'awaited',
  'stopped',
  'ready',
  'gone',
] as const;
type Group = (typeof GROUPS)[number];

const GROUP_ICONS: Readonly<Record<Group, string>> = {
  failed: BAD,
  doubtful: DOUBTFUL,
  silent: DOUBTFUL,
  going: GOING,
  awaited: NEUTRAL,
  stopped: NEUTRAL,
  ready: GOOD,
  gone: NEUTRAL,
};

interface Row {
  section: CommentSection;
  group: Group;
  icon: string;
  /** State of the deployment as text, such as `could not be built`. */
  state: string;
}

/** Head commit, number and highest attempt of the newest run in all sections. */
interface Newest {
  head: string | undefined;
  run: number;
  attempt: number;
}

/** Returns the comment of several agents as Markdown within the limit: a table, and a folded part for each agent. */
export function sharedCommentBody(
  key: string,
  { known, unknown }: Sections,
  workflowRun: WorkflowRun,
): string {
  const newest = newestOf(known);
  const rows = known
    .map((section) => rowOf(section, newest))
    .toSorted((a, b) => GROUPS.indexOf(a.group) - GROUPS.indexOf(b.group));
  const baseline = baselineTitle(known);
  const head = `${commentMark(key)}\n### ${headlineOfRows(rows)}`;
  const titles = ['Agent', rows.every(({ section }) => section.isPreview) ? 'Preview' : 'Deployment'];
  const columns = [...titles, ...(baseline === undefined ? [] : [baseline]), 'Ready in'];
  const align = columns.map((_, at) => (at === columns.length - 1 ? '--:' : ':--'));
  const tableHead = [columns, align].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  const foot = footOf(rows, newest, unknown.length, workflowRun);
  const fixed = [head, tableHead, foot, ...unknown].join('\n\n').length + 200;
  const render = (row: Row, level: Level): Part => {
    const section = shrinkSection(row.section, level);
    return {
      line: `| ${cellsOf({ ...row, section }, newest, baseline, workflowRun).join(' | ')} |`,
      fold: level >= 2 ? '' : foldOf({ ...row, section }, workflowRun),
      data: encodeSection(section),
    };
  };
  const parts = fitParts(rows, GATE_COMMENT_MAX - fixed, render);
  const left = rows.length - parts.filter(({ line }) => line !== '').length;
  return [
    head,
    [tableHead, ...parts.map(({ line }) => line).filter((line) => line !== '')].join('\n'),
    left > 0 ? `… and ${left} more` : '',
    ...parts.map(({ fold }) => fold),
    foot,
    [...unknown, ...parts.map(({ data }) => data)].filter((line) => line !== '').join('\n'),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Returns the hidden line of a section for the comment of one agent, with at most `max` characters if possible. */
export function hiddenLine(section: CommentSection, max: number): string {
  const lines = LEVELS.map((level) => encodeSection(shrinkSection(section, level)));
  return lines.find((line) => line.length <= max) ?? lines.at(-1) ?? '';
}

interface Part {
  line: string;
  fold: string;
  data: string;
}

/** Levels of shortening a section: not at all, to its most important lines, to its row, or to its state. */
const LEVELS = [0, 1, 2, 3] as const;
type Level = (typeof LEVELS)[number];

/**
 * Renders each row at the lowest level that lets all rows fit. Shortens every row by one level before shortening any
 * row by two levels, beginning with the rows that have the best results. If even the shortest rows do not fit, first
 * hides and then omits the last rows.
 */
function fitParts(rows: readonly Row[], max: number, render: (row: Row, level: Level) => Part): Part[] {
  const parts = rows.map((row) => render(row, 0));
  const lengthOf = ({ line, fold, data }: Part) => line.length + fold.length + data.length + 6;
  let length = parts.reduce((sum, part) => sum + lengthOf(part), 0);
  const replace = (at: number, part: Part): void => {
    const before = parts[at];
    length += lengthOf(part) - (before === undefined ? 0 : lengthOf(before));
    parts[at] = part;
  };
  const shortenRows = (next: (row: Row, part: Part) => Part): void => {
    for (const [at, row] of [...rows.entries()].toReversed()) {
      if (length <= max) return;
      replace(at, next(row, parts[at] ?? EMPTY));
    }
  };
  for (const level of LEVELS.slice(1)) shortenRows((row) => render(row, level));
  shortenRows((_row, part) => ({ ...part, line: '', fold: '' }));
  shortenRows(() => EMPTY);
  return parts;
}

const EMPTY: Part = { line: '', fold: '', data: '' };

/** Returns a section with shorter details and an unchanged state and version. Level 3 also omits a long URL. */
function shrinkSection(section: CommentSection, level: Level): CommentSection {
  if (level === 0) return section;
  const { message, log, gate, ids, url, previews, ...rest } = section;
  const scores = level === 1 ? gate?.scores.slice(0, 5) : [];
  const shorter: CommentSection = { ...rest, url, ids: level === 1 ? ids : [] };
  if (previews !== undefined && level === 1) shorter.previews = previews;
  if (message !== undefined && level < 3) shorter.message = shorten(message, level === 1 ? 500 : 200);
  if (log !== undefined && level === 1) {
    shorter.log = { ...log, lines: log.lines.slice(-10).map((line) => shorten(line, 120)) };
  }
  if (gate !== undefined) {
    const { compareUrl, ...facts } = gate;
    shorter.gate = { ...facts, scores: scores ?? [], sentence: level < 3 ? shorten(gate.sentence, 200) : '' };
    if (level === 1) shorter.gate.compareUrl = compareUrl;
  }
  if (level === 3 && url !== undefined && url.length > 200) delete shorter.url;
  return shorter;
}

function newestOf(sections: readonly CommentSection[]): Newest {
  let newest: Newest = { head: undefined, run: -1, attempt: 0 };
  for (const { head, version } of sections) {
    if (version.run < newest.run) continue;
    if (version.run === newest.run) newest.attempt = Math.max(newest.attempt, version.attempt);
    else newest = { head, run: version.run, attempt: version.attempt };
    newest.head ??= head;
  }
  return newest;
}

function rowOf(section: CommentSection, newest: Newest): Row {
  const { kind, reason, version } = section;
  const row = (group: Group, state: string, icon = GROUP_ICONS[group]): Row => ({
    section,
    group,
    icon,
    state,
  });
  if (kind === 'unreported') return row('silent', stateText(section));
  if (kind === 'torn-down' && reason !== 'swept') return row('gone', stateText(section));
  const isOfOlderHead = version.run < newest.run && newest.head !== undefined && section.head !== newest.head;
  if (kind === 'started') {
    // A later attempt of a run starts only after the earlier attempt has ended.
    const isOver = isOfOlderHead || (version.run === newest.run && version.attempt < newest.attempt);
    return isOver
      ? row('silent', 'did not report')
      : row('going', section.isPreview ? 'is being built' : 'is being deployed');
  }
  if (isOfOlderHead) return row('awaited', 'has not reported');
  const icon = iconOf(section);
  const groups: Readonly<Record<string, Group>> = {
    [GOOD]: 'ready',
    [BAD]: 'failed',
    [DOUBTFUL]: 'doubtful',
    [GOING]: 'going',
  };
  return row(groups[icon] ?? 'stopped', stateText(section), icon);
}

/** Returns the headline for rows, with the icon of the worst row, such as `🔴 2 of 3 previews are ready, 1 failed`. */
function headlineOfRows(rows: readonly Row[]): string {
  const all = rows.filter(({ group }) => group !== 'gone');
  const isPreview = rows.every(({ section }) => section.isPreview);
  const noun = (count: number): string => `${isPreview ? 'preview' : 'agent'}${count === 1 ? '' : 's'}`;
  const done = isPreview ? 'ready' : 'deployed';
  const whole = (count: number): string => (count === 2 ? `Both ${noun(2)}` : `All ${count} ${noun(count)}`);
  if (all.length === 0) return `${NEUTRAL} ${whole(rows.length)} were deleted`;
  const icon = all[0]?.icon ?? NEUTRAL;
  const ready = all.filter(({ group }) => group === 'ready').length;
  const gone = rows.length - all.length;
  const counts = countTexts(all.filter(({ group }) => group !== 'ready'));
  if (gone > 0) counts.push(`${gone} ${gone === 1 ? 'was' : 'were'} deleted`);
  const start =
    ready < all.length
      ? `${ready} of ${all.length} ${noun(all.length)} ${ready === 1 ? 'is' : 'are'} ${done}`
      : all.length === 1
        ? `1 ${noun(1)} is ${done}`
        : `${whole(all.length)} are ${done}`;
  return [`${icon} ${start}`, ...counts].join(', ');
}

function countTexts(rows: readonly Row[]): string[] {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const text = countText(row);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts].map(([text, count]) => {
    const plural = text
      .replace(/^is /, 'are ')
      .replace(/^was /, 'were ')
      .replace(/^has /, 'have ')
      .replace(/^needs /, 'need ');
    return `${count} ${count === 1 ? text : plural}`;
  });
}

function countText({ group, state, section }: Row): string {
  switch (group) {
    case 'failed':
      return 'failed';
    case 'doubtful':
      return 'needs attention';
    case 'stopped':
      return section.kind === 'cancelled' ? 'was cancelled' : 'was not deployed';
    default:
      return state;
  }
}

function baselineTitle(sections: readonly CommentSection[]): string | undefined {
  const gates = sections.flatMap(({ gate }) => gate ?? []);
  if (gates.length === 0) return undefined;
  const [first, ...others] = new Set(gates.map(({ baseline }) => baseline));
  return first === undefined || others.length > 0 ? 'Gate' : `Against ${cell(first)}`;
}

function cellsOf(row: Row, newest: Newest, baseline: string | undefined, workflowRun: WorkflowRun): string[] {
  const { section, icon, group } = row;
  const { gate, readyMs } = section;
  const cells = [`${icon} **${nameOf(section)}**`, previewCell(row, newest, workflowRun)];
  if (baseline !== undefined) {
    cells.push(gate === undefined ? (group === 'failed' ? 'not asked' : '–') : gateCell(gate));
  }
  cells.push(readyMs === undefined ? '–' : spellDuration(readyMs));
  return cells;
}

const nameOf = ({ agent }: CommentSection): string => cell(agent) || '(no name)';

function previewCell({ section, group, state }: Row, newest: Newest, workflowRun: WorkflowRun): string {
  const { url, responds, commit, head, kind } = section;
  const address = responds === undefined ? undefined : agentAddress(url, workflowRun.serverUrl);
  const link = (text: string) => (address?.startsWith('<') === true ? `[${text}](${address})` : undefined);
  const sha = commit ?? head;
  const of = sha === undefined ? 'an earlier commit' : commitLink(sha, workflowRun);
  if (group === 'silent' || group === 'awaited') {
    const about =
      newest.head === undefined || kind === 'started' ? '' : ` for ${commitLink(newest.head, workflowRun)}`;
    const earlier =
      kind === 'started'
        ? head === undefined
          ? ''
          : ` for ${of}`
        : ` · ${of} ${responds === 'agent' ? `answers: ${link('talk to it') ?? address ?? 'no link'}` : stateText(section)}`;
    return `${state}${about}${earlier}`;
  }
  if (responds === 'agent' && address !== undefined) {
    const talk = link('talk to it') ?? address;
    return group === 'ready' ? talk : `${talk}, ${state}`;
  }
  const previous = responds === 'previous' ? link('the previous revision') : undefined;
  return previous === undefined ? state : `${state} · ${previous} keeps answering`;
}

function gateCell({ verdict, cases, broken, baseline }: GateFacts): string {
  const all = countOf(cases, 'case');
  const bad = broken === 0 ? all : `${broken} of ${all} ${baseline === undefined ? 'failed' : 'broken'}`;
  return `${GATE_TEXTS[verdict]} · ${bad}`;
}

/** Returns the folded part of an agent: its reason, log, scores and IDs. The parts of failed agents are expanded. */
function foldOf(row: Row, workflowRun: WorkflowRun): string {
  const { section, icon, group } = row;
  const content = [
    reasonPart(row, workflowRun),
    section.gate === undefined ? '' : gatePart(section, section.gate, group === 'failed'),
    idsPart(section, workflowRun),
  ].filter((part) => part !== '');
  if (content.length === 0) return '';
  const summary = `${icon} <b>${summaryName(section)}</b> · ${aboutOf(row)}`;
  return details(summary, content.join('\n\n'), { isOpen: group === 'failed' });
}

/** Returns the name for a summary element, which is HTML and does not render Markdown. */
function summaryName(section: CommentSection): string {
  const name = nameOf(section);
  if (!name.includes('`') && !name.includes('&')) return name;
  return `<code>${section.agent.replaceAll(/[^\w.-]/g, (sign) => `&#${sign.codePointAt(0)};`)}</code>`;
}

function aboutOf({ section, group, state }: Row): string {
  const { gate, log } = section;
  if (log !== undefined && log.lines.length > 0)
    return `end of the ${log.kind === 'deploy' ? 'deploy' : 'build'} log`;
  if (gate !== undefined) return scoresText(gate);
  if (group === 'failed' || group === 'doubtful') return state;
  return 'details and IDs for support';
}

/** Returns the scores in one line, such as `2 scores same, 1 better, no case broken`. */
function scoresText({ scores, broken, cases, baseline }: GateFacts): string {
  const all = countOf(cases, 'case');
  if (baseline === undefined) return broken === 0 ? `${all} passed` : `${broken} of ${all} failed`;
  const counts = (['worse', 'better', 'unclear', 'same'] as const).flatMap((verdict) => {
    const count = scores.filter((score) => score.verdict === verdict).length;
    return count === 0 ? [] : [{ count, verdict }];
  });
  const texts = counts.map(({ count, verdict }, at) =>
    at === 0 ? `${countOf(count, 'score')} ${verdict}` : `${count} ${verdict}`,
  );
  const cut = broken === 0 ? 'no case broken' : `${countOf(broken, 'case')} broken`;
  return [...texts, cut].join(', ');
}

function reasonPart({ section, group }: Row, workflowRun: WorkflowRun): string {
  const { message, log, reason, kind } = section;
  if (group === 'ready' || group === 'gone' || kind === 'started') return '';
  const docs = safeUrl(workflowRun.docsUrl(reason));
  const about = code(reason);
  const parts = [
    message === undefined ? '' : inertLines(message),
    log === undefined || log.lines.length === 0 ? '' : fenced(log.lines.map(plainLine)),
    reason === '' || group === 'stopped'
      ? ''
      : `**What to do:** ${docs === undefined ? `see ${about}` : `[see ${about}](${docs})`}`,
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

function gatePart(
  { message = '' }: CommentSection,
  { sentence, scores, baseline, compareUrl }: GateFacts,
  isRed: boolean,
): string {
  const url = safeUrl(compareUrl);
  const cells = (texts: readonly string[]) => `| ${texts.join(' | ')} |`;
  const head =
    baseline === undefined
      ? '| Score | Mean |\n| :-- | --: |'
      : `| Score | ${cell(baseline.charAt(0).toUpperCase() + baseline.slice(1))} | Preview | Verdict |\n| :-- | --: | --: | :-- |`;
  const rows = scores.map(({ key, baseline: before, candidate, verdict }) => {
    const isMoved = verdict === 'worse' || verdict === 'better';
    const after = candidate === undefined ? '–' : cell(candidate);
    if (baseline === undefined) return cells([cell(key) || '(no name)', after]);
    return cells([
      cell(key) || '(no name)',
      before === undefined ? '–' : cell(before),
      isMoved ? `**${after}**` : after,
      verdict === undefined ? '–' : GATE_TEXTS[verdict],
    ]);
  });
  return [
    isRed && !message.includes(sentence) ? cell(sentence) : '',
    rows.length === 0 ? '' : [head, ...rows].join('\n'),
    url === undefined ? '' : `[All cases](<${url}>)`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function idsPart(
  { ids, commit, checks, seeded, previews = [], kind, reason, version }: CommentSection,
  workflowRun: WorkflowRun,
): string {
  const run = runUrlOf(version, workflowRun);
  const terms = CODE_HOST_TERMS[workflowRun.codeHost];
  const isOnGitLab = workflowRun.codeHost === 'GitLab';
  const rows: [string, string | undefined][] = [
    ['result', kind === 'started' ? undefined : `${cell(kind)} (${code(reason)})`],
    ['checks', checks && cell(checks)],
    ['seeded', seeded && cell(seeded)],
    ['previews', previews.length === 0 ? undefined : previewsText(previews, workflowRun)],
    ['commit', commit && commitLink(commit, workflowRun)],
    [terms.run, run && `[${isOnGitLab ? version.run : `attempt ${version.attempt}`}](${run})`],
    ...ids.map(([label, id]): [string, string] => [cell(label), cell(id)]),
  ];
  const lines = rows.flatMap(([label, value]) => (value === undefined ? [] : [`| ${label} | ${value} |`]));
  return ['| What | Value |', '| :-- | :-- |', ...lines].join('\n');
}

/** Returns the previews of commits, newest first, each with its link and the time of its creation. */
function previewsText(previews: NonNullable<CommentSection['previews']>, workflowRun: WorkflowRun): string {
  return previews
    .map(({ commit, url, createdAt }) => {
      const address = agentAddress(url, workflowRun.serverUrl);
      const link = address?.startsWith('<') === true ? `[talk to it](${address})` : address;
      const time = createdAt === undefined ? '' : `, since ${timeText(createdAt)}`;
      return `${commitLink(commit, workflowRun)} ${link ?? 'has no address'}${time}`;
    })
    .join(' · ');
}

const commitLink = (sha: string, workflowRun: WorkflowRun): string =>
  commitText({ sha, link: commitUrl(workflowRun, sha) });

function runUrlOf({ run, attempt }: CommentSection['version'], workflowRun: WorkflowRun): string | undefined {
  return run === 0 ? undefined : runUrl({ ...workflowRun, runId: String(run), attempt: String(attempt) });
}

function footOf(
  rows: readonly Row[],
  { head, run, attempt }: Newest,
  unknown: number,
  workflowRun: WorkflowRun,
): string {
  const terms = CODE_HOST_TERMS[workflowRun.codeHost];
  const heads = new Set(rows.filter(({ group }) => group !== 'gone').map(({ section }) => section.head));
  const link = runUrlOf({ run: Math.max(run, 0), attempt, startedAt: 0, step: 0 }, workflowRun);
  const parts = [
    head === undefined
      ? ''
      : `${heads.size > 1 ? 'Newest commit' : 'All for'} ${commitLink(head, workflowRun)}`,
    link === undefined ? '' : `[${terms.runTitle}](${link})`,
    rows.some(({ section, group }) => section.isPreview && group !== 'gone')
      ? `Previews are deleted when the ${terms.request} closes.`
      : '',
    unknown === 0 ? '' : `${countOf(unknown, 'more agent')}, reported by a newer version of the action`,
  ].filter((part) => part !== '');
  return parts.length === 0 ? '' : `<sub>${parts.join(' · ')}</sub>`;
}
