import { describe, expect, test } from '@jest/globals';
import { gitDeployment, startPlane } from '../server/plane.ts';

const PATH = '/v2/deployments';

describe('the field names of the hosted service', () => {
  // docs/departures.md#deployment-source-sourcerevisionconfig-graph
  test('are accepted, and are returned together with the field names of the API specification', async () => {
    const { api } = await startPlane();
    const { status, body } = await api(
      'POST',
      `/api-host${PATH}`,
      gitDeployment({
        source: 'github',
        source_revision_config: { repo_ref: 'main', langgraph_config_path: 'langgraph.json' },
      }),
    );
    expect(status).toBe(201);
    expect(body).toMatchObject({
      source: 'github',
      source_revision_config: {
        graph_config_path: 'langgraph.json',
        langgraph_config_path: 'langgraph.json',
      },
    });
    const revision = await api('GET', `${PATH}/${body.id}/revisions/${body.latest_revision_id}`);
    expect(revision.body.source).toBe('github');
    for (const source of ['github', 'git_host']) {
      expect((await api('PATCH', `${PATH}/${body.id}`, { source })).status).toBe(200);
    }
    expect((await api('GET', PATH)).body.resources[0].source).toBe('github');
  });

  test('can be sent together with the names of the API specification, but cause a 422 if the values differ', async () => {
    const { api } = await startPlane();
    const create = (alias: string) =>
      api(
        'POST',
        PATH,
        gitDeployment({
          source_revision_config: {
            repo_ref: 'main',
            graph_config_path: 'a.json',
            langgraph_config_path: alias,
          },
        }),
      );
    expect((await create('a.json')).status).toBe(201);
    const { status, body } = await create('b.json');
    expect(status).toBe(422);
    expect(body.detail).toEqual([
      expect.objectContaining({ loc: ['body', 'source_revision_config', 'langgraph_config_path'] }),
    ]);
  });

  test('are also returned at both paths of the integrations, with and without /api-host', async () => {
    const { api } = await startPlane();
    const ours = await api('GET', '/v1/integrations/git_host/install');
    expect(ours.body).toEqual([{ id: expect.any(String), installation_id: 1, name: 'local' }]);
    expect((await api('GET', '/v1/integrations/github/install')).body).toEqual(ours.body);
    expect((await api('GET', '/api-host/v1/integrations/github/install')).body).toEqual(ours.body);
  });

  // docs/conformance.md#api-prefix
  // docs/departures.md#api-prefix-api-host
  test('can be used below the prefix /api-host, which only the control plane has', async () => {
    const { api } = await startPlane();
    expect((await api('GET', '/api-host/v2/deployments')).status).toBe(200);
    expect((await api('GET', '/api-host/_local/health')).status).toBe(404);
    expect((await api('GET', '/api-host/api/v1/sessions')).status).toBe(404);
  });
});
