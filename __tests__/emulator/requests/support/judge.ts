import { isDeepStrictEqual } from 'node:util';
import { call } from '../../server/plane.ts';
import { isObject, type Json } from './document.ts';
import { type Got, type Remembered, remember, type Sent } from './send.ts';
import type { Wish } from './wishes.ts';
import type { QuietEmulator, Tables } from './world.ts';

export interface Case {
  world: QuietEmulator;
  wish: Wish;
  sent: Sent;
  /** Undefined: it waited, and we left. */
  got: Got | undefined;
  /** What was there before, and the version of it. */
  before: Tables;
  /** Files of uploads that were there before. */
  files: readonly string[];
  version: number;
  remembered: Remembered;
}

/** A run's worker proceeds on its own. */
const OWN_PACE = new Set([
  'runs',
  'threads',
  'thread_interrupts',
  'thread_values',
  'checkpoints',
  'checkpoint_writes',
]);
/** How far a sandbox or a snapshot of one is: it becomes ready after the answer. */
const PROGRESS = new Set(['sandboxes', 'sandbox_snapshots']);
const OF_PROGRESS = new Set(['status', 'status_message', 'updated_at', 'stopped_at']);

/** The rows of a table as far as only requests change them. */
function settled(table: string, rows: Tables[string] | undefined): unknown {
  if (!PROGRESS.has(table)) return rows;
  return rows?.map((row) => Object.entries(row).filter(([name]) => !OF_PROGRESS.has(name)));
}

/** A GET by which a provider brings its answer. */
const WRITES = '/v2/auth/callback/';

/**
 * What is wrong with an answer: a failure that is not the client's; a refusal or a mere look that changed something; a
 * success of which a look afterwards tells otherwise.
 */
export async function judgeAnswer(one: Case): Promise<string[]> {
  const { world, wish, sent, got, before, version, files } = one;
  if (got === undefined) return [];
  // An agent that is not there yet says so, and when to ask again: no failure of what was asked.
  const says = sent.method === 'HEAD' || got.text.includes('is serving at this moment');
  const isAbsent = got.status === 503 && sent.target.includes('/d/') && says;
  const problems =
    got.status >= 500 && !isAbsent ? [`answered ${got.status}: ${got.text.slice(0, 200)}`] : [];
  const isLook = ['GET', 'HEAD', 'OPTIONS'].includes(sent.method) && !sent.target.includes(WRITES);
  const isRefused = isLook || got.status >= 400;
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
  if (got.status < 300 && !isLook && wish.method === wish.operation.method) {
    problems.push(...(await looked(one, got)));
  }
  return problems;
}

/** Where what was made or changed can be looked at; undefined where there is no such place. */
function placeOf({ wish, sent }: Case, body: Json): string | undefined {
  const [path = ''] = sent.target.split('?');
  const { id, thread_id: threadId } = body;
  const own = typeof id === 'string' ? id : undefined;
  const { method, path: row } = wish.operation;
  if (/\/(redeploy|interrupt|interruption|cancel)$/.test(row)) return undefined;
  if (row.startsWith('/d/')) {
    const isThread = /\/threads(\/\{thread_id\})?$/.test(row);
    return isThread && typeof threadId === 'string' && method === 'POST' ? `${path}/${threadId}` : undefined;
  }
  if (row.startsWith('/v2/auth')) return method === 'PATCH' ? path : undefined;
  if (method === 'PATCH') return path;
  return method === 'POST' && own !== undefined ? `${path}/${own}` : undefined;
}

async function looked(one: Case, got: Got): Promise<string[]> {
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
  // A sandbox becomes ready after the answer, and says so.
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
