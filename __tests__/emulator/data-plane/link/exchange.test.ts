import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  createExchanges,
  type ExchangeAnswer,
  type ExchangeRequest,
  type Exchanges,
  type HttpMessage,
  readWhole,
} from '../../../../src/emulator/data-plane/link/exchange.ts';
import type { FrameParts } from '../../../../src/emulator/data-plane/link/frames.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));
const bytes = (text: string) => Buffer.from(text);
async function* chunksOf(...pieces: (string | Uint8Array)[]) {
  for (const piece of pieces) yield typeof piece === 'string' ? bytes(piece) : piece;
}
const textOf = async (body: AsyncIterable<Uint8Array> | undefined) =>
  Buffer.from(await readWhole(body)).toString();

const HEAD = { purpose: 'app' as const, method: 'POST', path: '/a', query: '', headers: [], hasBody: false };
type Answer = (request: ExchangeRequest) => Promise<ExchangeAnswer>;
const refuse: Answer = () => Promise.reject(new Error('this link has no handler for requests'));
const respond = (body: AsyncIterable<Uint8Array> | undefined): ExchangeAnswer => ({
  kind: 'response',
  status: 200,
  headers: [['x-a', 'b']],
  body,
});

/** Connects both ends of a link, where each message arrives in a later turn, as on a stream. */
function linked(answer: Answer, answerOther: Answer = refuse) {
  const sent: HttpMessage[] = [];
  /** Total length of all bodies that were sent but not yet read. */
  const ends: Exchanges[] = [];
  const sendTo = (at: number) => (message: HttpMessage, parts?: FrameParts) => {
    sent.push(message);
    setImmediate(() => ends[at]?.receive(message, parts ?? []));
  };
  const emulator = createExchanges(sendTo(1), answerOther, 2);
  const worker = createExchanges(sendTo(0), answer, 1);
  ends.push(emulator, worker);
  const leaving = new AbortController();
  const ask = (body?: AsyncIterable<Uint8Array>) =>
    emulator.request({ ...HEAD, hasBody: body !== undefined, body, signal: leaving.signal });
  const types = () => sent.map(({ type }) => type);
  return { emulator, worker, sent, types, ask, leave: () => leaving.abort() };
}

