import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';

const root = path.resolve(import.meta.dirname, '..', '..');
const page = readFileSync(path.join(root, 'docs/several-processes.md'), 'utf8');
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .slice(2)
  .map((line) => {
    const [subject = '', , shownBy = ''] = line.split(' | ');
    const [, file = '', title = ''] = /^`(__tests__\/[^`]+)`: (.+?) \|$/.exec(shownBy) ?? [];
    return { subject: subject.slice(2), file, title };
  });

describe('the page about several emulators on one database', () => {
  test('says how long a lease is, as it is', () => {
    const lease = /LEASE_MS = (\d+)_000;/.exec(
      readFileSync(path.join(root, 'src/emulator/index.ts'), 'utf8'),
    )?.[1];
    expect(page).toContain(`A lease of ${lease} seconds`);
    expect(rows.length).toBeGreaterThan(7);
  });

  test.each(rows.map((row) => [row.subject, row] as const))(
    'shows what it says of %s by a test that is there',
    (_, { file, title }) => {
      expect(existsSync(path.join(root, file))).toBe(true);
      const titles = [
        ...readFileSync(path.join(root, file), 'utf8').matchAll(/\(\s*(['"`])((?:\\.|(?!\1).)+)\1,/g),
      ];
      expect(titles.map((found) => found[2])).toContain(title);
    },
  );
});
