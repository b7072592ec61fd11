/** A parsed workflow command, with names and properties in lower case because they are case-insensitive. */
export interface StdoutCommand {
  name: string;
  properties: Readonly<Record<string, string>>;
  message: string;
}

const KNOWN = new Set([
  'add-mask',
  'add-matcher',
  'add-path',
  'debug',
  'echo',
  'endgroup',
  'error',
  'group',
  'notice',
  'remove-matcher',
  'save-state',
  'set-env',
  'set-output',
  'stop-commands',
  'warning',
]);

/**
 * Parses one line as the runner does: `::name key=value::message` after white space, or the older `##[name
 * key=value]message` anywhere in the line. Returns `null` for a line without a command.
 */
export function parseStdoutCommand(line: string): StdoutCommand | null {
  return colons(trimStart(line)) ?? brackets(line);
}

function colons(text: string): StdoutCommand | null {
  if (!text.startsWith('::')) return null;
  const end = text.indexOf('::', 2);
  if (end < 0) return null;
  const { name, rest } = head(text.slice(2, end));
  if (!KNOWN.has(name.toLowerCase())) return null;
  return {
    name: name.toLowerCase(),
    properties: pairs(trim(rest), ',', PROPERTY),
    message: unescaped(text.slice(end + 2), DATA),
  };
}

function brackets(line: string): StdoutCommand | null {
  const start = line.indexOf('##[');
  const end = start < 0 ? -1 : line.indexOf(']', start);
  if (end < 0) return null;
  const { name, rest } = head(line.slice(start + 3, end));
  if (!KNOWN.has(name.toLowerCase())) return null;
  return {
    name: name.toLowerCase(),
    properties: pairs(rest, ';', LEGACY),
    message: unescaped(line.slice(end + 1), LEGACY),
  };
}

function head(text: string): { name: string; rest: string } {
  const space = text.indexOf(' ');
  return space < 0
    ? { name: text, rest: '' }
    : { name: text.slice(0, space), rest: space === 0 ? '' : text.slice(space + 1) };
}

/** Parses `a=1,b=2`. Skips pairs without a name or a value, and ignores leading and repeated separators. */
function pairs(text: string, separator: string, escapes: readonly Escape[]): Record<string, string> {
  const properties: Record<string, string> = {};
  for (const part of text.split(separator)) {
    const match = /^=*([^=]+)=+([^=][\s\S]*)$/.exec(part);
    if (match?.[1] !== undefined && match[2] !== undefined) {
      properties[match[1].toLowerCase()] = unescaped(match[2], escapes);
    }
  }
  return properties;
}

type Escape = readonly [code: string, character: string];
const DATA: readonly Escape[] = [
  ['%0D', '\r'],
  ['%0A', '\n'],
  ['%25', '%'],
];
const PROPERTY: readonly Escape[] = [
  ['%0D', '\r'],
  ['%0A', '\n'],
  ['%3A', ':'],
  ['%2C', ','],
  ['%25', '%'],
];
const LEGACY: readonly Escape[] = [
  ['%3B', ';'],
  ['%0D', '\r'],
  ['%0A', '\n'],
  ['%5D', ']'],
  ['%25', '%'],
];

function unescaped(text: string, escapes: readonly Escape[]): string {
  return escapes.reduce((result, [code, character]) => result.replaceAll(code, character), text);
}

// White space in .NET. The white space includes U+0085 but not the byte order mark, unlike in JavaScript.
const BLANK = '[\\t-\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]';
const LEADING = new RegExp(`^${BLANK}+`);
const TRAILING = new RegExp(`${BLANK}+$`);

/** Removes .NET's white space at the start of a string. */
function trimStart(text: string): string {
  return text.replace(LEADING, '');
}

/** Removes .NET's white space at both ends of a string. */
export function trim(text: string): string {
  return trimStart(text).replace(TRAILING, '');
}

/**
 * Parses `KEY=value` lines and `KEY<<MARK` blocks in order, with the runner's strict grammar. Yields the pairs before
 * an invalid line. Throws the runner's errors: an invalid line, a block without a name or a mark, a missing end mark,
 * a last value line without a line break.
 * @param crlf whether `\r\n` ends a line, as on Windows only
 */
export function* readPairs(text: string, crlf: boolean): Generator<[key: string, value: string]> {
  const reader = lineReader(text, crlf);
  for (let line = reader.next(); line !== null; line = reader.next()) {
    if (line.text === '') continue;
    const equals = line.text.indexOf('=');
    const heredoc = line.text.indexOf('<<');
    if (equals >= 0 && (heredoc < 0 || equals < heredoc)) {
      yield [line.text.slice(0, equals), line.text.slice(equals + 1)];
    } else if (heredoc >= 0) {
      const key = line.text.slice(0, heredoc);
      const mark = line.text.slice(heredoc + 2);
      if (key === '' || mark === '') {
        throw new Error(
          `Invalid format '${line.text}'. Name must not be empty and delimiter must not be empty`,
        );
      }
      yield [key, readBlock(reader, text, mark)];
    } else {
      throw new Error(`Invalid format '${line.text}'`);
    }
  }
}

interface Line {
  text: string;
  /** Offset of the line's end, before its line break. */
  end: number;
  broken: boolean;
}
interface LineReader {
  next(): Line | null;
  offset(): number;
}

function lineReader(text: string, crlf: boolean): LineReader {
  let index = 0;
  return {
    offset: () => index,
    next() {
      if (index >= text.length) return null;
      const start = index;
      const feed = text.indexOf('\n', start);
      if (feed < 0) {
        index = text.length;
        return { text: text.slice(start), end: text.length, broken: false };
      }
      index = feed + 1;
      const end = crlf && feed > start && text[feed - 1] === '\r' ? feed - 1 : feed;
      return { text: text.slice(start, end), end, broken: true };
    },
  };
}

function readBlock(reader: LineReader, text: string, mark: string): string {
  const start = reader.offset();
  let end = start;
  for (;;) {
    const line = reader.next();
    if (line === null) throw new Error(`Invalid value. Matching delimiter not found '${mark}'`);
    if (line.text === mark) return text.slice(start, end);
    if (!line.broken) throw new Error('Invalid value. EOF marker missing new line.');
    end = line.end;
  }
}
