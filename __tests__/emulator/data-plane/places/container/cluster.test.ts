import { afterEach, describe, expect, test } from '@jest/globals';
import type { SourceConfig } from '../../../../../src/contract/source.ts';
import { Seed } from '../../../../../src/emulator/admin/seed.ts';
import { clusterFromSeed } from '../../../../../src/emulator/admin/seeding.ts';
import { openDataPlaneFixture, type DataPlaneFixture, WORKSPACE } from '../../reconcile/fixture.ts';

let plant: DataPlaneFixture;
afterEach(() => plant.close());

const VALUE = 'a-cluster-password';
const cluster = clusterFromSeed(
  Seed.parse({
    workspaces: [
      {
        id: WORKSPACE,
        cluster_secrets: { prod: { db: { password: VALUE } }, default: { db: { user: 'reader' } } },
        service_accounts: ['runner'],
      },
    ],
  }),
);

/** Deploys an image with one secret reference to a data plane that runs no code, and returns the result. */
async function deploy(reference: [secret: string, key: string], sourceConfig: SourceConfig = {}) {
  plant = await openDataPlaneFixture({ runtime: 'stub', cluster });
  const { deploymentId, revisionId } = await plant.deploy({
    source: 'external_docker',
    sourceConfig,
    config: { image_uri: 'registry.example/agent:1' },
    secretReferences: [{ name: 'DB_PASSWORD', secret_name: reference[0], secret_key: reference[1] }],
  });
  return { ...(await plant.final(revisionId)), deploymentId };
}
const prod: SourceConfig = { listener_config: { k8s_namespace: 'prod' } };

describe('the secret references of a revision in the stub runtime', () => {
  test('are resolved if they refer to a key in the deployment’s namespace', async () => {
    expect(await deploy(['db', 'password'], prod)).toMatchObject({ status: 'DEPLOYED', statusMessage: null });
  });

  // docs/departures.md#secretreference-resourcespec-cluster-secrets
  // docs/self-hosted.md#missing-secret
  test.each<[string, [string, string], SourceConfig, RegExp]>([
    [
      'secret',
      ['other', 'password'],
      prod,
      /variable DB_PASSWORD refers to the cluster secret "other", which does not exist in the namespace "prod"/,
    ],
    [
      'key',
      ['db', 'other'],
      prod,
      /variable DB_PASSWORD refers to the key "other", which does not exist in the cluster secret "db" of the namespace "prod"/,
    ],
    [
      'secret of another namespace',
      ['db', 'password'],
      {},
      /the key "password", which does not exist in the cluster secret "db" of the namespace "default"/,
    ],
  ])(
    'make the revision fail for a missing %s, and the message names it',
    async (_, reference, config, reason) => {
      const { status, statusMessage } = await deploy(reference, config);
      expect(status).toBe('DEPLOY_FAILED');
      expect(statusMessage).toMatch(reason);
      expect(statusMessage).not.toContain(VALUE);
    },
  );

  test('make the revision fail for a missing service account, and the message names it', async () => {
    const found = await deploy(['db', 'password'], {
      ...prod,
      resource_spec: { service_account_name: 'other' },
    });
    expect(found).toMatchObject({
      status: 'DEPLOY_FAILED',
      statusMessage: expect.stringContaining('no service account "other" (available: runner)'),
    });
  });

  test('work even if the revision needs other features that this machine lacks', async () => {
    const spec = { volumes: [{ name: 'shared', nfs: { server: 'x' } }] };
    expect(await deploy(['db', 'password'], { ...prod, resource_spec: spec })).toMatchObject({
      status: 'DEPLOYED',
    });
  });
});
