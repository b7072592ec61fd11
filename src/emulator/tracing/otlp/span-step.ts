import { parseJson } from '../../../contract/json-safety.ts';
import { boundedJson, toLine } from '../../../contract/bounded-text.ts';
import { replyLine } from '../../../contract/messages.ts';
import {
  CONTROL_FAILURES,
  failedStep,
  MAX_STEP_NAME,
  MAX_STEP_VALUE,
} from '../../../contract/trace-event.ts';
import type { RunStepRow, StepFailure } from '../../ports/store.ts';
import type { Attributes, Span } from './span.ts';

/** Fields of a step that depend only on its span. */
export type SpanStep = Pick<
  RunStepRow,
  'kind' | 'name' | 'state' | 'tokens' | 'note' | 'error' | 'input' | 'output'
> & {
  /** Time of the first token in epoch milliseconds of the machine's clock, or null if the time is unknown. */
  firstToken: number | null;
};

/**
 * Attributes that contain the kind of a span. Each attribute has a map from its values in lower case to kinds of steps.
 */
const KINDS: readonly (readonly [attribute: string, kinds: Readonly<Record<string, 'model' | 'tool'>>])[] = [
  [
    'gen_ai.operation.name',
    {
      chat: 'model',
      text_completion: 'model',
      generate_content: 'model',
      embeddings: 'model',
      execute_tool: 'tool',
    },
  ],
  [
    'openinference.span.kind',
    { llm: 'model', embedding: 'model', tool: 'tool', retriever: 'tool', reranker: 'tool' },
  ],
  ['traceloop.span.kind', { tool: 'tool' }],
  ['langsmith.span.kind', { llm: 'model', embedding: 'model', tool: 'tool', retriever: 'tool' }],
  ['llm.request.type', { chat: 'model', completion: 'model', embedding: 'model', rerank: 'model' }],
];
const MODEL_NAMES = [
  'gen_ai.request.model',
  'gen_ai.response.model',
  'llm.model_name',
  'embedding.model_name',
  'llm.request.model',
];
const TOOL_NAMES = ['gen_ai.tool.name', 'tool.name', 'traceloop.entity.name'];
const INPUTS = [
  'gen_ai.input.messages',
  'gen_ai.tool.call.arguments',
  'input.value',
  'traceloop.entity.input',
  'tool.parameters',
];
const OUTPUTS = [
  'gen_ai.output.messages',
  'gen_ai.tool.call.result',
  'output.value',
  'traceloop.entity.output',
];
/** Prefixes of numbered attributes, such as `gen_ai.prompt.0.content`. */
const INPUT_PREFIXES = ['gen_ai.prompt', 'llm.input_messages'];
const OUTPUT_PREFIXES = ['gen_ai.completion', 'llm.output_messages'];
/** Attributes with the number of all tokens, and pairs of attributes with the numbers of input and output tokens. */
const TOTALS = ['llm.usage.total_tokens', 'llm.token_count.total', 'gen_ai.usage.total_tokens'];
const TOKENS = [
  ['gen_ai.usage.input_tokens', 'gen_ai.usage.output_tokens'],
  ['gen_ai.usage.prompt_tokens', 'gen_ai.usage.completion_tokens'],
  ['llm.token_count.prompt', 'llm.token_count.completion'],
] as const;
/** Names of events that report parts of a streamed reply. */
const TOKEN_EVENTS: ReadonlySet<string> = new Set([
  'gen_ai.content.completion.chunk',
  'llm.content.completion.chunk',
  'First Token Stream Event',
]);

/**
 * Converts a span to a step. The step is a model call or a tool call if the span's attributes follow the semantic
 * conventions of GenAI, OpenInference, Traceloop or LangSmith. All other spans become plain spans.
 */
export function toSpanStep(span: Span): SpanStep {
  const { attributes } = span;
  const kind = kindOf(attributes);
  const input = findValue(attributes, INPUTS, INPUT_PREFIXES);
  const output = findValue(attributes, OUTPUTS, OUTPUT_PREFIXES);
  const named = firstText(attributes, kind === 'model' ? MODEL_NAMES : kind === 'tool' ? TOOL_NAMES : []);
  return {
    kind,
    name: toLine(named ?? span.name, MAX_STEP_NAME) || kind,
    tokens: kind === 'model' ? tokensOf(attributes) : 0,
    input: toText(input ?? (attributes.size === 0 ? undefined : Object.fromEntries(attributes))),
    output: toText(output),
    firstToken: span.events.find(({ name }) => TOKEN_EVENTS.has(name))?.at ?? null,
    ...outcomeOf(span, noteOf(output)),
  };
}

function kindOf(attributes: Attributes): 'model' | 'tool' | 'span' {
  for (const [attribute, kinds] of KINDS) {
    const value = attributes.get(attribute);
    const name = typeof value === 'string' ? value.toLowerCase() : '';
    if (name === '') continue;
    return (Object.hasOwn(kinds, name) ? kinds[name] : undefined) ?? 'span';
  }
  return 'span';
}

