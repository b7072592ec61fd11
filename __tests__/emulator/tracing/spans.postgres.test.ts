import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { MAX_SPANS, MAX_WORKER_STEP } from '../../../src/contract/trace-event.ts';
import { toRunSummary } from '../../../src/emulator/agent-server/run-summary.ts';
import type { RunRow } from '../../../src/emulator/ports/store.ts';
import { signIn, startDashboard } from '../dashboard/page.ts';
import { runRow, threadRow } from '../store/samples.ts';
import { count, jsonRequest, protobufRequest, type SentSpan, text } from './otlp/requests.ts';

const PATH = '/_local/otlp/v1/traces';
const SECRET = 'sk-of-the-deployment-4711';

/** Starts an emulator with a deployment, and returns functions that store its runs and send spans of its agent. */
async function start() {
  const plane = await startDashboard({ runtime: 'process' });
  const { emulator, store, deps } = plane;
  const page = await signIn(emulator);
  const { id } = await plane.create({ secrets: [{ name: 'API_KEY', value: SECRET }] });
  const began = emulator.clock.now();
  const token = deps.spanExport?.token(id) ?? '';
  const post = async (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${emulator.port}${PATH}`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'x-api-key': token, ...headers },
    });
  return {
    ...plane,
    id,
    page,
    token,
    post,
    send: async (...spans: SentSpan[]) => {
      const response = await post(JSON.stringify(jsonRequest(spans)));
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    },
    /** Stores an active run. */
    async run(deploymentId = id, change: Partial<RunRow> = {}) {
      const thread = threadRow(deploymentId);
      await store.threads.insert(thread);
      const run = runRow(thread, {
        id: randomUUID(),
        deploymentId,
        status: 'running',
        createdAt: began,
        updatedAt: began,
        ...change,
      });
      await store.runs.insert(run);
      await store.runSummaries.insert(toRunSummary(run));
      return run;
    },
    steps: async (runId: string) => (await page.get(`/runs/${runId}/steps`)).steps,
  };
}

let made = 0;
/** Returns a span that began now. */
function aSpan(change: Partial<SentSpan> = {}): SentSpan {
  made += 1;
  const now = BigInt(Date.now()) * 1_000_000n;
  return {
    traceId: made.toString(16).padStart(32, 'a'),
    spanId: made.toString(16).padStart(16, 'b'),
    name: `span ${made}`,
    startTimeUnixNano: String(now),
    endTimeUnixNano: String(now + 1_000_000n),
    ...change,
  };
}

// docs/local-controls/spans.md#secrets
test('a span appears in the run that its attributes specify, with model, tokens, texts and failure', async () => {
  const { run, send, steps, page } = await start();
  const { id: runId } = await run();
  await run();
  const exception = [
    text('exception.type', 'ValueError'),
    text('exception.message', `the key ${SECRET} is <b>wrong</b>`),
    text(
      'exception.stacktrace',
      'Traceback (most recent call last):\n  File "/app/agent.py", line 3, in plan\n    x\n  File "/app/site-packages/lib.py", line 9, in call\n',
    ),
  ];
  const answer = await send(
    aSpan({
      name: 'chat gpt-4o',
      attributes: [
        text('langgraph.run_id', runId),
        text('gen_ai.operation.name', 'chat'),
        text('gen_ai.request.model', 'gpt-4o'),
        count('gen_ai.usage.input_tokens', 12),
        count('gen_ai.usage.output_tokens', 30),
        text('gen_ai.input.messages', `[{"role":"user","content":"the key is ${SECRET}"}]`),
        text('gen_ai.output.messages', '[{"role":"assistant","content":"I know"}]'),
      ],
      events: [{ timeUnixNano: '1', name: 'exception', attributes: exception }],
      status: { code: 2, message: 'failed' },
    }),
  );
  expect(answer).toEqual({ status: 200, body: {} });
  const [step] = await steps(runId);
  expect(step).toMatchObject({
    seq: MAX_WORKER_STEP + 1,
    kind: 'model',
    name: 'gpt-4o',
    state: 'error',
    tokens: 42,
    error: {
      type: 'ValueError',
      message: 'the key *** is <b>wrong</b>',
      frames: [{ place: '/app/agent.py:3', name: 'plan', code: '' }],
      folded: 1,
    },
  });
  const detail = await page.get(`/runs/${runId}/steps/${step.seq}`);
  expect(JSON.parse(detail.input)).toEqual([{ role: 'user', content: 'the key is ***' }]);
  expect(detail.output).toContain('I know');
  const shown = await page.get(`/runs/${runId}`);
  expect(shown).toMatchObject({ run: { steps: 1, tokens: 42 }, failed: { seq: step.seq } });
});

test('a request can be protobuf or JSON, compressed or not, and gets a response in the same encoding', async () => {
  const { run, post, steps } = await start();
  const { id: runId } = await run();
  const spans = [aSpan(), aSpan({ name: 'second' })];
  const zip = promisify(gzip);
  const binary = { 'content-type': 'application/x-protobuf' };
  const compressed = { 'content-encoding': 'gzip' };
  const json = JSON.stringify(jsonRequest(spans));
  for (const [body, headers] of [
    [protobufRequest(spans), binary],
    [new Uint8Array(await zip(protobufRequest(spans))), { ...binary, ...compressed }],
    [json, {}],
    [new Uint8Array(await zip(json)), compressed],
  ] as const) {
    const response = await post(body, headers);
    const type = 'content-type' in headers ? headers['content-type'] : 'application/json';
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
    expect(await response.text()).toBe(type === 'application/json' ? '{}' : '');
  }
  // A client that sends its spans again does not create a second step.
  expect((await steps(runId)).map(({ name }: { name: string }) => name)).toEqual([spans[0]?.name, 'second']);
});

test('a span without a run is rejected with the reason, while other spans are stored', async () => {
  const { run, send, steps, post } = await start();
  const { id: runId } = await run();
  await run();
  const { status, body } = await send(aSpan(), aSpan({ attributes: [text('run_id', runId)] }));
  expect([status, body]).toEqual([
    200,
    {
      partialSuccess: {
        rejectedSpans: '1',
        errorMessage: expect.stringContaining('1 without a run of this deployment'),
      },
    },
  ]);
  expect(await steps(runId)).toHaveLength(1);
  const answer = await post(protobufRequest([aSpan()]), { 'content-type': 'application/x-protobuf' });
  expect(Buffer.from(await answer.arrayBuffer()).toString('latin1')).toContain('without a run');
});

test('a span belongs to the run of its trace or thread, or to the only active run', async () => {
  const { run, send, steps } = await start();
  const first = await run();
  // This span belongs to the only active run.
  await send(aSpan({ name: 'alone' }));
  const second = await run();
  const traceId = 'c'.repeat(32);
  await send(aSpan({ name: 'named', traceId, attributes: [text('metadata', `{"run_id":"${second.id}"}`)] }));
  await send(
    aSpan({ name: 'of the trace', traceId }),
    aSpan({ name: 'of the thread', attributes: [text('gen_ai.conversation.id', second.threadId)] }),
    aSpan({ name: 'of the ID of its trace', traceId: first.id.replaceAll('-', '') }),
  );
  const names = async (id: string) => (await steps(id)).map(({ name }: { name: string }) => name);
  expect(await names(first.id)).toEqual(['alone', 'of the ID of its trace']);
  expect(await names(second.id)).toEqual(['named', 'of the trace', 'of the thread']);
});

// docs/local-controls/spans.md#token
test('a token can only store spans for runs of its own deployment, and cannot read any data', async () => {
  const { run, send, steps, post, token, create, emulator, id } = await start();
  const other = await create({ name: 'other' });
  const foreign = await run(other.id);
  const own = await run();
  const { body } = await send(
    aSpan({
      name: 'attack',
      traceId: foreign.id.replaceAll('-', ''),
      attributes: [text('run_id', foreign.id)],
    }),
  );
  // Only an active run of the same deployment is possible.
  expect(body).toEqual({});
  expect(await steps(foreign.id)).toEqual([]);
  expect(await steps(own.id)).toHaveLength(1);
  for (const headers of [
    { 'x-api-key': '' },
    { 'x-api-key': 'wrong' },
    { 'x-api-key': `${other.id}${token.slice(id.length)}` },
    { 'x-api-key': emulator.apiKey },
  ]) {
    const refused = await post('{}', headers);
    expect([refused.status, await refused.json()]).toEqual([
      401,
      { code: 16, message: expect.stringContaining('OTEL_EXPORTER_OTLP_TRACES_HEADERS') },
    ]);
  }
  const origin = `http://127.0.0.1:${emulator.port}`;
  for (const path of [
    '/_local/health',
    '/_local/journal',
    '/_local/snapshot',
    '/v2/deployments',
    '/sessions',
  ]) {
    const read = await fetch(origin + path, { headers: { 'x-api-key': token } });
    expect([path, read.status]).toEqual([path, 401]);
  }
  expect((await fetch(origin + PATH, { headers: { 'x-api-key': token } })).status).toBe(405);
});

