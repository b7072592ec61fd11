import { isDeepStrictEqual } from 'node:util';
import type { AgentData } from '../../clients/agent-data.ts';
import type { AgentFullAssistant, AgentItem } from '../../contract/agent-responses.ts';
import { isJsonObject, objectOf } from '../../contract/json-safety.ts';
import { SEED_LIMITS, SEED_MAX_BYTES } from '../../contract/seed-limits.ts';
import { findUnsafe } from '../inputs/unsafe-json.ts';
import { ActionError } from '../outcome.ts';
import {
  EMPTY_SEED,
  itemId,
  RESERVED_ROOTS,
  type Seed,
  SEED_MARK,
  type SeedAssistant,
  type SeedItem,
} from './seed.ts';

/** The deployment whose data is copied. */
interface Base {
  name: string;
  data: Pick<AgentData, 'items' | 'assistants'>;
}

/**
 * Reads the store and the created assistants of the deployment from which a preview inherits, and never its threads.
 * Throws ActionError if the data exceeds a limit or contains a secret of the step. Throws ApiError if the data cannot
 * be read.
 */
export async function readInheritedSeed(
  { name, data }: Base,
  isSecret: (text: string) => boolean,
  signal: AbortSignal,
): Promise<Seed> {
  const refuse = (what: string): ActionError =>
    new ActionError(
      'seed-failed',
      `The data of ${name} cannot be copied: ${what}. Write the data that the preview needs to a file, and set preview-seed to the file instead of \`inherited\`.`,
    );
  const ownItems = (all: readonly AgentItem[]) => all.filter((item) => !isReserved(item));
  const found = await data.items((all) => ownItems(all).length > SEED_LIMITS.items, signal);
  const items = ownItems(found).map((item) => toSeedItem(item, refuse));
  if (items.length > SEED_LIMITS.items)
    throw refuse(`the store has more than ${SEED_LIMITS.items.toLocaleString('en')} items`);
  const created = (all: readonly AgentFullAssistant[]) => all.filter((one) => !isDefault(one));
  const listed = await data.assistants((all) => created(all).length > SEED_LIMITS.assistants, signal);
  const assistants = created(listed).map(toSeedAssistant);
  if (assistants.length > SEED_LIMITS.assistants)
    throw refuse(`more than ${SEED_LIMITS.assistants} assistants exist`);
  const seed: Seed = {
    ...EMPTY_SEED,
    // The order of a search is the order of the last updates, which does not change the data.
    items: items.toSorted((a, b) => (itemId(a) < itemId(b) ? -1 : 1)),
    assistants: assistants.toSorted((a, b) => (a.key < b.key ? -1 : 1)),
  };
  if (Buffer.byteLength(JSON.stringify(seed)) > SEED_MAX_BYTES)
    throw refuse(`the data has more than ${SEED_MAX_BYTES.toLocaleString('en')} bytes`);
  const unsafe = findUnsafe(seed, isSecret)[0];
  // Messages contain no address of an item, because the address can identify a user or contain the secret.
  const place = unsafe?.path[0] === 'items' ? 'a store item' : 'an assistant';
  if (unsafe !== undefined) throw refuse(`${place}: ${unsafe.message}`);
  return seed;
}

/** Returns whether this action or the graph library wrote an item. */
function isReserved({ namespace: [root = ''] }: AgentItem): boolean {
  return RESERVED_ROOTS.includes(root);
}

function toSeedItem({ namespace, key, value }: AgentItem, refuse: (what: string) => ActionError): SeedItem {
  if (!isJsonObject(value)) throw refuse('the value of a store item is not an object');
  return { namespace, key, value };
}

/** Returns whether an assistant is the default assistant of a graph, which a preview has already. */
function isDefault({ metadata }: AgentFullAssistant): boolean {
  return metadata?.['created_by'] === 'system';
}

function toSeedAssistant(assistant: AgentFullAssistant): SeedAssistant {
  const { [SEED_MARK]: _mark, ...metadata } = objectOf(assistant.metadata);
  return {
    key: `inherited/${assistant.assistant_id.toLowerCase()}`,
    name: assistant.name ?? 'Untitled',
    graph: assistant.graph_id,
    description: assistant.description ?? undefined,
    config: withoutMirror(assistant),
    context: assistant.context ?? undefined,
    metadata,
    isOptional: true,
  };
}

/**
 * Returns the configuration without the copy of the context that servers for Python add to it, because such a server
 * refuses a request with both.
 */
function withoutMirror({ config, context }: AgentFullAssistant): SeedAssistant['config'] {
  if (!config || !context || !isDeepStrictEqual(config['configurable'], context)) return config ?? undefined;
  const { configurable: _copy, ...rest } = config;
  return rest;
}
