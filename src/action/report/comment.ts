import type { ComparisonSection } from '../gate/report/comment.ts';
import type { PhaseSpan } from '../run-record.ts';
import { type Headline, spellDuration } from './headline.ts';
import { agentAddress, cell, code, fenced, inertLines, safeUrl, shorten } from './markdown.ts';
import { CODE_HOST_TERMS, type CodeHostName } from './links.ts';
import { isPhase, phaseName } from './phases.ts';
import { countOf } from '../text.ts';

/** GitHub's maximum length of a comment in characters. */
export const COMMENT_MAX = 65_536;
/**
 * Maximum length of a comment with a gate or several agents. The limit leaves room for text that GitHub adds when it
 * edits a comment.
 */
export const GATE_COMMENT_MAX = 59_900;
const LINE_MAX = 2_000;
/**
 * Maximum length in characters of a name, status or count, and maximum number of phases, which leaves room for the
 * message.
 */
const FIELD_MAX = 200;
const PHASES_MAX = 40;
/** Maximum number of rows in the table of previews, which is the largest value of `preview-keep`. */
const PREVIEWS_MAX = 10;
/**
 * Maximum length of the message in characters. The message is truncated before it is converted to Markdown, because a
 * truncated code span would turn the following text into Markdown.
 */
const MESSAGE_MAX = 16_000;

/** Content of the comment on a pull or merge request. All strings are redacted. */
export interface CommentContent {
  codeHost: CodeHostName;
  key: string;
  name: string;
  headline: Headline;
  /** Result of the run with its reason code, and the URL that explains the code, or `undefined` until the run ends. */
  result: { kind: string; code: string; docs: string | undefined } | undefined;
  message: string | undefined;
  /** Form of the message: an alert, text, or only a part of the details if the headline already states the message. */
  emphasis: 'alert' | 'text' | 'details';
  url: string | undefined;
  /**
   * Agent that responds at `url`: the agent of this run or the previous revision, or `undefined` if the comment has no
   * link.
   */
  responds: 'agent' | 'previous' | undefined;
  /**
   * URL of the code host's server. The comment shows the URL of an agent on this server as text instead of a link.
   */
  serverUrl: string;
  commit: NamedCommit | undefined;
  /** Facts of the run, such as `ready in 31 s`. */
  notes: readonly string[];
  ids: readonly (readonly [label: string, id: string])[];
  timeline: readonly PhaseSpan[];
  /** Result of the checks, such as `2 of 3 checks passed`, or `undefined` if the agent was not checked. */
  checks: string | undefined;
  /** Numbers of the entries in the data of the preview, or `undefined` if the preview has no or incomplete data. */
  seeded: string | undefined;
  /** Previews of the pull request's commits, newest first; empty without previews of commits. */
  previews: readonly ListedPreview[];
  run: { link: string; attempt: string; isOver: boolean } | undefined;
  /** True if the comment is about a preview, which is deleted when its pull request is closed. */
  isPreview: boolean;
  /** Last log lines of the failed stage, or `undefined` if no log is shown. */
  log: { kind: string; lines: readonly string[] } | undefined;
  /** Section of the gate as Markdown, or `undefined` if the gate did not run. */
  gate: GateSection | undefined;
}

/** A row of the table with the previews of a pull request's commits. */
interface ListedPreview {
  commit: NamedCommit;
  /** URL of the agent, or `undefined` if no revision is active. */
  url: string | undefined;
  /** Age of the preview, such as `3d 4h`, with the time of its creation. */
  age: string;
}

interface NamedCommit {
  sha: string;
  link: string;
  /** First line of the commit's message; absent if the message is unknown. */
  subject?: string | undefined;
}

interface GateSection extends ComparisonSection {
  /** True if the heading of the gate is the heading of the comment, because the gate determined the outcome. */
  isLeading: boolean;
}

/** Returns the hidden first line that identifies a comment. */
export function commentMark(key: string): string {
  // Removes all characters that could end the HTML comment.
  return `<!-- agent-deploy:${key.replaceAll(/[^\w./-]/g, '_').replaceAll('--', '-_')} -->`;
}

