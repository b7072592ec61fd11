import { mkdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { SandboxRow } from '../ports/store.ts';
import { copyTree } from './copy-tree.ts';
import type { BoxFiles } from './lifecycle/box-options.ts';

/** A box's own files in its folder. What lies beside them is made anew at each start, some of it with the proxy's token. */
const ROOT = 'root';

/** The files of snapshots: whole folders in the data folder, one for each. */
export interface SnapshotFiles extends BoxFiles {
  /** Copies a box's folder. What a program writes meanwhile may be in it or not. */
  capture(snapshotId: string, boxFolder: string): Promise<void>;
  remove(snapshotId: string): Promise<void>;
  has(snapshotId: string): Promise<boolean>;
}

export function snapshotFiles(folder: string): SnapshotFiles {
  const folderOf = (id: string) => path.join(folder, id);
  const copy = async (from: string, to: string) => {
    const unfinished = unfinishedOf(to);
    await rm(unfinished, { recursive: true, force: true });
    try {
      await copyTree(from, unfinished);
    } catch (error) {
      await rm(unfinished, { recursive: true, force: true });
      throw error;
    }
    await rename(unfinished, to);
  };
  return {
    async capture(snapshotId, boxFolder) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await copy(path.join(boxFolder, ROOT), folderOf(snapshotId));
    },
    async remove(snapshotId) {
      for (const each of [folderOf(snapshotId), unfinishedOf(folderOf(snapshotId))]) {
        await rm(each, { recursive: true, force: true });
      }
    },
    has: (snapshotId) => exists(folderOf(snapshotId)),
    async prepareFolder({ settings }: SandboxRow, boxFolder) {
      await mkdir(path.dirname(boxFolder), { recursive: true, mode: 0o700 });
      if (await exists(boxFolder)) return;
      if (settings.snapshotId !== null && (await exists(folderOf(settings.snapshotId)))) {
        await mkdir(boxFolder, { mode: 0o700 });
        await copy(folderOf(settings.snapshotId), path.join(boxFolder, ROOT));
      }
    },
  };
}

async function exists(file: string): Promise<boolean> {
  return (await stat(file).catch(() => undefined)) !== undefined;
}

/** What a copy is called until it is whole. */
const unfinishedOf = (folder: string) => `${folder}.unfinished`;
