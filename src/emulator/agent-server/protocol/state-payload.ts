import { tryParseExactJson } from '../../../contract/exact-json.ts';
import { isJsonObject } from '../../../contract/json-safety.ts';

type Fields = Record<string, unknown>;

const MESSAGE_TYPES: ReadonlySet<unknown> = new Set([
  'human',
  'user',
  'ai',
  'assistant',
  'system',
  'tool',
  'function',
  'remove',
]);
const BLOCK_TYPES: ReadonlySet<unknown> = new Set([
  'text',
  'reasoning',
  'tool_call',
  'tool_call_chunk',
  'invalid_tool_call',
  'server_tool_call',
  'server_tool_call_chunk',
  'server_tool_call_result',
  'image',
  'audio',
  'video',
  'file',
  'non_standard',
]);
const OTHER_NAMES = new Map([
  ['assistant', 'ai'],
  ['user', 'human'],
]);

/** Converts the messages of a state or a state change for events, and removes the interrupts. */
export function toStatePayload(value: unknown): unknown {
  if (Array.isArray(value))
    return value.map((item) => (isMessage(item) ? toMessage(item) : toStatePayload(item)));
  if (!isJsonObject(value)) return value;
  const shown = Object.entries(value)
    .filter(([key]) => key !== '__interrupt__')
    .map(([key, item]): [string, unknown] =>
      key === 'messages' && Array.isArray(item)
        ? [key, item.map((one: unknown) => (isMessage(one) ? toMessage(one) : one))]
        : [key, toStatePayload(item)],
    );
  return Object.fromEntries(shown);
}

/** Returns the interrupts in a state or list, in the format of the `input` channel. */
export function interruptRequests(value: unknown): { interrupt_id: string; payload?: unknown }[] {
  const list = isJsonObject(value) ? value['__interrupt__'] : value;
  if (!Array.isArray(list)) return [];
  return list.flatMap((item: unknown) =>
    isJsonObject(item) && typeof item['id'] === 'string'
      ? [{ interrupt_id: item['id'], ...('value' in item && { payload: item['value'] }) }]
      : [],
  );
}

function isMessage(value: unknown): value is Fields & { type: string } {
  return isJsonObject(value) && MESSAGE_TYPES.has(value['type']);
}

function toMessage(message: Fields & { type: string }): Fields {
  const type = OTHER_NAMES.get(message.type) ?? message.type;
  const { additional_kwargs: extra, response_metadata: metadata } = message;
  const isPerson = type === 'ai' || type === 'human';
  return {
    type,
    content: toContent(message['content'] ?? '', type === 'ai' ? audioBlock(extra) : undefined),
    ...pick(message, ['id', 'name'], isString),
    ...(isPerson && pick(message, ['example'], (value) => typeof value === 'boolean')),
    ...(isJsonObject(metadata) && Object.keys(metadata).length > 0 && { response_metadata: metadata }),
    ...(type === 'tool' && {
      ...pick(message, ['tool_call_id'], isString),
      ...pick(message, ['status'], (value) => value === 'success' || value === 'error'),
      ...('artifact' in message && { artifact: message['artifact'] }),
    }),
    ...(type === 'ai' && toolCallsOf(message)),
  };
}

const isString = (value: unknown): value is string => typeof value === 'string';

function pick(from: Fields, names: readonly string[], has: (value: unknown) => boolean): Fields {
  return Object.fromEntries(names.filter((name) => has(from[name])).map((name) => [name, from[name]]));
}

function toContent(content: unknown, audio: Fields | undefined): unknown {
  if (typeof content === 'string') {
    if (!audio) return content;
    return [...(content === '' ? [] : [{ type: 'text', text: content }]), audio];
  }
  if (!Array.isArray(content)) return audio ? [audio] : content;
  const blocks = content.flatMap((entry: unknown): Fields[] => {
    const block = toBlock(entry);
    return block ? [block] : [];
  });
  if (audio && !blocks.some((block) => block['type'] === 'audio')) blocks.push(audio);
  return blocks.length > 0 ? blocks : content;
}