/**
 * Returns the comment as Markdown, within GitHub's limit. To stay within the limit, shortens the log before the
 * message. `reserved` is the number of characters that must stay free.
 */
export function commentBody(content: CommentContent, reserved = 0): string {
  const { gate, emphasis } = content;
  const isLed = gate?.isLeading === true;
  const heading = isLed ? gate.heading : `### ${content.headline.icon} ${field(content.headline.text)}`;
  // The alert of the gate explains the result better than the message of the run.
  const shown = isLed && gate.callout !== '' ? 'details' : emphasis;
  const section =
    gate === undefined ? [] : [isLed ? '' : `#${gate.heading}`, isLed ? '' : gate.callout, gate.body];
  const max = (gate === undefined ? COMMENT_MAX : GATE_COMMENT_MAX) - reserved;
  const join = (message: string, log: string): string => {
    const alert = shown === 'alert' && message !== '' ? `> [!CAUTION]\n> ${message}` : '';
    return [
      `${commentMark(content.key)}\n${heading}`,
      isLed ? gate.callout : alert,
      deploymentLine(content),
      content.seeded === undefined ? '' : `Seeded: ${field(content.seeded)}`,
      previewTable(content),
      shown === 'text' ? message : '',
      log,
      isLed || emphasis !== 'alert' ? '' : whatToDo(content),
      ...section,
      isLed && emphasis === 'alert' ? whatToDo(content) : '',
      detailsOf(content, shown === 'details' ? message : ''),
      footOf(content),
    ]
      .filter((part) => part !== '')
      .join('\n\n');
  };
  const message = messagePart(content.message, max - join('', '').length - 60);
  return join(message, logPart(content.log, max - join(message, '').length - 2));
}

function deploymentLine(content: CommentContent): string {
  const { name, commit, notes, checks, gate, message, emphasis } = content;
  const isStated = emphasis === 'alert' && checks !== undefined && message?.includes(checks) === true;
  return [
    linkOf(content, 'agent'),
    code(shorten(name, FIELD_MAX)),
    commit && commitText(commit),
    ...notes.map(field),
    isStated ? undefined : checks && field(checks),
    gate?.isLeading === true ? gate.summary : undefined,
    linkOf(content, 'previous'),
  ]
    .filter((part) => part !== undefined && part !== '')
    .join(' · ');
}

function linkOf(
  { url, responds, serverUrl, gate, isPreview }: CommentContent,
  who: 'agent' | 'previous',
): string | undefined {
  if (responds !== who) return undefined;
  const address = agentAddress(url, serverUrl);
  if (address?.startsWith('<') !== true) return address;
  if (who === 'previous') return `[the previous revision](${address}) keeps answering`;
  const what = gate?.isLeading === true ? gate.candidate : isPreview ? 'the preview' : 'the agent';
  return `**[Talk to ${what}](${address})**`;
}

/** Returns the table of the previews of commits, unless the link of the comment leads to the only preview. */
function previewTable({ previews, serverUrl }: CommentContent): string {
  if (previews.length < 2) return '';
  const rows = previews.slice(0, PREVIEWS_MAX).map(({ commit, url, age }) => {
    const address = agentAddress(url, serverUrl);
    const link = address?.startsWith('<') === true ? `[talk to it](${address})` : address;
    return `| ${commitText(commit)} | ${link ?? 'no address'} | ${field(age)} |`;
  });
  const left = previews.length - rows.length;
  const more = left > 0 ? [`\n… and ${countOf(left, 'more preview')}`] : [];
  return ['| Commit | Preview | Age |', '| :-- | :-- | :-- |', ...rows, ...more].join('\n');
}

function whatToDo({ result }: CommentContent): string {
  if (result === undefined) return '';
  const link = safeUrl(result.docs);
  const about = code(result.code);
  return `**What to do:** ${link === undefined ? `see ${about}` : `[see ${about}](${link})`}`;
}

