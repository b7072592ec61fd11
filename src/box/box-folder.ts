import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { rootCertificates } from 'node:tls';
import * as z from 'zod';
import { GENERATED_MAX_BYTES, readPlainTextSync } from '../os/plain-file.ts';
import { outputOf } from '../os/programs.ts';
import { findRootBundle, type SystemFiles } from './system-files.ts';

/** Working directory of commands, as a path inside the box. */
export const HOME = '/home/user';

interface BoxFolder {
  /** Root folder (`/`) of the box, where programs of the box write their files. */
  root: string;
  etc: string;
  control: string;
  /** Folder with files that are only used to start the box, and that programs of the box cannot see. */
  launch: string;
}

/** Creates the missing folders of a box. `makeBoxFolder` must only be called while no program of the box runs. */
export function makeBoxFolder(folder: string): BoxFolder {
  const made = {
    root: path.join(folder, 'root'),
    etc: path.join(folder, 'etc'),
    control: path.join(folder, 'control'),
    launch: path.join(folder, 'launch'),
  };
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  for (const each of Object.values(made)) {
    if (!existsSync(each)) mkdirSync(each, { mode: 0o755 });
    chmodSync(each, 0o755);
  }
  makeMountPoint(made.root, HOME);
  for (const shared of ['/tmp', '/var/tmp']) makeSharedFolder(made.root, shared);
  return made;
}

/** Creates the mount points and files of a box with its own root, for the user `uid`. */
export function populateBox(
  { root, etc, control }: BoxFolder,
  system: SystemFiles,
  user: { uid: number; gid: number; chown: boolean },
  hostname: string,
  binds: { from: string; to: string }[],
): void {
  for (const { at, target } of system.links) makeLink(root, at, target);
  for (const at of [...system.folders, '/etc', '/proc', '/dev', '/run']) makeMountPoint(root, at);
  if (user.chown) giveTo(root, user);
  for (const { from, to } of binds) makeBindPoint(root, from, to);
  rmSync(etc, { recursive: true, force: true });
  mkdirSync(etc, { mode: 0o755 });
  for (const file of system.etc) makeBindPoint(etc, file, file.slice('/etc'.length));
  const files = {
    passwd: `root:x:0:0:root:/root:/bin/sh\nuser:x:${user.uid}:${user.gid}:user:${HOME}:/bin/bash\nnobody:x:65534:65534:nobody:/nonexistent:/bin/false\n`,
    group: `root:x:0:\nuser:x:${user.gid}:\nnogroup:x:65534:\n`,
    hosts: `127.0.0.1 localhost ${hostname}\n::1 localhost\n`,
    hostname: `${hostname}\n`,
    // `resolv.conf` is empty, because a box has no name server: only the proxy resolves names.
    'resolv.conf': '',
    'nsswitch.conf': 'passwd: files\ngroup: files\nhosts: files dns\n',
  };
  for (const [name, text] of Object.entries(files))
    writeFileSync(path.join(etc, name), text, { mode: 0o644 });
  for (const inside of ['program', 'bin', 'proxy'])
    mkdirSync(path.join(control, inside), { recursive: true });
  writeFileSync(path.join(control, 'bin', 'node'), '', { mode: 0o755 });
  // Makes Node load the supervisor's `.js` files as ES modules.
  writeFileSync(path.join(control, 'package.json'), '{"type":"module"}\n', { mode: 0o644 });
}

/** Creates a mount point for a file or folder of the host. */
function makeBindPoint(root: string, from: string, to: string): void {
  if (statSync(from).isDirectory()) return makeMountPoint(root, to);
  makeMountPoint(root, path.dirname(to));
  const file = path.join(root, to);
  const there = lstatSync(file, { throwIfNoEntry: false });
  if (there?.isFile() === true) return;
  rmSync(file, { recursive: true, force: true });
  writeFileSync(file, '', { mode: 0o644, flag: 'wx' });
}

/**
 * Returns the user ID of a box that root starts. The user ID is derived from the box's ID, and is far above the IDs of
 * real accounts.
 */
export function uidOf(id: string): number {
  return 0x6b00_0000 + createHash('sha256').update(id).digest().readUIntBE(0, 3);
}

/** Makes the box's user the owner of all files of the box, without following links. */
function giveTo(root: string, { uid, gid }: { uid: number; gid: number }): void {
  const give = (file: string) => {
    lchownSync(file, uid, gid);
    const stats = lstatSync(file);
    if (!stats.isDirectory()) return;
    for (const name of readdirSync(file)) give(path.join(file, name));
  };
  if (lstatSync(root).uid === uid) {
    // An earlier start has made the user the owner of `root` and its files, so only the folders that each start creates
    // if they are missing need a new owner.
    for (const at of ['home', `.${HOME}`, 'tmp', 'var', 'var/tmp']) lchownSync(path.join(root, at), uid, gid);
    return;
  }
  give(root);
}

/** Removes a box's folder, regardless of file modes that its programs have set. */
export function removeBoxFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    openUp(folder);
    rmSync(folder, { recursive: true, force: true });
  }
}

