import { FaultPlan } from '../admin/fault-plan.ts';
import { parseYaml, readFlagFile } from './yaml-file.ts';

/**
 * Reads and validates a file of fault rules.
 * @throws UsageError with the file, the position and the problem.
 */
export async function readFaultsFile(file: string): Promise<FaultPlan> {
  return parseFaults(await readFlagFile(file, `--faults ${file}`), file);
}

/**
 * Parses and validates the text of a fault rules file. Error messages contain the path `file`.
 * @throws UsageError with the file, the position and the problem.
 */
export function parseFaults(text: string, file: string): FaultPlan {
  return parseYaml(text, `--faults ${file}`, FaultPlan);
}
