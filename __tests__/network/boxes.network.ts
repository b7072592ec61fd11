// Tests of attacks on namespace sandboxes from inside. These tests require bubblewrap and util-linux (.ci/engine
// installs them).
import { execFile } from 'node:child_process';
import { chownSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { until } from '../../harness/until.ts';
import { removeBoxFolder } from '../../src/box/host.ts';
import { listProcessesWith } from './support/list-processes.ts';
import { type BoxProgram, reachable, startBoxProgram, USERS } from './support/box-users.ts';

const SECRET = 'a-secret-of-the-host-7b1f';
const ABSTRACT = `\0box-attack-${process.pid}`;
const place = reachable();
const key = path.join(place.folder, 'key');
let loopback: Server;
let abstract: Server;
let port = 0;

beforeAll(async () => {
  writeFileSync(key, SECRET, { mode: 0o666 });
  loopback = createServer((socket) => socket.end(SECRET));
  abstract = createServer((socket) => socket.end(SECRET));
  await new Promise<void>((resolve) => loopback.listen(0, '127.0.0.1', resolve));
  await new Promise<void>((resolve) => abstract.listen(ABSTRACT, resolve));
  const address = loopback.address();
  port = typeof address === 'object' ? (address?.port ?? 0) : 0;
});

afterAll(() => {
  loopback.close();
  abstract.close();
  removeBoxFolder(place.folder);
});

/** Program that uses sockets between programs of one sandbox. */
const AMONG_THEMSELVES = `node -e '
const { once } = require("events"), net = require("net"), dgram = require("dgram");
(async () => {
  for (const at of [{ host: "127.0.0.1", port: 0 }, { host: "::1", port: 0 }, { path: "/tmp/s" }]) {
    const server = net.createServer((s) => s.end("x")).listen(at); await once(server, "listening");
    const a = server.address(); const c = net.connect(typeof a === "string" ? { path: a } : { host: a.address, port: a.port });
    console.log(String((await once(c, "data"))[0])); server.close();
  }
  for (const [kind, host] of [["udp4", "127.0.0.1"], ["udp6", "::1"]]) {
    const u = dgram.createSocket(kind); u.bind(0, host); await once(u, "listening");
    u.send("y", u.address().port, host); console.log(String((await once(u, "message"))[0])); u.close();
  }
})()' | tr -d "\\n"`;

/** Creates a folder that belongs to the user who starts the sandbox, as a checkout does. */
function ownedBy(uid: number | null): string {
  const folder = mkdtempSync(path.join(place.folder, 'owned-'));
  if (uid !== null) chownSync(folder, uid, uid);
  return folder;
}

/** Each attack must fail with its error message, and no attack may show the secret. */
const attacks = (): { what: string; command: string; says: RegExp }[] => [
  { what: 'read a file of the host', command: `cat ${key}`, says: /No such file/ },
  {
    what: 'read a file of the host through a link',
    command: `ln -sf ${key} link; cat link`,
    says: /No such file/,
  },
  {
    what: 'read a file of the host through the root folder of the first process',
    command: `cat /proc/1/root${key}`,
    says: /No such file|Permission/,
  },
  {
    what: "read a file of the host through the supervisor's working folder",
    command: `cat /proc/2/cwd${key}`,
    says: /No such file|denied/,
  },
  {
    what: "read the host's environment variables",
    command: 'cat /proc/*/environ | tr "\\0" "\\n" | grep HOST_KEY; echo "none: $?"',
    says: /none: 1/,
  },
  {
    what: "find the path of the box's folder on the host in the process list",
    command: `grep -c ${place.folder} /proc/1/cmdline /proc/2/cmdline; echo "found: $?"`,
    says: /cmdline:0\n.*cmdline:0\nfound: 1/,
  },
  { what: 'see processes of the host', command: 'ls -d /proc/[0-9]* | wc -l', says: /^[3-9]$/m },
  {
    what: "connect to the host's loopback address",
    command: `(exec 3<>/dev/tcp/127.0.0.1/${port} && cat <&3)`,
    says: /refused/,
  },
  {
    what: 'connect to an address on the internet',
    command: '(exec 3<>/dev/tcp/1.1.1.1/443)',
    says: /unreachable/,
  },
  {
    what: 'resolve a host name',
    command: 'getent hosts example.com; echo "resolved: $?"',
    says: /resolved: 2/,
  },
  {
    what: 'connect to an abstract socket of the host',
    command: `node -e 'require("net").connect("\\0" + ${JSON.stringify(ABSTRACT.slice(1))}).on("error", (e) => console.log(e.code)).on("data", (d) => console.log(String(d)))'`,
    says: /ECONNREFUSED/,
  },
  {
    what: 'create a socket that bypasses the network namespace',
    // The program calls the system call directly, for every socket family, for raw and other protocols, for single
    // sockets and pairs.
    command: `python3 -c '
import ctypes, platform
call = ctypes.CDLL(None, use_errno=True).syscall
one, two = (41, 53) if platform.machine() == "x86_64" else (198, 199)
made = {f for f in range(64) for t in (1, 2, 3, 5, 10) if call(one, f, t, 0) >= 0}
pairs = {f for f in range(64) for t in (1, 2, 5) if call(two, f, t, 0, (ctypes.c_int * 2)()) >= 0}
others = [p for p in range(1, 300) for f in (2, 10) for t in (1, 2) if p not in (6, 17) and call(one, f, t, p) >= 0]
print("made", sorted(made), "pairs", sorted(pairs), "others", others)
print("vsock", call(one, 40, 1, 0), ctypes.get_errno(), "io_uring", call(425, 8, ctypes.create_string_buffer(256)), ctypes.get_errno())'`,
    says: /^made \[1, 2, 10\] pairs \[1\] others \[\]\nvsock -1 97 io_uring -1 1$/m,
  },
  {
    what: 'use the 32-bit or the x32 system call interface',
    // System call 20 through int 0x80 is getpid, and so is getpid with the bit of x32. Arm has neither of these system
    // calls.
    command: `python3 -c '
import ctypes, mmap, platform
if platform.machine() == "x86_64":
    code = mmap.mmap(-1, 4096, prot=7)
    code.write(bytes.fromhex("b814000000cd80c3"))
    at = ctypes.addressof(ctypes.c_char.from_buffer(code))
    print("by 32 bits", ctypes.CFUNCTYPE(ctypes.c_int)(at)())
    print("by x32", ctypes.CDLL(None).syscall(0x40000000 | 39))
else: print("by 32 bits -1\\nby x32 -1")'`,
    says: /^by 32 bits -(1|38)\nby x32 -1$/m,
  },
  { what: 'find a network device', command: 'cat /proc/net/dev', says: /^(?!.*eth).*lo:/s },
  { what: 'create a user namespace', command: 'unshare --user id; echo "made: $?"', says: /made: 1/ },
  { what: 'create a network namespace', command: 'unshare --net id; echo "made: $?"', says: /made: 1/ },
  {
    what: 'mount a file system',
    command: 'mount -t tmpfs none /tmp; echo "mounted: $?"',
    says: /mounted: (1|32)/,
  },
  {
    what: 'unmount a folder that hides the host',
    command: 'umount -l /usr; echo "unmounted: $?"',
    says: /unmounted: (1|32)/,
  },
  { what: 'create a device', command: 'mknod /tmp/disk b 8 0; echo "made: $?"', says: /made: 1/ },
  {
    what: 'change the root folder',
    command: 'chroot /tmp /bin/sh; echo "changed: $?"',
    says: /changed: 12[0-9]/,
  },
  { what: "write to the system's folders", command: 'touch /usr/bin/mine', says: /Read-only|denied/ },
  { what: 'write to /etc', command: 'echo x >> /etc/passwd', says: /Read-only|denied/ },
  {
    what: "write to the box's own program",
    command: 'touch /run/box/program/main.ts',
    says: /Read-only|denied/,
  },
  { what: "replace the box's certificates", command: 'touch /run/box/ca.pem', says: /Read-only|denied/ },
  { what: 'create files in /dev', command: 'touch /dev/mine', says: /Read-only|denied/ },
  {
    what: "change the kernel's settings",
    command: 'echo x > /proc/sys/kernel/core_pattern',
    says: /Read-only|denied/,
  },
  {
    what: 'trigger a kernel command through SysRq',
    command: 'echo b > /proc/sysrq-trigger',
    says: /Read-only|denied|No such/,
  },
  {
    what: 'obtain a Linux capability',
    command: "awk '/^Cap/ && $2 !~ /^0+$/' /proc/self/status | wc -l",
    says: /^0/,
  },
  { what: 'gain root privileges through su', command: 'su -c id; echo "su: $?"', says: /su: [^0]/ },
  { what: 'kill the first process', command: 'kill -9 1; sleep 0.1; echo alive', says: /alive/ },
  {
    what: "read the kernel's keyring",
    command:
      'keyctl show; python3 -c "import ctypes; print(\'keyctl\', ctypes.CDLL(None).syscall(250, 0, -3, 1))"',
    says: /keyctl -1/,
  },
  { what: 'write a core file', command: 'ulimit -c', says: /^0/ },
  {
    what: 'inherit an open file of the host',
    command: 'ls /proc/self/fd | tr "\\n" " "',
    says: /^0 1 2 3 $/,
  },
];

describe.each(USERS)('a box that is started by $user', ({ uid, user }) => {
  const all = attacks();
  let program: BoxProgram;
  const folder = path.join(place.folder, `box-${user.replaceAll(' ', '-')}`);

  beforeAll(async () => {
    const inherited = openSync(key, 'r');
    // The port is known only at this point.
    const commands = attacks().map(({ command }) => command);
    const box = { id: `attacked-${user.length}`, folder };
    program = await startBoxProgram({ ...place, uid, box, commands }, { HOST_KEY: SECRET }, [inherited]);
  });

  afterAll(() => program.end());

  // docs/boxes.md#namespaces
  test('has separate Linux namespaces', () => {
    expect(program.report.level).toBe('namespaces');
    expect(program.report.findings[0]).toContain(
      user === 'root' ? 'without a user namespace' : 'in a user namespace',
    );
  });

  // docs/boxes.md#each-way-out-we
  // docs/boxes.md#environment
  test.each(all.map(({ what, says }, index) => ({ what, says, index })))(
    'prevents this attack of a program: $what',
    ({ says, index }) => {
      const reported = program.reported[index]!;
      const printed = reported.stdout + reported.stderr;
      expect(printed).not.toContain(SECRET);
      expect(printed).toMatch(says);
    },
  );

  // docs/boxes.md#kernels-settings
  test("grants a program no capability and no kernel access, even if the program's user owns the writable folder", async () => {
    const box = {
      id: 'owned',
      folder: `${folder}-owned`,
      binds: [{ from: ownedBy(uid), to: '/bound', writable: true }],
    };
    const commands = [
      'id -u; touch /bound/mine && rm /bound/mine && echo written',
      `find /proc -not -path '/proc/[0-9]*' -writable -not -type l -not -path '/proc/*/net*' -exec stat -c '%n %t' {} + | grep -v ' 1$'`,
      'echo x > /proc/sys/kernel/core_pattern || cat /proc/keys /proc/kmsg',
      "awk '/^Cap/ && $2 !~ /^0+$/' /proc/self/status",
      'kill -9 1; unshare --mount true || mount -o remount,rw /usr || chroot / true || echo refused',
    ];
    await using owned = await startBoxProgram({ ...place, uid, box, commands });
    expect(owned.reported.map(({ stdout }) => stdout)).toEqual([
      `${uid ?? process.getuid?.()}\nwritten\n`,
      '',
      '',
      '',
      'refused\n',
    ]);
  });

  // docs/boxes.md#same-tried-from-inside
  test('allows its programs UNIX, TCP and UDP sockets among themselves, over IPv4 and IPv6', async () => {
    const box = { id: 'talking', folder: `${folder}-talking` };
    await using talking = await startBoxProgram({ ...place, uid, box, commands: [AMONG_THEMSELVES] });
    expect(talking.reported).toMatchObject([{ stdout: 'xxxyy', stderr: '' }]);
  });

  // docs/boxes.md#end
  test('ends with its host in every case, and leaves no process', async () => {
    const box = { id: 'orphan', folder: `${folder}-orphan` };
    const commands = ['setsid sleep 5511 > /dev/null 2>&1 & nohup sleep 5511 > /dev/null 2>&1 & echo'];
    await using doomed = await startBoxProgram({ ...place, uid, box, commands });
    await until(() => listProcessesWith('sleep 5511').length === 2, 'both sleep');
    await doomed.kill();
    await until(() => listProcessesWith('sleep 5511').length === 0, 'no sleep is left');
    await until(() => listProcessesWith('orphan').length === 0, 'no part of the box is left');
  });

  // docs/boxes.md#boxs-own-supervisor
  test('ends completely and reports its end if its supervisor is killed from inside the box', async () => {
    const box = { id: 'beheaded', folder: `${folder}-beheaded` };
    const commands = ['sleep 5512 > /dev/null & kill -9 2; sleep 5512', 'echo unreachable'];
    await using doomed = await startBoxProgram({ ...place, uid, box, commands });
    expect(doomed.reported).toMatchObject([{ reason: 'box-ended' }, { stdout: '', reason: 'box-ended' }]);
    expect(listProcessesWith('sleep 5512')).toHaveLength(0);
  });

  test("is stopped after a command's time limit if its supervisor was suspended from inside the box", async () => {
    const box = { id: 'frozen', folder: `${folder}-frozen` };
    await using doomed = await startBoxProgram({
      ...place,
      uid,
      box,
      commands: ['(sleep 0.2; kill -STOP 2) & sleep 5513'],
      timeoutMs: 500,
    });
    expect(doomed.reported[0]).toMatchObject({ reason: 'box-ended' });
    expect(listProcessesWith('sleep 5513')).toHaveLength(0);
  });

  test("reveals no secret to a program that reads the supervisor's input, and is stopped after the time limit", async () => {
    const box = { id: 'robbed', folder: `${folder}-robbed` };
    const rob = 'for f in /proc/2/fd/*; do timeout 0.05 cat "$f" < /dev/null; done; echo robbed';
    await using doomed = await startBoxProgram(
      { ...place, uid, box, commands: [rob], timeoutMs: 3_000 },
      { HOST_KEY: SECRET },
    );
    expect(JSON.stringify(doomed.reported)).not.toContain(SECRET);
    expect(doomed.reported[0]?.reason).toMatch(/exit|timeout|box-ended/);
  });

  // docs/boxes.md#next-start
  test("can start again safely after a program replaced the box's folders with links to the host", async () => {
    const host = path.join(place.folder, `untouched-${user.length}`);
    const box = { id: 'linker', folder: `${folder}-linker` };
    const names = ['home', 'tmp', 'var', 'opt', 'srv'];
    const attack = `cd /; rm -rf ${names.join(' ')} 2>/dev/null; for n in ${names.join(' ')} usr2; do ln -s ${place.folder} $n; done; mv /bin /bin2; ln -s ${place.folder} /bin; ls -ld /home /tmp /bin`;
    const first = await startBoxProgram({ ...place, uid, box, commands: [attack] });
    expect(first.reported[0]?.stdout).toContain(`/home -> ${place.folder}`);
    await first.end();
    writeFileSync(host, SECRET);
    const again = await startBoxProgram({
      ...place,
      uid,
      box: {
        ...box,
        binds: [{ from: '/var/empty-of-nothing', to: '/opt/deep/er', writable: false }].slice(1),
      },
      commands: ['pwd; cat /tmp/key; touch /tmp/mine ~/mine; ls -ld /home/user /tmp /bin'],
    });
    expect(again.reported[0]?.stdout).toMatch(/^\/home\/user\n/);
    expect(again.reported[0]?.stdout).not.toContain(place.folder);
    expect(again.reported[0]?.stderr).toContain('No such file');
    await again.end();
    rmSync(host);
    expect(() => rmSync(path.join(place.folder, 'mine'))).toThrow('ENOENT');
  });
});

test("the emulator's doctor command reports the isolation as JSON and as text", async () => {
  const main = path.resolve(import.meta.dirname, '../../src/emulator/cli/main.ts');
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['--no-warnings', main, 'doctor']);
  expect(JSON.parse(stdout)).toMatchObject({ level: 'namespaces', remedies: expect.any(Array) });
  expect(stderr).toMatch(/^isolation: namespaces\nBoxes are created by /);
});
