import { describe, expect, test } from '@jest/globals';
import { createAppLink } from '../../../../src/emulator/data-plane/worker/app-link.ts';
import type { HttpCommand } from '../../../../src/emulator/data-plane/worker/commands.ts';
import { type HttpReport, parseReport } from '../../../../src/emulator/data-plane/worker/reports.ts';
import type { AgentRequest } from '../../../../src/emulator/ports/agent-http.ts';

const bytes = (text: string) => Buffer.from(text);
const turn = () => new Promise((resolve) => setImmediate(resolve));

async function* bodyOf(...parts: string[]) {
  for (const part of parts) yield bytes(part);
}

/** The emulator's end; the test is the worker. */
function linked(answer: (request: AgentRequest) => AsyncIterable<Uint8Array> = () => bodyOf()) {
  const sent: HttpCommand[] = [];
  const asked: AgentRequest[] = [];
  const link = createAppLink(
    (command) => sent.push(command),
    (request) => {
      asked.push(request);
      return Promise.resolve({ status: 200, headers: [], body: answer(request) });
    },
  );
  const leaving = new AbortController();
  const serve = (body?: AsyncIterable<Uint8Array>) =>
    link.serve({
      method: 'POST',
      path: '/a',
      query: '',
      headers: [],
      isBuiltIn: false,
      isOwn: false,
      body,
      signal: leaving.signal,
    });
  /** What the worker sends, as the emulator reads it. */
  const report = (message: object) => link.receive(parseReport(message) as HttpReport);
  return { link, sent, asked, leave: () => leaving.abort(), serve, report };
}
const types = (sent: HttpCommand[]) => sent.map(({ type }) => type);

describe('a request for the application of an author', () => {
  test('is answered in parts, each taken before the next is asked for', async () => {
    const { serve, report, sent } = linked();
    const answer = serve();
    report({ type: 'app-head', id: 1, status: 201, headers: [['x-a', 'b']] });
    const response = await answer;
    if (response.kind !== 'response') throw new Error('it was passed on');
    expect([response.status, response.headers]).toEqual([201, [['x-a', 'b']]]);
    const parts = response.body[Symbol.asyncIterator]();
    for (const text of ['one', 'two']) report({ type: 'app-chunk', id: 1, bytes: bytes(text) });
    expect(await parts.next()).toEqual({ done: false, value: bytes('one') });
    expect(types(sent)).toEqual(['app-request']);
    expect(await parts.next()).toEqual({ done: false, value: bytes('two') });
    report({ type: 'app-end', id: 1 });
    expect((await parts.next()).done).toBe(true);
    expect(types(sent)).toEqual(['app-request', 'app-taken', 'app-taken']);
  });

  test('has its body read only as far as the application reads it', async () => {
    const { serve, report, sent } = linked();
    let read = 0;
    const parts = async function* () {
      for (;;) {
        read += 1;
        yield bytes(String(read));
      }
    };
    void serve(parts()).catch(() => undefined);
    await turn();
    expect(read).toBe(0);
    report({ type: 'app-pull', id: 1 });
    await turn();
    expect([read, sent.at(-1)]).toEqual([1, { type: 'app-body', id: 1, bytes: bytes('1') }]);
  });

  test('fails alone, for each kind of wrong report', async () => {
    const { serve, report } = linked();
    const first = serve();
    report({ type: 'app-head', id: 1, status: 200, headers: [['x', 'a\r\nset-cookie: b']] });
    await expect(first).rejects.toThrow('the worker sent an invalid message');
    const second = serve();
    report({ type: 'app-end', id: 2 });
    await expect(second).rejects.toThrow('gave no response');
    // Of requests that were not sent, or that have ended.
    for (const type of ['app-chunk', 'app-pass']) report({ type, id: 9, headers: [], bytes: bytes('x') });
    report({ type: 'app-pull', id: 1 });
  });

  test('ends with its client, and with its worker', async () => {
    const { serve, report, sent, leave, link } = linked();
    const answer = serve();
    report({ type: 'app-head', id: 1, status: 200, headers: [] });
    const response = await answer;
    const other = serve();
    leave();
    await expect(other).rejects.toThrow('the client left');
    expect(types(sent)).toEqual(['app-request', 'app-request', 'app-gone', 'app-gone']);
    if (response.kind !== 'response') throw new Error('it was passed on');
    await expect(response.body[Symbol.asyncIterator]().next()).rejects.toThrow('the client left');

    const { serve: again, link: second } = linked();
    const pending = again();
    second.end(new Error('it died'));
    await expect(pending).rejects.toThrow('it died');
    link.end(new Error('it died'));
  });
});

describe('a request of the agent’s own code', () => {
  const request = {
    type: 'api-request',
    purpose: 'api',
    method: 'GET',
    path: '/info',
    headers: [],
    bytes: bytes(''),
  };

  test('is answered in parts, as they are asked for', async () => {
    const { report, sent, asked } = linked(() => bodyOf('one', 'two'));
    report({ ...request, id: 1 });
    await turn();
    for (let pulls = 0; pulls < 3; pulls += 1) {
      report({ type: 'api-pull', id: 1 });
      await turn();
    }
    expect(asked.map(({ purpose, path }) => [purpose, path])).toEqual([['api', '/info']]);
    expect(sent).toEqual([
      { type: 'api-head', id: 1, status: 200, headers: [] },
      { type: 'api-chunk', id: 1, bytes: bytes('one') },
      { type: 'api-chunk', id: 1, bytes: bytes('two') },
      { type: 'api-chunk', id: 1, bytes: new Uint8Array() },
    ]);
  });

  test('that is left is no longer worked on', async () => {
    const { report, asked, link } = linked();
    report({ ...request, id: 1 });
    report({ ...request, id: 2 });
    report({ type: 'api-cancel', id: 1 });
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    await turn();
    link.end(new Error('it died'));
    expect(asked[1]?.signal.aborted).toBe(true);
  });

  test.each([
    { path: 'http://elsewhere/' },
    { path: '/a b' },
    { method: 'GET / HTTP/1.1\r\n' },
    { purpose: 'root' },
    { headers: [['x', 'a\nb']] },
  ])('is refused when it is none: %j', (change) => {
    expect(parseReport({ ...request, id: 1, ...change })).toMatchObject({
      type: 'invalid-api-request',
      id: 1,
    });
  });
});
