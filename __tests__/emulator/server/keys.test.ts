import { describe, expect, test } from '@jest/globals';
import { Seed } from '../../../src/emulator/admin/seed.ts';
import { clientAddress } from '../../../src/emulator/audit.ts';
import { parseNetwork } from '../../../src/credential-proxy/policy/network.ts';
import type { Emulator, EmulatorOptions } from '../../../src/emulator/index.ts';
import type { LogDetail } from '../../../src/emulator/ports/context.ts';
import { KEY_SCOPES } from '../../../src/emulator/ports/key-scopes.ts';
import { openEmulator } from './plane.ts';

const FIRST = '11111111-1111-4111-8111-111111111111';
const SECOND = '22222222-2222-4222-8222-222222222222';
const ADMIN = 'the-admin-key-of-this';
/** A key for each scope, and for each scope a key that has all other scopes. */
const only = (scope: string) => `only-${scope}-key`;
const without = (scope: string) => `without-${scope}-key`;
const seed = Seed.parse({
  workspaces: [
    {
      id: FIRST,
      api_keys: KEY_SCOPES.flatMap((scope) => [
        { key: only(scope), scope: 'organization', scopes: [scope], name: `ci ${scope}` },
        {
          key: without(scope),
          scope: 'organization',
          scopes: KEY_SCOPES.filter((one) => one !== scope),
        },
      ]),
    },
    { id: SECOND, api_keys: [{ key: 'key-of-the-second' }] },
  ],
});

