import type { Repositories } from '../../ports/store.ts';
import type { AuthFilter } from './auth-filter.ts';

/** A caller's access to a thread during a subscription to it. */
export interface AccessRecheck {
  /** Whether an author's handler decides, so that the access must be checked for each event. */
  readonly isFiltered: boolean;
  /** Returns whether the thread is still the same and the filter still shows it to the caller. */
  isAllowed(): Promise<boolean>;
}

/**
 * Creates the access of a subscription from the filter that the author's handler returned at its start.
 * `outlivesThread`: the subscription is to a run whose own thread is removed when the run ends.
 */
export function createAccessRecheck(
  store: Pick<Repositories, 'threads'>,
  thread: { deploymentId: string; threadId: string; createdAt?: number | undefined },
  { filter, outlivesThread = false }: { filter: AuthFilter | undefined; outlivesThread?: boolean },
): AccessRecheck {
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
 * Returns the access of a caller to a run that it has just created, by the filter that the handler of
 * `threads:create_run` returned. `since` is a time before the run was created, in epoch milliseconds.
 * @returns `undefined` if nothing can revoke the access: without a filter, or on a thread that was created with the
 * run and does not match the filter, such as the temporary thread of a stateless run.
 */
export async function accessOfNewRun(
  store: Pick<Repositories, 'threads'>,
  run: { deploymentId: string; threadId: string; isTemporary?: boolean },
  { filter, since }: { filter: AuthFilter | undefined; since: number },
): Promise<AccessRecheck | undefined> {
  if (!filter || run.isTemporary === true) return undefined;
  const { deploymentId, threadId } = run;
  const thread = await store.threads.head(deploymentId, threadId);
  if (thread && thread.createdAt >= since && !filter(thread.metadata)) return undefined;
  return createAccessRecheck(store, { deploymentId, threadId, createdAt: thread?.createdAt }, { filter });
}

/**
 * Passes on the parts of a subscription and ends once the access is revoked. The access is checked after each part
 * was read.
 */
export async function* whileAllowed(
  parts: AsyncIterable<string>,
  access: AccessRecheck | undefined,
): AsyncGenerator<string> {
  for await (const part of parts) {
    if (access && !(await access.isAllowed())) return;
    yield part;
  }
}
