import { Annotation, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { expect, test } from '@jest/globals';
import type { LibraryGraph, LoadedGraph } from '../../../../src/emulator/data-plane/worker/graphs.ts';
import { answerQuery } from '../../../../src/emulator/data-plane/worker/queries.ts';

/** A default function of the agent may fail when it is called later than expected. */
let isBuilt = false;

const State = Annotation.Root({
  ...MessagesAnnotation.spec,
  topic: Annotation<string>(),
  documents: Annotation<string[]>({
    reducer: (before, more) => [...before, ...more],
    default: () => [],
  }),
  attempts: Annotation<number>({ reducer: (before, more) => before + more, default: () => 0 }),
  isDone: Annotation<boolean>({ reducer: (_, next) => next, default: () => false }),
  profile: Annotation<Record<string, string>>({ reducer: (_, next) => next, default: () => ({}) }),
  since: Annotation<Date | null>({ reducer: (_, next) => next, default: () => null }),
  failing: Annotation<string>({
    reducer: (_, next) => next,
    default: () => {
      if (isBuilt) throw new Error('there is no database yet');
      return '';
    },
  }),
});

const loadedGraph = (graph: unknown, more: Partial<LoadedGraph> = {}): LoadedGraph => ({
  url: import.meta.url,
  hasProtocol: true,
  open: () =>
    Promise.resolve({
      kind: 'library',
      graph: { builder: graph } as unknown as LibraryGraph,
      library: {} as never,
      url: import.meta.url,
    }),
  ...more,
});
const annotated = () => new StateGraph(State).addNode('a', () => ({})).addEdge(START, 'a');

test('the schema of a graph contains the types in its source, or otherwise the types of its channels', async () => {
  const describeTypes = () =>
    Promise.resolve({
      input: { type: 'object', properties: { topic: { type: 'string' }, attempts: {}, other: {} } },
    });
  const schemas = await answerQuery('agent', loadedGraph(annotated(), { describeTypes }), {
    kind: 'schemas',
    config: {},
  });
  expect(schemas).toMatchObject({
    input_schema: {
      type: 'object',
      properties: { topic: { type: 'string' }, attempts: { type: 'number' }, other: {} },
    },
    // The other fields have no known type.
    output_schema: { properties: { attempts: { type: 'number' } } },
    context_schema: null,
  });
});

// docs/departures/graphs.md#json-schemas-annotated-state
test('the schema of a graph without source types contains types from its channels and defaults', async () => {
  const loaded = loadedGraph(annotated());
  isBuilt = true;
  const schemas = await answerQuery('agent', loaded, { kind: 'schemas', config: {} });
  const { properties } = (schemas as { input_schema: { properties: Record<string, unknown> } }).input_schema;
  expect(properties).toEqual({
    messages: {
      type: 'array',
      items: {
        type: 'object',
        properties: { type: { type: 'string' }, role: { type: 'string' }, content: {} },
      },
    },
    topic: {},
    documents: { type: 'array' },
    attempts: { type: 'number' },
    isDone: { type: 'boolean' },
    profile: { type: 'object' },
    since: {},
    failing: {},
  });
});
