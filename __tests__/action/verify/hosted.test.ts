import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { parseChecks } from '../../../src/action/inputs/checks.ts';
import { createRunRecord } from '../../../src/action/run-record.ts';
import { createValueRenderer } from '../../../src/action/verify/result.ts';
import { runChecks } from '../../../src/action/verify/run-checks.ts';
import { createAgentServer } from '../../../src/clients/agent-server.ts';
import { json, type LocalServer, serve, testTransport } from '../../clients/support.ts';

/** A server that answers as the hosted service and the JavaScript server are known to. */
interface Hosted {
  /** Written as the answer to the start of a run. */
  stream: (runId: string) => string;
  headers: Record<string, string>;
  /** Answers a request in plain text instead. */
  plain: (method: string, path: string) => [status: number, text: string] | undefined;
  status: string;
  values: unknown;
  next: string[];
  interrupts: unknown[];
}

const NEWLINE = '\r\n';
const event = (name: string, ...data: string[]) =>
  [`event: ${name}`, ...data.map((line) => `data: ${line}`), '', ''].join(NEWLINE);
const TOKEN = 'https://tracing.example.org/feedback/tokens/33333333-3333-4333-8333-333333333333';

let server: LocalServer;
let hosted: Hosted;
const run = randomUUID();

function answer(method: string, path: string, body: string, response: ServerResponse): void {
  const plain = hosted.plain(method, path);
  if (plain !== undefined) {
    response.writeHead(plain[0], { 'content-type': 'text/plain; charset=UTF-8' }).end(plain[1]);
    return;
  }
  if (path === '/info') return json(response, 200, { version: '0.14.1', flags: {}, host: null });
  if (path === '/assistants/search')
    return json(response, 200, [{ assistant_id: randomUUID(), graph_id: 'agent', name: 'Untitled' }]);
  if (path === '/threads')
    return json(response, 200, { ...(JSON.parse(body) as object), status: 'idle', values: null });
  if (method === 'DELETE') return void response.writeHead(204).end();
  if (path.endsWith('/runs/stream')) {
    response.writeHead(200, { 'content-type': 'text/event-stream', ...hosted.headers });
    return void response.end(hosted.stream(run));
  }
  if (path.endsWith('/state'))
    return json(response, 200, {
      values: hosted.values,
      next: hosted.next,
      tasks: [],
      interrupts: hosted.interrupts,
    });
  if (path.includes('/runs?')) return json(response, 200, [{ run_id: run, status: hosted.status }]);
  if (path.endsWith('/join')) {
    response.writeHead(200, { 'content-type': 'application/json' });
    return void response.end('\n\n{"__error__": {"error": "ValueError", "message": "no such order"}}');
  }
  if (path.endsWith(`/runs/${run}`)) return json(response, 200, { run_id: run, status: hosted.status });
  response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found');
}

beforeAll(async () => {
  server = await serve((request, response, body) =>
    answer(request.method ?? '', request.url ?? '', body, response),
  );
});
afterAll(async () => server[Symbol.asyncDispose]());
beforeEach(() => {
  hosted = {
    stream: (id) =>
      [
        event('metadata', '{', `"run_id": "${id}",`, '"attempt": 1}'),
        `: heartbeat${NEWLINE}${NEWLINE}`,
        event('updates', '{"answer":', '{"messages": []}}'),
        event('feedback', JSON.stringify({ ci: TOKEN })),
      ].join(''),
    headers: {},
    plain: () => undefined,
    status: 'success',
    values: { messages: [{ type: 'ai', content: 'hello' }] },
    next: [],
    interrupts: [],
  };
});

