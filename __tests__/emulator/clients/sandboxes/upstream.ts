import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createCertificateAuthority } from '../../../../harness/credential-proxy/certificate-authority.ts';
import type { ReceivedRequest } from '../../../../harness/credential-proxy/signature-verifier.ts';

/** Loopback address that programs reach only through their proxy. */
const ADDRESS = '127.0.0.2';

export type Upstream = Awaited<ReturnType<typeof startUpstream>>;

/** Starts a TLS server with its own certificate authority, whose responses repeat the requests. */
export async function startUpstream() {
  const authority = await createCertificateAuthority('upstream of sandboxes');
  /** Headers of each request, in order. */
  const seen: Record<string, string | string[] | undefined>[] = [];
  /** Requests with their bodies, in the order in which their bodies were complete. */
  const received: ReceivedRequest[] = [];
  const server = createServer(await authority.issue([ADDRESS]), (request, response) => {
    seen.push(request.headers);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', rawHeaders } = request;
      received.push({ method, url, rawHeaders, body: Buffer.concat(chunks) });
    });
    // The response repeats the credential, as careless servers do.
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
    received,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
