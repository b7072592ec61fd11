import { describe, expect, test } from '@jest/globals';
import { findChromium } from '../../harness/chromium.ts';

describe('the program of the browser', () => {
  test('is the one that CHROMIUM names', () => {
    expect(findChromium({ CHROMIUM: process.execPath, PATH: '/nowhere' })).toBe(process.execPath);
  });

  test('that CHROMIUM names and that is not there is an error, not another one', () => {
    const env = { ...process.env, CHROMIUM: '/nowhere/chromium' };
    expect(() => findChromium(env)).toThrow('CHROMIUM names /nowhere/chromium, which is not a program');
  });

  test('is asked for by name where there is none', () => {
    expect(() => findChromium({ PATH: '/nowhere' })).toThrow(
      'install it (on Debian: apt-get install chromium)',
    );
  });
});
