import type { ServerResponse } from 'node:http';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { until } from '../../../../../../harness/until.ts';
import {
  type MetadataOnly,
  SECRETS,
} from '../../../../../../src/emulator/data-plane/places/kubernetes/api/resources.ts';
import { json, serve } from '../../../../../clients/support.ts';
import { bookmark, event, listEnd, object, status, streaming, testCluster } from './support.ts';

/** One change of a cluster: an object is created, changed or deleted. */
interface Change {
  name: string;
  isDeleted: boolean;
}

/** The fault of one request of the watch. */
interface Fault {
  /** Number of changes that have happened when the request arrives. */
  happened: number;
  /**
   * How the request's version counts as expired, unless the request starts with the list: by status, or inside the
   * stream.
   */
  expired: 'no' | 'status' | 'event';
  /** Number of bytes after which the connection is closed, or `undefined` if the cluster ends the stream. */
  cutAfter: number | undefined;
  refusal: 429 | 503 | undefined;
}

const changes = fc.array(fc.record({ name: fc.constantFrom('a', 'b', 'c'), isDeleted: fc.boolean() }), {
  minLength: 1,
  maxLength: 12,
});
const faults = fc.array(
  fc.record({
    happened: fc.nat({ max: 12 }),
    expired: fc.constantFrom('no' as const, 'no' as const, 'status' as const, 'event' as const),
    cutAfter: fc.option(fc.nat({ max: 1500 }), { nil: undefined }),
    refusal: fc.option(fc.constantFrom(429 as const, 503 as const), { nil: undefined, freq: 4 }),
  }),
  { maxLength: 8 },
);

/** Returns the versions of a cluster. Version 1 is empty, and each change that has an effect adds a version. */
function historyOf(all: readonly Change[]): { line: string; states: Map<string, string> }[] {
  const versions = [{ line: '', states: new Map<string, string>() }];
  for (const { name, isDeleted } of all) {
    const before = versions.at(-1)?.states ?? new Map<string, string>();
    if (isDeleted && !before.has(name)) continue;
    const version = String(versions.length + 1);
    const states = new Map(before);
    if (isDeleted) states.delete(name);
    else states.set(name, version);
    const type = isDeleted ? 'DELETED' : before.has(name) ? 'MODIFIED' : 'ADDED';
    versions.push({ line: event(type, object(name, version)), states });
  }
  return versions;
}

function bodyOf(versions: ReturnType<typeof historyOf>, from: number | undefined, upTo: number): string {
  if (from !== undefined) {
    return [
      ...versions.slice(from, upTo).map(({ line }) => line),
      bookmark(String(Math.max(from, upTo))),
    ].join('');
  }
  const states = versions[upTo - 1]?.states ?? new Map<string, string>();
  return [
    ...[...states].map(([name, version]) => event('ADDED', object(name, version))),
    listEnd(String(upTo)),
  ].join('');
}

function answer(
  response: ServerResponse,
  fault: Fault,
  versions: ReturnType<typeof historyOf>,
  from: number | undefined,
): void {
  if (fault.refusal !== undefined) return json(response, fault.refusal, status(fault.refusal, '', 'later'));
  const gone = status(410, 'Expired', 'too old resource version');
  if (from !== undefined && fault.expired === 'status') return json(response, 410, gone);
  const isGone = from !== undefined && fault.expired === 'event';
  // A cluster never returns to an older version.
  const upTo = Math.max(Math.min(fault.happened + 1, versions.length), from ?? 1);
  const body = Buffer.from(isGone ? event('ERROR', gone) : bodyOf(versions, from, upTo));
  streaming(response, body.subarray(0, fault.cutAfter));
  if (fault.cutAfter === undefined) response.end();
  else setImmediate(() => response.socket?.destroy());
}

test('a watch ends with the same objects as the cluster after any errors, without inventing objects', async () => {
  await fc.assert(
    fc.asyncProperty(changes, faults, async (all, plan) => {
      const versions = historyOf(all);
      let requests = 0;
      let latest = 1;
      await using server = await serve((request, response) => {
        const fault = plan[requests];
        requests += 1;
        const given = new URL(request.url ?? '', 'http://x').searchParams.get('resourceVersion');
        const from = given === null ? undefined : Number(given);
        if (fault === undefined) return streaming(response, bodyOf(versions, from, versions.length));
        latest = Math.max(latest, fault.happened);
        return answer(response, { ...fault, happened: latest }, versions, from);
      });
      await using cluster = testCluster(server.url);
      const known = new Set(versions.flatMap(({ states }) => [...states].map((pair) => pair.join())));
      const unknown: string[] = [];
      const current = new Map<string, string>();
      const put = ({ metadata: { name, resourceVersion } }: MetadataOnly) => {
        if (!known.has(`${name},${resourceVersion}`)) unknown.push(name);
        current.set(name, resourceVersion);
      };
      const stopped = new AbortController();
      const done = cluster.watch(
        SECRETS,
        { namespace: 'default' },
        {
          synced(objects) {
            current.clear();
            objects.forEach(put);
          },
          changed: put,
          deleted: ({ metadata }) => current.delete(metadata.name),
        },
        stopped.signal,
      );
      const expected = JSON.stringify([...(versions.at(-1)?.states ?? [])].toSorted());
      await until(() => requests > plan.length && JSON.stringify([...current].toSorted()) === expected);
      stopped.abort();
      await done;
      expect(unknown).toEqual([]);
    }),
    { numRuns: 60 },
  );
});
