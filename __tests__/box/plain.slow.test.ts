// Tests of boxes without bubblewrap, which consist of a folder and an environment.
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { until } from '../../harness/until.ts';
import type { Box } from '../../src/box/box.ts';
import { Boxes, bytes, commandOf, run, textOf } from './support/boxes.ts';

let boxes: Boxes;
let box: Box;

beforeAll(async () => {
  process.env['SECRET_OF_THE_HOST'] = 'never-in-a-box';
  boxes = new Boxes('process');
  box = await boxes.start({ env: { GIVEN: 'by the owner' } });
});

afterAll(async () => {
  delete process.env['SECRET_OF_THE_HOST'];
  await boxes[Symbol.asyncDispose]();
});

describe('a command in a plain box', () => {
  test('returns its output, errors and exit code', async () => {
    expect(await run(box, 'echo out; echo err >&2; exit 3')).toEqual({
      stdout: 'out\n',
      stderr: 'err\n',
      code: 3,
      reason: 'exit',
    });
  });

  // docs/boxes.md#process
  test('sees the given environment variables, but no variable of the host', async () => {
    const { stdout } = await run(box, 'env', { env: { MORE: '1' } });
    expect(stdout).not.toContain('never-in-a-box');
    expect(stdout).toContain('GIVEN=by the owner');
    expect(stdout).toContain('MORE=1');
    expect(stdout).not.toMatch(/proxy/i);
  });

  // docs/boxes.md#output
  test('produces output only as fast as the output is read', async () => {
    const command = box.run(commandOf('yes | head -c 8000000; echo done >&2'));
    const events = command.events[Symbol.asyncIterator]();
    let bytesRead = 0;
    let first = true;
    for (let next = await events.next(); next.done !== true; next = await events.next()) {
      if (next.value.kind === 'stdout') bytesRead += next.value.data.length;
      if (first) {
        first = false;
        // The command would have ended by now if its unread output did not block it.
        const other = await run(box, 'ps -eo args | grep -c "[h]ead -c 8000000" || true');
        expect(Number(other.stdout)).toBeGreaterThan(0);
      }
    }
    expect(bytesRead).toBe(8_000_000);
  });

  test('receives its input and the end of the input', async () => {
    const command = box.run(commandOf('cat; echo "that was all"'));
    // The write is not awaited, because a program whose output is not read may not read its input either.
    void command.write(Buffer.alloc(3_000_000, 'x')).then(() => command.closeStdin());
    let length = 0;
    for await (const event of command.events) if (event.kind === 'stdout') length += event.data.length;
    expect(length).toBe(3_000_000 + 'that was all\n'.length);
  });

  // docs/boxes.md#time
  test('is killed with its child processes when it times out', async () => {
    const ran = await run(box, 'sleep 4321 & sleep 4321', { timeoutMs: 100 });
    expect(ran).toMatchObject({ code: 137, reason: 'timeout' });
    await until(
      async () => (await run(box, 'pgrep -fx "sleep 4321" || true')).stdout === '',
      'no sleep left',
    );
  });

  test('can be killed', async () => {
    const command = box.run(commandOf('echo ready; sleep 4322'));
    let reason = '';
    for await (const event of command.events) {
      if (event.kind === 'stdout') command.kill();
      if (event.kind === 'exit') reason = event.reason;
    }
    expect(reason).toBe('killed');
  });

  test('ends when its process exits, even if a child process still has the output open', async () => {
    const ran = await run(box, 'sleep 4323 & echo here');
    expect(ran).toMatchObject({ stdout: 'here\n', code: 0 });
    await run(box, 'pkill -fx "sleep 4323"');
  });

  test('reports why it could not be started', async () => {
    expect(await run(box, 'true', { shell: '/no/such/shell' })).toMatchObject({ code: 127 });
    const { stderr } = await run(box, 'true', { cwd: 'no/such/folder' });
    expect(stderr).toContain('the folder does not exist');
  });

  test.each([
    ['a command line above the system limit', `: ${'x'.repeat(200_000)}`, {}],
    ['a variable above the system limit', ':', { env: { LONG: 'x'.repeat(200_000) } }],
    ['a shell name above the system limit', ':', { shell: `/${'x'.repeat(5_000)}` }],
    ['a command line above the message limit', `: ${'x'.repeat(5_000_000)}`, {}],
  ])('with %s is reported as an error, and the box continues', async (_what, command, options) => {
    const { code, stderr } = await run(box, command, options);
    expect(code).toBe(126);
    expect(stderr).toMatch(/^cannot start/);
    expect(stderr.length).toBeLessThan(300);
    expect((await run(box, 'echo on')).stdout).toBe('on\n');
  });

  test('has the exit code 128 plus the signal number if a signal killed it', async () => {
    expect(await run(box, 'kill -TERM $$')).toMatchObject({ code: 143, reason: 'signal' });
  });
});

