import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** Every file below a folder, by its path from there; links are not followed. */
async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}

/** Files below a folder that hold one of these texts in clear, each with the text's place in the list. */
export async function findClear(folder: string, texts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const file of await filesBelow(folder)) {
    const bytes = await readFile(path.join(folder, file)).catch(() => Buffer.alloc(0));
    for (const [index, text] of texts.entries()) {
      if (bytes.includes(text)) found.push(`the file ${file} holds secret ${index + 1} in clear`);
    }
  }
  return found;
}

/** What belongs at the top of a data directory. */
const TOP = /^(emulator\.sqlite(-wal|-shm|\.lock)?|keyring|git|revisions|modules)$/;
/** What half-finished work leaves behind: drafts, scratch files, git's locks and half-received packs. */
const LITTER = /(\.new|\.index|\.lock|-journal)$|^keyring\.|\/(tmp_|incoming-)/;

/**
 * What lies in a data directory and is of no use to anybody, of an emulator that has ended in good order. `revisions`:
 * those whose files may be needed.
 */
export async function findLitter(dataDir: string, revisions: ReadonlySet<string>): Promise<string[]> {
  const top = await readdir(dataDir);
  const stored = await readdir(path.join(dataDir, 'revisions')).catch(() => []);
  const kept = await readdir(path.join(dataDir, 'modules')).catch(() => []);
  const hollow = await Promise.all(
    kept.map(async (key) => ((await readdir(path.join(dataDir, 'modules', key))).length === 0 ? [key] : [])),
  );
  const files = (await filesBelow(dataDir)).filter(
    (file) =>
      LITTER.test(file) &&
      file !== 'emulator.sqlite.lock' &&
      !file.includes('/checkout/') &&
      !file.startsWith('modules/'),
  );
  return [
    ...top.filter((name) => !TOP.test(name)).map((name) => `${name} does not belong into a data directory`),
    ...stored
      .filter((id) => !revisions.has(id))
      .map((id) => `revisions/${id} is of a revision that needs no files`),
    ...hollow.flat().map((key) => `modules/${key} is empty`),
    ...files.map((file) => `${file} was left half-made`),
  ];
}
