import type { AgentData } from '../../clients/agent-data.ts';
import type { AgentServer } from '../../clients/agent-server.ts';
import type { Clock } from '../../clients/clock.ts';
import { isApiError, isNotServed } from '../../clients/errors.ts';
import { ONE_MINUTE_SCHEDULE, poll } from '../../clients/poll.ts';
import { SEED_RECORD } from '../../contract/seed-limits.ts';
import { SeedRecord } from '../../contract/seed-record.ts';
import { quote } from '../inputs/problem.ts';
import {
  countsOf,
  describeItem,
  type Seed,
  SEED_MARK,
  type SeedAssistant,
  type SeedCron,
  type SeedItem,
  type SeedThread,
} from './seed.ts';
import { digestOf, entryId } from './seed-id.ts';

/** Preview to which a seed is written. */
export interface SeedTarget {
  deploymentId: string;
  server: Pick<AgentServer, 'createThread' | 'deleteThread'>;
  data: AgentData;
  clock: Clock;
  signal: AbortSignal;
  log: (line: string) => void;
}

/** Thrown if an entry of a seed could not be written. `entry` describes the entry for messages. */
export class SeedEntryError extends Error {
  override readonly name = 'SeedEntryError';
  readonly entry: string;
  constructor(entry: string, cause: Error) {
    super(`${entry}: ${cause.message}`, { cause });
    this.entry = entry;
  }
}

/** Reads the record of an earlier seed from a preview. An unreadable record counts as missing. */
export async function readSeedRecord({
  data,
  signal,
}: Pick<SeedTarget, 'data' | 'signal'>): Promise<SeedRecord | undefined> {
  return SeedRecord.safeParse(await data.itemValue(SEED_RECORD, signal)).data;
}

/** Record of an earlier seed, and how to write a seed. */
interface SeedWriteOptions {
  record: SeedRecord | undefined;
  reset: boolean;
  /** Items that were copied from a deployment. Messages contain no address of an item, because it can identify a user. */
  copied?: ReadonlySet<SeedItem> | undefined;
}

/**
 * Writes a seed to a preview, after removing what an earlier seed with other data created. Each step can be repeated:
 * the run can be killed between two requests, and the next run completes the seed without duplicates. Store items are
 * replaced, assistants and threads have IDs that are derived from the preview and the entry, and a cron is only created
 * if no cron has its mark. Crons are written last, so that no run starts with incomplete data.
 *
 * Returns the seed without the assistants that were skipped. Throws SeedEntryError with the entry that failed.
 */
export async function applySeed(
  target: SeedTarget,
  seed: Seed,
  { record, reset, copied = new Set() }: SeedWriteOptions,
): Promise<Seed> {
  const digest = digestOf(seed);
  const counts = countsOf(seed);
  const write = (state: SeedRecord['state'], written = counts) =>
    named('the record of the seed', () =>
      target.data.putItem(recordItem({ version: 1, state, digest, counts: written }), target.signal),
    );
  const isResumed = record?.state === 'seeding' && record.digest === digest;
  if (reset || (record !== undefined && !isResumed)) {
    target.log('Removing the assistants, threads and crons of the earlier seed.');
    await write('clearing');
    await clear(target);
  }
  if (isResumed && !reset) target.log('An earlier run did not complete the seed; this run completes it.');
  else await write('seeding');
  await putItems(target, seed, (item) => (copied.has(item) ? 'a copied store item' : describeItem(item)));
  const skipped = await createAssistants(target, seed.assistants);
  for (const thread of seed.threads) {
    await named(`the thread ${quote(thread.name)}`, () => createThread(target, thread));
  }
  if (seed.crons.length > 0) await createCrons(target, seed);
  const written = { ...seed, assistants: seed.assistants.filter((one) => !skipped.has(one)) };
  await write('complete', countsOf(written));
  return written;
}

/** Returns the store item of a record, which has no time to live and is not found by a semantic search. */
function recordItem(value: SeedRecord): SeedItem {
  return { namespace: [...SEED_RECORD.namespace], key: SEED_RECORD.key, value, index: false, ttl: null };
}

/** Calls `work`, and adds the entry to an error of the service. */
async function named<T>(entry: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isApiError(error)) throw error;
    throw new SeedEntryError(entry, error);
  }
}

/**
 * Deletes the crons with the mark of a seed, and the assistants and threads whose ID is derived from their mark. Other
 * data stays unchanged, including a copy of a thread, which the server creates with the mark of the original.
 */
async function clear({ data, server, signal, deploymentId }: SeedTarget): Promise<void> {
  const isOurs = (kind: 'assistant' | 'thread', id: string, mark: unknown) =>
    typeof mark === 'string' && id.toLowerCase() === entryId(deploymentId, kind, mark);
  await named('the crons of the earlier seed', async () => {
    for (const [id, metadata] of await servedCrons(data, signal)) {
      if (SEED_MARK in metadata) await data.deleteCron(id, signal);
    }
  });
  await named('the threads of the earlier seed', async () => {
    for (const [id, mark] of await data.threadsWith(SEED_MARK, signal)) {
      if (isOurs('thread', id, mark)) await server.deleteThread(id, signal);
    }
  });
  await named('the assistants of the earlier seed', async () => {
    for (const { assistant_id: id, metadata } of await data.assistants(() => false, signal)) {
      if (isOurs('assistant', id, metadata?.[SEED_MARK])) await data.deleteAssistant(id, signal);
    }
  });
}

