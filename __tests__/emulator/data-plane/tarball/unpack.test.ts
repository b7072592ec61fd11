import { execFileSync } from 'node:child_process';
import { lstat, mkdir, mkdtemp, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { UnpackOptions } from '../../../../src/emulator/data-plane/tarball/unpack.ts';
import { unpack } from '../../../../src/emulator/data-plane/tarball/unpack.ts';
import { below, pax, type RawEntry, rawEntry, tar, tarball } from './make-tar.ts';

let home: string;
let into: string;
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'unpack-'));
  into = path.join(home, 'inner', 'checkout');
  await mkdir(path.dirname(into));
  await writeFile(path.join(home, 'outside'), 'untouched');
});
afterEach(() => rm(home, { recursive: true, force: true }));

/** Splits bytes into chunks of an odd length, so that no chunk boundary is a boundary of the archive. */
async function* pieces(bytes: Buffer): AsyncIterable<Buffer> {
  for (let at = 0; at < bytes.length; at += 997) yield bytes.subarray(at, at + 997);
}
const run = (bytes: Buffer, more: Partial<UnpackOptions> = {}) =>
  unpack(pieces(bytes), {
    shown: 'The tarball t',
    into,
    signal: new AbortController().signal,
    rules: 'posix',
    foldsCase: false,
    ...more,
  });
const refused = async (bytes: Buffer, words: string, more: Partial<UnpackOptions> = {}) => {
  const outcome: unknown = await run(bytes, more).catch((error: unknown) => error);
  expect(outcome).toMatchObject({ name: 'StepFailure', message: expect.stringContaining(words) });
  expect(outcome).toMatchObject({ message: expect.stringContaining('The tarball t cannot be unpacked') });
  // No file was written outside the folder, and no file remains inside.
  expect(await below(home)).toEqual(['inner', 'outside']);
  expect(await readFile(path.join(home, 'outside'), 'utf8')).toBe('untouched');
};
const file = (name: string, content = name): RawEntry => ({ name, content });
const link = (name: string, linkname: string): RawEntry => ({ name, linkname, flag: '2' });
const hard = (name: string, linkname: string): RawEntry => ({ name, linkname, flag: '1' });
const folder = (name: string): RawEntry => ({ name, flag: '5' });

describe('a valid tar archive', () => {
  test('that GNU tar created is unpacked as git would check out the files', async () => {
    const source = path.join(home, 'inner', 'source');
    const long = `${'long-folder-name/'.repeat(12)}and-a-name`;
    await mkdir(path.dirname(path.join(source, long)), { recursive: true });
    await writeFile(path.join(source, long), 'deep');
    await writeFile(path.join(source, 'run.sh'), '#!/bin/sh\n', { mode: 0o4777 });
    await writeFile(path.join(source, 'größe.txt'), Buffer.alloc(300_000, 7), { mode: 0o600 });
    await writeFile(path.join(source, 'empty'), '');
    execFileSync('sh', ['-c', 'chmod u+s run.sh; ln -s run.sh link; ln empty other; ln -s ../x/y later'], {
      cwd: source,
    });
    const formats = ['gnu', 'pax', 'ustar'];
    // Values that the format cannot represent are omitted.
    const pack = formats.map(
      (format) =>
        `tar --format=${format} --exclude=later ${format === 'ustar' ? '--exclude=long-folder-name' : ''} -czf ../${format}.tgz .`,
    );
    execFileSync('sh', ['-c', pack.join(' && ')], { cwd: source });
    for (const format of formats) {
      const archive = await readFile(path.join(home, 'inner', `${format}.tgz`));
      const count = await run(archive, { into: path.join(home, 'inner', format) });
      const at = (name: string) => path.join(home, 'inner', format, name);
      expect(count).toBe(format === 'ustar' ? 4 : 5);
      expect(await readFile(at('größe.txt'))).toEqual(Buffer.alloc(300_000, 7));
      expect(await readlink(at('link'))).toBe('run.sh');
      const modes = [(await lstat(at('run.sh'))).mode & 0o7777, (await lstat(at('größe.txt'))).mode & 0o7777];
      expect(modes.map((mode) => mode.toString(8))).toEqual(['755', '644']);
      expect((await lstat(at('other'))).ino).toBe((await lstat(at('empty'))).ino);
      if (format !== 'ustar') expect(await readFile(at(long), 'utf8')).toBe('deep');
    }
  });

  test('can repeat an entry, and contain links that stay inside the archive or lead to later entries', async () => {
    await run(
      tarball(
        pax({ comment: 'a commit' }, 'g'),
        folder('./'),
        file('a/b/one', 'first'),
        file('./a//b/./one', 'second'),
        folder('a/b'),
        link('a/up', '../a/b'),
        link('a/b/root', '../..'),
        link('chain', 'a/up/one'),
        link('later', 'node_modules/x/../y'),
        hard('same', 'a/b/one'),
        hard('a/b/one', 'a/b/one'),
        hard('link-too', 'chain'),
        file('was-a-link'),
        { ...file('old-folder/'), content: '' },
      ),
    );
    expect(await readFile(path.join(into, 'chain'), 'utf8')).toBe('second');
    expect(await readFile(path.join(into, 'same'), 'utf8')).toBe('second');
    expect(await readlink(path.join(into, 'link-too'))).toBe('a/up/one');
    expect((await lstat(path.join(into, 'old-folder'))).isDirectory()).toBe(true);
    expect(await readlink(path.join(into, 'later'))).toBe('node_modules/x/../y');
  });

  test('replaces a file by a later entry of the same name without writing through hard links', async () => {
    await run(
      tarball(file('a', 'one'), hard('b', 'a'), file('a', 'two'), link('b', 'a'), file('c'), link('c', 'a')),
    );
    expect(await readFile(path.join(into, 'a'), 'utf8')).toBe('two');
    expect(await readlink(path.join(into, 'b'))).toBe('a');
  });

  test('can be empty, and can end in more zeros than required', async () => {
    expect(await run(tarball())).toBe(0);
    expect(await run(gzipSync(Buffer.concat([tar([file('a')]), Buffer.alloc(20 * 512)])))).toBe(1);
  });
});

