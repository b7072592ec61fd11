import { createHash, type KeyObject, sign } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createCertificateAuthority } from './credential-proxy/certificate-authority.ts';

const MANIFEST = 'application/vnd.oci.image.manifest.v1+json';
const PAYLOAD = 'application/vnd.dev.cosign.simplesigning.v1+json';

/** Parts of a signature that differ from a valid signature. */
interface SignatureFlaws {
  /** Digest in the payload. */
  digest?: string;
  /** Repository in the payload, with its registry. */
  reference?: string;
  /** Content of the payload that is sent in place of the signed payload. */
  payload?: Buffer;
}

/** Registry of container images on the loopback interface, with https. */
export interface ContainerRegistry {
  /** Host and port. */
  host: string;
  /** Certificate of the authority that issued the registry's certificate. */
  ca: string;
  /** Method and path of each request, in order, with `(token)` or `(basic)` if it had credentials. */
  readonly requests: string[];
  /** Stores a manifest under a tag of a repository, and returns its digest. An existing tag moves. */
  push(repository: string, tag: string, content?: string): string;
  /** Signs an image as cosign does. */
  sign(repository: string, digest: string, privateKey: KeyObject, flaws?: SignatureFlaws): void;
  /** Replaces the response to requests for which `respond` returns true. */
  intercept(respond: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined): void;
  close(): Promise<void>;
}

interface RegistryOptions {
  /** `token` requires a token of the registry's token server, and `basic` requires the credentials themselves. */
  authentication?: 'token' | 'basic';
  /** Value of the header `authorization` that the token server requires, or that the registry requires with `basic`. */
  credentials?: string;
}

const digestOf = (content: Buffer | string): string =>
  `sha256:${createHash('sha256').update(content).digest('hex')}`;

/** Starts a registry of container images, whose images have only manifests. */
export async function startContainerRegistry({
  authentication,
  credentials,
}: RegistryOptions = {}): Promise<ContainerRegistry> {
  const authority = await createCertificateAuthority('an authority of a registry');
  const manifests = new Map<string, Buffer>();
  const blobs = new Map<string, Buffer>();
  const requests: string[] = [];
  let interceptor: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;
  let host = '';

  const put = (repository: string, reference: string, content: Buffer) => {
    const digest = digestOf(content);
    manifests.set(`${repository} ${reference}`, content);
    manifests.set(`${repository} ${digest}`, content);
    return digest;
  };
  const refuse = (response: ServerResponse) => {
    const scheme =
      authentication === 'token'
        ? `Bearer realm="https://${host}/token",service="tests"`
        : 'Basic realm="tests"';
    response.writeHead(401, { 'www-authenticate': scheme }).end();
  };
  const respond = (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', `https://${host}`);
    const { authorization = '' } = request.headers;
    const kind = { Bearer: ' (token)', Basic: ' (basic)' }[authorization.split(' ')[0] ?? ''] ?? '';
    requests.push(`${request.method ?? ''} ${pathname}${kind}`);
    if (interceptor?.(request, response) === true) return;
    if (pathname === '/token') {
      if (credentials !== undefined && authorization !== credentials) return refuse(response);
      response.end(JSON.stringify({ token: `for-${searchParams.get('scope') ?? ''}` }));
      return;
    }
    const found = /^\/v2\/(.+)\/(manifests|blobs)\/([^/]+)$/.exec(pathname);
    const [, repository = '', type, reference = ''] = found ?? [];
    const required =
      authentication === 'token' ? `Bearer for-repository:${repository}:pull` : (credentials ?? '');
    if (authentication !== undefined && authorization !== required) return refuse(response);
    const content =
      type === 'manifests'
        ? manifests.get(`${repository} ${reference}`)
        : blobs.get(`${repository} ${reference}`);
    if (content === undefined) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      'content-type': type === 'manifests' ? MANIFEST : 'application/octet-stream',
      ...(type === 'manifests' && { 'docker-content-digest': digestOf(content) }),
    });
    response.end(request.method === 'HEAD' ? undefined : content);
  };
  const certificate = await authority.issue(['127.0.0.1', 'localhost']);
  const server = createServer(certificate, respond);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    host,
    ca: authority.caPem,
    requests,
    push: (repository, tag, content = `content of ${tag}`) =>
      put(repository, tag, Buffer.from(JSON.stringify({ schemaVersion: 2, annotations: { content } }))),
    sign(repository, digest, privateKey, flaws = {}) {
      const payload = Buffer.from(
        JSON.stringify({
          critical: {
            identity: { 'docker-reference': flaws.reference ?? `${host}/${repository}` },
            image: { 'docker-manifest-digest': flaws.digest ?? digest },
            type: 'cosign container image signature',
          },
          optional: null,
        }),
      );
      const signature = sign('sha256', payload, privateKey).toString('base64');
      const content = flaws.payload ?? payload;
      blobs.set(`${repository} ${digestOf(content)}`, content);
      const layers = [
        {
          mediaType: PAYLOAD,
          size: content.length,
          digest: digestOf(content),
          annotations: { 'dev.cosignproject.cosign/signature': signature },
        },
      ];
      put(
        repository,
        `${digest.replace(':', '-')}.sig`,
        Buffer.from(JSON.stringify({ schemaVersion: 2, mediaType: MANIFEST, layers })),
      );
    },
    intercept(given) {
      interceptor = given;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
