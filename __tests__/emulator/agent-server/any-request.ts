import { randomUUID } from 'node:crypto';
import fc from 'fast-check';

/** A request that some client might send. */
export interface AnyRequest {
  method: string;
  path: string;
  body?: unknown;
}

/** What each route about threads, assistants and items takes: its path, and the names of its query and its body. */
const ROUTES: [method: string, path: string, query: string[], body?: string[]][] = [
  ['POST', '/threads', [], ['thread_id', 'metadata', 'if_exists', 'graph_id', 'supersteps', 'ttl']],
  [
    'POST',
    '/threads/search',
    [],
    ['metadata', 'values', 'status', 'ids', 'limit', 'offset', 'sort_by', 'sort_order', 'select', 'extract'],
  ],
  ['POST', '/threads/count', [], ['metadata', 'values', 'status', 'ids']],
  ['POST', '/threads/prune', [], ['thread_ids', 'strategy']],
  ['GET', '/threads/{thread}', ['include']],
  ['PATCH', '/threads/{thread}', [], ['metadata', 'ttl']],
  ['POST', '/threads/{thread}/copy', []],
  ['GET', '/threads/{thread}/state', ['subgraphs']],
  ['GET', '/threads/{thread}/state/{any}', ['subgraphs']],
  ['POST', '/threads/{thread}/state/checkpoint', [], ['checkpoint', 'subgraphs']],
  ['POST', '/threads/{thread}/state', [], ['values', 'as_node', 'checkpoint', 'checkpoint_id']],
  ['PATCH', '/threads/{thread}/state', [], ['metadata']],
  ['GET', '/threads/{thread}/history', ['limit', 'before']],
  ['POST', '/threads/{thread}/history', [], ['limit', 'before', 'metadata', 'checkpoint']],
  [
    'POST',
    '/assistants',
    [],
    ['graph_id', 'assistant_id', 'config', 'context', 'metadata', 'if_exists', 'name', 'description'],
  ],
  [
    'POST',
    '/assistants/search',
    [],
    ['graph_id', 'name', 'metadata', 'limit', 'offset', 'sort_by', 'sort_order', 'select'],
  ],
  ['POST', '/assistants/count', [], ['graph_id', 'name', 'metadata']],
  ['GET', '/assistants/{assistant}', []],
  [
    'PATCH',
    '/assistants/{assistant}',
    [],
    ['graph_id', 'config', 'context', 'metadata', 'name', 'description'],
  ],
  ['DELETE', '/assistants/{assistant}', ['delete_threads']],
  ['POST', '/assistants/{assistant}/versions', [], ['metadata', 'limit', 'offset']],
  ['POST', '/assistants/{assistant}/latest', [], ['version']],
  ['GET', '/assistants/{assistant}/graph', ['xray']],
  ['GET', '/assistants/{assistant}/schemas', []],
  ['GET', '/assistants/{assistant}/subgraphs', ['recurse']],
  ['GET', '/assistants/{assistant}/subgraphs/{any}', ['recurse']],
  ['PUT', '/store/items', [], ['namespace', 'key', 'value', 'index', 'ttl']],
  ['GET', '/store/items', ['namespace', 'key', 'refresh_ttl']],
  ['DELETE', '/store/items', [], ['namespace', 'key']],
  ['POST', '/store/items/search', [], ['namespace_prefix', 'filter', 'limit', 'offset', 'query']],
  ['POST', '/store/namespaces', [], ['prefix', 'suffix', 'max_depth', 'limit', 'offset']],
  ['GET', '/info', []],
];

const words = fc.constantFrom(
  'agent',
  'idle',
  'asc',
  'created_at',
  'do_nothing',
  'delete',
  '*',
  '__input__',
  '__copy__',
  '__end__',
  'one',
  'values',
  'values.a[-1]',
  'a.b',
  '',
  '\0',
  '\ud800',
  '1',
  'true',
  '-1',
  '1e999',
  '%',
  '..',
  '__proto__',
  'child:x|y',
);

