import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { EmulatorOptions } from '../../../src/emulator/index.ts';
import { Seed } from '../../../src/emulator/admin/seed.ts';
import { newFolder, type Plane, startPlane } from '../server/plane.ts';
import { aRun } from './runs.ts';

const TOKENS = '/api/v1/feedback/tokens';
const HOUR = 3_600_000;
const START = Date.parse('2026-01-01T00:00:00Z');

/** Starts an emulator whose time advances only on request. */
async function standing(options: EmulatorOptions = {}) {
  const time = { now: START };
  const clock = { now: () => time.now, sleep: () => new Promise<void>(() => undefined) };
  return { time, plane: await startPlane({ clock, ...options }) };
}
const withoutKey = { 'x-api-key': null };
const aToken = async (plane: Plane, runId: string, more: object = {}) => {
  const { status, body } = await plane.api('POST', TOKENS, {
    run_id: runId,
    feedback_key: 'helpful',
    ...more,
  });
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body as { id: string; url: string; expires_at: string; feedback_key: string };
};
/** Starts such an emulator with a run and a token of the run. */
const withToken = async () => {
  const { time, plane } = await standing();
  const run = await aRun(plane);
  return { time, plane, run, ...(await aToken(plane, run.id)) };
};
const reported = async (plane: Plane, runId: string) =>
  (await plane.api('GET', `/api/v1/feedback?run=${runId}`)).body;

