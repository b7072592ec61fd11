import { chmodSync, lstatSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';

/**
 * Makes folders below `root` for mounts to be put on. Programs of the box's earlier life could have put links there,
 * which `bwrap` (perhaps as root) would follow out of it: whatever is no true folder is removed. Only while no program
 * of the box runs.
 */
export function makeMountPoint(root: string, at: string): void {
  let here = root;
  for (const name of at.split('/').filter((part) => part !== '')) {
    if (name === '..' || name === '.') throw new Error(`a mount point of a box has no dots: ${at}`);
    here = path.join(here, name);
    const kind = kindOf(here);
    if (kind === 'other') rmSync(here, { force: true });
    if (kind !== 'folder') mkdirSync(here, { mode: 0o755 });
  }
}

/** The same for a link of the system, such as `/bin`. */
export function makeLink(root: string, at: string, target: string): void {
  const here = path.join(root, at);
  if (kindOf(here) !== 'none') rmSync(here, { recursive: true, force: true });
  symlinkSync(target, here);
}

/** A folder that anybody in the box may write to. */
export function makeSharedFolder(root: string, at: string): void {
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
