import type { Client } from '@langchain/langgraph-sdk';
import {
  at,
  aThread,
  type Case,
  CONFLICT,
  GONE,
  isDate,
  isUuid,
  newId,
  own,
  pick,
  refusal,
  refused,
  UNKNOWN,
  sees,
} from './case.ts';

/** ID of the default assistant of the graph `steps`, which is the same on every server. */
const STEPS = '01d10e59-d4b4-51ec-8e94-9b2716b34de8';

/** Returns the names of an object's fields in a schema. */
const fields = (schema: unknown): string[] => Object.keys(at(schema, 'properties') ?? {}).toSorted();

/** Returns the ID of the graph's default assistant. */
async function assistantOf(client: Client, graphId: string): Promise<string> {
  const [found] = await client.assistants.search({ graphId, metadata: { created_by: 'system' } });
  return found?.assistant_id ?? '';
}

export const assistantCases: Case[] = [
  sees(
    'assistants.search finds one assistant for each graph, created by the system',
    {
      more: 0,
      graph_id: 'steps',
      name: 'steps',
      metadata: { created_by: 'system' },
      version: 1,
      id: true,
      dates: [true, true],
      config: 'object',
    },
    async (client) => {
      const [found, ...more] = await client.assistants.search({
        graphId: 'steps',
        metadata: { created_by: 'system' },
      });
      return {
        more: more.length,
        ...pick(found, 'graph_id', 'name', 'metadata', 'version'),
        id: isUuid(found?.assistant_id),
        dates: [isDate(found?.created_at), isDate(found?.updated_at)],
        config: typeof found?.config,
      };
    },
  ),
  sees(
    'assistants.get finds an assistant by its ID',
    'steps',
    async (client) => (await client.assistants.get(await assistantOf(client, 'steps'))).graph_id,
  ),
  refused('assistants.get of an unknown assistant', (client) => client.assistants.get(UNKNOWN)),
  sees(
    'assistants.getGraph returns the nodes and edges',
    {
      nodes: ['__start__', 'one', 'two', '__end__'],
      edges: ['__start__ one', 'one two', 'two __end__'],
    },
    async (client) => {
      const graph = await client.assistants.getGraph('steps');
      return {
        nodes: graph.nodes.map(({ id }) => id),
        edges: graph.edges.map(({ source, target }) => `${source} ${target}`),
      };
    },
  ),
  sees('assistants.getGraph with xray returns the nodes of subgraphs', [false, true], async (client) => {
    const names = async (xray: boolean) =>
      (await client.assistants.getGraph('nestedDeep', { xray })).nodes.map(({ id }) => String(id));
    const inside = (ids: string[]) => ids.some((id) => id.includes('inner'));
    return [inside(await names(false)), inside(await names(true))];
  }),
  refused('assistants.getGraph of an unknown assistant', (client) => client.assistants.getGraph(UNKNOWN)),
  sees(
    'assistants.getSchemas returns the schema of the state',
    {
      graph: 'steps',
      state: ['gate', 'steps'],
      input: ['gate', 'steps'],
      output: ['gate', 'steps'],
    },
    async (client) => {
      const schemas = await client.assistants.getSchemas(await assistantOf(client, 'steps'));
      return {
        graph: schemas.graph_id,
        state: fields(schemas.state_schema),
        input: fields(schemas.input_schema),
        output: fields(schemas.output_schema),
      };
    },
  ),
  sees('assistants.getSubgraphs returns the subgraphs', [[], ['child'], ['child']], async (client) => {
    const nested = await assistantOf(client, 'nested');
    const none = await client.assistants.getSubgraphs(await assistantOf(client, 'steps'));
    const some = await client.assistants.getSubgraphs(nested, { recurse: true });
    const one = await client.assistants.getSubgraphs(nested, { namespace: 'child' });
    return [none, some, one].map((found) => Object.keys(found));
  }),
  sees(
    'assistants.create creates an assistant whose runs have its configuration',
    {
      id: true,
      graph_id: 'configured',
      version: 1,
      description: 'speaks kindly',
      same: [true, true],
      own: 'user grace',
      overridden: 'user ada',
    },
    async (client) => {
      const name = own();
      const made = await client.assistants.create({
        graphId: 'configured',
        name,
        description: 'speaks kindly',
        metadata: { team: name },
        config: { tags: ['assistant'], configurable: { user: 'grace' } },
      });
      const values = await client.runs.wait(null, made.assistant_id, { input: {} });
      const over = await client.runs.wait(null, made.assistant_id, {
        input: {},
        config: { configurable: { user: 'ada' } },
      });
      return {
        id: isUuid(made.assistant_id),
        ...pick(made, 'graph_id', 'version', 'description'),
        same: [made.name === name, at(made.metadata, 'team') === name],
        own: at(values, 'steps', 0),
        overridden: at(over, 'steps', 0),
      };
    },
  ),
  sees('assistants.create with a context passes the context to its runs', 'tone kind', async (client) => {
    const made = await client.assistants.create({ graphId: 'configured', context: { tone: 'kind' } });
    return at(await client.runs.wait(null, made.assistant_id, { input: {} }), 'steps', 1);
  }),
  sees(
    'assistants.create with an existing ID causes a 409, or returns the assistant with ifExists',
    [CONFLICT, 'first'],
    async (client) => {
      const assistantId = newId();
      await client.assistants.create({ graphId: 'steps', assistantId, name: 'first' });
      const refused = await refusal(client.assistants.create({ graphId: 'steps', assistantId }));
      const again = await client.assistants.create({
        graphId: 'steps',
        assistantId,
        ifExists: 'do_nothing',
        name: 'second',
      });
      return [refused, again.name];
    },
  ),
  refused('assistants.create of an unknown graph', (client) => client.assistants.create({ graphId: own() })),
  sees(
    'assistants.update creates a version',
    {
      name: 'second',
      version: 2,
      metadata: { kept: 1, added: 2 },
      graph_id: 'configured',
      versions: [
        [2, 'second'],
        [1, 'first'],
      ],
    },
    async (client) => {
      const made = await client.assistants.create({
        graphId: 'configured',
        name: 'first',
        metadata: { kept: 1 },
        config: { configurable: { user: 'grace' } },
      });
      const changed = await client.assistants.update(made.assistant_id, {
        name: 'second',
        metadata: { added: 2 },
        config: { configurable: { user: 'ada' } },
      });
      const versions = await client.assistants.getVersions(made.assistant_id);
      return {
        ...pick(changed, 'name', 'version', 'metadata', 'graph_id'),
        versions: versions.map(({ version, name }) => [version, name]),
      };
    },
  ),
  refused('assistants.update of an unknown assistant', (client) =>
    client.assistants.update(UNKNOWN, { name: 'x' }),
  ),
  sees(
    'assistants.setLatest selects an earlier version for later runs',
    ['user ada', 1, 'user grace'],
    async (client) => {
      const made = await client.assistants.create({
        graphId: 'configured',
        config: { configurable: { user: 'grace' } },
      });
      await client.assistants.update(made.assistant_id, { config: { configurable: { user: 'ada' } } });
      const user = async () => at(await client.runs.wait(null, made.assistant_id, { input: {} }), 'steps', 0);
      const second = await user();
      const back = await client.assistants.setLatest(made.assistant_id, 1);
      return [second, back.version, await user()];
    },
  ),
  sees(
    'assistants.getVersions and assistants.setLatest of an unknown assistant or version cause a 404',
    [GONE, GONE],
    async (client) => {
      const made = await client.assistants.create({ graphId: 'steps' });
      return [
        await refusal(client.assistants.getVersions(UNKNOWN)),
        await refusal(client.assistants.setLatest(made.assistant_id, 7)),
      ];
    },
  ),
  sees(
    'assistants.search finds assistants by name, graph and metadata, sorted and in pages',
    [['Bravo', 'alpha', 'Charlie'], ['Bravo'], ['alpha'], []],
    async (client) => {
      const team = own();
      for (const name of ['Bravo', 'alpha', 'Charlie']) {
        await client.assistants.create({ graphId: 'steps', name: `${name} ${team}`, metadata: { team } });
      }
      const names = async (query: object) => {
        const found = await client.assistants.search({ metadata: { team }, ...query });
        return found.map(({ name }) => name.split(' ')[0]);
      };
      return [
        await names({ sortBy: 'created_at', sortOrder: 'asc' }),
        await names({ name: 'BRAVO' }),
        await names({ sortBy: 'created_at', sortOrder: 'asc', limit: 1, offset: 1 }),
        await names({ graphId: 'echo' }),
      ];
    },
  ),
  sees('assistants.search returns the offset of the next page', ['2', null], async (client) => {
    const team = own();
    for (const name of ['a', 'b', 'c']) {
      await client.assistants.create({ graphId: 'steps', name, metadata: { team } });
    }
    const page = async (offset: number) =>
      (
        await client.assistants.search({
          metadata: { team },
          limit: 2,
          offset,
          includePagination: true,
        })
      ).next;
    return [await page(0), await page(2)];
  }),
  sees('assistants.search returns only the selected fields', ['assistant_id', 'graph_id'], async (client) => {
    const [found] = await client.assistants.search({
      graphId: 'steps',
      select: ['assistant_id', 'graph_id'],
    });
    return Object.keys(found ?? {}).toSorted();
  }),
  sees('assistants.count counts the assistants that a search finds', [2, 1, 0], async (client) => {
    const team = own();
    await client.assistants.create({ graphId: 'steps', metadata: { team } });
    await client.assistants.create({ graphId: 'echo', metadata: { team } });
    return [
      await client.assistants.count({ metadata: { team } }),
      await client.assistants.count({ metadata: { team }, graphId: 'echo' }),
      await client.assistants.count({ metadata: { team: own() } }),
    ];
  }),
  sees('assistants.delete removes an assistant', [GONE, GONE], async (client) => {
    const made = await client.assistants.create({ graphId: 'steps' });
    await client.assistants.delete(made.assistant_id);
    return [
      await refusal(client.assistants.get(made.assistant_id)),
      await refusal(client.assistants.delete(made.assistant_id)),
    ];
  }),
  sees(
    'assistants.delete with deleteThreads also removes the threads of the assistant',
    [GONE, 'idle'],
    async (client) => {
      const made = await client.assistants.create({ graphId: 'steps' });
      const threadId = await aThread(client);
      await client.runs.wait(threadId, made.assistant_id, { input: {} });
      const other = await aThread(client);
      await client.assistants.delete(made.assistant_id, { deleteThreads: true });
      return [await refusal(client.threads.get(threadId)), (await client.threads.get(other)).status];
    },
  ),
  sees('the default assistant of a graph has the same ID on every server', STEPS, (client) =>
    assistantOf(client, 'steps'),
  ),
];
