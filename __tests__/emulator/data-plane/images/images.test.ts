import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type ContainerRegistry, startContainerRegistry } from '../../../../harness/container-registry.ts';
import { parseImage } from '../../../../src/contract/image-reference.ts';
import type { ImageRules } from '../../../../src/contract/image-rules.ts';
import { createImagePins, type PinRequest } from '../../../../src/emulator/data-plane/images/image-pins.ts';
import {
  createRegistryClient,
  parseChallenge,
  type RegistryClient,
  type RegistryOptions,
} from '../../../../src/emulator/data-plane/images/registry.ts';

const LOOPBACK = ['127.0.0.0/8'];
const signal = new AbortController().signal;
const closing: (() => Promise<void>)[] = [];

/** Opens a client that trusts the registry, until the suite ends. */
function clientOf(
  { ca }: Pick<ContainerRegistry, 'ca'>,
  more: Partial<RegistryOptions> = {},
): RegistryClient {
  const client = createRegistryClient({ networks: LOOPBACK, proxies: { noProxy: '*' }, ca, ...more });
  closing.push(() => client.close());
  return client;
}

const image = (text: string) => {
  const parsed = parseImage(text);
  if (parsed === undefined) throw new Error(`${text} is not an image`);
  return parsed;
};
const tagOf = (text: string) => image(text).tag ?? 'latest';
const resolve = (client: RegistryClient, text: string) =>
  client.repository(image(text), signal).resolve(tagOf(text));

let registry: ContainerRegistry;
beforeAll(async () => {
  registry = await startContainerRegistry({ authentication: 'token' });
});
beforeEach(() => registry.intercept(undefined));
afterAll(async () => {
  await Promise.all(closing.map((close) => close()));
  await registry.close();
});

describe('the digest of a tag', () => {
  test('is found with an anonymous token of the token server of the registry', async () => {
    const digest = registry.push('team/agent', '1');
    registry.requests.length = 0;
    expect(await resolve(clientOf(registry), `${registry.host}/team/agent:1`)).toBe(digest);
    expect(registry.requests).toEqual([
      'HEAD /v2/team/agent/manifests/1',
      'GET /token',
      'HEAD /v2/team/agent/manifests/1 (token)',
    ]);
  });

  test('is computed from the manifest if the registry does not support HEAD requests', async () => {
    const digest = registry.push('team/agent', '2');
    registry.intercept(({ method, headers }, response) => {
      if (method !== 'HEAD' || headers.authorization === undefined) return false;
      response.writeHead(405).end();
      return true;
    });
    expect(await resolve(clientOf(registry), `${registry.host}/team/agent:2`)).toBe(digest);
  });

  test('is found with the credentials of a file in the format of docker login', async () => {
    const basic = `Basic ${Buffer.from('user:password').toString('base64')}`;
    const folder = await mkdtemp(path.join(tmpdir(), 'credentials-'));
    closing.push(() => rm(folder, { recursive: true }));
    const credentialsFile = path.join(folder, 'config.json');
    for (const authentication of ['basic', 'token'] as const) {
      const closed = await startContainerRegistry({ authentication, credentials: basic });
      const digest = closed.push('team/agent', '1');
      const named = `${closed.host}/team/agent:1`;
      await expect(resolve(clientOf(closed), named)).rejects.toMatchObject({ kind: 'denied' });
      const auths = { [`https://${closed.host}/v1/`]: { username: 'user', password: 'password' } };
      await writeFile(credentialsFile, JSON.stringify({ auths }));
      expect(await resolve(clientOf(closed, { credentialsFile }), named)).toBe(digest);
      await writeFile(credentialsFile, '{"password": "s3cret"}');
      await expect(resolve(clientOf(closed, { credentialsFile }), named)).rejects.toThrow(
        /^the file \S+ does not have the format of docker login \("auths"\)$/,
      );
      await closed.close();
    }
  });

  // docs/kubernetes/images.md#addresses
  test('is requested at the target of a redirect without the credentials of the registry', async () => {
    const target = await startContainerRegistry();
    const digest = target.push('team/agent', '1');
    registry.intercept(({ method, url = '', headers }, response) => {
      if (!url.startsWith('/v2/') || headers.authorization === undefined) return false;
      response.writeHead(method === 'HEAD' ? 405 : 307, { location: `https://${target.host}${url}` }).end();
      return true;
    });
    const client = clientOf({ ca: registry.ca + target.ca });
    expect(await resolve(client, `${registry.host}/team/agent:1`)).toBe(digest);
    expect(target.requests).toEqual(['GET /v2/team/agent/manifests/1']);
    await target.close();
  });

  type Answer = (response: ServerResponse) => void;
  const redirect =
    (location: string): Answer =>
    (response) =>
      response.writeHead(307, { location }).end();
  const challenge =
    (realm: string): Answer =>
    (response) =>
      response.writeHead(401, { 'www-authenticate': `Bearer realm="${realm}",service="x"` }).end();

  // docs/kubernetes/images.md#responses
  // docs/kubernetes/images.md#addresses
  test.each<[string, Answer, RegExp]>([
    [
      'redirects to the metadata service',
      redirect('https://169.254.169.254/latest'),
      /address of 169\.254\.169\.254 must not be a reserved address/,
    ],
    ['redirects to http', redirect('http://example.com/'), /only https URLs/],
    ['redirects without an end', redirect('?'), /invalid redirect/],
    ['names a token server without https', challenge('http://127.0.0.1:1/token'), /only https URLs/],
    ['names a token server with a password', challenge('https://a:b@127.0.0.1:1/'), /only https URLs/],
    ['names a private token server', challenge('https://10.0.0.1/token'), /must not be in a private network/],
    ['names a token server that is no URL', challenge('token'), /not a URL/],
    [
      'sends another content than its digest',
      (response) =>
        response.writeHead(200, { 'docker-content-digest': `sha256:${'0'.repeat(64)}` }).end('{}'),
      /does not have the digest sha256:0{64}/,
    ],
    [
      'sends a manifest without an end',
      (response) => response.writeHead(200).end(Buffer.alloc(5 * 1024 * 1024, 'x')),
      /has more than 4194304 bytes/,
    ],
    ['is overloaded', (response) => response.writeHead(503).end(), /responded with the status 503/],
  ])('is not accepted from a registry that %s', async (_what, answer, message) => {
    registry.intercept(({ method }, response) => {
      // Without support for HEAD, the client reads the manifest.
      if (method === 'HEAD') response.writeHead(405).end();
      else answer(response);
      return true;
    });
    await expect(resolve(clientOf(registry), `${registry.host}/team/agent:1`)).rejects.toThrow(message);
  });

  // docs/kubernetes/images.md#addresses
  // docs/security/emulator.md#cluster-images
  test('is not requested from private addresses and names of private addresses', async () => {
    const client = clientOf(registry, { networks: [] });
    registry.requests.length = 0;
    for (const host of [registry.host, registry.host.replace('127.0.0.1', 'localhost')]) {
      await expect(resolve(client, `${host}/team/agent:1`)).rejects.toThrow(
        /must not be this machine\. The control plane connects only to public addresses/,
      );
    }
    expect(registry.requests).toEqual([]);
  });

  test('is requested with the first challenge of a registry', () => {
    expect(parseChallenge('Bearer realm="https://a/t",service="s",realm="http://b"')).toEqual({
      scheme: 'bearer',
      realm: 'https://a/t',
      service: 's',
    });
    expect(parseChallenge('')).toMatchObject({ scheme: '', realm: undefined });
  });
});

