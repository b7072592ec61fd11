import { fieldOf } from '../../../contract/json-safety.ts';
import type { TraceStep } from '../../../contract/run-trace.ts';
import {
  CONTROL_FAILURES,
  failedStep,
  MAX_STEP_NAME,
  MAX_STEP_VALUE,
  TRACE_EVENT,
} from '../../../contract/trace-event.ts';
import { boundedJson, toLine } from '../../../contract/bounded-text.ts';
import type { StreamedEvent } from '../../ports/worker.ts';
import { describeFrames } from './failures.ts';
import { describeFailure, toSimple } from './plain-json.ts';

/** Maximum time in milliseconds until a step is reported. */
const REPORT_MS = 100;
/** Number of steps in one report. */
const REPORTED_STEPS = 100;
/** Number of characters of inputs and outputs after which a report ends. */
const REPORTED_CHARACTERS = 200_000;
/** Tag that the graph library adds to the callbacks of a node. */
const NODE_TAG = /^graph:step:(\d+)$/;
/** Callback of the library that becomes a step if a node begins inside it. */
interface Hidden {
  parent: string | undefined;
  name: string;
  at: number;
}

interface Traced {
  step: TraceStep;
  /** True if the step has changed since its last report. */
  isDirty: boolean;
}

/** Callbacks of the graph library that record the steps of a run. */
export interface StepTracer {
  readonly handlers: Record<string, (...args: unknown[]) => void>;
  flush(): void;
}

/** Steps of a run, and callbacks that may become steps. */
interface StepLog {
  /** Records a callback, which becomes a step when a node begins inside it. */
  hide(id: string, parent: string, name: string): void;
  begin(
    id: unknown,
    parent: unknown,
    known: Pick<TraceStep, 'kind' | 'name'> & { at?: number; n?: number | undefined; input?: unknown },
  ): void;
  /** Records the first token of a model call. */
  addToken(id: unknown): void;
  end(id: unknown, change: Partial<TraceStep>): void;
  flush(): void;
}

function createStepLog(emit: (event: StreamedEvent) => void, now: () => number): StepLog {
  const began = Date.now() - now();
  const traced = new Map<string, Traced>();
  const hidden = new Map<string, Hidden>();
  let count = 0;
  const { mark, flush } = createReports(emit, began);

  /** Returns the number of the nearest step that contains a callback. */
  const numberOf = (id: unknown): number | null => {
    for (let at = typeof id === 'string' ? id : undefined; at !== undefined; at = hidden.get(at)?.parent) {
      const known = traced.get(at);
      if (known) return known.step.s;
    }
    return null;
  };
  /** Records a hidden callback as a graph, because a node begins inside the callback. */
  const reveal = (id: unknown): void => {
    const inside = typeof id === 'string' ? hidden.get(id) : undefined;
    if (typeof id !== 'string' || !inside) return;
    hidden.delete(id);
    log.begin(id, inside.parent, { kind: 'graph', name: inside.name, at: inside.at });
  };
  const log: StepLog = {
    hide: (id, parent, name) => void hidden.set(id, { parent, name, at: now() }),
    begin(id, parent, { kind, name, at = now(), n, input }) {
      if (typeof id !== 'string') return;
      if (kind === 'node') reveal(parent);
      count += 1;
      const step: TraceStep = {
        s: count,
        p: numberOf(parent),
        id,
        kind,
        name: toLine(name, MAX_STEP_NAME) || kind,
        state: 'running',
        at,
        end: null,
        first: null,
        tokens: 0,
        n: n ?? null,
        note: '',
        error: null,
        input: input === undefined ? '' : toText(input),
        output: '',
      };
      const one = { step, isDirty: false };
      traced.set(id, one);
      mark(one);
    },
    addToken(id) {
      const step = typeof id === 'string' ? traced.get(id)?.step : undefined;
      if (step) step.first ??= now();
    },
    end(id, change) {
      if (typeof id !== 'string') return;
      hidden.delete(id);
      const one = traced.get(id);
      if (!one) return;
      traced.delete(id);
      Object.assign(one.step, { state: 'ok', end: now(), ...change });
      mark(one);
    },
    flush,
  };
  return log;
}

/** Reports new and changed steps together after a short time, because a graph can execute many steps in one turn. */
function createReports(emit: (event: StreamedEvent) => void, began: number) {
  let dirty: Traced[] = [];
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const all = dirty;
    dirty = [];
    let steps: TraceStep[] = [];
    let characters = 0;
    const send = (): void => {
      if (steps.length > 0) emit({ event: TRACE_EVENT, data: JSON.stringify({ steps, began }) });
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
    if (dirty.length >= REPORTED_STEPS) flush();
    else timer ??= setTimeout(flush, REPORT_MS).unref();
  };
  return { mark, flush };
}

/**
 * Creates the recorder of a run's graphs, nodes, model calls and tool calls. The recorder never throws, because a
 * failed callback would appear in the agent's log.
 *
 * @param emit Called with the reports in chronological order.
 * @param now Returns the number of milliseconds since the run began.
 */
