import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { WebSocket } from 'ws';
import { until } from '../../../harness/until.ts';
import type { FakeCommand } from './support/fake-boxes.ts';
import { type SandboxEmulator, openSandboxEmulator } from './support/sandbox-emulator.ts';

let fixture: SandboxEmulator;
let id: string;
let commands: FakeCommand[];
beforeEach(async () => {
  fixture = await openSandboxEmulator();
  ({ id } = await fixture.createReady({ name: 'one', run_config: { work_dir: '/work' } }));
  commands = [];
});
afterEach(() => fixture.emulator.close());

/** Collects commands, whose programs the test then controls. */
const holdCommands = () => {
  fixture.boxes.program = (command) => commands.push(command);
};
const at = (path: string) => `/s/${id}/${path}`;

// docs/api/sandboxes.md#sandbox-execute
describe('a command in a sandbox, sent over HTTP', () => {
  test('returns its output and exit code', async () => {
    fixture.boxes.program = (command) => {
      command.out('to out ');
      command.out('to err', 'stderr');
      // The bytes of one character arrive in two chunks.
      command.out(Buffer.from([0xc3]));
      command.out(Buffer.from([0xa9]));
      command.exit(7);
      commands.push(command);
    };
    const answer = await fixture.call('POST', at('execute'), { command: 'x', env: { A: 'b' }, timeout: 3 });
    expect(answer).toMatchObject({
      status: 200,
      body: { stdout: 'to out é', stderr: 'to err', exit_code: 7 },
    });
    expect(commands[0]).toMatchObject({ inputClosed: true });
    expect(commands[0]?.asked).toEqual({
      command: 'x',
      shell: '/bin/sh',
      cwd: '/work',
      env: { A: 'b' },
      timeoutMs: 3_000,
      terminal: null,
    });
  });

  test('is stopped at its time limit, and the response reports the stop', async () => {
    fixture.boxes.program = (command) => command.exit(137, 'timeout');
    expect(await fixture.call('POST', at('execute'), { command: 'x' })).toMatchObject({
      status: 408,
      body: { detail: { error: 'CommandTimeout' } },
    });
  });

  test('is killed when its client disconnects', async () => {
    holdCommands();
    const leaving = new AbortController();
    const asked = fetch(new URL(at('execute'), fixture.emulator.urls.sandboxes), {
      method: 'POST',
      headers: { 'x-api-key': fixture.emulator.apiKey, 'content-type': 'application/json' },
      body: '{"command":"sleep"}',
      signal: leaving.signal,
    });
    const command = await until(() => commands[0]);
    leaving.abort();
    await expect(asked).rejects.toThrow();
    await until(() => command.killed);
  });

  test('requires an API key, a sandbox of the workspace and a valid body', async () => {
    const url = new URL(at('execute'), fixture.emulator.urls.sandboxes);
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"command":"x"}' };
    expect((await fetch(url, init)).status).toBe(401);
    const other = '/s/22222222-2222-4222-8222-222222222222/execute';
    expect((await fixture.call('POST', other, { command: 'x' })).status).toBe(404);
    expect((await fixture.call('POST', '/s/nonsense/execute', { command: 'x' })).status).toBe(422);
    expect((await fixture.call('POST', at('execute'), {})).status).toBe(422);
    const both = { command: 'x', cwd: '/', run_config: { work_dir: '/' } };
    expect((await fixture.call('POST', at('execute'), both)).status).toBe(422);
  });

  test('starts its sandbox if the sandbox is stopped', async () => {
    await fixture.call('POST', 'boxes/one/stop');
    expect(await fixture.call('POST', at('execute'), { command: 'again' })).toMatchObject({
      status: 200,
      body: { stdout: 'again\n' },
    });
    expect((await fixture.call('GET', 'boxes/one')).body.status).toBe('ready');
  });
});

/** Connects a WebSocket client that records all messages. */
async function connect(key = fixture.emulator.apiKey) {
  const url = new URL(at('execute/ws'), fixture.emulator.urls.sandboxes.replace('http', 'ws'));
  const socket = new WebSocket(url, { headers: { 'x-api-key': key } });
  const reported: Record<string, unknown>[] = [];
  const refused = Promise.withResolvers<number>();
  socket.on('message', (data: Buffer) =>
    reported.push(JSON.parse(data.toString()) as Record<string, unknown>),
  );
  socket.on('unexpected-response', (_, response) => refused.resolve(response.statusCode ?? 0));
  const closed = once(socket, 'close').then(([code]) => Number(code));
  const opened = await Promise.race([once(socket, 'open').then(() => undefined), refused.promise]);
  return {
    socket,
    reported,
    closed,
    refused: opened,
    say: (message: unknown) => socket.send(JSON.stringify(message)),
    heard: (type: string) => until(() => reported.find((one) => one['type'] === type)),
  };
}

