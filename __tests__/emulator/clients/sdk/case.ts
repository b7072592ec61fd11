import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, StreamMode } from '@langchain/langgraph-sdk';
import { WAIT_LIMIT_MS } from '../../../../harness/hang-limit.ts';

/** A gate where a node waits until a test opens the gate. */
export interface Gate {
  /** Path that the graph receives as `gate`. */
  readonly path: string;
  /** Resolves when a node waits at the gate. */
  reached(): Promise<void>;
  open(): Promise<void>;
}

/** Tools of a case, in addition to the client. */
export interface CaseTools {
  /** True if the server continues a running run that is deleted. */
  continuesDeletedRuns: boolean;
  gate(): Gate;
  /** Returns a URL for webhooks, and a promise of the first body sent to it. */
  hook(): { url: string; called(): Promise<unknown> };
  /** Resolves when the client has received the head of a response from this path, whose body may continue. */
  answered(path: string): Promise<void>;
  /** Returns a second client that sends these headers. */
  sending(headers: Record<string, string>): Client;
  /** Returns a second client whose connection breaks once, after the first update of a stream. */
  onBreakingLine(): Client;
}

/**
 * A case that calls one function of the official client. `run` returns the function's result as plain JSON. `expected`
 * is the documented result, which the emulator must return. Different results of the reference server are in
 * differences.ts. Cases run at the same time on one server, so each case reads only objects that it created.
 */
export interface Case {
  name: string;
  run(client: Client, world: CaseTools): Promise<unknown>;
  expected: unknown;
}

export const sees = (name: string, expected: unknown, run: Case['run']): Case => ({ name, expected, run });

export const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

/** Returns the status of a refused call and whether its body is `{detail}`, or `answered` if the call succeeds. */
export async function refusal(call: Promise<unknown>): Promise<unknown> {
  try {
    await call;
    return 'answered';
  } catch (failure) {
    if (!(failure instanceof Error) || !('status' in failure)) throw failure;
    const text = 'text' in failure ? String(failure.text) : '';
    return { status: failure.status, detail: hasDetail(text) };
  }
}

function hasDetail(text: string): boolean {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && 'detail' in body;
  } catch {
    return false;
  }
}

/** Refusal of a call about a missing object. */
export const GONE = { status: 404, detail: true };
export const CONFLICT = { status: 409, detail: true };
export const INVALID = { status: 422, detail: true };
/** An ID that no object has. */
export const UNKNOWN = '00000000-0000-4000-8000-000000000000';

/**
 * Returns a case with one call that is refused. By default, the refusal is a 404, which the name of the case then
 * contains.
 */
export const refused = (
  name: string,
  call: (client: Client) => Promise<unknown>,
  expected: unknown = GONE,
): Case => ({
  name: expected === GONE ? `${name} causes a 404` : name,
  run: (client) => refusal(call(client)),
  expected,
});

/** An event of a stream, as the client returns it. */
export interface Part {
  event: string;
  data: unknown;
  id?: string | undefined;
}

/**
 * Starts to read a stream, and returns a promise of its parts. The stream may fail before the caller awaits the
 * promise.
 */
export function all(stream: AsyncIterable<unknown>): Promise<Part[]> {
  const read = async () => {
    const parts: Part[] = [];
    for await (const part of stream) parts.push(part as Part);
    return parts;
  };
  const reading = read();
  reading.catch(() => undefined);
  return reading;
}

/** Returns the stream of a run on a new thread, with this stream mode if one is given. */
export const streamed = async (
  client: Client,
  graph: string,
  streamMode?: StreamMode | StreamMode[],
  more: object = {},
): Promise<Part[]> =>
  all(
    client.runs.stream(await aThread(client), graph, {
      input: {},
      ...(streamMode && { streamMode }),
      ...more,
    }),
  );

export const eventsOf = (parts: readonly Part[]): string[] => parts.map(({ event }) => event);
/** Returns the data of all events with this name. */
export const dataOf = (parts: readonly Part[], event: string): unknown[] =>
  parts.filter((part) => part.event === event).map(({ data }) => data);

/** Reads one value at the path of `keys`, whatever the type of the values on the path. */
export function at(value: unknown, ...keys: (string | number)[]): unknown {
  return keys.reduce<unknown>(
    (found, key) =>
      typeof found === 'object' && found !== null
        ? Array.isArray(found)
          ? (found.at(Number(key)) as unknown)
          : Reflect.get(found, key)
        : undefined,
    value,
  );
}

/** Returns the given fields of a record. */
export const pick = (value: unknown, ...keys: string[]): Record<string, unknown> =>
  Object.fromEntries(keys.map((key) => [key, at(value, key)]));

/** Returns which of the given keys the record has. */
export const has = (value: unknown, ...keys: string[]): string[] =>
  keys.filter((key) => at(value, key) !== undefined);

/** Returns the messages of a state, each with its type. */
export const reported = (values: unknown): string[] => {
  const messages = at(values, 'messages');
  return Array.isArray(messages)
    ? messages.map((message) => `${String(at(message, 'type'))}: ${String(at(message, 'content'))}`)
    : [];
};

export const human = (content: string) => ({ messages: [{ role: 'user', type: 'human', content }] });

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
export const isUuid = (value: unknown): boolean => typeof value === 'string' && UUID.test(value);
export const isDate = (value: unknown): boolean =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value));

/** Returns a string that no other case uses, for names, metadata and namespaces. */
export const own = (): string => `own-${randomUUID()}`;
export const newId = (): string => randomUUID();

/** Time limit for a wait in a case, in milliseconds. A value that never arrives becomes the result of the case. */
const PATIENCE_MS = WAIT_LIMIT_MS / 2;

/** Reads a value until `is` accepts it, and throws at the time limit. */
export async function until<T>(look: () => T | Promise<T>, is: (value: T) => boolean): Promise<T> {
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await sleep(10)) {
    const seen = await look();
    if (is(seen)) return seen;
  }
  throw new Error('waited for what did not come');
}

/** Returns the last status of a run. */
export const endOf = async (client: Client, threadId: string, runId: string): Promise<string> =>
  (
    await until(
      () => client.runs.get(threadId, runId),
      ({ status }) => status !== 'pending' && status !== 'running',
    )
  ).status;

/** Creates a thread and returns its ID. */
export async function aThread(client: Client, metadata: Record<string, unknown> = {}): Promise<string> {
  return (await client.threads.create({ metadata })).thread_id;
}

/** Starts a run, and waits until the run has reached its gate. */
export async function aWaitingRun(
  client: Client,
  gate: Gate,
  options: { graph?: string; threadId?: string } = {},
) {
  const threadId = options.threadId ?? (await aThread(client));
  const run = await client.runs.create(threadId, options.graph ?? 'slow', { input: { gate: gate.path } });
  await gate.reached();
  return { threadId, runId: run.run_id };
}

/** Creates gates as files in one folder. */
export function gatesIn(folder: string): () => Gate {
  return () => {
    const file = path.join(folder, randomUUID());
    return {
      path: file,
      reached: async () => void (await until(() => existsSync(`${file}.reached`), Boolean)),
      open: () => writeFile(file, ''),
    };
  };
}
