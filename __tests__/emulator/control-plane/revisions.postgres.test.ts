import { describe, expect, test } from '@jest/globals';
import { Revision } from '../../../src/contract/revision.ts';
import { gitDeployment, type Plane, startPlane } from '../server/plane.ts';

const PATH = '/v2/deployments';
const UNKNOWN = '99999999-9999-4999-8999-999999999999';

async function withRevisions(plane: Plane, count: number): Promise<{ path: string; ids: string[] }> {
  const created = (await plane.api('POST', PATH, gitDeployment())).body;
  const path = `${PATH}/${created.id}`;
  const ids = [created.latest_revision_id];
  for (let made = 1; made < count; made += 1) {
    const patched = await plane.api('PATCH', path, { source_revision_config: { repo_ref: `r${made}` } });
    ids.unshift(patched.body.latest_revision_id);
  }
  return { path, ids };
}

describe('the routes that return revisions', () => {
  // docs/conformance.md#list-revisions-revisions
  test('list revisions newest first, in pages and by status', async () => {
    const plane = await startPlane();
    const { path, ids } = await withRevisions(plane, 5);
    const get = async (query = '') => (await plane.api('GET', `${path}/revisions${query}`)).body;
    const list = async (query = '') => (await get(query)).resources.map(({ id }: { id: string }) => id);
    expect(await list()).toEqual(ids);
    expect(await list('?limit=2')).toEqual(ids.slice(0, 2));
    expect(await get('?limit=2&offset=4')).toMatchObject({ resources: [{ id: ids[4] }], offset: 5 });
    await plane.store.revisions.update(String(ids[2]), { status: 'BUILD_FAILED', statusMessage: 'no disk' });
    expect(await list('?status=BUILD_FAILED')).toEqual([ids[2]]);
    expect(await list('?status=')).toEqual(ids);
    expect(await list('?status=BUILD_FAILED,CREATING&limit=100')).toEqual(ids);
    expect((await plane.api('GET', `${path}/revisions?limit=101`)).status).toBe(422);
  });

  // docs/conformance.md#revision-revision
  // docs/departures.md#revision-other-revision-fields
  test("return the path of a revision's graph configuration under both of its field names", async () => {
    const plane = await startPlane();
    const { path, ids } = await withRevisions(plane, 1);
    await plane.store.revisions.update(String(ids[0]), {
      status: 'DEPLOYED',
      config: { repo_ref: 'main', graph_config_path: 'langgraph.json', repo_commit_sha: 'a'.repeat(40) },
    });
    const { status, body } = await plane.api('GET', `${path}/revisions/${ids[0]}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: ids[0],
      status: 'DEPLOYED',
      status_message: null,
      source: 'git_host',
      source_revision_config: {
        repo_ref: 'main',
        graph_config_path: 'langgraph.json',
        langgraph_config_path: 'langgraph.json',
        repo_commit_sha: 'a'.repeat(40),
        image_uri: null,
      },
    });
    expect(Revision.parse(body).status).toBe('DEPLOYED');
  });

  // docs/conformance.md#get-revision-revision
  test('return an error with the ID for unknown IDs', async () => {
    const plane = await startPlane();
    const { path } = await withRevisions(plane, 1);
    const detail = async (target: string) => {
      const answer = await plane.api('GET', target);
      return [answer.status, answer.body.detail];
    };
    expect(await detail(`${path}/revisions/${UNKNOWN}`)).toEqual([404, `Revision ID ${UNKNOWN} not found.`]);
    expect(await detail(`${PATH}/${UNKNOWN}/revisions`)).toEqual([
      404,
      `Deployment ID ${UNKNOWN} not found.`,
    ]);
    const [status, findings] = await detail(`${PATH}/x/revisions/y`);
    expect(status).toBe(422);
    expect(findings.map(({ loc }: { loc: unknown }) => loc)).toEqual([
      ['path', 'deployment_id'],
      ['path', 'revision_id'],
    ]);
  });

  test('do not return a revision of another deployment', async () => {
    const plane = await startPlane();
    const { path } = await withRevisions(plane, 1);
    const other = await plane.create();
    expect((await plane.api('GET', `${path}/revisions/${other.latest_revision_id}`)).status).toBe(404);
  });
});

describe('the route POST …/redeploy', () => {
  test('returns the deployment with a new revision of the same commit and environment', async () => {
    const plane = await startPlane();
    const created = (
      await plane.api('POST', PATH, gitDeployment({ secrets: [{ name: 'A', value: 'old-value' }] }))
    ).body;
    const path = `${PATH}/${created.id}`;
    const first = created.latest_revision_id;
    const commit = 'c'.repeat(40);
    await plane.store.revisions.update(first, {
      status: 'DEPLOYED',
      config: { repo_ref: 'main', graph_config_path: 'langgraph.json', repo_commit_sha: commit },
    });
    await plane.api('PATCH', path, {
      source_revision_config: { repo_ref: 'next' },
      secrets: [{ name: 'A', value: 'new-value' }],
    });
    const { status, body } = await plane.api('POST', `${path}/revisions/${first}/redeploy`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: created.id,
      source_revision_config: { repo_ref: 'main', repo_commit_sha: commit },
      secrets: [{ name: 'A', value: 'old-value' }],
    });
    expect(body.latest_revision_id).not.toBe(first);
    expect((await plane.api('GET', `${path}/revisions`)).body.resources).toHaveLength(3);
    expect(plane.pokes).toBe(3);
  });

  test('is refused for a revision that never had a source', async () => {
    const plane = await startPlane();
    const { id, latest_revision_id: revision } = await plane.create({
      source: 'internal_docker',
      source_revision_config: {},
    });
    const answer = await plane.api('POST', `${PATH}/${id}/revisions/${revision}/redeploy`);
    expect([answer.status, answer.body.detail]).toEqual([400, expect.stringContaining('never had a source')]);
  });

  test('returns 404 if the revision is unknown, and 409 during a deletion', async () => {
    const plane = await startPlane();
    const { path, ids } = await withRevisions(plane, 1);
    expect((await plane.api('POST', `${path}/revisions/${UNKNOWN}/redeploy`)).status).toBe(404);
    await plane.api('DELETE', path);
    expect((await plane.api('POST', `${path}/revisions/${ids[0]}/redeploy`)).status).toBe(409);
  });
});

describe('the route POST …/revisions', () => {
  // docs/departures.md#get-revision-beyond-reading
  test('creates and returns a revision even if the body changes nothing', async () => {
    const plane = await startPlane();
    const { path } = await withRevisions(plane, 1);
    const bare = await plane.api('POST', `${path}/revisions`);
    expect([bare.status, bare.body.status]).toEqual([201, 'CREATING']);
    const body = { source_revision_config: { langgraph_config_path: 'other.json' } };
    const changed = await plane.api('POST', `${path}/revisions`, body);
    expect(changed.body.source_revision_config).toMatchObject({
      repo_ref: 'main',
      graph_config_path: 'other.json',
    });
    expect((await plane.api('GET', path)).body.latest_revision_id).toBe(changed.body.id);
  });

  test('follows the same rules as PATCH', async () => {
    const plane = await startPlane();
    const { path } = await withRevisions(plane, 1);
    expect((await plane.api('POST', `${path}/revisions`, { name: 'other' })).status).toBe(422);
    expect((await plane.api('POST', `${PATH}/${UNKNOWN}/revisions`, {})).status).toBe(404);
  });
});
