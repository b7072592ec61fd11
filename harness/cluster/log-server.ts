import { EventEmitter, once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';

/** Simulates the part of a kubelet from which an API server requests the logs of pods. */
export interface LogServer {
  readonly port: number;
  /** Replaces the output of all containers of a pod. */
  write(namespace: string, pod: string, lines: readonly string[]): void;
  /** Starts a container, whose earlier output becomes its previous log. */
  begin(namespace: string, pod: string, container: string): void;
  append(namespace: string, pod: string, container: string, line: string): void;
  /** Ends a container, so clients that follow its log receive no more lines. */
  finish(namespace: string, pod: string, container: string): void;
  /** Removes a pod and its logs. */
  end(namespace: string, pod: string): void;
  close(): Promise<void>;
}

interface Line {
  at: string;
  text: string;
}

/** Output of one run of a container. */
interface Log {
  lines: Line[];
  hasEnded: boolean;
}

/** Logs of the last two runs of each container, keyed by pod (`<namespace>/<name>`) and container. */
type Logs = Map<string, Map<string, Log[]>>;

/**
 * Serves logs on a free port of the loopback interface. Any caller is accepted, because a test's API server has no
 * client certificate.
 */
export async function serveLogs(tls: { cert: string; key: string }): Promise<LogServer> {
  const logs: Logs = new Map();
  const changes = new EventEmitter().setMaxListeners(0);
  const server = createServer(tls, (request, response) => {
    answer(request, response, logs, changes);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    write(namespace, pod, lines) {
      const log = lastOf(logs, `${namespace}/${pod}`, ALL);
      const at = new Date().toISOString();
      log.lines.push(...lines.slice(log.lines.length).map((text) => ({ at, text })));
      changes.emit(`${namespace}/${pod}`);
    },
    begin(namespace, pod, container) {
      const runs = runsOf(logs, `${namespace}/${pod}`, container);
      runs.push({ lines: [], hasEnded: false });
      if (runs.length > 2) runs.shift();
    },
    append(namespace, pod, container, text) {
      lastOf(logs, `${namespace}/${pod}`, container).lines.push({ at: new Date().toISOString(), text });
      changes.emit(`${namespace}/${pod}`);
    },
    finish(namespace, pod, container) {
      lastOf(logs, `${namespace}/${pod}`, container).hasEnded = true;
      changes.emit(`${namespace}/${pod}`);
    },
    end(namespace, pod) {
      const key = `${namespace}/${pod}`;
      for (const log of [...(logs.get(key)?.values() ?? [])].flat()) log.hasEnded = true;
      logs.delete(key);
      changes.emit(key);
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** Key for lines that belong to all containers of a pod. */
const ALL = '';

function runsOf(logs: Logs, pod: string, container: string): Log[] {
  const all = logs.get(pod) ?? new Map<string, Log[]>();
  logs.set(pod, all);
  const runs = all.get(container) ?? [];
  all.set(container, runs);
  return runs;
}

function lastOf(logs: Logs, pod: string, container: string): Log {
  const runs = runsOf(logs, pod, container);
  const log = runs.at(-1) ?? { lines: [], hasEnded: false };
  if (runs.length === 0) runs.push(log);
  return log;
}

/** Responds to `/containerLogs/<namespace>/<pod>/<container>` with the parameters that the product uses. */
function answer(request: IncomingMessage, response: ServerResponse, logs: Logs, changes: EventEmitter): void {
  const url = new URL(request.url ?? '/', 'https://kubelet');
  const [, kind, namespace = '', pod = '', container = ''] = url.pathname.split('/');
  const key = `${namespace}/${pod}`;
  const ofPod = logs.get(key);
  const runs = ofPod?.get(container);
  const set = (name: string) => url.searchParams.get(name) === 'true';
  if (kind !== 'containerLogs' || ofPod === undefined) {
    response.writeHead(404).end(`no logs of ${key}`);
    return;
  }
  const log = (set('previous') ? runs?.at(-2) : runs?.at(-1)) ?? (runs ? undefined : ofPod.get(ALL)?.at(-1));
  if (log === undefined) {
    const which = set('previous') ? 'previous terminated container' : 'container';
    response.writeHead(400).end(`${which} "${container}" in pod "${pod}" not found`);
    return;
  }
  const since = Date.parse(url.searchParams.get('sinceTime') ?? '') || 0;
  const tail = Number(url.searchParams.get('tailLines') ?? Number.POSITIVE_INFINITY);
  let sent = 0;
  const send = () => {
    const fresh = log.lines.slice(sent).filter(({ at }) => Date.parse(at) >= since);
    const some = sent === 0 && tail < fresh.length ? fresh.slice(fresh.length - tail) : fresh;
    sent = log.lines.length;
    response.write(some.map(({ at, text }) => `${set('timestamps') ? `${at} ` : ''}${text}\n`).join(''));
    if (log.hasEnded) response.end();
  };
  response.writeHead(200, { 'content-type': 'text/plain' });
  response.flushHeaders();
  send();
  if (!set('follow') || log.hasEnded) {
    response.end();
    return;
  }
  changes.on(key, send);
  response.once('close', () => changes.off(key, send));
}