describe('a feedback token', () => {
  test('is created for a run, is valid for three hours, and has a URL of the tracing API', async () => {
    const { plane } = await standing();
    const run = await aRun(plane);
    const token = await aToken(plane, run.id);
    expect(token).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      url: `${plane.emulator.urls.tracing}${TOKENS}/${token.id}`,
      expires_at: '2026-01-01T03:00:00.000Z',
      feedback_key: 'helpful',
    });
  });

  test('has a URL below the public URL if a public URL is configured', async () => {
    const { plane } = await standing({ publicUrl: 'https://emulator.example/base' });
    const { id, url } = await aToken(plane, (await aRun(plane)).id);
    expect(url).toBe(`https://emulator.example/base${TOKENS}/${id}`);
  });

  test('expires after the time that its creator requested', async () => {
    const { plane, time } = await standing();
    const { id } = await aRun(plane);
    const day = await aToken(plane, id, { expires_in: { days: 1, minutes: 30 } });
    expect(day.expires_at).toBe('2026-01-02T00:30:00.000Z');
    expect((await aToken(plane, id, { expires_at: '2026-01-01T05:00:00+02:00' })).expires_at).toBe(
      '2026-01-01T03:00:00.000Z',
    );
    expect((await aToken(plane, id, { expires_at: '2026-01-01T05:00:00' })).expires_at).toBe(
      '2026-01-01T05:00:00.000Z',
    );
    time.now = Date.parse(day.expires_at) - 1;
    expect((await plane.api('GET', `${TOKENS}/${day.id}?score=1`, undefined, withoutKey)).status).toBe(200);
    time.now += 1;
    const late = await plane.api('GET', `${TOKENS}/${day.id}?score=1`, undefined, withoutKey);
    expect(late).toMatchObject({ status: 404, body: { detail: expect.stringContaining('expired') } });
    expect(await reported(plane, id)).toHaveLength(1);
  });

  test('is created together with the other tokens of a request, or no token of the request is created', async () => {
    const { plane } = await standing();
    const run_id = (await aRun(plane)).id;
    const made = await plane.api('POST', TOKENS, [
      { run_id, feedback_key: 'a' },
      { run_id, feedback_key: 'a' },
      { run_id, feedback_key: 'b', expires_in: { minutes: 1 } },
    ]);
    expect(made.body.map(({ feedback_key: key }: { feedback_key: string }) => key)).toEqual(['a', 'a', 'b']);
    expect(new Set(made.body.map(({ id }: { id: string }) => id)).size).toBe(3);
    const listed = await plane.api('GET', `${TOKENS}?run_id=${run_id}`);
    expect(listed.body).toEqual(made.body);
    expect((await plane.api('GET', `${TOKENS}?run_id=${run_id}&limit=1&offset=1`)).body).toEqual([
      made.body[1],
    ]);
    for (const other of [
      { run_id: randomUUID(), feedback_key: 'c' },
      { run_id, feedback_key: '' },
    ]) {
      const refused = await plane.api('POST', TOKENS, [{ run_id, feedback_key: 'c' }, other]);
      expect([404, 422]).toContain(refused.status);
    }
    expect((await plane.api('POST', TOKENS, [])).status).toBe(422);
    expect((await plane.api('GET', `${TOKENS}?run_id=${run_id}`)).body).toHaveLength(3);
  });

  // docs/departures/agent-server.md#post-get-api-v1
  test('is listed while it is valid', async () => {
    const { plane, time } = await standing();
    const run_id = (await aRun(plane)).id;
    const short = await aToken(plane, run_id, { expires_in: { minutes: 1 } });
    const long = await aToken(plane, run_id);
    time.now += 60_000;
    expect((await plane.api('GET', `${TOKENS}?run_id=${run_id}`)).body).toEqual([long]);
    expect((await plane.api('GET', `${TOKENS}/${short.id}?score=1`, undefined, withoutKey)).status).toBe(404);
  });

  test('can have an unused ID that the caller chooses', async () => {
    const { plane } = await standing();
    const run_id = (await aRun(plane)).id;
    const id = randomUUID();
    expect((await aToken(plane, run_id, { id: id.toUpperCase() })).id).toBe(id);
    const again = await plane.api('POST', TOKENS, { run_id, feedback_key: 'k', id });
    expect(again.status).toBe(409);
    expect(JSON.stringify(again.body)).not.toContain(id);
  });

  test.each([
    ['that is unknown', randomUUID(), 404],
    ['whose ID is not a UUID', 'latest', 422],
  ])('for a run %s can be neither created nor listed (%s)', async (_, run_id, status) => {
    const { plane } = await standing();
    expect((await plane.api('POST', TOKENS, { run_id, feedback_key: 'k' })).status).toBe(status);
    expect((await plane.api('GET', `${TOKENS}?run_id=${run_id}`)).status).toBe(status);
  });

  test('causes a 404 for a run of another workspace, whose feedback is not visible', async () => {
    const seed = Seed.parse({
      workspaces: [
        { id: randomUUID(), name: 'one' },
        { id: randomUUID(), name: 'two', api_keys: [{ key: 'key-of-the-other-one' }] },
      ],
    });
    const { plane } = await standing({ seed });
    const run = await aRun(plane);
    const token = await aToken(plane, run.id);
    await plane.api('POST', `${TOKENS}/${token.id}`, { score: 1 });
    const [kept] = await reported(plane, run.id);
    const stranger = { 'x-api-key': 'key-of-the-other-one' };
    const body = { run_id: run.id, feedback_key: 'k' };
    expect((await plane.api('POST', TOKENS, body, stranger)).status).toBe(404);
    expect((await plane.api('GET', `${TOKENS}?run_id=${run.id}`, undefined, stranger)).status).toBe(404);
    expect((await plane.api('GET', `/api/v1/feedback?run=${run.id}`, undefined, stranger)).body).toEqual([]);
    for (const method of ['GET', 'DELETE']) {
      const { status } = await plane.api(method, `/api/v1/feedback/${kept.id}`, undefined, stranger);
      expect(status).toBe(404);
    }
    // The ID is already used in the other workspace, which is all that the response reveals.
    const taken = { id: kept.id, run_id: run.id, key: 'k' };
    expect((await plane.api('POST', '/api/v1/feedback', taken, stranger)).status).toBe(404);
  });

  test('requires an API key for all operations except its use', async () => {
    const { plane, run, id } = await withToken();
    for (const [method, path] of [
      ['POST', TOKENS],
      ['GET', `${TOKENS}?run_id=${run.id}`],
      ['GET', '/api/v1/feedback'],
      ['POST', '/api/v1/feedback'],
      ['GET', `/api/v1/feedback/${id}`],
      ['PATCH', `/api/v1/feedback/${id}`],
      ['DELETE', `/api/v1/feedback/${id}`],
    ] as const) {
      expect([path, (await plane.api(method, path, undefined, withoutKey)).status]).toEqual([path, 401]);
    }
  });
});

