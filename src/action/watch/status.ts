import type { Tools } from '../deploy/tools.ts';
import type { StatusSettings } from '../inputs/settings.ts';
import { type Outcome, Stop } from '../outcome/outcome.ts';

/** Not written yet. */
export async function status(tools: Tools<StatusSettings>): Promise<Outcome> {
  throw new Stop('internal-error', `${tools.settings.verb} is not there yet`);
}
