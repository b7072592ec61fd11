// @peculiar/x509 requires this import to come first.
import 'reflect-metadata';
import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Pkcs10CertificateRequestGenerator } from '@peculiar/x509';
import { until } from '../../../../harness/until.ts';
import type { Clock } from '../../../../src/clients/clock.ts';
import {
  createSigningRequest,
  findRequestProblem,
} from '../../../../src/emulator/data-plane/certificates/certificates.ts';
import {
  AUTHORITY_LIFE_MS,
  CERTIFICATE_LIFE_MS,
  createPlaneAuthority,
  podServerName,
  SETTLE_MS,
} from '../../../../src/emulator/data-plane/certificates/plane-authority.ts';
import { ControlPlaneRefusedError } from '../../../../src/emulator/data-plane/artifacts/plane-client.ts';
import { startCertificateRenewal } from '../../../../src/emulator/data-plane/places/kubernetes/pod/certificate.ts';
import { type Plane, startPlane } from '../build-pod/plane.ts';

let plane: Plane;
let now = Date.now();
beforeEach(async () => {
  plane = await startPlane();
  now = Date.now();
});
afterEach(() => plane.close());

const replica = () => createPlaneAuthority(plane.store, { now: () => now });
const certificatesIn = (bundle: string) =>
  bundle
    .split(/(?<=-----END CERTIFICATE-----\n)/)
    .filter((text) => text.trim() !== '')
    .map((text) => new X509Certificate(text));
const sign = async (authority = replica(), name = 'pod.agents.internal') => {
  const { certificate } = await authority.sign((await createSigningRequest()).request, name);
  return new X509Certificate(certificate);
};
/** Returns the number of the CA, beginning with the oldest, that signed a certificate. */
const signerOf = async (leaf: X509Certificate) => {
  const stored = (await plane.store.authorities.list()).toReversed();
  return stored.findIndex(({ certificate }) => leaf.verify(new X509Certificate(certificate).publicKey));
};

// docs/kubernetes/keys.md#plane-ca-once
describe("the control plane's CA", () => {
  test('is created once, even if several replicas need it at the same time', async () => {
    await plane.begin();
    const replicas = Array.from({ length: 5 }, replica);
    const bundles = await Promise.all(replicas.map((one) => one.trusted()));
    expect(new Set(bundles).size).toBe(1);
    const [ca, ...others] = certificatesIn(bundles[0] ?? '');
    expect([ca?.ca, others]).toEqual([true, []]);
    const leaf = await sign();
    expect(ca && leaf.verify(ca.publicKey)).toBe(true);
    expect(leaf.checkHost('pod.agents.internal')).toBe('pod.agents.internal');
    expect(Date.parse(leaf.validTo) - now).toBeLessThanOrEqual(CERTIFICATE_LIFE_MS);
    expect(leaf.ca).toBe(false);
  });

  test('is replaced after half of its validity, and both CAs are trusted until the first expires', async () => {
    await plane.begin();
    const [first, second] = [replica(), replica()];
    await first.trusted();
    now += AUTHORITY_LIFE_MS / 2 + 1;
    await Promise.all([first.trusted(), second.trusted(), sign(first)]);
    expect(certificatesIn(await second.trusted())).toHaveLength(2);
    // The new CA signs once all replicas trust it.
    expect(await signerOf(await sign())).toBe(0);
    now += SETTLE_MS;
    expect(await signerOf(await sign())).toBe(1);
    now += AUTHORITY_LIFE_MS / 2;
    // The first CA has expired, and the third CA was created.
    expect(certificatesIn(await replica().trusted())).toHaveLength(2);
    expect((await plane.store.authorities.list()).map(({ generation }) => generation)).toEqual([3, 2]);
  });

  test('has a private key that is readable only with the keyring', async () => {
    await plane.begin();
    await replica().trusted();
    const [stored] = await plane.store.authorities.list();
    const key = await plane.store.authorities.keyOf(stored?.id ?? '');
    expect(createPrivateKey(key ?? '').asymmetricKeyType).toBe('ec');
    expect(JSON.stringify(stored)).not.toContain('PRIVATE KEY');
    expect(await plane.store.authorities.keyOf('unknown')).toBeUndefined();
  });

  test('signs only requests that are signed with their own P-256 key', async () => {
    const own = (await createSigningRequest()).request;
    expect(await findRequestProblem(own)).toBeUndefined();
    expect(await findRequestProblem('nonsense')).toContain('PEM');
    const bytes = Buffer.from(own.replaceAll(/-----.*?-----|\s/g, ''), 'base64');
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
    const changed = `-----BEGIN CERTIFICATE REQUEST-----\n${bytes.toString('base64')}\n-----END CERTIFICATE REQUEST-----\n`;
    expect(await findRequestProblem(changed)).toContain('not signed');
    const algorithm = { name: 'ECDSA', namedCurve: 'P-384', hash: 'SHA-384' };
    const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
    const other = await Pkcs10CertificateRequestGenerator.create({ keys, signingAlgorithm: algorithm });
    expect(await findRequestProblem(other.toString('pem'))).toContain('P-256');
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    expect(await findRequestProblem(publicKey.export({ type: 'spki', format: 'pem' }).toString())).toContain(
      'PEM',
    );
  });
});

