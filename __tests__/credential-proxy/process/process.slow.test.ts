import { once } from 'node:events';
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fork, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { startProxy } from '../../../src/credential-proxy/owner/start-proxy.ts';
import { startToken, stopProcess } from '../../../src/os/processes.ts';
import type {
  CredentialProxy,
  DetachedProxy,
  StartProxyOptions,
} from '../../../src/credential-proxy/port.ts';
import { pushOf, secretRule } from '../support.ts';

const ENTRY = fileURLToPath(new URL('../../../src/credential-proxy/main.ts', import.meta.url));
const OWNER = fileURLToPath(new URL('./owner.ts', import.meta.url));
const SECRET = 'sk-this-is-no-real-secret';

let folder: string;
let proxy: CredentialProxy;
const others: CredentialProxy[] = [];

const start = (given: Partial<StartProxyOptions> = {}): Promise<CredentialProxy> =>
  startProxy({ entry: ENTRY, auditFile: null, port: 0, ...given });

async function another(given: Partial<StartProxyOptions> = {}): Promise<CredentialProxy> {
  const made = await start(given);
  others.push(made);
  return made;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'proxy-'));
  process.env['TEST_ONLY_VARIABLE'] = SECRET;
  proxy = await start();
});
afterEach(async () => {
  await Promise.all(others.splice(0).map((one) => one.stop()));
});
afterAll(async () => {
  delete process.env['TEST_ONLY_VARIABLE'];
  await proxy.stop();
  await rm(folder, { recursive: true, force: true });
});

const canConnect = async (to: { host: string; port: number } | { path: string }): Promise<boolean> => {
  const socket = connect(to);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
};

