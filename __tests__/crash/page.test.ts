import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { citationsIn, shownRows } from '../repo/support/shown-by.ts';
import { EXIT_WITHIN_MS } from '../../harness/crash/attempt.ts';
import { RETAINED_REVISIONS } from '../../harness/crash/invariants.ts';

const root = path.resolve(import.meta.dirname, '..', '..');
const page = readFileSync(path.join(root, 'docs/crash-safety.md'), 'utf8');
const rows = shownRows('docs/crash-safety.md');

describe('the page about crashes', () => {
  test('says in how many seconds everything is gone, and how many revisions stay, as they are checked', () => {
    expect(page).toContain(`within **${EXIT_WITHIN_MS / 1_000} seconds**`);
    expect(page).toContain(`the last **${RETAINED_REVISIONS}** deployed`);
    expect(rows.length).toBeGreaterThan(20);
  });

  test.each(rows.map((row) => [row.citation, row] as const))(
    'shows %s by a test that cites it',
    (_, { file, citation }) => {
      expect(citationsIn(file)).toContain(citation);
    },
  );
});
