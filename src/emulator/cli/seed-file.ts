import { Seed } from '../admin/seed.ts';
import { parseYaml, readFlagFile } from './yaml-file.ts';

/** Reads and checks a seed file. Throws UsageError with the file, the place, the problem and its hint; never a value. */
export async function readSeedFile(file: string): Promise<Seed> {
  return parseSeed(await readFlagFile(file, `--seed ${file}`), file);
}

/** The same for its text; `file` is its name in messages. */
export function parseSeed(text: string, file: string): Seed {
  return parseYaml(text, `--seed ${file}`, Seed);
}
