import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Answer, ComparedCase } from '../../../src/judgement/comparison.ts';
import { publishExperiments, type PublishedGate } from '../../../src/action/gate/experiments.ts';
import { realClock } from '../../../src/clients/clock.ts';
import {
  createEvaluationApi,
  type DatasetExample,
  type EvaluationApi,
} from '../../../src/clients/evaluation.ts';
import type { ScoredRun } from '../../../src/clients/experiments.ts';
import { createRedactor } from '../../../src/redaction/redactor.ts';
import { testTransport } from '../../clients/support.ts';
import { startPlane } from '../../emulator/server/plane.ts';

const SECRET = 'sk-live-5f0a9c7d21';
const VERSION = '2026-11-28T10:00:00.000Z';
const STARTED = Date.parse('2026-11-28T10:00:00Z');

const example = (id: string, change: Partial<DatasetExample> = {}): DatasetExample => ({
  id,
  name: undefined,
  inputs: { question: 'q' },
  outputs: undefined,
  attachments: [],
  modifiedAt: VERSION,
  ...change,
});
const run = { threadId: 'thread-1', runId: 'run-1', startedAt: STARTED, endedAt: STARTED + 1_500 };
const answered = (change: Partial<Extract<Answer, { kind: 'answered' }>> = {}): Answer => ({
  kind: 'answered',
  output: { messages: ['yes'] },
  passed: true,
  scores: new Map([['exact', 0.123_456]]),
  latencyMs: 1_500,
  tokens: 12,
  run: { ...run, comments: new Map([['exact', 'close']]) },
  ...change,
});
const side = (...first: Answer[]) => ({ first, secondLook: [answered({ output: 'of a further response' })] });

function gateOf(change: Partial<PublishedGate> = {}): PublishedGate {
  const [a, b] = [example(randomUUID()), example(randomUUID())];
  const cases: ComparedCase[] = [
    { name: 'a', baseline: side(answered()), candidate: side(answered(), answered({ passed: false })) },
    { name: 'b', baseline: side(answered()), candidate: side({ kind: 'errored', why: 'no network' }) },
  ];
  return {
    dataset: { id: randomUUID(), version: VERSION, splits: ['hard'], examples: [a, b] },
    checks: [
      { name: 'a', exampleId: a.id },
      { name: 'b', exampleId: b.id },
    ],
    cases,
    baseline: { deployment: 'my-agent', revisionId: 'r-1', commit: 'b'.repeat(40), pullRequest: undefined },
    candidate: {
      deployment: 'my-agent-pr-7',
      revisionId: 'r-2',
      commit: 'a'.repeat(40),
      pullRequest: { prefix: 'my-agent', number: 7 },
    },
    repeats: 2,
    workflowRunUrl: 'https://github.com/acme/agents/actions/runs/1',
    ...change,
  };
}

type Created = Parameters<EvaluationApi['createExperiment']>[0];

/** An API that stores the data of requests, in which a test can replace methods. */
function fakeApi(change: Partial<EvaluationApi> = {}) {
  const seen = {
    created: [] as Created[],
    runs: [] as ScoredRun[],
    updates: [] as [string, object][],
    comparisons: [] as object[],
  };
  const api: EvaluationApi = {
    readDataset: () => Promise.reject(new Error('the dataset was read before')),
    createExperiment: async (one) => {
      seen.created.push(one);
      return { id: one.id, name: one.name, workspaceId: 'w' };
    },
    storeRuns: async (runs) => void seen.runs.push(...runs),
    updateExperiment: async (id, change_) => void seen.updates.push([id, change_]),
    createComparison: async (one) => void seen.comparisons.push(one),
    compareUrl: async (_dataset, experiments) => `https://x.example.org/${experiments.length}`,
    ...change,
  };
  return { api, seen };
}

function contextOf(cancel = new AbortController()) {
  const warnings: string[] = [];
  const hooks = new Set<(stop: AbortSignal) => Promise<void>>();
  const log = {
    line: () => undefined,
    warn: (about: string, text: string) => void warnings.push(`${about}: ${text}`),
    group: async <T>(_title: string, work: () => T | Promise<T>) => work(),
  };
  const context = {
    clock: realClock,
    log,
    signal: cancel.signal,
    redactor: createRedactor([SECRET]),
    addCancelHook: (work: (stop: AbortSignal) => Promise<void>) => {
      hooks.add(work);
      return () => hooks.delete(work);
    },
    newId: () => randomUUID(),
  };
  return { context, warnings, hooks, cancel };
}

