import type { Collector } from './collector.ts';
import type { RawInputs } from './raw.ts';
import { parseUuid } from './scalars.ts';
import type { Target } from './settings.ts';
import { parseDeploymentName } from './texts.ts';

/** The deployment that is meant: exactly one of its name and its ID. */
export function takeTarget(collector: Collector, raw: RawInputs): Target | undefined {
  const name = collector.take('deployment-name', parseDeploymentName);
  const id = collector.take('deployment-id', parseUuid);
  if (raw['deployment-name'] !== undefined && raw['deployment-id'] !== undefined) {
    collector.complain('deployment-id', 'deployment-name is given too', 'Give exactly one of them.');
    return undefined;
  }
  if (raw['deployment-name'] === undefined && raw['deployment-id'] === undefined) {
    collector.complain(
      'deployment-name',
      'neither deployment-name nor deployment-id is given',
      'Give exactly one: a name creates the deployment when it does not exist yet.',
    );
  }
  if (name !== undefined) return { by: 'name', name };
  return id === undefined ? undefined : { by: 'id', id };
}
