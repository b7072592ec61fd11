/**
 * Reads `KEY=value` lines and `KEY<<MARK` blocks one after the other, by the runner's strict grammar. What comes before a
 * broken line has been given by then, and counts. Throws the runner's complaints: a line that is neither, a block without
 * name or mark, a mark that never comes, a last value line without its line break.
 * @param crlf whether `\r\n` ends a line: on Windows only
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
  /** Offset just behind the text, before its line break. */
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
