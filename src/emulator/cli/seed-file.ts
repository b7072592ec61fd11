import { Seed } from '../admin/seed.ts';
import { parseYaml, readFlagFile } from './yaml-file.ts';

/**
 * Reads and validates a seed file.
 * @throws UsageError with the file, the place, the problem and a hint, never with a value.
 */
export async function readSeedFile(file: string): Promise<Seed> {
  return parseSeed(await readFlagFile(file, `--seed ${file}`), file);
}

/**
 * Parses and validates the text of a seed file. `file` is the name of the file in messages.
 * @throws UsageError with the file, the place, the problem and a hint, never with a value.
 */
export function parseSeed(text: string, file: string): Seed {
  return parseYaml(text, `--seed ${file}`, Seed);
}