async function verify(more = '', expected = 'last-message: hello') {
  await using transport = testTransport({ attemptTimeoutMs: 500, totalTimeoutMs: 2_000 });
  const parsed = parseChecks(`{input: 1, time-limit: 5s, expect: {${expected}}${more}}`);
  if (!parsed.ok || parsed.value.kind !== 'given') throw new Error('the case is wrong');
  const lines: string[] = [];
  const secrets: string[] = [];
  const log = {
    line: (text: string) => void lines.push(text),
    warn: () => {},
    group: async <T>(_title: string, work: () => Promise<T>) => work(),
  };
  const { results } = await runChecks(
    {
      server: createAgentServer({
        transport,
        baseUrl: server.url.origin,
        apiKey: 'k',
        requestTimeoutMs: 500,
      }),
      clock: transport.clock,
      signal: new AbortController().signal,
      record: createRunRecord(0),
      log,
      addCancelHook: () => () => {},
      warn: () => {},
      shown: createValueRenderer((text) => text),
      maskSecret: (secret) => void secrets.push(secret),
      verification: { feedbackKey: 'unknown', keepThreads: 'never' },
      origin: '',
    },
    { cases: parsed.value.cases, revisionId: 'ours' },
  );
  return { ...results[0], lines, secrets };
}

describe('against a server that answers as the hosted one', () => {
  test('a case passes without its headers, an `end`, or data on one line', async () => {
    const { result, runId, lines, secrets } = await verify();
    expect([result, runId]).toEqual(['passed', run]);
    expect(lines.join('\n')).toMatch(/s {2}answer$/m);
    expect(secrets).toContain(TOKEN);
  });

  test('a thread that is busy in plain text says nothing of the agent', async () => {
    hosted.plain = (_method, path) =>
      path.endsWith('/runs/stream') ? [422, 'Thread is already running. Wait for it to finish.'] : undefined;
    const { result, why } = await verify(`, thread-id: ${randomUUID()}`);
    expect([result, why]).toEqual(['impossible', [expect.stringContaining('another multitask-strategy')]]);
  });

  test.each(['error', 'timeout', 'interrupted'])('a run that ended as %s never passes', async (status) => {
    hosted.status = status;
    const { result, why } = await verify();
    expect(result).toBe('failed');
    expect(why?.[0]).toContain(`The run ended as ${status}, not as success`);
    if (status === 'error') expect(why?.[0]).toContain('ValueError: no such order');
  });

  test('a run that was stopped from outside is none that stopped to be resumed', async () => {
    hosted.next = ['answer'];
    hosted.status = 'interrupted';
    expect((await verify('', 'interrupted: true')).result).toBe('failed');
    hosted.interrupts = [{ value: 'may I?' }];
    expect((await verify('', 'interrupted: true')).result).toBe('passed');
    hosted.status = 'success';
    hosted.interrupts = [];
    expect((await verify('', 'interrupted: true')).result).toBe('passed');
  });

  test('a run whose `error` event is no object is judged by its status', async () => {
    hosted.stream = (id) => event('metadata', JSON.stringify({ run_id: id })) + event('error', '["x"]');
    hosted.status = 'error';
    const { result, lines } = await verify();
    expect(result).toBe('failed');
    expect(lines.join('\n')).not.toContain('following the run again');
  });

  test('an error in plain text is red, and nothing of the text is shown', async () => {
    for (const part of ['/assistants/search', '/threads', '/state', '/runs/stream']) {
      hosted.plain = (_method, path) => (path.endsWith(part) ? [400, 'sk-a-secret::add-mask::'] : undefined);
      const { result, why, lines } = await verify();
      expect([part, result]).toEqual([part, 'failed']);
      expect(JSON.stringify([why, lines])).not.toContain('sk-a-secret');
    }
  });

  test('a page of a gateway is never green, wherever it answers for the server', async () => {
    for (const part of ['/assistants/search', '/threads', '/state', '/runs/stream', `/runs/${run}`]) {
      hosted.plain = (_method, path) => (path.endsWith(part) ? [200, '<html>Log in</html>'] : undefined);
      const { result } = await verify();
      expect([part, result]).toEqual([part, part === '/runs/stream' ? 'impossible' : 'failed']);
    }
  });
});
