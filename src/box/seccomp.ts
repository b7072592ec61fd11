/**
 * Builds the system call filter of a box as a classic BPF program for `bwrap --seccomp`.
 *
 * The filter denies the listed system calls. With EPERM, the filter refuses new namespaces (which expose most kernel
 * vulnerabilities), mounts, keys, the tracing of programs, and typing into a terminal. With ENOSYS, the filter refuses
 * `clone3`, because a filter cannot inspect the flags of this call; libraries then use `clone`.
 *
 * For sockets, the filter has an allow list, because a network namespace does not restrict all families: AF_VSOCK
 * reaches the hypervisor, AF_ALG and AF_NETLINK reach parts of the kernel, and some families and protocols make the
 * kernel load a module. The filter allows UNIX sockets, and TCP and UDP over IPv4 and IPv6, which only reach the box's
 * loopback.
 */
const NUMBERS = {
  x64: {
    arch: 0xc000003e,
    clone: 56,
    clone3: 435,
    ioctl: 16,
    socket: 41,
    socketpair: 53,
    refused: [
      155 /* pivot_root */, 163 /* acct */, 165 /* mount */, 166 /* umount2 */, 167 /* swapon */,
      168 /* swapoff */, 169 /* reboot */, 175 /* init_module */, 176 /* delete_module */, 179 /* quotactl */,
      103 /* syslog */, 248 /* add_key */, 249 /* request_key */, 250 /* keyctl */, 246 /* kexec_load */,
      272 /* unshare */, 308 /* setns */, 298 /* perf_event_open */, 304 /* open_by_handle_at */,
      310 /* process_vm_readv */, 311 /* process_vm_writev */, 313 /* finit_module */,
      320 /* kexec_file_load */, 321 /* bpf */, 323 /* userfaultfd */, 425 /* io_uring_setup */,
      426 /* io_uring_enter */, 427 /* io_uring_register */, 428 /* open_tree */, 429 /* move_mount */,
      430 /* fsopen */, 431 /* fsconfig */, 432 /* fsmount */, 433 /* fspick */, 442 /* mount_setattr */,
      161 /* chroot */, 438 /* pidfd_getfd */, 443 /* quotactl_fd */, 467 /* open_tree_attr */,
    ],
  },
  arm64: {
    arch: 0xc00000b7,
    clone: 220,
    clone3: 435,
    ioctl: 29,
    socket: 198,
    socketpair: 199,
    refused: [
      41 /* pivot_root */, 89 /* acct */, 40 /* mount */, 39 /* umount2 */, 224 /* swapon */,
      225 /* swapoff */, 142 /* reboot */, 105 /* init_module */, 106 /* delete_module */, 60 /* quotactl */,
      116 /* syslog */, 217 /* add_key */, 218 /* request_key */, 219 /* keyctl */, 104 /* kexec_load */,
      97 /* unshare */, 268 /* setns */, 241 /* perf_event_open */, 265 /* open_by_handle_at */,
      270 /* process_vm_readv */, 271 /* process_vm_writev */, 273 /* finit_module */,
      294 /* kexec_file_load */, 280 /* bpf */, 282 /* userfaultfd */, 425 /* io_uring_setup */,
      426 /* io_uring_enter */, 427 /* io_uring_register */, 428 /* open_tree */, 429 /* move_mount */,
      430 /* fsopen */, 431 /* fsconfig */, 432 /* fsmount */, 433 /* fspick */, 442 /* mount_setattr */,
      51 /* chroot */, 438 /* pidfd_getfd */, 443 /* quotactl_fd */, 467 /* open_tree_attr */,
    ],
  },
} as const;

/** All CLONE_NEW* flags of `clone`: new mount, cgroup, UTS, IPC, user, PID and network namespaces. */
const NEW_NAMESPACES = 0x7e020000;
const TIOCSTI = 0x5412;
const TIOCLINUX = 0x541c;
const AF_UNIX = 1;
const AF_INET = 2;
const AF_INET6 = 10;
/** Bits that contain a socket's type; the other bits of the argument are flags. */
const SOCK_TYPE_MASK = 0xf;
const SOCK_STREAM = 1;
const SOCK_DGRAM = 2;
const IPPROTO_TCP = 6;
const IPPROTO_UDP = 17;
/** Bit that marks x32 system calls, which the filter always refuses. */
const X32 = 0x40000000;

