import { deployAgent } from '../harness/agents/deploy.ts';
import { graphConfig, rootModulesInstall } from '../harness/agents/fixtures.ts';
import { startEmulator } from '../harness/emulator.ts';
import { createRepository, type FileTree } from '../harness/git.ts';
import { agentServer } from './support/agent-servers.ts';
import { median, type Measurement, percentile, roundsToMeasure } from './support/measure.ts';

const ITEMS = 2_000;
/** Number of dimensions of the vectors of a common model. */
const DIMS = 1_536;
const ROUNDS = roundsToMeasure(30);

/**
 * An agent that fills its store and the library's in-memory store with the same items, and searches both alternately.
 */
const AGENT: FileTree = {
  'package.json': `${JSON.stringify({ name: 'searching', private: true, type: 'module' })}\n`,
  'langgraph.json': graphConfig('./agent.mjs:graph', {
    store: { index: { dims: DIMS, embed: './embed.mjs:embed', fields: ['text'] } },
  }),
  'embed.mjs': `function vector(text) {
  let seed = 7;
  for (const letter of text) seed = (seed * 31 + letter.charCodeAt(0)) >>> 0;
  return Array.from({ length: ${DIMS} }, () => {
    seed = (seed * 1664525 + 1013904223) >>> 0;
    return seed / 2 ** 32 - 0.5;
  });
}
export const embed = async (texts) => texts.map(vector);
`,
  'agent.mjs': `import { Annotation, InMemoryStore, START, StateGraph } from '@langchain/langgraph';
import { embed } from './embed.mjs';

const embeddings = { embedDocuments: embed, embedQuery: async (text) => (await embed([text]))[0] };
const memory = new InMemoryStore({ index: { dims: ${DIMS}, embeddings, fields: ['text'] } });

async function fill(store) {
  for (let at = 0; at < ${ITEMS}; at += 100) {
    await Promise.all(
      Array.from({ length: 100 }, (_, n) => store.put(['notes'], 'note ' + (at + n), { text: 'text ' + (at + n) })),
    );
  }
}
async function search(store, query) {
  const startedAt = performance.now();
  const found = await store.search(['notes'], { query, limit: 10 });
  return { took: performance.now() - startedAt, keys: found.map(({ key }) => key).join() };
}
const State = Annotation.Root({ own: Annotation(), memory: Annotation(), same: Annotation() });
export const graph = new StateGraph(State)
  .addNode('search', async (_state, { store }) => {
    await fill(store);
    await fill(memory);
    const [own, other] = [[], []];
    let same = 0;
    for (let round = 0; round < ${ROUNDS}; round += 1) {
      const query = 'query ' + round;
      const [one, two] = [await search(store, query), await search(memory, query)];
      own.push(one.took);
      other.push(two.took);
      same += Number(one.keys === two.keys);
    }
    return { own, memory: other, same };
  })
  .addEdge(START, 'search')
  .compile();
`,
};

interface Searched {
  own: number[];
  memory: number[];
  same: number;
}

/** Compares a semantic search over stored vectors with the graph library's in-memory store in the same worker. */
export async function measure(): Promise<Measurement> {
  await using stack = new AsyncDisposableStack();
  const repository = await createRepository(AGENT);
  stack.defer(() => repository.remove());
  const emulator = await startEmulator();
  stack.defer(() => emulator.stop());
  const { url } = await deployAgent(emulator, repository, { installCommand: rootModulesInstall() });
  const server = agentServer(url, emulator.apiKey);
  const answer = await server.call('POST', '/runs/wait', { assistant_id: 'agent', input: {} });
  const text = await answer.text();
  const searched = JSON.parse(text) as Searched;
  if (searched.same !== ROUNDS) throw new Error(`the stores found different items: ${text.slice(0, 500)}`);
  return {
    claim: `a search by meaning among ${ITEMS} items of ${DIMS} numbers takes at most five times as long as in the memory of the worker`,
    sides: [
      { name: 'the deployment’s store', unit: 'ms', samples: searched.own },
      { name: 'the library’s store in memory', unit: 'ms', samples: searched.memory },
    ],
    ratio: {
      name: 'the deployment’s to the one in memory, medians',
      value: median(searched.own) / median(searched.memory),
      aim: { atMost: 5 },
    },
    figures: [{ name: '90 of 100 within', value: percentile(searched.own, 0.9), unit: 'ms' }],
  };
}