/** Returns the state of a span's step, the first line of its content, and its failure. */
function outcomeOf(span: Span, note: string): Pick<SpanStep, 'state' | 'note' | 'error'> {
  if (!span.failed) return { state: 'ok', note, error: null };
  const exception = span.events.findLast(({ name }) => name === 'exception')?.attributes ?? new Map();
  const type =
    firstText(exception, ['exception.type']) ?? firstText(span.attributes, ['error.type']) ?? 'Error';
  // The module is removed from the type, because the type of a Python exception contains the module.
  const control = CONTROL_FAILURES[type.slice(type.lastIndexOf('.') + 1)];
  if (control !== undefined) return { state: control, note: '', error: null };
  const message = firstText(exception, ['exception.message']) ?? span.statusMessage;
  return failedStep(type, message, parseStack(firstText(exception, ['exception.stacktrace']) ?? ''));
}

/** Maximum length of the part of a stack trace that is read, in characters. */
const MAX_STACK = 20_000;
const MAX_FRAMES = 30;
const MAX_PLACE = 1_000;
/** Matches the file position in a JavaScript stack frame, such as `/app/agent.ts:3:9`. */
const SCRIPT_PLACE = /^(?:file:\/\/)?(.+:\d+):\d+$/;
/** Matches a Python stack frame, such as `File "/app/agent.py", line 3, in look_up`. */
const PYTHON_FRAME = /^File "([^"]+)", line (\d+)(?:, in (.+))?$/;
const LIBRARY =
  /(^|[\\/])(node_modules|site-packages|dist-packages)[\\/]|^node:|[\\/]lib[\\/]python3[^\\/]*[\\/]/;

/** Returns the stack frames in the agent's own files, innermost first, and the number of other frames. */
function parseStack(stack: string): Pick<StepFailure, 'frames' | 'folded'> {
  const all: { place: string; name: string }[] = [];
  let isPython = false;
  for (const whole of stack.slice(0, MAX_STACK).split('\n')) {
    const line = whole.trim();
    const python = PYTHON_FRAME.exec(line);
    if (python) {
      isPython = true;
      all.push({ place: `${python[1]}:${python[2]}`, name: python[3] ?? '' });
    } else if (line.startsWith('at ')) {
      const open = line.endsWith(')') ? line.lastIndexOf(' (') : -1;
      const place = SCRIPT_PLACE.exec(open < 0 ? line.slice('at '.length) : line.slice(open + 2, -1))?.[1];
      if (place === undefined) continue;
      all.push({ place, name: open < 0 ? '' : line.slice('at '.length, open).replace(/^async /, '') });
    }
  }
  // The frames are reversed, because Python writes the innermost frame last.
  if (isPython) all.reverse();
  const own = all.filter(({ place }) => !LIBRARY.test(place)).slice(0, MAX_FRAMES);
  const frames = own.map(({ place, name }) => ({
    place: toLine(place, MAX_PLACE),
    name: toLine(name, MAX_STEP_NAME),
    code: '',
  }));
  return { frames, folded: all.length - own.length };
}

/** Returns the first existing attribute in `names`, or else all attributes with a prefix in `prefixes`, if any. */
function findValue(attributes: Attributes, names: readonly string[], prefixes: readonly string[]): unknown {
  for (const name of names) {
    const value = attributes.get(name);
    if (value !== undefined && value !== null && value !== '') return parsed(value);
  }
  const numbered = [...attributes].filter(([name]) =>
    prefixes.some((prefix) => name.startsWith(`${prefix}.`)),
  );
  return numbered.length === 0 ? undefined : Object.fromEntries(numbered);
}

/** Instrumentations write lists and objects as JSON text. */
function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value) || value.length > 8 * MAX_STEP_VALUE) return value;
  return parseJson(value) ?? value;
}

const toText = (value: unknown): string => (value === undefined ? '' : boundedJson(value, MAX_STEP_VALUE));

const noteOf = (output: unknown): string =>
  typeof output === 'string' ? toLine(output) : output === undefined ? '' : replyLine(output);

function firstText(attributes: Attributes, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = attributes.get(name);
    if (typeof value === 'string' && value.trim() !== '') return value;
  }
  return undefined;
}

function tokensOf(attributes: Attributes): number {
  const count = (name: string): number | undefined => {
    const value = attributes.get(name);
    return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
  };
  for (const name of TOTALS) {
    const total = count(name);
    if (total !== undefined) return Math.min(total, MAX_TOKENS);
  }
  for (const [input, output] of TOKENS) {
    const [given, made] = [count(input), count(output)];
    if (given !== undefined || made !== undefined) return Math.min((given ?? 0) + (made ?? 0), MAX_TOKENS);
  }
  return 0;
}

/** Maximum number of tokens of a call. The limit keeps sums of tokens exact. */
const MAX_TOKENS = 1_000_000_000;