/** Returns the crons, or no crons if the server does not support crons. */
async function servedCrons(data: AgentData, signal: AbortSignal): ReturnType<AgentData['crons']> {
  try {
    return await data.crons(signal);
  } catch (error) {
    if (!isNotServed(error)) throw error;
    return new Map();
  }
}

/** Number of store items that are written at the same time. */
const CONCURRENCY = 8;

async function putItems(
  { data, signal }: SeedTarget,
  { items }: Seed,
  describe: (item: SeedItem) => string,
): Promise<void> {
  for (let at = 0; at < items.length; at += CONCURRENCY) {
    const batch = items.slice(at, at + CONCURRENCY);
    await Promise.all(batch.map((item) => named(describe(item), () => data.putItem(item, signal))));
  }
}

/** Creates the assistants, and returns the optional assistants whose graph the preview does not have. */
async function createAssistants(
  target: SeedTarget,
  assistants: readonly SeedAssistant[],
): Promise<ReadonlySet<SeedAssistant>> {
  const skipped = new Set<SeedAssistant>();
  for (const assistant of assistants) {
    const { name, isOptional, graph } = assistant;
    try {
      await named(`the assistant ${quote(name)}`, () => createAssistant(target, assistant));
    } catch (error) {
      const cause = error instanceof SeedEntryError ? error.cause : error;
      if (!isOptional || !(isApiError(cause, 404) || isApiError(cause, 422))) throw error;
      target.log(
        `The assistant ${quote(name)} was not copied, because the preview does not accept its graph ${quote(graph)}.`,
      );
      skipped.add(assistant);
    }
  }
  return skipped;
}

async function createAssistant(
  { data, deploymentId, signal }: SeedTarget,
  { key, name, graph, description, config, context, metadata }: SeedAssistant,
): Promise<void> {
  await data.createAssistant(
    {
      assistant_id: entryId(deploymentId, 'assistant', key),
      graph_id: graph,
      name,
      description,
      config,
      context,
      metadata: { ...metadata, [SEED_MARK]: key },
    },
    signal,
  );
}

/**
 * Creates a thread with its state. The state is only sent if the thread has none, because a second change would add the
 * values again, for example to a list of messages.
 */
async function createThread(
  target: SeedTarget,
  { name, graph, values, asNode, metadata }: SeedThread,
): Promise<void> {
  const { server, data, deploymentId, signal } = target;
  const id = await server.createThread(
    entryId(deploymentId, 'thread', name),
    { ...metadata, graph_id: graph, [SEED_MARK]: name },
    signal,
  );
  if (values === undefined || (await data.hasState(id, signal))) return;
  await sendOnce(
    target,
    () => data.updateState(id, { values, ...(asNode !== undefined && { as_node: asNode }) }, signal),
    () => data.hasState(id, signal),
  );
}

/** Sends a write once. If its response is lost, waits up to a minute until the effect is visible. */
async function sendOnce(
  { clock, signal }: SeedTarget,
  send: () => Promise<void>,
  hasEffect: () => Promise<boolean>,
): Promise<void> {
  try {
    await send();
  } catch (error) {
    if (!isApiError(error) || error.kind !== 'ambiguous') throw error;
    const seen = await poll({ clock, signal }, ONE_MINUTE_SCHEDULE, async () =>
      (await hasEffect()) ? true : undefined,
    );
    if (seen === undefined) throw error;
  }
}

/** Creates the crons that do not exist, and deletes duplicates, which two runs at the same time can create. */
async function createCrons(target: SeedTarget, { crons, assistants }: Seed): Promise<void> {
  const { data, signal } = target;
  const find = async (): Promise<Map<string, string[]>> => {
    const found = new Map<string, string[]>();
    for (const [id, { [SEED_MARK]: mark }] of await data.crons(signal)) {
      if (typeof mark === 'string') found.set(mark, [...(found.get(mark) ?? []), id]);
    }
    return found;
  };
  const existing = await named('the crons', find);
  for (const cron of crons) {
    if (existing.has(cron.name)) continue;
    const body = cronBody(target, cron, assistants);
    await named(`the cron ${quote(cron.name)}`, () =>
      sendOnce(
        target,
        () => data.createCron(body, signal),
        async () => (await find()).has(cron.name),
      ),
    );
  }
  await named('the crons', async () => {
    for (const ids of (await find()).values()) {
      for (const id of ids.toSorted().slice(1)) await data.deleteCron(id, signal);
    }
  });
}

function cronBody(
  { deploymentId }: SeedTarget,
  { name, assistant, schedule, timezone, endTime, input, config, context, metadata }: SeedCron,
  assistants: readonly SeedAssistant[],
) {
  const seeded = assistants.find((one) => one.name === assistant);
  return {
    assistant_id: seeded === undefined ? assistant : entryId(deploymentId, 'assistant', seeded.key),
    schedule,
    timezone,
    end_time: endTime,
    input,
    config,
    context,
    metadata: { ...metadata, [SEED_MARK]: name },
  };
}