describe('a malicious tar archive', () => {
  test.each([
    ['an absolute path', [file('/etc/passwd')], '"/etc/passwd" is absolute, but must be relative'],
    ['a path that leads up', [file('a/../../outside')], '"a/../../outside" contains ".."'],
    ['a path in a folder that leads up', [folder('../x/')], 'contains ".."'],
    ['a drive letter', [file('C:/x')], 'drive letter'],
    ['a backslash', [file('..\\outside')], 'backslash'],
    [
      'a long name that leads up',
      [{ name: 'L', flag: 'L', content: '../../outside\0' }, file('x')],
      'contains ".."',
    ],
    ['a PAX path that leads up', [pax({ path: '../outside' }), file('x')], 'contains ".."'],
    ['a global PAX path', [pax({ path: '/outside' }, 'g'), file('x')], 'is absolute'],
    ['a PAX path with a NUL', [pax({ path: 'a\0b' }), file('x')], 'NUL'],
    [
      'a PAX path that is not UTF-8',
      [{ ...pax({ path: 'ab' }), content: Buffer.from('10 path=\xFF\n', 'latin1') }, file('x')],
      'UTF-8',
    ],
    ['a link that leads out', [link('a', '../outside')], '"a" is a link to a path outside the archive'],
    ['a link to an absolute path', [link('a', '/etc/passwd')], 'absolute path'],
    [
      'a link that leads out through another link',
      [link('a/b', '..'), link('c', 'a/b/../outside')],
      '"c" is a link to a path outside the archive',
    ],
    [
      'a link that leads out through a later link',
      [link('c', 'x/y/../../outside'), folder('a'), link('x/y', '../a')],
      'is a link to a path outside the archive',
    ],
    ['links that form a loop', [link('a', 'b'), link('b', 'a')], 'is a link that is part of a loop'],
    ['a file through a link', [link('a', '.'), file('a/x')], '"a/x" is inside "a", which is not a folder'],
    ['a file below a file', [file('a'), file('a/x')], 'is inside "a"'],
    ['a link that replaces a folder', [file('a/x'), link('a', '.')], 'has the same path as a folder'],
    [
      'a folder that replaces a link',
      [link('a', '.'), folder('a')],
      'is a folder with the same path as another entry',
    ],
    ['a hard link to a file outside', [hard('a', '../outside')], 'is a hard link whose target contains ".."'],
    ['a hard link to an absolute path', [hard('a', '/etc/passwd')], 'whose target is absolute'],
    ['a hard link to a folder', [folder('a'), hard('b', 'a')], 'no file with this path precedes it'],
    [
      'a hard link through a link',
      [file('d/x'), link('a', 'd'), hard('b', 'a/x')],
      'no file with this path precedes it',
    ],
    ['a hard link to a later entry', [hard('a', 'b'), file('b')], 'no file with this path precedes it'],
    ['a device', [{ name: 'a', flag: '3' }], 'is a device'],
    ['a block device', [{ name: 'a', flag: '4' }], 'is a device'],
    ['a FIFO', [{ name: 'a', flag: '6' }], 'is a FIFO'],
    ['a socket, or an entry of any other type', [{ name: 'a', flag: 's' }], 'has an unsupported entry type'],
    ['a sparse file', [{ name: 'a', flag: 'S', content: 'x' }], 'is a sparse file'],
    ['a sparse file in PAX format', [pax({ 'GNU.sparse.major': '1' }), file('a')], 'is a sparse file'],
    ['a folder with content', [file('a/')], 'is a folder that has content'],
    ['a file as the root', [file('.')], 'is the root'],
    ['an empty name', [file('')], 'has no name'],
    ['a name that is too long', [pax({ path: 'x'.repeat(256) }), file('x')], 'longer than 255'],
    [
      'a path that is too long',
      [pax({ path: 'x/'.repeat(90) + 'y'.repeat(200).concat('/').repeat(5) + 'z' }), file('x')],
      'longer than 1024',
    ],
    ['a path that is too deep', [pax({ path: `${'x/'.repeat(101)}y` }), file('x')], 'deeper than'],
  ])('is rejected with the name of the invalid entry: %s', async (_what, entries, words) => {
    await refused(tarball(file('before'), ...entries, file('after')), words);
  });

  test('is rejected for names that are equal only on a disk that ignores case', async () => {
    const pairs = [
      [file('README'), file('Readme')],
      [file('a/x'), link('A', '.')],
      [file('Src/x'), file('src/y')],
      [file('cafe\u0301'), file('caf\u00e9')],
    ];
    for (const entries of pairs) {
      await refused(tarball(...entries), 'this disk does not distinguish from', { foldsCase: true });
    }
    await run(tarball(...pairs.flat()));
    expect(await below(into)).toHaveLength(11);
  });

  test.each(['ab:stream', 'con', 'NUL.txt', 'a.', 'a ', 'what?', 'x/com1/y'])(
    'is rejected on Windows for the name %j',
    async (name) => {
      await refused(tarball(file(name)), 'Windows', { rules: 'windows' });
      await refused(tarball(link('a', name)), 'Windows', { rules: 'windows' });
    },
  );
});

