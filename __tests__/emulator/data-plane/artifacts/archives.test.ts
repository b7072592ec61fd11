import { createHash } from 'node:crypto';
import {
  chmod,
  link,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  readlink,
  realpath,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { packTar, type TarEntry } from 'modern-tar';
import { packFolder } from '../../../../src/emulator/data-plane/artifacts/pack.ts';
import {
  type ArchiveDescription,
  surveyFolder,
} from '../../../../src/emulator/data-plane/artifacts/survey.ts';
import { unpackArchive } from '../../../../src/emulator/data-plane/artifacts/unpack.ts';
import type { ArtifactArchive } from '../../../../src/emulator/ports/artifacts.ts';

let folder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'pieces-')));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const { signal } = new AbortController();
const PLACE = 'revisions/one';

async function put(root: string, name: string, text: string): Promise<string> {
  const file = join(root, name);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  return file;
}

/** Packs a path of a data directory. */
async function packed(root: string, place = PLACE): Promise<{ archive: ArtifactArchive; bytes: Buffer }> {
  const from = join(root, place);
  const description = await surveyFolder({ folder: from, root, searched: () => true });
  const { content, unpackedSize } = packFolder(from, description, signal);
  const bytes = await buffer(content);
  return { bytes, archive: { ...archiveOf(bytes, place), unpackedSize: unpackedSize() } };
}

function archiveOf(bytes: Uint8Array, place = PLACE): ArtifactArchive {
  const digest = createHash('sha256').update(bytes).digest('hex');
  return { place, digest, size: bytes.length, unpackedSize: 1024 * 1024 };
}

const unpack = (archive: ArtifactArchive, bytes: Uint8Array, root: string) =>
  unpackArchive(archive, Readable.from([bytes.subarray(0, 700), bytes.subarray(700)]), { root, signal });

describe('a folder that is packed and unpacked elsewhere', () => {
  test('keeps files, times, executable files, hard links, and links to other folders of the data directory', async () => {
    const [from, to] = [join(folder, 'from'), join(folder, 'to')];
    const file = await put(from, `${PLACE}/src/agent.py`, 'graph = 1');
    const program = await put(from, `${PLACE}/bin/tool`, '#!/bin/sh');
    await chmod(program, 0o700);
    await link(file, join(from, PLACE, 'src/twin.py'));
    await mkdir(join(from, PLACE, 'empty'));
    await mkdir(join(from, 'modules/key/node_modules'), { recursive: true });
    await symlink(join(from, 'modules/key/node_modules'), join(from, PLACE, 'node_modules'));
    await symlink('/usr/bin/python3', join(from, PLACE, 'bin/python'));
    await symlink('agent.py', join(from, PLACE, 'src/alias.py'));
    const at = new Date('2020-01-02T03:04:05Z');
    await utimes(file, at, at);
    const { archive, bytes } = await packed(from);
    await unpack(archive, bytes, to);
    const place = join(to, PLACE);
    expect(await readFile(join(place, 'src/agent.py'), 'utf8')).toBe('graph = 1');
    expect((await stat(join(place, 'src/agent.py'))).mtime).toEqual(at);
    expect((await stat(join(place, 'src/twin.py'))).ino).toBe((await stat(join(place, 'src/agent.py'))).ino);
    expect((await stat(join(place, 'bin/tool'))).mode & 0o777).toBe(0o755);
    expect((await stat(join(place, 'empty'))).isDirectory()).toBe(true);
    expect(await readlink(join(place, 'node_modules'))).toBe('../../modules/key/node_modules');
    expect(await readlink(join(place, 'bin/python'))).toBe('/usr/bin/python3');
    expect(await readFile(join(place, 'src/alias.py'), 'utf8')).toBe('graph = 1');
  });

  test('contains its new path in place of its old path, even in URLs, without other changes', async () => {
    const [from, to] = [join(folder, 'a b'), join(folder, 'to')];
    const old = join(from, PLACE);
    const address = new URL(`file://${old.replaceAll(' ', '%20')}`).href;
    const text = `${old}/x ${address}/y ${from}/modules \u00e9`;
    await put(from, `${PLACE}/bundle.mjs`, text);
    await put(from, `${PLACE}/tool.bin`, `\0${old}`);
    const { archive, bytes } = await packed(from);
    await unpack(archive, bytes, to);
    const place = join(to, PLACE);
    expect(await readFile(join(place, 'bundle.mjs'), 'utf8')).toBe(
      `${place}/x file://${place}/y ${from}/modules \u00e9`,
    );
    expect(await readFile(join(place, 'tool.bin'), 'utf8')).toBe(`\0${old}`);
  });

  test('is unpacked only once, without replacing existing files', async () => {
    const [from, to] = [join(folder, 'from'), join(folder, 'to')];
    await put(from, `${PLACE}/file`, 'packed');
    const { archive, bytes } = await packed(from);
    await put(to, `${PLACE}/file`, 'there');
    await unpack(archive, bytes, to);
    expect(await readFile(join(to, PLACE, 'file'), 'utf8')).toBe('there');
  });
});

