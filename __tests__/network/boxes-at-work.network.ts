// Tests of programs in a namespace sandbox, which has a single network path, enforced limits, and separate files.
// These tests require bubblewrap.
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { until } from '../../harness/until.ts';
import { HOME } from '../../src/box/box-folder.ts';
import type { Box } from '../../src/box/box.ts';
import { Boxes, bytes, commandOf, run, textOf } from '../box/support/boxes.ts';
import { listProcessesWith } from './support/list-processes.ts';

const MIB = 1024 * 1024;
let boxes: Boxes;
let box: Box;

beforeAll(async () => {
  boxes = new Boxes('namespaces');
  box = await boxes.start({ env: { GIVEN: '1' } });
});

afterAll(() => boxes[Symbol.asyncDispose]());

/** Replaces a proxy with a server that responds on a socket, which is the only file in its folder. */
async function listen(socket: string, answer: string) {
  mkdirSync(path.dirname(socket), { recursive: true });
  const server = createServer((_request, response) => response.end(answer));
  await new Promise<void>((resolve) =>
    server.listen({ path: socket, readableAll: true, writableAll: true }, resolve),
  );
  return {
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(socket, { force: true });
    },
  };
}

describe('the network of a box', () => {
  const get = 'curl -s --max-time 5 http://anything.test/ || echo no way';

  // docs/boxes.md#network
  // docs/boxes.md#certificates
  test("contains only the box's proxy, which programs find by environment variables, even after the proxy restarts", async () => {
    const [own, others] = ['own', 'others'].map((name) => path.join(boxes.folder, 'proxies', name, 'p.sock'));
    const first = await listen(own ?? '', 'by my proxy');
    const other = await listen(others ?? '', 'by the proxy of another');
    const started = await boxes.start({ id: 'way-out', proxySocket: own ?? '', caPem: 'CA\n' });
    expect((await run(started, get)).stdout).toBe('by my proxy');
    expect((await run(started, 'ls /run/box/proxy')).stdout).toBe('p.sock\n');
    expect((await run(started, 'cat "$NODE_EXTRA_CA_CERTS"')).stdout).toBe('CA\n');
    await started.trust('CA OF TODAY\n');
    expect((await run(started, 'cat "$NODE_EXTRA_CA_CERTS"')).stdout).toBe('CA OF TODAY\n');
    await first.close();
    expect((await run(started, get)).stdout).toBe('no way\n');
    const second = await listen(own ?? '', 'by the next one');
    expect((await run(started, get)).stdout).toBe('by the next one');
    await Promise.all([second.close(), other.close()]);
  });

  test('does not exist without a proxy', async () => {
    expect((await run(box, 'env | grep -ic proxy; cat /proc/net/tcp | wc -l')).stdout).toBe('0\n1\n');
  });
});

describe('the resource limits of a box', () => {
  // docs/boxes.md#memory-used-up
  test('on memory end the program that exceeds the limit, but nothing else in the box', async () => {
    const limited = await boxes.start({
      id: 'hungry',
      limits: { memoryBytes: 128 * MIB, cpuMillicores: null, processes: null },
    });
    const hog = `node -e 'const all = []; for (;;) all.push(Buffer.alloc(16 * 1024 * 1024, 1))'`;
    const { code, reason } = await run(limited, `exec ${hog}`);
    expect(code).not.toBe(0);
    expect(['signal', 'exit']).toContain(reason);
    expect((await run(limited, 'echo alive; echo "$GIVEN"')).stdout).toMatch(/^alive/);
  });

  // docs/boxes.md#fork-bomb
  test('on processes stop a fork bomb, and the box can still be stopped', async () => {
    const limited = await boxes.start({
      id: 'bomb',
      limits: { memoryBytes: null, cpuMillicores: null, processes: 40 },
    });
    const bomb = await run(limited, 'b() { b | b & }; b; sleep 1; echo over', {
      shell: '/bin/bash',
      timeoutMs: 5000,
    });
    expect(bomb.stderr).toMatch(/Resource temporarily unavailable|Cannot fork|retry/);
    await limited.stop();
    expect(listProcessesWith('/run/box/bin/node').length).toBeLessThan(40);
  });

  // docs/boxes.md#memory-cpu-processes
  test('on the CPU take effect unless the isolation report states that the CPU is not limited', async () => {
    const limited = await boxes.start({
      id: 'busy',
      limits: { memoryBytes: null, cpuMillicores: 200, processes: null },
    });
    const busy = 'end=$((SECONDS + 3)); while [ $SECONDS -lt $end ]; do :; done; times | head -1';
    const { stdout } = await run(limited, busy, { shell: '/bin/bash' });
    const [, minutes = '', seconds = ''] = /^(\d+)m([\d.]+)s/.exec(stdout) ?? [];
    const { findings } = await boxes.host.report();
    const isLimited = findings.some((finding) => finding.startsWith('CPU is limited by control groups'));
    const used = Number(minutes) * 60 + Number(seconds);
    if (isLimited) expect(used).toBeLessThan(1.2);
    else expect(findings.join(' ')).toContain('CPU is not limited');
  });

  test('leave no control group behind', async () => {
    const limited = await boxes.start({
      id: 'grouped',
      limits: { memoryBytes: 256 * MIB, cpuMillicores: 500, processes: 50 },
    });
    const ours = () =>
      readFileSync('/proc/self/mountinfo', 'utf8')
        .split('\n')
        .flatMap((line) => /^\S+ \S+ \S+ \S+ (\S+) .* - cgroup/.exec(line)?.[1] ?? [])
        .some((mount) => existsSync(path.join(mount, 'agent-deploy-box-grouped')));
    await limited.stop();
    expect(ours()).toBe(false);
  });
});

