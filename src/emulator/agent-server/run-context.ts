import { isJsonObject } from '../../contract/json-safety.ts';
import type { AgentLanguage } from '../ports/worker.ts';

interface Configured {
  config?: Record<string, unknown> | null | undefined;
  context?: unknown;
}

/**
 * Returns the reason to refuse a request, or `undefined` if the request is valid. A request for a Python graph must not
 * contain both a context and `config.configurable`.
 */
export function findContextConflict(
  { config, context }: Configured,
  language: AgentLanguage | undefined,
): string | undefined {
  if (language !== 'python' || !isFilled(config?.['configurable']) || !isFilled(context)) return undefined;
  return 'Set either config.configurable or context, not both: for a Python graph, they are the same and each contains the values of the other. Prefer context.';
}

/**
 * Returns the configuration and context for a graph of this language. For Python graphs, `config.configurable` and
 * `context` contain the same values. A request contains only one of the two fields, and `mirrorContext` fills the other
 * field.
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

/** Returns whether a value is an object with at least one key. */
function isFilled(value: unknown): value is Record<string, unknown> {
  return isJsonObject(value) && Object.keys(value).length > 0;
}
