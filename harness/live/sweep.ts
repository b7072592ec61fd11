import { setTimeout as pause } from 'node:timers/promises';
import { isJsonObject } from '../../src/contract/json-safety.ts';
import type { LiveSweep } from '../../src/contract/live-result.ts';
import type { LiveContext } from './context.ts';
import { isOfRun, isOldLeftover, type OwnKind, PREFIXES, startOfName } from './names.ts';
import { describe } from './observer.ts';
import type { Exchange } from './wire.ts';

const PAGE = 100;
const MAX_PAGES = 20;
const POLL_MS = 1_000;

/** A deployment or sandbox of the live tier, of any run. */
interface Found {
  kind: OwnKind;
  id: string;
  name: string;
  status: string;
  createdAt: string | undefined;
}

const BOXES = '/api/v2/sandboxes/boxes';
const isBeingDeleted = ({ status }: Found): boolean => /^(AWAITING_(FINAL_)?DELETE|deleting)$/.test(status);

type SweepContext = Pick<LiveContext, 'ask' | 'guard' | 'names' | 'signal'>;

/** Returns the objects of the live tier. Throws if they cannot be listed: a sweep would miss objects. */
async function find(context: SweepContext, kind: OwnKind, contains: string): Promise<Found[]> {
  const found = new Map<string, Found>();
  let offset = 0;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const query = `name_contains=${contains}&limit=${PAGE}&offset=${offset}`;
    const answer =
      kind === 'deployment'
        ? await context.ask('control-plane', 'GET', `/v2/deployments?${query}`)
        : await context.ask('platform', 'GET', `${BOXES}?${query}`);
    const list = listOf(answer);
    if (list === undefined) throw new Error(`the ${kind}s cannot be listed (${describe(answer)})`);
    for (const item of list) {
      const { name, status, created_at: created } = item;
      // The path of a sandbox contains its name, and a service may return no ID.
      const id = kind === 'sandbox' ? (item['id'] ?? name) : item['id'];
      if (typeof id !== 'string' || typeof name !== 'string' || startOfName(kind, name) === undefined)
        continue;
      const createdAt = typeof created === 'string' ? created : undefined;
      found.set(id, { kind, id, name, status: String(status), createdAt });
    }
    offset += list.length;
    if (list.length < PAGE) break;
  }
  return [...found.values()];
}

function listOf({ status, json }: Exchange): Record<string, unknown>[] | undefined {
  if (status !== 200 || !isJsonObject(json)) return undefined;
  const list = [json['resources'], json['items'], json['sandboxes']].find(Array.isArray) as
    | unknown[]
    | undefined;
  return list?.filter(isJsonObject);
}

/** Deletes one object. Returns the reason if the service refuses. */
async function remove(context: SweepContext, { kind, id, name }: Found): Promise<string | undefined> {
  context.guard.addLeftover(kind, id, name);
  const answer =
    kind === 'deployment'
      ? await context.ask('control-plane', 'DELETE', `/v2/deployments/${id}?delete_tracing_project=true`)
      : await context.ask('platform', 'DELETE', `${BOXES}/${name}`);
  const isDone = answer.status === 404 || (answer.status !== null && answer.status < 300);
  return isDone ? undefined : describe(answer);
}

/**
 * Deletes leftovers of other runs that are older than the limit, and lists younger leftovers. Stops if the run must end.
 */
export async function sweepBefore(context: SweepContext, olderThan: number): Promise<LiveSweep> {
  const result: LiveSweep = { when: 'before', deleted: [], young: [], left: [] };
  for (const kind of ['deployment', 'sandbox'] as const) {
    let all: Found[] = [];
    try {
      all = await find(context, kind, PREFIXES[kind]);
    } catch (error) {
      result.left.push(reason(error));
    }
    for (const found of all) {
      if (context.signal.aborted) return result;
      if (isOfRun(kind, found.name, context.names) || isBeingDeleted(found)) continue;
      if (!isOldLeftover(kind, found, olderThan)) {
        result.young.push(found.name);
        continue;
      }
      const problem = await remove(context, found);
      if (problem === undefined) result.deleted.push(found.name);
      else result.left.push(`${found.name}: ${problem}`);
    }
  }
  return result;
}

/**
 * Deletes everything that this run created, also objects whose creation had no response, and waits until each object
 * is gone or being deleted.
 */
export async function sweepAfter(context: SweepContext, withinMs: number): Promise<LiveSweep> {
  const result: LiveSweep = { when: 'after', deleted: [], young: [], left: [] };
  for (const kind of ['deployment', 'sandbox'] as const) {
    const contains = kind === 'deployment' ? context.names.deployment : context.names.sandbox;
    const list = async () =>
      (await find(context, kind, contains)).filter(
        (found) => isOfRun(kind, found.name, context.names) && !isBeingDeleted(found),
      );
    try {
      const problems = new Map<string, string>();
      const end = performance.now() + withinMs;
      let remaining = await list();
      const names = remaining.map(({ name }) => name);
      for (;;) {
        for (const found of remaining) {
          const problem = await remove(context, found);
          if (problem !== undefined) problems.set(found.name, problem);
        }
        remaining = await list();
        if (remaining.length === 0 || performance.now() > end) break;
        await pause(POLL_MS);
      }
      const left = new Set(remaining.map(({ name }) => name));
      result.deleted.push(...names.filter((name) => !left.has(name)));
      for (const { name, status } of remaining) {
        result.left.push(`${name}: ${problems.get(name) ?? `the status is still ${status} after a DELETE`}`);
      }
    } catch (error) {
      result.left.push(reason(error));
    }
  }
  return result;
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
