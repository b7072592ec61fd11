import { StringDecoder } from 'node:string_decoder';

export interface LineSplitter {
  /** Processes the next bytes. Passes complete lines to the sink, without their line end. */
  push(chunk: Uint8Array): void;
  /** Ends the stream. Remaining text without a line end is the last line. */
  end(): void;
}

/**
 * Splits UTF-8 bytes at `\n` or `\r\n`. A line longer than `maxLength` characters is emitted in chunks of that
 * length, so that a program that never ends its line cannot fill the memory.
 */
export function createLineSplitter(sink: (line: string) => void, maxLength = 16_384): LineSplitter {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  const give = (line: string) => {
    let from = 0;
    while (line.length - from > maxLength) {
      sink(line.slice(from, from + maxLength));
      from += maxLength;
    }
    sink(line.slice(from));
  };
  const take = (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) give(line.endsWith('\r') ? line.slice(0, -1) : line);
    while (rest.length > maxLength) {
      sink(rest.slice(0, maxLength));
      rest = rest.slice(maxLength);
    }
  };
  return {
    push: (chunk) => take(decoder.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))),
    end: () => {
      take(decoder.end());
      if (rest !== '') give(rest.endsWith('\r') ? rest.slice(0, -1) : rest);
      rest = '';
    },
  };
}
