import type { ComparisonSection } from '../gate/report/comment.ts';
import { type PhaseSpan, formatDuration } from '../run-record.ts';
import { agentAddress, cell, fenced, inertLines, safeUrl, shorten } from './markdown.ts';

/** GitHub's maximum length of a comment in characters. */
export const COMMENT_MAX = 65_536;
/** Maximum length of a comment with a gate. It leaves room for texts that GitHub adds when it edits a comment. */
const GATE_COMMENT_MAX = 59_900;
const LINE_MAX = 2_000;
/** Maximum length in characters of a name, status or count, and maximum number of phases, so that the message fits. */
const FIELD_MAX = 200;
const PHASES_MAX = 40;
/**
 * Maximum length of the message in characters. The message is cut before it is converted to Markdown, because a cut
 * code span would turn the following text into Markdown.
 */
const MESSAGE_MAX = 16_000;

/** Content of a pull request comment. All texts are redacted. */
export interface CommentContent {
  key: string;
  name: string;
  icon: string;
  /** Result of the run, such as `deployed`. */
  status: string;
  /** Reason code and the URL of its explanation; `undefined` until the run ends. */
  reason: { code: string; docs: string | undefined } | undefined;
  message: string | undefined;
  url: string | undefined;
  /** URL of the GitHub server. The URL of an agent on this server is shown as text instead of a link. */
  serverUrl: string;
  commit: { sha: string; link: string } | undefined;
  revision: string | undefined;
  tookMs: number | undefined;
  timeline: readonly PhaseSpan[];
  /** Result of the checks, such as `2 of 3 checks passed`; `undefined` if the agent was not checked. */
  checks: string | undefined;
  run: { link: string; attempt: string } | undefined;
  /** Last log lines of the failed stage; `undefined` if they should not be shown. */
  log: { kind: string; lines: readonly string[] } | undefined;
  /** Section of the gate as Markdown; `undefined` if the gate did not run. */
  gate: GateSection | undefined;
}

interface GateSection extends ComparisonSection {
  /** True if the heading of the gate is the heading of the comment, because the gate decided the outcome. */
  isLeading: boolean;
}

/** Returns the hidden first line that identifies a comment. */
export function commentMark(key: string): string {
  // Removes all characters that could end the HTML comment.
  return `<!-- agent-deploy:${key.replaceAll(/[^\w./-]/g, '_').replaceAll('--', '-_')} -->`;
}

/** Returns the comment as Markdown within GitHub's limit. Shortens the log first, then the message. */
export function commentBody(content: CommentContent): string {
  const { gate } = content;
  const heading = `### ${content.icon} ${field(content.name)}: ${field(content.status)}`;
  const head =
    gate === undefined
      ? [`${commentMark(content.key)}\n${heading}`, statusTable(content), phases(content.timeline)]
      : [
          `${commentMark(content.key)}\n${gate.isLeading ? gate.heading : heading}`,
          gate.callout,
          deploymentLine(content, gate),
        ];
  const section = gate === undefined ? [] : [gate.isLeading ? '' : `#${gate.heading}`, gate.body];
  const foot = footOf(content);
  const join = (message: string | undefined, log?: string) =>
    [...head, message, ...section, log, foot]
      .filter((part) => part !== undefined && part !== '')
      .join('\n\n');
  const max = gate === undefined ? COMMENT_MAX : GATE_COMMENT_MAX;
  const isExplained = gate?.isLeading === true && gate.callout !== '';
  const message = messagePart(isExplained ? undefined : content.message, max - join(undefined).length - 2);
  return join(message, logPart(content.log, max - join(message).length - 2));
}

/** Returns the result of the run, and links to the agent and the commit, in one line. */
function deploymentLine(content: CommentContent, gate: GateSection): string {
  const { status, reason, url, commit, checks, tookMs } = content;
  const address = agentAddress(url, content.serverUrl);
  const link = address?.startsWith('<') === true ? `**[Talk to ${gate.candidate}](${address})**` : address;
  const took = tookMs === undefined ? '' : ` in ${formatDuration(tookMs)}`;
  return [
    link,
    field(content.name),
    commit && commitText(commit),
    `${field(status)}${reason === undefined ? '' : ` (${reasonText(reason)})`}${took}`,
    checks && field(checks),
    gate.summary,
  ]
    .filter((part) => part !== undefined && part !== '')
    .join(' · ');
}

/** Returns the beginning of the message, up to `room` characters. */
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

/** Returns the commit as a link. An invalid commit stays text, because commits may come from the service. */
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

/** Returns the end of the log, up to `room` characters. */
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

/** Returns a log line without texts that look like our mark. */
function plainLine(line: string): string {
  return shorten(line.replaceAll('<!--', '<! --'), LINE_MAX);
}
