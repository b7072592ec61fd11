import { randomUUID } from 'node:crypto';
import { splitText } from '../../src/contract/split-text.ts';
import type { EmulatorHandle } from '../../harness/emulator.ts';
import type { AgentServer } from './agent-servers.ts';

type Row = Record<string, unknown>;

/** Number of characters in each part into which the store divides a thread's values. */
const PART_LENGTH = 512 * 1024;

/** Numbers of rows in a store, by kind. */
export interface StoreSize {
  /** Number of pending runs on one thread, and of finished runs on another thread. */
  runs: number;
  crons: number;
  items: number;
  /** Number of threads with small values. */
  threads: number;
  /** Number of messages of about a thousand characters in the values of one thread. */
  messages: number;
}

/** IDs for requests. */
export interface LargeStore {
  /** ID of the thread with the pending runs. */
  busy: string;
  /** ID of the thread with the finished runs. */
  finished: string;
  /** ID of the thread with the large values. */
  large: string;
  /** ID of a thread with as many finished runs as `finished`. */
  pruned: string;
  /** ID of a normal thread, to which `run` and the cron belong. */
  thread: string;
  run: string;
  cron: string;
  assistant: string;
  /** ID of a finished run on the thread `finished`; `largeRun` is a finished run on the thread `large`. */
  finishedRun: string;
  largeRun: string;
}

/**
 * Fills the store of a deployment. One row of each kind is created through the API, copied in a snapshot, and
 * restored.
 */
export async function fillStore(
  emulator: EmulatorHandle,
  server: AgentServer,
  assistant: string,
  size: StoreSize,
): Promise<LargeStore> {
  const json = async (method: string, path: string, body?: unknown) =>
    (await (await server.call(method, path, body)).json()) as Record<string, string>;
  const [busy, finished, large, pruned, thread] = [
    await server.thread(),
    await server.thread(),
    await server.thread(),
    await server.thread(),
    await server.thread(),
  ];
  const later = { assistant_id: assistant, input: {}, after_seconds: 86_400 };
  const { run_id: pending = '' } = await json('POST', `/threads/${busy}/runs`, later);
  const { run_id: run = '' } = await json('POST', `/threads/${thread}/runs`, later);
  const assistants = await server.call('POST', '/assistants/search', { graph_id: assistant });
  const [found] = (await assistants.json()) as { assistant_id: string }[];
  if (found === undefined) throw new Error(`the deployment has no assistant of graph ${assistant}`);
  const { cron_id: cron = '' } = await json('POST', '/runs/crons', {
    assistant_id: assistant,
    schedule: '0 0 1 1 *',
    input: {},
  });
  await server.call('PUT', '/store/items', { namespace: ['bench'], key: 'item', value: { text: 'x' } });

  const snapshot = await emulator.snapshot();
  const tables = snapshot['tables'] as Record<string, Row[]>;
  const copy = (table: string, of: (row: Row) => boolean, count: number, change: (at: number) => Row) => {
    const rows = tables[table] ?? [];
    const original = rows.find(of);
    if (original === undefined) throw new Error(`the snapshot has no such row in ${table}`);
    for (let at = 0; at < count; at += 1) rows.push({ ...original, id: randomUUID(), ...change(at) });
  };
  const isOf = (id: string) => (row: Row) => row['id'] === id;
  copy('runs', isOf(pending), size.runs, () => ({}));
  for (const thread_id of [finished, pruned])
    copy('runs', isOf(pending), size.runs, () => ({ thread_id, status: 'success' }));
  const [finishedRun, largeRun] = [randomUUID(), randomUUID()];
  const ended = { status: 'success', not_before: null };
  copy('runs', isOf(pending), 1, () => ({ ...ended, id: finishedRun, thread_id: finished }));
  copy('runs', isOf(pending), 1, () => ({ ...ended, id: largeRun, thread_id: large }));
  copy('crons', isOf(cron), size.crons, () => ({}));
  const states = (tables['thread_values'] ??= []);
  const addState = (id: unknown, values: Row) => {
    for (const [part, text] of [...splitText(JSON.stringify(values), PART_LENGTH)].entries())
      states.push({ thread_id: id, part, text });
  };
  copy('threads', isOf(thread), size.threads, (at) => {
    const id = randomUUID();
    addState(id, { at });
    return { id, metadata: { at }, status: 'idle' };
  });
  copy(
    'store_items',
    (row) => row['key'] === 'item',
    size.items,
    (at) => ({ id: undefined, key: `item ${at}` }),
  );
  addState(large, {
    messages: Array.from({ length: size.messages }, (_, at) => ({
      type: 'human',
      id: String(at),
      content: 'x'.repeat(1_000),
    })),
  });
  await emulator.restore(snapshot);
  return {
    busy,
    finished,
    large,
    pruned,
    thread,
    run,
    cron,
    assistant: found.assistant_id,
    finishedRun,
    largeRun,
  };
}
