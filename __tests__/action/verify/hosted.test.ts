import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type FakeAgent, fakeAgent, RUN } from '../../clients/agent-fake.ts';
import { json } from '../../clients/support.ts';
import { checkAgentAt } from './support.ts';

const NEWLINE = '\r\n';
const event = (name: string, ...data: string[]) =>
  [`event: ${name}`, ...data.map((line) => `data: ${line}`), '', ''].join(NEWLINE);
const TOKEN = 'https://tracing.example.org/feedback/tokens/33333333-3333-4333-8333-333333333333';

/** A server that responds like the hosted service and the JavaScript server. */
let hosted: FakeAgent;
/** Stream with which the server responds to the start of a run. */
let stream: string;
let state: object;
/** Returns a plain text response for a request, or `undefined` for the normal response. */
let plain: (method: string, path: string) => [status: number, text: string] | undefined;

beforeEach(async () => {
  plain = () => undefined;
  state = { next: [], tasks: [], interrupts: [] };
  stream = [
    event('metadata', '{', `"run_id": "${RUN}",`, '"attempt": 1}'),
    `: heartbeat${NEWLINE}${NEWLINE}`,
    event('updates', '{"answer":', '{"messages": []}}'),
    event('feedback', JSON.stringify({ ci: TOKEN })),
  ].join('');
  hosted = await fakeAgent();
  hosted.onRequest = (method, path, response) => {
    const [status, text] = plain(method, path) ?? [];
    if (status !== undefined) write(response, status, 'text/plain; charset=UTF-8', text);
    else if (path === '/info') json(response, 200, { version: '0.14.1', flags: {}, host: null });
    else if (path.endsWith('/state')) json(response, 200, { values: hosted.values, ...state });
    else if (path.endsWith('/join'))
      write(
        response,
        200,
        'application/json',
        '\n\n{"__error__": {"error": "ValueError", "message": "no such order"}}',
      );
    else return false;
    return true;
  };
  hosted.onStart = (_body, response) => {
    hosted.runs.unshift({ run_id: RUN, status: hosted.endsAs, metadata: {}, thread_id: '' });
    write(response, 200, 'text/event-stream', stream);
    return true;
  };
});
afterEach(async () => hosted[Symbol.asyncDispose]());

function write(response: ServerResponse, status: number, type: string, text = ''): void {
  response.writeHead(status, { 'content-type': type }).end(text);
}

const verify = (more = '', expected = 'last-message: hello') =>
  checkAgentAt(hosted.server.url, `{input: 1, time-limit: 5s, expect: {${expected}}${more}}`);

describe('a check against a server that behaves like the hosted server', () => {
  test("passes without the server's headers, without an `end` event, and with data in several lines", async () => {
    const { result, runId, lines, secrets } = await verify();
    expect([result, runId]).toEqual(['passed', RUN]);
    expect(lines.join('\n')).toMatch(/s {2}answer$/m);
    expect(secrets).toContain(TOKEN);
  });

  test('does not blame the agent for a busy thread that the server reports in plain text', async () => {
    plain = (_method, path) =>
      path.endsWith('/runs/stream') ? [422, 'Thread is already running. Wait for it to finish.'] : undefined;
    const { result, why } = await verify(`, thread-id: ${randomUUID()}`);
    expect([result, why]).toEqual(['impossible', [expect.stringContaining('another multitask-strategy')]]);
  });

  test.each(['error', 'timeout', 'interrupted'])('never passes if the run ended as %s', async (status) => {
    hosted.endsAs = status;
    const { result, why } = await verify();
    expect(result).toBe('failed');
    expect(why?.[0]).toContain(`The run ended with status ${status} instead of success`);
    if (status === 'error') expect(why?.[0]).toContain('ValueError: no such order');
  });

  test('distinguishes a run that was stopped from outside from a run that can be resumed', async () => {
    state = { next: ['answer'] };
    hosted.endsAs = 'interrupted';
    expect((await verify('', 'interrupted: true')).result).toBe('failed');
    state = { next: ['answer'], interrupts: [{ value: 'may I?' }] };
    expect((await verify('', 'interrupted: true')).result).toBe('passed');
    hosted.endsAs = 'success';
    state = { next: ['answer'], interrupts: [] };
    expect((await verify('', 'interrupted: true')).result).toBe('passed');
  });

  test("is evaluated by the run's status if the `error` event is not an object", async () => {
    stream = event('metadata', JSON.stringify({ run_id: RUN })) + event('error', '["x"]');
    hosted.endsAs = 'error';
    const { result, lines } = await verify();
    expect(result).toBe('failed');
    expect(lines.join('\n')).not.toContain('reconnecting to the run');
  });

  test('fails after an error in plain text, and shows no part of that text', async () => {
    for (const part of ['/assistants/search', '/threads', '/state', '/runs/stream']) {
      plain = (_method, path) => (path.endsWith(part) ? [400, 'sk-a-secret::add-mask::'] : undefined);
      const { result, why, lines } = await verify();
      expect([part, result]).toEqual([part, 'failed']);
      expect(JSON.stringify([why, lines])).not.toContain('sk-a-secret');
    }
  });

  test("never passes if a gateway's page replaces a response of the server", async () => {
    for (const part of ['/assistants/search', '/threads', '/state', '/runs/stream', `/runs/${RUN}`]) {
      plain = (_method, path) => (path.endsWith(part) ? [200, '<html>Log in</html>'] : undefined);
      const { result } = await verify();
      expect([part, result]).toEqual([part, part === '/runs/stream' ? 'impossible' : 'failed']);
    }
  });
});
