import http from 'node:http';
import { randomUUID } from 'node:crypto';
import { WAIT_LIMIT_MS } from '../../../../harness/hang-limit.ts';
import type { Tables } from './world.ts';
import type { GeneratedRequest } from './generate-requests.ts';

/** A complete request. */
export interface Sent {
  method: string;
  target: string;
  headers: Record<string, string>;
  body: string | Buffer | undefined;
}

export interface ReceivedResponse {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
}

/** Values that appear only in responses and not in a table: paths of uploads, and pending sign-ins. */
export type Remembered = Map<string, string[]>;

const KEPT = 4;

/** Stores the upload paths, uploads and sign-ins in a response, newest first. */
export function remember(remembered: Remembered, body: Record<string, unknown>): void {
  const url = body['upload_url'];
  const { pathname, search } = typeof url === 'string' ? new URL(url) : { pathname: '', search: '' };
  for (const [kind, reported] of [
    ['object', body['object_path']],
    ['auth', body['auth_id']],
    ['put', pathname === '' ? undefined : pathname + search],
  ] as const) {
    if (typeof reported !== 'string') continue;
    remembered.set(kind, [reported, ...(remembered.get(kind) ?? [])].slice(0, KEPT));
  }
}

/** Replaces the references in a generated request with IDs of existing objects. */
export function addressed(
  wish: GeneratedRequest,
  apiKey: string,
  tables: Tables,
  remembered: Remembered,
): Sent {
  let deployment: string | undefined;
  let thread: string | undefined;
  const column = (table: string, name: string, of: (row: Tables[string][number]) => boolean = () => true) =>
    (tables[table] ?? []).filter(of).map((row) => String(row[name]));
  const inDeployment = (row: Tables[string][number]) => row['deployment_id'] === deployment;
  const known: Record<string, () => string[]> = {
    deployment: () => column('deployments', 'id'),
    revision: () => column('revisions', 'id', inDeployment),
    listener: () => column('listeners', 'id'),
    integration: () => column('integrations', 'id'),
    thread: () => column('threads', 'id', inDeployment),
    run: () => column('runs', 'id', (row) => row['thread_id'] === thread),
    session: () => column('projects', 'id'),
    provider: () => ['provider-0', 'provider-1', 'provider-2'],
  };
  const fill = (text: string) =>
    text.replaceAll(/@([a-z]+):(\d+)/g, (_, kind: string, index: string) => {
      const all = known[kind]?.() ?? remembered.get(kind) ?? [];
      // One choice more than the number of objects makes the request sometimes use an unknown ID.
      const found = all[Number(index) % (all.length + 1)] ?? randomUUID();
      if (kind === 'deployment') deployment = found;
      if (kind === 'thread') thread = found;
      return found;
    });
  const target = fill(wish.target);
  const body = typeof wish.body === 'string' ? fill(wish.body) : wish.body;
  const headers = {
    'x-api-key': apiKey,
    // Without a length, the body of a DELETE would be parsed as the start of another request.
    ...(body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
    ...wish.headers,
  };
  const kept = Object.entries(headers).filter((pair): pair is [string, string] => pair[1] !== null);
  return { method: wish.method, target, headers: Object.fromEntries(kept), body };
}

/** Routes that wait for an event before they respond. */
const WAITS = /\/(wait|join|stream)(\/|\?|$)/;
const WAIT_MS = 40;

/**
 * Sends the request unchanged. Returns `undefined` if the response does not arrive in time. Rejects if the connection
 * fails.
 */
export function send(sent: Sent, port: number, agent: http.Agent): Promise<ReceivedResponse | undefined> {
  const waits = WAITS.test(sent.target);
  return new Promise((resolve, reject) => {
    const request = http.request(
      { host: '127.0.0.1', port, method: sent.method, path: sent.target, headers: sent.headers, agent },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', failed);
        response.once('end', () => {
          clearTimeout(timer);
          const { statusCode: status = 0, headers } = response;
          resolve({ status, headers, text: Buffer.concat(chunks).toString('utf8') });
        });
      },
    );
    let left = false;
    const failed = (error: Error) => {
      clearTimeout(timer);
      if (left && waits) resolve(undefined);
      else reject(error);
    };
    const timer = setTimeout(
      () => {
        left = true;
        request.destroy(new Error('no answer in time'));
      },
      waits ? WAIT_MS : WAIT_LIMIT_MS,
    );
    request.once('error', failed);
    request.end(sent.body);
  });
}
