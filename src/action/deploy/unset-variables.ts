import { displayPath } from '../pack/sizes.ts';
import type { DesiredDeployment } from '../inputs/settings.ts';
import type { CurrentDeployment } from '../plan/current.ts';
import type { VerbContext } from '../verb-context.ts';

const USUAL_CONFIG = 'langgraph.json';
const MAX_NAMED = 10;

/**
 * Reports the variables that the code reads although neither the secrets of this run, the deployment's current secrets
 * nor the configuration sets them. Reports nothing if the search in the code fails, or if the service hides the names
 * of the deployment's current variables.
 */
export async function reportUnsetVariables(
  { findNeededVariables, log }: Pick<VerbContext, 'findNeededVariables' | 'log'>,
  desired: DesiredDeployment,
  current: Pick<CurrentDeployment, 'secrets'> | undefined,
): Promise<void> {
  const { source, secrets = [], secretsStrategy, sourcePath = '.', graphConfigPath = USUAL_CONFIG } = desired;
  if (findNeededVariables === undefined || (source !== 'git_host' && source !== 'internal_source')) return;
  const isKept = current !== undefined && (desired.secrets === undefined || secretsStrategy === 'merge');
  if (isKept && current.secrets === undefined) return;
  const kept: readonly { name: string }[] = isKept ? (current.secrets ?? []) : [];
  const references = desired.secretReferences ?? [];
  const set = new Set([...secrets, ...references, ...kept].map(({ name }) => name));
  const found = await findNeededVariables({ source, sourcePath, graphConfigPath }).catch(() => []);
  const unset = found.filter(({ name }) => !set.has(name));
  if (unset.length === 0) return;
  const named = unset.slice(0, MAX_NAMED).map(({ name, foundIn }) => `${name} (${displayPath(foundIn)})`);
  const more = unset.length > MAX_NAMED ? ` and ${unset.length - MAX_NAMED} more` : '';
  log.line(
    `The code reads ${unset.length === 1 ? 'a variable' : 'variables'} that no input or file sets: ${named.join(', ')}${more}. Set ${unset.length === 1 ? 'it' : 'them'} in \`secrets\`, unless the agent works without.`,
  );
}