/** Any request to one of them: what is right, what is nearly right, and what is not. `threads` are there. */
export function anyRequest(threads: readonly string[], names: readonly string[]): fc.Arbitrary<AnyRequest> {
  const id = fc.oneof(fc.constantFrom(...threads), fc.uuid(), fc.constant(randomUUID()), words, fc.string());
  const name = fc.oneof(fc.constantFrom(...names), id);
  const checkpoint = fc.record(
    { thread_id: id, checkpoint_ns: words, checkpoint_id: id, checkpoint_map: fc.jsonValue() },
    { requiredKeys: [] },
  );
  const value = fc.oneof(
    { weight: 3, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
    words,
    name,
    fc.integer({ min: -2, max: 2000 }),
    fc.double(),
    fc.dictionary(words, fc.jsonValue({ maxDepth: 2 })),
    fc.array(name, { maxLength: 3 }),
    checkpoint,
    fc.record({ configurable: checkpoint }),
    fc.array(fc.record({ updates: fc.array(fc.record({ values: fc.jsonValue(), as_node: words })) }), {
      maxLength: 2,
    }),
  );
  const object = fc.dictionary(
    fc.constantFrom('a', 'b', 'steps', 'configurable', '$gt'),
    fc.jsonValue({ maxDepth: 2 }),
  );
  const labels = fc.array(fc.constantFrom('a', 'b', '*'), { maxLength: 3 });
  const ids = fc.array(fc.constantFrom(...threads), { maxLength: 3 });
  const page = fc.integer({ min: 1, max: 5 });
  const step = fc.record({ values: object, as_node: words }, { requiredKeys: ['values'] });
  /** What is right in a field of that name. */
  const right: Record<string, fc.Arbitrary<unknown>> = {
    ...Object.fromEntries(
      ['metadata', 'values', 'filter', 'config', 'context', 'value'].map((field) => [field, object]),
    ),
    ...Object.fromEntries(
      ['namespace', 'namespace_prefix', 'prefix', 'suffix'].map((field) => [field, labels]),
    ),
    ...Object.fromEntries(['limit', 'offset', 'version', 'max_depth', 'xray'].map((field) => [field, page])),
    ...Object.fromEntries(['ids', 'thread_ids'].map((field) => [field, ids])),
    ...Object.fromEntries(['subgraphs', 'recurse', 'delete_threads'].map((field) => [field, fc.boolean()])),
    checkpoint,
    checkpoint_id: id,
    before: fc.oneof(id, checkpoint, fc.record({ configurable: checkpoint })),
    thread_id: fc.uuid(),
    assistant_id: fc.uuid(),
    graph_id: fc.constantFrom(...names),
    as_node: fc.constantFrom('one', 'ask', 'two', '__start__', '__end__', 'unknown'),
    status: fc.constantFrom('idle', 'busy', 'interrupted', 'error'),
    sort_by: fc.constantFrom('created_at', 'updated_at', 'graph_id', 'status'),
    sort_order: fc.constantFrom('asc', 'desc'),
    select: fc.array(fc.constantFrom('metadata', 'created_at', 'values', 'name'), { maxLength: 3 }),
    extract: fc.dictionary(fc.string(), fc.constantFrom('values.a[0]', 'metadata', 'config.x', 'x'), {
      maxKeys: 2,
    }),
    if_exists: fc.constantFrom('raise', 'do_nothing'),
    strategy: fc.constantFrom('delete', 'keep_latest'),
    supersteps: fc.array(fc.record({ updates: fc.array(step, { minLength: 1, maxLength: 2 }) }), {
      maxLength: 2,
    }),
    ttl: fc.record({ ttl: fc.double({ min: 0.1, max: 1000, noNaN: true }) }),
    include: fc.constant('ttl'),
    key: fc.string(),
    name: fc.string(),
    description: fc.string(),
    query: fc.string(),
  };
  const field = (name: string, other: fc.Arbitrary<unknown>) =>
    fc.oneof({ weight: 5, arbitrary: right[name] ?? other }, { weight: 1, arbitrary: other });
  const fieldsOf = (fields: readonly string[]) =>
    fc.record(Object.fromEntries(fields.map((one) => [one, field(one, value)])), { requiredKeys: [] });
  const texts = fc.oneof(words, name, fc.string());
  const queryOf = (fields: readonly string[]) =>
    fc.record(Object.fromEntries(fields.map((one) => [one, field(one, texts)])), { requiredKeys: [] });
  return fc.constantFrom(...ROUTES).chain(([method, path, query, body]) =>
    fc
      .record({
        thread: id,
        assistant: name,
        any: id,
        query: queryOf(query),
        body: body
          ? fc.oneof({ weight: 6, arbitrary: fieldsOf(body) }, fc.jsonValue())
          : fc.constant(undefined),
      })
      .map((made) => {
        const filled = path.replaceAll(
          /\{(\w+)\}/g,
          (_, part: 'thread' | 'assistant' | 'any') => encodeURIComponent(made[part].toWellFormed()) || '%20',
        );
        const asked = Object.entries(made.query).map(
          ([key, text]) =>
            `${key}=${encodeURIComponent((typeof text === 'string' ? text : JSON.stringify(text)).toWellFormed())}`,
        );
        return {
          method,
          path: asked.length > 0 ? `${filled}?${asked.join('&')}` : filled,
          ...(made.body !== undefined && { body: made.body }),
        };
      }),
  );
}
