import type { IncomingHttpHeaders } from 'node:http';

/** What opens doors, or concerns the way of the request through emulators, is never given to a graph, nor kept. */
const NEVER: ReadonlySet<string> = new Set([
  'x-api-key',
  'x-tenant-id',
  'x-service-key',
  'x-emulator-passed-on-by',
]);

/**
 * What of a request's headers its run's `config.configurable` holds: `x-…` and `user-agent`, by their names in lower
 * case (facts: local-clouds §1.8), without credentials.
 */
export function configurableFromHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || NEVER.has(name)) continue;
    if (name.startsWith('x-') || name === 'user-agent') {
      found[name] = Array.isArray(value) ? value.join(', ') : value;
    }
  }
  return found;
}
