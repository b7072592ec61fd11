import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';

const run = promisify(execFile);

/** The supervisor's program: a folder to be shown in the box, or files that are written for it. */
export type Program =
  | { kind: 'folder'; folder: string; entry: string }
  | { kind: 'files'; files: Record<string, string>; entry: string };

/**
 * Takes the types off, once: Node would do so at every start, which takes twice as long as all the rest of it. In a
 * process of its own, for Node warns on stderr whoever asks it to. Imports then name what the files are called.
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

/** Of a bundle the folder as it is; of the sources what Node can run at once. Rejects when they cannot be read. */
export async function prepareProgram(
  { entry, folder }: { entry: string; folder: string },
  node: string,
): Promise<Program> {
  const name = path.basename(entry);
  if (!name.endsWith('.ts')) return { kind: 'folder', folder, entry: name };
  const args = ['--no-warnings', '--input-type=module', '--eval', STRIP, folder];
  const { stdout } = await run(node, args, { env: {}, maxBuffer: 16 * 1024 * 1024 });
  const files = z.record(z.string(), z.string()).parse(JSON.parse(stdout));
  return { kind: 'files', files, entry: name.replace(/ts$/, 'mjs') };
}

/** Puts the program below a box's control folder. Returns the folder it is to be run from, on the host. */
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
