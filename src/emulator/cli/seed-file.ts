import { Seed } from '../admin/seed.ts';
import { parseYaml, readFlagFile } from './yaml-file.ts';

/**
 * Reads and validates a seed file.
 * @throws UsageError with the file, the position, the problem and a hint, never with a value.
 */
export async function readSeedFile(file: string): Promise<Seed> {
  return parseSeed(await readFlagFile(file, `--seed ${file}`), file);
}

/**
 * Parses and validates the text of a seed file. Error messages contain the path `file`.
 * @throws UsageError with the file, the position, the problem and a hint, never with a value.
 */
export function parseSeed(text: string, file: string): Seed {
  return parseYaml(text, `--seed ${file}`, Seed);
}
