import { once } from 'node:events';
import http from 'node:http';
import { describe, expect, test } from '@jest/globals';
import { Seed } from '../../../src/emulator/admin/seed.ts';
import { gitDeployment, startPlane } from '../server/plane.ts';

const LIST = '/v2/deployments';

describe('the protection of the control routes below /_local', () => {
  test("requires the key from the emulator's ready line, and refuses the keys of workspaces", async () => {
    const id = '11111111-1111-4111-8111-111111111111';
    const seed = Seed.parse({ workspaces: [{ id, api_keys: [{ key: 'workspace-key-1' }] }] });
    const { api } = await startPlane({ seed });
    for (const key of [null, 'wrong', 'workspace-key-1']) {
      const status = key === 'workspace-key-1' ? 403 : 401;
      for (const [method, path] of [
        ['GET', 'health'],
        ['GET', 'journal'],
        ['POST', 'reset'],
        ['DELETE', 'faults'],
      ] as const) {
        expect((await api(method, `/_local/${path}`, undefined, { 'x-api-key': key })).status).toBe(status);
      }
    }
  });

  // docs/security/emulator.md#local-answers-web-pages
  test.each([
    [{ host: 'evil.example' }, 403],
    [{ host: 'evil.example:80' }, 403],
    [{ host: '127.0.0.1.evil.example' }, 403],
    [{ host: 'localhost', origin: 'https://evil.example' }, 403],
    [{ host: 'localhost', origin: 'null' }, 403],
    [{ host: 'localhost:1234', origin: 'http://localhost:8080' }, 403],
    [{ host: 'localhost:8080', origin: 'http://localhost:8080' }, 403],
    [{ host: 'localhost', origin: 'http://localhost' }, 403],
    [{ host: 'localhost', origin: 'http://[::1]:PORT' }, 403],
    [{ host: 'localhost', origin: 'https://localhost:PORT' }, 403],
    [{ host: 'localhost:PORT', origin: 'http://localhost:PORT' }, 200],
    [{ host: '127.0.0.1:PORT', origin: 'http://127.0.0.1:PORT' }, 200],
    [{ host: 'public.example', origin: 'http://public.example:8443' }, 403],
    [{ host: 'public.example:8443', origin: 'https://public.example:8443' }, 200],
    [{ host: '[::1]:80' }, 200],
  ])('responds to the request headers %j with the status %i', async (given, status) => {
    const { emulator } = await startPlane({ publicUrl: 'https://public.example:8443' });
    const headers = JSON.parse(JSON.stringify(given).replaceAll('PORT', String(emulator.port)));
    const request = http.get({
      port: emulator.port,
      path: '/_local/health',
      headers: { 'x-api-key': emulator.apiKey, ...headers },
      agent: false,
    });
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    response.resume();
    await once(response, 'end');
    expect(response.statusCode).toBe(status);
  });

  // docs/security/emulator.md#holds-every-spelling-path
  test('applies to every spelling of the paths, and the journal records no refused request', async () => {
    const { emulator } = await startPlane();
    const spellings = [
      '/%5flocal/health',
      '/%5Flocal/%68ealth',
      '/_%6c%6Fcal/health',
      '/%5f%6c%6f%63%61%6c/health',
    ];
    for (const path of [...spellings, '/_local/health', '/_local/%68ealth']) {
      for (const foreign of [
        { host: 'evil.example' },
        { host: 'localhost', origin: 'https://evil.example' },
      ]) {
        const headers = { 'x-api-key': emulator.apiKey, ...foreign };
        const request = http.get({ port: emulator.port, path, headers, agent: false });
        const [response] = (await once(request, 'response')) as [http.IncomingMessage];
        response.resume();
        expect({ path, status: response.statusCode }).toEqual({ path, status: 403 });
      }
    }
    expect(emulator.journal.after(0).entries).toEqual([]);
  });

  test('rejects more than one Host header, because another server might read the second header', async () => {
    const { emulator } = await startPlane();
    for (const hosts of [
      [`localhost:${emulator.port}`, 'evil.example'],
      ['evil.example', `localhost:${emulator.port}`],
    ]) {
      const request = http.get({
        port: emulator.port,
        path: '/_local/health',
        headers: ['x-api-key', emulator.apiKey, ...hosts.flatMap((host) => ['host', host])],
        agent: false,
      });
      const [response] = (await once(request, 'response')) as [http.IncomingMessage];
      response.resume();
      expect(response.statusCode).toBe(400);
    }
  });

  test('accepts only a JSON body, which an HTML form cannot send', async () => {
    const { api } = await startPlane();
    for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
      const answer = await api('PUT', '/_local/faults', '{"rules":[]}', { 'content-type': type });
      expect(answer.status).toBe(415);
    }
  });

  test('does not change responses of other APIs, however their paths are spelled', async () => {
    const { api } = await startPlane();
    expect((await api('GET', LIST, undefined, { origin: 'https://elsewhere.example' })).status).toBe(200);
  });
});

