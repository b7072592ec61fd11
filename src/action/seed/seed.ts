import type { ItemPut } from '../../contract/store-item.ts';
import { SEED_RECORD } from '../../contract/seed-limits.ts';
import type { SeedCounts } from '../../contract/seed-record.ts';
import { quote } from '../inputs/problem.ts';
import { countOf } from '../text.ts';

type Json = Readonly<Record<string, unknown>>;

/** An item of the store, in the form in which the agent server accepts it. */
export type SeedItem = ItemPut;

export interface SeedAssistant {
  /** Key that identifies the assistant in the seed. */
  key: string;
  name: string;
  graph: string;
  description: string | undefined;
  config: Json | undefined;
  context: Json | undefined;
  metadata: Json | undefined;
  /** True if the assistant is skipped when the preview does not have its graph. */
  isOptional: boolean;
}

export interface SeedThread {
  name: string;
  graph: string;
  /** Values of the thread's state, or `undefined` for a thread without a state. */
  values: Json | undefined;
  /** Node that appears to have written the values. */
  asNode: string | undefined;
  metadata: Json | undefined;
}

export interface SeedCron {
  name: string;
  /** Name of an assistant of the seed, or name of a graph, or ID of an assistant. */
  assistant: string;
  schedule: string;
  timezone: string | undefined;
  endTime: string | undefined;
  input: Json | undefined;
  config: Json | undefined;
  context: Json | undefined;
  metadata: Json | undefined;
}

/** The data of a preview. */
export interface Seed {
  items: readonly SeedItem[];
  assistants: readonly SeedAssistant[];
  threads: readonly SeedThread[];
  crons: readonly SeedCron[];
}

export const EMPTY_SEED: Seed = { items: [], assistants: [], threads: [], crons: [] };

/** Field in the metadata of assistants, threads and crons that a seed created. */
export const SEED_MARK = 'agent_deploy_seed';

/** First labels of namespaces that a seed cannot write to, because the graph library or this action uses them. */
export const RESERVED_ROOTS: readonly string[] = ['langgraph', ...SEED_RECORD.namespace];

/** Returns the numbers of the entries of a seed. */
export function countsOf({ items, assistants, threads, crons }: Seed): SeedCounts {
  return {
    items: items.length,
    assistants: assistants.length,
    threads: threads.length,
    crons: crons.length,
  };
}

/** Returns the numbers of entries as text, such as `12 store items, 3 assistants`. */
export function describeCounts({ items, assistants, threads, crons }: SeedCounts): string {
  const parts = [
    [items, 'store item'],
    [assistants, 'assistant'],
    [threads, 'thread'],
    [crons, 'cron'],
  ] as const;
  const texts = parts.flatMap(([count, noun]) => (count === 0 ? [] : [countOf(count, noun)]));
  return texts.length === 0 ? 'no data' : texts.join(', ');
}

/** Returns the key that identifies an item in the store. */
export const itemId = ({ namespace, key }: Pick<SeedItem, 'namespace' | 'key'>): string =>
  JSON.stringify([namespace, key]);

/** Returns the name of an item for messages, such as `the store item "faq" in docs`. */
export function describeItem({ namespace, key }: Pick<SeedItem, 'namespace' | 'key'>): string {
  return `the store item ${quote(key)} in ${quote(namespace.join('.'))}`;
}

/** Merges two seeds. An entry of `over` replaces the entry of `base` with the same address or name. */
export function mergeSeeds(base: Seed, over: Seed): Seed {
  const items = new Map([...base.items, ...over.items].map((item) => [itemId(item), item]));
  const named = new Set(over.assistants.map(({ name }) => name));
  return {
    items: [...items.values()],
    assistants: [...base.assistants.filter(({ name }) => !named.has(name)), ...over.assistants],
    threads: [...base.threads, ...over.threads],
    crons: [...base.crons, ...over.crons],
  };
}
