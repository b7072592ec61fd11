import { describe, test } from '@jest/globals';
import { createFixture, type GitHubFixture } from './support.ts';

/** Where a behaviour is known from: GitHub's documentation, or what its users reported of its answers. */
type Source = 'documented' | 'observed';
type Row = [source: Source, behaviour: string, check: (world: GitHubFixture) => Promise<void>];

/**
 * A page of GitHub's documentation, and what the double does of it: each row is a behaviour in our words and the check
 * that the double has it.
 */
// oxlint-disable-next-line jest/no-export -- it makes tests of rows, and is none itself
export function conforms(page: string, rows: readonly Row[]): void {
  describe(page, () => {
    test.each(rows)('%s: %s', async (_source, _behaviour, check) => check(await createFixture()));
  });
}