describe('the health route of the emulator', () => {
  test('contains the runtime, the health of the data plane and the isolation of sandboxes', async () => {
    const { api } = await startPlane({ runtime: 'stub' });
    expect((await api('GET', '/_local/health')).body).toEqual({
      status: 'ok',
      checks: ['database', 'schema', 'keyring'].map((name) =>
        expect.objectContaining({ name, status: 'ok', since: expect.any(String) }),
      ),
      runtime: 'stub',
      data_plane: { workers: 0 },
      sandboxes: {
        asked: 'none',
        // The stub runs no programs and reports no isolation.
        level: 'none',
        findings: [expect.stringContaining('sandboxes run no programs')],
        remedies: [],
        running: 0,
        proxy_pid: null,
      },
    });
  });
});

describe('the control route POST /_local/reset', () => {
  test('removes deployments, and keeps the key, the workspace and the seed', async () => {
    const plane = await startPlane();
    const { api } = plane;
    const before = (await api('GET', '/v1/integrations/git_host/install')).body;
    await plane.create({ name: 'gone' });
    await api('POST', '/v2/listeners', { compute_type: 'k8s', compute_id: 'gone' });
    await api('PUT', '/_local/faults', { rules: [{ match: { path: '/v1/**' }, then: { status: 500 } }] });
    const first = plane.store;
    expect((await api('POST', '/_local/reset')).status).toBe(204);
    expect(plane.store).not.toBe(first);
    expect((await api('GET', LIST)).body.resources).toEqual([]);
    expect((await api('GET', '/api/v1/sessions')).body).toEqual([]);
    expect((await api('GET', '/v2/listeners')).body.resources).toEqual([]);
    expect((await api('GET', '/v1/integrations/git_host/install')).body).toEqual(before);
    expect((await plane.create({ name: 'gone' })).tenant_id).toBe(plane.emulator.workspaceId);
    expect(plane.emulator.journal.after(0).entries[0]).toMatchObject({ method: 'GET', path: LIST });
  });

  test('delays requests that arrive during the reset until the reset has ended', async () => {
    const { api, emulator } = await startPlane();
    const reset = emulator.reset();
    const answers = await Promise.all([api('GET', LIST), api('GET', LIST)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    await reset;
  });
});

describe('the control route POST /_local/push', () => {
  const REPO = 'https://git.example/owner/agent';
  const onPush = (change: Record<string, unknown> = {}, ref = 'main') =>
    gitDeployment({
      source_config: { repo_url: REPO, build_on_push: true, ...change },
      source_revision_config: { repo_ref: ref, graph_config_path: 'langgraph.json' },
    });

  test('creates a revision of the commit for each deployment that builds the ref on push', async () => {
    const { api } = await startPlane();
    const hit = (await api('POST', LIST, onPush())).body;
    const other = (await api('POST', LIST, onPush({ repo_url: `${REPO}.git` }))).body;
    for (const body of [
      onPush({ build_on_push: false }),
      onPush({ repo_url: 'https://git.example/owner/other' }),
      onPush({}, 'next'),
    ]) {
      expect((await api('POST', LIST, body)).status).toBe(201);
    }
    const commit = 'd'.repeat(40);
    const push = await api('POST', '/_local/push', { repo_url: `${REPO}/`, ref: 'main', commit_sha: commit });
    expect(push.status).toBe(200);
    expect(
      push.body.revisions.map((made: { deployment_id: string }) => made.deployment_id).toSorted(),
    ).toEqual([hit.id, other.id].toSorted());
    const { resources } = (await api('GET', `${LIST}/${hit.id}/revisions`)).body;
    expect(resources).toMatchObject([
      { status: 'CREATING', source_revision_config: { repo_ref: 'main', repo_commit_sha: commit } },
      { id: hit.latest_revision_id },
    ]);
  });

  test('has an equivalent function for code in the same process, which also works after a reset', async () => {
    const { api, emulator } = await startPlane();
    for (let world = 0; world < 2; world += 1) {
      const { id } = (await api('POST', LIST, onPush())).body;
      const made = await emulator.push({ repoUrl: REPO, ref: 'main', commitSha: 'e'.repeat(40) });
      expect(made).toMatchObject([{ deploymentId: id, seq: 2, config: { repo_commit_sha: 'e'.repeat(40) } }]);
      await emulator.reset();
    }
  });

  test('accepts a full branch name, but creates no revision for tags, unknown refs and deployments in deletion', async () => {
    const { api } = await startPlane();
    const { id } = (await api('POST', LIST, onPush())).body;
    const made = async (ref: string) =>
      (await api('POST', '/_local/push', { repo_url: REPO, ref })).body.revisions.length;
    expect(await made('refs/heads/main')).toBe(1);
    expect(await made('refs/tags/main')).toBe(0);
    expect(await made('unknown')).toBe(0);
    await api('DELETE', `${LIST}/${id}`);
    expect(await made('main')).toBe(0);
  });
});