/** Converts a content entry to a block, or returns `undefined` if the entry has no content to show. */
function toBlock(entry: unknown): Fields | undefined {
  if (typeof entry === 'string') return { type: 'text', text: entry };
  if (!isJsonObject(entry) || typeof entry['type'] !== 'string') return undefined;
  if (BLOCK_TYPES.has(entry['type'])) return entry;
  if (entry['type'] === 'image_url') {
    const image = entry['image_url'];
    const url = isJsonObject(image) ? image['url'] : image;
    return typeof url === 'string' ? { type: 'image', url } : undefined;
  }
  if (entry['type'] === 'input_audio') {
    const audio = entry['input_audio'];
    return isJsonObject(audio)
      ? { type: 'audio', ...pick(audio, ['data', 'mime_type'], isString) }
      : undefined;
  }
  return { type: 'non_standard', value: { ...entry } };
}

const AUDIO_TYPES = new Map([
  ['mp3', 'audio/mpeg'],
  ['wav', 'audio/wav'],
  ['pcm16', 'audio/wav'],
  ['pcm', 'audio/wav'],
  ['opus', 'audio/opus'],
  ['aac', 'audio/aac'],
  ['flac', 'audio/flac'],
]);

/** Returns the audio that a model produced in addition to text. */
function audioBlock(extra: unknown): Fields | undefined {
  const audio = isJsonObject(extra) ? extra['audio'] : undefined;
  if (!isJsonObject(audio) || (!isString(audio['data']) && !isString(audio['url']))) return undefined;
  const format = isString(audio['format']) ? audio['format'].toLowerCase() : 'wav';
  const type = isString(audio['mime_type']) ? audio['mime_type'] : AUDIO_TYPES.get(format);
  return {
    type: 'audio',
    ...pick(audio, ['id', 'url', 'data', 'transcript'], isString),
    ...(type !== undefined && { mime_type: type }),
  };
}

/** Returns the valid and the malformed tool calls of a model's message. */
function toolCallsOf(message: Fields): Fields {
  const { tool_calls: own, invalid_tool_calls: invalid, additional_kwargs: extra } = message;
  const given = isFilledList(own) ? own : isJsonObject(extra) ? extra['tool_calls'] : undefined;
  const calls = (Array.isArray(given) ? given : []).filter(isJsonObject).map(toToolCall);
  const wrong = isFilledList(invalid)
    ? invalid.filter(isJsonObject).map((call) => invalidCall(call, 'Malformed args.'))
    : calls.filter((call) => call['type'] === 'invalid_tool_call');
  const right = calls.filter((call) => call['type'] === 'tool_call');
  return {
    ...(right.length > 0 && { tool_calls: right }),
    ...(wrong.length > 0 && { invalid_tool_calls: wrong }),
  };
}

function isFilledList(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length > 0;
}

function toToolCall(call: Fields): Fields {
  const { name } = identityOf(call);
  const args = parseArguments('args' in call ? call['args'] : functionOf(call)['arguments']);
  if (name === undefined) return invalidCall(call, 'Incomplete tool call.');
  if (args === undefined) return invalidCall(call, 'Malformed args.');
  return { type: 'tool_call', ...identityOf(call), args };
}

function invalidCall(call: Fields, error: string): Fields {
  const args = 'args' in call ? call['args'] : functionOf(call)['arguments'];
  return {
    type: 'invalid_tool_call',
    ...identityOf(call),
    ...(isString(args) && { args }),
    error: isString(call['error']) ? call['error'] : error,
  };
}

/** Some models nest the name and arguments of a tool call in a field `function`. */
const functionOf = (call: Fields): Fields => (isJsonObject(call['function']) ? call['function'] : {});

function identityOf(call: Fields): { id?: string; name?: string } {
  const name = call['name'] ?? functionOf(call)['name'];
  return { ...(isString(call['id']) && { id: call['id'] }), ...(isString(name) && { name }) };
}

/** Returns the parsed arguments, or `undefined` if `args` is not JSON. */
function parseArguments(args: unknown): unknown {
  if (args === undefined || args === null || args === '') return {};
  return isString(args) ? tryParseExactJson(args) : args;
}
