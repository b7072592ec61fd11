import { afterEach, describe, expect, test } from '@jest/globals';
import { QueryError, type Worker } from '../../../src/emulator/ports/worker.ts';
import { createFixture, Cleanup } from './fixture.ts';
import { createScriptedWorker, inertWorker } from './scripted-worker.ts';

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

/** Creates a deployment with a fake worker of Python graphs. */
async function pythonDeployment(change: Partial<Worker> = {}) {
  const fixture = await createFixture(cleanup);
  const scripted = createScriptedWorker(fixture.deploymentId);
  const worker = { ...scripted.worker, language: 'python' as const, ...change };
  fixture.live.serve(fixture.deploymentId, worker);
  /** Returns the job that the worker gets for a run with this request. */
  const jobOf = async (body: object, headers: Record<string, string> = {}) => {
    const request = JSON.stringify({ assistant_id: 'agent', input: {}, ...body });
    const init = {
      headers: { 'x-api-key': 'test-key', 'content-type': 'application/json', ...headers },
      body: request,
    };
    const made = await fixture.call('POST', '/runs', undefined, init);
    expect(made.status).toBe(200);
    const run = await scripted.next();
    run.end();
    return run.job;
  };
  return { ...fixture, jobOf };
}

describe('the information about a deployment', () => {
  test('contains the version of the Python library for Python graphs, or null without a worker', async () => {
    const { call, live, deploymentId } = await pythonDeployment({
      query: () => Promise.resolve({ version: '1.2.22' } as never),
    });
    const { body } = await call('GET', '/info');
    expect(body).toMatchObject({ langgraph_py_version: '1.2.22' });
    expect(body).not.toHaveProperty('langgraph_js_version');
    expect(body).not.toHaveProperty('context');
    live.serve(deploymentId, undefined);
    expect((await call('GET', '/info')).body).toMatchObject({ langgraph_py_version: null });
  });

  test('contains the version of the JavaScript library after the graphs are changed to JavaScript', async () => {
    const { call, live, deploymentId } = await pythonDeployment();
    const query = () => Promise.resolve({ version: '1.0.1' } as never);
    live.serve(deploymentId, inertWorker({ deploymentId, query }));
    const { body } = await call('GET', '/info');
    expect(body).toMatchObject({ langgraph_js_version: '1.0.1', context: 'js' });
    expect(body).not.toHaveProperty('langgraph_py_version');
  });
});

test('a default assistant has the name and the description from the source', async () => {
  const { call } = await pythonDeployment({
    graphIds: ['agent', 'plain'],
    labelOf: (graphId) => (graphId === 'agent' ? { name: 'Echo', description: 'Says it again.' } : {}),
  });
  const found = await call('POST', '/assistants/search', {});
  expect(found.body).toMatchObject([
    { graph_id: 'agent', name: 'Echo', description: 'Says it again.' },
    { graph_id: 'plain', name: 'plain', description: null },
  ]);
  expect((await call('GET', `/assistants/${found.body[0].assistant_id}`)).body.name).toBe('Echo');
  expect((await call('POST', '/assistants/search', { name: 'echo' })).body).toHaveLength(1);
});