describe('files in a box', () => {
  // docs/boxes.md#machines-files
  test('are separate from the files of another box under the same paths', async () => {
    const other = await boxes.start({ id: 'other' });
    await box.writeFile('/tmp/note', bytes('mine'));
    await expect(other.readFile('/tmp/note', null)).rejects.toMatchObject({ code: 'not-found' });
    await other.writeFile('/tmp/note', bytes('theirs'));
    expect(await textOf(box, '/tmp/note')).toBe('mine');
    expect((await run(other, `ls ${boxes.folder}`)).stderr).toContain('No such file');
  });

  // docs/boxes.md#files
  test("can be written from outside only where the box's programs can write", async () => {
    await box.writeFile('/app/src/main.py', bytes('print(1)'));
    expect(
      (await run(box, 'cat /app/src/main.py; echo 2 >> /app/src/main.py; stat -c %U /app/src/main.py'))
        .stdout,
    ).toBe('print(1)user\n');
    for (const file of ['/usr/bin/mine', '/etc/passwd', '/run/box/ca.pem', '/proc/version', '/dev/null']) {
      await expect(box.writeFile(file, bytes('x'))).rejects.toMatchObject({
        code: expect.stringMatching(/denied|not-a-file|not-found/),
      });
    }
  });

  test('do not block a reader if they are devices or pipes', async () => {
    await run(box, 'mkfifo ~/pipe');
    for (const file of ['/dev/zero', '/dev/stdin', `${HOME}/pipe`, '/proc']) {
      await expect(box.readFile(file, null)).rejects.toThrow();
    }
  });

  test("never lead to files of the host, even through a program's link", async () => {
    const key = path.join(boxes.folder, 'key-of-the-host');
    writeFileSync(key, 'a key of the host');
    await run(
      box,
      `ln -s ${key} /tmp/direct; ln -s ${boxes.folder} /tmp/folder; ln -s /proc/1/root /tmp/first`,
    );
    for (const name of ['/tmp/direct', '/tmp/folder/key-of-the-host', `/tmp/first${key}`]) {
      await expect(box.readFile(name, null)).rejects.toMatchObject({
        code: expect.stringMatching(/not-found|denied/),
      });
      await box.writeFile(name, bytes('mine')).catch(() => undefined);
    }
    expect(readFileSync(key, 'utf8')).toBe('a key of the host');
  });

  test('that are shared with the host have the requested access, and other boxes cannot change them', async () => {
    const shown = path.join(boxes.folder, 'shown');
    mkdirSync(shown);
    writeFileSync(path.join(shown, 'file'), 'of the host');
    symlinkSync('/etc/shadow', path.join(shown, 'link'));
    const binds = [
      { from: shown, to: '/bound/readable', writable: false },
      { from: shown, to: '/bound/writable', writable: true },
    ];
    const bound = await boxes.start({ id: 'bound', binds });
    const { stdout, stderr } = await run(
      bound,
      'cat /bound/readable/file; touch /bound/readable/new; echo more > /bound/writable/new; cat /bound/readable/link',
    );
    expect(stdout).toBe('of the host');
    expect(stderr).toMatch(/readable\/new.*Read-only/);
    expect(stderr).toMatch(/link.*No such file/);
    expect(readFileSync(path.join(shown, 'new'), 'utf8')).toBe('more\n');
    expect(statSync(path.join(shown, 'new')).uid).toBe(statSync(shown).uid);
    await expect(
      boxes.start({ id: 'over', binds: [{ from: shown, to: '/etc/ssl', writable: true }] }),
    ).rejects.toThrow('outside the system');
    await expect(
      boxes.start({ id: 'up', binds: [{ from: shown, to: '/bound/../usr', writable: true }] }),
    ).rejects.toThrow('outside the system');
  });
});

describe('a box on a machine with full isolation', () => {
  test('provides a terminal on request', async () => {
    const { stdout } = await run(box, 'tty; stty size; echo "$TERM"', {
      terminal: { rows: 33, columns: 101 },
    });
    expect(stdout).toMatch(/^\/dev\/pts\/\d+\r\n33 101\r\nxterm-256color\r\n$/);
  });

  test("contains the machine's tools and Node.js, and has a host name", async () => {
    const { stdout } = await run(
      box,
      'git --version; python3 --version; node --version; hostname; whoami; pwd',
    );
    expect(stdout).toMatch(/git version.*\nPython 3.*\nv\d+.*\nbox-0\nuser\n.*\/user\n$/);
  });

  test('sends its programs SIGTERM before it stops', async () => {
    const polite = await boxes.start({ id: 'polite' });
    const command = polite.run(
      commandOf('trap "echo asked > ~/asked; exit" TERM; echo ready; while :; do sleep 0.05; done'),
    );
    let ready = false;
    const reading = (async () => {
      for await (const event of command.events) ready ||= event.kind === 'stdout';
    })();
    await until(() => ready, 'the program waits');
    await polite.stop();
    await reading;
    const again = await boxes.start({ id: 'polite' });
    expect(await textOf(again, 'asked')).toBe('asked\n');
  });

  test('reports an entry point that is not a file, and leaves no process behind', async () => {
    await expect(
      boxes.start({ id: 'broken', binds: [{ from: '/no/such/folder', to: '/work', writable: false }] }),
    ).rejects.toThrow(/broken could not be started/);
    expect(listProcessesWith('broken')).toEqual([]);
  });
});
