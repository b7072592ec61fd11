import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type PeerCertificate, type SecureContext } from 'node:tls';
import { describe, expect, test } from '@jest/globals';
import {
  createCertificateAuthority,
  nextCertificateAuthorities,
  signingOrder,
} from '../../../src/credential-proxy/certificates/authority.ts';
import { createLeafCache, createTokenBucket } from '../../../src/credential-proxy/certificates/leaf-cache.ts';
import { names, stolen } from '../support.ts';

const HOUR = 3_600_000;
const NOW = Date.now();

/**
 * Returns whether a client that trusts this CA accepts this certificate for this host, according to Node and OpenSSL.
 */
async function verifyCertificate(
  caPem: string,
  host: string,
  server: { cert: string; key: string } | SecureContext,
) {
  const listening = createServer(
    'cert' in server ? server : { SNICallback: (_name, done) => done(null, server) },
    (socket) => socket.end(),
  );
  listening.on('tlsClientError', () => undefined);
  listening.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const address = listening.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const literal = /^[\d.]+$|:/.test(host);
  try {
    const socket = connect({
      host: '127.0.0.1',
      port,
      ca: caPem,
      ...(literal ? {} : { servername: host }),
      checkServerIdentity: (_asked: string, certificate: PeerCertificate) =>
        new X509Certificate(certificate.raw)[literal ? 'checkIP' : 'checkHost'](host) === undefined
          ? new Error('wrong host')
          : undefined,
    });
    await once(socket, 'secureConnect');
    socket.destroy();
    return 'taken';
  } catch (error) {
    return String(error);
  } finally {
    listening.close();
  }
}

describe('the CA of a sandbox', () => {
  test('signs certificates that clients accept for hosts of its rules', async () => {
    const ca = await createCertificateAuthority(
      names('api.test', '*.svc.test', '10.1.2.3', '[fd00::1]:8443'),
      NOW,
    );
    for (const host of ['api.test', 'a.svc.test', 'a.b.svc.test', '10.1.2.3', 'fd00::1']) {
      const leaf = await ca.sign(host, NOW);
      expect([
        host,
        await verifyCertificate(ca.certPem, host, { cert: leaf.certPem, key: leaf.keyPem }),
      ]).toEqual([host, 'taken']);
    }
  });

  // docs/credential-proxy/process.md#what-may-sign
  // docs/credential-proxy/process.md#ca
  test('has critical name constraints, so a stolen key is useless for other hosts', async () => {
    const cases: [string[], string][] = [
      [['api.test'], 'evil.test'],
      [['api.test'], 'xapi.test'],
      [['*.svc.test'], 'svc.test.evil'],
      [['api.test'], '10.1.2.3'],
      [['api.test'], 'fd00::1'],
      [['api.test', '10.1.2.3'], '10.1.2.4'],
      [['10.1.2.3'], 'evil.test'],
      [['10.1.2.3'], 'fd00::1'],
      [[], 'evil.test'],
      [[], '10.1.2.3'],
    ];
    for (const [patterns, host] of cases) {
      const thief = await stolen(names(...patterns), host);
      const verdict = expect.stringMatching(/(permitted|excluded) subtree violation/);
      expect([patterns, host, await verifyCertificate(thief.caPem, host, thief)]).toEqual([
        patterns,
        host,
        verdict,
      ]);
    }
  });

  test('signs no certificate for other hosts, for more than two days, or beyond its own expiry', async () => {
    const ca = await createCertificateAuthority(names('api.test'), NOW);
    await expect(ca.sign('evil.test', NOW)).rejects.toThrow('may not sign');
    const leaf = new X509Certificate((await ca.sign('api.test', NOW)).certPem);
    expect(leaf.validToDate.getTime() - NOW).toBeLessThanOrEqual(48 * HOUR);
    const late = await ca.sign('api.test', ca.notAfter - HOUR);
    expect(late.notAfter).toBe(ca.notAfter);
    const issuer = new X509Certificate(ca.certPem);
    expect(issuer.ca).toBe(true);
    expect(issuer.validToDate.getTime() - NOW).toBeLessThanOrEqual(7 * 24 * HOUR);
    expect(leaf.ca).toBe(false);
  });
});

describe('the CAs of a sandbox across revisions of its rules', () => {
  // docs/credential-proxy/process.md#other-hosts-rules
  test('stay the same until the hosts change, and still sign for known hosts after a change', async () => {
    const first = await nextCertificateAuthorities(null, names('api.test'), NOW);
    expect(await nextCertificateAuthorities(first, names('api.test'), NOW)).toBe(first);
    const second = await nextCertificateAuthorities(first, names('api.test', 'b.test'), NOW);
    expect(second).toHaveLength(2);
    expect(second[1]).toBe(first[0]);
    const known = signingOrder(second).find((one) => one.permits('api.test'));
    expect(known).toBe(first[0]);
    const added = signingOrder(second).find((one) => one.permits('b.test'));
    expect(added).toBe(second[0]);
    expect(await nextCertificateAuthorities(second, names('c.test'), NOW)).toHaveLength(2);
  });

  // docs/credential-proxy/process.md#ca-sandbox
  test('are replaced by the first push after half of their lifetime', async () => {
    const first = await nextCertificateAuthorities(null, names('api.test'), NOW);
    const later = await nextCertificateAuthorities(first, names('api.test'), NOW + 4 * 24 * HOUR);
    expect(later[0]).not.toBe(first[0]);
    expect(later[0].notAfter).toBeGreaterThan(first[0].notAfter);
  });
});