describe('feedback that is sent to a pre-signed URL', () => {
  // docs/departures/agent-server.md#runcreate-stored-feedback-record
  test('by POST is stored with all fields under the key of the URL, without an API key', async () => {
    const { plane, run, url } = await withToken();
    const all = {
      score: 0.25,
      value: { choice: ['b', null] },
      comment: 'naïve 👍 "quoted"',
      correction: { answer: 42 },
      metadata: { by: 'ada' },
    };
    const answer = await plane.api('POST', new URL(url).pathname, all, withoutKey);
    expect(answer).toMatchObject({ status: 200, body: { id: expect.any(String), key: 'helpful' } });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const [project] = (await plane.api('GET', '/api/v1/sessions')).body;
    const at = '2026-01-01T00:00:00.000Z';
    const kept = {
      ...all,
      id: answer.body.id,
      key: 'helpful',
      run_id: run.id,
      trace_id: run.id,
      session_id: project.id,
      feedback_source: { type: 'api', metadata: { by: 'ada' } },
      created_at: at,
      comparative_experiment_id: null,
      feedback_group_id: null,
      modified_at: at,
    };
    expect(await reported(plane, run.id)).toEqual([kept]);
    expect((await plane.api('GET', `/api/v1/feedback/${answer.body.id}`)).body).toEqual(kept);
  });

  // docs/departures/agent-server.md#feedback-metadata-query
  test('by GET is stored with the fields of its query, but without metadata', async () => {
    const { plane, run, id } = await withToken();
    const query = new URLSearchParams({
      score: 'false',
      value: 'b & c',
      comment: '50% + 1 = 51%',
      correction: '{"answer":{"deep":[1,"ü"]}}',
      metadata: '{"by":"ada"}',
    });
    expect((await plane.api('GET', `${TOKENS}/${id}?${query}`, undefined, withoutKey)).status).toBe(200);
    expect(await reported(plane, run.id)).toMatchObject([
      {
        score: false,
        value: 'b & c',
        comment: '50% + 1 = 51%',
        correction: { answer: { deep: [1, 'ü'] } },
        metadata: null,
      },
    ]);
  });

  // docs/departures/agent-server.md#feedback-head
  test('can be sent again until the URL expires, but HEAD and other methods store nothing', async () => {
    const { plane, run, id } = await withToken();
    const use = `${TOKENS}/${id}`;
    for (const score of [1, 2, 3]) await plane.api('POST', use, { score }, withoutKey);
    for (const method of ['HEAD', 'PUT', 'PATCH', 'DELETE']) {
      const { status, headers } = await plane.api(method, use, undefined, withoutKey);
      expect([method, status, headers.get('allow')]).toEqual([method, 405, 'GET, POST']);
    }
    const scores = (await reported(plane, run.id)).map(({ score }: { score: number }) => score);
    expect(scores).toEqual([3, 2, 1]);
  });

  test.each([
    ['correction=%7B%22a%22', 'correction'],
    ['correction=%5B1%5D', 'correction'],
    [`correction=${'{"a":'.repeat(501)}1${'}'.repeat(501)}`, 'correction'],
    ['score=high', 'score'],
    ['score=1&score=2', 'score'],
  ])(
    'by GET is rejected with a 422 that names the invalid field, and nothing is stored (%#)',
    async (query, field) => {
      const { plane, run, id } = await withToken();
      const { status, body } = await plane.api('GET', `${TOKENS}/${id}?${query}`, undefined, withoutKey);
      expect([status, body.detail[0].loc.slice(0, 2)]).toEqual([422, ['query', field]]);
      expect(await reported(plane, run.id)).toEqual([]);
    },
  );

  test.each([
    [{ correction: 'not an object' }, 422],
    [{ correction: ['a'] }, 422],
    [{ score: 'high' }, 422],
    [{ metadata: 'x' }, 422],
    ['{"score":', 422],
    [`{"value":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_001)}`, 400],
    [`{"value":${'{"a":'.repeat(500)}1${'}'.repeat(501)}`, 400],
    [undefined, 422],
  ])('by POST is rejected if it is invalid, and nothing is stored (%#)', async (body, status) => {
    const { plane, run, id } = await withToken();
    expect((await plane.api('POST', `${TOKENS}/${id}`, body, withoutKey)).status).toBe(status);
    expect(await reported(plane, run.id)).toEqual([]);
  });

  // docs/departures/agent-server.md#feedback-answers
  test('gets a 404 for an unknown token, and a 422 for an invalid token', async () => {
    const { plane } = await standing();
    for (const [token, status] of [
      [randomUUID(), 404],
      ['guess', 422],
    ] as const) {
      expect((await plane.api('POST', `${TOKENS}/${token}`, { score: 1 }, withoutKey)).status).toBe(status);
      expect((await plane.api('GET', `${TOKENS}/${token}?score=1`, undefined, withoutKey)).status).toBe(
        status,
      );
    }
  });

  // docs/departures.md#json-nested-deeper-than
  test('can be nested as deeply as any other JSON', async () => {
    const { plane, run, id } = await withToken();
    const value = `${'{"a":'.repeat(499)}1${'}'.repeat(499)}`;
    expect((await plane.api('POST', `${TOKENS}/${id}`, `{"value":${value}}`, withoutKey)).status).toBe(200);
    expect(JSON.stringify((await reported(plane, run.id))[0].value)).toBe(value);
    expect(plane.emulator.journal.after(0).entries.length).toBeGreaterThan(0);
  });

  test('can be sent by pages of any origin, which can also read errors, unlike on other routes', async () => {
    const { plane, id } = await withToken();
    const page = { ...withoutKey, origin: 'https://page.example' };
    const asked = await plane.api('OPTIONS', `${TOKENS}/${id}`, undefined, {
      ...page,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    });
    expect(asked.status).toBe(204);
    expect(asked.headers.get('access-control-allow-methods')?.split(', ').toSorted()).toEqual([
      'GET',
      'POST',
    ]);
    expect(asked.headers.get('access-control-allow-headers')).toBe('content-type');
    const readable = async (method: string, path: string, body?: unknown) => {
      const { status, headers } = await plane.api(method, path, body, page);
      return [status, headers.get('access-control-allow-origin')];
    };
    expect(asked.headers.get('access-control-allow-origin')).toBe('*');
    expect(await readable('POST', `${TOKENS}/${id}`, { score: 1 })).toEqual([200, '*']);
    expect(await readable('GET', `${TOKENS}/${id}?score=high`)).toEqual([422, '*']);
    expect(await readable('POST', `${TOKENS}/${randomUUID()}`, { score: 1 })).toEqual([404, '*']);
    expect(await readable('GET', '/api/v1/feedback')).toEqual([401, null]);
    expect(await readable('OPTIONS', '/api/v1/feedback')).toEqual([204, null]);
  });

  test('is also accepted without the prefix /api/v1', async () => {
    const { plane } = await standing();
    const run = await aRun(plane);
    const { body } = await plane.api('POST', '/feedback/tokens', { run_id: run.id, feedback_key: 'k' });
    expect(
      (await plane.api('GET', `/feedback/tokens/${body.id}?score=1`, undefined, withoutKey)).status,
    ).toBe(200);
    expect((await plane.api('GET', `/feedback?run=${run.id}`)).body).toHaveLength(1);
  });

  test('is affected by fault rules for the tracing API', async () => {
    const { plane, run, id } = await withToken();
    const rule = {
      match: { surface: 'tracing', method: 'POST', path: `${TOKENS}/*` },
      when: { nth: [1] },
      then: { status: 503, retry_after: 1 },
    };
    await plane.api('PUT', '/_local/faults', { rules: [rule] });
    const use = async () => (await plane.api('POST', `${TOKENS}/${id}`, { score: 1 }, withoutKey)).status;
    expect([await use(), await use()]).toEqual([503, 200]);
    expect(await reported(plane, run.id)).toHaveLength(1);
  });
});

