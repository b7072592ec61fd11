// What a program printed before it failed, as one line for a message.

const NODE_FRAME =
  /^\s*(?:at (?:async |new )?[^ ].*[):]\d+\)?|node:internal\/.*:\d+|Node\.js v\d[\w.-]*|throw \w+;)\s*$/;
const PYTHON_FRAME = /^(\s*)File ".*", line \d+/;
const TRACEBACK = /^\s*(?:Traceback \(most recent call last\):|\[end of output\]|\[stderr\])\s*$/;
const MARKERS = /^[\s^~]*$/;

/**
 * The lines without those that say where in a program an error happened: frames of Node's stacks, of Python's tracebacks with
 * the code below them, and lines of markers and blanks. If nothing else is left, all lines.
 */
export function withoutStackFrames(lines: readonly string[]): string[] {
  const kept: string[] = [];
  /** The indentation of the Python frame whose code follows. */
  let frame: number | undefined;
  for (const line of lines) {
    const python = PYTHON_FRAME.exec(line);
    if (python) {
      frame = python[1]?.length ?? 0;
      continue;
    }
    const isCode = frame !== undefined && line.search(/\S/) > frame;
    if (isCode || MARKERS.test(line)) continue;
    frame = undefined;
    if (!NODE_FRAME.test(line) && !TRACEBACK.test(line)) kept.push(line);
  }
  return kept.length > 0 ? kept : lines.filter((line) => line.trim() !== '');
}

/** A line that begins with the word error, the name of an error, either of them after one other word or a place in a file, or apt's `E:`. */
const ERROR_LINE =
  /^\W{0,80}(?:\w{1,80}:?\s{1,20}\W{0,80})?(?:\w{0,80}(?:Error|Exception)\b|error\b|ERROR\b|ERR!|ERR_\w+|fatal\b|FATAL\b)|[\w)]: (?:fatal )?error\b|^E: /;
const SHOWN_LINES = 6;
const LINES_AFTER_ERROR = 3;
const SHOWN_CHARACTERS = 600;
const SEPARATOR = ' | ';

/**
 * The lines that tell why a program failed, as one of at most 600 characters: npm's error without the help and the log file
 * that it names after it; of another program its first line about an error, those that follow, and the last such line; if
 * it has none, its last lines. Lines of stacks are left out.
 */
export function lastWords(lines: readonly string[]): string {
  const errors = lines.flatMap((line) => /^npm (?:error|ERR!) ?(.*)$/.exec(line)?.[1] ?? []);
  const end = errors.findIndex((line) => /^\s*(?:Usage:|Clean install a project|A complete log )/.test(line));
  const isNpm = errors.length > 0;
  const printed = isNpm ? errors.slice(0, end === -1 ? undefined : end) : lines;
  const said = withoutStackFrames(printed).map((line) => line.trim());
  const first = said.findIndex((line) => ERROR_LINE.test(line));
  const last = said.findLastIndex((line) => ERROR_LINE.test(line));
  if (isNpm) {
    // npm says first what failed; a program that it started may say why only later.
    const isShown = first < SHOWN_LINES;
    return join(
      isShown ? said.slice(0, SHOWN_LINES) : [...said.slice(0, 3), ...said.slice(first, first + 3)],
    );
  }
  if (first === -1) return join(said.slice(-SHOWN_LINES));
  const shownEnd = first + 1 + LINES_AFTER_ERROR;
  return join(said.slice(first, shownEnd), last >= shownEnd ? said[last] : undefined);
}

/** Joins lines within the limit; the `final` one is always among them. */
function join(lines: readonly string[], final?: string): string {
  if (final === undefined) return lines.join(SEPARATOR).slice(0, SHOWN_CHARACTERS);
  const room = final.slice(0, SHOWN_CHARACTERS / 2);
  return `${lines.join(SEPARATOR).slice(0, SHOWN_CHARACTERS - room.length - SEPARATOR.length)}${SEPARATOR}${room}`;
}
