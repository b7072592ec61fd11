import { describe, expect, test } from '@jest/globals';
import { startPlane } from '../server/plane.ts';

const PATH = '/v2/deployments';
const UNKNOWN = '99999999-9999-4999-8999-999999999999';

describe('the route POST …/push-token', () => {
  test('returns a registry and a token, and the token never appears in the journal', async () => {
    const plane = await startPlane();
    const { id } = await plane.create({
      source: 'internal_docker',
      source_config: {},
      source_revision_config: {},
    });
    const { status, body } = await plane.api('POST', `${PATH}/${id}/push-token`);
    expect({ status, keys: Object.keys(body).toSorted() }).toEqual({
      status: 200,
      keys: ['registry_url', 'token'],
    });
    expect(body.registry_url).toBe(`127.0.0.1:${plane.emulator.port}/${id}`);
    expect(body.token).toMatch(/^[\w-]{43}$/);
    const journal = (await plane.api('GET', '/_local/journal')).body;
    expect(JSON.stringify(journal)).toContain('/push-token');
    expect(JSON.stringify(journal)).not.toContain(body.token);
  });

  test('returns 400 with the text that clients recognize for sources except internal_docker, or else 404, 409 or 401', async () => {
    const plane = await startPlane();
    const image = await plane.create();
    const ask = (id: string, headers?: Record<string, null>) =>
      plane.api('POST', `${PATH}/${id}/push-token`, undefined, headers);
    expect(await ask(image.id)).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining("only available for 'internal_docker' source deployments") },
    });
    expect((await ask(UNKNOWN)).status).toBe(404);
    expect((await ask(image.id, { 'x-api-key': null })).status).toBe(401);
    const own = await plane.create({
      source: 'internal_docker',
      source_config: {},
      source_revision_config: {},
    });
    await plane.api('DELETE', `${PATH}/${own.id}`);
    expect((await ask(own.id)).status).toBe(409);
  });

  // docs/departures.md#post-push-token
  test('returns a registry that does not exist', async () => {
    const plane = await startPlane();
    expect((await plane.api('GET', '/v2/')).status).toBe(404);
  });
});
