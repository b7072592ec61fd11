import { fieldOf, parseJson } from '../contract/json-safety.ts';
import { isSample } from './agent-variables.ts';
import { describeAgent, findPackages } from './agents.ts';
import { baseOf, folderOf, type RepositoryReader, resolveFrom } from './repository.ts';
import { namesOfEnvFile } from './variables.ts';

/** A variable that the code of an agent reads, and where. */
export interface NeededVariable {
  name: string;
  foundIn: string;
}

/**
 * Finds the variables that the code of an agent reads, without a default, and that neither `env` of its configuration nor
 * the file that `env` names sets. `packsEnvFile`: that file is deployed even if git does not track it. Returns none for a
 * configuration that cannot be read: the build reports what is wrong with it.
 */
export async function findNeededVariables(
  reader: RepositoryReader,
  configPath: string,
  { packsEnvFile }: { packsEnvFile: boolean },
): Promise<NeededVariable[]> {
  const files = new Set(await reader.files());
  const packages = await findPackages(reader, files);
  const context = { reader, files, packages, configs: [configPath], names: new Map<string, string>() };
  const described = await describeAgent(configPath, context);
  if (!described.ok) return [];
  const set = await variablesOfEnv(reader, configPath, (file) => packsEnvFile || files.has(file));
  return described.agent.variables.filter(
    ({ name, foundIn, isNeeded }) =>
      isNeeded && !set.has(name) && !isSample(foundIn) && !baseOf(foundIn).startsWith('.env'),
  );
}

/** The names that the key `env` sets: its own, or those of the file that it names, if that is deployed. */
async function variablesOfEnv(
  reader: RepositoryReader,
  configPath: string,
  isDeployed: (file: string) => boolean,
): Promise<ReadonlySet<string>> {
  const env = fieldOf(parseJson((await reader.read(configPath)) ?? ''), 'env');
  if (typeof env === 'object' && env !== null && !Array.isArray(env)) return new Set(Object.keys(env));
  const file = typeof env === 'string' ? resolveFrom(folderOf(configPath), env) : undefined;
  const text = file !== undefined && isDeployed(file) ? await reader.read(file) : undefined;
  const names = text === undefined ? [] : namesOfEnvFile(text).filter(({ isSet }) => isSet);
  return new Set(names.map(({ name }) => name));
}
