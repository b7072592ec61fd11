/** Prefix of the configuration keys under which the graph library passes internal objects. */
const LIBRARY_PREFIX = '__pregel_';
/** Prefix of the configuration keys under which graphs find the authenticated caller. */
const CALLER_PREFIX = 'langgraph_auth_';
/**
 * Configuration keys without a reserved prefix that only the agent server sets. The hosted service removes the same
 * keys.
 */
const SERVER_KEYS: ReadonlySet<string> = new Set([
  'langgraph_request_id',
  '__langsmith_project__',
  '__langsmith_example_id__',
  '__request_start_time_ms__',
  '__after_seconds__',
  '__otel_traceparent__',
  '__otel_tracestate__',
  '__dd_trace_headers__',
  '__context_provided__',
]);

const isOfLibrary = (key: string): boolean => key.startsWith(LIBRARY_PREFIX);
const isReserved = (key: string): boolean =>
  isOfLibrary(key) || key.startsWith(CALLER_PREFIX) || SERVER_KEYS.has(key);

/** Returns the values of a configuration without the graph library's internal keys. */
export function withoutLibraryKeys(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([key]) => !isOfLibrary(key)));
}

/**
 * Removes the keys that only the graph library and the agent server may set from a client's values. The values are
 * `config.configurable`, a context, or header fields that become part of a configuration.
 */
export function withoutReserved(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([key]) => !isReserved(key)));
}