describe('the process of a credential proxy', () => {
  // docs/credential-proxy/process.md#configuration
  test('listens only on loopback, and reports its process ID', async () => {
    expect(proxy.address.host).toBe('127.0.0.1');
    expect(await canConnect(proxy.address)).toBe(true);
    expect(await startToken(proxy.pid)).toBeDefined();
  });

  // docs/credential-proxy/process.md#environment-arguments
  test("gets no variable of its owner's environment, and no secret on its command line", () => {
    const environment = readFileSync(`/proc/${proxy.pid}/environ`, 'utf8');
    expect(environment).not.toContain('TEST_ONLY_VARIABLE');
    expect(environment.split('\0').map((line) => line.split('=')[0])).toEqual(
      expect.not.arrayContaining(['PATH', 'HOME', 'NODE_OPTIONS']),
    );
    expect(readFileSync(`/proc/${proxy.pid}/cmdline`, 'utf8')).not.toContain(SECRET);
  });

  // docs/credential-proxy/process.md#what-shows-itself
  // docs/credential-proxy/process.md#memory
  test('cannot dump core, and does not open a debugger after a signal', async () => {
    expect(readFileSync(`/proc/${proxy.pid}/limits`, 'utf8')).toMatch(/Max core file size\s+([01])\s+\1\s/);
    const poked = await another();
    process.kill(poked.pid, 'SIGUSR1');
    // The process has ignored the signal or has ended, but did not start a debugger.
    const after = await poked.metrics().then(
      () => 'lives',
      () => 'ended',
    );
    expect(['lives', 'ended']).toContain(after);
    expect(await canConnect({ host: '127.0.0.1', port: 9229 })).toBe(false);
  });

  // docs/credential-proxy/process.md#what-may-do
  test('cannot start programs or threads, or generate code from strings', async () => {
    const entry = join(folder, 'tries.mjs');
    const tries = [
      `(await import('node:child_process')).spawnSync('/bin/true').error`,
      `new (await import('node:worker_threads')).Worker('0', { eval: true })`,
      `new Function('return 1')()`,
      `(await import('node:inspector')).open(0)`,
    ];
    await writeFile(
      entry,
      `const codes = [];
      ${tries.map((code) => `try { codes.push((${code})?.code ?? 'done'); } catch (error) { codes.push(error.code ?? error.name); }`).join('\n')}
      process.stderr.write(codes.join(' '), () => process.exit(3));`,
    );
    await expect(start({ entry })).rejects.toThrow(
      'ERR_ACCESS_DENIED ERR_ACCESS_DENIED EvalError ERR_ACCESS_DENIED',
    );
  });

  test('prints an explanation if it is started directly', () => {
    const { status, stderr } = spawnSync(process.execPath, ['--no-warnings', ENTRY], { encoding: 'utf8' });
    expect(status).toBe(2);
    expect(stderr).toContain('A credential proxy is started by its owner');
  });

  // docs/credential-proxy/process.md#end
  test('ends with its owner in every case', async () => {
    const owner = fork(OWNER, [ENTRY, 'keep'], {
      execArgv: ['--no-warnings'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const [pid] = (await once(owner, 'message')) as [number];
    const token = await startToken(pid);
    expect(token).toBeDefined();
    owner.kill('SIGKILL');
    while ((await startToken(pid)) === token) await new Promise((resolve) => setTimeout(resolve, 5));
  });

  test('reports its output in the error if it fails to start', async () => {
    await expect(start({ entry: join(folder, 'nothing.ts') })).rejects.toThrow(/nothing\.ts/);
    await expect(start({ port: proxy.address.port })).rejects.toThrow(/EADDRINUSE/);
    await expect(start({ auditFile: join(folder, 'no', 'such', 'folder') })).rejects.toThrow(/ENOENT/);
  });
});

describe('the configuration that is pushed to a credential proxy', () => {
  test('is acknowledged with a CA for the hosts of its rules', async () => {
    const answer = await proxy.push(pushOf({ sandboxId: 'acked', rules: [secretRule()] }));
    expect(answer).toEqual({
      kind: 'acked',
      revision: 1,
      caPem: expect.stringMatching(/^-----BEGIN CERTIFICATE-----\n[\s\S]+-----END CERTIFICATE-----\n$/),
      warnings: [],
    });
    expect(await proxy.explain('acked', 'https://api.test/x?q=1')).toMatchObject({
      decision: 'inject',
      rule: 'api',
      headers: ['Authorization'],
    });
  });

  // docs/credential-proxy/process.md#push
  test('is rejected completely, without repeating values, if any part of it is invalid', async () => {
    const sandboxId = 'refused';
    await proxy.push(pushOf({ sandboxId, rules: [secretRule()] }));
    const wrong = [
      pushOf({ sandboxId, revision: 2, rules: [secretRule({ matchHosts: ['*'] })] }),
      pushOf({ sandboxId, revision: 2, rules: [secretRule({ header: { value: `${SECRET}\r\nX: y` } })] }),
      pushOf({ sandboxId, revision: 2, tokenHash: SECRET }),
      pushOf({ sandboxId, revision: 2, extraRoots: [SECRET] }),
      pushOf({ sandboxId, revision: 2, upstreamProxy: `ftp://user:${SECRET}@proxy.test` }),
      pushOf({ sandboxId, revision: 2, privateNetworks: [SECRET] }),
      pushOf({ sandboxId, revision: 1 }),
      pushOf({ sandboxId, revision: 0 }),
      { ...pushOf({ sandboxId }), revision: SECRET },
    ];
    for (const push of wrong) {
      const answer = await proxy.push(push as never);
      expect([push, answer.kind]).toEqual([push, 'refused']);
      expect(answer).toMatchObject({ problems: [{ msg: expect.stringMatching(/./) }] });
      expect(JSON.stringify(answer)).not.toContain(SECRET);
    }
    expect((await proxy.explain(sandboxId, 'https://api.test/')).decision).toBe('inject');
    expect(await proxy.metrics()).toContain('credential_proxy_revision{sandbox="refused"} 1\n');
  });

  // docs/credential-proxy/process.md#changed-hosts
  test('retains the CA while the hosts are the same, and adds a CA if they change', async () => {
    const sandboxId = 'cas';
    const caOf = async (revision: number, matchHosts: string[]): Promise<string> => {
      const answer = await proxy.push(pushOf({ sandboxId, revision, rules: [secretRule({ matchHosts })] }));
      return answer.kind === 'acked' ? answer.caPem : '';
    };
    const first = await caOf(1, ['api.test']);
    expect(await caOf(2, ['api.test'])).toBe(first);
    const second = await caOf(3, ['api.test', 'b.test']);
    expect(second.match(/BEGIN/g)).toHaveLength(2);
    expect(second.endsWith(first)).toBe(true);
  });

  test('takes effect in order for each sandbox, even between pushes for other sandboxes', async () => {
    const sandboxId = 'order';
    const answers = await Promise.all(
      [1, 3, 2, 4].map((revision) => proxy.push(pushOf({ sandboxId, revision, rules: [secretRule()] }))),
    );
    expect(answers.map(({ kind }) => kind)).toEqual(['acked', 'acked', 'refused', 'acked']);
  });

  test('can be pushed with a lower revision number after its sandbox was removed', async () => {
    const sandboxId = 'removed';
    await proxy.push(pushOf({ sandboxId, revision: 5, rules: [secretRule()] }));
    await proxy.remove(sandboxId);
    await proxy.remove(sandboxId);
    await expect(proxy.explain(sandboxId, 'https://api.test/')).rejects.toThrow('has no sandbox removed');
    expect(await proxy.metrics()).not.toContain('sandbox="removed"');
    expect(await proxy.push(pushOf({ sandboxId, revision: 1 }))).toMatchObject({ kind: 'acked' });
  });

  test('is rejected with a hint after the process has ended', async () => {
    const dying = await another();
    await dying.push(pushOf());
    process.kill(dying.pid, 'SIGKILL');
    expect(await dying.ended).toEqual({ code: null, signal: 'SIGKILL' });
    await expect(dying.push(pushOf({ revision: 2 }))).rejects.toThrow(
      'exited because of SIGKILL. Nothing is forwarded until it is started and configured again',
    );
    expect(await canConnect(dying.address)).toBe(false);
  });

  test('is rejected if the process is killed before its response', async () => {
    const dying = await another();
    process.kill(dying.pid, 'SIGSTOP');
    const waiting = dying.push(pushOf());
    process.kill(dying.pid, 'SIGKILL');
    await expect(waiting).rejects.toThrow('SIGKILL');
  });
});

describe('the proxy socket of a sandbox', () => {
  test("opens and moves when the sandbox's configuration is pushed, and closes when the sandbox is removed", async () => {
    const sandboxId = 'socket';
    const path = join(folder, 'one.sock');
    const moved = join(folder, 'two.sock');
    await proxy.push(pushOf({ sandboxId, socketPath: path }));
    expect(lstatSync(path).isSocket()).toBe(true);
    expect(await canConnect({ path })).toBe(true);
    await proxy.push(pushOf({ sandboxId, revision: 2, socketPath: path }));
    expect(await canConnect({ path })).toBe(true);
    await proxy.push(pushOf({ sandboxId, revision: 3, socketPath: moved }));
    expect([await canConnect({ path }), await canConnect({ path: moved })]).toEqual([false, true]);
    await proxy.remove(sandboxId);
    expect(await canConnect({ path: moved })).toBe(false);
  });

  // docs/credential-proxy/process.md#sandboxs-socket
  test('is rejected if other users could reach it or its path is in use', async () => {
    const open = join(folder, 'open', 'to-all');
    await mkdir(open, { recursive: true });
    await chmod(join(folder, 'open'), 0o755);
    await chmod(open, 0o755);
    const taken = join(folder, 'taken.sock');
    await proxy.push(pushOf({ sandboxId: 'holder', socketPath: taken }));
    const file = join(folder, 'file.sock');
    await writeFile(file, 'kept');
    const paths = [join(open, 'a.sock'), taken, file, 'relative.sock', `${folder}/${'x'.repeat(120)}.sock`];
    for (const socketPath of paths) {
      expect([socketPath, await proxy.push(pushOf({ sandboxId: 'asker', socketPath }))]).toEqual([
        socketPath,
        { kind: 'refused', problems: [{ loc: ['socketPath'], msg: expect.stringMatching(/./) }] },
      ]);
    }
    expect(await readFile(file, 'utf8')).toBe('kept');
    await expect(proxy.explain('asker', 'https://api.test/')).rejects.toThrow('has no sandbox');
  });

  test('is taken over by the next proxy if a killed proxy left it behind', async () => {
    const path = join(folder, 'stale.sock');
    const dying = await another();
    await dying.push(pushOf({ socketPath: path }));
    process.kill(dying.pid, 'SIGKILL');
    await dying.ended;
    expect(existsSync(path)).toBe(true);
    expect(await proxy.push(pushOf({ sandboxId: 'heir', socketPath: path }))).toMatchObject({
      kind: 'acked',
    });
    expect(await canConnect({ path })).toBe(true);
  });
});

describe('a detached credential proxy', () => {
  // docs/credential-proxy/process.md#detached
  // docs/credential-proxy/process.md#left-alone-purpose
  test('survives its owner, and is stopped only if process ID and start time match', async () => {
    const auditFile = join(folder, 'detached.jsonl');
    const made = await start({ auditFile });
    await made.push(pushOf({ rules: [secretRule()] }));
    const detached = await made.detach();
    expect(detached).toEqual({ pid: made.pid, startTime: await startToken(made.pid), auditFile });
    await expect(made.metrics()).rejects.toThrow('accepts no more configuration');
    expect(await canConnect(made.address)).toBe(true);
    expect(await stopProcess({ ...detached, startTime: 'another-boot:1' }, 3_000)).toBe('gone');
    expect(await canConnect(made.address)).toBe(true);
    expect(await stopProcess(detached, 3_000)).toBe('stopped');
    expect(await stopProcess(detached, 3_000)).toBe('gone');
    expect(await canConnect(made.address)).toBe(false);
  });

  test('allows its owner to end, and continues to run', async () => {
    const owner = fork(OWNER, [ENTRY, 'detach', join(folder, 'outlives.jsonl')], {
      execArgv: ['--no-warnings'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const [[{ detached, address }], [code]] = (await Promise.all([
      once(owner, 'message'),
      once(owner, 'exit'),
    ])) as [[{ detached: DetachedProxy; address: CredentialProxy['address'] }], [number]];
    expect(code).toBe(0);
    expect(await startToken(detached.pid)).toBe(detached.startTime);
    expect(await canConnect(address)).toBe(true);
    expect(await stopProcess(detached, 3_000)).toBe('stopped');
    expect(await canConnect(address)).toBe(false);
  });

  test('is killed if it does not stop', async () => {
    const detached = await (await start()).detach();
    process.kill(detached.pid, 'SIGSTOP');
    expect(await stopProcess(detached, 50)).toBe('stopped');
  });
});

describe('the audit file of a credential proxy', () => {
  // docs/credential-proxy/process.md#file-mode-0600-one-others-may-read-link
  test('is readable only by its owner, and appended to if it exists', async () => {
    const auditFile = join(folder, 'audit.jsonl');
    await another({ auditFile });
    expect(lstatSync(auditFile).mode & 0o777).toBe(0o600);
    await writeFile(auditFile, '{"kept":true}\n');
    await another({ auditFile });
    expect(await readFile(auditFile, 'utf8')).toBe('{"kept":true}\n');
  });

  // docs/credential-proxy/process.md#file
  test('is rejected if other users can read it or it is not a regular file', async () => {
    const open = join(folder, 'open.jsonl');
    await writeFile(open, '');
    await chmod(open, 0o640);
    await expect(start({ auditFile: open })).rejects.toThrow('its mode must be 0600');
    await expect(start({ auditFile: '/dev/null' })).rejects.toThrow('not a regular file');
    await expect(start({ auditFile: folder })).rejects.toThrow('EISDIR');
  });

  test('is never written through a link', async () => {
    const target = join(folder, 'target');
    await writeFile(target, '');
    const link = join(folder, 'link.jsonl');
    await symlink(target, link);
    await expect(start({ auditFile: link })).rejects.toThrow('ELOOP');
  });
});
