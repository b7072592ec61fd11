import { execFileSync } from 'node:child_process';
import { link, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  appendPlainFile,
  openPlainFile,
  PlainFileError,
  readFileOrPipe,
  readPlainFile,
  readPlainLines,
  readPlainText,
  readPlainTextSync,
  replacePlainFileSync,
} from '../../src/os/plain-file.ts';
import { HOSTILE_FILES } from './support/hostile-files.ts';

let folder = '';
let root = '';
let outside = '';
beforeEach(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), 'plain-file-')));
  [root, outside] = [path.join(folder, 'root'), path.join(folder, 'outside')];
  await mkdir(root);
  await mkdir(outside);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const limits = () => ({ maxBytes: 1000, within: root });

/** Every function that reads a whole file as text. */
const READERS: Record<string, (file: string) => Promise<string>> = {
  readPlainFile: async (file) => (await readPlainFile(file, limits())).toString(),
  readPlainText: (file) => readPlainText(file, limits()),
  readPlainTextSync: async (file) => readPlainTextSync(file, { maxBytes: 1000 }),
  openPlainFile: async (file) => {
    await using handle = await openPlainFile(file, { within: root });
    const { size } = await handle.stat();
    if (size > 1000) throw new PlainFileError('ERR_TOO_LARGE', 'is too large for this test');
    return await handle.readFile('utf8');
  },
};

const isPosix = process.platform !== 'win32';

