import { createHash } from 'node:crypto';

/** Returns the UUID of version 5 of a name in a namespace, which is also a UUID. The result is always the same. */
export function nameUuid(namespace: string, name: string): string {
  const prefix = Buffer.from(namespace.replaceAll('-', ''), 'hex');
  const hash = createHash('sha1').update(prefix).update(name, 'utf8').digest().subarray(0, 16);
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  return hash.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
