/** Creates a reader that splits a stream into lines. Chunks can end anywhere, even within a character. */
export function createLineReader(): { read(chunk: Uint8Array): string[]; rest(): string } {
  const decoder = new TextDecoder();
  let rest = '';
  return {
    read(chunk) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      return lines.filter((line) => line !== '');
    },
    rest: () => rest,
  };
}

/** One server-sent event (SSE). */
export interface StreamEvent {
  /** ID of the event, or an empty string if the stream sends no IDs. */
  id: string;
  event: string;
  data: string;
}

/**
 * Creates a reader that parses server-sent events. The reader skips comments and joins several `data` lines into one
 * text.
 */
export function createEventReader(): { read(chunk: Uint8Array): StreamEvent[] } {
  const decoder = new TextDecoder();
  let rest = '';
  let id = '';
  let event = '';
  let data: string[] = [];
  const take = (line: string): StreamEvent | undefined => {
    if (line === '') {
      const whole =
        data.length > 0 ? { id, event: event === '' ? 'message' : event, data: data.join('\n') } : undefined;
      event = '';
      data = [];
      return whole;
    }
    const colon = line.indexOf(':');
    if (colon === 0) return undefined;
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'id') id = value;
    if (field === 'event') event = value;
    if (field === 'data') data.push(value);
    return undefined;
  };
  return {
    read(chunk) {
      const text = rest + decoder.decode(chunk, { stream: true });
      // A carriage return at the end might be the first half of a line break, so it stays for the next chunk.
      const whole = text.endsWith('\r') ? text.slice(0, -1) : text;
      const lines = whole.split(/\r\n|\n|\r/);
      rest = (lines.pop() ?? '') + text.slice(whole.length);
      return lines.flatMap((line) => take(line) ?? []);
    },
  };
}

/**
 * Returns the milliseconds before the next attempt to connect. The delay starts at 250 ms, doubles up to 5,000 ms and
 * varies randomly by a quarter. `random` is between 0 and 1.
 */
export function reconnectDelay(attempt: number, random: number): number {
  const base = Math.min(250 * 2 ** Math.min(attempt, 10), 5_000);
  return Math.round(base * (0.75 + random * 0.5));
}
