import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { FiguresFile, figuresTable } from '../../scripts/figures/figures.ts';

const MEASURED = {
  version: '1.0.0',
  machine: '2 cores, Node 24.0.0',
  readyMs: 123.4,
  idleMb: 65.4321,
  tarballMb: 2.8764,
  installedMb: 14.6,
  imageMb: 1_234.5,
};

describe('the figures of the emulator in the README', () => {
  test('have a row for each architecture, also for an architecture that was not measured', () => {
    const rows = figuresTable({ x64: MEASURED })['figures']?.split('\n') ?? [];
    expect(rows).toContain('| this emulator, amd64 | 123 ms | 65 MB | 2.9 MB, installed 15 MB | 1,235 MB |');
    expect(rows).toContain(
      '| this emulator, arm64 | not measured yet | not measured yet | not measured yet | not measured yet |',
    );
  });

  test('state that the image was not measured', () => {
    expect(figuresTable({ arm64: { ...MEASURED, imageMb: null } })['figures']).toContain(
      '| this emulator, arm64 | 123 ms | 65 MB | 2.9 MB, installed 15 MB | not measured yet |',
    );
  });

  test.each([{ readyMs: 0 }, { idleMb: Number.NaN }, { imageMb: -1 }, { other: 1 }])(
    'are refused with the field %j',
    (wrong) => {
      expect(FiguresFile.safeParse({ x64: { ...MEASURED, ...wrong } }).success).toBe(false);
    },
  );

  test('were measured for the version of this repository', () => {
    const read = (file: string): unknown =>
      JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../..', file), 'utf8'));
    const { version } = read('package.json') as { version: string };
    for (const figures of Object.values(FiguresFile.parse(read('scripts/figures/figures.json')))) {
      expect(figures.version).toBe(version);
    }
  });
});
