import type { AssistantRow } from '../ports/store.ts';

/** What a run may say of its configuration. */
interface Configured {
  config?: Record<string, unknown> | null | undefined;
  context?: unknown;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `over` on top of `under`, key by key; what is no object replaces as a whole, and what is not said replaces nothing. */
function merged(under: Record<string, unknown>, over: unknown): unknown {
  if (over === undefined || over === null) return under;
  return isRecord(over) ? { ...under, ...over } : over;
}

/** A run's body with its assistant's configuration and context under its own. */
export function withAssistantConfig<T extends Configured>(
  body: T,
  { config, context }: Pick<AssistantRow, 'config' | 'context'>,
): T {
  const configurable = isRecord(config.configurable) ? config.configurable : {};
  const own = body.config ?? {};
  return {
    ...body,
    ...(Object.keys(config).length > 0 && {
      config: { ...config, ...own, configurable: merged(configurable, own.configurable) },
    }),
    ...(Object.keys(context).length > 0 && { context: merged(context, body.context) }),
  };
}
