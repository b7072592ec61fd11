/**
 * Returns the reason why JSON.parse rejected a text, in one line that ends with the position. The message of the
 * JavaScript engine lacks the position of an unexpected character, and quotes line breaks of the text.
 */
export function describeJsonError(text: string, error: unknown): string {
  const message = messageOf(error);
  if (/\(line \d+ column \d+\)$/.test(message)) return message;
  const [what] = /^Unexpected (?:token '.[^']*'|end of JSON input)/su.exec(message) ?? [message];
  const lines = text.slice(0, findBreak(text)).split('\n');
  return `${what.replace(/\s+/g, ' ')} (line ${lines.length} column ${(lines.at(-1) ?? '').length + 1})`;
}

/** Returns the length of the longest prefix of the text that is also a prefix of valid JSON. */
function findBreak(text: string): number {
  let good = 0;
  let bad = text.length + 1;
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (canBegin(text.slice(0, middle))) good = middle;
    else bad = middle;
  }
  return good;
}

function canBegin(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    const message = messageOf(error);
    if (/^Unexpected end|^Unterminated/.test(message)) return true;
    const position = / at position (\d+)/.exec(message)?.[1];
    return position !== undefined && Number(position) >= text.length;
  }
}

const messageOf = (error: unknown): string => String(error).replace(/^SyntaxError: /, '');
