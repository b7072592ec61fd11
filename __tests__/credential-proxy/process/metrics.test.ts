import { describe, expect, test } from '@jest/globals';
import {
  createRequestCounters,
  renderExposition,
  type RequestCounters,
} from '../../../src/credential-proxy/process/metrics.ts';
import { auditEntry } from '../support.ts';

const IDLE = {
  sandboxes: [],
  gauges: { connections: 0, tunnels: 0, upstreamConnections: 0 },
  residentBytes: 1,
  pushes: { acked: 0, refused: 0 },
  auditLost: { file: 0, owner: 0 },
};

const linesOf = (meters: RequestCounters): string[] => renderExposition(meters.read(IDLE)).split('\n');

describe('the metrics of a credential proxy', () => {
  test('count requests by decision, and rejected requests by reason', () => {
    const meters = createRequestCounters();
    meters.count(auditEntry({ bytesUp: 3, bytesDown: 4 }));
    meters.count(auditEntry({ bytesUp: 1, bytesDown: 1 }));
    meters.count(auditEntry({ decision: 'deny', reason: 'blocked-address', rule: null }));
    meters.count(auditEntry({ decision: 'refuse', reason: 'wrong-token', sandbox: null, rule: null }));
    meters.count(auditEntry({ reason: 'upstream-certificate', status: 502 }));
    expect(linesOf(meters)).toEqual(
      expect.arrayContaining([
        'credential_proxy_requests_total{sandbox="sandbox-1",decision="inject"} 3',
        'credential_proxy_requests_total{sandbox="sandbox-1",decision="deny"} 1',
        'credential_proxy_requests_total{sandbox="",decision="refuse"} 1',
        'credential_proxy_refusals_total{sandbox="sandbox-1",reason="blocked-address"} 1',
        'credential_proxy_refusals_total{sandbox="sandbox-1",reason="upstream-certificate"} 1',
        'credential_proxy_refusals_total{sandbox="",reason="wrong-token"} 1',
        'credential_proxy_bytes_total{sandbox="sandbox-1",direction="up"} 4',
        'credential_proxy_bytes_total{sandbox="sandbox-1",direction="down"} 5',
      ]),
    );
  });

  // docs/credential-proxy/process.md#masked-total
  test('count masked secrets by rule, which reveals a host that echoes credentials', () => {
    const meters = createRequestCounters();
    meters.count(auditEntry({ masked: 2 }));
    meters.count(auditEntry({ masked: 1 }));
    expect(linesOf(meters)).toContain('credential_proxy_masked_total{sandbox="sandbox-1",rule="api"} 3');
  });

  test('count responses that could not be searched, separately for each rule', () => {
    const meters = createRequestCounters();
    for (const unsearched of [true, false, true]) meters.count(auditEntry({ unsearched }));
    expect(linesOf(meters)).toContain('credential_proxy_unsearched_total{sandbox="sandbox-1",rule="api"} 2');
  });

  // docs/credential-proxy/process.md#labels-metrics
  // docs/credential-proxy/process.md#metrics
  test('contain no host, path or method', () => {
    const meters = createRequestCounters();
    meters.count(auditEntry({ host: 'private.test', path: '/secret/path', method: 'PATCH' }));
    expect(linesOf(meters).join('\n')).not.toMatch(/private|secret|PATCH/);
  });

  test('do not contain a removed sandbox', () => {
    const meters = createRequestCounters();
    meters.count(auditEntry());
    meters.forget('sandbox-1');
    expect(linesOf(meters).join('\n')).not.toContain('sandbox-1');
  });

  test('have a limited number of lines, even with arbitrary reasons and rules', () => {
    const meters = createRequestCounters();
    for (let n = 0; n < 1000; n++) {
      meters.count(auditEntry({ decision: 'refuse', reason: `reason-${n}`, rule: `rule-${n}`, masked: 1 }));
    }
    const lines = linesOf(meters);
    expect(lines.length).toBeLessThan(300);
    expect(lines).toContain('credential_proxy_refusals_total{sandbox="sandbox-1",reason="other"} 900');
  });

  test("cannot be forged with a rule's name", () => {
    const meters = createRequestCounters();
    meters.count(auditEntry({ rule: 'a"} 1\nforged{x="\\', masked: 1 }));
    expect(linesOf(meters)).toContain(
      'credential_proxy_masked_total{sandbox="sandbox-1",rule="a\\"} 1\\nforged{x=\\"\\\\"} 1',
    );
  });
});
