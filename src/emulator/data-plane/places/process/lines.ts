import { StringDecoder } from 'node:string_decoder';

export interface LineSplitter {
  /** Adds bytes of the stream. Passes each complete line without its line end to the sink. */
  push(chunk: Uint8Array): void;
  /** Ends the stream; text after the last line end becomes a line. */
  end(): void;
}

/**
 * Creates a splitter of UTF-8 bytes at `\n` or `\r\n`, and after `maxLength` characters, because a program that never
 * ends its line could fill the memory.
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
