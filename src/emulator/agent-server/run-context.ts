import { isJsonObject } from '../../contract/json-safety.ts';
import type { AgentLanguage } from '../ports/worker.ts';

interface Configured {
  config?: Record<string, unknown> | null | undefined;
  context?: unknown;
}

/** The refusal of a request that gives a Python graph both; undefined: it does not. */
export function findContextConflict(
  { config, context }: Configured,
  language: AgentLanguage | undefined,
): string | undefined {
  if (language !== 'python' || !isFilled(config?.['configurable']) || !isFilled(context)) return undefined;
  return 'Give either config.configurable or context: to a Python graph they are one thing, and each holds what the other does. Prefer context.';
}

/**
 * A configuration and a context as a graph of this language gets them. To a Python graph `config.configurable` and `context`
 * are one thing under two names: a request gives either, and both hold it.
 */
export function mirrorContext<T extends Configured>(
  { config, context }: T,
  language: AgentLanguage | undefined,
): Pick<T, 'config' | 'context'> {
  if (language !== 'python') return { config, context };
  if (isFilled(context)) return { config: { ...config, configurable: { ...context } }, context };
  const configurable = config?.['configurable'];
  return { config, context: isFilled(configurable) ? { ...configurable } : context };
}

/** Whether a value is an object with at least one key. */
function isFilled(value: unknown): value is Record<string, unknown> {
  return isJsonObject(value) && Object.keys(value).length > 0;
}
