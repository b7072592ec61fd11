import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { FACADES } from './git.ts';

/** What a git that was killed leaves in a clone: locks that refuse the next one, and packs received by half. */
const LEFT = /\.lock$|^tmp_|^incoming-/;

/**
 * Removes what killed fetches left in the clones of this folder, so that the next fetch neither meets it nor has to make
 * the clone anew. To be called while no git of ours is at work.
 */
export async function sweepClones(folder: string): Promise<void> {
  await rm(join(folder, FACADES), { recursive: true, force: true });
  const clones = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.git'));
  for (const clone of clones) await tidy(join(folder, clone));
}

async function tidy(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (LEFT.test(entry.name)) await rm(path, { recursive: true, force: true });
    else if (entry.isDirectory()) await tidy(path);
  }
}
