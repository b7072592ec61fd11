import { isDeepStrictEqual } from 'node:util';
import { call } from '../../server/plane.ts';
import { isObject, type Json } from './document.ts';
import { type ReceivedResponse, type Remembered, remember, type Sent } from './send.ts';
import type { GeneratedRequest } from './generate-requests.ts';
import type { QuietEmulator, Tables } from './world.ts';

export interface Case {
  world: QuietEmulator;
  wish: GeneratedRequest;
  sent: Sent;
  /** The response, or `undefined` if it did not arrive in time and the client disconnected. */
  got: ReceivedResponse | undefined;
  /** Tables before the request, and their version. */
  before: Tables;
  /** Files of uploads before the request. */
  files: readonly string[];
  version: number;
  remembered: Remembered;
}

/** Tables that workers change independently of requests. */
const OWN_PACE = new Set([
  'runs',
  'threads',
  'thread_interrupts',
  'thread_values',
  'checkpoints',
  'checkpoint_writes',
]);
/** Tables of sandboxes and their snapshots, whose rows become ready after the response. */
const PROGRESS = new Set(['sandboxes', 'sandbox_snapshots']);
const OF_PROGRESS = new Set(['status', 'status_message', 'updated_at', 'stopped_at']);

/** Returns the rows of a table, without the columns that change without a request. */
function settled(table: string, rows: Tables[string] | undefined): unknown {
  if (!PROGRESS.has(table)) return rows;
  return rows?.map((row) => Object.entries(row).filter(([name]) => !OF_PROGRESS.has(name)));
}

/** The only GET route that may write: an OAuth provider sends its result to it. */
const WRITES = '/v2/auth/callback/';

/**
 * Returns the problems of a response: a server error, a refusal or a read that changed data, or a success that a later
 * read contradicts.
 */
export async function checkAnswer(one: Case): Promise<string[]> {
  const { world, wish, sent, got, before, version, files } = one;
  if (got === undefined) return [];
  // A 503 from an agent without an active revision is not an error of the emulator.
  const says = sent.method === 'HEAD' || got.text.includes('of this deployment is serving');
  const isAbsent = got.status === 503 && sent.target.includes('/d/') && says;
  const problems =
    got.status >= 500 && !isAbsent ? [`answered ${got.status}: ${got.text.slice(0, 200)}`] : [];
  const isReadOnly = ['GET', 'HEAD', 'OPTIONS'].includes(sent.method) && !sent.target.includes(WRITES);
  const isRefused = isReadOnly || got.status >= 400;
  if (isRefused && !isDeepStrictEqual(files, world.objects())) {
    problems.push(`left files of uploads and answered ${got.status}`);
  }
  if (isRefused && version !== world.version()) {
    const after = world.tables();
    const changed = Object.keys(after).filter(
      (table) =>
        !OWN_PACE.has(table) &&
        !isDeepStrictEqual(settled(table, after[table]), settled(table, before[table])),
    );
    if (changed.length > 0) problems.push(`changed ${changed.join(', ')} and answered ${got.status}`);
  }
  if (got.status < 300 && !isReadOnly && wish.method === wish.operation.method) {
    problems.push(...(await looked(one, got)));
  }
  return problems;
}

/** Returns the path where the created or changed object can be read, or `undefined` if no such path exists. */
function placeOf({ wish, sent }: Case, body: Json): string | undefined {
  const [path = ''] = sent.target.split('?');
  const { id, thread_id: threadId } = body;
  const own = typeof id === 'string' ? id : undefined;
  const { method, path: row } = wish.operation;
  // The response to a change of a run confirms only that the change was accepted.
  if (/^(\/api\/v1)?\/runs\/\{run_id\}$/.test(row)) return undefined;
  if (/\/(redeploy|interrupt|interruption|cancel)$/.test(row)) return undefined;
  if (row.startsWith('/d/')) {
    const isThread = /\/threads(\/\{thread_id\})?$/.test(row);
    return isThread && typeof threadId === 'string' && method === 'POST' ? `${path}/${threadId}` : undefined;
  }
  if (row.startsWith('/v2/auth')) return method === 'PATCH' ? path : undefined;
  if (method === 'PATCH') return path;
  return method === 'POST' && own !== undefined ? `${path}/${own}` : undefined;
}

async function looked(one: Case, got: ReceivedResponse): Promise<string[]> {
  const { world, wish, sent, remembered } = one;
  const [path = ''] = sent.target.split('?');
  const tenant = sent.headers['x-tenant-id'];
  const look = (target: string) =>
    call(world.emulator, 'GET', target, undefined, tenant === undefined ? {} : { 'x-tenant-id': tenant });
  if (wish.method === 'DELETE' && wish.operation.path.endsWith('}')) {
    const { status, body } = await look(path);
    const isGone = status === 404 || body.status === 'AWAITING_DELETE' || status === 405;
    return isGone ? [] : [`deleted, and a look says ${status}`];
  }
  const body = parsed(got.text);
  if (!isObject(body)) return [];
  remember(remembered, body);
  const place = placeOf(one, body);
  if (place === undefined) return [];
  const { status, body: seen } = await look(place);
  if (status !== 200) return [`done, and a look says ${status}`];
  // A sandbox becomes ready after the response, so its status may differ.
  const isMoving = place.includes('/sandboxes/');
  const differ = Object.keys(body).filter(
    (key) => !isDeepStrictEqual(body[key], seen[key]) && !(isMoving && OF_PROGRESS.has(key)),
  );
  return differ.length === 0 ? [] : [`done, and a look says otherwise of ${differ.join(', ')}`];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
