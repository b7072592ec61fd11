import { createServer, type IncomingMessage, request as forward, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import * as z from 'zod';

const Info = z.looseObject({
  instance_flags: z.record(z.string(), z.unknown()),
  batch_ingest_config: z.record(z.string(), z.unknown()),
});

/** Changes to the abilities in the response of GET /info. */
export interface InfoChange {
  instance_flags?: Record<string, unknown>;
  batch_ingest_config?: Record<string, unknown>;
}

export interface InfoProxy {
  url: string;
  /** Requests so far, as `METHOD /path`, with the encoding of a compressed body. */
  seen: string[];
  close(): void;
}

/**
 * Forwards requests to the tracing API and changes the abilities that it reports, so that clients choose other routes
 * and compressions.
 */
export async function startInfoProxy(target: string, change: InfoChange): Promise<InfoProxy> {
  const seen: string[] = [];
  const answerInfo = async (answer: IncomingMessage, response: ServerResponse) => {
    const info = Info.parse(await json(answer));
    const body = JSON.stringify({
      ...info,
      instance_flags: { ...info.instance_flags, ...change.instance_flags },
      batch_ingest_config: { ...info.batch_ingest_config, ...change.batch_ingest_config },
    });
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  };
  const server = createServer((request, response) => {
    const { method = '', headers } = request;
    const url = new URL(request.url ?? '/', target);
    const encoding = headers['content-encoding'];
    seen.push(`${method} ${url.pathname}${encoding === undefined ? '' : ` ${encoding}`}`);
    const passed = forward(url, { method, headers }, (answer) => {
      if (url.pathname.endsWith('/info')) {
        answerInfo(answer, response).catch((error: unknown) => response.destroy(error as Error));
        return;
      }
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    request.pipe(passed);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
