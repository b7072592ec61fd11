// This module summarizes the output of a failed program in one line for a message.

const NODE_FRAME =
  /^\s*(?:at (?:async |new )?[^ ].*[):]\d+\)?|node:internal\/.*:\d+|Node\.js v\d[\w.-]*|throw \w+;)\s*$/;
const PYTHON_FRAME = /^(\s*)File ".*", line \d+/;
const TRACEBACK = /^\s*(?:Traceback \(most recent call last\):|\[end of output\]|\[stderr\])\s*$/;
const MARKERS = /^[\s^~]*$/;

/**
 * Removes lines that only locate an error: Node stack frames, Python traceback frames, position markers and blank
 * lines. If nothing remains, returns all lines that are not blank.
 */
export function withoutStackFrames(lines: readonly string[]): string[] {
  const kept: string[] = [];
  /** Indentation of a Python frame if the next line is the frame's code. */
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

/**
 * Matches an error line, which begins with the word error, with the name of an error, or with apt's `E:`, possibly
 * after another word or a file position.
 */
const ERROR_LINE =
  /^\W{0,80}(?:\w{1,80}:?\s{1,20}\W{0,80})?(?:\w{0,80}(?:Error|Exception)\b|error\b|ERROR\b|ERR!|ERR_\w+|fatal\b|FATAL\b)|[\w)]: (?:fatal )?error\b|^E: /;
const SHOWN_LINES = 6;
const LINES_AFTER_ERROR = 3;
const SHOWN_CHARACTERS = 600;
const SEPARATOR = ' | ';

/**
 * Returns the lines that explain why a program failed, joined to at most 600 characters and without stack frames. For
 * npm, returns npm's error without its help text and without the name of its log file. For other programs, returns the
 * first error line with the following lines, and the last error line. Returns the last lines if no error line exists.
 */
export function lastOutput(lines: readonly string[]): string {
  const errors = lines.flatMap((line) => /^npm (?:error|ERR!) ?(.*)$/.exec(line)?.[1] ?? []);
  const end = errors.findIndex((line) => /^\s*(?:Usage:|Clean install a project|A complete log )/.test(line));
  const isNpm = errors.length > 0;
  const printed = isNpm ? errors.slice(0, end === -1 ? undefined : end) : lines;
  const printedLines = withoutStackFrames(printed).map((line) => line.trim());
  const first = printedLines.findIndex((line) => ERROR_LINE.test(line));
  const last = printedLines.findLastIndex((line) => ERROR_LINE.test(line));
  if (isNpm) {
    // npm reports the failed command first, and may report the command's error much later.
    const isShown = first < SHOWN_LINES;
    return join(
      isShown
        ? printedLines.slice(0, SHOWN_LINES)
        : [...printedLines.slice(0, 3), ...printedLines.slice(first, first + 3)],
    );
  }
  if (first === -1) return join(printedLines.slice(-SHOWN_LINES));
  const shownEnd = first + 1 + LINES_AFTER_ERROR;
  return join(printedLines.slice(first, shownEnd), last >= shownEnd ? printedLines[last] : undefined);
}

/** Joins lines up to the maximum length. The result always contains the line `final`. */
function join(lines: readonly string[], final?: string): string {
  if (final === undefined) return lines.join(SEPARATOR).slice(0, SHOWN_CHARACTERS);
  const room = final.slice(0, SHOWN_CHARACTERS / 2);
  return `${lines.join(SEPARATOR).slice(0, SHOWN_CHARACTERS - room.length - SEPARATOR.length)}${SEPARATOR}${room}`;
}
