import type { AgentData } from '../../../src/clients/agent-data.ts';
import type { AgentItem } from '../../../src/contract/agent-responses.ts';

type Method = keyof AgentData;
type Json = Readonly<Record<string, unknown>>;

/** The stored data of a live agent in this process, which the test controls. */
export interface FakeAgentData {
  client: AgentData;
  calls: Method[];
  items: Map<string, AgentItem>;
  assistants: Map<string, Json & { assistant_id: string; graph_id: string }>;
  threads: Map<string, Json>;
  /** All changes of each thread's state. */
  states: Map<string, unknown[]>;
  crons: Map<string, Json>;
  /** Called before each request. May throw an error instead of the request. */
  before: (method: Method) => void;
  /** Called after each request. May throw an error instead of the response. */
  after: (method: Method) => void;
  createThread(id: string, metadata: Json): void;
  deleteThread(id: string): void;
}

const addressOf = ({ namespace, key }: { namespace: readonly string[]; key: string }) =>
  [...namespace, key].join('/');

export function createFakeAgentData(): FakeAgentData {
  let crons = 0;
  const request = <T>(method: Method, work: () => T): Promise<T> =>
    Promise.resolve().then(() => {
      fake.calls.push(method);
      fake.before(method);
      const result = work();
      fake.after(method);
      return result;
    });
  const fake: FakeAgentData = {
    calls: [],
    items: new Map(),
    assistants: new Map(),
    threads: new Map(),
    states: new Map(),
    crons: new Map(),
    before: () => {},
    after: () => {},
    createThread: (id, metadata) => {
      if (!fake.threads.has(id)) fake.threads.set(id, metadata);
    },
    deleteThread: (id) => {
      fake.threads.delete(id);
      fake.states.delete(id);
    },
    client: {
      itemValue: (address) => request('itemValue', () => fake.items.get(addressOf(address))?.value),
      items: () => request('items', () => [...fake.items.values()]),
      putItem: (item) => request('putItem', () => void fake.items.set(addressOf(item), item)),
      assistants: () =>
        request('assistants', () =>
          [...fake.assistants.values()].map((one) => ({
            ...one,
            metadata: { ...(one['metadata'] as Json) },
          })),
        ),
      createAssistant: (body) =>
        request('createAssistant', () => {
          if (!fake.assistants.has(body.assistant_id)) fake.assistants.set(body.assistant_id, body);
        }),
      deleteAssistant: (id) => request('deleteAssistant', () => void fake.assistants.delete(id)),
      threadsWith: (field) =>
        request(
          'threadsWith',
          () =>
            new Map(
              [...fake.threads].flatMap(([id, metadata]) =>
                field in metadata ? [[id, metadata[field]]] : [],
              ),
            ),
        ),
      hasState: (id) => request('hasState', () => fake.states.has(id)),
      updateState: (id, body) =>
        request('updateState', () => void fake.states.set(id, [...(fake.states.get(id) ?? []), body.values])),
      crons: () =>
        request('crons', () => new Map([...fake.crons].map(([id, cron]) => [id, cron['metadata'] as Json]))),
      createCron: (body) =>
        request('createCron', () => {
          crons += 1;
          fake.crons.set(`cron-${crons}`, body);
        }),
      deleteCron: (id) => request('deleteCron', () => void fake.crons.delete(id)),
    },
  };
  return fake;
}
