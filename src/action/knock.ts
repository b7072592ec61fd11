import { ApiError } from '../clients/errors.ts';
import type { Transport } from '../clients/transport.ts';

/** The status that a GET of an address answers with; undefined: no answer. Sent once, without credentials. */
export type ProbeStatus = (url: string, signal: AbortSignal) => Promise<number | undefined>;

/** Real milliseconds. */
const LIMIT_MS = 5000;

/** Knocks through the same proxies as every other request. */
export function createProbeStatus(transport: Pick<Transport, 'call'>): ProbeStatus {
  return async (url, signal) => {
    try {
      const call = { method: 'GET', url: new URL(url), repeatable: false, tryTimeoutMs: LIMIT_MS } as const;
      return (await transport.call({ ...call, signal })).status;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ApiError)) throw error;
      return error.status;
    }
  };
}
