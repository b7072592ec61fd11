import { StringDecoder } from 'node:string_decoder';

/** A line this long is let go of in pieces: memory is not what programs without line ends may fill. */
const LONGEST = 1024 * 1024;

/** Cuts what a program prints into lines. Pure but for what it remembers. */
export function createLineSplitter(say: (line: string) => void): { take(data: Buffer): void; end(): void } {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  const cut = (text: string) => {
    const lines = (rest + text).split(/\r?\n/);
    rest = lines.pop() ?? '';
    for (const line of lines) say(line);
    if (rest.length > LONGEST) {
      say(rest);
      rest = '';
    }
  };
  return {
    take: (data) => cut(decoder.write(data)),
    end: () => {
      cut(decoder.end());
      if (rest !== '') say(rest);
      rest = '';
    },
  };
}
