import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { writeStream } from '../../clients/agent-fake.ts';
import { json, type LocalServer, serve } from '../../clients/support.ts';
import { checkAgentAt } from './support.ts';

/** Fault of one request: before the server executes the request, or only in its response. */
type Fault = 'none' | 'reset' | 'lost' | 'gateway' | 'garbage' | 'cut' | 'busy' | 'late';

/** True state of an agent server: its runs, and the maximum number of simultaneous runs. */
interface Truth {
  faults: Fault[];
  /** The status and the response of each created run. */
  outcomes: { status: string; answer: string }[];
  runs: { run_id: string; status: string; metadata: unknown; answer: string; looks: number }[];
  mostActive: number;
  /** Requests to start a run whose connection is closed, and that arrive after some more requests. */
  late: { after: number; start: () => void }[];
}

let truth: Truth;
let server: LocalServer;

/** Status and error of a thread after a run with a final status. A cancelled run may leave an idle thread. */
const THREADS: Readonly<Record<string, [status: string, error: unknown]>> = {
  success: ['idle', null],
  error: ['error', { error: 'Error' }],
  timeout: ['error', { error: 'TimeoutError' }],
  interrupted: ['idle', { error: 'UserInterrupt' }],
};

const valuesOf = (run: { answer: string } | undefined) => ({
  values: { messages: [{ content: run?.answer ?? '' }] },
});

const RUNS = /^\/threads\/([^/]+)\/runs/;

function handle(
  method: string,
  url: string,
  body: () => Record<string, unknown>,
  response: ServerResponse,
): void {
  for (const one of truth.late) {
    one.after -= 1;
    if (one.after === 0) one.start();
  }
  const fault = truth.faults.shift() ?? 'none';
  if (fault === 'reset') return void response.destroy();
  if (fault === 'busy') return json(response, 503, { detail: 'busy' }, { 'retry-after': '1' });
  const answer = (status: number, value: unknown) => {
    if (fault === 'lost') return void response.destroy();
    if (fault === 'gateway') return json(response, 502, { detail: 'bad gateway' });
    if (fault === 'garbage')
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hello</p>');
    if (fault === 'cut') {
      response
        .writeHead(status, { 'content-type': 'application/json', 'content-length': '999' })
        .write('{"run');
      return void setImmediate(() => response.destroy());
    }
    json(response, status, value);
  };
  const [, threadId = ''] = RUNS.exec(url) ?? [];
  const known = truth.runs.find(({ run_id }) => url.includes(run_id));
  const streamed = (run: Truth['runs'][number]) => {
    const events = [
      { event: 'metadata', data: { run_id: run.run_id }, id: '0' },
      { event: 'updates', data: { answer: {} }, id: '1' },
    ];
    if (fault === 'none')
      return writeStream(
        response,
        { events, end: 'close' },
        { 'content-location': `/threads/${threadId}/runs/${run.run_id}` },
      );
    if (fault === 'cut') return writeStream(response, { events: events.slice(0, 1), end: 'reset' });
    answer(200, {});
  };
  /** Responds with the thread in the state after the last run, or with 404 if no run was started. */
  const answerThread = () => {
    const [latest] = truth.runs;
    if (latest === undefined) return answer(404, { detail: 'no such thread' });
    const [status, error] = THREADS[latest.status] ?? ['busy', null];
    answer(200, { thread_id: url.split('/')[2], status, error, ...valuesOf(latest) });
  };
  if (method === 'POST' && url.endsWith('/runs/stream')) {
    const { multitask_strategy: strategy, metadata } = body();
    const start = () => {
      const active = truth.runs.filter(({ status }) => status === 'running');
      if (active.length > 0 && strategy === 'reject') return undefined;
      const { status, answer: text } = truth.outcomes.shift() ?? { status: 'success', answer: 'yes' };
      const run = { run_id: randomUUID(), status: 'running', metadata, answer: text, looks: 0, ends: status };
      truth.runs.unshift(run);
      truth.mostActive = Math.max(truth.mostActive, active.length + 1);
      return run;
    };
    if (fault === 'late') {
      truth.late.push({ after: 6, start });
      return void response.destroy();
    }
    const run = start();
    if (run === undefined) return answer(409, { detail: 'busy' });
    return streamed(run);
  }
  if (url === '/info') return answer(200, {});
  if (method === 'POST' && url === '/threads') return answer(200, { thread_id: body()['thread_id'] });
  if (method === 'DELETE') return answer(200, {});
  if (/\/runs\?/.test(url)) return answer(200, truth.runs);
  if (url.endsWith('/state')) {
    return answer(200, { ...valuesOf(truth.runs[0]), next: [], tasks: [] });
  }
  if (method === 'GET' && /^\/threads\/[^/]+$/.test(url)) return answerThread();
  if (known === undefined) return answer(404, { detail: 'no such run' });
  // A run stays active for a few polls.
  known.looks += 1;
  if (known.looks >= 3 && known.status === 'running') known.status = String(Reflect.get(known, 'ends'));
  if (url.endsWith('/stream')) return streamed(known);
  answer(200, url.endsWith('/join') ? {} : known);
}

beforeAll(async () => {
  server = await serve((request, response, body) => {
    const read = () => JSON.parse(body) as Record<string, unknown>;
    handle(request.method ?? '', request.url ?? '', read, response);
  });
});
afterAll(async () => server[Symbol.asyncDispose]());

const verify = (strategy: string, createsThread: boolean) =>
  checkAgentAt(
    server.url,
    `{input: 1, assistant: agent, time-limit: 10s, multitask-strategy: ${strategy}, expect: {last-message: '^yes$'}}`,
    { createsThread },
  );

describe('a check over an unreliable network', () => {
  const fault = fc.constantFrom<Fault>(
    'none',
    'none',
    'none',
    'reset',
    'lost',
    'gateway',
    'garbage',
    'cut',
    'busy',
    'late',
  );
  const outcome = fc.record({
    status: fc.constantFrom('success', 'success', 'error', 'interrupted', 'timeout'),
    answer: fc.constantFrom('yes', 'no'),
  });

  test.each([
    ['on a thread that was created first', false],
    ['on a thread that the run creates', true],
  ])(
    'passes only if its single run succeeded, and never starts a second active run, %s',
    async (_, createsThread) => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fault, { maxLength: 25 }),
          fc.array(outcome, { minLength: 3, maxLength: 3 }),
          async (faults, outcomes) => {
            truth = { faults: [...faults], outcomes: [...outcomes], runs: [], mostActive: 0, late: [] };
            const result = await verify('rollback', createsThread);
            expect(truth.mostActive).toBeLessThanOrEqual(1);
            const [latest] = truth.runs;
            if (result.result === 'passed') {
              expect(latest).toMatchObject({ run_id: result.runId, status: 'success', answer: 'yes' });
            }
            // Without faults, the verdict must match the true state.
            if (faults.every((one) => one === 'none' || one === 'busy')) {
              const good = latest?.status === 'success' && latest.answer === 'yes';
              expect([result.result, truth.runs.length]).toEqual([good ? 'passed' : 'failed', 1]);
            }
          },
        ),
        { numRuns: 40 },
      );
    },
  );
});
