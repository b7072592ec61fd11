import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, StreamMode } from '@langchain/langgraph-sdk';

/** A gate where a node waits until it is opened. */
export interface Gate {
  /** Given to the graph as `gate`. */
  readonly path: string;
  /** Resolves when a node waits there. */
  reached(): Promise<void>;
  open(): Promise<void>;
}

/** What a case can have besides the client. */
export interface CaseTools {
  gate(): Gate;
  /** An address that takes webhooks, and what came to it. */
  hook(): { url: string; called(): Promise<unknown> };
  /** Resolves when the client has been answered on such a path, though the response may continue. */
  answered(path: string): Promise<void>;
  /** Another client, which sends these headers. */
  sending(headers: Record<string, string>): Client;
  /** Another client, whose line breaks once: after the first update that comes in a stream. */
  onBreakingLine(): Client;
}

/**
 * One thing that the official client can do. It observes, and says what it saw as plain JSON; `expected` is what the
 * documentation says, and what our emulator is held to. What the reference server does otherwise is in differences.ts.
 * Cases share a server and run side by side: each looks only at what it made itself.
 */
export interface Case {
  name: string;
  run(client: Client, world: CaseTools): Promise<unknown>;
  expected: unknown;
}

export const sees = (name: string, expected: unknown, run: Case['run']): Case => ({ name, expected, run });

export const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

/** How a call is refused: the status, and whether the body is `{detail}`; or that it is answered. */
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

/** What a call about something that is not there comes to. */
export const GONE = { status: 404, detail: true };
export const CONFLICT = { status: 409, detail: true };
export const INVALID = { status: 422, detail: true };
/** The id of nothing. */
export const UNKNOWN = '00000000-0000-4000-8000-000000000000';

/** A case whose one call is refused: by default with a 404, as the name says then. */
export const refused = (
  name: string,
  call: (client: Client) => Promise<unknown>,
  expected: unknown = GONE,
): Case => ({
  name: expected === GONE ? `${name} is a 404` : name,
  run: (client) => refusal(call(client)),
  expected,
});

/** An event of a stream, as the client gives it. */
export interface Part {
  event: string;
  data: unknown;
  id?: string | undefined;
}

/** Reads a stream to its end, from now on; it may fail before it is waited for. */
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

/** What a run on a thread of its own streams; in this mode, where one is named. */
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
/** The data of the events of one name. */
export const dataOf = (parts: readonly Part[], event: string): unknown[] =>
  parts.filter((part) => part.event === event).map(({ data }) => data);

/** Reads one value, regardless of the shape around it. */
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

/** Some fields of a record. */
export const pick = (value: unknown, ...keys: string[]): Record<string, unknown> =>
  Object.fromEntries(keys.map((key) => [key, at(value, key)]));

/** Which of these fields a record has. */
export const has = (value: unknown, ...keys: string[]): string[] =>
  keys.filter((key) => at(value, key) !== undefined);

/** The messages of a state, each with who said it. */
export const said = (values: unknown): string[] => {
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

/** Something no other case has: for names, metadata and namespaces. */
export const own = (): string => `own-${randomUUID()}`;
export const newId = (): string => randomUUID();

/** How long a case waits for something: it may never come, and then that is what it saw. */
const PATIENCE_MS = 12_000;

/** Looks again until it is so; throws when it does not come to that. */
export async function until<T>(look: () => T | Promise<T>, is: (value: T) => boolean): Promise<T> {
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await sleep(10)) {
    const seen = await look();
    if (is(seen)) return seen;
  }
  throw new Error('waited for what did not come');
}

/** How a run ended. */
export const endOf = async (client: Client, threadId: string, runId: string): Promise<string> =>
  (
    await until(
      () => client.runs.get(threadId, runId),
      ({ status }) => status !== 'pending' && status !== 'running',
    )
  ).status;

/** A thread of its own, and its id. */
export async function aThread(client: Client, metadata: Record<string, unknown> = {}): Promise<string> {
  return (await client.threads.create({ metadata })).thread_id;
}

/** A run that has come to its gate. */
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

/** Gates are files of one folder. */
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