// docs/kubernetes/guarantees.md#unpacking
describe('an archive that differs from the packed folder', () => {
  const archive = async (entries: TarEntry[], description: Partial<ArchiveDescription> = {}) => {
    const text = JSON.stringify({
      version: 1,
      packedFrom: ['/old/place'],
      bound: [],
      links: [],
      ...description,
    });
    const tree: TarEntry = { header: { name: 'tree/', type: 'directory', size: 0 } };
    return gzipSync(await packTar([tree, ...entries, fileEntry('piece.json', text)]));
  };
  const fileEntry = (name: string, body: string): TarEntry => ({
    header: { name, size: Buffer.byteLength(body), type: 'file' },
    body,
  });
  const file = (name: string) => fileEntry(name, 'x');

  test.each<[string, () => Promise<Uint8Array>, RegExp]>([
    ['has a different digest', async () => Buffer.concat([await archive([file('tree/a')])]), /.*/],
    ['contains a path above its root', () => archive([file('../../up')]), /outside/],
    [
      'contains a symbolic link as an entry',
      () => archive([{ header: { name: 'tree/l', type: 'symlink', linkname: '/etc', size: 0 } }]),
      /unsupported type symlink/,
    ],
    [
      'contains a hard link to a file outside its folder',
      () => archive([{ header: { name: 'tree/l', type: 'link', linkname: '../../../x', size: 0 } }]),
      /./,
    ],
    [
      'creates a link outside its folder',
      () => archive([], { links: [['../up', '/etc']] }),
      /contains the invalid path/,
    ],
    [
      'creates a link inside another link',
      () =>
        archive([], {
          links: [
            ['a', '/tmp'],
            ['a/b', 'x'],
          ],
        }),
      /a link inside another link/,
    ],
    [
      'changes files outside its folder',
      () => archive([], { bound: ['../../../file'] }),
      /contains the invalid path/,
    ],
    ['is not a gzip archive', async () => Buffer.from('plain'), /gzip/],
    ['is truncated', async () => (await archive([file('tree/a')])).subarray(0, 60), /cut short/],
  ])('is rejected without leaving a file behind if it %s', async (what, make, reason) => {
    const to = join(folder, 'to');
    await put(folder, 'file', '/old/place');
    const bytes = await make();
    const archive = {
      ...archiveOf(bytes),
      ...(what === 'has a different digest' && { digest: 'a'.repeat(64) }),
    };
    await expect(unpack(archive, bytes, to)).rejects.toThrow(reason);
    expect(await lstat(join(to, PLACE)).catch(() => undefined)).toBeUndefined();
    expect(await lstat(join(to, `${PLACE}.draft`)).catch(() => undefined)).toBeUndefined();
    expect(await readFile(join(folder, 'file'), 'utf8')).toBe('/old/place');
  });

  test('is rejected if it is larger than its stated packed or unpacked size', async () => {
    const from = join(folder, 'from');
    await put(from, `${PLACE}/file`, 'x'.repeat(100_000));
    const { archive, bytes } = await packed(from);
    const to = join(folder, 'to');
    await expect(unpack({ ...archive, size: archive.size - 1 }, bytes, to)).rejects.toThrow(/larger/);
    await expect(unpack({ ...archive, unpackedSize: 50_000 }, bytes, to)).rejects.toThrow(/more than 50000/);
  });

  test("is rejected if its path is invalid or the target folder's name contains a space", async () => {
    const bytes = Buffer.from('');
    for (const place of ['revisions/../x', '/etc', 'revisions', 'other/x']) {
      await expect(unpack(archiveOf(bytes, place), bytes, join(folder, 'to'))).rejects.toThrow(
        /invalid target/,
      );
    }
    await expect(unpack(archiveOf(bytes), bytes, join(folder, 'a b'))).rejects.toThrow(/letters, digits/);
  });
});
