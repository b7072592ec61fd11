import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { REFERENCE } from '../../harness/reference/server.ts';
import { CASES } from '../emulator/clients/sdk/cases.ts';
import { VERSIONS } from '../emulator/clients/sdk/library-versions.ts';
import { DIFFERENCES, differenceRows } from '../emulator/clients/sdk/differences.ts';

const page = readFileSync(path.resolve(import.meta.dirname, '../../docs/reference-server.md'), 'utf8');

describe('the documentation page about clients', () => {
  test('lists exactly the tested minor versions of the graph library', () => {
    const clients = readFileSync(path.resolve(import.meta.dirname, '../../docs/clients.md'), 'utf8');
    const listed = /that agents use: ([^,]+(?:, [^,]+)*? and [\d.]+)\.\n/.exec(clients)?.[1] ?? '';
    expect(listed.match(/\d+\.\d+/g)).toEqual(
      VERSIONS.map((version) => version.split('.').slice(0, 2).join('.')),
    );
  });
});

describe('the documented differences from the reference server', () => {
  test('match the list of differences row by row', () => {
    const rows = page.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| ---'));
    expect(rows.slice(1)).toEqual(differenceRows());
  });

  test('refer to existing cases, and to each case only once', () => {
    const names = DIFFERENCES.flatMap(({ cases }) => Object.keys(cases));
    expect(names.filter((name) => !CASES.some((one) => one.name === name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  });

  test('contain the tested versions of the reference server', () => {
    for (const [name, version] of Object.entries(REFERENCE)) expect(page).toContain(`\`${name}\` ${version}`);
  });
});
