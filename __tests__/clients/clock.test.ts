import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { realClock, wallClock } from '../../src/clients/clock.ts';

const HOUR_MS = 3_600_000;
const SOURCES = path.resolve(import.meta.dirname, '../../src');

afterEach(() => {
  jest.restoreAllMocks();
});

describe('the clock of the action', () => {
  test('does not go back when the wall clock is set back by an hour', () => {
    const before = realClock.now();
    const behind = Date.now() - HOUR_MS;
    jest.spyOn(Date, 'now').mockReturnValue(behind);
    expect(wallClock.now()).toBe(behind);
    const passed = realClock.now() - before;
    expect(passed).toBeGreaterThanOrEqual(0);
    expect(passed).toBeLessThan(HOUR_MS / 2);
  });

  test("starts at the wall clock's time, and counts whole milliseconds", () => {
    expect(Math.abs(realClock.now() - Date.now())).toBeLessThan(60_000);
    expect(Number.isInteger(realClock.now())).toBe(true);
  });

  test('is the only clock that the action and its clients use', () => {
    const files = globSync('{action,clients}/**/*.ts', { cwd: SOURCES });
    expect(files.length).toBeGreaterThan(100);
    const others = files.filter((file) =>
      /Date\.now\(|new Date\(\)/.test(readFileSync(path.join(SOURCES, file), 'utf8')),
    );
    expect(others).toEqual([path.join('clients', 'clock.ts')]);
  });
});
