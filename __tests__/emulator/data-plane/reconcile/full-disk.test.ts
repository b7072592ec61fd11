import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { plainAgent } from '../../../../harness/agents/fixtures.ts';
import { createRepository, type FixtureRepository } from '../../../../harness/git.ts';
import { StoreError } from '../../../../src/emulator/ports/store-errors.ts';
import { openDataPlaneFixture, type DataPlaneFixture } from './fixture.ts';

let plant: DataPlaneFixture;
let repository: FixtureRepository;
beforeEach(async () => {
  repository = await createRepository(plainAgent());
  plant = await openDataPlaneFixture({ timing: { diskFullTimeoutMs: 600 } });
});
afterEach(async () => {
  await plant.close();
  await repository.remove();
});

/** Makes the disk full while the files of this revision exist. */
function fullBy(revisionId: string): void {
  const { store } = plant;
  const { transaction } = store;
  store.transaction = (work) =>
    existsSync(join(plant.folder, 'revisions', revisionId))
      ? Promise.reject(new StoreError('full', 'no room'))
      : transaction(work);
}
const deploy = () => plant.deploy({ sourceConfig: { repo_url: repository.url } });

describe('a revision that fills the disk', () => {
  test('fails with a message about the disk and frees its space, so the next revision works', async () => {
    const { deploymentId, revisionId } = await deploy();
    fullBy(revisionId);
    expect(await plant.final(revisionId)).toMatchObject({
      status: 'BUILD_FAILED',
      statusMessage: expect.stringMatching(
        /The disk that holds the data directory is full\. Free some space on it, and deploy again\./,
      ),
    });
    expect(existsSync(join(plant.folder, 'revisions', revisionId))).toBe(false);
    expect(await plant.log(revisionId, 'build')).toContain('The disk that holds the data directory is full');
    const next = await plant.final(await plant.revise(deploymentId));
    expect([next.status, next.statusMessage]).toEqual(['DEPLOYED', null]);
  });

  test('fails with the actual reason if the failure was not caused by the disk', async () => {
    await repository.commit({ 'langgraph.json': '{' });
    const { revisionId } = await deploy();
    // The commit is stored before the disk becomes full.
    await plant.until(revisionId, ({ config }) => config.repo_commit_sha !== undefined);
    fullBy(revisionId);
    const { status, statusMessage } = await plant.final(revisionId);
    expect(status).toBe('BUILD_FAILED');
    expect(statusMessage).toContain('langgraph.json');
  });
});
