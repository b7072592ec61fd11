import { type PhaseSpan, formatDuration } from '../run-record.ts';
import { agentAddress, cell, fenced, inertLines, safeUrl, shorten } from './markdown.ts';

/** GitHub's limit for a comment, in characters. */
export const COMMENT_MAX = 65_536;
const LINE_MAX = 2_000;
/** Maximum length of a name, status or count, and of the phases, so that the message fits. */
const FIELD_MAX = 200;
const PHASES_MAX = 40;
/** The message is cut before it becomes Markdown, because cutting through a code span would activate the rest. */
const MESSAGE_MAX = 16_000;

/** Content of a pull request's comment, already redacted. */
export interface CommentContent {
  key: string;
  name: string;
  icon: string;
  /** Status, such as `deployed`. */
  status: string;
  /** `undefined` until the run ends. */
  reason: { code: string; docs: string | undefined } | undefined;
  message: string | undefined;
  url: string | undefined;
  /** URL of the GitHub server. An agent's URL on this server is shown as text instead of a link. */
  serverUrl: string;
  commit: { sha: string; link: string } | undefined;
  revision: string | undefined;
  tookMs: number | undefined;
  timeline: readonly PhaseSpan[];
  /** Result such as `2 of 3 checks passed`; `undefined` if the agent was not checked. */
  checks: string | undefined;
  run: { link: string; attempt: string } | undefined;
  /** End of the failed stage's log; `undefined` if it should not be shown. */
  log: { kind: string; lines: readonly string[] } | undefined;
}

/** Returns the hidden mark that identifies a comment: its first line. */
export function commentMark(key: string): string {
  // Removes everything that could end the HTML comment.
  return `<!-- agent-deploy:${key.replaceAll(/[^\w./-]/g, '_').replaceAll('--', '-_')} -->`;
}

/** Returns the comment as Markdown within GitHub's limit. The log is cut first, then the message. */
export function commentBody(content: CommentContent): string {
  const head = [
    `${commentMark(content.key)}\n### ${content.icon} ${field(content.name)}: ${field(content.status)}`,
    statusTable(content),
    phases(content.timeline),
  ];
  const foot = footOf(content);
  const join = (...parts: (string | undefined)[]) =>
    [...head, ...parts, foot].filter((part) => part !== undefined && part !== '').join('\n\n');
  const message = messagePart(content.message, COMMENT_MAX - join().length - 2);
  return join(message, logPart(content.log, COMMENT_MAX - join(message).length - 2));
}

/** Returns as much of the beginning of the message as fits. */
function messagePart(message: string | undefined, room: number): string | undefined {
  if (message === undefined) return undefined;
  let text = shorten(message, MESSAGE_MAX);
  for (;;) {
    const part = inertLines(text);
    if (part.length <= room || text === '') return part;
    text = shorten(text, Math.floor((text.length * room) / part.length) - 1);
  }
}

const field = (text: string): string => cell(shorten(text, FIELD_MAX));

function statusTable(content: CommentContent): string {
  const { status, reason, url, commit, revision, checks, tookMs } = content;
  const rows: [string, string | undefined][] = [
    ['Status', `${field(status)}${reason === undefined ? '' : ` (${reasonText(reason)})`}`],
    ['Agent', agentAddress(url, content.serverUrl)],
    ['Commit', commit && commitText(commit)],
    ['Revision', revision && field(revision)],
    ['Checks', checks && field(checks)],
    ['Took', tookMs === undefined ? undefined : formatDuration(tookMs)],
  ];
  const lines = rows.flatMap(([label, value]) => (value ? [`| ${label} | ${value} |`] : []));
  return ['|  |  |', '| --- | --- |', ...lines].join('\n');
}

/** Commits also come from the service, so an invalid one is not linked. */
function commitText({ sha, link }: { sha: string; link: string }): string {
  const url = /^[0-9a-f]{7,64}$/i.test(sha) ? safeUrl(link) : undefined;
  return url === undefined ? field(sha) : `[${sha.slice(0, 7)}](${url})`;
}

function reasonText({ code, docs }: { code: string; docs: string | undefined }): string {
  const link = safeUrl(docs);
  return link === undefined ? field(code) : `[${field(code)}](${link})`;
}

function phases(timeline: readonly PhaseSpan[]): string {
  const ended = timeline.flatMap(({ status, startMs, endMs }) =>
    endMs === undefined ? [] : [`${field(status)} ${formatDuration(endMs - startMs)}`],
  );
  if (ended.length === 0) return '';
  const more = ended.length > PHASES_MAX ? [`and ${ended.length - PHASES_MAX} more`] : [];
  return `Phases: ${[...ended.slice(0, PHASES_MAX), ...more].join(' · ')}`;
}

function footOf({ run }: CommentContent): string {
  if (run === undefined) return '';
  return `<sub>[Run](${run.link})${run.attempt === '1' ? '' : `, attempt ${cell(run.attempt)}`}</sub>`;
}

/** Returns as much of the end of the log as fits. */
function logPart(log: CommentContent['log'], room: number): string {
  if (log === undefined) return '';
  const part = (lines: readonly string[]) =>
    lines.length === 0
      ? ''
      : `<details><summary>End of the ${cell(log.kind)} log</summary>\n\n${fenced(lines)}\n\n</details>`;
  let lines = log.lines.map(plainLine);
  while (lines.length > 0 && part(lines).length > room) lines = lines.slice(Math.ceil(lines.length / 8));
  return part(lines);
}

/** Returns a line of the log without anything that looks like our mark. */
function plainLine(line: string): string {
  return shorten(line.replaceAll('<!--', '<! --'), LINE_MAX);
}
