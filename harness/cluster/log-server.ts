import { EventEmitter, once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';

/** The part of a kubelet that an API server asks for the logs of pods. */
export interface LogServer {
  readonly port: number;
  /** Sets what the containers of a pod have printed so far. */
  write(namespace: string, pod: string, lines: readonly string[]): void;
  /** The pod is gone, and its logs with it. */
  end(namespace: string, pod: string): void;
  close(): Promise<void>;
}

interface Line {
  at: string;
  text: string;
}

/** Serves on a free port of the loopback interface, to any caller: an API server of a test has no certificate of its own. */
export async function serveLogs(tls: { cert: string; key: string }): Promise<LogServer> {
  const logs = new Map<string, Line[]>();
  const changes = new EventEmitter().setMaxListeners(0);
  const server = createServer(tls, (request, response) => {
    answer(request, response, logs, changes);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    write(namespace, pod, lines) {
      const key = `${namespace}/${pod}`;
      const known = logs.get(key) ?? [];
      const at = new Date().toISOString();
      logs.set(key, [...known, ...lines.slice(known.length).map((text) => ({ at, text }))]);
      changes.emit(key);
    },
    end(namespace, pod) {
      logs.delete(`${namespace}/${pod}`);
      changes.emit(`${namespace}/${pod}`);
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** `/containerLogs/<namespace>/<pod>/<container>`, with the parameters that the product uses. */
function answer(
  request: IncomingMessage,
  response: ServerResponse,
  logs: ReadonlyMap<string, readonly Line[]>,
  changes: EventEmitter,
): void {
  const url = new URL(request.url ?? '/', 'https://kubelet');
  const [, kind, namespace = '', pod = ''] = url.pathname.split('/');
  const key = `${namespace}/${pod}`;
  if (kind !== 'containerLogs' || !logs.has(key)) {
    response.writeHead(404).end(`no logs of ${key}`);
    return;
  }
  const set = (name: string) => url.searchParams.get(name) === 'true';
  const since = Date.parse(url.searchParams.get('sinceTime') ?? '') || 0;
  const tail = Number(url.searchParams.get('tailLines') ?? Number.POSITIVE_INFINITY);
  let sent = 0;
  const send = () => {
    const lines = logs.get(key);
    if (lines === undefined) {
      response.end();
      return;
    }
    const fresh = lines.slice(sent).filter(({ at }) => Date.parse(at) >= since);
    const some = sent === 0 && tail < fresh.length ? fresh.slice(fresh.length - tail) : fresh;
    sent = lines.length;
    response.write(some.map(({ at, text }) => `${set('timestamps') ? `${at} ` : ''}${text}\n`).join(''));
  };
  response.writeHead(200, { 'content-type': 'text/plain' });
  response.flushHeaders();
  send();
  if (!set('follow')) {
    response.end();
    return;
  }
  changes.on(key, send);
  response.once('close', () => changes.off(key, send));
}