function detailsOf({ result, timeline, ids }: CommentContent, message: string): string {
  const phases = phasesOf(timeline);
  const rows: [string, string][] = [
    ...(result === undefined ? [] : [['result', resultText(result)] satisfies [string, string]]),
    ...(message === '' ? [] : [['message', message] satisfies [string, string]]),
    ...(phases === '' ? [] : [['phases', phases] satisfies [string, string]]),
    ...ids.map(([label, id]): [string, string] => [label, field(id)]),
  ];
  if (rows.length === 0) return '';
  const lines = rows.map(([label, value]) => `| ${label} | ${value} |`);
  const table = ['| What | Value |', '| :-- | :-- |', ...lines].join('\n');
  return `<details>\n<summary>Details and IDs for support</summary>\n\n${table}\n</details>`;
}

function messagePart(message: string | undefined, room: number): string {
  if (message === undefined) return '';
  let text = shorten(message, MESSAGE_MAX);
  for (;;) {
    const part = inertLines(text);
    if (part.length <= room || text === '') return part;
    text = shorten(text, Math.floor((text.length * room) / part.length) - 1);
  }
}

const field = (text: string): string => cell(shorten(text, FIELD_MAX));

/**
 * Returns the commit as a link, followed by the first line of its message. An invalid commit is shown as text, because
 * commits can come from the service.
 */
export function commitText({ sha, link, subject }: NamedCommit): string {
  const url = /^[0-9a-f]{7,64}$/i.test(sha) ? safeUrl(link) : undefined;
  const commit = url === undefined ? field(sha) : `[\`${sha.slice(0, 7)}\`](${url})`;
  return [commit, subjectText(subject)].filter((part) => part !== '').join(' ');
}

/** Maximum length in characters of a commit message's first line, as in GitHub's lists of commits. */
const SUBJECT_MAX = 72;

/** Returns the first line of a commit's message, without Markdown. */
export function subjectText(subject: string | undefined): string {
  if (subject === undefined) return '';
  return cell(
    subject.length > SUBJECT_MAX ? `${subject.slice(0, SUBJECT_MAX - 1).toWellFormed()}…` : subject,
  );
}

function resultText({ kind, code: reason, docs }: NonNullable<CommentContent['result']>): string {
  const link = safeUrl(docs);
  return `${field(kind)} (${link === undefined ? code(reason) : `[${code(reason)}](${link})`})`;
}

/** Returns the durations of the phases. Omits phases that took no time. */
function phasesOf(timeline: readonly PhaseSpan[]): string {
  const ended = timeline.flatMap(({ status, startMs, endMs }) =>
    endMs !== undefined && isPhase({ status, startMs, endMs })
      ? [`${field(phaseName(status))} ${spellDuration(endMs - startMs)}`]
      : [],
  );
  const more = ended.length > PHASES_MAX ? [`and ${ended.length - PHASES_MAX} more`] : [];
  return [...ended.slice(0, PHASES_MAX), ...more].join(' · ');
}

function footOf({ codeHost, run, isPreview }: CommentContent): string {
  const terms = CODE_HOST_TERMS[codeHost];
  const parts = [
    run &&
      `[${run.isOver ? terms.runTitle : `Follow the ${terms.run}`}](${run.link})${run.attempt === '1' ? '' : `, attempt ${cell(run.attempt)}`}`,
    isPreview ? `The preview is deleted when the ${terms.request} closes.` : undefined,
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? '' : `<sub>${parts.join(' · ')}</sub>`;
}

function logPart(log: CommentContent['log'], room: number): string {
  if (log === undefined) return '';
  const part = (lines: readonly string[]) =>
    lines.length === 0
      ? ''
      : `<details open>\n<summary>End of the ${cell(log.kind)} log</summary>\n\n${fenced(lines)}\n</details>`;
  let lines = log.lines.map(plainLine);
  while (lines.length > 0 && part(lines).length > room) lines = lines.slice(Math.ceil(lines.length / 8));
  return part(lines);
}

/** Returns a log line without strings that look like our comment mark. */
export function plainLine(line: string): string {
  return shorten(line.replaceAll('<!--', '<! --'), LINE_MAX);
}
