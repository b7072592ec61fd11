import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { eraseBox } from '../../../src/emulator/sandboxes/runtime.ts';

let place: string;
const folder = () => path.join(place, '-rf box');
beforeEach(() => {
  place = mkdtempSync(path.join(tmpdir(), 'erase-'));
  mkdirSync(path.join(folder(), 'root'), { recursive: true });
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

describe("the deletion of a box's folder", () => {
  test('does not block other requests, however large the folder is', async () => {
    for (let file = 0; file < 500; file += 1) writeFileSync(path.join(folder(), 'root', `${file}`), '');
    let served = 0;
    const serve = () => {
      served += 1;
      next = setImmediate(serve);
    };
    let next = setImmediate(serve);
    await eraseBox(folder());
    clearImmediate(next);
    expect(existsSync(folder())).toBe(false);
    expect(served).toBeGreaterThan(1);
  });

  test('succeeds even if programs removed all permissions or the folder does not exist', async () => {
    mkdirSync(path.join(folder(), 'root/closed/inside'), { recursive: true });
    chmodSync(path.join(folder(), 'root/closed'), 0);
    await eraseBox(folder());
    expect(existsSync(folder())).toBe(false);
    await expect(eraseBox(folder())).resolves.toBeUndefined();
  });
});