describe('the images of a revision', () => {
  const lines: string[] = [];
  const request = (names: string[], recorded = {}): PinRequest => ({
    images: names,
    recorded,
    log: { write: (_kind, message) => void lines.push(message) },
    signal,
  });
  const pinsOf = (rules: ImageRules | undefined, more: Partial<RegistryOptions> = {}) =>
    createImagePins({ rules, registry: clientOf(registry, more) });
  const UNKNOWN = '127.0.0.1:1/team/agent:1';
  beforeEach(() => void (lines.length = 0));

  test('get the digests of their tags, and keep a recorded digest after a tag has moved', async () => {
    const named = `${registry.host}/team/moving:1`;
    const first = registry.push('team/moving', '1', 'first');
    const pins = pinsOf(undefined);
    const recorded = await pins.pin(request([named]));
    expect(recorded).toEqual({ [named]: first });
    const second = registry.push('team/moving', '1', 'second');
    expect(await pins.pin(request([named], recorded))).toEqual({ [named]: first });
    expect(await pins.pin(request([named, `${registry.host}/team/moving@${first}`]))).toEqual({
      [named]: second,
    });
    expect(await pinsOf({ digests: 'off' }).pin(request([named]))).toEqual({});
  });

  // docs/kubernetes/images.md#observed
  test('keep their tags if the registry cannot be asked, and the registry is then not asked again for a minute', async () => {
    let now = 0;
    const client = clientOf(registry);
    let asked = 0;
    const counting: RegistryClient = {
      ...client,
      repository: (...given) => {
        asked += 1;
        return client.repository(...given);
      },
    };
    const pins = createImagePins({ rules: undefined, registry: counting, now: () => now });
    for (const [time, count] of [
      [0, 1],
      [59_000, 1],
      [61_000, 2],
    ] as const) {
      now = time;
      expect(await pins.pin(request([UNKNOWN]))).toEqual({});
      expect(asked).toBe(count);
    }
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(
      /^The digest of the image \S+ is not known before .* \(127\.0\.0\.1:1 cannot be reached/,
    );
    expect(lines[1]).toContain('(127.0.0.1:1 could not be reached a moment ago)');
  });

  // docs/kubernetes/images.md#required
  test('fail with a reason if the policy requires digests and the registry cannot be asked', async () => {
    await expect(pinsOf({ digests: 'required' }).pin(request([UNKNOWN]))).rejects.toThrow(
      /^The digest of the image \S+ could not be found out, and the policy of this control plane requires it: .*cannot be reached .* Name the image by its digest/,
    );
    await expect(pinsOf({ digests: 'required' }).pin(request(['Not An Image']))).rejects.toThrow(
      'is invalid',
    );
    expect(await pinsOf(undefined).pin(request(['Not An Image']))).toEqual({});
  });

  // docs/kubernetes/images.md#signatures
  describe('that must be signed', () => {
    const [ours, other] = [
      generateKeyPairSync('ec', { namedCurve: 'P-256' }),
      generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    ];
    const pem = ours.publicKey.export({ type: 'spki', format: 'pem' }).toString();
    const rules = (): ImageRules => ({
      digests: 'off',
      signatures: [{ images: [`${registry.host}/signed/**`], keys: [pem] }],
    });
    const pin = (name: string, more: Partial<RegistryOptions> = {}) =>
      pinsOf(rules(), more).pin(request([`${registry.host}/signed/${name}`]));

    test('run by their digest if a signature was made with the key of the policy', async () => {
      const digest = registry.push('signed/good', '1');
      registry.sign('signed/good', digest, ours.privateKey);
      const named = `${registry.host}/signed/good:1`;
      const pins = pinsOf(rules());
      expect(await pins.pin(request([named]))).toEqual({ [named]: digest });
      expect(lines).toEqual([`The signature of the image ${named} (${digest}) is valid.`]);
      // The signature of a digest is verified once.
      registry.requests.length = 0;
      expect(await pins.pin(request([named], { [named]: digest }))).toEqual({ [named]: digest });
      expect(registry.requests).toEqual([]);
      // Images without a rule need no signature.
      expect(await pins.pin(request([`${registry.host}/team/agent:1`]))).toEqual({});
    });

    test.each<[string, (digest: string) => void, RegExp]>([
      ['have no signature', () => undefined, /the image has no signature \(the tag sha256-[0-9a-f]{64}\.sig/],
      [
        'are signed with another key',
        (digest) => registry.sign('signed/bad', digest, other.privateKey),
        /none of its signatures was made with a key of the policy/,
      ],
      [
        'have the signature of another image',
        (digest) =>
          registry.sign('signed/bad', digest, ours.privateKey, { digest: `sha256:${'1'.repeat(64)}` }),
        /its signature is for another image/,
      ],
      [
        'have the signature of another repository',
        (digest) =>
          registry.sign('signed/bad', digest, ours.privateKey, { reference: `${registry.host}/signed/x` }),
        /its signature is for an image in another repository/,
      ],
      [
        'have a changed payload',
        (digest) => registry.sign('signed/bad', digest, ours.privateKey, { payload: Buffer.from('{}') }),
        /none of its signatures was made with a key of the policy/,
      ],
      [
        'have a payload without an end',
        (digest) =>
          registry.sign('signed/bad', digest, ours.privateKey, { payload: Buffer.alloc(70_000, 'x') }),
        /its signatures could not be read: .* has more than 65536 bytes/,
      ],
      [
        'have a manifest of signatures that is not JSON',
        () =>
          registry.intercept(({ url = '' }, response) => {
            if (!url.endsWith('.sig')) return false;
            response.end('not JSON');
            return true;
          }),
        /the image has no signature/,
      ],
    ])('are refused if they %s', async (what, prepare, message) => {
      prepare(registry.push('signed/bad', '1', what));
      await expect(pin('bad:1')).rejects.toThrow(message);
      await expect(pin('bad:1')).rejects.toThrow(
        /^The image \S+ \(sha256:\S+\) may not run, .*cosign sign --key/,
      );
    });

    test('are refused if the registry cannot be asked, even if they name a digest', async () => {
      const named = `good@sha256:${'2'.repeat(64)}`;
      await expect(pin(named, { networks: [] })).rejects.toThrow(/its signatures could not be read/);
      await expect(pin('good:1', { networks: [] })).rejects.toThrow(/could not be found out/);
    });

    test('need a public key of the type ECDSA P-256', () => {
      const keys = [
        generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey,
        generateKeyPairSync('ed25519').publicKey,
      ].map((key) => key.export({ type: 'spki', format: 'pem' }).toString());
      for (const key of [...keys, 'no key']) {
        expect(() => pinsOf({ signatures: [{ images: ['**'], keys: [key] }] })).toThrow(
          '--cluster-settings: images.signatures.0.keys: must be a public key (PEM) of the type ECDSA P-256',
        );
      }
    });
  });
});