describe('feedback after a deletion', () => {
  // docs/departures/agent-server.md#feedback-when-run-goes
  test('remains readable after its run was deleted, but its URL returns 404', async () => {
    const { plane, run, id } = await withToken();
    await plane.api('POST', `${TOKENS}/${id}`, { score: 1 }, withoutKey);
    await plane.store.runs.remove(run.id);
    expect((await plane.api('POST', `${TOKENS}/${id}`, { score: 2 }, withoutKey)).status).toBe(404);
    expect((await plane.api('GET', `${TOKENS}?run_id=${run.id}`)).status).toBe(404);
    expect((await plane.api('POST', TOKENS, { run_id: run.id, feedback_key: 'k' })).status).toBe(404);
    expect(await reported(plane, run.id)).toMatchObject([{ score: 1 }]);
  });

  test('has a URL that returns 404 after the thread was deleted', async () => {
    const { plane, run, id } = await withToken();
    await plane.store.threads.remove(run.threadId);
    expect((await plane.api('POST', `${TOKENS}/${id}`, { score: 2 }, withoutKey)).status).toBe(404);
    expect((await plane.api('GET', `${TOKENS}?run_id=${run.id}`)).status).toBe(404);
  });

  test('can still be sent after its temporary thread was deleted', async () => {
    const { plane } = await standing();
    const run = await aRun(plane, { kwargs: { stateless: true } });
    const token = await aToken(plane, run.id);
    await plane.store.threads.remove(run.threadId);
    expect((await plane.api('POST', `${TOKENS}/${token.id}`, { score: 2 }, withoutKey)).status).toBe(200);
    expect((await plane.api('GET', `${TOKENS}?run_id=${run.id}`)).body).toEqual([token]);
    expect(await reported(plane, run.id)).toMatchObject([{ score: 2 }]);
  });

  // docs/api.md#feedback-url
  test('remains readable after its deployment was deleted, until its project is deleted, but the URL returns 404', async () => {
    const { plane, run, id } = await withToken();
    await plane.api('POST', `${TOKENS}/${id}`, { score: 1 }, withoutKey);
    const [project] = (await plane.api('GET', '/api/v1/sessions')).body;
    await plane.store.deployments.remove(run.deploymentId);
    expect((await plane.api('POST', `${TOKENS}/${id}`, { score: 2 }, withoutKey)).status).toBe(404);
    expect(await reported(plane, run.id)).toMatchObject([{ score: 1, session_id: project.id }]);
    await plane.api('DELETE', `/api/v1/sessions/${project.id}`);
    expect(await reported(plane, run.id)).toEqual([]);
  });

  test('can still be sent after its tracing project was deleted', async () => {
    const { plane, run, id } = await withToken();
    const [project] = (await plane.api('GET', '/api/v1/sessions')).body;
    await plane.api('DELETE', `/api/v1/sessions/${project.id}`);
    expect((await plane.api('POST', `${TOKENS}/${id}`, { score: 1 }, withoutKey)).status).toBe(200);
    expect(await reported(plane, run.id)).toMatchObject([{ score: 1, session_id: null }]);
  });
});

