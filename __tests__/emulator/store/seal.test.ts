import { createCipheriv, createSecretKey, randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import {
  open,
  type SealLocation,
  purposeKey,
  seal,
  sealedVersion,
} from '../../../src/emulator/store/seal.ts';
import type { KeyPurpose } from '../../../src/emulator/tables/columns.ts';

const root = createSecretKey(randomBytes(32));
const key = purposeKey(root, 'deployment-secrets');
const place: SealLocation = { tenant: 'w1', resource: 'deployment', id: 'd1', field: 'secrets[KEY]' };
const text = (value: string) => Buffer.from(value, 'utf8');
const refused = expect.objectContaining({ name: 'StoreError', code: 'sealed' }) as unknown as Error;

const anyPlace = fc.record({
  tenant: fc.string(),
  resource: fc.string(),
  id: fc.string(),
  field: fc.string(),
});
const anyBytes = fc.uint8Array({ maxLength: 300 });

function attempt(...parameters: Parameters<typeof open>): unknown {
  try {
    return open(...parameters);
  } catch (error) {
    return error;
  }
}

describe('an encrypted value in the store', () => {
  test('is decrypted to the same bytes at its own location', () => {
    fc.assert(
      fc.property(anyBytes, anyPlace, fc.integer({ min: 1, max: 0xffff_ffff }), (clear, at, version) => {
        const sealed = seal(key, version, at, clear, randomBytes);
        expect(sealed).toMatch(/^[A-Za-z0-9_-]+$/);
        expect(sealedVersion(sealed)).toBe(version);
        expect(Buffer.compare(open(key, at, sealed), clear)).toBe(0);
      }),
    );
  });

  test('cannot be decrypted at any other location, however the parts of the location are split', () => {
    fc.assert(
      fc.property(anyBytes, anyPlace, anyPlace, (clear, at, other) => {
        fc.pre(JSON.stringify(at) !== JSON.stringify(other));
        expect(attempt(key, other, seal(key, 1, at, clear, randomBytes))).toEqual(refused);
      }),
    );
    // The place has the same letters, split at another position.
    const sealed = seal(key, 1, { ...place, tenant: 'ab', resource: 'c' }, text('x'), randomBytes);
    expect(attempt(key, { ...place, tenant: 'a', resource: 'bc' }, sealed)).toEqual(refused);
  });

  test.each(['tenant', 'resource', 'id', 'field'] as const)('is bound to its %s', (part) => {
    const sealed = seal(key, 1, place, text('value'), randomBytes);
    expect(attempt(key, { ...place, [part]: 'another' }, sealed)).toEqual(refused);
  });

  test('cannot be decrypted with a key of another purpose or another root key', () => {
    const purposes: KeyPurpose[] = ['workspace-key', 'workspace-secrets', 'proxy-headers'];
    const sealed = seal(key, 1, place, text('value'), randomBytes);
    for (const purpose of purposes) {
      expect(attempt(purposeKey(root, purpose), place, sealed)).toEqual(refused);
    }
    const other = purposeKey(createSecretKey(randomBytes(32)), 'deployment-secrets');
    expect(attempt(other, place, sealed)).toEqual(refused);
  });

  test('cannot be decrypted after any bit was flipped, except in the version, which only selects the key', () => {
    const body = Buffer.from(seal(key, 1, place, text('value'), randomBytes), 'base64url');
    for (let bit = 0; bit < body.length * 8; bit += 1) {
      const byte = bit >> 3;
      const isVersion = byte >= 1 && byte <= 4;
      const flipped = Buffer.from(body);
      flipped.writeUInt8(flipped.readUInt8(byte) ^ (1 << (bit & 7)), byte);
      if (!isVersion) expect(attempt(key, place, flipped.toString('base64url'))).toEqual(refused);
    }
  });

  test('cannot be decrypted if it is extended, or truncated anywhere', () => {
    const sealed = seal(key, 1, place, text('value'), randomBytes);
    const body = Buffer.from(sealed, 'base64url');
    for (let length = 0; length < body.length; length += 1) {
      expect(attempt(key, place, body.subarray(0, length).toString('base64url'))).toEqual(refused);
    }
    for (const written of [`${sealed}A`, `${sealed}=`, ` ${sealed}`, `${sealed}\n`, '', 'no such thing']) {
      expect(attempt(key, place, written)).toEqual(refused);
    }
  });

  test('cannot be decrypted if it has a tag of only four bytes', () => {
    // An attack by a person who can write to the database, which would succeed if short tags were accepted.
    const body = Buffer.from(seal(key, 1, place, text('x'.repeat(100)), randomBytes), 'base64url');
    const cut = body.subarray(0, body.length - 12);
    const padded = Buffer.concat([cut, Buffer.alloc((32 - ((cut.length - 33) % 32)) % 32)]);
    expect(attempt(key, place, padded.toString('base64url'))).toEqual(refused);
  });

  test('cannot be decrypted if the padding is invalid, even if the key is right', () => {
    const body = Buffer.from(seal(key, 1, place, text('x'), randomBytes), 'base64url');
    const header = body.subarray(0, 17);
    const parts = ['1', place.tenant, place.resource, place.id, place.field].flatMap((part) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(part.length);
      return [length, text(part)];
    });
    const cipher = createCipheriv('aes-256-gcm', key, header.subarray(5), { authTagLength: 16 });
    cipher.setAAD(Buffer.concat(parts));
    const wrong = Buffer.alloc(32);
    wrong.writeUInt32BE(29);
    const forged = Buffer.concat([header, cipher.update(wrong), cipher.final(), cipher.getAuthTag()]);
    expect(attempt(key, place, forged.toString('base64url'))).toEqual(refused);
  });

  test('hides its length up to 32 bytes, and is different each time', () => {
    const sizes = (lengths: number[]) =>
      new Set(lengths.map((length) => seal(key, 1, place, Buffer.alloc(length), randomBytes).length));
    expect(sizes([0, 1, 13, 28])).toHaveProperty('size', 1);
    expect(sizes([29, 40, 60])).toHaveProperty('size', 1);
    expect(sizes([28, 29])).toHaveProperty('size', 2);
    expect(seal(key, 1, place, text('a'), randomBytes)).not.toBe(seal(key, 1, place, text('a'), randomBytes));
  });

  test('is not shown in the error about a failed decryption', () => {
    const error = attempt(key, { ...place, id: 'd2' }, seal(key, 1, place, text('hunter2'), randomBytes));
    expect(String(error)).toContain('d2');
    expect(String(error)).not.toContain('hunter2');
  });

  test('requires a root key of 32 bytes', () => {
    expect(() => purposeKey(createSecretKey(randomBytes(16)), 'deployment-secrets')).toThrow(RangeError);
  });
});
