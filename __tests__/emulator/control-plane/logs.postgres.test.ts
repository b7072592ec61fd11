import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Plane, startPlane } from '../server/plane.ts';

async function withLog(count: number): Promise<{
  plane: Plane;
  v2: string;
  v1: string;
  revision: string;
  /** ID of another revision of the deployment, which has its own build log. */
  other: string;
  add(from: number, to: number): Promise<void>;
}> {
  const plane = await startPlane();
  const { id, latest_revision_id: revision } = await plane.create();
  const add = (from: number, to: number) =>
    plane.store.logs.append(
      Array.from({ length: to - from }, (_, index) => ({
        revisionId: revision,
        kind: 'build' as const,
        level: (from + index) % 10 === 0 ? ('ERROR' as const) : ('INFO' as const),
        at: 1_700_000_000_000 + (from + index) * 1_000,
        message: `line ${from + index}`,
      })),
    );
  await add(0, count);
  const second = (await plane.api('POST', `/v2/deployments/${id}/revisions`)).body.id;
  return {
    plane,
    other: `/v2/deployments/${id}/revisions/${second}/logs?type=build`,
    v2: `/v2/deployments/${id}/revisions/${revision}/logs?type=build`,
    v1: `/v1/projects/${id}/revisions/${revision}`,
    revision,
    add,
  };
}
const messages = (body: { logs: { message: string }[] }) => body.logs.map(({ message }) => message);

