import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createSecureContext } from 'node:tls';
import { callbackify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import {
  createCertificateAuthority,
  type ServerCertificate,
} from './credential-proxy/certificate-authority.ts';
import { type ForwardProxy, startForwardProxy } from './forward-proxy.ts';

/** A published npm package, whose only version is 1.0.0. */
export interface PublishedPackage {
  name: string;
  /** Content of the package's `index.js`, an ES module. */
  source: string;
}

/** A network whose hosts are reachable only through a proxy that intercepts TLS with its own certificate authority. */
export interface InterceptedNetwork {
  /** URL of the proxy, behind which all hosts are the registry. */
  proxyUrl: string;
  /** Certificate of the proxy's authority in PEM format. */
  caPem: string;
  /** `host:port` of each requested tunnel, in order. */
  asked: readonly string[];
  close(): Promise<void>;
}

/** Starts the proxy, and the package registry behind it, both on the loopback interface. */
export async function startInterceptedNetwork(published: PublishedPackage): Promise<InterceptedNetwork> {
  const authority = await createCertificateAuthority('Intercepting proxy');
  const registry = createRegistry(await packageAnswers(published), (host) => authority.issue([host]));
  registry.listen(0, '127.0.0.1');
  await once(registry, 'listening');
  // A TCP server has an address with a port.
  const { port } = registry.address() as AddressInfo;
  const proxy: ForwardProxy = await startForwardProxy({ route: () => new URL(`http://127.0.0.1:${port}`) });
  return {
    proxyUrl: proxy.url,
    caPem: authority.caPem,
    asked: proxy.asked,
    close: async () => {
      await proxy.close();
      const closed = once(registry, 'close');
      registry.close();
      registry.closeAllConnections();
      await closed;
    },
  };
}

interface PackageAnswers {
  name: string;
  tarball: Buffer;
  /** Returns the registry's document about the package, whose tarball is on the requested host. */
  document(host: string): string;
}

async function packageAnswers({ name, source }: PublishedPackage): Promise<PackageAnswers> {
  const manifest = { name, version: '1.0.0', type: 'module', exports: './index.js' };
  const file = (path: string, body: string) => ({
    header: { name: `package/${path}`, size: body.length },
    body,
  });
  const tarball = gzipSync(
    await packTar([file('package.json', JSON.stringify(manifest)), file('index.js', source)]),
  );
  const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
  return {
    name,
    tarball,
    document: (host) => {
      const dist = { tarball: `https://${host}/${name}/-/${name}-1.0.0.tgz`, integrity };
      return JSON.stringify({
        name,
        'dist-tags': { latest: '1.0.0' },
        versions: { '1.0.0': { ...manifest, dist } },
      });
    },
  };
}

function createRegistry(
  answers: PackageAnswers,
  identityOf: (host: string) => Promise<ServerCertificate>,
): Server {
  const options = {
    SNICallback: callbackify(async (host: string) => createSecureContext(await identityOf(host))),
  };
  return createServer(options, (request, response) => {
    if (request.url === `/${answers.name}`) {
      response.setHeader('content-type', 'application/json');
      response.end(answers.document(request.headers.host ?? ''));
    } else if (request.url?.endsWith('.tgz')) response.end(answers.tarball);
    else response.writeHead(404).end('{}');
  });
}