describe('the published experiments', () => {
  test('exist once for each deployment, with the baseline first, and belong to the dataset', async () => {
    const { api, seen } = fakeApi();
    const { context, warnings, hooks } = contextOf();
    const gate = gateOf();
    const published = await publishExperiments(api, gate, context);
    expect(seen.created).toMatchObject([
      {
        name: 'my-agent-bbbbbbb',
        reference_dataset_id: gate.dataset.id,
        num_examples: 2,
        num_repetitions: 2,
        evaluator_keys: ['exact', 'pass'],
        extra: {
          metadata: { side: 'baseline', deployment: 'my-agent', revision_id: 'r-1', pull_request: null },
        },
      },
      {
        name: 'my-agent-pr-7-aaaaaaa',
        extra: {
          metadata: {
            side: 'candidate',
            deployment: 'my-agent-pr-7',
            commit: 'a'.repeat(40),
            pull_request: 7,
            workflow_run: gate.workflowRunUrl,
            dataset_version: VERSION,
            dataset_splits: ['hard'],
            num_repetitions: 2,
          },
        },
      },
    ]);
    const ids = seen.created.map(({ id }) => id);
    expect(published).toEqual({ compareUrl: 'https://x.example.org/2', experimentIds: ids });
    expect(seen.comparisons).toMatchObject([
      {
        name: 'my-agent-bbbbbbb vs. my-agent-pr-7-aaaaaaa',
        experiment_ids: ids,
        reference_dataset_id: gate.dataset.id,
      },
    ]);
    expect(seen.updates).toEqual(
      seen.created.map(({ id, extra }) => [id, { extra, end_time: expect.stringMatching(/Z$/) }]),
    );
    expect([warnings, hooks.size]).toEqual([[], 0]);
  });

  test("have a run for each first response to a case, with the IDs of the agent's thread and run", async () => {
    const { api, seen } = fakeApi();
    const gate = gateOf();
    await publishExperiments(api, gate, contextOf().context);
    expect(seen.runs).toHaveLength(5);
    const [, , first, second, errored] = seen.runs;
    const [a, b] = gate.dataset.examples;
    const id = first?.run.id ?? '';
    expect(first?.run).toMatchObject({
      trace_id: id,
      dotted_order: `20261128T100000000000Z${id}`,
      start_time: '2026-11-28T10:00:00.000Z',
      end_time: '2026-11-28T10:00:01.500Z',
      session_id: seen.created[1]?.id,
      reference_example_id: a?.id,
      inputs: { question: 'q' },
      outputs: { messages: ['yes'] },
      extra: {
        metadata: {
          deployment: 'my-agent-pr-7',
          revision_id: 'r-2',
          thread_id: 'thread-1',
          run_id: 'run-1',
          example_version: VERSION,
          usage_metadata: { total_tokens: 12 },
        },
      },
    });
    expect(first?.run.error).toBeUndefined();
    const about = { run_id: id, session_id: seen.created[1]?.id, start_time: '2026-11-28T10:00:00.000Z' };
    expect(first?.feedback).toMatchObject([
      { ...about, key: 'exact', score: 0.1235, comment: 'close' },
      { ...about, key: 'pass', score: 1 },
    ]);
    expect(second?.feedback).toMatchObject([{ key: 'exact' }, { key: 'pass', score: 0 }]);
    expect(errored).toMatchObject({
      run: { error: 'no network', reference_example_id: b?.id },
      feedback: [],
    });
    expect(errored?.run.outputs).toBeUndefined();
    expect(JSON.stringify(seen.runs)).not.toContain('of a further response');
  });

  test('contain the error of a run that failed', async () => {
    const { api, seen } = fakeApi();
    const failed = answered({ output: 'Boom: no key', run: { ...run, isFailed: true, comments: new Map() } });
    const cases = [{ name: 'a', baseline: undefined, candidate: side(failed) }];
    await publishExperiments(api, gateOf({ cases, baseline: undefined }), contextOf().context);
    expect(seen.runs).toMatchObject([
      { run: { error: 'Boom: no key' }, feedback: [{ key: 'exact' }, { key: 'pass' }] },
    ]);
    expect(seen.runs[0]?.run.outputs).toBeUndefined();
  });

  test('are a single experiment if no deployment is compared', async () => {
    const { api, seen } = fakeApi();
    const cases = [{ name: 'a', baseline: undefined, candidate: side(answered({ output: 'text' })) }];
    const published = await publishExperiments(
      api,
      gateOf({ cases, baseline: undefined }),
      contextOf().context,
    );
    expect(seen.created).toHaveLength(1);
    expect(seen.comparisons).toEqual([]);
    expect(seen.runs).toMatchObject([{ run: { outputs: { output: 'text' } } }]);
    expect(published.compareUrl).toBe('https://x.example.org/1');
  });

  // docs/security.md#experiments-redacted
  test('contain no secrets in any string', async () => {
    const { api, seen } = fakeApi();
    const comments = new Map([['exact', `see ${SECRET}`]]);
    const output = { [`key ${SECRET}`]: [{ deep: `text ${SECRET}\0\ud800` }] };
    const gate = gateOf();
    const [first] = gate.dataset.examples;
    if (first !== undefined) first.inputs = { question: `about ${SECRET}` };
    const cases: ComparedCase[] = [
      { name: 'a', baseline: undefined, candidate: side(answered({ output, run: { ...run, comments } })) },
      { name: 'b', baseline: undefined, candidate: side({ kind: 'errored', why: `401 for ${SECRET}` }) },
    ];
    await publishExperiments(api, { ...gate, cases }, contextOf().context);
    const text = JSON.stringify(seen);
    expect(text).not.toContain(SECRET);
    expect(text).toContain('text ***');
    // JSON.stringify escapes NUL and unpaired surrogates, which the service refuses.
    expect(text).not.toMatch(/\\u0000|\\ud800/i);
  });

  test('contain the inputs of an example only if the inputs are small', async () => {
    const { api, seen } = fakeApi();
    const gate = gateOf({ baseline: undefined });
    const [first] = gate.dataset.examples;
    if (first !== undefined) first.inputs = { question: 'x'.repeat(2_000_000) };
    await publishExperiments(api, gate, contextOf().context);
    expect(JSON.stringify(seen.runs).length).toBeLessThan(100_000);
  });

  test('get a suffix if their name is in use, and fail after ten suffixes', async () => {
    const used: string[] = [];
    const { api, seen } = fakeApi();
    const taken: EvaluationApi['createExperiment'] = async (one, signal) => {
      used.push(one.name);
      return used.length > 2 ? api.createExperiment(one, signal) : undefined;
    };
    await publishExperiments(
      { ...api, createExperiment: taken },
      gateOf({ baseline: undefined }),
      contextOf().context,
    );
    expect(used[0]).toBe('my-agent-pr-7-aaaaaaa');
    expect(used.slice(1)).toEqual(
      Array(2).fill(expect.stringMatching(/^my-agent-pr-7-aaaaaaa-[0-9a-f]{6}$/)),
    );
    expect(new Set(used).size).toBe(3);
    expect(seen.created).toHaveLength(1);

    const { context, warnings } = contextOf();
    let attempts = 0;
    const always = fakeApi({
      createExperiment: async () => {
        attempts += 1;
        return undefined;
      },
    });
    expect(await publishExperiments(always.api, gateOf(), context)).toEqual({
      compareUrl: undefined,
      experimentIds: [],
    });
    expect([attempts, warnings]).toEqual([11, [expect.stringContaining('delete old experiments')]]);
  });

  test('contain every score as a number with four decimals', async () => {
    const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
    await fc.assert(
      fc.asyncProperty(finite, async (score) => {
        const { api, seen } = fakeApi();
        const candidate = side(answered({ scores: new Map([['exact', score]]) }));
        const cases = [{ name: 'a', baseline: undefined, candidate }];
        await publishExperiments(api, gateOf({ cases, baseline: undefined }), contextOf().context);
        const sent = Number(seen.runs[0]?.feedback[0]?.score);
        expect(Math.abs(sent - score)).toBeLessThanOrEqual(Math.max(0.000_051, Math.abs(score) * 1e-15));
        if (Math.abs(score) < 1e6)
          expect(sent.toFixed(4)).toBe(
            String(sent).includes('.') || sent === 0 ? sent.toFixed(4) : `${sent}.0000`,
          );
      }),
      { numRuns: 50 },
    );
  });
});

