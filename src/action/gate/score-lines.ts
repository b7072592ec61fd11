import { isJsonObject } from '../../contract/json-safety.ts';
import { ScoreLine } from '../../contract/score-line.ts';
import { shorten, TEXT_MAX } from '../text.ts';
import { createValueRenderer } from '../verify/result.ts';
import { PASS_KEY } from '../../judgement/comparison.ts';

const SCORES_MAX = 100;
/**
 * Maximum length in characters of a line or a comment that is redacted, which is much more than messages show, so
 * redaction sees whole secrets.
 */
const REDACTED_MAX = 200_000;
const EXAMPLE = '{"key": "correct", "score": 0.9, "comment": "…"}';

/** Scores and comments by key, or the first invalid line and the reason. */
export type ScoreLinesResult =
  | { kind: 'scored'; scores: Map<string, number>; comments: Map<string, string> }
  | { kind: 'invalid'; why: string };

interface ScoreLinesContext {
  /** Keys of scores that the command must print for each response. */
  required: readonly string[];
  /** Keys of scores that the action computes and that the command must not print. */
  computed: ReadonlySet<string>;
  redact: (text: string) => string;
}

/**
 * Parses the output of a score command: one JSON object per line. Refuses every line that is not a valid object,
 * because the line might be an incorrectly printed score. Ignores empty lines.
 */
export function parseScoreLines(output: string, context: ScoreLinesContext): ScoreLinesResult {
  const scores = new Map<string, number>();
  const comments = new Map<string, string>();
  const lineOf = new Map<string, number>();
  const { required, redact } = context;
  const shown = (text: string) => createValueRenderer(redact).text(text.slice(0, REDACTED_MAX));
  for (const [index, line] of output.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    const at = index + 1;
    const parsed = parseLine(line, context.computed, shown);
    if ('problem' in parsed) {
      return invalid(`Line ${at} of its output ${parsed.problem}. The line is: ${shown(line)}`);
    }
    const { key, score, comment } = parsed.line;
    const first = lineOf.get(key);
    if (first !== undefined) {
      return invalid(
        `Lines ${first} and ${at} of its output both have the score ${quoted(key, shown)}. Print each score once.`,
      );
    }
    if (lineOf.size === SCORES_MAX) return invalid(`Its output has more than ${SCORES_MAX} scores.`);
    lineOf.set(key, at);
    if (score !== null) scores.set(key, score);
    if (comment) comments.set(key, shorten(redact(inert(comment.slice(0, REDACTED_MAX))), TEXT_MAX));
  }
  if (lineOf.size === 0) {
    return invalid(`It printed no score. Print one line per score to stdout, such as ${EXAMPLE}.`);
  }
  const missing = required.find((key) => !lineOf.has(key));
  if (missing !== undefined) {
    const none = JSON.stringify({ key: missing, score: null });
    return invalid(
      `It printed no score ${quoted(missing, shown)}, which \`scores\` defines. Print ${none} if the score does not apply to a response.`,
    );
  }
  return { kind: 'scored', scores, comments };
}

const invalid = (why: string): ScoreLinesResult => ({ kind: 'invalid', why });

type ParsedLine = { line: ReturnType<typeof ScoreLine.parse> } | { problem: string };

function parseLine(line: string, computed: ReadonlySet<string>, shown: (text: string) => string): ParsedLine {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    const hint = /\b(?:NaN|Infinity)\b/.test(line) ? ' (JSON has no NaN and no Infinity)' : '';
    return { problem: `is not JSON${hint}; expected ${EXAMPLE}, and other text on stderr` };
  }
  if (!isJsonObject(value)) return { problem: `is not a JSON object; expected ${EXAMPLE}` };
  const parsed = ScoreLine.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const field = issue?.path[0];
    const where = field === undefined ? '' : `: ${String(field)}`;
    return { problem: `is not a score${where} ${shown(issue?.message ?? '')}; expected ${EXAMPLE}` };
  }
  const { key } = parsed.data;
  if (key === PASS_KEY) {
    return {
      problem: `has the key "${PASS_KEY}", which is reserved for the expectations of the cases; use another key`,
    };
  }
  if (computed.has(key)) {
    return {
      problem: `has the key ${quoted(key, shown)}, which \`scores\` compares with the reference; use another key`,
    };
  }
  return { line: parsed.data };
}

const quoted = (key: string, shown: (text: string) => string): string => JSON.stringify(shown(key));

/** Matches the characters that a terminal or a page would interpret, except line ends and tabs. */
const ACTIVE =
  /\u001b\[[0-9;?]*[A-Za-z]|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Removes colors, control characters and direction marks from the output of a program. */
export function inert(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(ACTIVE, '');
}
