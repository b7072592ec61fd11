import { isJsonObject, listOf, objectOf, textOf } from '../../../src/contract/json-safety.ts';
import { parse as parsePartialJson } from 'partial-json';
import { isClippedText, type ClippedText } from '../../../src/contract/dashboard/clip.ts';
import { messagesOfState, messageType } from '../../../src/contract/messages.ts';
import { linkTarget } from './format.ts';

/** A part of a message's content. */
export type MessagePart =
  /**
   * `characters` is the length of the whole text if `text` is only its beginning, or null if `text` is the whole text.
   */
  | { kind: 'text' | 'reasoning'; text: string; characters: number | null }
  /**
   * An image whose `source` is a `data:` URL. Images from the web are shown as links, so that opening a message causes
   * no requests.
   */
  | { kind: 'image'; source: string; name: string }
  | { kind: 'link'; target: string; name: string }
  /** A file or recording. The `source` of the file is a `data:` URL, or null if the page does not have the content. */
  | { kind: 'file'; source: string | null; name: string; mime: string }
  /**
   * An image or a file whose content is too long to be part of the message. The page reads the content on request.
   */
  | { kind: 'held'; name: string; characters: number; image: boolean }
  /** A block of an unknown kind. */
  | { kind: 'other'; value: unknown };

interface ToolCall {
  id: string;
  name: string;
  /** Arguments of the call, as far as they have arrived. */
  args: unknown;
  /** Streamed text of the arguments, or an empty string if the arguments are complete. */
  argsText: string;
  /** Index with which the chunks of a stream refer to the call, or null outside of streams. */
  index: number | null;
}

export interface ChatMessage {
  id: string;
  /** Author of the message: `human`, `ai`, `tool`, `system` or a type that the agent defines. */
  type: string;
  /** Name of the author or tool, or an empty string if the message has no name. */
  name: string;
  parts: readonly MessagePart[];
  calls: readonly ToolCall[];
  /** ID of the call whose result a tool message contains. */
  callId: string;
  /** True for the message of a tool that failed. */
  failed: boolean;
  /** Result of a tool that the model does not receive. */
  artifact: unknown;
  /** Number of tokens that the model reported, or null if the model reported no number. */
  tokens: number | null;
  /** True while the text is still being streamed. */
  partial: boolean;
  /** The message in the agent's own format. */
  value: unknown;
}

type Json = Readonly<Record<string, unknown>>;

/** Converts a message of any shape. Returns `undefined` if the value is not an object. */
export function chatMessage(value: unknown, fallbackId: string, partial = false): ChatMessage | undefined {
  if (!isJsonObject(value)) return undefined;
  const id = textOf(value['id']);
  const extra = objectOf(value['additional_kwargs']);
  return {
    id: id === '' ? fallbackId : id,
    type: messageType(value),
    name: textOf(value['name']),
    parts: [...reasoningIn(extra), ...partsOf(value['content'])],
    calls: callsOf(value),
    callId: textOf(value['tool_call_id']),
    failed: value['status'] === 'error',
    artifact: value['artifact'] ?? undefined,
    tokens: tokensOf(value['usage_metadata']),
    partial,
    value,
  };
}

/** Converts the messages of a state to chat messages. */
export const chatMessages = (list: readonly unknown[]): ChatMessage[] =>
  list.flatMap((one, index) => chatMessage(one, String(index)) ?? []);

/**
 * Returns the text of a message without its reasoning. For a clipped text, the result contains only its beginning.
 */
export const textOfParts = (parts: readonly MessagePart[]): string =>
  parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');

function tokensOf(usage: unknown): number | null {
  if (!isJsonObject(usage)) return null;
  const total = usage['total_tokens'];
  return typeof total === 'number' ? total : null;
}

/** Some providers return the reasoning in a separate field next to the content. */
function reasoningIn(extra: Json): MessagePart[] {
  const text = extra['reasoning_content'];
  return textLike(text) === undefined || text === '' ? [] : [textPart('reasoning', text)];
}

function partsOf(content: unknown): MessagePart[] {
  if (Array.isArray(content)) return mergeTexts(listOf(content).map(partOf));
  if (content === '' || content === undefined || content === null) return [];
  return [textLike(content) === undefined ? { kind: 'other', value: content } : textPart('text', content)];
}

const textLike = (value: unknown): string | ClippedText | undefined =>
  typeof value === 'string' || isClippedText(value) ? value : undefined;

function textPart(kind: 'text' | 'reasoning', value: unknown): MessagePart {
  if (isClippedText(value)) {
    return { kind, text: value.$clipped.text, characters: value.$clipped.characters };
  }
  return { kind, text: textOf(value), characters: null };
}