describe('feedback that is sent with an API key', () => {
  test('can be created, read, changed and deleted', async () => {
    const { plane, time } = await standing();
    const run = await aRun(plane);
    const id = randomUUID();
    const source = { type: 'model', metadata: { judge: 'm' } };
    const body = { id, run_id: run.id, key: 'correct', score: 1, comment: 'c', feedback_source: source };
    const made = await plane.api('POST', '/api/v1/feedback', body);
    expect(made).toMatchObject({
      status: 200,
      body: { id, key: 'correct', score: 1, feedback_source: source },
    });
    expect((await plane.api('POST', '/api/v1/feedback', body)).status).toBe(409);
    time.now += 1_000;
    const changed = await plane.api('PATCH', `/api/v1/feedback/${id}`, { score: 0, comment: null });
    expect(changed.body).toEqual({ ...made.body, score: 0, modified_at: '2026-01-01T00:00:01.000Z' });
    expect((await plane.api('DELETE', `/api/v1/feedback/${id}`)).status).toBe(204);
    for (const method of ['GET', 'DELETE', 'PATCH']) {
      const { status } = await plane.api(
        method,
        `/api/v1/feedback/${id}`,
        method === 'PATCH' ? {} : undefined,
      );
      expect([method, status]).toEqual([method, 404]);
    }
    const unknown = { ...body, id: randomUUID(), run_id: randomUUID() };
    expect((await plane.api('POST', '/api/v1/feedback', unknown)).status).toBe(404);
  });

  test('is listed by run, key and source, in pages', async () => {
    const { plane } = await standing();
    const [one, two] = [await aRun(plane), await aRun(plane)];
    for (const [run, key, type] of [
      [one, 'a', 'api'],
      [one, 'b', 'model'],
      [two, 'a', 'app'],
    ] as const) {
      const body = { run_id: run.id, key, score: 1, feedback_source: { type } };
      expect((await plane.api('POST', '/api/v1/feedback', body)).status).toBe(200);
    }
    const keys = async (query: string) =>
      (await plane.api('GET', `/api/v1/feedback?${query}`)).body.map(({ key }: { key: string }) => key);
    expect(await keys('')).toEqual(['a', 'b', 'a']);
    expect(await keys(`run=${one.id}`)).toEqual(['b', 'a']);
    expect(await keys(`run=${one.id}&run=${two.id}&key=a`)).toEqual(['a', 'a']);
    expect(await keys('source=model&source=app&limit=1&offset=1')).toEqual(['b']);
    expect(await keys(`run=${randomUUID()}`)).toEqual([]);
    expect((await plane.api('GET', '/api/v1/feedback?run=x')).status).toBe(422);
  });
});

