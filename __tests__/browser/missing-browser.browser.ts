import { describe, expect, test } from '@jest/globals';
import { findChromium } from '../../harness/chromium.ts';

describe('the search for a browser', () => {
  test('returns the program that the variable CHROMIUM specifies', () => {
    expect(findChromium({ CHROMIUM: process.execPath, PATH: '/nowhere' })).toBe(process.execPath);
  });

  test('fails if the program that the variable CHROMIUM specifies does not exist', () => {
    const env = { ...process.env, CHROMIUM: '/nowhere/chromium' };
    expect(() => findChromium(env)).toThrow('CHROMIUM names /nowhere/chromium, which is not a program');
  });

  test('fails with installation instructions if no browser is installed', () => {
    expect(() => findChromium({ PATH: '/nowhere' })).toThrow(
      'install it (on Debian: apt-get install chromium)',
    );
  });
});
