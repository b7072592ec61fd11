import { stringifyExactJson, tryParseExactJson } from '../../contract/exact-json.ts';
import { findJsonExcess } from '../../contract/json-safety.ts';
import type { Redactor } from '../server/journal-redactor.ts';

/** Maximum length of an event in characters, above which the event is truncated. */
const MAX_EVENT = 16 * 1024 * 1024;

/**
 * Removes secrets from an event stream, and clips long texts. Only complete events are sent, because a secret might be
 * divided between two chunks. Valid JSON data is redacted as JSON, and other data is redacted as text.
 */
export async function* redactEvents(
  body: AsyncIterable<Uint8Array>,
  redactor: Pick<Redactor, 'redact' | 'redactText'>,
  clip: (value: unknown) => unknown = (value) => value,
): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  let waiting = '';
  for await (const bytes of body) {
    waiting += decoder.decode(bytes, { stream: true });
    const end = lastEventEnd(waiting);
    if (end > 0) {
      yield waiting
        .slice(0, end)
        .split(/(\r\n|\n|\r)/)
        .map((line) => redactLine(line, redactor, clip))
        .join('');
      waiting = waiting.slice(end);
    }
    if (waiting.length > MAX_EVENT) throw new Error('an event of the stream is too long');
  }
  // If the stream ends within an event, the incomplete event is dropped.
}

/** Returns the offset after the last complete event, which ends with an empty line. */
function lastEventEnd(text: string): number {
  let end = 0;
  for (const { index, 0: match } of text.matchAll(/\r\n\r\n|\n\n|\r\r/g)) end = index + match.length;
  return end;
}

function redactLine(
  line: string,
  redactor: Pick<Redactor, 'redact' | 'redactText'>,
  clip: (value: unknown) => unknown,
): string {
  const [, field, data] = /^(data: ?)(.+)$/s.exec(line) ?? [];
  if (field === undefined || data === undefined) return line === '' ? '' : redactor.redactText(line);
  // Data that exceeds the parser's limits is dropped, because its secret fields are unknown.
  if (findJsonExcess(data) !== undefined)
    return `${field}${JSON.stringify({ truncated: true, characters: data.length })}`;
  const value = tryParseExactJson(data);
  return (
    field +
    (value === undefined ? redactor.redactText(data) : stringifyExactJson(clip(redactor.redact(value))))
  );
}
