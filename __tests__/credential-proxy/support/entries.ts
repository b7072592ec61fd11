import type { AuditEntry } from '../../../src/credential-proxy/messages.ts';

/** An audit entry of a request that was let through with a header; what is given replaces that. */
export function auditEntry(given: Partial<AuditEntry> = {}): AuditEntry {
  return {
    at: '2026-01-01T00:00:00.000Z',
    sandbox: 'sandbox-1',
    revision: 1,
    rule: 'api',
    decision: 'inject',
    reason: 'rule-matched',
    scheme: 'https',
    host: 'api.test',
    port: 443,
    method: 'GET',
    path: '/repos/x',
    status: 200,
    bytesUp: 0,
    bytesDown: 0,
    ms: 1,
    injected: ['Authorization'],
    masked: 0,
    unsearched: false,
    ...given,
  };
}