describe('the context and the configurable values of a run', () => {
  const configurable = { tone: 'kind' };

  test('have the same content for a Python graph, even if a run specifies only one of the two', async () => {
    const { jobOf } = await pythonDeployment();
    for (const body of [{ context: configurable }, { config: { configurable } }]) {
      const job = await jobOf(body, { 'x-caller': 'me' });
      expect(job.context).toEqual(configurable);
      expect(job.config['configurable']).toMatchObject({ ...configurable, 'x-caller': 'me' });
    }
    expect((await jobOf({}, { 'x-caller': 'me' })).context).toEqual({});
  });

  // docs/departures/graphs.md#python-context
  test('cause a 400 if a request specifies both of them for a Python graph', async () => {
    const { call } = await pythonDeployment();
    const both = { config: { configurable }, context: configurable };
    const thread: string = (await call('POST', '/threads', {})).body.thread_id;
    const { assistant_id: id } = (await call('POST', '/assistants', { graph_id: 'agent' })).body;
    for (const [method, path, body] of [
      ['POST', `/threads/${thread}/runs`, { assistant_id: 'agent', ...both }],
      ['POST', `/threads/${thread}/runs/wait`, { assistant_id: 'agent', ...both }],
      ['POST', `/threads/${thread}/runs/stream`, { assistant_id: 'agent', ...both }],
      ['POST', '/runs', { assistant_id: 'agent', ...both }],
      ['POST', '/runs/wait', { assistant_id: 'agent', ...both }],
      ['POST', '/runs/stream', { assistant_id: 'agent', ...both }],
      ['POST', '/runs/batch', [{ assistant_id: 'agent', ...both }]],
      ['POST', '/assistants', { graph_id: 'agent', ...both }],
      ['PATCH', `/assistants/${id}`, both],
    ] as const) {
      const answer = await call(method, path, body);
      expect([path, answer.status, answer.body.detail]).toEqual([
        path,
        400,
        expect.stringContaining('Prefer context'),
      ]);
    }
    // An empty context counts as absent.
    const empty = { config: { configurable: {} }, context: configurable };
    expect((await call('POST', '/runs', { assistant_id: 'agent', ...empty })).status).toBe(200);
  });

  test("override the assistant's context and configurable values in a Python graph", async () => {
    const { call, jobOf } = await pythonDeployment();
    const made = await call('POST', '/assistants', {
      graph_id: 'agent',
      context: { tone: 'kind', pace: 'slow' },
    });
    expect(made.body).toMatchObject({
      config: { configurable: { tone: 'kind', pace: 'slow' } },
      context: { tone: 'kind', pace: 'slow' },
    });
    const { assistant_id } = made.body;
    const job = await jobOf({ assistant_id, config: { configurable: { tone: 'stern' } } });
    expect(job.context).toEqual({ tone: 'stern', pace: 'slow' });
    expect(job.config['configurable']).toMatchObject({ tone: 'stern', pace: 'slow' });

    const changed = await call('PATCH', `/assistants/${assistant_id}`, {
      config: { configurable: { tone: 'odd' } },
    });
    expect(changed.body).toMatchObject({
      config: { configurable: { tone: 'odd' } },
      context: { tone: 'odd' },
    });
    const renamed = await call('PATCH', `/assistants/${assistant_id}`, { name: 'Other' });
    expect(renamed.body).toMatchObject({ name: 'Other', context: { tone: 'odd' } });
  });

  test('are separate from each other for a JavaScript graph', async () => {
    const { jobOf } = await pythonDeployment({ language: 'javascript' });
    const job = await jobOf({ config: { configurable }, context: { pace: 'slow' } });
    expect(job.context).toEqual({ pace: 'slow' });
    expect(job.config['configurable']).not.toHaveProperty('pace');
    expect(job.config['configurable']).not.toHaveProperty('langgraph_auth_user');
  });
});

// docs/departures/graphs.md#python-caller
test("a Python graph gets empty values for its caller's identity if the deployment has no users", async () => {
  const { jobOf } = await pythonDeployment();
  expect((await jobOf({}, { 'x-request-id': 'r-1' })).config['configurable']).toMatchObject({
    langgraph_auth_user: null,
    langgraph_auth_user_id: '',
    langgraph_auth_permissions: [],
    langgraph_request_id: 'r-1',
  });
});

// docs/security/emulator.md#claimed-caller
describe.each(['javascript', 'python'] as const)(
  'a client of a %s graph in a deployment without users',
  (language) => {
    const claims = {
      langgraph_auth_user: { identity: 'admin' },
      langgraph_auth_user_id: 'admin',
      langgraph_auth_permissions: ['all'],
      langgraph_auth_of_later_versions: 'admin',
      langgraph_request_id: 'forged',
      __langsmith_project__: 'of another',
      __langsmith_example_id__: 'e',
      __request_start_time_ms__: 1,
      __after_seconds__: 1,
      __otel_traceparent__: 't',
      __otel_tracestate__: 't',
      __dd_trace_headers__: {},
      __context_provided__: true,
      __pregel_node_finished: 1,
    };
    const values = { ...claims, tier: 'gold' };
    const unknown =
      language === 'python'
        ? {
            langgraph_auth_user: null,
            langgraph_auth_user_id: '',
            langgraph_auth_permissions: [],
            langgraph_request_id: null,
          }
        : {};
    const expected = {
      ...unknown,
      tier: 'gold',
      assistant_id: expect.any(String),
      'user-agent': expect.any(String),
    };

    test('cannot pass its own identity or other values of the server to the graph', async () => {
      const { jobOf, call } = await pythonDeployment({ language });
      const configured = await jobOf({ config: { configurable: values } });
      expect(configured.config['configurable']).toEqual(expected);
      const { context } = await jobOf({ context: values });
      expect(context).toEqual({ tier: 'gold' });
      const assistant = { graph_id: 'agent', config: { configurable: values } };
      const { assistant_id } = (await call('POST', '/assistants', assistant)).body;
      expect((await jobOf({ assistant_id })).config['configurable']).toEqual(expected);
    });

    test('cannot pass its own identity in requests for drawings, schemas and subgraphs', async () => {
      const asked: unknown[] = [];
      const { call } = await pythonDeployment({
        language,
        query: (_, query) => {
          if ('config' in query) asked.push(query.config);
          return Promise.reject(new QueryError('Error', 'not drawn'));
        },
      });
      const assistant = { graph_id: 'agent', config: { configurable: values } };
      const { assistant_id } = (await call('POST', '/assistants', assistant)).body;
      for (const part of ['graph', 'schemas', 'subgraphs']) {
        expect((await call('GET', `/assistants/${assistant_id}/${part}`)).status).toBe(422);
      }
      expect(asked).toEqual([1, 2, 3].map(() => ({ configurable: { tier: 'gold' } })));
    });
  },
);
