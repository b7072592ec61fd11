import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createRepository, type FixtureRepository } from '../../../harness/git.ts';
import { createReadSubject } from '../../../src/action/git/read-subject.ts';

let repository: FixtureRepository;
beforeEach(async () => {
  repository = await createRepository({ 'a.txt': 'one\n' });
});
afterEach(() => repository.remove());

const { signal } = new AbortController();
const read = (commit: string, workspace = repository.dir) =>
  createReadSubject({ PATH: process.env['PATH'], GITHUB_WORKSPACE: workspace })(commit, signal);

describe("the first line of a commit's message", () => {
  test('is read from the checkout in the workspace', async () => {
    const commit = await repository.commit({ 'a.txt': 'two\n' }, 'Answer briefly\n\nThe answers were long.');
    expect(await read(commit)).toBe('Answer briefly');
  });

  test('is unknown if the workspace is not a checkout or does not contain the commit', async () => {
    expect(await read('a'.repeat(40))).toBeUndefined();
    expect(await read('--output=/tmp/x')).toBeUndefined();
    expect(await read(await repository.head(), join(repository.dir, '..'))).toBeUndefined();
  });

  test('is read without starting programs of the checkout', async () => {
    const proof = join(repository.dir, 'owned');
    for (const name of ['core.fsmonitor', 'gpg.program', 'core.pager']) {
      await repository.git('config', name, `touch ${proof}; exec`);
    }
    await repository.git('config', 'log.showSignature', 'true');
    expect(await read(await repository.head())).toBe('Add the agent');
    expect(existsSync(proof)).toBe(false);
  });
});
