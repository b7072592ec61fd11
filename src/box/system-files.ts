import { existsSync, lstatSync, readdirSync, readlinkSync } from 'node:fs';

/** What a program needs of a Linux system besides `/etc`. */
const TOPS = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/nix/store'];
/** Of `/etc` only files without names of users and without keys: linking, certificates, time, types. */
const ETC = [
  '/etc/alternatives',
  '/etc/ca-certificates',
  '/etc/crypto-policies',
  '/etc/ld.so.cache',
  '/etc/ld.so.conf',
  '/etc/ld.so.conf.d',
  '/etc/localtime',
  '/etc/magic',
  '/etc/mime.types',
  '/etc/os-release',
  '/etc/pki/ca-trust',
  '/etc/pki/tls/certs',
  '/etc/protocols',
  '/etc/services',
  '/etc/ssl/certs',
  '/etc/ssl/openssl.cnf',
  '/etc/timezone',
];
const LANGUAGES = /^(java-\d+-openjdk|python\d*(\.\d+)?|perl|terminfo|fonts)$/;

/**
 * The parts of /proc by which a root program could change the machine, even without a capability, and those that show
 * the machine's other programs. (A box is root's if its writable folder is.)
 */
const KERNEL_READ_ONLY = ['bus', 'fs', 'irq', 'sys', 'sysrq-trigger', 'mtrr', 'driver'];
const KERNEL_HIDDEN = [
  ['acpi', 'asound', 'pressure', 'scsi'],
  ['kallsyms', 'kcore', 'key-users', 'keys', 'kmsg', 'kpagecgroup', 'kpagecount', 'kpageflags'],
  ['latency_stats', 'sched_debug', 'slabinfo', 'timer_list', 'timer_stats', 'vmallocinfo'],
].flat();

export interface KernelFiles {
  readOnly: string[];
  hiddenFolders: string[];
  hiddenFiles: string[];
}

/** Those that this kernel has. */
export function findKernelFiles(): KernelFiles {
  const there = (names: string[]) => names.map((name) => `/proc/${name}`).filter((file) => existsSync(file));
  const hidden = there(KERNEL_HIDDEN);
  const isFolder = (file: string) => lstatSync(file).isDirectory();
  return {
    readOnly: there(KERNEL_READ_ONLY),
    hiddenFolders: hidden.filter(isFolder),
    hiddenFiles: hidden.filter((file) => !isFolder(file)),
  };
}

export interface SystemFiles {
  /** Folders mounted at the same place. */
  folders: string[];
  /** Links at the top, such as `/bin` to `usr/bin`. */
  links: { at: string; target: string }[];
  etc: string[];
}

/** Those that this machine has. */
export function findSystemFiles(): SystemFiles {
  const there = TOPS.filter((top) => existsSync(top));
  const isLink = (top: string) => lstatSync(top).isSymbolicLink();
  const more = readdirSync('/etc').filter((name) => LANGUAGES.test(name));
  return {
    folders: there.filter((top) => !isLink(top)),
    links: there.filter(isLink).map((top) => ({ at: top, target: readlinkSync(top) })),
    etc: [...ETC, ...more.map((name) => `/etc/${name}`)].filter((file) => existsSync(file)),
  };
}

const BUNDLES = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
];

/** The file of this machine's root certificates, where programs look for it; null without one. */
export function findRootBundle(): string | null {
  return BUNDLES.find((file) => existsSync(file)) ?? null;
}
