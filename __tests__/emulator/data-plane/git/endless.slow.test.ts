import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { WAIT_LIMIT_MS } from '../../../../harness/hang-limit.ts';
import { FETCH_LIMITS, type FetchLimits } from '../../../../src/emulator/data-plane/git/fetch.ts';
import { createCheckout } from '../../../../src/emulator/data-plane/git/checkout.ts';
import { createGit } from '../../../../src/emulator/data-plane/git/git.ts';
import { createProcesses } from '../../../../src/emulator/data-plane/places/process/processes.ts';
import type { Processes } from '../../../../src/emulator/ports/processes.ts';
import { createResolveRef } from '../../../../src/action/git/resolve-ref.ts';

const OID = 'a'.repeat(40);
const MB = 1024 * 1024;
const packet = (text: string): string => (text.length + 4).toString(16).padStart(4, '0') + text;

let folder: string;
let processes: Processes;
let server: Server | undefined;
let sentBytes: number;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'endless-'));
  processes = createProcesses();
  sentBytes = 0;
});
afterEach(async () => {
  server?.closeAllConnections();
  server?.close();
  await processes.close();
  await rm(folder, { recursive: true, force: true });
});

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => unknown) {
  server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return `http://127.0.0.1:${address.port}/owner/agent.git`;
}

/** Sends a prefix and then endless data, as fast as the client reads, or one chunk per interval. */
async function sendForEver(
  response: ServerResponse,
  begin: string | Buffer,
  next: (index: number) => string | Buffer,
  everyMs = 0,
): Promise<void> {
  let wake = (): void => {};
  for (const event of ['drain', 'close']) response.on(event, () => wake());
  response.write(begin);
  for (let index = 0; !response.destroyed; index += 1) {
    const piece = next(index);
    sentBytes += piece.length;
    if (!response.write(piece)) await new Promise<void>((resolve) => (wake = resolve));
    // This server is slow, so a time limit must end the fetch.
    if (everyMs > 0) await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}

const ADVERTISEMENT = { 'content-type': 'application/x-git-upload-pack-advertisement' };
const ofService = packet('# service=git-upload-pack\n') + '0000';
const refs = (index: number): string => {
  let text = '';
  for (let at = 0; at < 500; at += 1) text += packet(`${OID} refs/heads/branch-${index}-${at}\n`);
  return text;
};

/** Protocol version 0, where a server starts by listing all its refs. */
const listing = (everyMs: number) => (_request: IncomingMessage, response: ServerResponse) => {
  response.writeHead(200, ADVERTISEMENT);
  const first = packet(`${OID} HEAD\0symref=HEAD:refs/heads/main agent=x\n`);
  return sendForEver(response, ofService + first, refs, everyMs);
};

/** Protocol version 2, where a server lists refs on request. */
const answering = (_request: IncomingMessage, response: ServerResponse) => {
  if (_request.method === 'GET') {
    response.writeHead(200, ADVERTISEMENT);
    response.end(
      `${ofService}${packet('version 2\n')}${packet('ls-refs\n')}${packet('fetch=shallow\n')}0000`,
    );
    return undefined;
  }
  response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-result' });
  return sendForEver(response, '', refs);
};

/** A pack that announces four billion objects, the first of which never ends. */
const packing = async (request: IncomingMessage, response: ServerResponse) => {
  if (request.method === 'GET') return answering(request, response);
  let asked = '';
  for await (const chunk of request) asked += String(chunk);
  response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-result' });
  if (asked.includes('command=ls-refs')) {
    return response.end(`${packet(`${OID} refs/heads/main\n`)}0000`);
  }
  const header = Buffer.from([0x50, 0x41, 0x43, 0x4b, 0, 0, 0, 2, 0, 0, 0, 9]);
  // A blob of a terabyte in stored blocks, which need no decompression.
  const blob = Buffer.from([0xb0, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x10, 0x78, 0x01]);
  const stored = Buffer.concat([Buffer.from([0, 0xf0, 0xff, 0x0f, 0x00]), Buffer.alloc(65_520, 7)]);
  const framed = (data: Buffer): Buffer =>
    Buffer.concat([Buffer.from((data.length + 5).toString(16).padStart(4, '0')), Buffer.from([1]), data]);
  const pieces = Buffer.concat([
    Buffer.from(packet('shallow-info\n') + packet(`shallow ${OID}\n`) + '0001' + packet('packfile\n')),
    framed(Buffer.concat([header, blob])),
  ]);
  const block = Buffer.concat([framed(stored.subarray(0, 65_000)), framed(stored.subarray(65_000))]);
  return sendForEver(response, pieces, () => block);
};

async function checkOut(url: string, limits: Partial<FetchLimits>): Promise<string> {
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder };
  const git = createGit({ processes, folder, env, allowLocal: true });
  const checkout = createCheckout({ git, folder, allowLocal: true, limits });
  const into = join(folder, 'out');
  await mkdir(into, { recursive: true });
  const lines: string[] = [];
  const request = {
    repoUrl: url,
    ref: 'main',
    commitSha: null,
    into,
    log: (line: string) => lines.push(line),
  };
  const error: unknown = await checkout
    .run({ ...request, signal: new AbortController().signal })
    .catch((cause: unknown) => cause);
  if (!(error instanceof Error)) throw new Error('the checkout did not fail');
  return error.message;
}

const onLinux = process.platform === 'linux' ? test : test.skip;

describe('the limits for a git server', () => {
  // docs/security/checkouts.md#server-lists-refs-sends
  test('stop a fetch if the server lists refs slowly and endlessly without sending files', async () => {
    const message = await checkOut(await serve(listing(20)), { packBeginsMs: 1000 });
    expect(message).toContain(
      'the server sent no files within 1 s. It may be sending an endless list of refs.',
    );
  });

  onLinux.each([
    ['version 0', listing(0)],
    ['version 2', answering],
  ])(
    'stop a fetch at the memory limit if the server lists refs quickly and endlessly, in %s of the protocol',
    async (_which, answer) => {
      const message = await checkOut(await serve(answer), { memoryBytes: 256 * MB });
      expect(message).toMatch(
        /it needed more than 256 MiB of memory\. The server may be sending an endless list of refs/,
      );
      expect(sentBytes).toBeLessThan(300 * MB);
    },
  );

  onLinux(
    'stop a fetch at the size limit if the server sends files endlessly, and leave no file behind',
    async () => {
      const message = await checkOut(await serve(packing), { packBytes: 8 * MB });
      expect(message).toContain('the packed files of this commit are larger than 8 MiB');
      const left = (await readdir(folder, { recursive: true })).filter((name) => name.includes('tmp_pack'));
      expect(left).toEqual([]);
    },
  );

  test('have the documented default values', () => {
    expect(FETCH_LIMITS).toEqual({ packBeginsMs: 90_000, memoryBytes: 2048 * MB, packBytes: 4096 * MB });
  });

  // docs/security/checkouts.md#action-leaves-such-server
  onLinux(
    'also apply to the action, which finds no commit and leaves no git process or folder behind',
    async () => {
      const url = await serve(answering);
      const started = Date.now();
      const ask = createResolveRef(
        {
          PATH: process.env['PATH'],
          GITHUB_WORKSPACE: folder,
          RUNNER_TEMP: folder,
        },
        () => undefined,
      );
      expect(await ask(url, 'main', new AbortController().signal)).toBeUndefined();
      expect(Date.now() - started).toBeLessThan(WAIT_LIMIT_MS);
      expect((await readdir(folder)).filter((name) => name.startsWith('agent-deploy-git-'))).toEqual([]);
    },
  );
});