describe('a feedback token as a credential', () => {
  // docs/departures/agent-server.md#feedback-tokens-snapshots
  test('never appears in data files, the journal, snapshots or the log, even if wrong or expired', async () => {
    const folder = await newFolder();
    const lines: string[] = [];
    const { plane, time } = await standing({ dataDir: folder, log: (line) => lines.push(line) });
    const run = await aRun(plane);
    const { id, url } = await aToken(plane, run.id);
    const guess = randomUUID();
    const own = await plane.deps.feedback(run.id, ['helpful']);
    await plane.api('GET', `${TOKENS}?run_id=${run.id}`);
    await plane.api('GET', `${TOKENS}/${id}?score=1`, undefined, withoutKey);
    await plane.api('GET', `/api/v1/feedback/token%73/${id.toUpperCase()}?score=1`, undefined, withoutKey);
    await plane.api('POST', `${TOKENS}/${guess}`, { comment: `by ${url}` }, withoutKey);
    time.now += 4 * HOUR;
    await plane.api('GET', `${TOKENS}/${id}?score=1`, undefined, withoutKey);
    const secrets = [id, guess, new URL(own['helpful'] ?? '').pathname.split('/').at(-1) ?? ''];
    const journal = JSON.stringify(plane.emulator.journal.after(0));
    const snapshot = JSON.stringify(await plane.emulator.snapshot());
    expect(journal).toContain(`${TOKENS}/***`);
    const leaks = (text: string) => secrets.filter((one) => text.toLowerCase().includes(one));
    expect({ journal: leaks(journal), snapshot: leaks(snapshot), log: leaks(lines.join('\n')) }).toEqual({
      journal: [],
      snapshot: [],
      log: [],
    });
    const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((file) =>
      file.isFile(),
    );
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      const bytes = await readFile(join(file.parentPath, file.name), 'latin1');
      expect([file.name, leaks(bytes)]).toEqual([file.name, []]);
    }
  });
});