function partOf(block: unknown): MessagePart {
  if (textLike(block) !== undefined) return textPart('text', block);
  if (!isJsonObject(block)) return { kind: 'other', value: block };
  const type = textOf(block['type']);
  if (type === 'text' || type === 'text-plain' || type === 'input_text' || type === 'output_text') {
    return textPart('text', block['text']);
  }
  if (type === 'reasoning' || type === 'thinking' || type === 'reasoning_content') {
    return textPart('reasoning', reasoningText(block));
  }
  const isImage = type === 'image' || type === 'image_url' || type === 'input_image';
  const held = clippedIn(block);
  if (held !== undefined && type !== '') {
    const image = isImage || mimeOf(block).startsWith('image/');
    return { kind: 'held', name: nameOf(block), characters: held.$clipped.characters, image };
  }
  if (isImage) return imagePart(block);
  if (['file', 'document', 'audio', 'video', 'input_audio', 'media'].includes(type))
    return filePart(block, type);
  return { kind: 'other', value: block };
}

/** Returns the clipped text of a block or of one of its nested objects. */
function clippedIn(block: Json): ClippedText | undefined {
  const values = Object.values(block).flatMap((value) =>
    isJsonObject(value) && !isClippedText(value) ? Object.values(value) : [value],
  );
  return values.find(isClippedText);
}

function reasoningText(block: Json): unknown {
  const direct = ['reasoning', 'thinking', 'text'].map((name) => block[name]).find(textLike);
  if (direct !== undefined) return direct;
  const summaries = listOf(block['summary']).map((one) =>
    isJsonObject(one) ? textOf(one['text']) : textOf(one),
  );
  return summaries.join('\n\n');
}

const DATA_IMAGE = /^data:image\/(?:png|jpeg|jpg|gif|webp|avif|svg\+xml);base64,[A-Za-z0-9+/=\s]*$/;
const DATA_FILE = /^data:[a-z0-9.+-]+\/[a-z0-9.+-]+(?:;[a-z0-9=.+-]+)*;base64,[A-Za-z0-9+/=\s]*$/i;

const mimeOf = (block: Json): string => textOf(block['mime_type']) || textOf(block['mimeType']);
const base64Of = (block: Json): string =>
  textOf(block['data']) ||
  textOf(block['base64']) ||
  (isJsonObject(block['source']) ? textOf(block['source']['data']) : '') ||
  (isJsonObject(block['input_audio']) ? textOf(block['input_audio']['data']) : '') ||
  (isJsonObject(block['file']) ? textOf(block['file']['file_data']) : '');

/** Returns the URL of a block, or a `data:` URL of its content, or an empty string if the block has neither. */
function urlOf(block: Json, defaultMime: string): string {
  const nested = block['image_url'] ?? block['url'];
  const url = isJsonObject(nested) ? textOf(nested['url']) : textOf(nested);
  if (url !== '') return url;
  const data = base64Of(block);
  if (data.startsWith('data:')) return data;
  const inner = isJsonObject(block['source']) ? textOf(block['source']['media_type']) : '';
  return data === '' ? '' : `data:${mimeOf(block) || inner || defaultMime};base64,${data}`;
}

function nameOf(block: Json): string {
  const metadata = objectOf(block['metadata']);
  const inner = objectOf(block['file']);
  return [metadata['filename'], metadata['name'], block['filename'], block['name'], inner['filename']]
    .map(textOf)
    .reduce((found, name) => (found === '' ? name : found), '');
}

function imagePart(block: Json): MessagePart {
  const url = urlOf(block, 'image/png');
  const name = nameOf(block);
  if (DATA_IMAGE.test(url)) return { kind: 'image', source: url, name };
  const target = linkTarget(url);
  return target === undefined
    ? { kind: 'other', value: block }
    : { kind: 'link', target, name: name || target };
}

function filePart(block: Json, type: string): MessagePart {
  const url = urlOf(block, 'application/octet-stream');
  const name = nameOf(block) || type;
  const target = url.startsWith('data:') ? undefined : linkTarget(url);
  if (target !== undefined) return { kind: 'link', target, name };
  return { kind: 'file', source: DATA_FILE.test(url) ? url : null, name, mime: mimeOf(block) };
}

/** Joins adjacent texts, because streams divide a text into many blocks. */
function mergeTexts(parts: readonly MessagePart[]): MessagePart[] {
  const merged: MessagePart[] = [];
  for (const part of parts) {
    const last = merged.at(-1);
    const isText = part.kind === 'text' || part.kind === 'reasoning';
    if (isText && part.text === '' && part.characters === null) continue;
    if (isText && last?.kind === part.kind && last.characters === null) {
      merged[merged.length - 1] = { ...part, text: last.text + part.text };
    } else merged.push(part);
  }
  return merged;
}

