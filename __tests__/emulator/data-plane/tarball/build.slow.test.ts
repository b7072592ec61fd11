import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { plainAgent } from '../../../../harness/agents/fixtures.ts';
import { createFakeLauncher, openDataPlaneFixture, type DataPlaneFixture } from '../reconcile/fixture.ts';
import { type RawEntry, tarball } from './make-tar.ts';

let plant: DataPlaneFixture;
afterEach(() => plant.close());

/** Returns an archive with the agent in a subfolder, as in a monorepo. */
const agent = (version: string, more: RawEntry[] = []): Buffer =>
  tarball(
    ...Object.entries(plainAgent({ version })).map(([name, content]) => ({
      name: `apps/agent/${name}`,
      content: String(content),
    })),
    ...more,
  );
const GRAPH = { graph_config_path: 'apps/agent/langgraph.json' };

async function begin() {
  const fake = createFakeLauncher();
  plant = await openDataPlaneFixture({ launcher: () => fake.launcher });
  const { deploymentId, revisionId: first } = await plant.deploy({
    source: 'internal_source',
    config: GRAPH,
  });
  const deploy = async (...bytes: Buffer[]) => {
    const path = await plant.upload(deploymentId, bytes);
    return plant.revise(deploymentId, { source_tarball_path: path });
  };
  return { fake, deploymentId, first, deploy };
}
const files = (revisionId: string) => readdir(join(plant.folder, 'revisions', revisionId)).catch(() => []);

describe('a revision from a tarball', () => {
  // docs/departures.md#deployment-source-internal-source
  test('is built and started without a commit, and can be redeployed after its files were removed', async () => {
    const { fake, deploymentId, first, deploy } = await begin();
    const one = await deploy(agent('v1'));
    expect(await plant.final(one)).toMatchObject({ status: 'DEPLOYED', statusMessage: null });
    expect((await plant.until(first, () => true)).status).toBe('CREATING');
    const [worker] = fake.workers;
    expect(worker?.spec.cwd).toMatch(/apps.agent$/);
    expect(Object.keys(worker?.spec.env ?? {}).filter((name) => name.includes('GIT_REF'))).toEqual([]);
    const { config } = await plant.until(one, () => true);
    expect(config.repo_commit_sha ?? null).toBeNull();
    const log = await plant.log(one, 'build');
    expect(log).toContain(`Unpacking ${config.source_tarball_path ?? ''}`);
    expect(log).toMatch(/Bundled agent/);

    // After these later revisions, only the first revision's tarball is stored.
    for (const version of ['v2', 'v3', 'v4']) {
      expect((await plant.final(await deploy(agent(version)))).status).toBe('DEPLOYED');
    }
    await plant.restart();
    expect(await files(one)).toEqual([]);
    const back = await plant.revise(deploymentId, config);
    expect((await plant.final(back)).status).toBe('DEPLOYED');
  });

  // docs/departures.md#sourcerevisionconfig-what-tarball-may
  test.each([
    [
      'an entry of the tarball leads out of its folder',
      () => agent('v1', [{ name: '../../x', content: 'x' }]),
      '"../../x" contains ".."',
    ],
    ['the upload is not a tarball', () => Buffer.from('not a tarball'), 'not a gzip file'],
    [
      'the tarball has no configuration',
      () => tarball({ name: 'a', content: 'b' }),
      'this archive has no such file',
    ],
  ])('ends as BUILD_FAILED with the reason and leaves no files if %s', async (_what, bytes, words) => {
    const { deploy } = await begin();
    const revision = await deploy(bytes());
    const row = await plant.final(revision);
    expect([row.status, row.statusMessage]).toEqual(['BUILD_FAILED', expect.stringContaining(words)]);
    expect(await plant.log(revision, 'build')).toContain(words);
    // The reason is stored before the files are removed, so the test waits for the removal.
    while ((await files(revision)).length > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await readdir(plant.folder)).not.toContain('x');
  });

  // docs/departures.md#tarballs-snapshots
  test('is not built if its tarball was omitted by a snapshot or changed on the disk', async () => {
    const { deploymentId, deploy } = await begin();
    const revision = await deploy(agent('v1'));
    await plant.final(revision);
    const { config } = await plant.until(revision, () => true);
    const row = await plant.store.uploads.findByPath(deploymentId, config.source_tarball_path ?? '');
    await plant.store.uploads.update(row?.id ?? '', { sha256: '0'.repeat(64) });
    expect(await plant.final(await plant.revise(deploymentId, config))).toMatchObject({
      status: 'BUILD_FAILED',
      statusMessage: expect.stringContaining('differs from the upload'),
    });
    const dump = await plant.store.snapshots.dump();
    const gone = '00000000-0000-4000-8000-000000000000';
    dump.tables['uploads'] = (dump.tables['uploads'] ?? []).map((one) => ({ ...one, content_id: gone }));
    await plant.store.snapshots.load(dump);
    expect(await plant.final(await plant.revise(deploymentId, config))).toMatchObject({
      status: 'BUILD_FAILED',
      statusMessage: expect.stringContaining('was not part of a restored snapshot'),
    });
  });
});
