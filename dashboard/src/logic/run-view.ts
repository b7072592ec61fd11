import { isJsonObject, listOf, textOf } from '../../../src/contract/json-safety.ts';
import { parseExactJson } from '../../../src/contract/exact-json.ts';
import { messagesOfState } from '../../../src/contract/messages.ts';
import { appendChunk, type ChatMessage, chatMessage, chatMessages } from './chat-messages.ts';
import type { StreamEvent } from './frames.ts';

/** State of a run, built from the frames of the run's stream. */
export interface RunView {
  runId: string | null;
  messages: readonly ChatMessage[];
  /** The newest received state of the thread. */
  values: unknown;
  /** Nodes that have run, in order. A node of an inner graph has the path `outer:inner`. */
  nodes: readonly string[];
  running: readonly string[];
  /** True if the stream reports tasks. Tasks include the start of each node, while updates report only the end. */
  hasTasks: boolean;
  interrupts: readonly unknown[];
  /** Nodes where the thread has stopped, read from the thread's state. */
  next: readonly string[];
  error: string | null;
  /** ID of the last received event. The stream can be joined again after the event `lastEventId`. */
  lastEventId: string;
  feedback: Readonly<Record<string, string>>;
}

export const NO_RUN: RunView = {
  runId: null,
  messages: [],
  values: undefined,
  nodes: [],
  running: [],
  hasTasks: false,
  interrupts: [],
  next: [],
  error: null,
  lastEventId: '',
  feedback: {},
};

type Json = Readonly<Record<string, unknown>>;

/** Applies a frame of the stream to a run. A frame of an unknown mode only changes `lastEventId`. */
export function withFrame(run: RunView, frame: StreamEvent): RunView {
  const next = frame.id === '' ? run : { ...run, lastEventId: frame.id };
  const data = parsed(frame.data);
  const [mode = '', ...namespace] = frame.event.split('|');
  switch (mode) {
    case 'metadata':
      return isJsonObject(data) && typeof data['run_id'] === 'string'
        ? { ...next, runId: data['run_id'] }
        : next;
    case 'values':
      // A frame of an inner graph contains the state of the inner graph instead of the thread's state.
      return namespace.length === 0 ? withValues(next, data) : next;
    case 'updates':
      return withUpdates(next, data, pathOfNamespace(namespace));
    case 'tasks':
      return withTask(next, data, pathOfNamespace(namespace));
    case 'messages':
      return withChunk(next, listOf(data)[0]);
    case 'messages/partial':
    case 'messages/complete':
      return listOf(data).reduce<RunView>(
        (view, message) => withMessage(view, message, mode === 'messages/partial'),
        next,
      );
    case 'feedback':
      return { ...next, feedback: isJsonObject(data) ? stringsOf(data) : {} };
    case 'error':
      return { ...next, running: [], error: errorText(data) };
    case 'end':
      return { ...next, running: [] };
    default:
      return next;
  }
}

/**
 * Replaces the streamed values with the stored state of the thread, because only the stored state is reliable after
 * the run.
 */
export function withState(run: RunView, state: unknown): RunView {
  if (!isJsonObject(state)) return run;
  const values = state['values'];
  const tasks = listOf(state['tasks']).filter(isJsonObject);
  return {
    ...run,
    values,
    messages: chatMessages(messagesOfState(values)),
    error: errorOfTasks(tasks) ?? run.error,
    interrupts: tasks.flatMap((task) => listOf(task['interrupts'])),
    next: listOf(state['next']).filter((name) => typeof name === 'string'),
  };
}

/**
 * Returns the exception of a failed task. The JavaScript library stores the exception as an object, and the Python
 * library stores the exception as a text.
 */
function errorOfTasks(tasks: readonly Json[]): string | undefined {
  const error = tasks.map((task) => task['error'] ?? null).find((one) => one !== null);
  if (error === undefined) return undefined;
  if (!isJsonObject(error)) return textOf(error);
  return [textOf(error['name']), textOf(error['message'])].filter((part) => part !== '').join(': ');
}

