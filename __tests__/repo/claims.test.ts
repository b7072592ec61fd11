import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { EXIT_WITHIN_MS } from '../../harness/crash/attempt.ts';
import { RETAINED_REVISIONS } from '../../harness/crash/invariants.ts';
import { citationsIn, shownRows } from './support/shown-by.ts';

const statements = [
  ...shownRows('docs/security.md'),
  ...shownRows('docs/keyring.md'),
  // Its other tables say what runs do.
  ...shownRows('docs/agent-server.md').filter(({ cells }) => cells.length === 2),
];
const rules = [...shownRows('docs/credential-proxy.md'), ...shownRows('docs/boxes.md')];
// Its other tables say what becomes of a line, which is for the reader to judge.
const traps = shownRows('docs/migration.md').filter(({ cells }) => cells.length === 3);

const crashes = shownRows('docs/crash-safety.md');
const sharing = shownRows('docs/several-processes.md');
const textOf = (file: string) => readFileSync(path.resolve(import.meta.dirname, '../..', file), 'utf8');

describe('what the docs claim', () => {
  test('of security stands in tables, each row with a statement and its test', () => {
    expect(statements.length).toBeGreaterThan(20);
    for (const { cells } of statements) expect(cells).toHaveLength(2);
  });

  test('of the credential proxy and of boxes stands in tables, each row with a point, its meaning and its test', () => {
    expect(rules.length).toBeGreaterThan(40);
    for (const { cells } of rules) expect(cells).toHaveLength(3);
  });

  test('of traps that go away is there', () => {
    expect(traps.length).toBeGreaterThan(10);
  });

  test('of crashes is what the crash tests check', () => {
    const page = textOf('docs/crash-safety.md');
    expect(page).toContain(`within **${EXIT_WITHIN_MS / 1_000} seconds**`);
    expect(page).toContain(`the last **${RETAINED_REVISIONS}** deployed`);
    expect(crashes.length).toBeGreaterThan(20);
  });

  test('of several emulators on one database is how long a lease is', () => {
    const lease = /leaseMs \?\? (\d+)_000,/.exec(textOf('src/emulator/config.ts'))?.[1];
    expect(textOf('docs/several-processes.md')).toContain(`A lease of ${lease} seconds`);
    expect(sharing.length).toBeGreaterThan(7);
  });

  test.each(
    [...statements, ...traps, ...rules, ...crashes, ...sharing].map((row) => [row.citation, row] as const),
  )('is shown by a test that cites it: %s', (_statement, { file, citation }) => {
    expect(file).toMatch(/\.(test|network|deep)\.ts$/);
    expect(citationsIn(file)).toContain(citation);
  });
});
