import { createHash } from 'node:crypto';
import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { refuseOutside } from '../../../clients/address-rules.ts';
import type { Dispatcher } from '../../../clients/dispatcher.ts';
import { exchange, type WireResponse } from '../../../clients/exchange.ts';
import type { ProxySettings } from '../../../clients/network-environment.ts';
import { type ImageReference, isDigest, repositoryUrl } from '../../../contract/image-reference.ts';
import { MANIFEST_TYPES, RegistryCredentials, RegistryToken } from '../../../contract/registry.ts';
import { errorMessage } from '../../../os/errors.ts';
import { readFileOrPipe, WRITTEN_MAX_BYTES } from '../../../os/plain-file.ts';

export interface RegistryOptions {
  /** Private networks that the control plane may reach for a registry, in CIDR notation. */
  networks: readonly string[];
  proxies: ProxySettings;
  /** Path of a file with credentials for registries in the format of `docker login`, or `undefined`. */
  credentialsFile?: string | undefined;
  /** Certificates (PEM) that replace the default certificates. */
  ca?: string | undefined;
  /** Maximum time of one request in milliseconds. */
  timeoutMs?: number;
}

/** A repository of a registry. All functions throw RegistryError. */
export interface Repository {
  /** Returns the digest of the manifest to which a tag points. */
  resolve(tag: string): Promise<string>;
  /** Returns a manifest by its tag or digest. A manifest with another content than its digest is refused. */
  manifest(reference: string): Promise<Buffer>;
  /** Returns the content of a blob, which must have this digest. */
  blob(digest: string, maxBytes: number): Promise<Buffer>;
}

export interface RegistryClient {
  repository(image: ImageReference, signal: AbortSignal): Repository;
  close(): Promise<void>;
}

/**
 * Failure of a registry. `unreachable`: there was no usable response; `denied`: the registry requires other credentials;
 * `missing`: the registry does not have the object; `invalid`: the response contradicts itself or the rules.
 */
export class RegistryError extends Error {
  override readonly name = 'RegistryError';
  readonly kind: 'unreachable' | 'denied' | 'missing' | 'invalid';