describe('a command in a sandbox, sent over a WebSocket', () => {
  beforeEach(holdCommands);

  test('streams its output, receives input, and closes the connection when it ends', async () => {
    const client = await connect();
    client.say({
      type: 'execute',
      command: 'cat',
      shell: '/bin/bash',
      command_id: 'c-1',
      timeout_seconds: 5,
    });
    expect(await client.heard('started')).toEqual({ type: 'started', command_id: 'c-1', pid: 4711 });
    const command = await until(() => commands[0]);
    client.say({ type: 'input', data: 'héllo\n' });
    client.say({ type: 'close_stdin' });
    await until(() => command.inputClosed);
    expect(command.input).toEqual(['héllo\n']);
    command.out('héllo\n');
    command.out('more');
    command.out('bad', 'stderr');
    command.exit(3);
    expect(await client.closed).toBe(1000);
    expect(client.reported).toEqual([
      { type: 'started', command_id: 'c-1', pid: 4711 },
      { type: 'stdout', data: 'héllo\n', offset: 0 },
      { type: 'stdout', data: 'more', offset: 7 },
      { type: 'stderr', data: 'bad', offset: 0 },
      { type: 'exit', exit_code: 3 },
    ]);
    expect(command.asked).toMatchObject({ shell: '/bin/bash', timeoutMs: 5_000, cwd: '/work' });
  });

  test('waits while its client does not read, instead of buffering the output', async () => {
    const client = await connect();
    client.say({ type: 'execute', command: 'sleep' });
    const command = await until(() => commands[0]);
    const reading = Promise.withResolvers<void>();
    command.readOnly(reading.promise);
    const piece = 'x'.repeat(500_000);
    for (let sent = 0; sent < 60; sent += 1) client.say({ type: 'input', data: piece });
    // Data has left the client only if it was read or is in the system's buffers.
    await until(() => command.input.length > 2 && client.socket.bufferedAmount > 0);
    const http = await fixture.call('GET', `boxes/${id}/status`);
    expect(http.status).toBe(200);
    expect(command.input.length).toBeLessThan(10);
    expect(client.socket.bufferedAmount).toBeGreaterThan(10_000_000);
    reading.resolve();
    await until(() => command.input.length === 60);
    command.exit(0);
    expect(await client.closed).toBe(1000);
  });

  test('continues after its client disconnects, and can be resumed at the same position', async () => {
    const first = await connect();
    first.say({ type: 'execute', command: 'long', command_id: 'c-2' });
    const command = await until(() => commands[0]);
    command.out('abcdef');
    await first.heard('stdout');
    first.socket.terminate();
    await first.closed;
    command.out('ghi');
    command.out('problem', 'stderr');
    const second = await connect();
    second.say({ type: 'reconnect', command_id: 'c-2', stdout_offset: 4 });
    await second.heard('stderr');
    command.exit(0);
    expect(await second.closed).toBe(1000);
    expect(command.killed).toBe(false);
    expect(second.reported).toEqual([
      { type: 'started', command_id: 'c-2', pid: 4711 },
      { type: 'stdout', data: 'ef', offset: 4 },
      { type: 'stdout', data: 'ghi', offset: 6 },
      { type: 'stderr', data: 'problem', offset: 0 },
      { type: 'exit', exit_code: 0 },
    ]);
    // A client can reconnect even after the command has ended.
    const third = await connect();
    third.say({ type: 'reconnect', command_id: 'c-2', stdout_offset: 9, stderr_offset: 7 });
    await third.closed;
    expect(third.reported.map(({ type }) => type)).toEqual(['started', 'exit']);
  });

  test('is discarded soon after its end if later commands produce much output', async () => {
    fixture.boxes.program = (command) => {
      for (let piece = 0; piece < 4; piece += 1) command.out('x'.repeat(1024 * 1024));
      command.exit(0);
    };
    const came = async (name: string) => {
      const client = await connect();
      client.say({ type: 'execute', command: 'much', command_id: name });
      expect(await client.closed).toBe(1000);
    };
    const again = async (name: string) => {
      const client = await connect();
      client.say({ type: 'reconnect', command_id: name, stdout_offset: 4 * 1024 * 1024 });
      await client.closed;
      return client.reported.at(-1);
    };
    for (let count = 0; count < 16; count += 1) await came(`c-${count}`);
    expect(await again('c-0')).toEqual({ type: 'exit', exit_code: 0 });
    await came('c-16');
    expect(await again('c-0')).toMatchObject({ error_type: 'SessionExpired' });
    expect(await again('c-1')).toEqual({ type: 'exit', exit_code: 0 });
  });

  test('is started only once if it is requested twice with the same ID', async () => {
    const execute = { type: 'execute', command: 'once', command_id: 'same' };
    const first = await connect();
    first.say(execute);
    await first.heard('started');
    const second = await connect();
    second.say(execute);
    await second.heard('started');
    expect(commands).toHaveLength(1);
    commands[0]?.exit(0);
    await second.closed;
    first.socket.terminate();
  });

  test('is killed on request, or on a disconnect if the client requested that', async () => {
    const client = await connect();
    client.say({ type: 'execute', command: 'x' });
    await client.heard('started');
    client.say({ type: 'kill' });
    await client.closed;
    expect(client.reported.at(-1)).toEqual({ type: 'exit', exit_code: 137 });
    const other = await connect();
    other.say({ type: 'execute', command: 'x', kill_on_disconnect: true });
    await other.heard('started');
    const command = await until(() => commands[1]);
    other.socket.terminate();
    await until(() => command.killed);
  });

  test('reports its time limit and the end of its sandbox', async () => {
    const client = await connect();
    client.say({ type: 'execute', command: 'x', timeout_seconds: 1 });
    const command = await until(() => commands[0]);
    command.exit(137, 'timeout');
    await client.closed;
    expect(client.reported.at(-1)).toMatchObject({ type: 'error', error_type: 'CommandTimeout' });
    const other = await connect();
    other.say({ type: 'execute', command: 'x' });
    await other.heard('started');
    await fixture.call('POST', 'boxes/one/stop');
    await other.closed;
    expect(other.reported.at(-1)).toMatchObject({ type: 'error', error_type: 'CommandError' });
  });

  test.each([
    ['{', 'InvalidRequest'],
    ['{"type":"execute"}', 'InvalidRequest'],
    ['{"type":"input","data":"x"}', 'InvalidRequest'],
    ['{"type":"reconnect","command_id":"none"}', 'CommandNotFound'],
  ])('is refused if the first message is %s', async (printed, kind) => {
    const client = await connect();
    client.socket.send(printed);
    await client.closed;
    expect(client.reported).toMatchObject([{ type: 'error', error_type: kind }]);
    expect(commands).toEqual([]);
  });

  test('requires an API key and a WebSocket connection', async () => {
    expect((await connect('wrong')).refused).toBe(401);
    const plain = await fixture.call('GET', at('execute/ws'));
    expect(plain).toMatchObject({ status: 426, body: { detail: { error: 'UpgradeRequired' } } });
    expect(plain.headers.get('upgrade')).toBe('websocket');
    // Other paths do not accept WebSockets.
    const url = new URL('/v2/sandboxes/boxes', fixture.emulator.urls.sandboxes.replace('http', 'ws'));
    const socket = new WebSocket(url, { headers: { 'x-api-key': fixture.emulator.apiKey } });
    const [, response] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode: number }];
    expect(response.statusCode).toBe(200);
    socket.on('error', () => undefined);
    socket.terminate();
  });

  test('is closed at a shutdown with a code that asks the client to reconnect', async () => {
    const client = await connect();
    client.say({ type: 'execute', command: 'x' });
    await client.heard('started');
    const closing = fixture.emulator.close();
    expect([1000, 1001]).toContain(await client.closed);
    await closing;
    fixture = await openSandboxEmulator();
  });

  test('appears in the journal without its input and output', async () => {
    const client = await connect();
    client.say({ type: 'execute', command: 'secret-command' });
    (await until(() => commands[0])).exit(0);
    await client.closed;
    await until(() => {
      const entries = fixture.emulator.journal.after(0).entries;
      return entries.some(({ path, status }) => path === at('execute/ws') && status === 101);
    });
    expect(JSON.stringify(fixture.emulator.journal.after(0))).not.toContain('secret-command');
  });
});

