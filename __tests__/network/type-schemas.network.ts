import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from '@langchain/langgraph-sdk';
import { deployAgent } from '../../harness/agents/deploy.ts';
import { type EmulatorHandle, startEmulator } from '../../harness/emulator.ts';
import { createRepository } from '../../harness/git.ts';
import { WAIT_LIMIT_MS } from '../../harness/hang-limit.ts';
import { createTypeSchemas } from '../../src/emulator/data-plane/worker/type-schemas.ts';
import { toPlainRecord } from '../../src/emulator/data-plane/worker/plain-json.ts';
import { Cleanup } from '../emulator/agent-server/fixture.ts';
import { startWorkerOf, WORKER_PLACES } from '../emulator/data-plane/link/worker-cases.ts';
import { installNpm, run } from './support/installs.ts';

// Compares the types that the real compiler finds in TypeScript graphs with the results of the reference server's own
// extractor.

const TYPESCRIPT = '5.9.3';
const AGENT = `
import { Annotation, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
interface Profile { name: string; age?: number; tags: string[]; parent?: Profile; greet(): string }
enum Level { Low = 'low', High = 'high' }
const Plain = Annotation.Root({
  topic: Annotation<string>(),
  count: Annotation<number>(),
  isDone: Annotation<boolean>(),
  documents: Annotation<string[]>(),
  kind: Annotation<'a' | 'b'>(),
  level: Annotation<Level>(),
  mixed: Annotation<string | number | null>(),
  anything: Annotation<any>(),
});
const Context = Annotation.Root({ model: Annotation<'small' | 'large'>() });
const build = () => new StateGraph(Plain, Context).addNode('a', () => ({})).addEdge(START, 'a');
export const plain = build().compile();
export const builder = build();
export const factory = async () => plain;
const Rich = Annotation.Root({
  ...MessagesAnnotation.spec,
  added: Annotation<string[]>({ reducer: (a, b) => [...a, ...b], default: () => [] }),
  profile: Annotation<Profile | null>(),
  pair: Annotation<[string, number?]>(),
  since: Annotation<Date>(),
  counts: Annotation<Record<string, number>>(),
});
const Input = Annotation.Root({ topic: Annotation<string>() });
export const rich = new StateGraph(Rich).addNode('a', () => ({})).addEdge(START, 'a').compile();
export const split = new StateGraph({ stateSchema: Rich, input: Input, output: Input }).addNode('a', () => ({})).addEdge(START, 'a').compile();
`;
const NAMES = ['plain', 'builder', 'factory', 'rich', 'split'];
const RICH = {
  type: 'object',
  properties: {
    messages: {
      type: 'array',
      items: {
        type: 'object',
        properties: { type: { type: 'string' }, role: { type: 'string' }, content: {} },
      },
    },
    added: { type: 'array', items: { type: 'string' } },
    profile: {
      anyOf: [
        { type: 'null' },
        {
          type: 'object',
          properties: {
            name: { type: 'string' },
            age: { type: 'number' },
            tags: { type: 'array', items: { type: 'string' } },
            parent: { type: 'object' },
          },
          required: ['name', 'tags'],
        },
      ],
    },
    pair: {
      type: 'array',
      prefixItems: [{ type: 'string' }, { type: 'number' }],
      minItems: 1,
      maxItems: 2,
    },
    since: { type: 'string', format: 'date-time' },
    // The reference server's extractor does not describe the values of a record.
    counts: { type: 'object', additionalProperties: { type: 'number' } },
  },
};

const cleanup = new Cleanup();
afterEach(() => cleanup.run());
let scratch: string;
let checkout: string;
let emulator: EmulatorHandle;
beforeAll(async () => {
  scratch = await realpath(await mkdtemp(path.join(tmpdir(), 'type-schemas-')));
  checkout = path.join(scratch, 'agent');
  const packages = ['@langchain/langgraph', '@langchain/core', '@langchain/langgraph-api', '@types/node'];
  await installNpm(checkout, [`typescript@${TYPESCRIPT}`, ...packages]);
  await writeFile(path.join(checkout, 'agent.ts'), AGENT);
  emulator = await startEmulator();
});
afterAll(async () => {
  await emulator.stop();
  await rm(scratch, { recursive: true, force: true });
});