describe('the log of a revision', () => {
  test('has pages that neither skip nor repeat lines while the log grows', async () => {
    const { plane, v2, add, revision } = await withLog(25);
    const seen: string[] = [];
    let offset = '';
    for (let page = 0; page < 6; page += 1) {
      const { status, body } = await plane.api('GET', `${v2}&limit=10${offset}`);
      expect(status).toBe(200);
      seen.push(...messages(body));
      expect(body.next_offset).not.toBeNull();
      offset = `&offset=${body.next_offset}`;
      if (page === 2) await add(25, 30);
    }
    expect(seen).toEqual(Array.from({ length: 30 }, (_, index) => `line ${index}`));
    await plane.store.revisions.update(revision, { status: 'BUILD_FAILED' });
    const { body } = await plane.api('GET', `${v2}${offset}`);
    expect([messages(body), body.next_offset]).toEqual([[], null]);
  });

  test('can be read from the newest line to the oldest', async () => {
    const { plane, v2 } = await withLog(5);
    const { body } = await plane.api('GET', `${v2}&order=desc&limit=2`);
    expect(messages(body)).toEqual(['line 4', 'line 3']);
    const next = await plane.api('GET', `${v2}&order=desc&limit=10&offset=${body.next_offset}`);
    expect([messages(next.body), next.body.next_offset]).toEqual([['line 2', 'line 1', 'line 0'], null]);
  });

  test('can be filtered by text, level and time, separately for build logs and deploy logs', async () => {
    const { plane, v2 } = await withLog(21);
    const get = async (query: string) => messages((await plane.api('GET', v2 + query)).body);
    expect(await get('&query=line 2&limit=100')).toEqual(['line 2', 'line 20']);
    expect(await get('&level=ERROR')).toEqual(['line 0', 'line 10', 'line 20']);
    const at = (line: number) => new Date(1_700_000_000_000 + line * 1_000).toISOString();
    expect(await get(`&start_time=${at(18)}`)).toContain('line 19');
    expect(await get(`&start_time=${at(18)}`)).not.toContain('line 17');
    expect(await get(`&end_time=${at(1)}&start_time=${at(1)}`)).not.toContain('line 2');
    expect(messages((await plane.api('GET', v2.replace('build', 'deploy'))).body)).toEqual([]);
  });

  test('can also be read by routes under v1 with the parameters in the body', async () => {
    const { plane, v1 } = await withLog(3);
    const { status, body } = await plane.api('POST', `${v1}/build_logs`, { order: 'desc', limit: 30 });
    expect(status).toBe(200);
    expect(messages(body)).toEqual(['line 2', 'line 1', 'line 0']);
    expect(body.logs[0]).toMatchObject({
      id: expect.any(String),
      level: 'INFO',
      timestamp: expect.any(String),
    });
    expect(messages((await plane.api('POST', `${v1}/deploy_logs`, {})).body)).toEqual([]);
    expect((await plane.api('POST', `${v1.split('/revisions')[0]}/deploy_logs`, {})).status).toBe(200);
  });

  test('can be followed from before its first line, and is complete if it grows while being read', async () => {
    const { plane, v2, add, revision } = await withLog(0);
    let written = 0;
    let next = (await plane.api('GET', v2)).body.next_offset;
    const seen: string[] = [];
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: 7 }), fc.integer({ min: 1, max: 5 }), async (more, limit) => {
        await add(written, written + more);
        written += more;
        const { body } = await plane.api('GET', `${v2}&limit=${limit}&offset=${next}`);
        expect(body.logs.length).toBeLessThanOrEqual(limit);
        seen.push(...messages(body));
        next = body.next_offset;
      }),
      { numRuns: fc.readConfigureGlobal().numRuns ?? 40 },
    );
    await plane.store.revisions.update(revision, { status: 'DEPLOYED' });
    while (next !== null) {
      const { body } = await plane.api('GET', `${v2}&offset=${next}`);
      seen.push(...messages(body));
      next = body.next_offset;
    }
    expect(seen).toEqual(Array.from({ length: written }, (_, index) => `line ${index}`));
  });

  test('is read backwards from its last line, without lines that are added after the request', async () => {
    const { plane, v2, add } = await withLog(7);
    const seen: string[] = [];
    for (let page: string | null = ''; page !== null; ) {
      const { body } = await plane.api('GET', `${v2}&order=desc&limit=2&offset=${page}`);
      seen.push(...messages(body));
      page = body.next_offset;
      await add(100 + seen.length, 101 + seen.length);
    }
    expect(seen).toEqual(Array.from({ length: 7 }, (_, index) => `line ${6 - index}`));
  });

  // docs/departures.md#get-revision-logs-cursors
  test('has opaque cursors that are valid only for the same log and order', async () => {
    const { plane, v2, v1, other } = await withLog(9);
    const cursor = (await plane.api('GET', `${v2}&limit=2`)).body.next_offset;
    expect(cursor).not.toMatch(/^\d+$/);
    const refusal = async (target: string, offset = cursor) => {
      const { status, body } = await plane.api('GET', `${target}&offset=${encodeURIComponent(offset)}`);
      return [status, body.detail?.[0].loc.join('.'), body.detail?.[0].msg];
    };
    expect(await refusal(`${v2}&order=desc`)).toEqual([422, 'query.offset', expect.stringContaining('asc')]);
    const foreign = [422, 'query.offset', expect.stringContaining('another log')];
    expect(await refusal(v2.replace('build', 'deploy'))).toEqual(foreign);
    expect(await refusal(other)).toEqual(foreign);
    const broken = [422, 'query.offset', expect.stringContaining('send it back unchanged')];
    for (const text of ['12', 'a b', Buffer.from('1 asc x').toString('base64url')]) {
      expect(await refusal(v2, text)).toEqual(broken);
    }
    for (const text of [`${cursor}x`, cursor.slice(0, -3)]) expect((await refusal(v2, text))[0]).toBe(422);
    // The older path of the route returns the same log.
    const twin = await plane.api('POST', `${v1}/build_logs`, { offset: cursor, limit: 1 });
    expect(messages(twin.body)).toEqual(['line 2']);
  });

  // docs/departures.md#get-revision-logs-level
  test('can be filtered by exact level and by run', async () => {
    const { plane, v2, revision } = await withLog(0);
    const levels = ['DEBUG', 'INFO', 'WARNING', 'ERROR', 'CRITICAL'] as const;
    await plane.store.logs.append(
      levels.map((level) => ({
        revisionId: revision,
        kind: 'build',
        level,
        at: 1,
        message: `run-1 ${level}`,
      })),
    );
    for (const level of levels) {
      expect(messages((await plane.api('GET', `${v2}&level=${level}`)).body)).toEqual([`run-1 ${level}`]);
    }
    expect(messages((await plane.api('GET', `${v2}&run_id=run-1&query=ERROR`)).body)).toEqual([
      'run-1 ERROR',
    ]);
    expect(messages((await plane.api('GET', `${v2}&run_id=run-2`)).body)).toEqual([]);
    expect(
      messages((await plane.api('GET', `${v2}&query=&level=INFO&run_id=&start_time=`)).body),
    ).toHaveLength(1);
  });

  test('causes a 422 with the invalid parameter, and a 404 for unknown IDs', async () => {
    const { plane, v2, v1 } = await withLog(0);
    for (const [query, field] of [
      ['&limit=1001', 'limit'],
      ['&offset=abc', 'offset'],
      ['&start_time=yesterday', 'start_time'],
      ['&level=LOUD', 'level'],
    ]) {
      const answer = await plane.api('GET', v2 + query);
      expect([answer.status, answer.body.detail[0].loc]).toEqual([422, ['query', field]]);
    }
    for (const [field, value] of [
      ['limit', 1001],
      ['offset', 'abc'],
      ['end_time', 'yesterday'],
    ] as const) {
      const answer = await plane.api('POST', `${v1}/build_logs`, { [field]: value });
      expect([answer.status, answer.body.detail[0].loc]).toEqual([422, ['body', field]]);
    }
    expect((await plane.api('GET', v2.replace('?type=build', ''))).status).toBe(422);
    const unknown = '99999999-9999-4999-8999-999999999999';
    expect((await plane.api('GET', v2.replace(/revisions\/[^/]+/, `revisions/${unknown}`))).status).toBe(404);
    expect(
      (await plane.api('POST', v1.replace(/projects\/[^/]+/, `projects/${unknown}`) + '/build_logs', {}))
        .status,
    ).toBe(404);
  });
});