describe('a file in a plain box', () => {
  test('is written completely, together with its parent folders, and can be read in part', async () => {
    expect(await box.writeFile('a/b/file.txt', bytes('hello ', 'world'))).toEqual({ bytes: 11 });
    expect((await run(box, 'cat a/b/file.txt')).stdout).toBe('hello world');
    expect(await textOf(box, 'a/b/file.txt', { start: 6, end: 9 })).toBe('wor');
    expect(await box.readFile('a/b/file.txt', null)).toMatchObject({ size: 11 });
  });

  test('is reported if it does not exist or is not a regular file', async () => {
    await expect(box.readFile('missing', null)).rejects.toMatchObject({ code: 'not-found' });
    await expect(box.readFile('.', null)).rejects.toMatchObject({ code: 'not-a-file' });
    await expect(box.readFile('a\0b', null)).rejects.toMatchObject({ code: 'invalid-path' });
    await run(box, 'mkfifo pipe');
    await expect(box.readFile('pipe', null)).rejects.toMatchObject({ code: 'not-a-file' });
    await expect(box.writeFile('a/b/', bytes('x'))).rejects.toMatchObject({ code: 'invalid-path' });
    await expect(box.writeFile('a/b', bytes('x'))).rejects.toMatchObject({ code: 'not-a-file' });
  });

  test('does not exist, not even partially, if its writer fails', async () => {
    const failing = async function* () {
      yield Buffer.from('half');
      throw new Error('the client went away');
    };
    await expect(box.writeFile('half.txt', failing())).rejects.toThrow('the client went away');
    await until(
      async () => (await run(box, 'ls -A')).stdout.match(/half|upload/) === null,
      'nothing is left',
    );
  });

  test('retains its mode when it is written again', async () => {
    await run(box, 'echo old > tool; chmod 755 tool');
    await box.writeFile('tool', bytes('#!/bin/sh\necho new\n'));
    expect((await run(box, './tool')).stdout).toBe('new\n');
  });

  test('of 20 MB is transferred in chunks', async () => {
    const piece = Buffer.alloc(1024 * 1024, 7);
    const large = async function* () {
      for (let count = 0; count < 20; count += 1) yield piece;
    };
    expect(await box.writeFile('large', large())).toEqual({ bytes: 20 * 1024 * 1024 });
    let read = 0;
    for await (const chunk of (await box.readFile('large', null)).data) read += chunk.length;
    expect(read).toBe(20 * 1024 * 1024);
  });

  // docs/boxes.md#reading-writing-from-outside
  test('cannot be a path or link to a file outside of the box', async () => {
    const outside = path.join(boxes.folder, 'outside');
    mkdirSync(outside);
    writeFileSync(path.join(outside, 'key'), 'a key of the host');
    const home = (await run(box, 'pwd')).stdout.trim();
    symlinkSync(outside, path.join(home, 'folder-link'));
    symlinkSync(path.join(outside, 'key'), path.join(home, 'file-link'));
    symlinkSync(path.join(outside, 'new'), path.join(home, 'dangling'));
    for (const name of [
      'folder-link/key',
      'file-link',
      path.join(outside, 'key'),
      '../../../../outside/key',
    ]) {
      await expect(box.readFile(name, null)).rejects.toMatchObject({ code: 'outside' });
      await expect(box.writeFile(name, bytes('mine'))).rejects.toMatchObject({ code: 'outside' });
    }
    await expect(box.writeFile('folder-link/sub/new', bytes('mine'))).rejects.toMatchObject({
      code: 'outside',
    });
    await expect(box.writeFile('dangling', bytes('mine'))).rejects.toThrow();
    expect(existsSync(path.join(outside, 'new'))).toBe(false);
    expect(existsSync(path.join(outside, 'sub'))).toBe(false);
  });
});