describe('the feedback URLs of a run', () => {
  test("are created once for each of the run's feedback keys", async () => {
    const { plane } = await standing();
    const run = await aRun(plane);
    const keys = ['a', 'a', 'two words', '__proto__', 'ключ/?&#', '👍'];
    const [first, second] = await Promise.all([
      plane.deps.feedback(run.id, keys),
      plane.deps.feedback(run.id, keys),
    ]);
    expect(Object.keys(first)).toEqual(['a', 'two words', '__proto__', 'ключ/?&#', '👍']);
    expect(new Set(Object.values(first)).size).toBe(5);
    expect(second).toEqual(first);
    expect(await plane.deps.feedback(run.id, ['b', 'a'])).toEqual({ b: expect.any(String), a: first['a'] });
    expect(await plane.deps.feedback(run.id, [])).toEqual({});
    const listed = (await plane.api('GET', `${TOKENS}?run_id=${run.id}`)).body;
    expect(listed).toHaveLength(6);
    expect(listed[0].url).toBe(first['a']);
  });

  test('can be created together for a thousand keys', async () => {
    const { plane } = await standing();
    const run = await aRun(plane);
    const urls = await plane.deps.feedback(
      run.id,
      Array.from({ length: 1000 }, (_, index) => `key ${index}`),
    );
    expect(new Set(Object.values(urls)).size).toBe(1000);
  });

  test('are created again after they have expired', async () => {
    const { plane, time } = await standing();
    const run = await aRun(plane);
    const first = await plane.deps.feedback(run.id, ['a']);
    time.now += 3 * HOUR;
    const second = await plane.deps.feedback(run.id, ['a']);
    expect(second['a']).not.toBe(first['a']);
    const use = await plane.api(
      'GET',
      `${new URL(second['a'] ?? '').pathname}?score=1`,
      undefined,
      withoutKey,
    );
    expect(use.status).toBe(200);
  });

  test('are missing while tracing is unavailable, which is logged once', async () => {
    const lines: string[] = [];
    const { plane } = await standing({ log: (line) => lines.push(line) });
    const [run, other] = [await aRun(plane), await aRun(plane)];
    for (const then of [{ status: 500 }, { reset: true }, { drop_answer: true }]) {
      const match = { surface: 'tracing', path: TOKENS };
      await plane.api('PUT', '/_local/faults', { rules: [{ match, when: { nth: [1] }, then }] });
      const { id } = await aRun(plane);
      expect([await plane.deps.feedback(id, ['a']), await plane.deps.feedback(id, ['a'])]).toEqual([{}, {}]);
      expect(lines.filter((line) => line.includes(id))).toEqual([
        expect.stringContaining('without feedback URLs'),
      ]);
    }
    await plane.api('PUT', '/_local/faults', {
      rules: [{ match: { surface: 'tracing' }, then: { delay_ms: 60_000 } }],
    });
    expect(Object.keys(await plane.deps.feedback(run.id, ['a']))).toEqual(['a']);
    await plane.store.runs.remove(other.id);
    expect(await plane.deps.feedback(other.id, ['a'])).toEqual({});
  });

  test('are missing if the store refuses writes', async () => {
    const lines: string[] = [];
    const { plane } = await standing({ log: (line) => lines.push(line) });
    const run = await aRun(plane);
    await plane.store.close();
    expect(await plane.deps.feedback(run.id, ['a'])).toEqual({});
    expect(lines.join('\n')).toContain(`run ${run.id} continues without feedback URLs`);
  });
});