describe('a failure to publish', () => {
  test.each(['createExperiment', 'storeRuns', 'updateExperiment', 'createComparison', 'compareUrl'] as const)(
    'during %s causes a warning without secrets',
    async (method) => {
      const { api, seen } = fakeApi({ [method]: () => Promise.reject(new Error(`no ${SECRET}`)) });
      const { context, warnings, hooks } = contextOf();
      const { compareUrl } = await publishExperiments(api, gateOf(), context);
      expect(warnings.join()).toMatch(/failed: no \*\*\*/);
      expect(compareUrl).toBe(
        ['updateExperiment', 'createComparison'].includes(method) ? 'https://x.example.org/2' : undefined,
      );
      expect(hooks.size).toBe(0);
      // Every created experiment is ended.
      if (method !== 'updateExperiment') {
        expect(seen.updates.map(([id]) => id)).toEqual(seen.created.map(({ id }) => id));
      }
    },
  );

  test.each(['storeRuns', 'createExperiment'] as const)(
    'during %s closes the existing experiments if the cause is a cancelled step',
    async (method) => {
      const { context, warnings, hooks, cancel } = contextOf();
      const { api, seen } = fakeApi();
      let calls = 0;
      const reason = new Error('cancelled');
      const cancelled = async () => {
        cancel.abort(reason);
        throw reason;
      };
      const works = api[method] as (...args: unknown[]) => Promise<unknown>;
      // The upload about the second deployment is interrupted.
      const interrupted = (...args: unknown[]) => {
        calls += 1;
        return calls < 2 ? works(...args) : cancelled();
      };
      await expect(publishExperiments({ ...api, [method]: interrupted }, gateOf(), context)).rejects.toBe(
        reason,
      );
      expect([seen.updates, warnings]).toEqual([[], []]);
      const stop = new AbortController().signal;
      await Promise.all([...hooks].map((work) => work(stop)));
      expect(seen.updates.map(([id]) => id)).toEqual(seen.created.map(({ id }) => id));
    },
  );
});

