import { baseOf, type CodeReader, resolveFrom, type Variable } from './code-reader.ts';
import type { Module } from './sources.ts';
import {
  isOfTheAgent,
  isSecretName,
  kindOf,
  namesOfEnvFile,
  readByPackages,
  findReads,
} from './variable-reads.ts';

/** Names of files in an agent's folder that list the agent's variables. */
const SAMPLES: readonly string[] = [
  '.env.example',
  '.env.sample',
  '.env.template',
  '.env.dist',
  'env.example',
  'example.env',
];

/** Returns whether a file is a sample of `.env`. */
export const isSample = (path: string): boolean => SAMPLES.includes(baseOf(path));

/** Files and modules that are searched for an agent's variables. */
export interface VariableSources {
  folder: string;
  modules: readonly Module[];
  envFile: string | undefined;
  envNames: readonly string[];
  /** Text of the graph configuration. */
  text: string;
}

/**
 * Finds the variables of an agent: the variables that the agent's code and packages read, and the names in the `.env`
 * file and in samples of the `.env` file. Does not return values from `.env` files.
 */
export async function findVariables(
  sources: VariableSources,
  { reader, configs }: { reader: CodeReader; configs: readonly string[] },
): Promise<Variable[]> {
  const found = new Map<string, Variable>();
  const note = (name: string, foundIn: string, isNeeded: boolean): void => {
    if (!isOfTheAgent(name)) return;
    const before = found.get(name);
    if (before === undefined) found.set(name, { name, foundIn, isNeeded, kind: kindOf(name) });
    else if (isNeeded) found.set(name, { ...before, isNeeded });
  };
  for (const { path, language, text, packages } of sources.modules) {
    const readings = findReads(text, language);
    for (const { name, isNeeded } of readings) note(name, path, isNeeded);
    // If the code reads a key, the code passes the key to the package, so the keys that packages read are not added.
    const readsKey = readings.some(({ name }) => isOfTheAgent(name) && kindOf(name) === 'secret');
    if (!readsKey) for (const { name, foundIn } of readByPackages(text, packages)) note(name, foundIn, true);
  }
  for (const { name, foundIn } of readByPackages(sources.text, [])) note(name, foundIn, true);
  for (const name of sources.envNames) note(name, 'the key "env" of the configuration', true);
  // If the repository has several agents, files in the root are skipped, because the files might belong to any of the
  // agents.
  const folders = new Set([sources.folder, ...(configs.length === 1 ? [''] : [])]);
  for (const folder of folders) {
    for (const { path, names } of await readEnvFiles(reader, folder, SAMPLES)) {
      // A value in a sample is a default, unless the value is a placeholder for a secret.
      for (const { name, isSet } of names) {
        if (!found.has(name)) note(name, path, !isSet || isSecretName(name));
      }
    }
    const own = ['.env', ...(sources.envFile === undefined ? [] : [sources.envFile])];
    for (const { path, names } of await readEnvFiles(reader, folder, own)) {
      for (const { name, isSet } of names) note(name, path, isSet);
    }
  }
  return [...found.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

async function readEnvFiles(reader: CodeReader, folder: string, names: readonly string[]) {
  const found: { path: string; names: ReturnType<typeof namesOfEnvFile> }[] = [];
  for (const name of new Set(names)) {
    const path = resolveFrom(folder, name);
    const text = path === undefined ? undefined : await reader.read(path);
    if (path !== undefined && text !== undefined) found.push({ path, names: namesOfEnvFile(text) });
  }
  return found;
}
