import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createCertificateAuthority } from '../../../../harness/credential-proxy/certificate-authority.ts';

/** Loopback, and yet nothing that programs go to without their proxy. */
const ADDRESS = '127.0.0.2';

export type Upstream = Awaited<ReturnType<typeof startUpstream>>;

/** A site over TLS, signed by an authority of its own, that tells what it was asked with. */
export async function startUpstream() {
  const authority = await createCertificateAuthority('upstream of sandboxes');
  /** The headers of each request, in order. */
  const seen: Record<string, string | string[] | undefined>[] = [];
  const server = createServer(await authority.issue([ADDRESS]), (request, response) => {
    seen.push(request.headers);
    request.resume();
    // It says the credential back, as careless servers do.
    response.end(`${request.method} ${request.url} as ${request.headers.authorization ?? 'anonymous'}`);
  });
  server.listen(0, ADDRESS);
  await once(server, 'listening');
  const host = `${ADDRESS}:${(server.address() as AddressInfo).port}`;
  return {
    host,
    url: `https://${host}`,
    caPem: authority.caPem,
    seen,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