export function createStepTracer(
  job: { runId: string; graphId: string },
  emit: (event: StreamedEvent) => void,
  now: () => number,
): StepTracer {
  const log = createStepLog(emit, now);
  const fail = (failure: unknown, id: unknown): void => log.end(id, failureOf(failure));
  const end = (output: unknown, id: unknown): void => log.end(id, resultOf(output));
  const chainStart = (...args: unknown[]): void => {
    const [, input, id, parent, tags, metadata, , name] = args;
    if (id === job.runId || parent === undefined) {
      return log.begin(id, undefined, { kind: 'graph', name: job.graphId, input });
    }
    const own = Array.isArray(tags) ? tags.map(String) : [];
    const step = own.map((tag) => NODE_TAG.exec(tag)?.[1]).find((one) => one !== undefined);
    const node = fieldOf(metadata, 'langgraph_node');
    if (step !== undefined && !own.includes('langsmith:hidden') && typeof node === 'string') {
      log.begin(id, parent, { kind: 'node', name: node, n: Number(step), input });
    } else if (typeof id === 'string') {
      log.hide(id, typeof parent === 'string' ? parent : '', typeof name === 'string' ? name : 'graph');
    }
  };
  const modelStart = (serialized: unknown, input: unknown, ...rest: unknown[]): void => {
    const [id, parent, extra, , metadata, name] = rest;
    const named = [
      fieldOf(metadata, 'ls_model_name'),
      at(extra, 'invocation_params', 'model'),
      name,
      lastOf(fieldOf(serialized, 'id')),
    ];
    log.begin(id, parent, { kind: 'model', name: firstText(named, 'model'), input: flat(input) });
  };
  const handlers: StepTracer['handlers'] = {
    handleChainStart: chainStart,
    handleChainEnd: end,
    handleChainError: fail,
    handleChatModelStart: modelStart,
    handleLLMStart: modelStart,
    handleLLMNewToken: (...[, , id]) => log.addToken(id),
    handleLLMEnd: (output, id) => log.end(id, modelResult(output)),
    handleLLMError: fail,
    handleToolStart(serialized, input, ...rest) {
      const [id, parent, , , name] = rest;
      const named = firstText([name, lastOf(fieldOf(serialized, 'id'))], 'tool');
      log.begin(id, parent, { kind: 'tool', name: named, input: parsed(input) });
    },
    handleToolEnd: end,
    handleToolError: fail,
    handleRetrieverStart(serialized, query, ...rest) {
      const [id, parent, , , name] = rest;
      const named = firstText([name, lastOf(fieldOf(serialized, 'id'))], 'retriever');
      log.begin(id, parent, { kind: 'tool', name: named, input: query });
    },
    handleRetrieverEnd: end,
    handleRetrieverError: fail,
  };
  const safely =
    (name: string, handler: (...args: unknown[]) => void) =>
    (...args: unknown[]): void => {
      try {
        handler(...args);
      } catch {
        // The step ends even if the agent's result or error cannot be described.
        if (name.endsWith('End')) log.end(args[1], {});
        if (name.endsWith('Error')) log.end(args[1], { state: 'error' });
      }
    };
  return {
    flush: () => log.flush(),
    handlers: Object.fromEntries(
      Object.entries(handlers).map(([name, handler]) => [name, safely(name, handler)]),
    ),
  };
}

/** Returns the last state of a failed step. */
function failureOf(failure: unknown): Partial<TraceStep> {
  const { error: type, message } = describeFailure(failure);
  const state = CONTROL_FAILURES[type];
  if (state !== undefined) return { state };
  const { frames, folded } = describeFrames(failure, process.cwd());
  return failedStep(type, message, {
    frames: frames.map(({ place, name, code }) => ({
      place: place.slice(0, 1_000),
      name: name.slice(0, 500),
      code,
    })),
    folded,
  });
}

/** Returns the last state of a model call. */
function modelResult(output: unknown): Partial<TraceStep> {
  const generation = at(output, 'generations', '0', '0');
  const message = fieldOf(generation, 'message');
  const text = fieldOf(generation, 'text');
  return {
    output: toText(message ?? text),
    note: typeof text === 'string' ? toLine(text) : '',
    tokens: tokensOf(message, output),
  };
}

function firstText(values: readonly unknown[], otherwise: string): string {
  return values.find((one): one is string => typeof one === 'string' && one !== '') ?? otherwise;
}

/** Returns a value inside nested objects and lists. */
function at(value: unknown, ...keys: string[]): unknown {
  return keys.reduce(fieldOf, value);
}

const lastOf = (list: unknown): unknown => (Array.isArray(list) ? list.at(-1) : undefined);

/** A model call receives a list of conversations, which usually contains one conversation. */
const flat = (input: unknown): unknown => (Array.isArray(input) && input.length === 1 ? input[0] : input);

/** The library passes the input of a tool as a JSON string. */
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

/** Returns the number of tokens of a model call, or 0 if the model does not report the number. */
function tokensOf(message: unknown, output: unknown): number {
  const total = [
    at(message, 'usage_metadata', 'total_tokens'),
    at(output, 'llmOutput', 'tokenUsage', 'totalTokens'),
  ].find((one) => typeof one === 'number' && Number.isSafeInteger(one) && one >= 0);
  return typeof total === 'number' ? total : 0;
}
