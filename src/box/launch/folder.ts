import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { makeLink, makeMountPoint, makeSharedFolder } from './mount-points.ts';
import type { SystemFiles } from './system-files.ts';

/** Where commands of a box start, as the box names it. */
export const HOME = '/home/user';

export interface BoxFolder {
  /** The box's `/`: what its programs write stays here. */
  root: string;
  etc: string;
  control: string;
  /** For the start alone; no program of the box sees it. */
  launch: string;
}

/** The folders of a box, made as far as they are missing. Only while no program of the box runs. */
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

/** Mount points and files of a box that has a root of its own, for the user `uid`. */
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
    // No name server: names are resolved by the proxy alone.
    'resolv.conf': '',
    'nsswitch.conf': 'passwd: files\ngroup: files\nhosts: files dns\n',
  };
  for (const [name, text] of Object.entries(files))
    writeFileSync(path.join(etc, name), text, { mode: 0o644 });
  for (const inside of ['program', 'bin', 'proxy'])
    mkdirSync(path.join(control, inside), { recursive: true });
  writeFileSync(path.join(control, 'bin', 'node'), '', { mode: 0o755 });
  // The program's files are modules, whatever they are called.
  writeFileSync(path.join(control, 'package.json'), '{"type":"module"}\n', { mode: 0o644 });
}

/** A folder, or an empty file, for something of the host to be shown at. */
function makeBindPoint(root: string, from: string, to: string): void {
  if (statSync(from).isDirectory()) return makeMountPoint(root, to);
  makeMountPoint(root, path.dirname(to));
  const file = path.join(root, to);
  const there = lstatSync(file, { throwIfNoEntry: false });
  if (there?.isFile() === true) return;
  rmSync(file, { recursive: true, force: true });
  writeFileSync(file, '', { mode: 0o644, flag: 'wx' });
}

/** A user for a box of root's: by its name, far above any account, and the same at each start. */
export function uidOf(id: string): number {
  return 0x6b00_0000 + createHash('sha256').update(id).digest().readUIntBE(0, 3);
}

/** Hands all of the box's own files to its user; links are not followed. Nothing to do when its root is theirs already. */
function giveTo(root: string, { uid, gid }: { uid: number; gid: number }): void {
  const give = (file: string) => {
    lchownSync(file, uid, gid);
    const stats = lstatSync(file);
    if (!stats.isDirectory()) return;
    for (const name of readdirSync(file)) give(path.join(file, name));
  };
  if (lstatSync(root).uid === uid) {
    // Folders that this start has made.
    for (const at of ['home', `.${HOME}`, 'tmp', 'var', 'var/tmp']) lchownSync(path.join(root, at), uid, gid);
    return;
  }
  give(root);
}

/** Erases a box's folder, whatever modes its programs have given to what is in it. */
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