async function call(
  at: string,
  key: string | undefined,
  [method, path, body]: readonly [method: string, path: string, body?: unknown],
) {
  const answer = await fetch(new URL(path, at), {
    method,
    headers: {
      'x-tenant-id': FIRST,
      ...(key !== undefined && { 'x-api-key': key }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  // oxlint-disable-next-line typescript/no-unsafe-assignment -- as JSON is
  return { status: answer.status, body: text.startsWith('{') ? JSON.parse(text) : text };
}

const image = (name: string) => ({
  name,
  source: 'external_docker',
  source_config: {},
  source_revision_config: { image_uri: 'registry.test/agent:1' },
  secrets: [{ name: 'TOKEN', value: 'a-secret-in-the-body' }],
});

const open = (options: EmulatorOptions = {}) =>
  openEmulator({ runtime: 'stub', apiKey: 'the-key-of-clients', seed, ...options });

describe('the scopes of keys', () => {
  // docs/kubernetes/keys.md#scope-of-each-route
  test('are required by every route that needs a key, and a key that lacks the scope gets a 403 with its name', async () => {
    const emulator = await open();
    const at = emulator.urls.controlPlane;
    const { body: deployment } = await call(at, only('deploy'), ['POST', '/v2/deployments', image('one')]);
    const { body: document } = await call(at, undefined, ['GET', '/openapi.json']);
    const operations = Object.entries(document.paths as Record<string, Record<string, Operation>>).flatMap(
      ([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => ({
          method: method.toUpperCase(),
          path,
          ...operation,
        })),
    );
    const withKey = operations.filter(({ security }) => security.length > 0);
    expect(withKey.length).toBeGreaterThan(200);
    expect(operations.filter((one) => one.security.length === 0 && one['x-required-scope'])).toEqual([]);
    const counts = new Map<string, number>();
    for (const { method, path, 'x-required-scope': scope } of withKey) {
      const target = path.replace('{deployment_id}', deployment.id).replaceAll(/\{[^}]+\}/g, SECOND);
      const { status, body } = await call(at, without(scope ?? ''), [method, target]);
      expect([method, path, status, body.detail]).toEqual([
        method,
        path,
        403,
        expect.stringContaining(`lacks the scope "${scope}"`),
      ]);
      counts.set(scope ?? '', (counts.get(scope ?? '') ?? 0) + 1);
    }
    expect([...counts.keys()].toSorted()).toEqual([...KEY_SCOPES].toSorted());
  });

  test.each([
    ['deploy', 'DELETE', `/v2/deployments/${SECOND}`, 404],
    ['deploy', 'PUT', '/api/v1/workspaces/current/secrets/NAME', 422],
    ['read', 'GET', '/v2/deployments', 200],
    ['read', 'POST', `/v1/projects/${SECOND}/deploy_logs`, 404],
    ['run', 'POST', '/v2/auth/authenticate', 422],
    ['run', 'POST', '/runs', 422],
    ['admin', 'GET', '/_local/health', 200],
  ])('permit with %s: %s %s', async (scope, method, path, status) => {
    const { urls } = await open();
    const [permitted, refused] = await Promise.all([
      call(urls.controlPlane, only(scope), [method, path, method === 'GET' ? undefined : {}]),
      call(urls.controlPlane, without(scope), [method, path, method === 'GET' ? undefined : {}]),
    ]);
    expect([permitted.status, refused.status]).toEqual([status, 403]);
  });

  test('are deploy, read and run if the seed specifies none, and admin needs an organization key', async () => {
    const { urls } = await open();
    const second = async (method: string, path: string) =>
      (
        await fetch(new URL(path, urls.controlPlane), {
          method,
          headers: { 'x-api-key': 'key-of-the-second' },
        })
      ).status;
    expect(await second('GET', '/v2/deployments')).toBe(200);
    expect(await second('DELETE', `/v2/deployments/${FIRST}`)).toBe(404);
    expect(await second('GET', '/_local/journal')).toBe(403);
    const workspaces = [{ id: FIRST, api_keys: [{ key: 'eight-or-more', scopes: ['admin'] }] }];
    expect(Seed.safeParse({ workspaces }).error?.issues[0]?.message).toContain('organization');
    for (const scopes of [[], ['write']]) {
      const bad = [{ id: FIRST, api_keys: [{ key: 'eight-or-more', scopes }] }];
      expect(Seed.safeParse({ workspaces: bad }).success).toBe(false);
    }
  });
});

interface Operation {
  security: unknown[];
  'x-required-scope'?: string;
}

describe('an admin key', () => {
  // docs/kubernetes/keys.md#admin-only
  test('is the only key that opens /_local, and opens nothing else', async () => {
    const { urls } = await open({ adminKeys: [ADMIN, 'the-admin-key-before'], seed: undefined });
    const at = urls.controlPlane;
    const statuses = async (key: string | undefined) => [
      (await call(at, key, ['GET', '/_local/journal'])).status,
      (await call(at, key, ['PUT', '/_local/faults', { rules: [] }])).status,
      (await call(at, key, ['POST', '/_local/ui/api/links', {}])).status,
      (await call(at, key, ['GET', '/v2/deployments'])).status,
    ];
    // The dashboard is off, so its route does not exist for any key.
    expect(await statuses(ADMIN)).toEqual([200, 204, 404, 401]);
    expect(await statuses('the-admin-key-before')).toEqual([200, 204, 404, 401]);
    expect(await statuses('the-key-of-clients')).toEqual([403, 403, 404, 403]);
    expect(await statuses('another-wrong-key')).toEqual([401, 401, 404, 401]);
    expect(await statuses(undefined)).toEqual([401, 401, 404, 401]);
  });

  // docs/kubernetes/keys.md#admin-port
  // docs/security/emulator.md#admin-key-opens-local
  test('opens /_local only on the admin port, which serves nothing else', async () => {
    const { urls } = await open({ adminPort: 0, adminKeys: [ADMIN], dashboard: true });
    const [main, admin] = [urls.controlPlane, urls.admin];
    expect(new URL(admin).port).not.toBe(new URL(main).port);
    for (const key of [ADMIN, 'the-key-of-clients', undefined]) {
      const status = key === ADMIN ? 200 : key === undefined ? 401 : 403;
      expect((await call(admin, key, ['GET', '/_local/health'])).status).toBe(status);
      for (const path of ['/_local/health', '/%5flocal/health', '/_local/ui/', '/_local/ui/api/info']) {
        expect([path, (await call(main, key, ['GET', path])).status]).toEqual([path, 404]);
      }
      expect((await call(admin, key, ['GET', '/v2/deployments'])).status).toBe(404);
      expect((await call(admin, key, ['GET', `/d/${FIRST}/threads`])).status).toBe(404);
    }
    // Probes need no key on either port.
    for (const at of [main, admin]) expect((await call(at, undefined, ['GET', '/ok'])).status).toBe(200);
    const { status, body } = await call(admin, ADMIN, ['POST', '/_local/ui/api/links', {}]);
    expect([status, body.url]).toEqual([201, expect.stringContaining(new URL(admin).origin)]);
    expect((await call(admin, undefined, ['GET', '/_local/ui/'])).status).not.toBe(401);
  });

  test('is required with an admin port: without it, no key opens /_local', async () => {
    const log: string[] = [];
    const { urls } = await open({ adminPort: 0, log: (line) => log.push(line) });
    const { status, body } = await call(urls.admin, 'a-key-that-is-wrong', ['GET', '/_local/journal']);
    expect([status, body.detail]).toEqual([401, expect.stringContaining('no admin key')]);
    expect((await call(urls.admin, 'the-key-of-clients', ['GET', '/_local/journal'])).status).toBe(403);
    expect(log).toContainEqual(expect.stringMatching(/^\/_local is closed: set EMULATOR_ADMIN_KEY/));
  });

  test('must differ from every API key', async () => {
    for (const key of ['the-key-of-clients', only('read'), 'the-key-before']) {
      const options = { adminKeys: [key], additionalApiKeys: ['the-key-before'] };
      await expect(open(options)).rejects.toThrow('choose another admin key');
    }
  });

  test('is not needed on one machine, where the API keys open /_local', async () => {
    const { urls, apiKey } = await open({
      additionalApiKeys: ['the-key-before'],
      seed: undefined,
      workspaceId: FIRST,
    });
    for (const key of [apiKey, 'the-key-before']) {
      expect((await call(urls.controlPlane, key, ['GET', '/_local/journal'])).status).toBe(200);
      expect((await call(urls.controlPlane, key, ['GET', '/v2/deployments'])).status).toBe(200);
    }
    expect((await call(urls.controlPlane, apiKey, ['GET', '/_local/audit'])).body.entries).toEqual([]);
  });
});

const entriesOf = async ({ urls }: Emulator, query = '') =>
  (await call(urls.admin, ADMIN, ['GET', `/_local/audit${query}`])).body;

describe('the audit log', () => {
  // docs/kubernetes/keys.md#audit-entries
  test('has an entry for each change and refused change, with the key’s name and without secrets', async () => {
    const lines: LogDetail[] = [];
    const emulator = await open({
      adminKeys: [ADMIN],
      log: (_, detail) => void (detail?.audit && lines.push(detail)),
    });
    const at = emulator.urls.controlPlane;
    const created = await call(at, only('deploy'), ['POST', '/v2/deployments', image('one')]);
    const { id } = created.body;
    await call(at, only('read'), ['GET', `/v2/deployments/${id}?secret-in-query=1`]);
    await call(at, only('read'), ['DELETE', `/v2/deployments/${id}`]);
    await call(at, 'the-key-of-clients', ['PATCH', `/v2/deployments/${id}?q=hidden-query`, { source: 1 }]);
    await call(at, 'wrong-key-wrong', ['DELETE', `/v2/deployments/${id}`]);
    await call(at, ADMIN, ['DELETE', '/_local/faults']);
    const { entries, next } = await entriesOf(emulator);
    const path = `/v2/deployments/${id}`;
    expect(entries).toMatchObject([
      { key_name: 'ci deploy', method: 'POST', path: '/v2/deployments', status: 201, created_id: id },
      { key_name: 'ci read', method: 'DELETE', path, status: 403, workspace_id: null },
      { key_name: null, method: 'PATCH', path, status: 422, workspace_id: FIRST, source: null },
      { key_name: 'admin key', method: 'DELETE', path: '/_local/faults', status: 204, workspace_id: null },
    ]);
    expect(entries[0]).toMatchObject({ workspace_id: FIRST, route: '/v2/deployments' });
    expect(new Set(entries.map((one: { key_id: string }) => one.key_id)).size).toBe(4);
    expect(lines.map(({ audit }) => audit?.['path'])).toEqual(
      entries.map((one: { path: string }) => one.path),
    );
    for (const secret of ['a-secret-in-the-body', 'hidden-query', only('deploy'), ADMIN]) {
      expect(JSON.stringify([entries, lines])).not.toContain(secret);
    }
    // A page continues after the last entry of the page before.
    const first = await entriesOf(emulator, '?limit=3');
    expect(first.entries).toEqual(entries.slice(0, 3));
    expect(await entriesOf(emulator, `?after=${first.next}`)).toEqual({ entries: entries.slice(3), next });
    expect(await entriesOf(emulator, `?after=${next}`)).toEqual({ entries: [], next });
    expect((await entriesOf(emulator, `?workspace_id=${FIRST}`)).entries).toHaveLength(2);
    for (const key of ['the-key-of-clients', only('read')]) {
      expect((await call(at, key, ['GET', '/_local/audit'])).status).toBe(403);
    }
  });

  test('has the entries of a reset, of changes in the dashboard, and no part of a secret in a long path', async () => {
    const emulator = await open({ adminKeys: [ADMIN], dashboard: true });
    const at = emulator.urls.controlPlane;
    expect((await call(at, ADMIN, ['POST', '/_local/reset'])).status).toBe(204);
    const token = new URL(emulator.dashboardLink() ?? '').hash.slice(1);
    const { body: signedIn } = await call(at, undefined, ['POST', '/_local/ui/api/session', { token }]);
    const page = (session: string, path: string, method: string) =>
      fetch(new URL(`/_local/ui/api${path}`, at), { method, headers: { 'x-ui-session': session } });
    const { body: deployment } = await call(at, only('deploy'), ['POST', '/v2/deployments', image('one')]);
    const redeploy = `/v2/deployments/${deployment.id}/revisions/${SECOND}/redeploy`;
    expect((await page('not-a-session', '/faults', 'DELETE')).status).toBe(401);
    expect((await page(signedIn.session, '/faults', 'DELETE')).status).toBe(422);
    expect((await page(signedIn.session, `/forward${redeploy}`, 'POST')).status).toBe(404);
    expect((await page(signedIn.session, '/faults', 'GET')).status).toBe(200);
    const cut = `/v2/listeners/${'x'.repeat(475)}`;
    await call(at, only('deploy'), ['DELETE', `${cut}${only('deploy')}`]);
    const { entries } = await entriesOf(emulator);
    expect(entries).toMatchObject([
      { key_name: 'admin key', path: '/_local/reset', status: 204 },
      { key_name: 'ci deploy', path: '/v2/deployments', status: 201 },
      { key_id: 'dashboard', key_name: 'dashboard', path: '/_local/ui/api/faults', status: 422 },
      { key_name: 'dashboard', path: redeploy, status: 404, workspace_id: FIRST },
      { key_name: 'ci deploy', path: `${cut}***`, status: 422 },
    ]);
  });
});

describe('the address of a client', () => {
  const proxies = ['10.0.0.0/8', 'fd00::/8'].flatMap((text) => parseNetwork(text) ?? []);
  const from = (remoteAddress: string, forwarded?: string) =>
    clientAddress(
      { socket: { remoteAddress }, headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded } },
      proxies,
    );

  // docs/kubernetes/keys.md#audit-source
  test.each([
    ['the last address that trusted proxies report', ['10.1.2.3', '198.51.100.7'], '198.51.100.7'],
    ['not an address that the client made up', ['10.1.2.3', '203.0.113.1, 198.51.100.7'], '198.51.100.7'],
    ['found behind several proxies', ['::ffff:10.1.2.3', '198.51.100.7, 10.9.9.9'], '198.51.100.7'],
    ['the address of a client without a proxy', ['198.51.100.9', '203.0.113.1'], '198.51.100.9'],
    ['unknown if a proxy reports none', ['10.1.2.3'], undefined],
    ['unknown if a proxy reports no address', ['10.1.2.3', '<script>'], undefined],
  ] as const)('is %s', (_, [peer, forwarded], expected) => {
    expect(from(peer, forwarded)).toBe(expected);
  });

  test('is unknown without trusted proxies', () => {
    expect(clientAddress({ socket: { remoteAddress: '198.51.100.9' }, headers: {} }, [])).toBeUndefined();
  });
});