// docs/kubernetes/tls.md#certificate-names
describe('the route for certificates', () => {
  const ask = async (revisionId: string, token: string, request: string) => {
    const response = await fetch(`${plane.url}/_pods/${revisionId}/certificate`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ request }),
    });
    return { status: response.status, body: (await response.json()) as { certificate: string } };
  };

  test('signs only for the revision whose token the request has, and ignores names in the request', async () => {
    const [{ deployment, revision }, other] = [await plane.begin(), await plane.begin()];
    const token = await plane.store.agentTokens.put(revision.id, 'token-of-the-pods');
    const foreign = await plane.store.agentTokens.put(other.revision.id, 'token-of-other-pods');
    const name = podServerName(other.deployment.id, other.revision.id);
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
    const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
    const greedy = await Pkcs10CertificateRequestGenerator.create({
      name: `CN=${name}`,
      keys,
      signingAlgorithm: algorithm,
    });
    const { status, body } = await ask(revision.id, token, greedy.toString('pem'));
    expect(status).toBe(200);
    const leaf = new X509Certificate(body.certificate);
    expect(leaf.subjectAltName).toBe(`DNS:${podServerName(deployment.id, revision.id)}`);
    expect(leaf.checkHost(name)).toBeUndefined();
    for (const wrong of [foreign, 'wrong', '']) {
      expect((await ask(revision.id, wrong, greedy.toString('pem'))).status).toBe(401);
    }
    expect((await ask(revision.id, token, 'nonsense')).status).toBe(400);
  });
});

// docs/kubernetes/tls.md#certificate-renewal
describe('the renewal of a certificate', () => {
  /** A clock that a test moves. `waiting` contains the ends of all sleeps. */
  const aClock = () => {
    let at = 1_000_000;
    const waiting: { end: number; wake: () => void }[] = [];
    const clock: Clock = {
      now: () => at,
      sleep: (ms, signal) =>
        new Promise((resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason as Error));
          waiting.push({ end: at + ms, wake: resolve });
        }),
    };
    const advance = async (ms: number) => {
      at += ms;
      for (const one of waiting.splice(0)) {
        if (one.end <= at) one.wake();
        else waiting.push(one);
      }
      await nextTurn();
    };
    return { clock, advance, waiting };
  };
  const LIFE = 100_000;

  /** Starts a renewal. `answer` fails to fail the request with the error. */
  const start = (fault: () => Error | undefined = () => undefined) => {
    const { clock, advance, waiting } = aClock();
    const over = new AbortController();
    const [requests, logged]: [string[], string[]] = [[], []];
    let used = 0;
    const authority = replica();
    const started = startCertificateRenewal({
      async request(text) {
        requests.push(text);
        const error = fault();
        if (error !== undefined) throw error;
        const { certificate } = await authority.sign(text, 'pod.agents.internal');
        return { certificate, expires_at: clock.now() + LIFE };
      },
      use: () => void (used += 1),
      log: (line) => void logged.push(line),
      clock,
      random: () => 0.5,
      signal: over.signal,
    });
    return { started, advance, waiting, requests, logged, used: () => used, end: () => over.abort() };
  };

  test('begins after half of the validity, with a new key', async () => {
    await plane.begin();
    const renewal = start();
    await renewal.started;
    expect(renewal.used()).toBe(1);
    await renewal.advance(LIFE / 2 - 1);
    expect(renewal.requests).toHaveLength(1);
    await renewal.advance(1);
    await until(() => renewal.used() === 2);
    expect(new Set(renewal.requests).size).toBe(2);
    renewal.end();
  });

  test('is repeated after a failure, with one line in the log', async () => {
    await plane.begin();
    let error: Error | undefined;
    const renewal = start(() => error);
    await renewal.started;
    error = new ControlPlaneRefusedError(401, 'the token is unknown');
    await renewal.advance(LIFE / 2);
    for (const count of [2, 3, 4]) {
      await until(() => renewal.requests.length === count && renewal.waiting.length === 1);
      await renewal.advance(60_000);
    }
    error = undefined;
    await until(() => renewal.waiting.length === 1);
    await renewal.advance(60_000);
    await until(() => renewal.used() === 2);
    expect(renewal.logged).toEqual([
      'The certificate of the pod cannot be renewed yet: the token is unknown',
    ]);
    renewal.end();
  });

  // docs/kubernetes/tls.md#older-links
  test('lets a pod start after 15 seconds if only replicas of an earlier version respond', async () => {
    await plane.begin();
    let error: Error | undefined = new ControlPlaneRefusedError(404, 'no such route');
    const renewal = start(() => error);
    for (let attempt = 1; attempt <= 15; attempt += 1) {
      await until(() => renewal.requests.length === attempt && renewal.waiting.length === 1);
      await renewal.advance(1_000);
    }
    await renewal.started;
    expect(renewal.used()).toBe(0);
    error = undefined;
    await until(() => renewal.waiting.length === 1);
    await renewal.advance(60_000);
    await until(() => renewal.used() === 1);
    renewal.end();
  });

  test('fails the start of a pod whose token is refused', async () => {
    const refused = new ControlPlaneRefusedError(401, 'the token is unknown');
    await expect(start(() => refused).started).rejects.toBe(refused);
  });
});
