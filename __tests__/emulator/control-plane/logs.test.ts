import { describe, expect, test } from '@jest/globals';
import { type Plane, startPlane } from '../server/plane.ts';

async function withLog(count: number): Promise<{
  plane: Plane;
  v2: string;
  v1: string;
  revision: string;
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
  return {
    plane,
    v2: `/v2/deployments/${id}/revisions/${revision}/logs?type=build`,
    v1: `/v1/projects/${id}/revisions/${revision}`,
    revision,
    add,
  };
}
const messages = (body: { logs: { message: string }[] }) => body.logs.map(({ message }) => message);

describe('the log of a revision', () => {
  test('comes in pages that neither skip nor repeat, while it grows', async () => {
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

  test('the newest lines come first when asked', async () => {
    const { plane, v2 } = await withLog(5);
    const { body } = await plane.api('GET', `${v2}&order=desc&limit=2`);
    expect(messages(body)).toEqual(['line 4', 'line 3']);
    const next = await plane.api('GET', `${v2}&order=desc&limit=10&offset=${body.next_offset}`);
    expect([messages(next.body), next.body.next_offset]).toEqual([['line 2', 'line 1', 'line 0'], null]);
  });

  test('is filtered by text, level and time; the other kind is another log', async () => {
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

  test('has twins under v1, with the request in the body', async () => {
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

  test('what cannot be read is a 422 naming it; what is unknown a 404', async () => {
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
