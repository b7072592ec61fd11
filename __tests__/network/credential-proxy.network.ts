import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { rootCertificates } from 'node:tls';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { proxyUrl } from '../../harness/credential-proxy/client.ts';
import {
  type Rig,
  type RigSandbox,
  rule,
  RULES,
  SECRETS,
  startRig,
} from '../../harness/credential-proxy/rig.ts';
import { type AwsVerdict, verifyAwsSignature } from '../../harness/credential-proxy/signature-verifier.ts';
import { startTestSite, type TestSite } from '../../harness/credential-proxy/test-site.ts';
import { awsSigning } from '../credential-proxy/signing/support.ts';
import { proxyEnvironment } from '../../src/credential-proxy/environment.ts';

// Tests with common programs (curl, wget, git, python, node) that only the sandbox's environment configures.
const run = promisify(execFile);
const MB = 1024 * 1024;
let rig: Rig;
let web: TestSite;
let sandbox: RigSandbox;
let folder: string;
let environment: Record<string, string>;
/** Server that verifies signatures for AWS. */
let bucket: Server;
const verdicts: AwsVerdict[] = [];
const AWS_KEY = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'the-secret-access-key-58e2',
  sessionToken: 'the-session-token-90c7',
};

beforeAll(async () => {
  for (const program of ['curl', 'wget', 'git', 'python3']) {
    await run(program, ['--version']).catch((cause: unknown) => {
      throw new Error(`This tier needs ${program}: .ci/engine installs it.`, { cause });
    });
  }
  folder = await mkdtemp(path.join(tmpdir(), 'proxy-programs-'));
  rig = await startRig();
  web = await startTestSite({
    identity: await rig.ca.issue(['api.test']),
    authorization: SECRETS.authorization,
    repositories: path.join(folder, 'bare'),
  });
  bucket = createServer(await rig.ca.issue(['bucket.test']), (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', rawHeaders } = request;
      const received = { method, url, rawHeaders, body: Buffer.concat(chunks) };
      verdicts.push(verifyAwsSignature(received, AWS_KEY, new Date()));
      response.end('stored');
    });
  }).listen(0, '127.0.0.1');
  await once(bucket, 'listening');
  rig.network.set({
    names: { ...rig.map.names, 'bucket.test': ['93.184.215.20'] },
    dials: {
      ...rig.map.dials,
      '93.184.215.10:443': web.port,
      '93.184.215.20:443': (bucket.address() as AddressInfo).port,
    },
  });
  const sign = awsSigning({ ...AWS_KEY, region: 'eu-central-1', service: 's3' });
  sandbox = await rig.push('main', { rules: [...RULES, { ...rule('bucket', ['bucket.test'], []), sign }] });
  const [ca, bundle] = [path.join(folder, 'ca.pem'), path.join(folder, 'bundle.pem')];
  await writeFile(ca, sandbox.caPem);
  await writeFile(bundle, [...rootCertificates, sandbox.caPem].join('\n'));
  environment = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    GIT_TERMINAL_PROMPT: '0',
    GIT_AUTHOR_NAME: 'Rig',
    GIT_AUTHOR_EMAIL: 'rig@example.org',
    GIT_COMMITTER_NAME: 'Rig',
    GIT_COMMITTER_EMAIL: 'rig@example.org',
    ...proxyEnvironment({
      proxyUrl: proxyUrl(rig.proxy.address.port, sandbox),
      caFile: ca,
      bundleFile: bundle,
      noProxy: [],
      hasDirectWay: false,
    }),
  };
  await run('git', ['init', '-q', '--bare', '-b', 'main', path.join(folder, 'bare', 'one.git')]);
  await run('git', ['-C', path.join(folder, 'bare', 'one.git'), 'config', 'http.receivepack', 'true']);
});
afterAll(async () => {
  bucket.closeAllConnections();
  bucket.close();
  await web.stop();
  await rig.stop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  web.requests.length = 0;
});

const program = async (file: string, ...args: string[]): Promise<string> =>
  (await run(file, args, { cwd: folder, env: environment, maxBuffer: 64 * MB })).stdout;