/** Time limit for the compiler on a loaded machine. */
const PATIENT = { timeoutMs: WAIT_LIMIT_MS };
const sourceOf = (exportName: string) => ({
  module: 'unused',
  exportName,
  source: { file: path.join(checkout, 'agent.ts'), checkout },
});

/**
 * Replaces references with their definitions, and sorts lists as the emulator does, because the two results have the
 * same meaning but not the same form.
 */
function normalized(
  schema: unknown,
  definitions = toPlainRecord(toPlainRecord(schema)['definitions']),
): unknown {
  const record = toPlainRecord(schema);
  const reference = record['$ref'];
  if (typeof reference === 'string') {
    return normalized(definitions[reference.replace('#/definitions/', '')], definitions);
  }
  const { properties, additionalProperties, items, anyOf, type, enum: values, format: _, ...rest } = record;
  const inner = (one: unknown) => normalized(one, definitions);
  const alternatives = Array.isArray(anyOf)
    ? anyOf.flatMap((one: unknown) => types(toPlainRecord(inner(one))['type']))
    : types(type);
  const { $schema: _schema, definitions: _definitions, title: _title, ...kept } = rest;
  return {
    ...kept,
    ...(alternatives.length > 0 && { type: alternatives.toSorted() }),
    ...(Array.isArray(values) && { enum: values.map(String).toSorted() }),
    ...(items !== undefined && { items: inner(items) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: inner(additionalProperties) }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(toPlainRecord(properties)).map(([name, one]) => [name, inner(one)]),
      ),
    }),
  };
}
const types = (type: unknown): string[] => (type === undefined ? [] : [type].flat().map(String));