describe('an HTTP exchange over the link to a worker', () => {
  test('returns a response with status, headers and body', async () => {
    const { ask } = linked(async ({ body }) => respond(chunksOf('you said ', await textOf(body))));
    const answer = await ask(chunksOf('one', 'two'));
    expect(answer).toMatchObject({ kind: 'response', status: 200, headers: [['x-a', 'b']] });
    expect(await textOf(answer.body)).toBe('you said onetwo');
  });

  test('runs in both directions at the same time without ID collisions', async () => {
    const both = linked(
      () => Promise.resolve(respond(chunksOf('from the worker'))),
      () => Promise.resolve(respond(chunksOf('from the emulator'))),
    );
    const api = { ...HEAD, purpose: 'api' as const, body: undefined, signal: new AbortController().signal };
    const answers = await Promise.all([
      both.ask(),
      both.worker.request(api),
      both.ask(),
      both.worker.request(api),
    ]);
    expect(await Promise.all(answers.map(({ body }) => textOf(body)))).toEqual([
      'from the worker',
      'from the emulator',
      'from the worker',
      'from the emulator',
    ]);
    const numbers = both.sent.filter(({ type }) => type === 'http').map(({ id }) => id);
    expect(numbers.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4]);
  });

  test('can forward the request with other headers and a changed body', async () => {
    const { ask } = linked(() =>
      Promise.resolve({ kind: 'pass', headers: [['x-seen', '1']], body: chunksOf('changed') }),
    );
    const answer = await ask(chunksOf('given'));
    expect(answer).toMatchObject({ kind: 'pass', headers: [['x-seen', '1']] });
    expect(await textOf(answer.body)).toBe('changed');
    const unread = linked(() => Promise.resolve({ kind: 'pass', headers: [], body: undefined }));
    expect((await unread.ask(chunksOf('given'))).body).toBeUndefined();
  });

  test('sends its body only as fast as the receiver reads it', async () => {
    let read = 0;
    const endless = async function* () {
      for (;;) {
        read += 1;
        yield bytes(String(read));
      }
    };
    const alone = linked(() => Promise.resolve(respond(undefined)));
    await textOf((await alone.ask(endless())).body);
    expect(read).toBe(0);
    const first = linked(async ({ body }) => {
      for await (const piece of body ?? []) return respond(chunksOf(piece));
      return respond(undefined);
    });
    expect(await textOf((await first.ask(endless())).body)).toBe('1');
    expect(read).toBe(1);
  });

  test('receives no more of a response than its reader requests', async () => {
    let made = 0;
    const endless = async function* () {
      for (;;) {
        made += 1;
        yield bytes('x');
      }
    };
    const { ask, types } = linked(() => Promise.resolve(respond(endless())));
    const body = (await ask()).body?.[Symbol.asyncIterator]();
    for (let at = 0; at < 50; at += 1) await turn();
    expect(made).toBe(8);
    for (let taken = 0; taken < 5; taken += 1) await body?.next();
    for (let at = 0; at < 50; at += 1) await turn();
    expect(made).toBe(8 + 4);
    await body?.return?.();
    for (let at = 0; at < 5; at += 1) await turn();
    expect(types().at(-1)).toBe('reset');
  });

  test('stops reading its body when its client disconnects, in any state', async () => {
    let isClosed = false;
    const source: AsyncIterable<Uint8Array> = {
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise(() => undefined),
        return() {
          isClosed = true;
          return Promise.resolve({ done: true, value: undefined });
        },
      }),
    };
    // The client disconnects before the response begins.
    const signals: AbortSignal[] = [];
    const silent = linked(({ signal }) => {
      signals.push(signal);
      return new Promise(() => undefined);
    });
    const pending = silent.ask();
    await turn();
    silent.leave();
    await expect(pending).rejects.toThrow('the client left');
    await turn();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    // The client disconnects while it reads the response.
    const slow = linked(() => Promise.resolve(respond(source)));
    const body = (await slow.ask()).body?.[Symbol.asyncIterator]();
    const next = body?.next();
    slow.leave();
    await expect(next).rejects.toThrow('the client left');
    await turn();
    expect(isClosed).toBe(true);
    // The client disconnects before the request is sent.
    const left = linked(refuse);
    left.leave();
    await expect(left.ask()).rejects.toThrow('the client left');
    expect(left.sent).toEqual([]);
  });

  test.each([
    ['before its response begins', () => Promise.reject(new Error('no model'))],
    [
      'in the middle of its response',
      () =>
        Promise.resolve(
          respond(
            (async function* () {
              yield bytes('half');
              throw new Error('no model');
            })(),
          ),
        ),
    ],
  ] as const)('fails with the reason in the response %s', async (_, answer) => {
    const { ask } = linked(answer);
    const whole = async () => textOf((await ask()).body);
    await expect(whole()).rejects.toThrow('no model');
  });

  test('fails when its link fails', async () => {
    const one = linked(() => new Promise(() => undefined));
    const pending = one.ask();
    one.emulator.end(new Error('the worker died'));
    await expect(pending).rejects.toThrow('the worker died');
    const other = linked(() => Promise.resolve(respond(chunksOf(...'abcdefghijkl'.split('')))));
    const { body } = await other.ask();
    await turn();
    other.emulator.end(new Error('the worker died'));
    await expect(textOf(body)).rejects.toThrow('the worker died');
  });

  test('fails if the other end sends more of a body than allowed', async () => {
    const sent: HttpMessage[] = [];
    const emulator = createExchanges((message) => sent.push(message), refuse, 2);
    const answer = emulator.request({ ...HEAD, body: undefined, signal: new AbortController().signal });
    emulator.receive({ type: 'head', id: 2, status: 200, headers: [] }, []);
    const { body } = await answer;
    for (let at = 0; at < 9; at += 1) {
      emulator.receive({ type: 'data', id: 2, side: 'response', bytes: 0 }, [bytes('x')]);
    }
    await expect(textOf(body)).rejects.toThrow('a larger part of the body than it was allowed to send');
    expect(sent.at(-1)).toMatchObject({ type: 'reset', id: 2 });
  });

  test('ignores messages about finished or unknown exchanges', async () => {
    const { emulator, ask } = linked(() => Promise.resolve(respond(chunksOf('x'))));
    await textOf((await ask()).body);
    for (const id of [2, 4, 1, 3]) {
      emulator.receive({ type: 'head', id, status: 200, headers: [] }, []);
      emulator.receive({ type: 'data', id, side: 'response', bytes: 0 }, [bytes('x')]);
      emulator.receive({ type: 'more', id, side: 'request', count: 1 }, []);
      emulator.receive({ type: 'end', id, side: 'response' }, []);
      emulator.receive({ type: 'reset', id, message: 'late' }, []);
    }
    expect(await textOf((await ask()).body)).toBe('x');
  });

  test('transfers the bodies of request and response exactly, however the bodies are split', async () => {
    const pieces = fc.array(fc.uint8Array({ maxLength: 50 }), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(pieces, pieces, async (given, returned) => {
        let received: Uint8Array | undefined;
        const { ask } = linked(async ({ body }) => {
          received = await readWhole(body);
          return respond(chunksOf(...returned));
        });
        const answer = await readWhole((await ask(chunksOf(...given))).body);
        expect(Buffer.from(received ?? []).equals(Buffer.concat(given))).toBe(true);
        expect(Buffer.from(answer).equals(Buffer.concat(returned))).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  test('transfers a body of 1 GiB with at most 2 MiB in memory', async () => {
    const megabyte = Buffer.alloc(1024 * 1024, 1);
    let made = 0;
    const large = async function* () {
      for (; made < 1024; made += 1) yield megabyte;
    };
    const { ask } = linked(() => Promise.resolve(respond(large())));
    let length = 0;
    let mostAhead = 0;
    for await (const piece of (await ask()).body ?? []) {
      length += piece.length;
      mostAhead = Math.max(mostAhead, made * megabyte.length - length);
    }
    expect(length).toBe(1024 * 1024 * 1024);
    // The last chunk of the source may be sent partially.
    expect(mostAhead).toBeLessThanOrEqual(3 * 1024 * 1024);
  });
});
