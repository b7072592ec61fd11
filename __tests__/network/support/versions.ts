import process from 'node:process';

/** True in `npm run test:versions`, which tests every supported version and the newest published packages. */
export const TESTS_ALL_VERSIONS = process.env['TEST_VERSIONS'] === 'all';

/**
 * Returns the versions that this run tests: in `npm run test:versions` all versions, and otherwise the versions that
 * `isEssential` chooses, in the same order.
 */
export function testedVersions<Version>(
  all: readonly Version[],
  isEssential: (version: Version) => boolean,
): readonly Version[] {
  const tested = TESTS_ALL_VERSIONS ? all : all.filter(isEssential);
  if (tested.length === 0) throw new Error('No version is essential, so nothing would be tested.');
  return tested;
}
