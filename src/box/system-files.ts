import { existsSync, lstatSync, readdirSync, readlinkSync } from 'node:fs';

/** System folders that programs need, except `/etc`. */
const TOPS = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/nix/store'];
/** Files of `/etc` for linking, certificates, time zones and file types, which contain neither user names nor keys. */
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
 * Entries of /proc that a box must not change, and entries that a box must not see. If the writable folder of a box
 * belongs to root, the box runs as root, and root could change the machine through the entries of /proc even without
 * capabilities.
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

/** Returns the protected entries of /proc that exist on this kernel. */
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
  /** Host folders that are mounted at the same path in the box. */
  folders: string[];
  /** Links in the root folder, such as the link from `/bin` to `usr/bin`. */
  links: { at: string; target: string }[];
  etc: string[];
}

/** Returns the system files and folders that exist on this machine. */
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

/** Returns the path of this machine's bundle of root certificates, or null if none exists. */
export function findRootBundle(): string | null {
  return BUNDLES.find((file) => existsSync(file)) ?? null;
}
