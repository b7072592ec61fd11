import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { citationsIn, shownRows } from '../repo/support/shown-by.ts';

const root = path.resolve(import.meta.dirname, '..', '..');
const page = readFileSync(path.join(root, 'docs/several-processes.md'), 'utf8');
const rows = shownRows('docs/several-processes.md');

describe('the page about several emulators on one database', () => {
  test('says how long a lease is, as it is', () => {
    const lease = /leaseMs \?\? (\d+)_000,/.exec(
      readFileSync(path.join(root, 'src/emulator/config.ts'), 'utf8'),
    )?.[1];
    expect(page).toContain(`A lease of ${lease} seconds`);
    expect(rows.length).toBeGreaterThan(7);
  });

  test.each(rows.map((row) => [row.citation, row] as const))(
    'shows %s by a test that cites it',
    (_, { file, citation }) => {
      expect(citationsIn(file)).toContain(citation);
    },
  );
});