function callsOf(value: Json): ToolCall[] {
  const chunks = listOf(value['tool_call_chunks']).filter(isJsonObject);
  if (chunks.length > 0) return chunks.map(streamedCall);
  const calls = [...listOf(value['tool_calls']), ...listOf(value['invalid_tool_calls'])].filter(isJsonObject);
  return calls.map((call) => ({
    id: textOf(call['id']),
    name: textOf(call['name']),
    args: call['args'] ?? {},
    argsText: '',
    index: null,
  }));
}

const streamedCall = (chunk: Json): ToolCall =>
  withArgs({
    id: textOf(chunk['id']),
    name: textOf(chunk['name']),
    args: {},
    argsText: textOf(chunk['args']),
    index: typeof chunk['index'] === 'number' ? chunk['index'] : null,
  });

/** Parses the arguments of a call as far as they have arrived. */
function withArgs(call: ToolCall): ToolCall {
  if (call.argsText.trim() === '') return call;
  try {
    return { ...call, args: parsePartialJson(call.argsText) as unknown };
  } catch {
    return { ...call, args: call.argsText };
  }
}

/** Appends a chunk of a stream to a message. */
export function appendChunk(before: ChatMessage, chunk: ChatMessage): ChatMessage {
  return {
    ...before,
    parts: mergeTexts([...before.parts, ...chunk.parts]),
    calls: appendCalls(before.calls, chunk.calls),
    tokens: chunk.tokens ?? before.tokens,
    name: chunk.name === '' ? before.name : chunk.name,
  };
}

/**
 * Appends chunks of tool calls. A chunk without an ID continues the call with the same index, or else the last call.
 */
function appendCalls(before: readonly ToolCall[], chunks: readonly ToolCall[]): ToolCall[] {
  const all = [...before];
  for (const chunk of chunks) {
    const at =
      chunk.id !== ''
        ? all.findIndex(({ id }) => id === chunk.id)
        : chunk.index === null
          ? all.length - 1
          : all.findLastIndex(({ index }) => index === chunk.index);
    const known = all[at];
    if (known === undefined) all.push(chunk);
    else {
      const name = chunk.id !== '' && known.name !== '' ? known.name : known.name + chunk.name;
      all[at] = withArgs({ ...known, name, argsText: known.argsText + chunk.argsText });
    }
  }
  return all;
}

/** A message together with the results of its tool calls, which are separate messages. */
export interface ShownMessage {
  message: ChatMessage;
  /** Position of the message in the state. */
  index: number;
  /** Position of the result in the state as `answerIndex`, or -1 without a result. */
  calls: readonly { call: ToolCall; answer: ChatMessage | null; answerIndex: number }[];
}

/** Puts the results of tools next to their calls. A result without a call remains a separate message. */
export function conversationOf(messages: readonly ChatMessage[]): ShownMessage[] {
  const called = new Set(
    messages.flatMap(({ calls }) => calls.map(({ id }) => id)).filter((id) => id !== ''),
  );
  const answers = new Map(
    messages.flatMap((message, index) =>
      called.has(message.callId) ? [[message.callId, { message, index }] as const] : [],
    ),
  );
  return messages.flatMap((message, index) => {
    if (answers.get(message.callId)?.message === message) return [];
    const calls = message.calls.map((call) => {
      const answer = answers.get(call.id);
      return { call, answer: answer?.message ?? null, answerIndex: answer?.index ?? -1 };
    });
    return [{ message, index, calls }];
  });
}

/** Returns the arguments of a call in one line: `order SO-1042, total 160`. */
export function argsLine(args: unknown): string {
  if (!isJsonObject(args)) return typeof args === 'string' ? args : (JSON.stringify(args) ?? '');
  return Object.entries(args)
    .map(([name, value]) => `${name} ${shortValue(value)}`)
    .join(', ');
}

function shortValue(value: unknown): string {
  if (Array.isArray(value)) return String(value.length);
  if (isClippedText(value)) return value.$clipped.text.slice(0, 80);
  if (isJsonObject(value)) return '{…}';
  return String(value).slice(0, 80);
}

/** Parses a text that contains a JSON object or list. Returns `undefined` for any other text. */
export function jsonIn(text: string): object | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the fields of a JSON object, or of a text that contains a JSON object, or `undefined` for any other value.
 */
export function fieldsOf(value: unknown): (readonly [name: string, value: unknown])[] | undefined {
  const json = typeof value === 'string' ? jsonIn(value) : value;
  return isJsonObject(json) && !isClippedText(json) ? Object.entries(json) : undefined;
}

/** Messages of tools, keyed by the IDs of their calls. */
export type ToolAnswers = ReadonlyMap<string, ChatMessage>;

/** Returns the messages of tools in a state. */
export const toolAnswers = (state: unknown): ToolAnswers =>
  new Map(
    chatMessages(messagesOfState(state)).flatMap((message) =>
      message.callId === '' ? [] : [[message.callId, message] as const],
    ),
  );