const node = (code: string): Promise<string> => program(process.execPath, '--input-type=module', '-e', code);
const mask = `Bearer ${'*'.repeat(SECRETS.authorization.length - 'Bearer '.length)}`;
const echoed = { method: 'GET', url: '/repos/x', bytes: 0, saw: mask };

describe('a client program behind the credential proxy', () => {
  test('sends authenticated requests without receiving the credential: curl', async () => {
    expect(JSON.parse(await program('curl', '-sSf', 'https://api.test/repos/x'))).toEqual(echoed);
  });

  test('sends authenticated requests without receiving the credential: curl, with a large chunked upload and an Expect header', async () => {
    const file = path.join(folder, 'large');
    await writeFile(file, Buffer.alloc(8 * MB, 'x'));
    const answer = await program(
      'curl',
      '-sSf',
      '-H',
      'Expect: 100-continue',
      '-H',
      'Transfer-Encoding: chunked',
      '-T',
      file,
      'https://api.test/repos/x',
    );
    expect(JSON.parse(answer)).toMatchObject({ method: 'PUT', bytes: 8 * MB });
  });

  // docs/credential-proxy/signing.md#replaced
  test('sends requests whose signatures the proxy replaces: curl with --aws-sigv4', async () => {
    const curl = ['-sSf', '--aws-sigv4', 'aws:amz:us-west-2:s3', '--user', 'no-key:no-secret'];
    for (const more of [[], ['--data-binary', 'content'], ['-X', 'DELETE']]) {
      expect(await program('curl', ...curl, ...more, 'https://bucket.test/a%20b?b=2&a=%2B')).toBe('stored');
    }
    const valid = expect.objectContaining({ kind: 'valid', region: 'eu-central-1', service: 's3' });
    expect(verdicts).toEqual([valid, valid, valid]);
  });

  test('sends authenticated requests without receiving the credential: curl that prefers HTTP/2', async () => {
    expect(JSON.parse(await program('curl', '-sSf', '--http2', 'https://api.test/repos/x'))).toEqual(echoed);
  });

  test('sends authenticated requests without receiving the credential: wget', async () => {
    // wget has no variable for trusted certificates, only an option.
    const bundle = environment['SSL_CERT_FILE'] ?? '';
    expect(
      JSON.parse(await program('wget', '-qO-', `--ca-certificate=${bundle}`, 'https://api.test/repos/x')),
    ).toEqual(echoed);
  });

  test('sends authenticated requests without receiving the credential: python', async () => {
    const code = "import urllib.request as u; print(u.urlopen('https://api.test/repos/x').read().decode())";
    expect(JSON.parse(await program('python3', '-c', code))).toEqual(echoed);
  });

  test('sends authenticated requests without receiving the credential: node, with fetch', async () => {
    expect(
      JSON.parse(await node("console.log(await (await fetch('https://api.test/repos/x')).text())")),
    ).toEqual(echoed);
  });

  test('sends authenticated requests without receiving the credential: node, with https', async () => {
    const code =
      "import https from 'node:https'; https.get('https://api.test/repos/x', (r) => r.pipe(process.stdout))";
    expect(JSON.parse(await node(code))).toEqual(echoed);
  });

  test('sends authenticated requests without receiving the credential: an event stream, whose events arrive as they are written', async () => {
    const text = await node(`
      const response = await fetch('https://api.test/repos/events');
      const late = [];
      for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
        for (const [, at] of chunk.matchAll(/"at":(\\d+)/g)) late.push(Date.now() - Number(at));
      }
      console.log(JSON.stringify(late));`);
    const late = JSON.parse(text) as number[];
    expect(late).toHaveLength(5);
    // The whole stream takes 250 ms. If the stream were buffered to its end, the first event would be 200 ms late.
    expect(Math.min(...late.slice(0, 4))).toBeLessThan(100);
  });

  test('sends authenticated requests without receiving the credential: a WebSocket', async () => {
    const text = await node(`
      const socket = new WebSocket('wss://api.test/repos/ws');
      socket.onopen = () => socket.send('hello');
      socket.onmessage = ({ data }) => { console.log(data); socket.close(); };
      socket.onerror = ({ message }) => { console.log('error', message); };`);
    expect(text.trim()).toBe('hello');
    expect(web.requests).toEqual(['UPGRADE /repos/ws']);
  });

  test('sends authenticated requests without receiving the credential: git, with push, clone, shallow fetch and 300 tags', async () => {
    const [work, copy, shallow] = ['work', 'copy', 'shallow'].map((name) => path.join(folder, name)) as [
      string,
      string,
      string,
    ];
    const remote = 'https://api.test/repos/git/one.git';
    await mkdir(work);
    await program('git', '-C', work, 'init', '-q', '-b', 'main');
    await writeFile(path.join(work, 'large.bin'), await randomBytes(3 * MB));
    await program('git', '-C', work, 'add', '.');
    await program('git', '-C', work, 'commit', '-qm', 'One');
    const tags = Array.from({ length: 300 }, (_, at) => `create refs/tags/v${at} HEAD`).join('\n');
    await withInput('git', ['-C', work, 'update-ref', '--stdin'], `${tags}\n`);
    await program('git', '-C', work, 'push', '-q', remote, 'main', '--tags');
    await program('git', 'clone', '-q', remote, copy);
    expect((await program('git', '-C', copy, 'tag')).trim().split('\n')).toHaveLength(300);
    expect(await readFile(path.join(copy, 'large.bin'))).toEqual(
      await readFile(path.join(work, 'large.bin')),
    );
    await program('git', 'clone', '-q', '--depth=1', '--no-tags', remote, shallow);
    await program('git', '-C', shallow, 'fetch', '-q', '--tags', '--unshallow').catch(() =>
      program('git', '-C', shallow, 'fetch', '-q', '--tags'),
    );
    expect((await program('git', '-C', shallow, 'tag')).trim().split('\n')).toHaveLength(300);
    expect(web.requests.some((line) => line.startsWith('POST /repos/git/one.git/git-receive-pack'))).toBe(
      true,
    );
  });
});

