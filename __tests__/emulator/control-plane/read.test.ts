import { describe, expect, test } from '@jest/globals';
import { Seed } from '../../../src/emulator/admin/seed.ts';
import { gitDeployment, startPlane } from '../server/plane.ts';

const PATH = '/v2/deployments';
const UNKNOWN = '99999999-9999-4999-8999-999999999999';

describe('the route that returns a deployment', () => {
  // docs/conformance.md#get-deployment-errors-get
  test('returns 404 with the ID if the deployment is unknown, with and without /api-host', async () => {
    const { api } = await startPlane();
    for (const prefix of ['', '/api-host']) {
      const answer = await api('GET', `${prefix}${PATH}/${UNKNOWN}`);
      expect([answer.status, answer.body]).toEqual([404, { detail: `Deployment ID ${UNKNOWN} not found.` }]);
    }
  });

  // docs/conformance.md#get-deployment-errors-get-id
  test('returns 422 with the parameter for an invalid ID', async () => {
    const { api } = await startPlane();
    const answer = await api('GET', `${PATH}/not-a-uuid`);
    expect([answer.status, answer.body]).toEqual([
      422,
      {
        detail: [
          { loc: ['path', 'deployment_id'], msg: 'Input should be a valid UUID', type: 'uuid_parsing' },
        ],
      },
    ]);
  });

  test('accepts IDs in upper and lower case', async () => {
    const plane = await startPlane();
    const { id } = await plane.create();
    expect((await plane.api('GET', `${PATH}/${id.toUpperCase()}`)).body.id).toBe(id);
  });

  // docs/departures.md#secret-value-answers
  test('hides secret values if the seed requests it', async () => {
    const id = '11111111-1111-4111-8111-111111111111';
    const plane = await startPlane({
      seed: Seed.parse({ workspaces: [{ id, redact_secret_values: true }] }),
    });
    const created = await plane.create({ secrets: [{ name: 'A', value: 'a-secret-value' }] });
    expect(created.secrets).toEqual([{ name: 'A', value: null }]);
    expect((await plane.api('GET', PATH)).body.resources[0].secrets).toEqual([{ name: 'A', value: null }]);
  });

  // docs/departures.md#deployment-status-transitions
  test('returns the status that a lifecycle rule specifies instead of READY', async () => {
    const plane = await startPlane();
    const { id, name } = await plane.create();
    await plane.settle();
    plane.emulator.faults.set({
      rules: [{ match: { deployment: name, stage: 'READY' }, then: { status: 'UNUSED' } }],
    });
    expect((await plane.api('GET', `${PATH}/${id}`)).body.status).toBe('UNUSED');
  });
});

