import { type PhaseSpan, formatDuration } from '../rollout/timeline.ts';
import { cell, fenced, safeUrl } from './markdown.ts';

/** GitHub takes no comment that is longer. */
export const COMMENT_MAX = 65_536;
const LINE_MAX = 2_000;

/** What the comment on a pull request tells: free of secrets already. */
export interface CommentFacts {
  key: string;
  /** The agent's name. */
  name: string;
  icon: string;
  /** Such as `deployed`. */
  status: string;
  /** `undefined` while nothing has ended. */
  reason: { code: string; docs: string | undefined } | undefined;
  message: string | undefined;
  url: string | undefined;
  commit: { sha: string; link: string } | undefined;
  revision: string | undefined;
  tookMs: number | undefined;
  timeline: readonly PhaseSpan[];
  /** Such as `2 of 3 checks passed`; undefined: the agent was not checked. */
  checks: string | undefined;
  run: { link: string; attempt: string } | undefined;
  /** The end of what failed; undefined: it is not wanted here. */
  log: { kind: string; lines: readonly string[] } | undefined;
}

/** The hidden mark by which a comment is found again: its very first line. Pure. */
export function commentMark(key: string): string {
  // Nothing that could end the HTML comment.
  return `<!-- agent-deploy:${key.replaceAll(/[^\w./-]/g, '_').replaceAll('--', '-_')} -->`;
}

/** The comment as Markdown, never longer than GitHub takes: the log gives way first, then the message. Pure. */
export function commentBody(facts: CommentFacts): string {
  const head = [
    `${commentMark(facts.key)}\n### ${facts.icon} ${cell(facts.name)}: ${cell(facts.status)}`,
    statusTable(facts),
    phases(facts.timeline),
  ];
  const foot = footOf(facts);
  const join = (...parts: (string | undefined)[]) =>
    [...head, ...parts, foot].filter((part) => part !== undefined && part !== '').join('\n\n');
  const message = facts.message?.split('\n').map(cell).join('<br>');
  const room = COMMENT_MAX - join(message).length;
  if (room < 0) return join(message?.slice(0, Math.max(0, message.length + room - 1))).slice(0, COMMENT_MAX);
  return join(message, logPart(facts.log, room - 2));
}

function statusTable({ status, reason, url, commit, revision, checks, tookMs }: CommentFacts): string {
  const address = safeUrl(url)?.replaceAll('|', '%7C');
  const rows: [string, string | undefined][] = [
    ['Status', `${cell(status)}${reason === undefined ? '' : ` (${reasonText(reason)})`}`],
    ['Agent', address && `<${address}>`],
    ['Commit', commit && `[${cell(commit.sha.slice(0, 7))}](${commit.link})`],
    ['Revision', revision && cell(revision)],
    ['Checks', checks && cell(checks)],
    ['Took', tookMs === undefined ? undefined : formatDuration(tookMs)],
  ];
  const lines = rows.flatMap(([label, value]) => (value ? [`| ${label} | ${value} |`] : []));
  return ['|  |  |', '| --- | --- |', ...lines].join('\n');
}

function reasonText({ code, docs }: { code: string; docs: string | undefined }): string {
  const link = safeUrl(docs);
  return link === undefined ? cell(code) : `[${cell(code)}](${link})`;
}

function phases(timeline: readonly PhaseSpan[]): string {
  const spans = timeline.flatMap(({ status, startMs, endMs }) =>
    endMs === undefined ? [] : [`${cell(status)} ${formatDuration(endMs - startMs)}`],
  );
  return spans.length === 0 ? '' : `Phases: ${spans.join(' · ')}`;
}

function footOf({ run }: CommentFacts): string {
  if (run === undefined) return '';
  return `<sub>[Run](${run.link})${run.attempt === '1' ? '' : `, attempt ${cell(run.attempt)}`}</sub>`;
}

/** As much of the end of the log as there is room for. */
function logPart(log: CommentFacts['log'], room: number): string {
  if (log === undefined) return '';
  const part = (lines: readonly string[]) =>
    lines.length === 0
      ? ''
      : `<details><summary>End of the ${cell(log.kind)} log</summary>\n\n${fenced(lines)}\n\n</details>`;
  let lines = log.lines.map(plainLine);
  while (lines.length > 0 && part(lines).length > room) lines = lines.slice(Math.ceil(lines.length / 8));
  return part(lines);
}

/** Without what a terminal, or a page, would take for more than text: colours, controls, marks of direction, ours. */
function plainLine(line: string): string {
  const text = line
    .replace(/\u001b\[[0-9;?]*[A-Za-z]/g, '')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f\u0085\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, '')
    .replaceAll('<!--', '<! --');
  return text.length > LINE_MAX ? `${text.slice(0, LINE_MAX)}…` : text;
}
