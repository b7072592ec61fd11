import * as z from 'zod';
import { BACKOFF, backoffMs } from '../../../../../clients/retry.ts';
import { parseJson } from '../../../../../contract/json-safety.ts';
import { createLineSplitter } from '../../process/lines.ts';
import type { Connection } from './connection.ts';
import {
  type ClusterProblem,
  malformed,
  type Outcome,
  problemOfStatus,
  type RequestTarget,
} from './problems.ts';
import type { ObjectList, ObjectRead } from './resources.ts';

/** Receives the reports of a watch. */
export interface WatchListener<T> {
  /**
   * Called with all existing objects at the start and after every restart of the watch. Objects that are missing in
   * `objects` have been deleted.
   */
  synced(objects: T[]): void;
  changed(object: T): void;
  deleted(object: T): void;
  /** Called for each message of the cluster, including messages that report no change. */
  alive?(): void;
  /** Called when an attempt has failed. The next attempt begins after `retryMs` milliseconds. */
  interrupted?(problem: ClusterProblem, retryMs: number): void;
}

/** Resource to watch, with the connection to the cluster. */
export interface WatchSource<T> {
  connection: Connection;
  target: RequestTarget;
  path: string;
  /** Lists the objects; used if the cluster cannot send the initial list in the stream. */
  list: () => Promise<Outcome<ObjectList<T>>>;
}

export interface WatchFilter<T> {
  schema: z.ZodType<T>;
  labels?: string | undefined;
  fields?: string | undefined;
}

/**
 * Range of the random time limit of a stream, in seconds. Random limits prevent simultaneous restarts of all watches.
 */
const STREAM_SECONDS = { least: 240, most: 360 };
/**
 * Milliseconds after which a stream counts as healthy. When a healthy stream ends, the next stream is opened without a
 * delay.
 */
const HEALTHY_MS = 30_000;
/** Maximum delay that the cluster can request, in milliseconds. */
const MAX_DELAY_MS = 5 * 60_000;
/** Maximum length of a line in bytes, which is more than the size of any object in the cluster. */
const MAX_LINE = 4 * 1024 * 1024;
const INITIAL_EVENTS_END = 'k8s.io/initial-events-end';

const WatchEvent = z.object({ type: z.string(), object: z.unknown() });
const Bookmark = z.object({
  metadata: z.object({
    resourceVersion: z.string().min(1),
    annotations: z.record(z.string(), z.string()).nullish(),
  }),
});

/** Result of one stream, or of the list before the stream. */
type RoundEnd =
  | { kind: 'ended' }
  /** Failure of a stream or of the list. `restart` is true if the next stream must begin with a new list. */
  | { kind: 'failed'; problem: ClusterProblem; restart: boolean }
  /** The cluster cannot send the initial list in the stream. */
  | { kind: 'cannot-stream-list' };

/** Thrown by the reader of a stream to stop reading. */
class StopReading extends Error {
  override readonly name = 'StopReading';
  readonly end: RoundEnd;
  constructor(end: RoundEnd) {
    super('the reader stopped reading the stream');
    this.end = end;
  }
}

/**
 * Watches a resource until the signal aborts. Opens one stream after another. A stream continues after the previous
 * stream's last version, or starts with a list if the previous stream was silent or the cluster no longer has the
 * version. Rejects only if the listener throws.
 */
export async function watchResource<T extends ObjectRead>(
  source: WatchSource<T>,
  filter: WatchFilter<T>,
  listener: WatchListener<T>,
  signal: AbortSignal,
): Promise<void> {
  const { clock, random } = source.connection;
  const watch = createWatch(source, filter, listener, signal);
  let failures = 0;
  while (!signal.aborted) {
    const startedAt = clock.now();
    let end: RoundEnd;
    try {
      end = await watch.round();
    } catch (error) {
      if (signal.aborted) return;
      throw error;
    }
    if (end.kind === 'cannot-stream-list') continue;
    failures = clock.now() - startedAt >= HEALTHY_MS ? 0 : failures + 1;
    const problem = end.kind === 'failed' ? end.problem : undefined;
    const asked = problem?.kind === 'busy' ? (problem.retryAfterMs ?? 0) : 0;
    const pause = failures === 0 ? 0 : backoffMs(failures, random, BACKOFF.clusterStream);
    const delayMs = Math.min(Math.max(asked, pause), MAX_DELAY_MS);
    if (problem !== undefined) listener.interrupted?.(problem, delayMs);
    try {
      if (delayMs > 0) await clock.sleep(delayMs, signal);
    } catch (error) {
      if (signal.aborted) return;
      throw error;
    }
  }
}