describe("the certificates of a sandbox's hosts", () => {
  const never = { take: () => true };

  /** Uses one leaf certificate for all hosts, because signing hundreds of certificates would slow down these tests. */
  async function quickAuthorities() {
    const [authority] = await nextCertificateAuthorities(null, names('*.svc.test'), NOW);
    const leaf = await authority.sign('a.svc.test', NOW);
    return [{ ...authority, sign: () => Promise.resolve(leaf) }];
  }

  test('are created only once per host, even for simultaneous connections', async () => {
    const authorities = await nextCertificateAuthorities(null, names('*.svc.test'), NOW);
    const leaves = createLeafCache(() => NOW, never);
    const minter = leaves.minterFor(authorities);
    const [a, b] = await Promise.all([minter.leafFor('a.svc.test'), minter.leafFor('a.svc.test')]);
    expect(a.kind === 'leaf' && b.kind === 'leaf' && a.context === b.context).toBe(true);
    expect(leaves.counters).toEqual({ minted: 1, found: 1, refused: 0 });
  });

  // docs/credential-proxy/process.md#hosts-certificate
  test('are cached for the 256 most recently used hosts', async () => {
    const authorities = await quickAuthorities();
    const leaves = createLeafCache(() => NOW, never);
    const minter = leaves.minterFor(authorities);
    for (let n = 0; n < 256; n++) await minter.leafFor(`h${n}.svc.test`);
    await minter.leafFor('h0.svc.test');
    await minter.leafFor('one-more.svc.test');
    expect(leaves.counters).toMatchObject({ minted: 257, found: 1 });
    await minter.leafFor('h0.svc.test');
    expect(leaves.counters).toMatchObject({ minted: 257, found: 2 });
    await minter.leafFor('h1.svc.test');
    expect(leaves.counters).toMatchObject({ minted: 258, found: 2 });
  });

  // docs/credential-proxy/process.md#flood-names
  // docs/credential-proxy/process.md#flood-names-mints-fifty-certificates-second-more-costs
  test('are limited to fifty new certificates per second, so one sandbox cannot slow down others', async () => {
    let now = NOW;
    const authorities = await quickAuthorities();
    const leaves = createLeafCache(() => now);
    const minter = leaves.minterFor(authorities);
    const kinds = async (from: number, count: number): Promise<string[]> => {
      const answers = [];
      for (let n = 0; n < count; n++) answers.push((await minter.leafFor(`h${from + n}.svc.test`)).kind);
      return answers;
    };
    expect(new Set(await kinds(0, 50))).toEqual(new Set(['leaf']));
    expect(await minter.leafFor('h51.svc.test')).toEqual({ kind: 'refused', reason: 'mint-limit' });
    expect((await minter.leafFor('h3.svc.test')).kind).toBe('leaf');
    now += 1000;
    expect(new Set(await kinds(100, 50))).toEqual(new Set(['leaf']));
  });

  // docs/credential-proxy/process.md#other-hosts
  test("are refused for hosts outside of the CAs' constraints", async () => {
    const authorities = await nextCertificateAuthorities(null, names('api.test'), NOW);
    const minter = createLeafCache(() => NOW).minterFor(authorities);
    expect(await minter.leafFor('evil.test')).toEqual({ kind: 'refused', reason: 'outside-constraints' });
  });

  // docs/credential-proxy/process.md#push-seven-days
  test('are renewed before they expire, and signed by the next CA after the first CA has expired', async () => {
    let now = NOW;
    const first = await nextCertificateAuthorities(null, names('api.test'), NOW);
    const leaves = createLeafCache(() => now, never);
    await leaves.minterFor(first).leafFor('api.test');
    now += 40 * HOUR;
    await leaves.minterFor(first).leafFor('api.test');
    expect(leaves.counters.minted).toBe(2);
    now = NOW + 7 * 24 * HOUR;
    expect(await leaves.minterFor(first).leafFor('api.test')).toEqual({
      kind: 'refused',
      reason: 'outside-constraints',
    });
    const next = await nextCertificateAuthorities(first, names('api.test'), now);
    expect((await leaves.minterFor(signingOrder(next)).leafFor('api.test')).kind).toBe('leaf');
  });
});

describe('the rate limit for new certificates', () => {
  test('allows a burst, and then only the average rate', () => {
    const limit = createTokenBucket(2);
    expect([limit.take(0), limit.take(0), limit.take(0)]).toEqual([true, true, false]);
    expect([limit.take(500), limit.take(500)]).toEqual([true, false]);
    expect([limit.take(60_000), limit.take(60_000), limit.take(60_000)]).toEqual([true, true, false]);
  });

  test('works even if the clock goes backwards', () => {
    const limit = createTokenBucket(1);
    expect(limit.take(10_000)).toBe(true);
    expect(limit.take(0)).toBe(false);
    expect(limit.take(500)).toBe(false);
  });
});