describe('the route GET /v2/deployments', () => {
  // docs/departures.md#list-revisions-integrations-listeners
  test('returns pages by limit and offset, with the offset of the next page', async () => {
    const plane = await startPlane();
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2']) await plane.create({ name });
    const seen: string[] = [];
    let offset = 0;
    for (;;) {
      const { body } = await plane.api('GET', `${PATH}?limit=2&offset=${offset}`);
      seen.push(...body.resources.map((one: { name: string }) => one.name));
      expect(body.offset).toBe(offset + body.resources.length);
      if (body.resources.length < 2) break;
      offset = body.offset;
    }
    expect(seen.toSorted()).toEqual(['a1', 'a2', 'a3', 'b1', 'b2']);
  });

  test('can filter the deployments', async () => {
    const plane = await startPlane();
    const one = await plane.create({ name: 'pr-1' });
    const eleven = await plane.create({ name: 'pr-11', image_version: '3.12' });
    await plane.settle();
    const git = (
      await plane.api(
        'POST',
        PATH,
        gitDeployment({ name: 'prod', source_config: { repo_url: 'r', deployment_type: 'prod' } }),
      )
    ).body;
    const names = async (query: string) =>
      (await plane.api('GET', `${PATH}?${query}`)).body.resources
        .map((found: { name: string }) => found.name)
        .toSorted();
    expect(await names('name_contains=pr-1')).toEqual(['pr-1', 'pr-11']);
    expect(await names('name=pr-1')).toEqual(['pr-1']);
    expect(await names('status=READY')).toEqual(['pr-1', 'pr-11']);
    expect(await names('status=READY,AWAITING_DATABASE')).toEqual(['pr-1', 'pr-11', 'prod']);
    expect(await names('image_version=3.12')).toEqual(['pr-11']);
    expect(await names('deployment_type=prod')).toEqual(['prod']);
    expect(await names(`deployment_ids=${one.id},${git.id.toUpperCase()}`)).toEqual(['pr-1', 'prod']);
    expect(await names(`deployment_ids=${one.id}&deployment_ids=${eleven.id}`)).toEqual(['pr-1', 'pr-11']);
    expect(await names('name_contains=&surprise=1')).toEqual(['pr-1', 'pr-11', 'prod']);
    // Empty filters are ignored.
    expect(await names('status=&deployment_ids=&name=&image_version=')).toEqual(['pr-1', 'pr-11', 'prod']);
  });

  // docs/departures.md#filters-lists
  test('accepts the minimum and maximum page size, and filters that match all deployments', async () => {
    const plane = await startPlane();
    for (const name of ['a1', 'a2', 'a3']) await plane.create({ name });
    const page = async (query: string) => {
      const { status, body } = await plane.api('GET', `${PATH}?${query}`);
      return [status, body.resources.length, body.offset];
    };
    expect(await page('limit=100')).toEqual([200, 3, 3]);
    expect(await page('limit=3&offset=3')).toEqual([200, 0, 3]);
    expect(await page('offset=1000000')).toEqual([200, 0, 1_000_000]);
    expect(await page('limit=1&offset=2')).toEqual([200, 1, 3]);
    expect(await page('tag_value_ids=&remote_reconciled=true')).toEqual([200, 3, 3]);
    expect(await page(`tag_value_ids=${UNKNOWN},${UNKNOWN}`)).toEqual([200, 0, 0]);
    expect(await page('agent_id=&agent_environment=')).toEqual([200, 3, 3]);
    // Without this rule, a client would mistake the single result for the agent's deployment.
    expect(await page('name=a1&agent_id=an-agent&agent_environment=production')).toEqual([200, 0, 0]);
    expect(await page('name=a1&name_contains=a2')).toEqual([200, 0, 0]);
    expect(await page('name=A1')).toEqual([200, 0, 0]);
    expect(await page('name_contains=_')).toEqual([200, 0, 0]);
    const { id } = (await plane.api('GET', PATH)).body.resources[0];
    const revisions = await plane.api('GET', `${PATH}/${id}/revisions?remote_reconciled=false&offset=9`);
    expect(revisions.body).toEqual({ resources: [], offset: 9 });
  });

  // docs/departures.md#get-v2-deployments-free
  test('counts the free deployments with free-count, except for deployments that are being deleted', async () => {
    const plane = await startPlane();
    const count = async () => (await plane.api('GET', `${PATH}/free-count`)).body;
    expect(await count()).toEqual({ count: 0 });
    const free = gitDeployment({ source_config: { repo_url: 'r', deployment_type: 'dev_free' } });
    const { id } = (await plane.api('POST', PATH, free)).body;
    await plane.create();
    expect(await count()).toEqual({ count: 1 });
    await plane.api('DELETE', `${PATH}/${id}`);
    expect(await count()).toEqual({ count: 0 });
  });

  test.each([
    'limit=0',
    'limit=101',
    'limit=x',
    'offset=-1',
    'deployment_ids=nope',
    'tag_value_ids=nope',
    'remote_reconciled=maybe',
  ])('returns 422 for %s', async (query) => {
    const { api } = await startPlane();
    const answer = await api('GET', `${PATH}?${query}`);
    expect(answer.status).toBe(422);
    expect(answer.body.detail[0].loc.slice(0, 2)).toEqual(['query', query.split('=')[0]]);
  });
});
