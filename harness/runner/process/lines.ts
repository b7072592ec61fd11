/** Takes bytes as they come and gives lines. */
export interface LineSplitter {
  push(chunk: Uint8Array): string[];
  /** What is left when the stream has ended. */
  end(): string[];
}

/**
 * Lines as the runner's stream reader sees them: UTF-8, wrong bytes replaced, a byte order mark at the start dropped;
 * ended by `\n`, `\r\n` or `\r` and by nothing else. Node's own line reader also breaks at U+2028 and U+2029.
 */
export function lineSplitter(): LineSplitter {
  const decoder = new TextDecoder('utf-8');
  let rest = '';
  const take = (text: string, ended: boolean): string[] => {
    rest += text;
    // A carriage return at the very end may be half of a pair.
    const held = !ended && rest.endsWith('\r') ? '\r' : '';
    const lines = (held === '' ? rest : rest.slice(0, -1)).split(/\r\n|\n|\r/);
    rest = (lines.pop() ?? '') + held;
    if (!ended || rest === '') return lines;
    lines.push(rest);
    rest = '';
    return lines;
  };
  return {
    push: (chunk) => take(decoder.decode(chunk, { stream: true }), false),
    end: () => take(decoder.decode(), true),
  };
}

/** A whole text as lines, the same way. */
export function splitLines(text: string): string[] {
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
