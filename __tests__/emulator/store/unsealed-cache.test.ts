import { createSecretKey, randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { createSealer, createUnsealedCache } from '../../../src/emulator/store/seal.ts';

const place = { resource: 'deployment', id: 'one', field: 'secrets[A]' };

describe('a decrypted value in the cache', () => {
  test('is returned only for its own location', () => {
    const sealer = createSealer(createSecretKey(randomBytes(32)), 1, 'workspace');
    const sealed = sealer.seal(place, 'clear');
    for (let times = 0; times < 2; times += 1) {
      expect(sealer.open(place, sealed)).toBe('clear');
      for (const moved of [
        { ...place, id: 'two' },
        { ...place, field: 'secrets[B]' },
        { ...place, resource: 'revision' },
      ]) {
        expect(() => sealer.open(moved, sealed)).toThrow('moved from another record');
      }
    }
  });

  test('is removed from the cache when other values need its space', () => {
    const values = createUnsealedCache(40);
    values.set(place, 'sealed-1', 'clear-1');
    values.set(place, 'sealed-2', 'clear-2');
    expect(values.get(place, 'sealed-1')).toBe('clear-1');
    values.set(place, 'sealed-3', 'clear-3');
    expect(['sealed-1', 'sealed-2', 'sealed-3'].map((sealed) => values.get(place, sealed))).toEqual([
      undefined,
      'clear-2',
      'clear-3',
    ]);
    values.set(place, 'x'.repeat(100), '');
    expect(values.get(place, 'sealed-3')).toBeUndefined();
  });
});