describe('the log of a deployment', () => {
  async function withRevisions() {
    const plane = await startPlane();
    const { id, latest_revision_id: first } = await plane.create();
    const second = (await plane.api('POST', `/v2/deployments/${id}/revisions`)).body.id as string;
    const other = await plane.create();
    const write = (revisionId: string, message: string, kind: 'build' | 'deploy' = 'deploy') =>
      plane.store.logs.append([{ revisionId, kind, level: 'INFO', at: 1_700_000_000_000, message }]);
    for (const [revision, message] of [
      [first, 'a'],
      [second, 'b'],
      [other.latest_revision_id, 'x'],
      [first, 'c'],
      [second, 'd'],
    ] as const) {
      await write(revision, message);
    }
    await write(second, 'built', 'build');
    for (const revision of [first, second])
      await plane.store.revisions.update(revision, { status: 'DEPLOYED' });
    return { plane, id, first, second, other, write };
  }
  const items = (body: { items: { message: string }[] }) => body.items.map(({ message }) => message);

  // docs/departures.md#get-revision-logs-deployment
  test('contains the lines of all revisions in order, or of one revision only', async () => {
    const { plane, id, first, second } = await withRevisions();
    const get = async (query: string) =>
      (await plane.api('GET', `/v2/deployment-logs?deployment_id=${id.toUpperCase()}${query}`)).body;
    const all = await get('');
    expect(items(all)).toEqual(['a', 'b', 'c', 'd']);
    expect(all.next_cursor).toBeNull();
    expect(all.items[1]).toEqual({
      id: expect.any(String),
      timestamp: '2023-11-14T22:13:20.000Z',
      level: 'INFO',
      message: 'b',
      revision_id: second,
    });
    expect(items(await get('&log_type=BUILD'))).toEqual(['built']);
    expect(items(await get(`&revision_id=${first}`))).toEqual(['a', 'c']);
    expect(items(await get('&sort_order=desc&page_size=2'))).toEqual(['d', 'c']);
    expect(items(await get('&query=b&level=INFO'))).toEqual(['b']);
    expect(items(await get('&start_time=2023-11-15T00:00:00Z'))).toEqual([]);
  });

  test.each(['asc', 'desc'])(
    'is returned in pages in the order %s without lost or repeated lines',
    async (order) => {
      const { plane, id, second, write } = await withRevisions();
      const seen: string[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const query = `deployment_id=${id}&sort_order=${order}&page_size=1&cursor=${cursor}`;
        const { body } = await plane.api('GET', `/v2/deployment-logs?${query}`);
        seen.push(...items(body));
        cursor = body.next_cursor;
        if (seen.length === 2) await write(second, 'e');
      }
      expect(seen).toEqual(order === 'asc' ? ['a', 'b', 'c', 'd', 'e'] : ['d', 'c', 'b', 'a']);
    },
  );

  test("is available below the deployment's path and the project's path", async () => {
    const { plane, id } = await withRevisions();
    const page = (await plane.api('GET', `/v2/deployments/${id}/logs?limit=3`)).body;
    expect(messages(page)).toEqual(['a', 'b', 'c']);
    const rest = { offset: page.next_offset };
    expect(messages((await plane.api('POST', `/v1/projects/${id}/deploy_logs`, rest)).body)).toEqual(['d']);
  });

  test('causes an error that names missing, invalid and unknown parameters', async () => {
    const { plane, id, other } = await withRevisions();
    const get = async (query: string) => {
      const { status, body } = await plane.api('GET', `/v2/deployment-logs?${query}`);
      return [status, Array.isArray(body.detail) ? body.detail[0].loc.join('.') : body.detail];
    };
    const unknown = '99999999-9999-4999-8999-999999999999';
    expect(await get('')).toEqual([422, 'query.deployment_id']);
    expect(await get(`deployment_id=${id}&page_size=101`)).toEqual([422, 'query.page_size']);
    expect(await get(`deployment_id=${id}&log_type=build`)).toEqual([422, 'query.log_type']);
    expect(await get(`deployment_id=${id}&cursor=x`)).toEqual([422, 'query.cursor']);
    expect(await get(`deployment_id=${unknown}`)).toEqual([404, `Deployment ID ${unknown} not found.`]);
    expect(await get(`deployment_id=${id}&revision_id=${other.latest_revision_id}`)).toEqual([
      404,
      `Revision ID ${other.latest_revision_id} not found.`,
    ]);
  });
});