describe.each(Object.entries(READERS))('the function %s', (name, read) => {
  // docs/security/checkouts.md#plain-files-only
  (isPosix ? test : test.skip).each(HOSTILE_FILES)('refuses $name without waiting', async (hostile) => {
    const file = path.join(root, 'file');
    const server = await hostile.create(file, outside);
    const result = await read(file).then(
      (text) => ({ text }),
      (error: unknown) => ({ error }),
    );
    server?.close();
    // Without a root, no path counts as outside.
    const isText = name === 'readPlainTextSync' && hostile.name.endsWith('out of the checkout');
    if (isText) expect(result).toEqual({ text: 'outside-of-the-checkout' });
    else expect(result).toEqual({ error: expect.anything() });
  });

  test('reads a file, even through links within the root', async () => {
    await mkdir(path.join(root, 'folder'));
    await writeFile(path.join(root, 'folder', 'text'), 'a text');
    await symlink(path.join('folder', 'text'), path.join(root, 'link'));
    expect(await read(path.join(root, 'folder', 'text'))).toBe('a text');
    expect(await read(path.join(root, 'link'))).toBe('a text');
  });

  test("fails with the system's error code for a missing file", async () => {
    await expect(read(path.join(root, 'none'))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

test('a file is read up to the limit and rejected beyond it, even if its size is unknown', async () => {
  const file = path.join(root, 'file');
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 200_000 }),
      fc.integer({ min: 0, max: 200_000 }),
      async (size, maxBytes) => {
        const bytes = Buffer.alloc(size, 'x');
        await writeFile(file, bytes);
        const read = await readPlainFile(file, { maxBytes }).catch((error: unknown) => error);
        if (size <= maxBytes) expect(read).toEqual(bytes);
        else expect(read).toMatchObject({ code: 'ERR_TOO_LARGE' });
      },
    ),
    { numRuns: 60 },
  );
});

(process.platform === 'linux' ? test : test.skip)('a file of unknown size is read to its end', async () => {
  expect(await readPlainText('/proc/self/cmdline', { maxBytes: 100_000 })).toContain('node');
});

test('a link is rejected if links are not allowed', async () => {
  await writeFile(path.join(root, 'text'), 'a text');
  await symlink('text', path.join(root, 'link'));
  const opened = openPlainFile(path.join(root, 'link'), { within: root, isLinkAllowed: false });
  await expect(opened).rejects.toMatchObject({ code: 'ERR_NOT_A_FILE' });
});

(isPosix ? describe : describe.skip)('a file or a pipe', () => {
  test('a pipe is read to its end', async () => {
    const script = `
      const { readFileOrPipe } = await import(process.argv[1]);
      console.log((await readFileOrPipe(process.argv[2], { maxBytes: 100 })).toString());`;
    const module = path.resolve(import.meta.dirname, '../../src/os/plain-file.ts');
    const line = `"$0" --input-type=module -e "$1" "$2" <(sleep 0.2; printf 'from a pipe')`;
    const text = execFileSync('bash', ['-c', line, process.execPath, script, module], { encoding: 'utf8' });
    expect(text).toBe('from a pipe\n');
  });

  test('a read that waits for a pipe is aborted by its signal', async () => {
    const file = path.join(root, 'fifo');
    execFileSync('mkfifo', [file]);
    const controller = new AbortController();
    // A writer that never writes, because a pipe without a writer ends immediately.
    const { open } = await import('node:fs/promises');
    const writer = await open(file, 'r+');
    const read = readFileOrPipe(file, { maxBytes: 100 }, controller.signal);
    controller.abort(new Error('the user cancelled'));
    await expect(read).rejects.toThrow('the user cancelled');
    await writer.close();
  });

  test('an endless pipe is rejected at the limit', async () => {
    const file = path.join(root, 'fifo');
    execFileSync('mkfifo', [file]);
    const { open } = await import('node:fs/promises');
    const writer = await open(file, 'r+');
    await writer.write('x'.repeat(2000));
    await expect(readFileOrPipe(file, { maxBytes: 100 })).rejects.toMatchObject({ code: 'ERR_TOO_LARGE' });
    await writer.close();
  });
});

test("the lines that are read equal the file's lines, even from any byte offset", async () => {
  const file = path.join(root, 'file');
  const line = fc.stringMatching(/^[a-zü€ \r]{0,9}$/).map((text) => text.replaceAll('\r', ''));
  const input = fc.tuple(fc.array(line), fc.constantFrom('\n', '\r\n'), fc.nat(30), fc.boolean());
  await fc.assert(
    fc.asyncProperty(input, async ([lines, end, start, isLong]) => {
      // The text has more bytes than one read returns.
      const text = [...lines, ...(isLong ? ['x'.repeat(150_000), 'y'] : [])].join(end);
      const bytes = Buffer.from(text);
      await writeFile(file, bytes);
      const expected = bytes.subarray(start).toString('utf8').split(/\r?\n/);
      if (expected.at(-1) === '') expected.pop();
      const found: string[] = [];
      for await (const each of readPlainLines(file, start)) found.push(each);
      expect(found).toEqual(expected);
    }),
  );
});

describe('the function that appends to a file', () => {
  test('creates the file and appends to it', async () => {
    const file = path.join(root, 'file');
    await appendPlainFile(file, 'one\n');
    await appendPlainFile(file, 'two\n');
    expect(await readFile(file, 'utf8')).toBe('one\ntwo\n');
  });

  (isPosix ? test : test.skip)('refuses a FIFO without waiting for its reader', async () => {
    const file = path.join(root, 'fifo');
    execFileSync('mkfifo', [file]);
    await expect(appendPlainFile(file, 'one')).rejects.toMatchObject({ code: 'ENXIO' });
  });
});

describe("the function that replaces a file's content", () => {
  test('creates the file, and removes the rest of a longer content', async () => {
    const file = path.join(root, 'file');
    for (const text of ['a longer text\n', 'short\n']) {
      replacePlainFileSync(file, text);
      expect(await readFile(file, 'utf8')).toBe(text);
    }
  });

  (isPosix ? test : test.skip).each<
    [string, (file: string, other: string) => Promise<unknown> | void, string]
  >([
    ['a link', (file, other) => symlink(other, file), 'ELOOP'],
    ['a hard link to another file', (file, other) => link(other, file), 'ERR_OUTSIDE'],
    ['a FIFO', (file) => void execFileSync('mkfifo', [file]), 'ENXIO'],
    ['a folder', (file) => mkdir(file), 'EISDIR'],
  ])('changes nothing through %s', async (_what, put, code) => {
    const [file, other] = [path.join(root, 'file'), path.join(outside, 'other')];
    await writeFile(other, 'of another program');
    await put(file, other);
    expect(() => replacePlainFileSync(file, 'ours')).toThrow(expect.objectContaining({ code }));
    expect(await readFile(other, 'utf8')).toBe('of another program');
  });
});