describe('a broken tar archive', () => {
  const whole = () => tar([file('a', 'x'.repeat(2000)), file('b')]);
  test.each<[string, () => Buffer, string]>([
    [
      'truncated within the gzip data',
      () => tarball(file('a', 'x'.repeat(50_000))).subarray(0, -20),
      'is cut short',
    ],
    ['truncated within a file', () => gzipSync(whole().subarray(0, 1000)), 'is cut short'],
    ['truncated after an entry', () => gzipSync(rawEntry(file('a'))), 'truncated'],
    ['truncated within the end marker', () => gzipSync(whole().subarray(0, -512)), 'truncated'],
    ['truncated within a header', () => gzipSync(whole().subarray(0, 300)), 'truncated'],
    [
      'truncated within a long name',
      () => gzipSync(rawEntry(pax({ path: 'abc' })).subarray(0, 600)),
      'truncated',
    ],
    ['not compressed', whole, 'not a gzip file'],
    ['an empty file', () => Buffer.alloc(0), 'cannot be unpacked'],
    ['not an archive', () => gzipSync(Buffer.alloc(2000, 'hello')), 'is invalid ('],
    [
      'with a wrong checksum',
      () => gzipSync(Buffer.concat([Buffer.from('x'), whole().subarray(1)])),
      'checksum',
    ],
    [
      'with data after the end of the gzip data',
      () => Buffer.concat([tarball(file('a')), Buffer.from('more')]),
      'has data after its end',
    ],
    [
      'with data after the end of the archive',
      () => gzipSync(Buffer.concat([whole(), rawEntry(file('c'))])),
      'EOF',
    ],
    [
      'with a single block of zeros inside',
      () => gzipSync(Buffer.concat([rawEntry(file('a')), Buffer.alloc(512), tar([file('b')])])),
      'is invalid (',
    ],
    [
      'with endless extended headers',
      () =>
        gzipSync(Buffer.concat([...Array<Buffer>(3000).fill(rawEntry({ name: 'g', flag: 'g' })), tar([])])),
      'has oversized extended headers',
    ],
    ['with a size beyond the end', () => tarball({ name: 'a', size: 0o77777777777 }), 'is cut short'],
  ])('is rejected with the reason: %s', async (_what, make, words) => {
    await refused(make(), words);
  });

  test('is rejected if it contains too many bytes or entries, including parent folders', async () => {
    const bomb = gzipSync(
      Buffer.concat([rawEntry({ name: 'a', content: Buffer.alloc(5_000_000) }), tar([])]),
    );
    expect(bomb.length).toBeLessThan(10_000);
    await refused(bomb, 'more than 1000000 bytes', { limits: { bytes: 1_000_000 } });
    const many = tarball(...Array.from({ length: 11 }, (_, at) => file(`f${at}`)));
    await refused(many, 'more than 10 entries', { limits: { entries: 10 } });
    await refused(tarball(file(`${'x/'.repeat(20)}y`)), 'more than 10 entries', { limits: { entries: 10 } });
  });

  test('leaves no files behind when unpacking is aborted', async () => {
    const controller = new AbortController();
    controller.abort();
    const given = run(tarball(file('a')), { signal: controller.signal });
    await expect(given).rejects.toMatchObject({ name: 'StepAborted' });
    expect(await below(home)).toEqual(['inner', 'outside']);
  });
});