describe('a file in a sandbox', () => {
  const bytes = Buffer.from('0123456789abcdef');
  const form = (name: string) => {
    const data = new FormData();
    data.append('other', 'not this');
    data.append(name, new Blob([new Uint8Array(bytes)]), 'file');
    return data;
  };
  const upload = (body: unknown, headers?: Record<string, string>) =>
    fixture.call('POST', at('upload?path=/data/f'), body, headers);
  const download = (headers: Record<string, string> = {}, method = 'GET') =>
    fixture.call(method, at('download?path=/data/f'), undefined, headers);

  test('can be uploaded as a form or as a plain body, and is returned unchanged', async () => {
    expect(await upload(form('file'))).toMatchObject({
      status: 200,
      body: { path: '/data/f', size: 16 },
    });
    const read = await download();
    expect(read).toMatchObject({ status: 200, body: bytes.toString() });
    expect(read.headers.get('content-length')).toBe('16');
    expect((await upload(new Uint8Array(0))).body.size).toBe(0);
    const empty = await download();
    expect([empty.status, empty.headers.get('content-length')]).toEqual([200, '0']);
  });

  test.each([
    ['a form without the field', () => form('other2'), {}, 400],
    [
      'a truncated form',
      () => '--b\r\ncontent-disposition: form-data; name="file"\r\n\r\nabc',
      { 'content-type': 'multipart/form-data; boundary=b' },
      400,
    ],
    ['a form without a boundary', () => 'x', { 'content-type': 'multipart/form-data' }, 400],
    ['a plain text body', () => 'x', { 'content-type': 'text/plain' }, 415],
  ])('is not written by %s', async (_, body, headers, status) => {
    expect((await upload(body(), headers)).status).toBe(status);
    expect((await download()).status).toBe(404);
  });

  // docs/departures/sandboxes.md#sandboxes-files
  test('can be read with ranges, HEAD and conditional requests', async () => {
    await upload(bytes.toString('latin1'), { 'content-type': 'application/octet-stream' });
    const head = await download({}, 'HEAD');
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '16']);
    const etag = head.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[0-9a-f-]+"$/);
    const ranges: [string, string, string][] = [
      ['bytes=0-3', '0123', 'bytes 0-3/16'],
      ['bytes=10-', 'abcdef', 'bytes 10-15/16'],
      ['bytes=-2', 'ef', 'bytes 14-15/16'],
      ['bytes=12-99', 'cdef', 'bytes 12-15/16'],
    ];
    for (const [range, body, reported] of ranges) {
      const part = await download({ range, 'if-range': etag });
      expect([part.status, String(part.body), part.headers.get('content-range')]).toEqual([
        206,
        body,
        reported,
      ]);
    }
    const past = await download({ range: 'bytes=16-' });
    expect([past.status, past.headers.get('content-range')]).toEqual([416, 'bytes */16']);
    expect((await download({ range: 'bytes=0-3', 'if-range': '"old"' })).status).toBe(200);
    expect((await download({ range: 'bytes=3-1' })).status).toBe(200);
    expect((await download({ 'if-none-match': etag })).status).toBe(304);
  });

  test('causes an error if it is missing or inaccessible', async () => {
    expect(await download()).toMatchObject({ status: 404, body: { detail: { error: 'FileNotFound' } } });
    expect(await fixture.call('POST', at('upload?path=/denied'), new Uint8Array(1))).toMatchObject({
      status: 403,
      body: { detail: { error: 'PermissionDenied' } },
    });
    expect((await fixture.call('GET', at('download'))).status).toBe(422);
  });
});

