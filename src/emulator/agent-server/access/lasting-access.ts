import type { Repositories } from '../../ports/store.ts';
import type { AuthFilter } from './auth-filter.ts';

/** A caller's access to a thread for as long as a subscription to it lasts. */
export interface LastingAccess {
  /** Whether a handler of the author's decides, so that each event has to be checked. */
  readonly isFiltered: boolean;
  /** Whether the thread is the same one as at the beginning, and the filter still shows it to the caller. */
  isAllowed(): Promise<boolean>;
}

/**
 * The access that a subscription carries, with the filter that the author's handler returned at its beginning.
 * `outlivesThread`: the subscription is to a run whose own thread is removed when the run ends.
 */
export function createLastingAccess(
  store: Pick<Repositories, 'threads'>,
  thread: { deploymentId: string; threadId: string; createdAt?: number | undefined },
  { filter, outlivesThread = false }: { filter: AuthFilter | undefined; outlivesThread?: boolean },
): LastingAccess {
  const { deploymentId, threadId } = thread;
  let { createdAt } = thread;
  return {
    isFiltered: filter !== undefined,
    async isAllowed() {
      const found = await store.threads.head(deploymentId, threadId);
      if (!found) return outlivesThread || (createdAt === undefined && filter === undefined);
      createdAt ??= found.createdAt;
      return found.createdAt === createdAt && (filter?.(found.metadata) ?? true);
    },
  };
}

/**
 * The access of a caller to a run that the caller has just created, by the filter of the handler for `threads:create_run`.
 * `since`: before the run was created, in epoch milliseconds.
 * @returns Undefined where nothing can end the access: without a filter, and on a thread that came with the run and does not
 * have what the filter asks for, such as the own thread of a run without one.
 */
export async function accessOfNewRun(
  store: Pick<Repositories, 'threads'>,
  run: { deploymentId: string; threadId: string; isTemporary?: boolean },
  { filter, since }: { filter: AuthFilter | undefined; since: number },
): Promise<LastingAccess | undefined> {
  if (!filter || run.isTemporary === true) return undefined;
  const { deploymentId, threadId } = run;
  const thread = await store.threads.head(deploymentId, threadId);
  if (thread && thread.createdAt >= since && !filter(thread.metadata)) return undefined;
  return createLastingAccess(store, { deploymentId, threadId, createdAt: thread?.createdAt }, { filter });
}

/** Passes on what a subscription tells, and ends when the access has ended; each part is checked after it was read. */
export async function* whileAllowed(
  parts: AsyncIterable<string>,
  access: LastingAccess | undefined,
): AsyncGenerator<string> {
  for await (const part of parts) {
    if (access && !(await access.isAllowed())) return;
    yield part;
  }
}