function openUp(folder: string): void {
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) openUp(path.join(folder, entry.name));
  }
}

/**
 * Creates a mount point below `root`. Anything at the mount point's path except a real folder is removed first, because
 * programs of an earlier start might have left links. If root starts `bwrap`, a link could lead `bwrap` out of the box.
 * `makeMountPoint` must only be called while no program of the box runs.
 */
function makeMountPoint(root: string, at: string): void {
  let here = root;
  for (const name of at.split('/').filter((part) => part !== '')) {
    if (name === '..' || name === '.')
      throw new Error(`the mount point of a box must not contain dot segments: ${at}`);
    here = path.join(here, name);
    const kind = kindOf(here);
    if (kind === 'other') rmSync(here, { force: true });
    if (kind !== 'folder') mkdirSync(here, { mode: 0o755 });
  }
}

/** Creates a system link, such as `/bin`, with the same precautions as `makeMountPoint`. */
function makeLink(root: string, at: string, target: string): void {
  const here = path.join(root, at);
  if (kindOf(here) !== 'none') rmSync(here, { recursive: true, force: true });
  symlinkSync(target, here);
}

/** Creates a folder that every user in the box can write to. */
function makeSharedFolder(root: string, at: string): void {
  makeMountPoint(root, at);
  chmodSync(path.join(root, at), 0o1777);
}

function kindOf(file: string): 'none' | 'folder' | 'other' {
  try {
    return lstatSync(file).isDirectory() ? 'folder' : 'other';
  } catch {
    return 'none';
  }
}

/** Names of the two certificate files in a box's control folder. */
export const CA_FILE = 'ca.pem';
export const BUNDLE_FILE = 'ca-bundle.pem';

let roots: string | undefined;

function machineRoots(): string {
  const bundle = findRootBundle();
  roots ??=
    bundle === null
      ? rootCertificates.join('\n')
      : readPlainTextSync(bundle, { maxBytes: GENERATED_MAX_BYTES });
  return roots;
}

/**
 * Writes two files with certificates. One file contains only the sandbox's CA certificate, for programs that add a
 * certificate to the certificates they trust. The second file contains the sandbox's CA certificate and the machine's
 * root certificates, for programs that read a single file. Each file is replaced atomically, so a program never reads
 * an incomplete file.
 */
export function writeCertificates(folder: string, caPem: string | null): void {
  const alone = caPem ?? '';
  place(path.join(folder, CA_FILE), alone);
  place(path.join(folder, BUNDLE_FILE), `${machineRoots().trimEnd()}\n${alone}`);
}

function place(file: string, text: string): void {
  const beside = `${file}.new`;
  writeFileSync(beside, text, { mode: 0o644 });
  renameSync(beside, file);
}

/** The supervisor's program: a folder to mount in the box, or files to copy into the box. */
export type Program =
  | { kind: 'folder'; folder: string; entry: string }
  | { kind: 'files'; files: Record<string, string>; entry: string };

/**
 * Program that converts the TypeScript sources to JavaScript, and adapts their imports. The sources are converted only
 * once, because stripping types at every start of a box would take twice as long as the rest of the start. The sources
 * are converted in a child process, because Node prints a warning about the conversion to stderr.
 */
const STRIP = `
import { readdirSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
const folder = process.argv[1] + '/';
const files = readdirSync(folder).filter((name) => name.endsWith('.ts')).map((name) => [
  name.replace(/ts$/, 'mjs'),
  stripTypeScriptTypes(readFileSync(folder + name, 'utf8')).replace(/(from '\\.\\/[\\w-]+)\\.ts'/g, "$1.mjs'"),
]);
process.stdout.write(JSON.stringify(Object.fromEntries(files)));
`;

/** Maximum total size of the supervisor's JavaScript files, in bytes. */
const PROGRAM_MAX_BYTES = 16 * 1024 * 1024;

/**
 * Prepares the supervisor's program: a bundle's folder is used unchanged, while TypeScript sources are converted to
 * JavaScript. Rejects if the supervisor's sources cannot be read.
 */
export async function prepareProgram(
  { entry, folder }: { entry: string; folder: string },
  node: string,
): Promise<Program> {
  const name = path.basename(entry);
  if (!name.endsWith('.ts')) return { kind: 'folder', folder, entry: name };
  const args = ['--no-warnings', '--input-type=module', '--eval', STRIP, folder];
  const text = await outputOf(node, args, { env: {}, maxOutputBytes: PROGRAM_MAX_BYTES });
  const files = z.record(z.string(), z.string()).parse(JSON.parse(text));
  return { kind: 'files', files, entry: name.replace(/ts$/, 'mjs') };
}

/** Installs the supervisor's program in a box's control folder, and returns the program's folder on the host. */
export function installProgram(program: Program, control: string): string {
  if (program.kind === 'folder') return program.folder;
  const folder = path.join(control, 'program');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o755 });
  for (const [name, text] of Object.entries(program.files)) {
    writeFileSync(path.join(folder, name), text, { mode: 0o644 });
  }
  return folder;
}
