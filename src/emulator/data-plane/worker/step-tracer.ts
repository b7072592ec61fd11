import { fieldOf } from '../../../contract/json-safety.ts';
import { MAX_STEP_VALUE, TRACE_EVENT, type TraceStep } from '../../../contract/run-trace.ts';
import { boundedJson, toLine } from '../../../contract/run-texts.ts';
import type { StreamedEvent } from '../../ports/worker.ts';
import { describeFrames } from './failures.ts';
import { describeFailure, toSimple } from './plain-json.ts';

/** Maximum time until a step is reported, in milliseconds. */
const REPORT_MS = 100;
/** Number of steps in one report. */
const REPORTED_STEPS = 100;
/** Number of characters of inputs and outputs after which a report ends. */
const REPORTED_CHARACTERS = 200_000;
const MAX_NAME = 200;
const MAX_MESSAGE = 10_000;
/** Tag that the graph library adds to the callbacks of a node. */
const NODE_TAG = /^graph:step:(\d+)$/;
/** Failures by which the graph library pauses or redirects a graph. They are not failures of the agent. */
const CONTROL: Readonly<Record<string, TraceStep['state']>> = {
  GraphInterrupt: 'waiting',
  NodeInterrupt: 'waiting',
  ParentCommand: 'ok',
  GraphBubbleUp: 'ok',
};

/** Callback of the library that may become a step later, if it contains a node. */
interface Hidden {
  parent: string | undefined;
  name: string;
  at: number;
}

interface Traced {
  step: TraceStep;
  /** True until the step's last state is reported. */
  isDirty: boolean;
}

/** Callbacks of the graph library that record the steps of a run. */
export interface StepTracer {
  readonly handlers: Record<string, (...args: unknown[]) => void>;
  /** Reports all steps that were not reported yet. */
  flush(): void;
}

/**
 * Creates the recorder of a run's graphs, nodes, model calls and tool calls. It never throws, because a failed
 * callback would appear in the agent's log.
 *
 * @param emit Receives the reports, in the order of time.
 * @param now Returns milliseconds after the run began.
 */