// docs/departures/graphs.md#json-schemas-annotated-state
describe('the schemas that are derived from the types of TypeScript graphs', () => {
  test("match the reference server's schemas for fields that both can express", async () => {
    // If one file contains several graphs, the extractor describes only the last graph.
    const program = `
import { getStaticGraphSchema } from '@langchain/langgraph-api/schema';
console.log = () => undefined;
const sourceFile = ${JSON.stringify(path.join(checkout, 'agent.ts'))};
const schemas = {};
for (const exportSymbol of ['plain', 'builder', 'factory']) {
  Object.assign(schemas, await getStaticGraphSchema({ sourceFile, exportSymbol }, { mainThread: true }));
}
process.stdout.write('SCHEMAS' + JSON.stringify(schemas));`;
    await writeFile(path.join(checkout, 'reference.mjs'), program);
    const printed = await run(process.execPath, ['reference.mjs'], { cwd: checkout });
    const [, text = '{}'] = /SCHEMAS(\{.*\})/.exec(printed) ?? [];
    const theirs = toPlainRecord(JSON.parse(text));
    const describeTypes = createTypeSchemas(
      Object.fromEntries(NAMES.map((name) => [name, sourceOf(name)])),
      PATIENT,
    );
    for (const name of ['plain', 'builder', 'factory']) {
      const graph = toPlainRecord(theirs[name]);
      const ours = await describeTypes(name);
      expect(Object.keys(toPlainRecord(ours?.input?.['properties']))).toHaveLength(8);
      expect(normalized(ours?.state)).toEqual(normalized(graph['state']));
      expect(normalized(ours?.input)).toEqual(normalized(graph['input']));
      expect(normalized(ours?.output)).toEqual(normalized(graph['output']));
      expect(normalized(ours?.context)).toEqual(normalized(graph['config']));
    }
  });

  test('include messages, dates, optional fields, tuples and recursive types', async () => {
    const describeTypes = createTypeSchemas({ rich: sourceOf('rich'), split: sourceOf('split') }, PATIENT);
    const topic = { type: 'object', properties: { topic: { type: 'string' } } };
    expect(await describeTypes('rich')).toEqual({ state: RICH, input: RICH, output: RICH });
    expect(await describeTypes('split')).toMatchObject({ input: topic, output: topic });
  });

  test('use the path aliases in tsconfig.json, but no base configuration outside of the checkout', async () => {
    const folder = path.join(checkout, 'configured');
    const base = (name: string) => ({ compilerOptions: { paths: { [name]: ['./types.ts'] } } });
    await run('mkdir', ['-p', folder]);
    await writeFile(path.join(scratch, 'outside.json'), JSON.stringify(base('outside')));
    await writeFile(path.join(folder, 'base.json'), JSON.stringify(base('inside')));
    await writeFile(path.join(scratch, 'types.ts'), 'export type Topic = string;');
    await writeFile(path.join(folder, 'types.ts'), 'export type Topic = number;');
    await writeFile(path.join(folder, 'plugin.cjs'), `require('node:fs').writeFileSync('loaded', '')`);
    const topicOf = async (name: string, base: string) => {
      const plugins = [{ name: './plugin.cjs' }];
      const config = { extends: base, compilerOptions: { plugins } };
      await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify(config));
      const text = `import type { Topic } from '${name}';
import { Annotation, START, StateGraph } from '@langchain/langgraph';
export const graph = new StateGraph(Annotation.Root({ topic: Annotation<Topic>() })).addNode('a', () => ({})).addEdge(START, 'a').compile();`;
      const file = path.join(folder, 'agent.ts');
      await writeFile(file, text);
      const source = { file, checkout };
      const found = await createTypeSchemas({ a: { module: '', exportName: 'graph', source } }, PATIENT)('a');
      return toPlainRecord(found?.input?.['properties'])['topic'];
    };
    expect(await topicOf('inside', './base.json')).toEqual({ type: 'number' });
    expect(await topicOf('outside', '../../outside.json')).toEqual({});
    expect(await topicOf('../../types.ts', './base.json')).toEqual({});
  });

  test.each(WORKER_PLACES)('are available to a worker in a %s', async (place) => {
    const file = path.join(checkout, 'plain.ts');
    await writeFile(
      file,
      `import { Annotation, START, StateGraph } from '@langchain/langgraph';
const State = Annotation.Root({ topic: Annotation<string>(), kind: Annotation<'a' | 'b'>() });
export const graph = new StateGraph(State).addNode('a', () => ({})).addEdge(START, 'a').compile();
`,
    );
    const { worker } = await startWorkerOf(place, cleanup, {
      graphs: { agent: { module: file, exportName: 'graph', source: { file, checkout } } },
      cwd: checkout,
    });
    const topic = { type: 'string' };
    const kind = { type: 'string', enum: ['a', 'b'] };
    expect(await worker.query('agent', { kind: 'schemas', config: {} })).toMatchObject({
      state_schema: { type: 'object', properties: { topic, kind } },
      input_schema: { type: 'object', properties: { topic, kind } },
      output_schema: { type: 'object', properties: { topic, kind } },
    });
  });

  test('are in the responses of a deployed agent', async () => {
    const repository = await createRepository({
      'agent.ts': AGENT,
      'package.json': JSON.stringify({
        type: 'module',
        dependencies: { '@langchain/langgraph': '1.3.7', '@langchain/core': '1.2.13', zod: '4.6.7' },
        devDependencies: { typescript: TYPESCRIPT },
      }),
      'langgraph.json': JSON.stringify({ node_version: '24', graphs: { agent: './agent.ts:rich' } }),
    });
    try {
      const { url } = await deployAgent(emulator, repository);
      const client = new Client({ apiUrl: url, apiKey: emulator.apiKey });
      const [assistant] = await client.assistants.search();
      const schemas = await client.assistants.getSchemas(assistant?.assistant_id ?? '');
      expect(schemas).toMatchObject({ state_schema: RICH, input_schema: RICH, output_schema: RICH });
    } finally {
      await repository.remove();
    }
  });
});
