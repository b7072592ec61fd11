import * as z from 'zod';
import {
  AgentAssistant,
  AgentCron,
  AgentFullAssistant,
  AgentItem,
  AgentItems,
  AgentThread,
  AgentThreadState,
} from '../contract/agent-responses.ts';
import type { AssistantCreate } from '../contract/assistant.ts';
import type { CronCreate } from '../contract/cron.ts';
import { isJsonObject } from '../contract/json-safety.ts';
import type { ItemPut } from '../contract/store-item.ts';
import type { StateUpdate } from '../contract/thread.ts';
import type { AgentServerOptions } from './agent-server.ts';
import { assertSame, parseAnswer, readAllPages } from './answers.ts';
import { ignoreApiError, isApiError } from './errors.ts';
import { credentialHeaders } from './headers.ts';
import type { Answer, Call } from './transport.ts';

/** Address of an item in the store. */
interface ItemAddress {
  namespace: readonly string[];
  key: string;
}

/** Returns whether the entries that were read so far are sufficient. */
type Enough<T> = (found: readonly T[]) => boolean;

/**
 * Client of the stored data of a deployment's agent server: store, assistants, states of threads, and crons. Methods
 * throw ApiError. A write is sent again after a lost response only if its repetition has no further effect.
 */
export interface AgentData {
  /** Returns the value of a store item, or `undefined` if the item does not exist. */
  itemValue(address: ItemAddress, signal: AbortSignal): Promise<unknown>;
  /** Returns items of the whole store, without restarting their time to live. Stops once `enough` returns true. */
  items(enough: Enough<AgentItem>, signal: AbortSignal): Promise<AgentItem[]>;
  putItem(item: ItemPut, signal: AbortSignal): Promise<void>;
  /** Returns the assistants. Stops once `enough` returns true. */
  assistants(enough: Enough<AgentFullAssistant>, signal: AbortSignal): Promise<AgentFullAssistant[]>;
  /** Creates an assistant with the given ID, unless the assistant exists. */
  createAssistant(body: AssistantCreate & { assistant_id: string }, signal: AbortSignal): Promise<void>;
  deleteAssistant(id: string, signal: AbortSignal): Promise<void>;
  /** Returns the values of a field in the metadata of threads, keyed by the IDs of the threads that have the field. */
  threadsWith(field: string, signal: AbortSignal): Promise<Map<string, unknown>>;
  /** Returns whether a thread has a state. A new thread has no state. */
  hasState(threadId: string, signal: AbortSignal): Promise<boolean>;
  /** Changes the state of a thread. Does not repeat the request after a lost response. */
  updateState(threadId: string, body: StateUpdate, signal: AbortSignal): Promise<void>;
  /** Returns the metadata of all crons, keyed by ID. */
  crons(signal: AbortSignal): Promise<Map<string, Readonly<Record<string, unknown>>>>;
  /** Creates a cron. Does not repeat the request after a lost response. */
  createCron(body: CronCreate, signal: AbortSignal): Promise<void>;
  deleteCron(id: string, signal: AbortSignal): Promise<void>;
}

const PAGE = 100;
const readAll: Enough<unknown> = () => false;

/** Creates a client of an agent server's stored data over HTTP. The client sends the key only to the server's origin. */
export function createAgentData(options: AgentServerOptions): AgentData {
  const { transport, baseUrl } = options;
  const headers = credentialHeaders(options);
  const send = (method: Call['method'], path: string, more: Partial<Call>) =>
    transport.call({ method, url: new URL(`${baseUrl}${path}`), headers, ...more });
  const remove = async (path: string, signal: AbortSignal): Promise<void> => {
    await ignoreApiError(() => send('DELETE', path, { ignoreBody: true, signal }), 404);
  };
  const list = async <T>(
    path: string,
    body: Readonly<Record<string, unknown>>,
    { parse, idOf, enough }: ListOptions<T>,
    signal: AbortSignal,
  ): Promise<T[]> => {
    const found: T[] = [];
    const fetchPage = async (offset: number) => {
      const json = { ...body, limit: PAGE, offset };
      const answer = await send('POST', path, { json, repeatable: true, signal });
      return { items: parse(answer), refuse: (what: string) => answer.unusable(what) };
    };
    for await (const page of readAllPages(fetchPage, idOf, () => enough(found))) {
      found.push(...page);
      if (enough(found)) break;
    }
    return found;
  };

  return {
    ...itemMethods(send, list),
    ...threadStateMethods(send, list),

    assistants: (enough, signal) =>
      list(
        '/assistants/search',
        {},
        {
          parse: (answer) => parseAnswer(z.array(AgentFullAssistant), answer),
          idOf: ({ assistant_id: id }) => id,
          enough,
        },
        signal,
      ),

    async createAssistant(body, signal) {
      const json = { ...body, if_exists: 'do_nothing' };
      // The request is idempotent, because the ID is given. A 409 means that the server does not support `do_nothing`.
      const request = () => send('POST', '/assistants', { json, repeatable: true, signal });
      const answer = await ignoreApiError(request, 409);
      if (answer === undefined) return;
      const { assistant_id: answered } = parseAnswer(AgentAssistant, answer);
      assertSame(answer, { what: 'assistant', requested: body.assistant_id, answered });
    },

    deleteAssistant: (id, signal) => remove(`/assistants/${encodeURIComponent(id)}`, signal),

    async crons(signal) {
      const parse = (answer: Answer) => parseAnswer(z.array(AgentCron), answer);
      const options = { parse, idOf: ({ cron_id: id }: z.infer<typeof AgentCron>) => id, enough: readAll };
      const crons = await list('/runs/crons/search', {}, options, signal);
      return new Map(
        crons.map(({ cron_id: id, metadata, payload }) => [id, metadata ?? payload?.metadata ?? {}]),
      );
    },

    async createCron(json, signal) {
      await send('POST', '/runs/crons', { json, ignoreBody: true, repeatable: false, signal });
    },

    deleteCron: (id, signal) => remove(`/runs/crons/${encodeURIComponent(id)}`, signal),
  };
}