test('a request that OTLP does not allow is rejected with a status and a reason', async () => {
  const { post } = await start();
  const refusals = [
    ['{', {}, 400],
    ['{"resourceSpans":1}', {}, 400],
    ['x', { 'content-encoding': 'gzip' }, 400],
    ['x', { 'content-encoding': 'br' }, 415],
    ['x', { 'content-type': 'text/plain' }, 415],
    [' '.repeat(17 * 1024 * 1024), {}, 413],
  ] as const;
  for (const [body, headers, status] of refusals) {
    const response = await post(body, headers);
    expect([body.slice(0, 9), response.status]).toEqual([body.slice(0, 9), status]);
    expect(await response.json()).toEqual({ code: expect.any(Number), message: expect.any(String) });
  }
  const binary = await post('x', { 'content-type': 'application/x-protobuf' });
  expect([binary.status, binary.headers.get('content-type')]).toEqual([400, 'application/x-protobuf']);
  expect(await binary.text()).toContain('is not a valid ExportTraceServiceRequest');
});

test('a run keeps a limited number of spans', async () => {
  const { run, send, store } = await start();
  const { id } = await run();
  const all = Array.from({ length: MAX_SPANS + 3 }, () => aSpan());
  expect((await send(...all)).body).toEqual({
    partialSuccess: {
      rejectedSpans: '3',
      errorMessage: expect.stringContaining('3 above the limit of 5,000 spans of a run'),
    },
  });
  expect((await store.runSummaries.get(id))?.steps).toBe(MAX_SPANS);
});

test('neither the journal nor the log contains the spans or the token', async () => {
  const { run, send, emulator, token } = await start();
  await run();
  await send(aSpan({ name: 'a private name' }));
  const recorded = JSON.stringify(emulator.journal.after(0));
  expect(recorded).not.toContain('a private name');
  expect(recorded).not.toContain(token);
});