describe('a plain box', () => {
  test('does not start and leaves no process if its variables are too large for one message', async () => {
    const env = Object.fromEntries(
      Array.from({ length: 50 }, (_, at) => [`LONG_${at}`, 'x'.repeat(100_000)]),
    );
    await expect(boxes.start({ id: 'too-long', env })).rejects.toThrow('its variables are too long');
    const { stdout } = await run(box, 'ps -eo args | grep "[t]oo-long/control" || true');
    expect(stdout).toBe('');
  });

  test("sets the variables for the proxy's address, token and certificates", async () => {
    const other = await boxes.start({
      id: 'with-proxy',
      proxySocket: '/never/bound/p.sock',
      proxyAddress: { host: '127.0.0.1', port: 9 },
      proxyUser: { name: 'sbx-1', token: 'token' },
      caPem: 'THE CA\n',
      noProxy: ['internal.test'],
    });
    const { stdout } = await run(other, 'env; cat "$NODE_EXTRA_CA_CERTS"; grep -c . "$CURL_CA_BUNDLE"', {
      env: { HTTPS_PROXY: 'http://another' },
    });
    expect(stdout).toContain('HTTPS_PROXY=http://sbx-1:token@127.0.0.1:9');
    expect(stdout).toMatch(/no_proxy=.*internal\.test/);
    expect(stdout).toContain('THE CA');
    await other.trust('ANOTHER CA\n');
    expect((await run(other, 'cat "$NODE_EXTRA_CA_CERTS"; tail -1 "$SSL_CERT_FILE"')).stdout).toBe(
      'ANOTHER CA\nANOTHER CA\n',
    );
    await other.stop();
  });

  test('kills all its commands when it ends, including background processes', async () => {
    const other = await boxes.start({ id: 'ending' });
    await run(other, 'setsid sleep 4324 > /dev/null 2>&1 & sleep 4324 > /dev/null 2>&1 &');
    const command = other.run(commandOf('sleep 4324'));
    const events: string[] = [];
    const reading = (async () => {
      for await (const event of command.events)
        events.push(event.kind === 'exit' ? event.reason : event.kind);
    })();
    await until(() => events.includes('started'), 'the command began');
    await other.stop();
    await reading;
    expect(events.at(-1)).toMatch(/box-ended|signal/);
    expect((await run(box, 'pgrep -fx "sleep 4324" || true')).stdout).toBe('');
  });

  test('has the same files after a restart, and can run only once at a time', async () => {
    const first = await boxes.start({ id: 'kept' });
    await first.writeFile('note', bytes('kept'));
    await expect(boxes.start({ id: 'kept' })).rejects.toThrow('another box uses');
    await first.stop();
    const second = await boxes.start({ id: 'kept' });
    expect(await textOf(second, 'note')).toBe('kept');
    await second.stop();
    await expect(second.readFile('note', null)).rejects.toMatchObject({ code: 'box-ended' });
    expect(await run(second, 'true')).toMatchObject({ reason: 'box-ended' });
  });

  test('rejects an ID with characters other than letters, digits and dashes', async () => {
    await expect(boxes.start({ id: 'no/slash' })).rejects.toThrow('letters, digits and dashes');
  });
});

