import { describe, expect, test } from '@jest/globals';
import { Seed } from '../../../src/emulator/admin/seed.ts';
import { gitDeployment, startPlane } from '../server/plane.ts';

const WORKSPACE = '11111111-1111-4111-8111-111111111111';
const OTHER = '22222222-2222-4222-8222-222222222222';
const SEEDED = '33333333-3333-4333-8333-333333333333';
const UNSEEDED = '44444444-4444-4444-8444-444444444444';
const BASES = ['/v1/integrations/git_host', '/v1/integrations/github', '/v1/integrations/forge/github'];
const seed = Seed.parse({
  workspaces: [
    {
      id: WORKSPACE,
      integrations: [
        {
          id: SEEDED,
          name: 'acme',
          installation_id: 7,
          repositories: [
            { url: 'https://git.example/acme/agent.git' },
            { url: 'git@git.example:acme/other', default_branch: 'trunk', id: 12, owner: 'o', name: 'n' },
          ],
        },
        { id: UNSEEDED, name: 'open', installation_id: 8 },
      ],
    },
    { id: OTHER, api_keys: [{ key: 'other-key-abcdef' }] },
  ],
});

describe('the Git host integrations of a workspace', () => {
  // docs/conformance.md#integrations-listeners-uploads-integrations
  test.each([...BASES, ...BASES.map((base) => `/api-host${base}`)])(
    'are listed by GET %s/install',
    async (base) => {
      const { api } = await startPlane({ seed });
      expect((await api('GET', `${base}/install`)).body).toEqual([
        { id: SEEDED, installation_id: 7, name: 'acme' },
        { id: UNSEEDED, installation_id: 8, name: 'open' },
      ]);
    },
  );

  test.each(BASES)('list the seeded repositories at GET %s/{id}/repos', async (base) => {
    const { api } = await startPlane({ seed });
    const { status, body } = await api('GET', `${base}/${SEEDED}/repos`);
    expect([status, body]).toEqual([
      200,
      [
        {
          host_integration_id: SEEDED,
          id: expect.any(Number),
          name: 'agent',
          owner: 'acme',
          url: 'https://git.example/acme/agent.git',
          default_branch: 'main',
        },
        {
          host_integration_id: SEEDED,
          id: 12,
          name: 'n',
          owner: 'o',
          url: 'git@git.example:acme/other',
          default_branch: 'trunk',
        },
      ],
    ]);
  });

  // docs/departures.md#integrations-listeners-uploads-repositories
  test('list the repositories of their deployments if no repositories are configured', async () => {
    const { api } = await startPlane({ seed });
    const path = `${BASES[0]}/${UNSEEDED}/repos`;
    expect((await api('GET', path)).body).toEqual([]);
    const repository = (repo_url: string, integration_id?: string) =>
      api('POST', '/v2/deployments', gitDeployment({ source_config: { repo_url, integration_id } }));
    await repository('https://git.example/acme/a', UNSEEDED.toUpperCase());
    await repository('https://git.example/acme/a', UNSEEDED);
    await repository('/srv/git/b.git', UNSEEDED);
    await repository('https://git.example/acme/c');
    await repository(`https://git.example/acme/${UNSEEDED}`, SEEDED);
    const found = (await api('GET', path)).body;
    expect(found.map((one: Record<string, unknown>) => [one['owner'], one['name'], one['url']])).toEqual([
      ['git', 'b', '/srv/git/b.git'],
      ['acme', 'a', 'https://git.example/acme/a'],
    ]);
    expect(found[0].id).not.toBe(found[1].id);
    expect((await api('GET', path)).body).toEqual(found);
  });

  test('cause a 404 if they are unknown or in another workspace, and a 422 if their ID is invalid', async () => {
    const { api } = await startPlane({ seed });
    const path = `${BASES[0]}/${SEEDED}/repos`;
    const theirs = await api('GET', path, undefined, { 'x-api-key': 'other-key-abcdef' });
    expect([theirs.status, theirs.body.detail]).toEqual([404, `Integration ID ${SEEDED} not found.`]);
    expect((await api('GET', `${BASES[0]}/nonsense/repos`)).status).toBe(422);
  });

  // docs/departures.md#post-v2-integrations-github
  test.each(['github', 'forge-github'])(
    'have no installation link for %s, and the error mentions the seed file',
    async (app) => {
      const { api } = await startPlane();
      const answer = await api('POST', `/v2/integrations/${app}/installation-link`);
      expect([answer.status, answer.body.detail]).toEqual([400, expect.stringContaining('seed file')]);
    },
  );
});
