import { isJsonObject, textOf } from '../../../src/contract/json-safety.ts';
import { parseExactJson } from '../../../src/contract/exact-json.ts';
import { messageText } from '../../../src/contract/messages.ts';
import type { FrameRow } from './frame-rows.ts';
import { previewText } from './preview-text.ts';
import type { Tone } from './words.ts';

/**
 * Maximum length of a frame that is parsed for its one-line description. The line of a longer frame contains only the
 * beginning of the frame's text.
 */
const PARSED = 100_000;

/** Describes a frame of a run's stream in one line. */
export function frameLine(row: FrameRow): string {
  const { event, data } = row.frame;
  const raw = previewText(data, 300);
  if (data.length > PARSED) return raw;
  let value: unknown;
  try {
    value = parseExactJson(data);
  } catch {
    return raw;
  }
  const mode = event.split('|')[0] ?? '';
  return lineOf(mode, value) ?? raw;
}

function lineOf(mode: string, value: unknown): string | undefined {
  switch (mode) {
    case 'metadata':
      return isJsonObject(value) ? `run ${textOf(value['run_id']).slice(0, 8)}` : undefined;
    case 'messages': {
      const [chunk, metadata] = Array.isArray(value) ? (value as unknown[]) : [];
      const node = isJsonObject(metadata) ? textOf(metadata['langgraph_node']) : '';
      const text = messageText(chunk);
      const calls =
        isJsonObject(chunk) && Array.isArray(chunk['tool_call_chunks']) ? chunk['tool_call_chunks'] : [];
      const said = text !== '' ? `“${text.slice(0, 200)}”` : calls.length > 0 ? 'tool call' : 'no text';
      return node === '' ? said : `${node} · ${said}`;
    }
    case 'updates':
      return isJsonObject(value)
        ? Object.entries(value)
            .map(
              ([node, change]) =>
                `${node} → ${isJsonObject(change) ? Object.keys(change).join(', ') || 'nothing' : 'nothing'}`,
            )
            .join('; ')
        : undefined;
    case 'tasks':
      if (!isJsonObject(value) || textOf(value['name']) === '') return undefined;
      return `${textOf(value['name'])} ${'result' in value || 'error' in value ? 'ended' : 'started'}`;
    case 'error':
      return isJsonObject(value)
        ? [value['error'], value['message']].map(textOf).filter(Boolean).join(': ')
        : undefined;
    default:
      return undefined;
  }
}

const TONES: Readonly<Record<string, Tone>> = {
  messages: 'model',
  updates: 'live',
  tasks: 'tool',
  error: 'bad',
};

/** Returns the color of a frame's event. */
export const frameTone = (event: string): Tone | undefined => TONES[event.split(/[|/]/)[0] ?? ''];