describe('a search in a plain box', () => {
  const found = async (given: Parameters<Box['search']>[0]) => {
    const { entries, lines, truncated } = await box.search(given);
    return {
      entries: entries.map(({ path: name, isFolder }) => [name, isFolder]).toSorted(),
      lines: lines.map(({ path: name, line, text }) => [path.basename(name), line, text]).toSorted(),
      truncated,
    };
  };
  let home: string;
  beforeAll(async () => {
    ({ stdout: home } = await run(box, 'mkdir -p s/deep && cd s && pwd'));
    home = home.trim();
    const script = [
      "printf 'one needle\\nnothing\\r\\nneedle two' > a.txt",
      "printf 'needle' > deep/b.py",
      "printf 'needle\\0' > binary",
      'ln -s / out && mkfifo pipe && mkdir closed && chmod 0 closed',
    ];
    await run(box, `cd s && ${script.join(' && ')}`);
  });

  // docs/boxes.md#search
  test('finds entries by path without following links', async () => {
    const all = await found({ kind: 'glob', pattern: '**', path: 's', limit: 100 });
    expect(all).toEqual({
      entries: ['a.txt', 'binary', 'closed', 'deep', 'deep/b.py', 'out', 'pipe'].map((name) => [
        `${home}/${name}`,
        name === 'closed' || name === 'deep',
      ]),
      lines: [],
      truncated: false,
    });
    expect(await found({ kind: 'glob', pattern: '*.txt', path: home, limit: 100 })).toMatchObject({
      entries: [[`${home}/a.txt`, false]],
    });
    expect(await found({ kind: 'glob', pattern: '**', path: 's', limit: 2 })).toMatchObject({
      entries: [expect.anything(), expect.anything()],
      truncated: true,
    });
  });

  test('finds lines of text files', async () => {
    expect(await found({ kind: 'grep', pattern: 'needle', path: 's', glob: null, limit: 100 })).toEqual({
      entries: [],
      lines: [
        ['a.txt', 1, 'one needle'],
        ['a.txt', 3, 'needle two'],
        ['b.py', 1, 'needle'],
      ],
      truncated: false,
    });
    const only = async (glob: string) =>
      (await found({ kind: 'grep', pattern: 'needle', path: 's', glob, limit: 100 })).lines.length;
    expect([await only('*.py'), await only('deep/*'), await only('*/x'), await only('**/*.txt')]).toEqual([
      1, 1, 0, 2,
    ]);
  });

  test('rejects paths that are outside of the box or do not exist', async () => {
    const search = { kind: 'glob', pattern: '*', limit: 1 } as const;
    await expect(box.search({ ...search, path: '/' })).rejects.toMatchObject({ code: 'outside' });
    await expect(box.search({ ...search, path: 's/out/etc' })).rejects.toMatchObject({ code: 'outside' });
    await expect(box.search({ ...search, path: 's/nowhere' })).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('a connection to a plain box', () => {
  const SERVER = `
    const server = require('net').createServer({ allowHalfOpen: true }, (socket) => socket.pipe(socket));
    server.listen(0, '127.0.0.1', () => console.log(server.address().port));
  `;

  // docs/boxes.md#connections
  test('transfers data to and from a program in the box until the program ends', async () => {
    const command = box.run(commandOf(`exec node -e "${SERVER.replaceAll('\n', ' ')}"`));
    const events = command.events[Symbol.asyncIterator]();
    await events.next();
    const { value: first } = await events.next();
    const port = first?.kind === 'stdout' ? Number(first.data.toString()) : 0;
    const stream = await box.connect(port);
    const sent = Buffer.alloc(2_000_000, 'x');
    stream.end(sent);
    const got: Buffer[] = [];
    for await (const chunk of stream) got.push(chunk as Buffer);
    expect(Buffer.concat(got).equals(sent)).toBe(true);
    command.kill();
  });

  test('is rejected for programs outside of the box and for unused ports', async () => {
    const foreign = createServer();
    await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve));
    const { port } = foreign.address() as AddressInfo;
    await expect(box.connect(port)).rejects.toMatchObject({ code: 'denied' });
    await new Promise((resolve) => foreign.close(resolve));
    await expect(box.connect(port)).rejects.toMatchObject({ code: 'not-found' });
  });
});
