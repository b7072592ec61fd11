import { afterEach, expect, test } from '@jest/globals';
import { graphConfig, plainAgent } from '../../../harness/agents/fixtures.ts';
import { createRepository, type FileTree } from '../../../harness/git.ts';
import { startCloud } from '../admin/cloud.ts';
import { type Answer, apiOf, gitDeployment, newFolder, openEmulator } from '../server/plane.ts';
import { Cleanup } from './fixture.ts';

const PAGE = 'https://app.example.com';
const PREFLIGHT = {
  'x-api-key': null,
  origin: PAGE,
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'content-type,x-api-key',
};

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

/** Starts an emulator, and deploys this repository. */
async function deployed(
  files: FileTree,
  { dataDir, secrets = [] }: { dataDir?: string; secrets?: object[] } = {},
) {
  const repository = await createRepository(files);
  cleanup.add(() => repository.remove());
  const { emulator, api, deploy } = await startCloud({ runtime: 'process', dataDir });
  const body = gitDeployment({ source_config: { repo_url: repository.url }, secrets });
  const { id, url, path } = await deploy(body);
  return { emulator, api, id, url, path };
}
const withCors = (cors: object): FileTree => ({
  ...plainAgent(),
  'langgraph.json': graphConfig(undefined, { http: { cors } }),
});
const allowed = ({ status, headers }: Answer) => [status, headers.get('access-control-allow-origin')];

// docs/agent-server/routes.md#web-pages-default
// docs/security/emulator.md#web-pages-of-deployments
test("a web page can use only the deployment's own port, also for streams and errors", async () => {
  const { api, url, id, path } = await deployed(plainAgent());
  const page = { origin: PAGE };
  const preflight = await api('OPTIONS', `${url}/runs/stream`, undefined, PREFLIGHT);
  expect(allowed(preflight)).toEqual([200, '*']);
  expect(preflight.headers.get('access-control-allow-headers')).toBe('content-type,x-api-key');

  const run = { assistant_id: 'agent', input: { messages: [{ content: 'hi' }] } };
  const stream = await api('POST', `${url}/runs/stream`, run, page);
  expect(allowed(stream)).toEqual([200, '*']);
  expect(stream.headers.get('access-control-expose-headers')).toContain('content-location');
  expect(stream.headers.get('content-location')).not.toBeNull();
  expect(stream.body).toContain('echo v1: hi');
  expect(allowed(await api('GET', `${url}/threads/none`, undefined, page))).toEqual([422, '*']);
  expect(allowed(await api('GET', `${url}/nowhere`, undefined, page))).toEqual([404, '*']);
  expect(allowed(await api('GET', `${url}/info`, undefined, { ...page, 'x-api-key': null }))).toEqual([
    401,
    '*',
  ]);

  for (const target of [`/d/${id}/runs/stream`, path, '/api-host/v2/deployments', '/_local/health', '/ok']) {
    const { headers } = await api('OPTIONS', target, undefined, PREFLIGHT);
    expect([target, ...[...headers.keys()].filter((name) => name.startsWith('access-control'))]).toEqual([
      target,
    ]);
  }
  expect(allowed(await api('POST', `/d/${id}/runs/stream`, run, page))).toEqual([200, null]);
  expect(allowed(await api('GET', path, undefined, page))).toEqual([200, null]);
  expect(allowed(await api('GET', '/_local/health', undefined, page))).toEqual([403, null]);
});

// docs/agent-server/routes.md#web-pages-settings
test('the graph configuration sets which web pages can call the deployment, even after a restart', async () => {
  const dataDir = await newFolder();
  const files = withCors({ allow_origins: [PAGE], allow_methods: ['POST'], allow_headers: ['x-api-key'] });
  const { emulator, url } = await deployed(files, { dataDir });
  const check = async (api: ReturnType<typeof apiOf>) => {
    const ask = async (origin: string) =>
      allowed(await api('OPTIONS', `${url}/runs/stream`, undefined, { ...PREFLIGHT, origin }));
    expect(await ask(PAGE)).toEqual([200, PAGE]);
    expect(await ask('https://other.example.com')).toEqual([400, null]);
    const read = await api('GET', `${url}/ok`, undefined, { origin: 'https://other.example.com' });
    expect(allowed(read)).toEqual([200, null]);
    expect(read.headers.get('vary')).toBe('Origin');
  };
  await check(apiOf(emulator));
  await emulator.close();
  const again = await openEmulator({ runtime: 'process', dataDir });
  const api = apiOf(again);
  // No page is permitted until the worker is ready.
  for (;;) {
    const answer = await api('GET', `${url}/ok`, undefined, { origin: PAGE });
    if (answer.status === 200) break;
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  }
  await check(api);
});

test('a variable of the deployment sets the allowed origins if the graph configuration sets none', async () => {
  const secrets = [{ name: 'CORS_ALLOW_ORIGINS', value: PAGE }];
  const { api, url } = await deployed(plainAgent(), { secrets });
  const ask = async (origin: string) => allowed(await api('GET', `${url}/ok`, undefined, { origin }));
  expect(await ask(PAGE)).toEqual([200, PAGE]);
  expect(await ask('https://other.example.com')).toEqual([200, null]);
});