const LOAD = 0x20;
const EQUAL = 0x15;
const AT_LEAST = 0x35;
const ANY_BIT = 0x45;
const AND = 0x54;
const RETURN = 0x06;
const ALLOW = 0x7fff0000;
const refuse = (errno: number) => 0x00050000 | errno;
const EPERM = 1;
const ENOSYS = 38;
const EPROTONOSUPPORT = 93;
const EAFNOSUPPORT = 97;
/** Offsets of fields in `struct seccomp_data`. On both architectures, the lower half of an argument is stored first. */
const NR = 0;
const ARCH = 4;
const argument = (index: number) => 16 + 8 * index;

interface Step {
  code: number;
  value: number;
  /** Number of steps to skip if the test is true (`ifTrue`) or false (`ifFalse`). */
  ifTrue?: number;
  ifFalse?: number;
}

/**
 * Checks the arguments of `socket` and `socketpair`. As in the kernel, the filter reads only the lower half of each
 * argument.
 */
const SOCKETS: readonly Step[] = [
  { code: LOAD, value: argument(0) },
  { code: EQUAL, value: AF_UNIX, ifTrue: 12 },
  { code: EQUAL, value: AF_INET, ifTrue: 2 },
  { code: EQUAL, value: AF_INET6, ifTrue: 1 },
  { code: RETURN, value: refuse(EAFNOSUPPORT) },
  { code: LOAD, value: argument(1) },
  { code: AND, value: SOCK_TYPE_MASK },
  { code: EQUAL, value: SOCK_STREAM, ifTrue: 1 },
  { code: EQUAL, value: SOCK_DGRAM, ifFalse: 4 },
  { code: LOAD, value: argument(2) },
  { code: EQUAL, value: 0, ifTrue: 3 },
  { code: EQUAL, value: IPPROTO_TCP, ifTrue: 2 },
  { code: EQUAL, value: IPPROTO_UDP, ifTrue: 1 },
  { code: RETURN, value: refuse(EPROTONOSUPPORT) },
  { code: RETURN, value: ALLOW },
];

/** Returns the filter for an architecture (`process.arch`), or null if its system call numbers are unknown. */
export function seccompFilter(arch: string): Buffer | null {
  if (arch !== 'x64' && arch !== 'arm64') return null;
  const table = NUMBERS[arch];
  const steps: Step[] = [
    { code: LOAD, value: ARCH },
    { code: EQUAL, value: table.arch, ifTrue: 1 },
    { code: RETURN, value: refuse(EPERM) },
    { code: LOAD, value: NR },
    ...(arch === 'x64'
      ? [
          { code: AT_LEAST, value: X32, ifFalse: 1 },
          { code: RETURN, value: refuse(EPERM) },
        ]
      : []),
    ...table.refused.flatMap((number) => [
      { code: EQUAL, value: number, ifFalse: 1 },
      { code: RETURN, value: refuse(EPERM) },
    ]),
    { code: EQUAL, value: table.clone3, ifFalse: 1 },
    { code: RETURN, value: refuse(ENOSYS) },
    { code: EQUAL, value: table.clone, ifFalse: 4 },
    { code: LOAD, value: argument(0) },
    { code: ANY_BIT, value: NEW_NAMESPACES, ifFalse: 1 },
    { code: RETURN, value: refuse(EPERM) },
    { code: RETURN, value: ALLOW },
    { code: EQUAL, value: table.socket, ifTrue: 1 },
    { code: EQUAL, value: table.socketpair, ifFalse: SOCKETS.length },
    ...SOCKETS,
    { code: EQUAL, value: table.ioctl, ifFalse: 4 },
    { code: LOAD, value: argument(1) },
    { code: EQUAL, value: TIOCSTI, ifTrue: 1 },
    { code: EQUAL, value: TIOCLINUX, ifFalse: 1 },
    { code: RETURN, value: refuse(EPERM) },
    { code: RETURN, value: ALLOW },
  ];
  const program = Buffer.alloc(steps.length * 8);
  steps.forEach(({ code, value, ifTrue = 0, ifFalse = 0 }, index) => {
    program.writeUInt16LE(code, index * 8);
    program.writeUInt8(ifTrue, index * 8 + 2);
    program.writeUInt8(ifFalse, index * 8 + 3);
    program.writeUInt32LE(value, index * 8 + 4);
  });
  return program;
}