function createWatch<T extends ObjectRead>(
  source: WatchSource<T>,
  filter: WatchFilter<T>,
  listener: WatchListener<T>,
  signal: AbortSignal,
): { round(): Promise<RoundEnd> } {
  const { connection, target, path, list } = source;
  const { labels, fields } = filter;
  const { random } = connection;
  /** Version after which the next stream continues, or `undefined` to start with a list. */
  let position: string | undefined;
  let canStreamList = true;

  async function round(): Promise<RoundEnd> {
    if (position === undefined && !canStreamList) {
      const listed = await list();
      if (!listed.ok) return { kind: 'failed', problem: listed.problem, restart: true };
      position = listed.value.resourceVersion;
      listener.synced(listed.value.items);
    }
    const end = await readStream();
    if (end.kind === 'failed' && end.restart) position = undefined;
    if (end.kind === 'cannot-stream-list') canStreamList = false;
    return end;
  }

  async function readStream(): Promise<RoundEnd> {
    const from = position;
    const { least, most } = STREAM_SECONDS;
    const readLine = createEventReader(source, filter, listener, from === undefined, (version) => {
      position = version;
    });
    const lines = createLineSplitter(readLine, MAX_LINE);
    try {
      const end = await connection.stream({
        target,
        method: 'GET',
        path,
        query: {
          watch: '1',
          labelSelector: labels,
          fieldSelector: fields,
          allowWatchBookmarks: 'true',
          timeoutSeconds: Math.round(least + (most - least) * random()),
          ...(from === undefined
            ? { sendInitialEvents: 'true', resourceVersionMatch: 'NotOlderThan' }
            : { resourceVersion: from }),
        },
        silenceMs: connection.watchSilenceMs,
        read: (chunk) => lines.push(chunk),
        signal,
      });
      switch (end.kind) {
        case 'ended':
          return { kind: 'ended' };
        case 'silent':
          return { kind: 'failed', problem: end.problem, restart: true };
        case 'failed': {
          const { problem, opened } = end;
          // Clusters cannot send the initial list in the stream before version 1.27, in version 1.33, and if the
          // feature is disabled.
          if (from === undefined && !opened && problem.kind === 'invalid')
            return { kind: 'cannot-stream-list' };
          return { kind: 'failed', problem, restart: problem.kind === 'expired' };
        }
      }
    } catch (error) {
      if (error instanceof StopReading) return error.end;
      throw error;
    }
  }

  return { round };
}

/**
 * Creates the reader of one stream's lines. If the stream starts with a list, collects the objects up to the bookmark
 * at the end of the list. Calls `setPosition` with the version after which a later stream continues.
 */
function createEventReader<T extends ObjectRead>(
  { connection, target }: Pick<WatchSource<T>, 'connection' | 'target'>,
  { schema }: Pick<WatchFilter<T>, 'schema'>,
  listener: WatchListener<T>,
  isListed: boolean,
  setPosition: (version: string) => void,
): (line: string) => void {
  let initial = isListed ? new Map<string, T>() : undefined;

  function readBookmark(object: unknown): void {
    const bookmark = Bookmark.safeParse(object);
    if (!bookmark.success) stop(malformed(target, 'a bookmark in the stream has no version'));
    const { resourceVersion, annotations } = bookmark.data.metadata;
    if (initial === undefined) {
      setPosition(resourceVersion);
    } else if (annotations?.[INITIAL_EVENTS_END] === 'true') {
      const objects = [...initial.values()];
      initial = undefined;
      setPosition(resourceVersion);
      listener.synced(objects);
    }
  }

  function readObject(type: 'ADDED' | 'MODIFIED' | 'DELETED', given: unknown): void {
    const parsed = schema.safeParse(given);
    if (!parsed.success) {
      const where = parsed.error.issues[0]?.path.join('.');
      stop(malformed(target, `an object in the stream is invalid (at ${where})`));
    }
    const object = parsed.data;
    const { uid, resourceVersion } = object.metadata;
    if (initial !== undefined) {
      if (type === 'DELETED') initial.delete(uid);
      else initial.set(uid, object);
      return;
    }
    setPosition(resourceVersion);
    if (type === 'DELETED') listener.deleted(object);
    else listener.changed(object);
  }

  return function readLine(line: string): void {
    if (line === '') return;
    const event = WatchEvent.safeParse(parseJson(line));
    if (!event.success) stop(malformed(target, 'a line of the stream is not an event'));
    const { type, object } = event.data;
    if (type !== 'ERROR') listener.alive?.();
    if (type === 'BOOKMARK') readBookmark(object);
    else if (type === 'ERROR') stop(problemOfStatus(500, object, target, connection));
    else if (type === 'ADDED' || type === 'MODIFIED' || type === 'DELETED') readObject(type, object);
    // Later versions of the cluster may add event types, which are ignored.
  };
}

/** Stops the stream after an error, because only a new list shows which changes were lost. */
function stop(problem: ClusterProblem): never {
  throw new StopReading({ kind: 'failed', problem, restart: true });
}
