import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { EXIT_WITHIN_MS } from '../../harness/crash/attempt.ts';
import { RETAINED_REVISIONS } from '../../harness/crash/invariants.ts';

const root = path.resolve(import.meta.dirname, '..', '..');
const page = readFileSync(path.join(root, 'docs/crash-safety.md'), 'utf8');
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .slice(2)
  .map((line) => {
    const [subject = '', promise = '', shownBy = ''] = line.split(' | ');
    const [, file = '', title = ''] = /^`(__tests__\/[^`]+)`: (.+?) \|$/.exec(shownBy) ?? [];
    return { subject: subject.slice(2), promise, file, title };
  });

describe('the page about crashes', () => {
  test('says in how many seconds everything is gone, and how many revisions stay, as they are checked', () => {
    expect(page).toContain(`within **${EXIT_WITHIN_MS / 1_000} seconds**`);
    expect(page).toContain(`the last **${RETAINED_REVISIONS}** deployed`);
    expect(rows.length).toBeGreaterThan(20);
  });

  test.each(rows.map((row) => [row.subject, row] as const))(
    'shows what it says of %s by a test that is there',
    (_, { file, title }) => {
      expect(file).toMatch(/\.(test|deep)\.ts$/);
      expect(existsSync(path.join(root, file))).toBe(true);
      // What stands first in the parentheses of a test.
      const titles = [
        ...readFileSync(path.join(root, file), 'utf8').matchAll(/\(\s*(['"`])((?:\\.|(?!\1).)+)\1,/g),
      ];
      expect(titles.map((found) => found[2])).toContain(title);
    },
  );
});
