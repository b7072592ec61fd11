import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { USER_AGENT } from '../../src/clients/headers.ts';
import { DeploymentCreate } from '../../src/contract/deployment.ts';
import { json, rejection, replying } from './support.ts';
import { deployment, ID, paged, withControlPlane } from './support-control-plane.ts';

const create = () =>
  DeploymentCreate.parse({
    name: 'demo',
    source: 'git_host',
    source_config: { repo_url: 'https://git.example/o/r' },
    source_revision_config: { repo_ref: 'main', graph_config_path: 'langgraph.json' },
    secrets: [],
  });

test('every request to the control plane contains the API key, the workspace and the name of the client', async () => {
  await withControlPlane(replying(200, deployment()), async (controlPlane, server) => {
    await controlPlane.getDeployment(ID);
    expect(server.requests[0]).toMatchObject({
      method: 'GET',
      path: `/v2/deployments/${ID}`,
      headers: { 'x-api-key': 'the-key', 'x-tenant-id': 'the-workspace', 'user-agent': USER_AGENT },
    });
  });
});

test('the User-Agent of requests contains the version of the package', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(USER_AGENT).toBe(`agent-deploy/${version}`);
});

test('an ID is encoded as one path segment of a URL, even if it contains slashes or other special characters', async () => {
  await withControlPlane(replying(200, deployment({ id: '../x?y' })), async (controlPlane, server) => {
    await controlPlane.getDeployment('../x?y');
    expect(server.requests[0]?.path).toBe('/v2/deployments/..%2Fx%3Fy');
  });
});

describe("the client for the hosted service's dialect", () => {
  test("sends bodies and paths with the hosted service's names, below the self-hosted prefix", async () => {
    await withControlPlane(
      (request, response) =>
        request.method === 'POST' ? json(response, 201, deployment()) : json(response, 200, []),
      async (controlPlane, server) => {
        await controlPlane.createDeployment(create());
        await controlPlane.gitIntegrations();
        expect(JSON.parse(server.requests[0]?.body ?? '')).toMatchObject({
          source: 'github',
          source_revision_config: { repo_ref: 'main', langgraph_config_path: 'langgraph.json' },
        });
        expect(server.requests.map(({ path }) => path)).toEqual([
          '/api-host/v2/deployments',
          '/api-host/v1/integrations/github/install',
        ]);
      },
      { dialect: 'langsmith', prefix: '/api-host' },
    );
  });

  test('returns responses with the names of the API specification', async () => {
    const revision = {
      id: 'r1',
      status: 'DEPLOYED',
      source: 'github',
      source_revision_config: { langgraph_config_path: 'a.json' },
    };
    await withControlPlane(
      replying(200, { resources: [revision] }),
      async (controlPlane) => {
        const [first] = await controlPlane.listRevisions(ID, { limit: 10 });
        expect(first).toMatchObject({
          source: 'git_host',
          source_revision_config: { graph_config_path: 'a.json' },
        });
      },
      { dialect: 'langsmith' },
    );
  });
});

describe('the search for a deployment by name', () => {
  const page = (from: number, count: number, name = (index: number) => `demo-${index}`) =>
    Array.from({ length: count }, (_, index) =>
      deployment({ id: `id-${from + index}`, name: name(from + index) }),
    );

  test('reads all pages that match the name as a substring, and returns only the exact name', async () => {
    await withControlPlane(
      paged([...page(0, 200), deployment({ id: 'wanted' }), ...page(200, 3)]),
      async (controlPlane, server) => {
        expect(await controlPlane.findDeployments('demo')).toMatchObject([{ id: 'wanted' }]);
        expect(server.requests[0]?.path).toMatch(/\?(?=.*name_contains=demo)(?=.*limit=100)/);
        // Only an empty page ends the list, so the last page is empty.
        expect(server.requests).toHaveLength(4);
      },
    );
  });

  test('omits deployments that are being deleted', async () => {
    await withControlPlane(
      paged([deployment({ id: 'old', status: 'AWAITING_DELETE' }), deployment({ id: 'new' })]),
      async (controlPlane) => {
        expect(await controlPlane.findDeployments('demo')).toMatchObject([{ id: 'new' }]);
      },
    );
  });

  test('can return the complete list, including deployments that are being deleted', async () => {
    await withControlPlane(
      paged([...page(0, 100), deployment({ id: 'dying', status: 'AWAITING_DELETE' })]),
      async (controlPlane, server) => {
        expect(server.requests.filter(({ path }) => path.includes('name_contains'))).toEqual([]);
        const all = await controlPlane.listDeployments({});
        expect(all).toHaveLength(101);
        expect(all.at(-1)).toMatchObject({ id: 'dying' });
      },
    );
  });

  test('returns every match, so duplicates are noticed', async () => {
    await withControlPlane(
      paged([deployment({ id: 'a' }), deployment({ id: 'b' })]),
      async (controlPlane) => {
        expect(await controlPlane.findDeployments('demo')).toHaveLength(2);
      },
    );
  });
});

