import { fieldOf, isJsonObject, parseJson } from '../contract/json-safety.ts';
import { isSample } from './agent-variables.ts';
import { findPackages, readAgentCode } from './agent-code.ts';
import { baseOf, type CodeReader, folderOf, resolveFrom } from './code-reader.ts';
import { namesOfEnvFile } from './variable-reads.ts';

/** A variable that an agent's code reads, and the file that reads the variable. */
export interface NeededVariable {
  name: string;
  foundIn: string;
}

/**
 * Finds the variables that an agent's code reads without a default, except the variables in `env` and in the file that
 * `env` refers to. If `packsEnvFile` is true, the file of `env` is deployed even if git does not track the file.
 * Returns an empty list for an invalid configuration, because the build reports the problem.
 */
export async function findNeededVariables(
  reader: CodeReader,
  configPath: string,
  { packsEnvFile }: { packsEnvFile: boolean },
): Promise<NeededVariable[]> {
  if ((await reader.read(configPath)) === undefined) return [];
  const files = new Set(await reader.files());
  const packages = await findPackages(reader, files);
  const code = await readAgentCode(configPath, { reader, files, packages, configs: [configPath] });
  if (typeof code === 'string') return [];
  const set = await variablesOfEnv(reader, configPath, (file) => packsEnvFile || files.has(file));
  return code.variables.filter(
    ({ name, foundIn, isNeeded }) =>
      isNeeded && !set.has(name) && !isSample(foundIn) && !baseOf(foundIn).startsWith('.env'),
  );
}

/** Returns the names of the variables that `env`, or the deployed file that `env` refers to, sets. */
async function variablesOfEnv(
  reader: CodeReader,
  configPath: string,
  isDeployed: (file: string) => boolean,
): Promise<ReadonlySet<string>> {
  const env = fieldOf(parseJson((await reader.read(configPath)) ?? ''), 'env');
  if (isJsonObject(env)) return new Set(Object.keys(env));
  const file = typeof env === 'string' ? resolveFrom(folderOf(configPath), env) : undefined;
  const text = file !== undefined && isDeployed(file) ? await reader.read(file) : undefined;
  const names = text === undefined ? [] : namesOfEnvFile(text).filter(({ isSet }) => isSet);
  return new Set(names.map(({ name }) => name));
}
