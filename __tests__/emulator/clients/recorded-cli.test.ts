import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createEmulator, type Emulator } from '../../../src/emulator/index.ts';
import { Seed } from '../../../src/emulator/admin/seed.ts';
import { call } from '../server/plane.ts';
import { RecordedCli } from './recorded-cli.ts';

// The Python CLI's calls, recorded: the CLI itself runs in __tests__/network/clients.network.ts.
const ARCHIVE = gzipSync('what is in it is not looked at by the stub');
const DIGEST = `sha256:${'a'.repeat(64)}`;
const HOME = '11111111-1111-4111-8111-111111111111';
const CLOSED = '22222222-2222-4222-8222-222222222222';
const CLUSTER = '33333333-3333-4333-8333-333333333333';
const seed = Seed.parse({
  workspaces: [
    { id: HOME, api_keys: [{ key: 'organization-key', scope: 'organization' }] },
    { id: CLOSED, api_keys: [{ key: 'closed-key-abcdef' }], deployment_enabled: false },
    {
      id: CLUSTER,
      api_keys: [{ key: 'cluster-key-abcdef' }],
      listeners: [{ compute_id: 'cluster', compute_config: { k8s_namespaces: ['agents'] } }],
    },
  ],
});

let emulator: Emulator;
let cli: RecordedCli;
let from = 0;
beforeAll(async () => {
  emulator = await createEmulator({ runtime: 'stub', compat: 'hosted', seed });
  cli = cliWith(emulator.apiKey);
});
afterAll(() => emulator.close());
beforeEach(() => {
  from = emulator.journal.lastSeq();
});

const cliWith = (key: string, tenant?: string) => new RecordedCli(emulator.urls.controlPlane, key, tenant);

/** What this test has asked, without IDs, each run of equal requests once. */
async function asked(): Promise<string[]> {
  const { body } = await call(emulator, 'GET', `/_local/journal?after=${from}`);
  return (body.entries as { seq: number; method: string; path: string; status: number }[])
    .filter(({ seq, path }) => seq > from && !path.startsWith('/_local'))
    .map((one) => `${one.method} ${one.path.replaceAll(/[0-9a-f-]{36}/g, '…')} ${one.status}`)
    .filter((line, index, all) => line !== all[index - 1]);
}

describe('the Python CLI’s calls', () => {
  test('a first deploy finds, creates, uploads, patches and polls to DEPLOYED; the URL and the tenant are told', async () => {
    const first = await cli.remote(ARCHIVE, { name: 'remote-agent', secrets: [{ name: 'A', value: 'b' }] });
    expect(first).toMatchObject({ status: 'DEPLOYED', tenantId: HOME, url: expect.stringMatching(/^http/) });
    expect(await asked()).toEqual([
      'GET /v2/deployments 200',
      'POST /v2/deployments 201',
      'POST /v2/deployments/…/upload-url 200',
      'PUT /v2/deployments/…/uploads/… 200',
      'PATCH /v2/deployments/… 200',
      'GET /v2/deployments/…/revisions 200',
      'GET /v2/deployments/…/revisions/… 200',
      'GET /v2/deployments/… 200',
    ]);
    // The revision that the create made waits for a source, and is overtaken.
    expect(await cli.revisions(first.deploymentId)).toEqual(['DEPLOYED', 'SKIPPED']);
  });

  test('a second deploy finds it by name or ID, and the newest revision is the one it made', async () => {
    const first = await cli.remote(ARCHIVE, { name: 'again' });
    const second = await cli.remote(ARCHIVE, { name: 'again', verbose: true });
    expect(second).toMatchObject({ status: 'DEPLOYED', deploymentId: first.deploymentId });
    const third = await cli.remote(ARCHIVE, { name: 'again', deploymentId: first.deploymentId });
    expect(third.deploymentId).toBe(first.deploymentId);
    expect(await cli.revisions(first.deploymentId, 2)).toEqual(['DEPLOYED', 'DEPLOYED']);
    expect(await cli.list('agai')).toEqual(['again']);
  });

  test.each([true, false])(
    'a build that fails ends as BUILD_FAILED, its reason in the log; verbose %s',
    async (verbose) => {
      const rules = [
        { match: { deployment: 'broken-*', stage: 'BUILDING' }, then: { fail: 'the disk is full' } },
      ];
      expect((await call(emulator, 'PUT', '/_local/faults', { rules })).status).toBe(204);
      const failed = await cli.remote(ARCHIVE, { name: `broken-${verbose}`, verbose });
      expect(failed.status).toBe('BUILD_FAILED');
      expect(failed.log.join('\n')).toContain('the disk is full');
    },
  );
});

describe('the Python CLI’s calls for images', () => {
  test('push-token names a registry, and the image pushed there by digest is deployed', async () => {
    const pushed = await cli.pushed(DIGEST, { name: 'pushed-agent' });
    expect(pushed).toMatchObject({ status: 'DEPLOYED', tenantId: HOME });
    const { body } = await call(emulator, 'GET', `/v2/deployments/${pushed.deploymentId}/revisions?limit=1`);
    const image = `${pushed.registry}/pushed-agent@${DIGEST}`;
    expect(body.resources[0].source_revision_config.image_uri).toBe(image);
  });

  test('push-token of what the CLI did not create is refused in the words it looks for', async () => {
    const { deploymentId } = await cli.remote(ARCHIVE, { name: 'not-pushed' });
    await expect(cli.pushed(DIGEST, { name: 'not-pushed', deploymentId })).rejects.toThrow(
      /^400 .*only available for 'internal_docker' source deployments/,
    );
  });

  test('an image of one’s own registry goes to the listener that is there, and is changed by PATCH', async () => {
    const own = cliWith('cluster-key-abcdef');
    const first = await own.ownRegistry(`registry.example/agent@${DIGEST}`, { name: 'own-registry' });
    expect(first.status).toBe('DEPLOYED');
    const second = await own.ownRegistry('registry.example/agent:2', { name: 'own-registry' });
    expect(second).toMatchObject({ status: 'DEPLOYED', tenantId: CLUSTER, deploymentId: first.deploymentId });
    expect(await own.revisions(first.deploymentId)).toEqual(['DEPLOYED', 'DEPLOYED']);
  });
});

describe('the Python CLI’s other commands', () => {
  test('list without a name, revisions, logs, --follow and delete', async () => {
    const { deploymentId } = await cli.remote(ARCHIVE, { name: 'looked-at' });
    expect(await cli.list()).toContain('looked-at');
    expect(await cli.revisions(deploymentId, 1)).toEqual(['DEPLOYED']);
    const deploys = await cli.logs(deploymentId, 'deploy');
    expect(deploys.length).toBeGreaterThan(0);
    expect(await cli.logs(deploymentId, 'build', { level: 'INFO', query: 'no line says this' })).toEqual([]);
    // A second look begins at the last line's time, and tells nothing twice.
    expect(await cli.follow(deploymentId, 2)).toEqual([deploys, []]);
    await cli.delete(deploymentId);
    expect((await asked()).at(-1)).toBe('DELETE /v2/deployments/… 204');
  });

  test('a key of an organisation without a workspace, and a closed workspace, are reported in the words it looks for', async () => {
    await expect(cliWith('organization-key').list()).rejects.toThrow(
      /^403 .*requires workspace specification/,
    );
    expect(await cliWith('organization-key', CLUSTER).list()).toEqual(expect.any(Array));
    await expect(cliWith('closed-key-abcdef').list()).rejects.toThrow(/^403 .*not enabled/i);
  });
});