describe('a request that creates or changes a deployment', () => {
  test('accepts an unknown status in the response, and returns it', async () => {
    await withControlPlane(
      replying(200, deployment({ status: 'BRAND_NEW', extra: { deep: 1 } })),
      async (controlPlane) => {
        expect(await controlPlane.patchDeployment(ID, { secrets: [] })).toMatchObject({
          status: 'BRAND_NEW',
        });
      },
    );
  });

  test('is ambiguous if the response has no ID, because the change took effect', async () => {
    await withControlPlane(replying(201, { name: 's3cret-name' }), async (controlPlane) => {
      const error = await rejection(controlPlane.createDeployment(create()));
      expect(error).toMatchObject({ kind: 'ambiguous', status: 201 });
      expect(String(error)).toContain('at id');
      expect(String(error)).not.toContain('s3cret');
    });
  });

  test('reports an invalid response to a later read as malformed', async () => {
    await withControlPlane(replying(200, ['what']), async (controlPlane) => {
      expect(await rejection(controlPlane.getDeployment(ID))).toMatchObject({ kind: 'malformed' });
    });
  });

  test("fails with the service's message for a 409 response", async () => {
    await withControlPlane(
      replying(409, { detail: 'a tracing project exists already' }),
      async (controlPlane) => {
        expect(await rejection(controlPlane.createDeployment(create()))).toMatchObject({
          kind: 'http',
          status: 409,
          detail: 'a tracing project exists already',
        });
      },
    );
  });
});

describe('a request that deletes a deployment', () => {
  test('returns whether the deployment existed, and deletes the tracing project if requested', async () => {
    let status = 204;
    await withControlPlane(
      (_request, response) =>
        status === 204 ? response.writeHead(204).end() : json(response, status, { detail: 'not found' }),
      async (controlPlane, server) => {
        expect(await controlPlane.deleteDeployment(ID, { deleteTracingProject: true })).toBe(true);
        status = 404;
        expect(await controlPlane.deleteDeployment(ID, { deleteTracingProject: false })).toBe(false);
        expect(server.requests.map(({ path }) => path)).toEqual([
          `/v2/deployments/${ID}?delete_tracing_project=true`,
          `/v2/deployments/${ID}?delete_tracing_project=false`,
        ]);
      },
    );
  });

  test('succeeds after a lost response if the repeated request gets a 404', async () => {
    let count = 0;
    await withControlPlane(
      (request, response) => {
        count += 1;
        if (count === 1) request.socket.destroy();
        else json(response, 404, { detail: 'not found' });
      },
      async (controlPlane) => {
        expect(await controlPlane.deleteDeployment(ID, { deleteTracingProject: true })).toBe(true);
      },
    );
  });
});

test("reads from the control plane are retried until the caller's deadline", async () => {
  let deadline = 0;
  await withControlPlane(
    replying(503, {}),
    async (controlPlane) => {
      deadline = Date.UTC(2026, 0, 1) + 1_800_000;
      const error = await rejection(controlPlane.getRevision(ID, 'r'));
      expect(error).toMatchObject({ kind: 'http', status: 503 });
      expect((error as { attempts: number }).attempts).toBeGreaterThan(60);
    },
    { readDeadline: () => deadline },
  );
});