type Send = (method: Call['method'], path: string, more: Partial<Call>) => Promise<Answer>;

interface ListOptions<T> {
  parse: (answer: Answer) => readonly T[];
  idOf: (item: T) => string;
  enough: Enough<T>;
}

type List = <T>(
  path: string,
  body: Readonly<Record<string, unknown>>,
  options: ListOptions<T>,
  signal: AbortSignal,
) => Promise<T[]>;

const itemId = ({ namespace, key }: ItemAddress): string => JSON.stringify([namespace, key]);

function itemMethods(send: Send, list: List) {
  return {
    async itemValue({ namespace, key }, signal) {
      const query = new URLSearchParams({ namespace: namespace.join('.'), key, refresh_ttl: 'false' });
      const answer = await ignoreApiError(
        () => send('GET', `/store/items?${query.toString()}`, { signal }),
        404,
      );
      if (answer === undefined || answer.json === null || answer.json === undefined) return undefined;
      const item = parseAnswer(AgentItem, answer);
      assertSame(answer, {
        what: 'item',
        exact: true,
        requested: itemId({ namespace, key }),
        answered: itemId(item),
      });
      return item.value;
    },

    items: (enough, signal) =>
      list(
        '/store/items/search',
        // Reading must not extend the time to live of the items.
        { namespace_prefix: [], refresh_ttl: false },
        { parse: (answer) => parseAnswer(AgentItems, answer).items, idOf: itemId, enough },
        signal,
      ),

    async putItem(json, signal) {
      await send('PUT', '/store/items', { json, ignoreBody: true, repeatable: true, signal });
    },
  } satisfies Partial<AgentData>;
}

function threadStateMethods(send: Send, list: List) {
  const statePath = (id: string) => `/threads/${encodeURIComponent(id)}/state`;
  return {
    async threadsWith(field, signal) {
      const parse = (answer: Answer) => parseAnswer(z.array(AgentThread), answer);
      const options = {
        parse,
        idOf: ({ thread_id: id }: z.infer<typeof AgentThread>) => id,
        enough: readAll,
      };
      const search = (body: Readonly<Record<string, unknown>>) =>
        list('/threads/search', body, options, signal);
      let found: z.infer<typeof AgentThread>[];
      try {
        // Without `select`, the response contains the whole state of each thread, which can be too large to read.
        found = await search({ select: ['thread_id', 'metadata'] });
      } catch (error) {
        // Older servers do not support `select`.
        if (!isApiError(error, 422) && !isApiError(error, 400)) throw error;
        found = await search({});
      }
      return new Map(
        found.flatMap(({ thread_id: id, metadata }) =>
          metadata && Object.hasOwn(metadata, field) ? [[id, metadata[field]]] : [],
        ),
      );
    },

    async hasState(threadId, signal) {
      const answer = await send('GET', statePath(threadId), { signal });
      const { values, checkpoint } = parseAnswer(AgentThreadState, answer);
      assertSame(answer, { what: 'thread', requested: threadId, answered: checkpoint?.thread_id });
      if (checkpoint?.checkpoint_id) return true;
      return isJsonObject(values) && Object.keys(values).length > 0;
    },

    async updateState(threadId, json, signal) {
      await send('POST', statePath(threadId), { json, ignoreBody: true, repeatable: false, signal });
    },
  } satisfies Partial<AgentData>;
}