/** Returns the path of an inner graph. Each part of a namespace has the form `child:<task ID>`. */
const pathOfNamespace = (namespace: readonly string[]): string =>
  namespace.map((part) => `${part.split(':')[0] ?? ''}:`).join('');

function parsed(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    return text;
  }
}

const stringsOf = (data: Json): Record<string, string> =>
  Object.fromEntries(
    Object.entries(data).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );

function errorText(data: unknown): string {
  if (!isJsonObject(data)) return textOf(data);
  const [kind, message] = [textOf(data['error']), textOf(data['message'])];
  return [kind, message].filter((part) => part !== '').join(': ');
}

function withValues(run: RunView, data: unknown): RunView {
  const interrupts = isJsonObject(data) ? listOf(data['__interrupt__']) : [];
  const messages =
    isJsonObject(data) && Array.isArray(data['messages'])
      ? chatMessages(messagesOfState(data))
      : run.messages;
  return { ...run, values: data, messages, interrupts };
}

function withUpdates(run: RunView, data: unknown, path: string): RunView {
  if (!isJsonObject(data)) return run;
  const interrupts = listOf(data['__interrupt__']);
  const asked = interrupts.length > 0 ? { ...run, interrupts } : run;
  // If the stream reports tasks, the task results have already added the updated nodes.
  if (run.hasTasks) return asked;
  const nodes = Object.keys(data).filter((name) => !name.startsWith('__'));
  return { ...asked, nodes: [...run.nodes, ...nodes.map((name) => path + name)] };
}

/**
 * Applies a task event. An event with an input starts a node, and an event with a result or an error finishes the node.
 */
function withTask(before: RunView, data: unknown, path: string): RunView {
  if (!isJsonObject(data) || typeof data['name'] !== 'string') return before;
  const run = { ...before, hasTasks: true };
  const name = path + data['name'];
  if (!('result' in data || 'error' in data)) return { ...run, running: [...run.running, name] };
  const index = run.running.indexOf(name);
  const isDone = listOf(data['interrupts']).length === 0 && (data['error'] ?? null) === null;
  return {
    ...run,
    running: index === -1 ? run.running : run.running.toSpliced(index, 1),
    nodes: isDone ? [...run.nodes, name] : run.nodes,
  };
}

function withMessage(run: RunView, value: unknown, partial: boolean): RunView {
  const message = chatMessage(value, `message-${run.messages.length}`, partial);
  return message === undefined ? run : withWholeMessage(run, message);
}

function withWholeMessage(run: RunView, message: ChatMessage): RunView {
  const index = run.messages.findIndex(({ id }) => id === message.id);
  return {
    ...run,
    messages: index === -1 ? [...run.messages, message] : run.messages.with(index, message),
  };
}

/** Applies a chunk of mode `messages-tuple`. The chunk's text continues the previous chunk of the same message. */
function withChunk(run: RunView, value: unknown): RunView {
  const chunk = chatMessage(value, `message-${run.messages.length}`, true);
  if (chunk === undefined) return run;
  const before = run.messages.find(({ id }) => id === chunk.id);
  if (before?.partial !== true) return withWholeMessage(run, chunk);
  const whole = appendChunk(before, chunk);
  return { ...run, messages: run.messages.map((one) => (one.id === chunk.id ? whole : one)) };
}

/**
 * Returns the state of a node in a drawn graph, given the paths of finished and running nodes. If the drawing omits
 * inner graphs, a node has the state of the nodes in its inner graph. The ID of a drawn node can be a path, because
 * some libraries draw the only node of an inner graph in place of the inner graph.
 */
export function nodeState(
  id: string,
  done: readonly string[],
  running: readonly string[],
): '' | 'running' | 'done' {
  const isOf = (name: string) => name === id || name.startsWith(`${id}:`);
  if (running.some(isOf)) return 'running';
  return done.some(isOf) ? 'done' : '';
}
