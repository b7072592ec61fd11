import { spawn } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { copyTree } from '../../../src/emulator/sandboxes/snapshot-files.ts';

let place: string;
let from: string;
const to = () => path.join(place, 'copy');

beforeEach(() => {
  place = mkdtempSync(path.join(tmpdir(), 'copy-'));
  from = path.join(place, 'from');
  mkdirSync(from);
});

afterEach(() => rmSync(place, { recursive: true, force: true }));

describe("a copy of a box's files", () => {
  test('contains folders, links, and files with their modes, except for set-user-ID bits', async () => {
    mkdirSync(path.join(from, 'folder/empty'), { recursive: true });
    writeFileSync(path.join(from, 'folder/tool'), 'run me');
    chmodSync(path.join(from, 'folder/tool'), 0o4755);
    chmodSync(path.join(from, 'folder'), 0o500);
    symlinkSync('/nowhere/at/all', path.join(from, 'link'));
    await copyTree(from, to());
    expect(readFileSync(path.join(to(), 'folder/tool'), 'utf8')).toBe('run me');
    expect(statSync(path.join(to(), 'folder/tool')).mode & 0o7777).toBe(0o755);
    expect(statSync(path.join(to(), 'folder')).mode & 0o7777).toBe(0o500);
    expect(readlinkSync(path.join(to(), 'link'))).toBe('/nowhere/at/all');
    for (const each of [from, to()]) chmodSync(path.join(each, 'folder'), 0o700);
  });

  test('contains files whose names are not UTF-8', async () => {
    const name = Buffer.from([0x61, 0xff, 0x62]);
    writeFileSync(Buffer.concat([Buffer.from(`${from}/`), name]), 'here');
    await copyTree(from, to());
    expect(readdirSync(to(), { encoding: 'buffer' })).toEqual([name]);
  });

  test('is refused without exhausting resources if the folders are too deep', async () => {
    mkdirSync(path.join(from, ...Array.from({ length: 300 }, () => 'd')), { recursive: true });
    await expect(copyTree(from, to())).rejects.toMatchObject({ code: 'ENAMETOOLONG' });
  });

  test('never contains a file of the host, even if a program replaces a copied file with a link', async () => {
    const secret = path.join(place, 'secret');
    writeFileSync(secret, 'a key of the machine');
    mkdirSync(path.join(place, 'elsewhere'));
    writeFileSync(path.join(place, 'elsewhere/key'), 'a key of the machine');
    const program = spawn(process.execPath, ['--eval', SWAP, from, place], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(program.stdout, 'data');
    try {
      const seen = new Set<string>();
      for (let round = 0; round < 60; round += 1) {
        await copyTree(from, to());
        for (const { name, text } of filesIn(to())) {
          seen.add(name);
          expect(text).toBe('its own');
        }
        rmSync(to(), { recursive: true });
      }
      // The test proves only something if the copy and the program ran concurrently.
      expect([...seen].some((name) => name.startsWith('file'))).toBe(true);
    } finally {
      program.kill('SIGKILL');
      await once(program, 'exit');
    }
  });
});

/** Returns the files of a folder and its subfolders, without following links. */
function filesIn(folder: string): { name: string; text: string }[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const at = path.join(folder, entry.name);
    if (entry.isDirectory()) return filesIn(at);
    return entry.isFile() ? [{ name: entry.name, text: readFileSync(at, 'utf8') }] : [];
  });
}

/**
 * Program in a box that, during the copy, alternately replaces each name with its own file or folder and with a link
 * to the outside.
 */
const SWAP = `
const { linkSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } = require('node:fs');
const [, folder, place] = process.argv;
process.chdir(folder);
writeFileSync('own', 'its own');
mkdirSync('own-folder');
writeFileSync('own-folder/key', 'its own');
for (let round = 0; ; round += 1) {
  for (let at = 0; at < 20; at += 1) {
    symlinkSync(place + '/secret', 'next'); renameSync('next', 'file' + at);
  }
  try { renameSync('own-folder', 'kept'); } catch {}
  try { symlinkSync(place + '/elsewhere', 'own-folder'); } catch {}
  for (let at = 0; at < 20; at += 1) {
    linkSync('own', 'next'); renameSync('next', 'file' + at);
  }
  rmSync('own-folder', { force: true }); renameSync('kept', 'own-folder');
  if (round === 0) process.stdout.write('going');
}
`;
