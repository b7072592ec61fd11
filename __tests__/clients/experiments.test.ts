import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { createEvaluationApi, type EvaluationApi } from '../../src/clients/evaluation.ts';
import { createExperimentWriter, type ScoredRun } from '../../src/clients/experiments.ts';
import { apiError, type Handler, json, type LocalServer, serve, testTransport } from './support.ts';

const never = new AbortController().signal;
const [ID, OTHER, DATASET] = [randomUUID(), randomUUID(), randomUUID()];
const experiment = { id: ID, name: 'my-agent-0a1b2c3', reference_dataset_id: DATASET };
const created = { ...experiment, tenant_id: 'w' };

/** Limits that a service reports, and its responses to the first requests of a method and path. */
interface Service {
  info?: object | undefined;
  responses?: Record<string, [status: number, body?: unknown][]>;
}

const handlerOf = ({ info, responses = {} }: Service): Handler => {
  const left = new Map(Object.entries(responses).map(([line, list]) => [line, [...list]]));
  return ({ method, url }, response) => {
    const next = left.get(`${method} ${url}`)?.shift();
    if (next !== undefined) return json(response, next[0], next[1] ?? {});
    if (url === '/info') return info === undefined ? json(response, 404, {}) : json(response, 200, info);
    if (url?.startsWith('/runs/')) return json(response, 202, { message: 'ok' });
    json(response, 200, url === '/datasets/comparative' ? { id: OTHER } : created);
  };
};

async function withApi(
  service: Service,
  use: (api: EvaluationApi, server: LocalServer) => Promise<void>,
): Promise<void> {
  await using server = await serve(handlerOf(service));
  await using transport = testTransport();
  const baseUrl = server.url.origin;
  await use(createEvaluationApi({ transport, baseUrl, apiKey: 'the-key', requestTimeoutMs: 60_000 }), server);
}

const limitsOf = (batch_ingest_config: object) => ({ info: { version: '1', batch_ingest_config } });
const scoredRun = (text = 'a', scores = 2): ScoredRun => {
  const id = randomUUID();
  return {
    run: {
      id,
      trace_id: id,
      name: 'my-agent',
      inputs: { q: text },
      outputs: { a: 1 },
      extra: { metadata: {} },
    },
    feedback: Array.from({ length: scores }, (_, index) => ({
      id: randomUUID(),
      run_id: id,
      key: `key ${index}`,
      score: 1,
    })),
  };
};
const runsOf = (count: number, text?: string) => Array.from({ length: count }, () => scoredRun(text));

/** Returns the parts of each form that a server has received. */
async function formsOf({ requests }: LocalServer): Promise<Map<string, unknown>[]> {
  const forms = requests.filter(({ path }) => path === '/runs/multipart');
  return Promise.all(
    forms.map(async ({ body, headers }) => {
      const type = { 'content-type': headers['content-type'] ?? '' };
      // oxlint-disable-next-line typescript/no-deprecated -- the form is small and comes from this test
      const form = await new Response(body, { headers: type }).formData();
      const parts = [...form].map(async ([name, part]): Promise<[string, unknown]> => {
        if (typeof part === 'string') throw new Error(`${name} is not JSON`);
        expect(part.type).toBe('application/json');
        return [name, JSON.parse(await part.text())];
      });
      return new Map(await Promise.all(parts));
    }),
  );
}
const linesOf = ({ requests }: LocalServer) => requests.map(({ method, path }) => `${method} ${path}`);

describe('the runs of an experiment', () => {
  test('are sent as a multipart form of JSON parts, together with their feedback', async () => {
    await withApi({}, async (api, server) => {
      const one = scoredRun('ü\r\n--');
      await api.storeRuns([one], never);
      const [form] = await formsOf(server);
      const { inputs, outputs, extra, ...head } = one.run;
      expect(Object.fromEntries(form ?? [])).toEqual({
        [`post.${one.run.id}`]: head,
        [`post.${one.run.id}.inputs`]: inputs,
        [`post.${one.run.id}.outputs`]: outputs,
        [`post.${one.run.id}.extra`]: extra,
        ...Object.fromEntries(one.feedback.map((part) => [`feedback.${part.id}`, part])),
      });
      expect(server.requests[1]?.headers).toMatchObject({ 'x-api-key': 'the-key' });
    });
  });

  test.each([
    [{ size_limit: 6 }, 5, 'a', [2, 2, 1]],
    [{ size_limit: 1 }, 2, 'a', [1, 1]],
    [{}, 67, 'a', [33, 33, 1]],
    [{ size_limit_bytes: 10_000 }, 5, 'x'.repeat(2_000), [2, 2, 1]],
    [{ size_limit_bytes: 1 }, 2, 'a', [1, 1]],
  ])("are split into requests within the service's limits %j", async (limits, count, text, sizes) => {
    await withApi(limitsOf(limits), async (api, server) => {
      const runs = runsOf(count, text);
      await api.storeRuns(runs, never);
      const forms = await formsOf(server);
      const ids = forms.map((form) => [...form.keys()].filter((name) => /^post\.[^.]+$/.test(name)));
      expect(ids.map(({ length }) => length)).toEqual(sizes);
      expect(ids.flat()).toEqual(runs.map(({ run }) => `post.${run.id}`));
      if ('size_limit_bytes' in limits && limits.size_limit_bytes > 1) {
        for (const { body } of server.requests) expect(body.length).toBeLessThan(limits.size_limit_bytes);
      }
    });
  });

  test('are read from the caller only when they are sent', async () => {
    await withApi(limitsOf({ size_limit: 3 }), async (api, server) => {
      const sent: number[] = [];
      await api.storeRuns(
        (function* () {
          for (const one of runsOf(4)) {
            sent.push(server.requests.length);
            yield one;
          }
        })(),
        never,
      );
      // The first request reads the limits. A form is sent when the next run does not fit into it.
      expect(sent).toEqual([1, 1, 2, 3]);
    });
  });

  test.each<[string, Service]>([
    ['reports that it does not support forms', limitsOf({ use_multipart_endpoint: false })],
    [
      'returns a 404 for the path of forms',
      { responses: { 'POST /runs/multipart': [[404, { detail: 'no' }]] } },
    ],
  ])('are sent as a batch to a service that %s', async (_title, service) => {
    await withApi(service, async (api, server) => {
      const runs = runsOf(40);
      await api.storeRuns(runs, never);
      const bodies = (path: string) =>
        server.requests.filter((one) => one.path === path).map(({ body }) => JSON.parse(body));
      expect(bodies('/runs/batch').flatMap(({ post }) => post)).toEqual(runs.map(({ run }) => run));
      expect(bodies('/feedback')).toEqual(runs.flatMap(({ feedback }) => feedback));
      expect(linesOf(server).filter((line) => line.endsWith('multipart')).length).toBeLessThan(2);
    });
  });

  test('are sent again after a transient failure', async () => {
    await withApi({ responses: { 'POST /runs/multipart': [[502], [503]] } }, async (api, server) => {
      await api.storeRuns([scoredRun()], never);
      const [first, second, third] = await formsOf(server);
      expect([second, third]).toEqual([first, first]);
    });
  });
});

