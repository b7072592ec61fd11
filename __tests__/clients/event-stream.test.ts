import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { WAIT_LIMIT_MS } from '../../harness/hang-limit.ts';
import type { StreamEnd, StreamHead } from '../../src/clients/event-stream.ts';
import { type Handler, replying, serve, testTransport } from './support.ts';
import { freePort } from '../../harness/free-ports.ts';

const HEAD = { 'content-type': 'text/event-stream' };

interface Seen {
  end: StreamEnd;
  events: { event: string | undefined; data: string; id: string | undefined }[];
  opened: number;
  head: StreamHead | undefined;
}

/** Limits for tests of other limits, because a busy machine must not count as silence. */
const PATIENT = { silenceMs: WAIT_LIMIT_MS };

/** Reads a stream with limits that are short enough for a test. */
async function streamFrom(
  url: URL,
  options: { silenceMs?: number; signal?: AbortSignal } = {},
): Promise<Seen> {
  await using transport = testTransport();
  const events: Seen['events'] = [];
  let opened = 0;
  let head: StreamHead | undefined;
  const end = await transport.stream(
    {
      method: 'POST',
      url,
      headers: { 'x-api-key': 'key-of-test' },
      json: { a: 1 },
      headTimeoutMs: Math.max(120, options.silenceMs ?? 0),
      silenceMs: options.silenceMs ?? 120,
      signal: options.signal ?? new AbortController().signal,
    },
    {
      opened: (given) => {
        opened += 1;
        head = given;
      },
      event: ({ event, data, id }) => events.push({ event, data, id }),
    },
  );
  return { end, events, opened, head };
}

async function stream(handler: Handler, options: Parameters<typeof streamFrom>[1] = {}): Promise<Seen> {
  await using server = await serve(handler);
  // The server must exist until this point.
  const seen = await streamFrom(server.url, options);
  return seen;
}

const errorOf = ({ end }: Seen) => (end.kind === 'failed' ? end.error : undefined);

describe('the client for a stream of events', () => {
  test('returns the same events regardless of how the stream is split', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ event: fc.constantFrom('updates', 'values|a:1'), data: fc.jsonValue() }), {
          maxLength: 5,
        }),
        fc.array(fc.nat({ max: 400 }), { maxLength: 6 }),
        async (wanted, cuts) => {
          const whole = Buffer.from(
            wanted
              .map(
                ({ event, data }, at) =>
                  `id: ${at}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n: beat\n\n`,
              )
              .join(''),
          );
          const { end, events } = await stream((_request, response) => {
            response.writeHead(200, HEAD);
            const rest = cuts.toSorted((one, other) => one - other);
            let from = 0;
            const next = () => {
              const cut = rest.shift();
              if (cut === undefined) return void response.end(whole.subarray(from));
              response.write(whole.subarray(from, cut));
              from = Math.max(from, Math.min(cut, whole.length));
              setImmediate(next);
            };
            next();
          }, PATIENT);
          expect(end).toEqual({ kind: 'ended' });
          expect(events.map(({ event, data }) => ({ event, data: JSON.parse(data) as unknown }))).toEqual(
            wanted.map(({ event, data }) => ({ event, data: JSON.parse(JSON.stringify(data)) as unknown })),
          );
        },
      ),
      { numRuns: 12 },
    );
  });

  test('sends its request as JSON, and reports the address of the run that the response contains', async () => {
    await using server = await serve((_request, response) => {
      response.writeHead(200, { ...HEAD, 'content-location': '/threads/t/runs/r' }).end();
    });
    const { head } = await streamFrom(server.url, PATIENT);
    expect(server.requests).toMatchObject([
      { body: '{"a":1}', headers: { 'content-type': 'application/json', accept: 'text/event-stream' } },
    ]);
    expect(head).toMatchObject({ status: 200, contentLocation: '/threads/t/runs/r' });
  });

  test('treats a stream as broken after a time without data or heartbeats', async () => {
    const silent = await stream((_request, response) => {
      response.writeHead(200, HEAD).write('event: a\ndata: 1\n\n');
    });
    expect([silent.end.kind, silent.opened, silent.events.length]).toEqual(['failed', 1, 1]);
    expect(errorOf(silent)?.message).toContain('no response within 0.12 s');
    let beats = 0;
    const alive = await stream(
      (_request, response) => {
        response.writeHead(200, HEAD);
        const timer = setInterval(() => {
          beats += 1;
          if (beats < 6) response.write(': beat\n\n');
          else {
            clearInterval(timer);
            response.end('event: a\ndata: 1\n\n');
          }
        }, 90);
      },
      { silenceMs: 400 },
    );
    expect([alive.end.kind, alive.events.length]).toEqual(['ended', 1]);
  });

  test('reports a stream whose headers never arrive, and a server that is not running', async () => {
    const headless = await stream(() => {});
    expect([headless.opened, errorOf(headless)?.kind]).toEqual([0, 'ambiguous']);
    const refused = await streamFrom(new URL(`http://127.0.0.1:${await freePort()}/`));
    expect(errorOf(refused)).toMatchObject({ kind: 'network', code: 'ECONNREFUSED' });
  });

  test('reports an error response with its message and the requested delay', async () => {
    const busy = await stream(replying(503, { detail: 'starting' }, { 'retry-after': '7' }), PATIENT);
    expect(busy.end).toMatchObject({
      kind: 'failed',
      opened: false,
      retryAfterMs: 7_000,
      error: { status: 503, detail: 'starting', attempts: 1 },
    });
    const html = await stream(
      (_request, response) => void response.writeHead(502).end('<p>secret</p>'),
      PATIENT,
    );
    expect(errorOf(html)).toMatchObject({ kind: 'ambiguous', status: 502 });
    expect(errorOf(html)?.message).not.toContain('secret');
    const moved = await stream(
      (_request, response) =>
        void response.writeHead(302, { location: 'https://elsewhere.example.org' }).end(),
      PATIENT,
    );
    expect(errorOf(moved)).toMatchObject({ kind: 'http', status: 302 });
  });

  test('limits the size of events and of error responses', async () => {
    const event = await stream((_request, response) => {
      response.writeHead(200, HEAD);
      const more = () => {
        if (!response.destroyed && response.write(`data: ${'x'.repeat(1_000_000)}`)) setImmediate(more);
      };
      response.on('drain', more);
      more();
    }, PATIENT);
    expect(errorOf(event)).toMatchObject({ code: 'EVENT_TOO_LARGE' });
    expect(event.events).toEqual([]);
    const error = await stream(
      (_request, response) => void response.writeHead(500).end('x'.repeat(1_000_000)),
      PATIENT,
    );
    expect(errorOf(error)?.message).not.toContain('xxx');
  });

  test('stops if its signal is aborted before or after the request', async () => {
    const early = stream(() => {}, { signal: AbortSignal.abort(new Error('over')) });
    await expect(early).rejects.toThrow('over');
    const stop = new AbortController();
    const late = stream(
      (_request, response) => {
        response.writeHead(200, HEAD).write(': hello\n\n');
        stop.abort(new Error('over'));
      },
      { ...PATIENT, signal: stop.signal },
    );
    await expect(late).rejects.toThrow('over');
  });
});
