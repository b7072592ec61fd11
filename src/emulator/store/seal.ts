import type { KeyPurpose } from '../tables/columns.ts';
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { StoreError } from '../ports/store-errors.ts';

/** First byte of every encrypted value, which identifies the format of the value. */
const FORMAT = 1;

const VERSION_BYTES = 4;

const NONCE_BYTES = 12;

const TAG_BYTES = 16;

const HEADER_BYTES = 1 + VERSION_BYTES + NONCE_BYTES;

/** Unit in bytes for the padding of values. The padding hides the lengths of the values. */
const BLOCK_BYTES = 32;

const LENGTH_BYTES = 4;

const ALGORITHM = 'aes-256-gcm';

const KEY_BYTES = 32;

/** Location of an encrypted value. At another location, the value cannot be decrypted. */
export interface SealLocation {
  tenant: string;
  resource: string;
  id: string;
  /** Name of the field, which must never change. */
  field: string;
}

/** Location of an encrypted value within its workspace. */
export type WorkspaceLocation = Omit<SealLocation, 'tenant'>;

export type RandomBytes = (size: number) => Uint8Array;

/**
 * Derives the key for one purpose from a 32-byte root key with HKDF-SHA256.
 * @throws RangeError if the root key does not have 32 bytes.
 */
export function purposeKey(root: KeyObject, purpose: KeyPurpose): KeyObject {
  if (root.symmetricKeySize !== KEY_BYTES) throw new RangeError('a root key must be 32 bytes');
  return createSecretKey(Buffer.from(hkdfSync('sha256', root, '', purpose, KEY_BYTES)));
}

/**
 * Encrypts bytes for one location: `format | key version | nonce | ciphertext | tag`, in base64url. `version` is the
 * version of the root key, which readers need to decrypt the bytes.
 */
export function seal(
  key: KeyObject,
  version: number,
  place: SealLocation,
  clear: Uint8Array,
  random: RandomBytes,
): string {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt8(FORMAT, 0);
  header.writeUInt32BE(version, 1);
  header.set(random(NONCE_BYTES), 1 + VERSION_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, header.subarray(1 + VERSION_BYTES), {
    authTagLength: TAG_BYTES,
  });
  cipher.setAAD(additionalData(place));
  const padded = pad(clear);
  const body = Buffer.concat([header, cipher.update(padded), cipher.final(), cipher.getAuthTag()]);
  padded.fill(0);
  return body.toString('base64url');
}

/** Returns the version of the root key that encrypted a value. @throws StoreError `sealed` for an invalid value. */
export function sealedVersion(sealed: string): number {
  return decode(sealed).readUInt32BE(1);
}

/** Number of characters that contain the root key's version. */
export const PREFIX_CHARACTERS = 7;

/**
 * Returns the possible prefixes of values that this version of the root key encrypted. There are four possible
 * prefixes, because the last character of a prefix also contains the first two bits of the random nonce.
 */
export function sealedPrefixes(version: number): string[] {
  return [0, 1, 2, 3].map((bits) => {
    const start = Buffer.alloc(1 + VERSION_BYTES + 1);
    start.writeUInt8(FORMAT, 0);
    start.writeUInt32BE(version, 1);
    start.writeUInt8(bits << 6, 1 + VERSION_BYTES);
    return start.toString('base64url').slice(0, PREFIX_CHARACTERS);
  });
}

/** Returns the version in the prefix `head` of an encrypted value, or `undefined` if `head` is not such a prefix. */
export function versionOfPrefix(head: string): number | undefined {
  const start = Buffer.from(head, 'base64url');
  return head.length === PREFIX_CHARACTERS && start.length > VERSION_BYTES && start[0] === FORMAT
    ? start.readUInt32BE(1)
    : undefined;
}

/**
 * Decrypts the result of `seal` with the same location and key.
 * @throws StoreError `sealed` if the value was altered, truncated, moved from another location or encrypted with
 * another key.
 */
export function open(key: KeyObject, place: SealLocation, sealed: string): Buffer {
  const body = decode(sealed);
  const nonce = body.subarray(1 + VERSION_BYTES, HEADER_BYTES);
  // The length of the tag is fixed, because by default, Node would accept a tag that was truncated to 4 bytes, and such
  // a tag can be forged.
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(additionalData(place));
  decipher.setAuthTag(body.subarray(body.length - TAG_BYTES));
  try {
    const start = decipher.update(body.subarray(HEADER_BYTES, body.length - TAG_BYTES));
    return unpad(Buffer.concat([start, decipher.final()]));
  } catch (cause) {
    throw new StoreError(
      'sealed',
      `The stored value of ${place.resource} ${place.id}, ${place.field}, cannot be decrypted: it was altered, moved from another record, or sealed with another key. Set the value again, or restore the data directory together with its keyring.`,
      { cause },
    );
  }
}

