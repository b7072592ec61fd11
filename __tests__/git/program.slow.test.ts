import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { HANG_LIMIT_MS } from '../../harness/hang-limit.ts';
import { withGit } from '../../src/git/program.ts';
import { createResolveRef } from '../../src/action/git/resolve-ref.ts';
import { withResourceLimits, machineEnvironment } from '../../src/git/environment.ts';
import { addToTree, AGENT, commitTree, makeTree } from '../action/support/checkout.ts';

const never = new AbortController().signal;

describe('the git program that the action runs', () => {
  /** Returns a search path whose only git writes its arguments and its environment to files. */
  function telling(workspace: string) {
    const bin = makeTree({
      'git*': '#!/bin/sh\n/usr/bin/env > "$HOME/env"\nprintf "%s\\n" "$@" > "$HOME/args"\n',
    });
    const home = makeTree({});
    const env = {
      PATH: bin,
      HOME: home,
      GITHUB_WORKSPACE: workspace,
      RUNNER_TEMP: home,
      HTTPS_PROXY: 'http://proxy.example:3128',
      'INPUT_API-KEY': 'the-key-of-the-action',
      LANGSMITH_API_KEY: 'another-key',
      ACTIONS_RUNTIME_TOKEN: 'token',
      GIT_SSH_COMMAND: 'evil',
      GIT_DIR: workspace,
      GIT_CONFIG_PARAMETERS: "'core.fsmonitor=evil'",
      LD_PRELOAD: 'evil.so',
      NODE_OPTIONS: '--require=evil',
    };
    return { env, read: (name: string) => readFileSync(path.join(home, name), 'utf8') };
  }
  const call = { limitMs: HANG_LIMIT_MS };

  // docs/security/checkouts.md#git-sees-neither-key
  test("gets only listed environment variables, and neither API keys nor git's own variables", async () => {
    const { env, read } = telling(makeTree(AGENT));
    await withGit(env, never, (git) =>
      git.run(['version'], { ...call, cwd: git.empty, gitDir: git.empty, transports: ['https'] }),
    );
    const seen = read('env');
    for (const hidden of ['the-key', 'another-key', 'token', 'evil', 'INPUT_', 'ACTIONS_', 'LANGSMITH_']) {
      expect(seen).not.toContain(hidden);
    }
    expect(seen).toContain('HTTPS_PROXY=http://proxy.example:3128');
    expect(seen).toContain('GIT_ALLOW_PROTOCOL=https\n');
    expect(seen).toContain('GIT_NO_LAZY_FETCH=1\n');
    expect(seen).toContain('GIT_CONFIG_NOSYSTEM=1\n');
  });

  // docs/security/checkouts.md#git-lies-workspace-where
  test('is never a program inside the workspace or at a relative path', async () => {
    const workspace = makeTree({ ...AGENT, 'node_modules/.bin/git*': '#!/bin/sh\ntouch "$HOME/fired"\n' });
    const { env, read } = telling(workspace);
    const inTree = path.join(workspace, 'node_modules/.bin');
    const linked = makeTree({ bin: { link: inTree } });
    const search = [inTree, '.', 'node_modules/.bin', '', path.join(linked, 'bin'), env.PATH].join(':');
    await withGit({ ...env, PATH: search }, never, (git) =>
      git.run(['version'], { ...call, cwd: workspace, gitDir: git.empty }),
    );
    expect(existsSync(path.join(env.HOME, 'fired'))).toBe(false);
    expect(read('env')).toContain(`PATH=${env.PATH}\n`);
    expect(await withGit({ ...env, PATH: inTree }, never, () => Promise.resolve(1))).toBeUndefined();
  });

  test('leaves no processes behind, and is stopped together with its child processes', async () => {
    const { env } = telling(makeTree(AGENT));
    chmodSync(path.join(env.PATH, 'git'), 0o755);
    addToTree(env.PATH, { 'slow*': '#!/bin/sh\n/bin/sleep 600 &\n/bin/sleep 600\n' });
    const git = makeTree({ 'git*': `#!/bin/sh\nexec ${path.join(env.PATH, 'slow')}\n` });
    const end = await withGit({ ...env, PATH: git }, never, (one) =>
      one.run(['version'], { limitMs: 200, cwd: one.empty, gitDir: one.empty }),
    );
    expect(end).toEqual({ kind: 'too-long' });
    expect(readdirSync(env.HOME).filter((name) => name.startsWith('agent-deploy-git-'))).toEqual([]);
  });

  test('gets its resource limits from a shell if a shell exists', () => {
    const limits = { memoryBytes: 1024 * 1024, fileBytes: 1024 };
    expect(withResourceLimits('git', ['x'], limits, 'linux')).toEqual({
      command: '/bin/sh',
      args: ['-c', expect.stringMatching(/ulimit -v 1024 .*ulimit -f 2 .*exec "\$0" "\$@"/), 'git', 'x'],
    });
    expect(withResourceLimits('git', ['x'], limits, 'win32')).toEqual({ command: 'git', args: ['x'] });
    expect(withResourceLimits('git', ['x'], {}, 'linux')).toEqual({ command: 'git', args: ['x'] });
  });

  test('is found under the name that Windows uses', () => {
    const env = { Path: 'C:\\git', systemroot: 'C:\\Windows', http_proxy: 'p', GIT_DIR: 'x', Home: 'y' };
    expect(machineEnvironment(env, 'win32')).toEqual({
      Path: 'C:\\git',
      systemroot: 'C:\\Windows',
      http_proxy: 'p',
    });
    expect(machineEnvironment({ ...env, HOME: 'h', PATH: '/bin' }, 'linux')).toEqual({
      http_proxy: 'p',
      HOME: 'h',
      PATH: '/bin',
    });
  });
});

