import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { PodCertificateRequest } from '../../../../src/contract/pod-certificates.ts';
import {
  type ArtifactRouteDependencies,
  artifactRoutes,
} from '../../../../src/emulator/data-plane/artifacts/routes.ts';
import { HttpError } from '../../../../src/emulator/server/http-error.ts';

/** Corrupts a response before it is sent. Returns true if it sends its own response. */
export type CorruptResponse = (request: http.IncomingMessage, response: http.ServerResponse) => boolean;

/** Signs the certificate of a pod with a new CA, which no replica trusts. */
async function signCertificate(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  const certificates = await import('../../../../src/emulator/data-plane/certificates/certificates.ts');
  const [now, lifeMs] = [Date.now(), 3_600_000];
  const authority = await certificates.createAuthorityCertificate('agent-deploy test', now, lifeMs);
  const { request: signingRequest } = PodCertificateRequest.parse(await json(request));
  const signed = { request: signingRequest, name: 'pod.agents.internal' };
  const { certificate } = await certificates.signServerCertificate(authority, signed, now, lifeMs);
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ certificate, expires_at: now + lifeMs }));
}

/** Serves the routes for pods, and records the requests. */
export async function serveArtifacts(
  dependencies: ArtifactRouteDependencies,
  spoil: CorruptResponse = () => false,
) {
  const [manifest, archive] = artifactRoutes(dependencies);
  const asked: string[] = [];
  const server = http.createServer((request, response) => {
    const [, , revision_id = '', kind, digest] = (request.url ?? '').split('/');
    if (kind === 'certificate') return void signCertificate(request, response);
    asked.push(`${digest === undefined ? 'manifest' : 'piece'} ${request.headers.range ?? ''}`.trim());
    if (spoil(request, response)) return;
    const answer = async () => {
      const row = digest === undefined ? manifest : archive;
      const { signal } = new AbortController();
      const { headers } = request;
      const handled = await row?.handler({ params: { revision_id, digest }, headers, signal } as never);
      if (handled === undefined) return;
      if ('stream' in handled) return handled.stream(response);
      response.writeHead(handled.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(handled.body));
    };
    answer().catch((error: unknown) => {
      const [status, detail] =
        error instanceof HttpError ? [error.status, error.detail] : [500, String(error)];
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ detail }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
