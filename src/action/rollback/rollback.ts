import type { Tools } from '../deploy/tools.ts';
import type { RollbackSettings } from '../inputs/settings.ts';
import { type Outcome, Stop } from '../outcome/outcome.ts';

/** Not written yet. */
export async function rollback(tools: Tools<RollbackSettings>): Promise<Outcome> {
  throw new Stop('internal-error', `${tools.settings.verb} is not there yet`);
}