function decode(sealed: string): Buffer {
  const body = Buffer.from(sealed, 'base64url');
  const padded = body.length - HEADER_BYTES - TAG_BYTES;
  const wellFormed =
    body.length > 0 &&
    body[0] === FORMAT &&
    padded >= BLOCK_BYTES &&
    padded % BLOCK_BYTES === 0 &&
    // `Buffer.from` skips invalid characters, so the decoded bytes are encoded again and compared with the text.
    body.toString('base64url') === sealed;
  if (!wellFormed) {
    throw new StoreError(
      'sealed',
      'A stored value is not in the sealed format: the data was altered or written by another program.',
    );
  }
  return body;
}

/** Returns bytes that identify a location uniquely: each field, preceded by its length. */
function additionalData(place: SealLocation): Buffer {
  const parts = [String(FORMAT), place.tenant, place.resource, place.id, place.field];
  return Buffer.concat(
    parts.flatMap((part) => {
      const bytes = Buffer.from(part, 'utf8');
      const length = Buffer.alloc(LENGTH_BYTES);
      length.writeUInt32BE(bytes.length);
      return [length, bytes];
    }),
  );
}

function pad(clear: Uint8Array): Buffer {
  const size = Math.ceil((LENGTH_BYTES + clear.length) / BLOCK_BYTES) * BLOCK_BYTES;
  const padded = Buffer.alloc(size);
  padded.writeUInt32BE(clear.length);
  padded.set(clear, LENGTH_BYTES);
  return padded;
}

function unpad(padded: Buffer): Buffer {
  const length = padded.readUInt32BE();
  if (length > padded.length - LENGTH_BYTES) throw new RangeError('the padding is invalid');
  return padded.subarray(LENGTH_BYTES, LENGTH_BYTES + length);
}

/** Encrypts and decrypts the values of one workspace for one purpose. */
export interface Sealer {
  seal(place: WorkspaceLocation, clear: string): string;
  /**
   * Encrypts a text deterministically, so encrypted texts can be compared: the same text at the same location always
   * has the same result.
   */
  sealAlike(place: WorkspaceLocation, clear: string): string;
  open(place: WorkspaceLocation, sealed: string): string;
}

/** Maximum number of characters of encrypted and decrypted values that one sealer caches. */
const REMEMBERED = 1_000_000;

/** Creates a sealer. `key` is the workspace's key for the purpose, and `version` the version of its root key. */
export function createSealer(key: KeyObject, version: number, workspaceId: string): Sealer {
  const opened = createUnsealedCache(REMEMBERED);
  const full = (place: WorkspaceLocation): SealLocation => ({ ...place, tenant: workspaceId });
  return {
    seal: (place, clear) => seal(key, version, full(place), Buffer.from(clear, 'utf8'), randomBytes),
    sealAlike(place, clear) {
      const { tenant, resource, id, field } = full(place);
      // The nonce is derived from the text and its location, so different texts never share a nonce.
      const nonce = createHmac('sha256', purposeKey(key, 'alike-nonces'))
        .update(JSON.stringify([tenant, resource, id, field, clear]))
        .digest();
      return seal(key, version, full(place), Buffer.from(clear, 'utf8'), (size) => nonce.subarray(0, size));
    },
    open(place, sealed) {
      const known = opened.get(place, sealed);
      if (known !== undefined) return known;
      const clear = open(key, full(place), sealed).toString('utf8');
      opened.set(place, sealed, clear);
      return clear;
    },
  };
}

/** Cache of decrypted values. An encrypted text at a location always contains the same value. */
interface UnsealedCache {
  get(place: WorkspaceLocation, sealed: string): string | undefined;
  set(place: WorkspaceLocation, sealed: string, clear: string): void;
}

/** Creates a cache that drops the oldest entries above `limit` characters in total. */
export function createUnsealedCache(limit: number): UnsealedCache {
  const values = new Map<string, { place: WorkspaceLocation; clear: string }>();
  let size = 0;
  const sizeOf = (sealed: string, clear: string) => sealed.length + clear.length;
  const forgetOldest = () => {
    for (const [sealed, { clear }] of values) {
      if (size <= limit) return;
      values.delete(sealed);
      size -= sizeOf(sealed, clear);
    }
  };
  return {
    get(place, sealed) {
      const known = values.get(sealed);
      // A cached value is returned only for its own location, because a moved value must not be decrypted.
      return known !== undefined && isSame(known.place, place) ? known.clear : undefined;
    },
    set(place, sealed, clear) {
      if (values.has(sealed)) return;
      values.set(sealed, { place, clear });
      size += sizeOf(sealed, clear);
      forgetOldest();
    },
  };
}

function isSame(one: WorkspaceLocation, other: WorkspaceLocation): boolean {
  return one.id === other.id && one.field === other.field && one.resource === other.resource;
}