describe("a program that tries to bypass the proxy's rules", () => {
  test('gets no credential on a path without a rule', async () => {
    const answer = await program(
      'curl',
      '-sS',
      '-o',
      '/dev/null',
      '-w',
      '%{http_code}',
      'https://api.test/other',
    );
    expect(answer).toBe('401');
  });

  test("gets no credential with curl's option --path-as-is", async () => {
    const url = 'https://api.test/repos/../other';
    const answer = await program('curl', '-sS', '--path-as-is', '-o', '/dev/null', '-w', '%{http_code}', url);
    expect([answer, web.requests]).toEqual(['400', []]);
  });

  test('gets no credential with a Host header that names a different host', async () => {
    const answer = await program(
      'curl',
      '-sS',
      '-H',
      'Host: evil.test',
      '-o',
      '/dev/null',
      '-w',
      '%{http_code}',
      'https://api.test/repos/x',
    );
    expect([answer, web.requests]).toEqual(['421', []]);
  });

  test('does not trust the proxy without the CA', async () => {
    const bare = { ...environment, CURL_CA_BUNDLE: '', SSL_CERT_FILE: '', NODE_EXTRA_CA_CERTS: '' };
    await expect(run('curl', ['-sS', 'https://api.test/repos/x'], { env: bare })).rejects.toThrow(
      /certificate/i,
    );
    expect(web.requests).toEqual([]);
  });

  test('cannot read the secret in the environment, the process list or the error pages', async () => {
    const all = [
      await program('env'),
      await program('sh', '-c', 'cat /proc/[0-9]*/cmdline /proc/[0-9]*/environ 2>/dev/null | tr "\\0" "\\n"'),
      await program('curl', '-sS', 'http://api.test/repos/x'),
      await program('curl', '-sS', '--path-as-is', 'https://api.test/repos/../x'),
    ].join('\n');
    expect(all).not.toContain(SECRETS.authorization.slice(7));
    expect(all).not.toContain(SECRETS.key);
  });
});

async function randomBytes(count: number): Promise<Buffer> {
  const { randomBytes: make } = await import('node:crypto');
  return make(count);
}

async function withInput(file: string, args: string[], input: string): Promise<void> {
  const child = spawn(file, args, { env: environment, stdio: ['pipe', 'ignore', 'inherit'] });
  child.stdin.end(input);
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${file} ended with ${code}`);
}
