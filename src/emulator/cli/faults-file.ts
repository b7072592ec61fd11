import { FaultPlan } from '../admin/fault-plan.ts';
import { parseYaml, readFlagFile } from './yaml-file.ts';

/** Reads and checks a file of fault rules. Throws UsageError with the file, the place and what is wrong there. */
export async function readFaultsFile(file: string): Promise<FaultPlan> {
  return parseFaults(await readFlagFile(file, `--faults ${file}`), file);
}

/** The same for its text; `file` is its name in messages. */
export function parseFaults(text: string, file: string): FaultPlan {
  return parseYaml(text, `--faults ${file}`, FaultPlan);
}
