import { describe, expect, test } from '@jest/globals';
import { seccompFilter } from '../../src/box/seccomp.ts';

const ALLOW = 0x7fff0000;
const EPERM = 0x00050001;
const ENOSYS = 0x00050026;
const EPROTONOSUPPORT = 0x0005005d;
const EAFNOSUPPORT = 0x00050061;
/** Socket families of current Linux versions and some future ones. */
const FAMILIES = Array.from({ length: 64 }, (_, family) => family);
const SOCK_RAW = 3;
const FLAGS = 0x80800;

/** Evaluates the filter as the kernel does: a classic BPF machine with the instructions that the filter uses. */
function runFilter(filter: Buffer, call: { arch: number; nr: number; args?: number[] }): number {
  const data = Buffer.alloc(64);
  data.writeUInt32LE(call.nr, 0);
  data.writeUInt32LE(call.arch, 4);
  (call.args ?? []).forEach((value, index) => data.writeBigUInt64LE(BigInt(value), 16 + 8 * index));
  let held = 0;
  for (let at = 0; at < filter.length / 8; ) {
    const code = filter.readUInt16LE(at * 8);
    const [ifTrue, ifFalse] = [filter.readUInt8(at * 8 + 2), filter.readUInt8(at * 8 + 3)];
    const value = filter.readUInt32LE(at * 8 + 4);
    at += 1;
    if (code === 0x20) held = data.readUInt32LE(value);
    else if (code === 0x54) held = (held & value) >>> 0;
    else if (code === 0x06) return value;
    else if (code === 0x15) at += held === value ? ifTrue : ifFalse;
    else if (code === 0x35) at += held >= value ? ifTrue : ifFalse;
    else if (code === 0x45) at += (held & value) !== 0 ? ifTrue : ifFalse;
    else throw new Error(`code ${code}`);
  }
  throw new Error('the filter ran past its end');
}

describe.each([
  {
    machine: 'x64',
    arch: 0xc000003e,
    clone: 56,
    unshare: 272,
    mount: 165,
    ioctl: 16,
    read: 0,
    bpf: 321,
    sockets: [41, 53],
  },
  {
    machine: 'arm64',
    arch: 0xc00000b7,
    clone: 220,
    unshare: 97,
    mount: 40,
    ioctl: 29,
    read: 63,
    bpf: 280,
    sockets: [198, 199],
  },
])(
  'the system call filter on $machine',
  ({ machine, arch, clone, unshare, mount, ioctl, read, bpf, sockets }) => {
    const filter = seccompFilter(machine)!;

    // docs/boxes.md#sockets
    test('only allows sockets of the families UNIX, INET and INET6', () => {
      for (const nr of sockets) {
        for (const type of [1, 2, 1 | FLAGS, 5]) {
          const allowed = FAMILIES.filter(
            (family) => runFilter(filter, { arch, nr, args: [family, type, 0] }) === ALLOW,
          );
          expect(allowed).toEqual(type === 5 ? [1] : [1, 2, 10]);
        }
        // Tests AF_VSOCK, including bits that the kernel ignores.
        expect(runFilter(filter, { arch, nr, args: [40, 1, 0] })).toBe(EAFNOSUPPORT);
        expect(runFilter(filter, { arch, nr, args: [0x1_0000_0028, 1, 0] })).toBe(EAFNOSUPPORT);
        expect(runFilter(filter, { arch, nr, args: [0x1_0000_0002, 1, 0] })).toBe(ALLOW);
      }
    });

    test('only allows TCP and UDP for INET sockets', () => {
      const [nr = 0] = sockets;
      const protocols = Array.from({ length: 300 }, (_, protocol) => protocol);
      for (const family of [2, 10]) {
        for (const type of [1, 2 | FLAGS]) {
          const allowed = protocols.filter(
            (protocol) => runFilter(filter, { arch, nr, args: [family, type, protocol] }) === ALLOW,
          );
          expect(allowed).toEqual([0, 6, 17]);
        }
        expect(runFilter(filter, { arch, nr, args: [family, SOCK_RAW | FLAGS, 0] })).toBe(EPROTONOSUPPORT);
      }
    });

    // docs/boxes.md#system-calls
    test.each([
      ['reading', { nr: read }, ALLOW],
      ['a system call that is newer than the list', { nr: 460 }, ALLOW],
      ['unsharing', { nr: unshare }, EPERM],
      ['mounting', { nr: mount }, EPERM],
      ['loading a program into the kernel', { nr: bpf }, EPERM],
      ['io_uring', { nr: 425 }, EPERM],
      ['starting a thread', { nr: clone, args: [0x003d0f00] }, ALLOW],
      ['starting a child process', { nr: clone, args: [17] }, ALLOW],
      ['creating a user namespace with clone', { nr: clone, args: [0x10000011] }, EPERM],
      ['creating a network namespace with clone', { nr: clone, args: [0x40000011] }, EPERM],
      ['clone3, whose flags the filter cannot read', { nr: 435 }, ENOSYS],
      ['reading the size of a terminal', { nr: ioctl, args: [0, 0x5413] }, ALLOW],
      ['typing into a terminal', { nr: ioctl, args: [0, 0x5412] }, EPERM],
      [
        'typing into a terminal, with bits that the kernel drops',
        { nr: ioctl, args: [0, 0x700005412] },
        EPERM,
      ],
      ['pasting into a console', { nr: ioctl, args: [0, 0x541c] }, EPERM],
    ])('allows or rejects system calls as expected: %s', (_what, call, answer) => {
      expect(runFilter(filter, { arch, ...call })).toBe(answer);
    });

    test('rejects system calls through another ABI of the same machine', () => {
      expect(runFilter(filter, { arch: 0x40000003, nr: read })).toBe(EPERM);
      if (machine === 'x64') expect(runFilter(filter, { arch, nr: 0x40000000 + unshare })).toBe(EPERM);
    });
  },
);

test('an architecture with unknown system call numbers has no filter', () => {
  expect(seccompFilter('riscv64')).toBeNull();
});
