import { objectOf } from '../../../contract/json-safety.ts';
import type { StateSnapshot } from '@langchain/langgraph';
import { bigintToJson, stringifyExactJson } from '../../../contract/exact-json.ts';

interface MessageLike {
  toDict(): { type: string; data: Record<string, unknown> };
}

function isMessage(value: object): value is MessageLike {
  return 'toDict' in value && typeof value.toDict === 'function';
}

function hasOwnNotation(value: object): value is { toJSON(): unknown } {
  return 'toJSON' in value && typeof value.toJSON === 'function';
}

/**
 * Converts the return value of a graph to plain JSON values with exact 64-bit integers (`stringifyExactJson`). Messages
 * of the graph library become `{type, content, id, …}` instead of the library's constructor notation. Functions and
 * symbols are dropped, as in `JSON.stringify`.
 *
 * @throws TypeError if the value contains itself.
 */
export function toPlain(value: unknown, ancestors: readonly object[] = []): unknown {
  if (typeof value === 'bigint') return bigintToJson(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'function' || typeof value === 'symbol') return undefined;
  if (typeof value !== 'object' || value === null) return value;
  if (ancestors.includes(value)) {
    throw new TypeError('the graph returned a value that contains itself, which JSON cannot represent');
  }
  const path = [...ancestors, value];
  if (isMessage(value)) {
    const { type, data } = value.toDict();
    return toPlain({ ...data, type }, path);
  }
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (hasOwnNotation(value)) return toPlain(value.toJSON(), path);
  if (value instanceof Error) return { name: value.name, message: value.message };
  if (value instanceof Map) return toPlain(Object.fromEntries(value), path);
  if (value instanceof Set) return toPlain([...value], path);
  if (Array.isArray(value)) return value.map((item) => toPlain(item, path) ?? null);
  const plain: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    const inside = toPlain(item, path);
    if (inside !== undefined) {
      // Prevents the key `__proto__` from setting the prototype.
      Object.defineProperty(plain, key, {
        value: inside,
        enumerable: true,
        writable: true,
        configurable: true,
      });
    }
  }
  return plain;
}

/**
 * Converts a message, bytes, an error or an object with `toJSON` to a value that JSON can represent. Returns other
 * objects unchanged. Does not convert the values inside an object.
 */
export function toSimple(value: object): unknown {
  if (isMessage(value)) {
    const { type, data } = value.toDict();
    return { ...data, type };
  }
  if (value instanceof Uint8Array) return `${value.length} bytes`;
  if (hasOwnNotation(value)) return value.toJSON();
  return value instanceof Error ? describeFailure(value) : value;
}

/** Converts a value like `toPlain`, but returns an empty object if the value is not an object. */
export function toPlainRecord(value: unknown): Record<string, unknown> {
  return { ...objectOf(toPlain(value)) };
}

/** Returns the pending interrupts of a thread by task ID, in the format of a thread's `interrupts`. */
export function interruptsOf(snapshot: Pick<StateSnapshot, 'tasks'>): Record<string, unknown> {
  return Object.fromEntries(
    snapshot.tasks
      .filter((task) => task.interrupts.length > 0)
      .map((task) => [task.id, toPlain(task.interrupts)]),
  );
}

function checkpointOf(config: StateSnapshot['config'] | undefined): Record<string, unknown> | null {
  const { thread_id, checkpoint_ns, checkpoint_id, checkpoint_map } = toPlainRecord(config?.configurable);
  if (checkpoint_id === undefined) return null;
  return {
    thread_id,
    checkpoint_ns: checkpoint_ns ?? '',
    checkpoint_id,
    checkpoint_map: checkpoint_map ?? null,
  };
}

/** Returns the fields of a task that is a subgraph: the checkpoint of its state, or the state itself if requested. */
function subgraphOf(task: StateSnapshot['tasks'][number]): Record<string, unknown> {
  const { state } = task;
  if (state === undefined) return { checkpoint: null, state: null };
  if ('values' in state) return { checkpoint: checkpointOf(state.config), state: toStateBody(state) };
  return { checkpoint: toPlainRecord(state.configurable), state: null };
}

/** Converts the library's snapshot to the response body of GET /threads/{id}/state. */
export function toStateBody(snapshot: StateSnapshot): Record<string, unknown> {
  const checkpoint = checkpointOf(snapshot.config);
  return {
    values: toPlain(snapshot.values) ?? {},
    next: [...snapshot.next],
    tasks: snapshot.tasks.map((task) => ({
      id: task.id,
      name: task.name,
      error: task.error === undefined ? null : toPlain(task.error),
      interrupts: toPlain(task.interrupts),
      ...subgraphOf(task),
      result: task.result === undefined ? null : toPlain(task.result),
    })),
    metadata: toPlainRecord(snapshot.metadata),
    created_at: snapshot.createdAt ?? null,
    checkpoint,
    parent_checkpoint: checkpointOf(snapshot.parentConfig),
    interrupts: Object.values(interruptsOf(snapshot)).flat(),
  };
}

/**
 * Returns the name and message of a failure. Never throws, even if the fields of the failure have unexpected values.
 */
export function describeFailure(failure: unknown): { error: string; message: string } {
  if (!(failure instanceof Error)) return { error: 'Error', message: toText(failure) };
  const { name, message }: { name: unknown; message: unknown } = failure;
  return { error: typeof name === 'string' && name !== '' ? name : 'Error', message: toText(message) };
}

function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    // JSON contains more information than "[object Object]".
    return (typeof value === 'object' ? stringifyExactJson(value) : undefined) ?? String(value);
  } catch {
    return 'the error cannot be converted to text';
  }
}