// docs/departures/sandboxes.md#sandboxes-search
describe('a search for files in a sandbox', () => {
  test("returns the found entries in the service's format", async () => {
    fixture.boxes.found = {
      entries: [{ path: '/a/b', isFolder: true, size: 4, modifiedMs: 1_000.5 }],
      lines: [],
      truncated: true,
    };
    expect(await fixture.call('POST', at('glob'), { pattern: '*', path: '/a' })).toMatchObject({
      status: 200,
      body: {
        matches: [
          {
            path: '/a/b',
            is_dir: true,
            size_bytes: 4,
            modified_at: expect.stringContaining('1970-01-01T00:00:01'),
          },
        ],
        truncated: true,
      },
    });
    expect(fixture.boxes.searched).toEqual([{ kind: 'glob', pattern: '*', path: '/a', limit: 1_000 }]);
  });

  test("returns the found lines in the service's format", async () => {
    const lines = [{ path: '/a', line: 3, text: 'x' }];
    fixture.boxes.found = { entries: [], lines, truncated: false };
    const body = { pattern: 'x', path: '/', glob: '*.py', limit: 5 };
    expect(await fixture.call('POST', at('grep'), body)).toMatchObject({
      status: 200,
      body: { matches: lines, truncated: false },
    });
    expect(fixture.boxes.searched.at(-1)).toEqual({ kind: 'grep', ...body });
  });

  test('returns 404 for a missing folder and 422 for an invalid search', async () => {
    expect(await fixture.call('POST', at('glob'), { pattern: '*', path: '/missing' })).toMatchObject({
      status: 404,
      body: { detail: { error: 'FileNotFound' } },
    });
    expect((await fixture.call('POST', at('grep'), { pattern: '', path: '/' })).status).toBe(422);
    expect((await fixture.call('POST', at('glob'), { pattern: '*', path: '/', limit: 0 })).status).toBe(422);
  });
});
