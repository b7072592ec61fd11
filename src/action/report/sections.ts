import { COMMENT_SECTION_VERSION, CommentSection } from '../../contract/comment-section.ts';
import { parseJson } from '../../contract/json-safety.ts';

/** The sections of a comment, one for each agent. */
export interface Sections {
  known: readonly CommentSection[];
  /** Lines of sections that a newer version of the action wrote, which stay unchanged. */
  unknown: readonly string[];
}

export const NO_SECTIONS: Sections = { known: [], unknown: [] };

/**
 * Redacts a comment except its mark and its hidden sections. The texts in hidden sections are redacted before they are
 * stored, and the names of fields must not change even if a secret is a common word.
 */
export function redactVisible(body: string, redact: (text: string) => string): string {
  const lines = body.split('\n');
  const end = lines.findLastIndex((line) => !LINE.test(line)) + 1;
  const visible = redact(lines.slice(1, end).join('\n'));
  return [...lines.slice(0, 1), ...(end > 1 ? [visible] : []), ...lines.slice(Math.max(1, end))].join('\n');
}

type Version = CommentSection['version'];

/** Maximum number of lines that are read as sections, and maximum length of a line in characters. */
const MAX_LINES = 600;
const MAX_LINE = 30_000;
const LINE = /^<!-- agent-deploy section v(\d{1,6}) (\{.*\}) -->$/;

/** Returns a section as one hidden line without characters that GitHub or a Markdown parser interprets. */
export function encodeSection(section: CommentSection): string {
  return hiddenLine(`section v${COMMENT_SECTION_VERSION}`, section);
}

/** Returns JSON as one hidden line that begins with `name`, without characters that end the HTML comment or are Markdown. */
export function hiddenLine(name: string, value: unknown): string {
  const json = JSON.stringify(value)
    .replaceAll(/[<>&@#`]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replaceAll('--', '-\\u002d');
  return `<!-- agent-deploy ${name} ${json} -->`;
}

/**
 * Returns the valid sections that are stored in the last lines of a comment. Does not read the lines before the
 * sections, because these lines might quote untrusted texts.
 */
export function parseSections(body: string): Sections {
  let sections = NO_SECTIONS;
  const lines = body.trimEnd().split(/\r?\n/);
  for (const line of lines.slice(-MAX_LINES).toReversed()) {
    const match = line.length > MAX_LINE ? null : LINE.exec(line);
    if (match === null) break;
    const [, version, json = ''] = match;
    if (Number(version) > COMMENT_SECTION_VERSION) {
      sections = mergeSections(sections, { known: [], unknown: [line] });
      continue;
    }
    const parsed = CommentSection.safeParse(parseJson(json));
    if (parsed.success) sections = mergeSections(sections, { known: [parsed.data], unknown: [] });
  }
  return sections;
}

/**
 * Merges the sections of two comments, and keeps the later version of each agent's section. The order of the arguments
 * and repeated merges do not change the result.
 */
export function mergeSections(one: Sections, other: Sections): Sections {
  const merged = new Map<string, CommentSection>();
  for (const section of [...one.known, ...other.known]) {
    const current = merged.get(section.agent);
    if (current === undefined || compareSections(current, section) < 0) merged.set(section.agent, section);
  }
  return {
    known: [...merged.values()].toSorted((a, b) => compareText(a.agent, b.agent)),
    unknown: [...new Set([...one.unknown, ...other.unknown])].toSorted(compareText),
  };
}

/** Compares two versions of a section, first by the run's start, ID and attempt, then by the step of the run. */
function compareVersions(a: Version, b: Version): number {
  return a.startedAt - b.startedAt || a.run - b.run || a.attempt - b.attempt || a.step - b.step;
}

/**
 * Compares two sections by version, then by length, so a section with unshortened details replaces a shortened section.
 */
function compareSections(a: CommentSection, b: CommentSection): number {
  const [one, other] = [encodeSection(a), encodeSection(b)];
  return compareVersions(a.version, b.version) || one.length - other.length || compareText(one, other);
}

const compareText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** Returns whether the comment contains a section or a later version of the section. */
export function hasSection({ known }: Sections, section: CommentSection): boolean {
  return known.some(
    ({ agent, version }) => agent === section.agent && compareVersions(version, section.version) >= 0,
  );
}

/**
 * If the stored section belongs to an earlier step or attempt of the section's run, returns the section with a version
 * after the stored version. The clocks of runners differ, so the start alone does not order the attempts of a run.
 */
export function afterStored(section: CommentSection, { known }: Sections): CommentSection {
  const stored = known.find(({ agent }) => agent === section.agent)?.version;
  const own = section.version;
  if (stored === undefined || stored.run !== own.run || compareVersions(stored, own) < 0) return section;
  const isEarlier =
    stored.attempt < own.attempt || (stored.attempt === own.attempt && stored.step === own.step);
  return isEarlier ? { ...section, version: { ...own, startedAt: stored.startedAt + 1 } } : section;
}
