/** So many bytes of bodies may have become garbage before it is collected. */
const EVERY_BYTES = 16 * 1024 * 1024;
let passed = 0;

/**
 * Counts bytes of bodies that passed. Their buffers are small objects to V8, which collects some 64 MB of them at once;
 * a collection of the young ones alone takes a millisecond and keeps a proxy of gigabytes as small as one of nothing.
 * Without `--expose-gc` it leaves V8 to itself.
 */
export function countBodyBytes(bytes: number): void {
  passed += bytes;
  if (passed < EVERY_BYTES) return;
  passed = 0;
  globalThis.gc?.({ type: 'minor' });
}
