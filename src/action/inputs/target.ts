import type { InputReader } from './collector.ts';
import type { RawInputs } from './raw.ts';
import { parseUuid } from './scalars.ts';
import type { Target } from './settings.ts';
import { parseDeploymentName } from './texts.ts';

/** The deployment that is meant: exactly one of its name and its ID. */
export function readTarget(collector: InputReader, raw: RawInputs): Target | undefined {
  const name = collector.read('deployment-name', parseDeploymentName);
  const id = collector.read('deployment-id', parseUuid);
  if (raw['deployment-name'] !== undefined && raw['deployment-id'] !== undefined) {
    collector.addProblem('deployment-id', 'deployment-name is given too', 'Give exactly one of them.');
    return undefined;
  }
  if (raw['deployment-name'] === undefined && raw['deployment-id'] === undefined) {
    collector.addProblem(
      'deployment-name',
      'neither deployment-name nor deployment-id is given',
      'Give exactly one: a name creates the deployment when it does not exist yet.',
    );
  }
  if (name !== undefined) return { by: 'name', name };
  return id === undefined ? undefined : { by: 'id', id };
}