  constructor(kind: RegistryError['kind'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

const REQUEST_MS = 5_000;
/** Maximum size of a manifest according to the specification of registries. */
const MANIFEST_BYTES = 4 * 1024 * 1024;
const TOKEN_BYTES = 64 * 1024;
const MAX_REDIRECTS = 4;

/**
 * Creates the client of registries. The names of images, the token servers and the redirects are chosen by developers of
 * agents and by registries, so the client uses only https, and connects only to public addresses and to `networks`.
 * Behind a proxy, the proxy decides which addresses a host name may have.
 */
export function createRegistryClient(options: RegistryOptions): RegistryClient {
  const { networks, proxies, ca, timeoutMs = REQUEST_MS } = options;
  let dispatcher: Promise<Dispatcher> | undefined;
  const open = () => {
    dispatcher ??= import('../../../clients/dispatcher.ts').then(({ openDispatcher }) =>
      openDispatcher({ proxies, connectTimeoutMs: timeoutMs, ca, lookup: guardedLookup(networks) }),
    );
    return dispatcher;
  };
  const send: Send = async (request, signal) => {
    const { url, method = 'GET', headers = {}, maxBytes } = request;
    checkUrl(url, networks);
    const result = await exchange(await open(), { method, url, headers, timeoutMs, maxBytes, signal });
    if (result.kind === 'answer') return result.answer;
    if (result.kind === 'too-large') {
      throw new RegistryError('invalid', `the response of ${url.host} has more than ${maxBytes} bytes`);
    }
    if (result.kind === 'timeout') {
      throw new RegistryError('unreachable', `${url.host} did not respond within ${timeoutMs / 1000} s`);
    }
    const { cause } = result;
    if (cause instanceof RegistryError) throw cause;
    throw new RegistryError('unreachable', `${url.host} cannot be reached (${errorMessage(cause)})`, {
      cause,
    });
  };
  return {
    repository: (image, signal) =>
      openRepository(createGet({ image, send, credentialsFile: options.credentialsFile, signal }), image),
    async close() {
      await (await dispatcher)?.destroy();
    },
  };
}

/** Sends one request. @throws RegistryError without a response. */
type Send = (request: RegistryRequest, signal: AbortSignal) => Promise<WireResponse>;
/** Requests a path of a repository. @throws RegistryError if the status is not 200. */
type Get = (path: string, request: Omit<RegistryRequest, 'url'>) => Promise<WireResponse>;

function openRepository(get: Get, image: ImageReference): Repository {
  const { host } = new URL(repositoryUrl(image));
  const accept = { accept: MANIFEST_TYPES.join(', ') };
  const manifest = async (reference: string): Promise<Buffer> => {
    const { body, headers } = await get(`manifests/${reference}`, {
      maxBytes: MANIFEST_BYTES,
      headers: accept,
    });
    const content = Buffer.from(body);
    const named = isDigest(reference) ? reference : digestHeader(headers);
    if (named !== undefined) requireDigest(content, named, host);
    return content;
  };
  return {
    manifest,
    async resolve(tag) {
      // A HEAD request does not count as a pull. Nodes verify that the content of the image has the digest.
      const head = await get(`manifests/${tag}`, {
        method: 'HEAD',
        maxBytes: MANIFEST_BYTES,
        headers: accept,
      }).catch((error: unknown) => {
        // Some registries do not support HEAD requests.
        if (error instanceof RegistryError && error.kind === 'invalid') return undefined;
        throw error;
      });
      return (head && digestHeader(head.headers)) ?? digestOf(await manifest(tag));
    },
    async blob(digest, maxBytes) {
      if (!isDigest(digest)) throw new RegistryError('invalid', `${host} sent an invalid digest`);
      const { body } = await get(`blobs/${digest}`, { maxBytes });
      const content = Buffer.from(body);
      requireDigest(content, digest, host);
      return content;
    },
  };
}

interface RepositoryContext {
  image: ImageReference;
  send: Send;
  credentialsFile: string | undefined;
  signal: AbortSignal;
}

/** Returns a function that requests paths of a repository, with a token as soon as the registry requires one. */
function createGet({ image, send, credentialsFile, signal }: RepositoryContext): Get {
  const base = repositoryUrl(image);
  const { host } = new URL(base);
  let authorization: string | undefined;

  const authorize = async (response: WireResponse): Promise<string> => {
    const header = response.headers.find(([name]) => name === 'www-authenticate')?.[1] ?? '';
    const challenge = parseChallenge(header);
    const basic = await credentialsOf(credentialsFile, image.host);
    if (challenge.scheme === 'basic' && basic !== undefined) return basic;
    if (challenge.scheme !== 'bearer' || challenge.realm === undefined) throw refusal(401, host);
    const realm = URL.parse(challenge.realm);
    if (realm === null) {
      throw new RegistryError('invalid', `the token server of ${host} is not a URL`);
    }
    if (challenge.service !== undefined) realm.searchParams.set('service', challenge.service);
    realm.searchParams.set('scope', `repository:${image.repository}:pull`);
    const headers = basic === undefined ? {} : { authorization: basic };
    const granted = await send({ url: realm, maxBytes: TOKEN_BYTES, headers }, signal);
    if (granted.status !== 200) throw refusal(granted.status, realm.host);
    const { token, access_token: other } = RegistryToken.catch({}).parse(parseJson(granted.body));
    const found = token ?? other ?? '';
    if (!/^[\x21-\x7e]+$/.test(found)) {
      throw new RegistryError('invalid', `${realm.host} responded without a token`);
    }
    return `Bearer ${found}`;
  };

  return async (path, request) => {
    const url = new URL(`${base}/${path}`);
    const attempt = () => {
      const headers = { ...request.headers, ...(authorization !== undefined && { authorization }) };
      return follow({ ...request, url, headers }, send, signal);
    };
    let response = await attempt();
    if (response.status === 401 && authorization === undefined) {
      authorization = await authorize(response);
      response = await attempt();
    }
    if (response.status === 200) return response;
    throw refusal(response.status, host);
  };
}

/** Follows redirects. A redirect to another origin does not receive the credentials. */
async function follow(request: RegistryRequest, send: Send, signal: AbortSignal): Promise<WireResponse> {
  let { url, headers = {} } = request;
  for (let redirects = 0; ; redirects += 1) {
    const response = await send({ ...request, url, headers }, signal);
    if (![301, 302, 303, 307, 308].includes(response.status)) return response;
    const next = response.location === undefined ? null : URL.parse(response.location, url.href);
    if (next === null || redirects === MAX_REDIRECTS) {
      throw new RegistryError('invalid', `${url.host} responded with an invalid redirect`);
    }
    if (next.origin !== url.origin) {
      const { authorization: _, ...rest } = headers;
      headers = rest;
    }
    url = next;
  }
}

interface RegistryRequest {
  url: URL;
  method?: 'GET' | 'HEAD';
  headers?: Record<string, string>;
  maxBytes: number;
}

const REFUSED = 'The control plane connects only to public addresses, and to networks in images.networks';

/** Refuses URLs that the client must not request. The addresses of host names are checked at the look-up. */
function checkUrl(url: URL, networks: readonly string[]): void {
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') {
    throw new RegistryError('invalid', `${url.host}: only https URLs without credentials are permitted`);
  }
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const refused = isIP(host) === 0 ? undefined : refuseOutside(host, networks);
  if (refused !== undefined)
    throw new RegistryError('unreachable', `the address of ${url.host} ${refused}. ${REFUSED}`);
}

/** Returns a look-up that fails if a host has an address that is not permitted. */
const guardedLookup =
  (networks: readonly string[]): LookupFunction =>
  (host, options, done) => {
    lookup(host, { ...options, all: true }, (error, found) => {
      const refused = error
        ? undefined
        : found.map(({ address }) => refuseOutside(address, networks)).find((one) => one !== undefined);
      const [first] = found ?? [];
      if (error !== null) done(error, []);
      else if (refused !== undefined) {
        done(new RegistryError('unreachable', `the address of ${host} ${refused}. ${REFUSED}`), []);
      } else if (options.all === true) done(null, found);
      else done(null, first?.address ?? '', first?.family);
    });
  };

function refusal(status: number, host: string): RegistryError {
  if (status === 404) return new RegistryError('missing', `${host} does not have it`);
  if (status === 401 || status === 403) {
    return new RegistryError('denied', `${host} requires credentials that the control plane does not have`);
  }
  const kind = status === 429 || status >= 500 ? 'unreachable' : 'invalid';
  return new RegistryError(kind, `${host} responded with the status ${status}`);
}

const digestOf = (content: Buffer, algorithm = 'sha256'): string =>
  `${algorithm}:${createHash(algorithm).update(content).digest('hex')}`;

function requireDigest(content: Buffer, digest: string, host: string): void {
  if (digestOf(content, digest.split(':')[0]) === digest) return;
  throw new RegistryError(
    'invalid',
    `${host} responded with a content that does not have the digest ${digest}`,
  );
}

function digestHeader(headers: WireResponse['headers']): string | undefined {
  const value = headers.find(([name]) => name === 'docker-content-digest')?.[1];
  return value !== undefined && isDigest(value) ? value : undefined;
}

interface Challenge {
  scheme: string;
  realm?: string | undefined;
  service?: string | undefined;
}

/** Parses a `WWW-Authenticate` header. Only the first challenge is read. */
export function parseChallenge(header: string): Challenge {
  const [scheme = ''] = header.split(' ', 1);
  const values = new Map<string, string>();
  for (const [, name = '', value = ''] of header.matchAll(/\b([a-z]{1,20})="([^"]{0,2000})"/g)) {
    if (!values.has(name)) values.set(name, value);
  }
  return { scheme: scheme.toLowerCase(), realm: values.get('realm'), service: values.get('service') };
}

/**
 * Returns the header with the configured credentials for a registry, or `undefined` without credentials. The file is read
 * each time, because a mounted Secret can change.
 * @throws RegistryError if the file cannot be used. The message never contains the file's content.
 */
async function credentialsOf(file: string | undefined, host: string): Promise<string | undefined> {
  if (file === undefined) return undefined;
  const content = await readFileOrPipe(file, { maxBytes: WRITTEN_MAX_BYTES }).catch((cause: unknown) => {
    throw new RegistryError('denied', `the file ${file} with credentials cannot be read`, { cause });
  });
  const parsed = RegistryCredentials.safeParse(parseJson(content.toString()));
  if (!parsed.success) {
    throw new RegistryError('denied', `the file ${file} does not have the format of docker login ("auths")`);
  }
  for (const [name, { auth, username, password }] of Object.entries(parsed.data.auths)) {
    if (hostOfCredentials(name) !== host) continue;
    if (username !== undefined && password !== undefined) {
      return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
    }
    if (auth !== undefined && /^[\w+/=-]+$/.test(auth)) return `Basic ${auth}`;
  }
  return undefined;
}

/** Returns the registry of an entry such as `https://index.docker.io/v1/` or `registry.example:5000`. */
function hostOfCredentials(name: string): string {
  const host =
    name
      .replace(/^https?:\/\//, '')
      .split('/', 1)[0]
      ?.toLowerCase() ?? '';
  return host === 'index.docker.io' || host === 'registry-1.docker.io' ? 'docker.io' : host;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
