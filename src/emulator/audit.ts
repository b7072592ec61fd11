import type { IncomingMessage } from 'node:http';
import { addressBytes, inNetwork, type Network, parseNetwork } from '../credential-proxy/policy/network.ts';
import { errorMessage } from '../os/errors.ts';
import { isoTime } from './ports/clock.ts';
import type { EmulatorContext } from './ports/context.ts';
import type { AuditLog } from './ports/store.ts';
import type { RecordAudit } from './server/audit.ts';

const DAY_MS = 86_400_000;
/** Age after which an entry is removed. */
const MAX_AGE_MS = 90 * DAY_MS;
/** Maximum number of entries. */
const MAX_ENTRIES = 100_000;
/** Number of entries after which a process removes old entries. */
const SWEEP_EVERY = 500;
/** Maximum length of a stored path in characters. */
const MAX_PATH = 500;

/**
 * Creates the function that stores entries of the audit log and writes each to the log, or returns `undefined` if this
 * emulator keeps no audit log. An emulator on one machine keeps an audit log only with an admin key.
 */
export function createAuditRecorder({
  config,
  auditLog,
  redactText,
  log,
}: Pick<EmulatorContext, 'config' | 'redactText' | 'log'> & {
  auditLog: Pick<AuditLog, 'append' | 'expire'>;
}): RecordAudit | undefined {
  if (config.runtime !== 'kubernetes' && config.adminKeys.length === 0) return undefined;
  const proxies = config.trustedProxies.flatMap((text) => parseNetwork(text) ?? []);
  let appended = 0;
  return async ({ workspaceId, key, method, route, path, createdId, status }, request) => {
    const at = Date.now();
    const entry = {
      at,
      workspaceId: workspaceId ?? null,
      keyId: key.id,
      keyName: key.name ?? null,
      method,
      route,
      // A secret must not be cut, because its beginning would then be unknown.
      path: redactText(path).slice(0, MAX_PATH),
      createdId: createdId ?? null,
      status,
      source: clientAddress(request, proxies) ?? null,
    };
    const name = key.name === undefined ? key.id : `${key.id} (${key.name})`;
    log(`audit: ${name} ${method} ${entry.path}: ${status}`, {
      level: 'info',
      audit: { ...entry, at: isoTime(at) },
    });
    try {
      await auditLog.append(entry);
      if (appended % SWEEP_EVERY === 0) {
        await auditLog.expire({ before: at - MAX_AGE_MS, keep: MAX_ENTRIES });
      }
      appended += 1;
    } catch (error) {
      // The change itself was made, so its response must still be sent. The line above contains the entry.
      log(`audit: the entry could not be stored, and is only in the log: ${errorMessage(error)}`);
    }
  };
}

/**
 * Returns the address of the client, or `undefined` if no trusted proxy reported it. Any client can send
 * `X-Forwarded-For`, so only the part that trusted proxies added counts: the last address that is not such a proxy.
 */
export function clientAddress(
  { socket, headers }: Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string | undefined } },
  proxies: readonly Network[],
): string | undefined {
  const isProxy = (address: string) => {
    const bytes = addressBytes(address);
    return bytes !== undefined && proxies.some((network) => inNetwork(network, bytes));
  };
  if (proxies.length === 0 || socket.remoteAddress === undefined) return undefined;
  const sent = [headers['x-forwarded-for'] ?? []].flat().join(',');
  const hops = [...sent.split(',').map((one) => one.trim()), socket.remoteAddress];
  for (const hop of hops.toReversed()) {
    if (isProxy(hop)) continue;
    return addressBytes(hop) === undefined ? undefined : hop;
  }
  return undefined;
}

/**
 * Returns an audit log that appends to the log of the current instance if the own store is closed, because a reset
 * replaces the instance before its own entry is stored.
 */
export function lastingAuditLog(own: AuditLog, current: () => Promise<AuditLog>): AuditLog {
  return {
    ...own,
    async append(entry) {
      try {
        await own.append(entry);
      } catch (error) {
        const next = await current();
        if (next === own) throw error;
        await next.append(entry);
      }
    },
  };
}