describe('the request for a private repository', () => {
  const TOKEN = `AUTHORIZATION: basic ${Buffer.from('x-access-token:token-of-the-job').toString('base64')}`;
  let server: Server;
  let origin: string;
  let heard: IncomingHttpHeaders[];
  beforeAll(async () => {
    server = createServer((request, response) => {
      heard.push(request.headers);
      response.writeHead(404);
      response.end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('the server has no port');
    origin = `http://127.0.0.1:${address.port}`;
  });
  afterAll(() => void server.close());
  beforeEach(() => {
    heard = [];
  });

  const ask = async (config: string, repoUrl = `${origin}/owner/agent`, temporary = makeTree({})) => {
    const workspace = makeTree(AGENT);
    commitTree(workspace);
    const file = path.join(workspace, '.git/config');
    addToTree(workspace, { '.git/config': `${readFileSync(file, 'utf8')}${config}` });
    const env = {
      PATH: process.env['PATH'],
      HOME: temporary,
      RUNNER_TEMP: temporary,
      GITHUB_WORKSPACE: workspace,
      GITHUB_SERVER_URL: origin,
    };
    expect(await createResolveRef(env, () => undefined)(repoUrl, 'main', never)).toBeUndefined();
    expect(heard.length).toBeGreaterThan(0);
    return heard[0]?.authorization;
  };
  const header = (at: string) => `[http "${at}/"]\n\textraheader = ${TOKEN}\n`;
  const value = TOKEN.slice(TOKEN.indexOf('basic'));

  test('contains the header that actions/checkout stores in .git/config', async () => {
    expect(await ask(header(origin))).toBe(value);
  });

  // docs/security/checkouts.md#checkouts-configuration-one-setting
  test('contains the header that actions/checkout stores in a runner file since version 6', async () => {
    const temporary = makeTree({ 'git-credentials-1.config': header(origin) });
    const include = `[includeIf "gitdir:/runner/agent/.git"]\n\tpath = ${temporary}/git-credentials-1.config\n`;
    expect(await ask(include, undefined, temporary)).toBe(value);
  });

  test("uses https and the header of actions/checkout even if the repository's address is for ssh", async () => {
    expect(await ask(header(origin), 'git@127.0.0.1:owner/agent.git')).toBe(value);
  });

  // docs/security/checkouts.md#goes-server-comes-from
  test.each([
    ['that belongs to another server', () => header('https://git.example')],
    [
      'in a file that does not belong to the runner',
      () => `[include]\n\tpath = ${makeTree({ a: header(origin) })}/a\n`,
    ],
    ['that actions/checkout would not write', () => `[http]\n\textraheader = "Cookie: a=b"\n`],
  ])('is sent without a header %s', async (_which, config) => {
    expect(await ask(config())).toBeUndefined();
  });
});

// docs/security/checkouts.md#git-waits-for-no-pipe
(process.platform === 'linux' ? describe : describe.skip)('a pipe in place of a file that git reads', () => {
  const LIST = ['ls-files', '-z', '--others', '--exclude-standard'];
  const run = (workTree: string, args: string[], env: Record<string, string | undefined> = {}) =>
    withGit({ PATH: process.env['PATH'], ...env }, never, (git) =>
      git.run(args, { cwd: workTree, gitDir: git.empty, workTree, limitMs: HANG_LIMIT_MS }),
    );

  test.each([
    ['.gitignore', LIST],
    ['deep/er/.gitignore', LIST],
    ['.gitattributes', ['update-index', '--add', 'file']],
    ['deep/.gitattributes', ['update-index', '--add', 'deep/file']],
  ])('a pipe in a checkout stops git and is named in the error: %s', async (name, args) => {
    const workTree = makeTree({ file: 'x', 'deep/file': 'x', 'deep/er/file': 'x' });
    execFileSync('mkfifo', [path.join(workTree, name)]);
    expect(await run(workTree, args)).toEqual({ kind: 'blocked', file: name });
  });

  test("a pipe does not stop git if git does not read the pipe's folder or path", async () => {
    const workTree = makeTree({
      '.gitignore': 'ignored\n',
      'ignored/file': 'x',
      '.git/file': 'x',
      file: 'x',
    });
    for (const name of ['ignored/.gitignore', '.git/.gitignore', 'pipe'])
      execFileSync('mkfifo', [path.join(workTree, name)]);
    const end = await run(workTree, LIST);
    expect(end).toMatchObject({ kind: 'ended', code: 0 });
    expect(end?.kind === 'ended' && end.stdout.toString().split('\0')).toContain('file');
  });

  test('no pipe is reported for a checkout without a pipe, even if git is slow', async () => {
    const workTree = makeTree({
      '.gitignore': 'x',
      'a/.gitignore': { link: '/dev/null' },
      'a/b/file': 'x',
    });
    const bin = makeTree({ 'git*': '#!/bin/sh\n/bin/sleep 3\necho done\n' });
    const end = await run(workTree, LIST, { PATH: bin });
    expect(end?.kind === 'ended' && end.stdout.toString()).toBe('done\n');
  });
});