describe('the published experiments, with the emulator', () => {
  test('have the runs and the scores of the responses', async () => {
    const plane = await startPlane();
    await using transport = testTransport();
    const { apiKey, urls } = plane.emulator;
    const api = createEvaluationApi({ transport, baseUrl: urls.tracing, apiKey, requestTimeoutMs: 60_000 });
    const { id } = (await plane.api('POST', '/datasets', { name: 'cases' })).body;
    for (const question of ['a', 'b']) {
      await plane.api('POST', '/examples', {
        dataset_id: id,
        inputs: { question },
        outputs: { answer: 'yes' },
      });
    }
    const selection = { by: 'id', value: id, version: undefined, splits: [] } as const;
    const reading = await api.readDataset(selection, { max: 10 }, new AbortController().signal);
    if (reading.kind !== 'read') throw new Error(reading.kind);
    const names = ['a', 'b'];
    const gate = gateOf({
      dataset: { id, version: reading.version, splits: [], examples: reading.examples },
      checks: reading.examples.map((one, index) => ({ name: names[index] ?? '', exampleId: one.id })),
    });
    const publish = async () => {
      const { context, warnings } = contextOf();
      const { experimentIds, compareUrl } = await publishExperiments(api, gate, context);
      expect([warnings, compareUrl]).toEqual([[], undefined]);
      return experimentIds;
    };
    const [baseline, candidate] = await publish();
    // A second attempt creates separate experiments.
    await publish();
    const sessions = (await plane.api('GET', `/sessions?reference_dataset=${id}&include_stats=true`)).body;
    expect(sessions).toHaveLength(4);
    const byId = (one: string | undefined) => sessions.find((session: { id: string }) => session.id === one);
    expect(byId(baseline)).toMatchObject({
      name: 'my-agent-bbbbbbb',
      run_count: 2,
      reference_dataset_id: id,
      end_time: expect.any(String),
      feedback_stats: { exact: { n: 2, avg: 0.1235 }, pass: { n: 2, avg: 1 } },
    });
    expect(byId(candidate)).toMatchObject({
      name: 'my-agent-pr-7-aaaaaaa',
      run_count: 3,
      error_rate: expect.closeTo(1 / 3, 5),
      feedback_stats: { pass: { n: 2, avg: 0.5 } },
      extra: { metadata: { dataset_version: reading.version } },
    });
    const { runs } = (await plane.api('POST', '/runs/query', { session: [candidate], is_root: true })).body;
    expect(runs.map((one: { reference_example_id: string }) => one.reference_example_id).toSorted()).toEqual(
      [0, 0, 1].map((index) => reading.examples[index]?.id).toSorted(),
    );
  });
});