describe('an experiment', () => {
  test("is created with the caller's ID, and can be changed", async () => {
    await withApi({}, async (api, server) => {
      expect(await api.createExperiment(experiment, never)).toEqual({
        id: ID,
        name: experiment.name,
        workspaceId: 'w',
      });
      await api.updateExperiment(ID, { end_time: '2026-11-28T10:00:00Z' }, never);
      expect(linesOf(server)).toEqual(['POST /sessions', `PATCH /sessions/${ID}`]);
      expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual(experiment);
    });
  });

  test('is not created if its name is in use', async () => {
    await withApi({ responses: { 'POST /sessions': [[409, {}]] } }, async (api, server) => {
      expect(await api.createExperiment(experiment, never)).toBeUndefined();
      expect(linesOf(server)).toEqual(['POST /sessions']);
    });
  });

  test('is found again if the response to its creation was lost', async () => {
    await withApi({ responses: { 'POST /sessions': [[502], [409]] } }, async (api, server) => {
      expect(await api.createExperiment(experiment, never)).toMatchObject({ id: ID });
      expect(linesOf(server).at(-1)).toBe(`GET /sessions/${ID}`);
    });
    const responses: Service['responses'] = {
      'POST /sessions': [[502], [409]],
      [`GET /sessions/${ID}`]: [[404]],
    };
    await withApi({ responses }, async (api) => {
      expect(await api.createExperiment(experiment, never)).toBeUndefined();
    });
  });

  test.each([
    [{ ...created, id: OTHER }, 'another experiment'],
    [{ ...created, name: 'x' }, 'another name'],
    [{ ...created, reference_dataset_id: OTHER }, 'another dataset'],
  ])('is rejected if the response is about %j', async (body, problem) => {
    await withApi({ responses: { 'POST /sessions': [[200, body]] } }, async (api) => {
      expect((await apiError(api.createExperiment(experiment, never))).message).toContain(problem);
    });
  });
});

describe('a comparison', () => {
  const comparison = { id: OTHER, name: 'a vs. b', experiment_ids: [ID], reference_dataset_id: DATASET };

  test('is created even if only the repeated request gets a response', async () => {
    await withApi({ responses: { 'POST /datasets/comparative': [[502], [409]] } }, async (api, server) => {
      await api.createComparison(comparison, never);
      expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual(comparison);
    });
  });

  test('fails if its ID belongs to another comparison', async () => {
    await withApi({ responses: { 'POST /datasets/comparative': [[409]] } }, async (api) => {
      expect((await apiError(api.createComparison(comparison, never))).status).toBe(409);
    });
  });

  const settings = { id: 'w', display_name: '', created_at: '', tenant_handle: null };
  const urlOf = (baseUrl: string, workspaceId: string | undefined) =>
    createExperimentWriter(
      async () => ({
        status: 200,
        json: settings,
        attempts: 1,
        header: () => undefined,
        unusable: (what) => new Error(what),
      }),
      baseUrl,
    ).compareUrl(
      'd/1',
      [
        { id: 'a', name: 'a', workspaceId: undefined },
        { id: 'b', name: 'b', workspaceId },
      ],
      never,
    );

  test.each([
    ['https://api.smith.langchain.com', 'x?y', 'https://smith.langchain.com/o/x%3Fy'],
    ['https://eu.api.smith.langchain.com', undefined, 'https://eu.smith.langchain.com/o/w'],
    ['https://smith.example.org/api/v1', undefined, 'https://smith.example.org/o/w'],
  ])("has a web page if the URL of the service's API is %s", async (baseUrl, workspaceId, page) => {
    expect(await urlOf(baseUrl, workspaceId)).toBe(`${page}/datasets/d%2F1/compare?selectedSessions=a,b`);
  });

  test.each(['http://127.0.0.1:8123', 'http://127.0.0.1:8123/api/v1', 'https://emulator.example.org'])(
    'has no web page if the API belongs to an emulator: %s',
    async (baseUrl) => {
      expect(await urlOf(baseUrl, 'w')).toBeUndefined();
    },
  );
});