export function createStepTracer(
  job: { runId: string; graphId: string },
  emit: (event: StreamedEvent) => void,
  now: () => number,
): StepTracer {
  const traced = new Map<string, Traced>();
  const hidden = new Map<string, Hidden>();
  let dirty: Traced[] = [];
  let count = 0;
  let timer: NodeJS.Timeout | undefined;

  const report = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const all = dirty;
    dirty = [];
    let steps: TraceStep[] = [];
    let characters = 0;
    const send = (): void => {
      if (steps.length > 0) emit({ event: TRACE_EVENT, data: JSON.stringify({ steps }) });
      [steps, characters] = [[], 0];
    };
    for (const one of all) {
      one.isDirty = false;
      steps.push(one.step);
      characters += one.step.input.length + one.step.output.length;
      if (steps.length >= REPORTED_STEPS || characters > REPORTED_CHARACTERS) send();
    }
    send();
  };
  const mark = (one: Traced): void => {
    if (!one.isDirty) {
      one.isDirty = true;
      dirty.push(one);
    }
    if (dirty.length >= REPORTED_STEPS) report();
    else timer ??= setTimeout(report, REPORT_MS).unref();
  };
  /** Returns the number of the nearest step that contains a callback. */
  const numberOf = (id: unknown): number | null => {
    for (let at = typeof id === 'string' ? id : undefined; at !== undefined; at = hidden.get(at)?.parent) {
      const known = traced.get(at);
      if (known) return known.step.s;
    }
    return null;
  };
  const begin = (
    id: unknown,
    parent: unknown,
    known: Pick<TraceStep, 'kind' | 'name'> & { at?: number; n?: number | undefined; input?: unknown },
  ): void => {
    if (typeof id !== 'string') return;
    count += 1;
    const one: Traced = {
      isDirty: false,
      step: {
        s: count,
        p: numberOf(parent),
        id,
        kind: known.kind,
        name: toLine(known.name, MAX_NAME) || known.kind,
        state: 'running',
        at: known.at ?? now(),
        end: null,
        first: null,
        tokens: 0,
        n: known.n ?? null,
        note: '',
        error: null,
        input: known.input === undefined ? '' : toText(known.input),
        output: '',
      },
    };
    traced.set(id, one);
    mark(one);
  };
  const end = (id: unknown, change: Partial<TraceStep>): void => {
    if (typeof id !== 'string') return;
    hidden.delete(id);
    const one = traced.get(id);
    if (!one) return;
    traced.delete(id);
    Object.assign(one.step, { state: 'ok', end: now(), ...change });
    mark(one);
  };
  const fail = (failure: unknown, id: unknown): void => {
    const { error: type, message } = describeFailure(failure);
    const state = CONTROL[type];
    if (state !== undefined) return end(id, { state });
    const { frames, folded } = describeFrames(failure, process.cwd());
    end(id, {
      state: 'error',
      note: toLine(message),
      error: {
        type: toLine(type, MAX_NAME),
        message: message.slice(0, MAX_MESSAGE),
        frames: frames.map(({ place, name }) => ({
          place: place.slice(0, 1_000),
          name: name.slice(0, 500),
          code: '',
        })),
        folded,
      },
    });
  };
  /** Shows a hidden callback as a graph, because a node began inside it. */
  const reveal = (id: unknown): void => {
    if (typeof id !== 'string' || traced.has(id)) return;
    const inside = hidden.get(id);
    if (!inside) return;
    hidden.delete(id);
    begin(id, inside.parent, { kind: 'graph', name: inside.name, at: inside.at });
  };

  const chainStart = (...args: unknown[]): void => {
    const [, input, id, parent, tags, metadata, , name] = args;
    if (id === job.runId || parent === undefined) {
      return begin(id, undefined, { kind: 'graph', name: job.graphId, input });
    }
    const isHidden = Array.isArray(tags) && tags.includes('langsmith:hidden');
    const step = Array.isArray(tags)
      ? tags.map((tag) => NODE_TAG.exec(String(tag))?.[1]).find(Boolean)
      : undefined;
    const node = fieldOf(metadata, 'langgraph_node');
    if (step === undefined || isHidden || typeof node !== 'string') {
      if (typeof id === 'string') {
        const own = typeof name === 'string' ? name : 'graph';
        hidden.set(id, { parent: String(parent), name: own, at: now() });
      }
      return;
    }
    reveal(parent);
    begin(id, parent, { kind: 'node', name: node, n: Number(step), input });
  };
  const modelStart = (serialized: unknown, input: unknown, ...rest: unknown[]): void => {
    const [id, parent, extra, , metadata, name] = rest;
    const named = [
      fieldOf(metadata, 'ls_model_name'),
      at(extra, 'invocation_params', 'model'),
      name,
      lastOf(fieldOf(serialized, 'id')),
    ].find((one) => typeof one === 'string' && one !== '');
    begin(id, parent, {
      kind: 'model',
      name: typeof named === 'string' ? named : 'model',
      input: flat(input),
    });
  };
  const safely =
    (handler: (...args: unknown[]) => void) =>
    (...args: unknown[]): void => {
      try {
        handler(...args);
      } catch {
        // A value of the agent cannot be described. The run continues without this step.
      }
    };
  return {
    flush: report,
    handlers: {
      handleChainStart: safely(chainStart),
      handleChainEnd: safely((output, id) => end(id, resultOf(output))),
      handleChainError: safely(fail),
      handleChatModelStart: safely(modelStart),
      handleLLMStart: safely(modelStart),
      handleLLMNewToken: safely((...[, , id]) => {
        const step = typeof id === 'string' ? traced.get(id)?.step : undefined;
        if (step) step.first ??= now();
      }),
      handleLLMEnd: safely((output, id) => {
        const answer = at(output, 'generations', '0', '0');
        const message = fieldOf(answer, 'message');
        const text = fieldOf(answer, 'text');
        end(id, {
          output: toText(message ?? text),
          note: typeof text === 'string' ? toLine(text) : '',
          tokens: tokensOf(message, output),
        });
      }),
      handleLLMError: safely(fail),
      handleToolStart: safely((serialized, input, ...rest) => {
        const [id, parent, , , name] = rest;
        const own = typeof name === 'string' ? name : lastOf(fieldOf(serialized, 'id'));
        begin(id, parent, { kind: 'tool', name: String(own ?? 'tool'), input: parsed(input) });
      }),
      handleToolEnd: safely((output, id) => end(id, resultOf(output))),
      handleToolError: safely(fail),
      handleRetrieverStart: safely((serialized, query, ...rest) => {
        const [id, parent, , , name] = rest;
        const own = typeof name === 'string' ? name : lastOf(fieldOf(serialized, 'id'));
        begin(id, parent, { kind: 'tool', name: String(own ?? 'retriever'), input: query });
      }),
      handleRetrieverEnd: safely((output, id) => end(id, resultOf(output))),
      handleRetrieverError: safely(fail),
    },
  };
}

/** Returns a value inside nested objects and lists. */
function at(value: unknown, ...keys: string[]): unknown {
  return keys.reduce(fieldOf, value);
}

const lastOf = (list: unknown): unknown => (Array.isArray(list) ? list.at(-1) : undefined);

/** Model calls receive a list of conversations, usually with a single conversation. */
const flat = (input: unknown): unknown => (Array.isArray(input) && input.length === 1 ? input[0] : input);

/** The library passes the input of a tool as JSON text. */
function parsed(input: unknown): unknown {
  if (typeof input !== 'string' || input.length > MAX_STEP_VALUE) return input;
  try {
    return JSON.parse(input);
  } catch {
    return input;
  }
}

const toText = (value: unknown): string => boundedJson(value, MAX_STEP_VALUE, toSimple);

/** Returns the result of a step, with its first line. */
function resultOf(output: unknown): Pick<TraceStep, 'output' | 'note'> {
  const text = fieldOf(output, 'content');
  const line = typeof text === 'string' ? text : typeof output === 'string' ? output : '';
  return { output: toText(output), note: toLine(line) };
}

/** Returns the number of tokens of a model's answer; 0 if the model does not report it. */
function tokensOf(message: unknown, output: unknown): number {
  const total = [
    at(message, 'usage_metadata', 'total_tokens'),
    at(output, 'llmOutput', 'tokenUsage', 'totalTokens'),
  ].find((one) => typeof one === 'number' && Number.isSafeInteger(one) && one >= 0);
  return typeof total === 'number' ? total : 0;
}
