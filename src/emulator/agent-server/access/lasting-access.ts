import type { Repositories } from '../../ports/store.ts';
import type { AuthFilter } from './auth-filter.ts';

/** Access check for a subscription to a thread. */
export interface AccessRecheck {
  /** True if an agent's authorization handler returned a filter, so access must be checked for each event. */
  readonly isFiltered: boolean;
  /** Returns whether the subscription's thread still exists and still matches the filter. */
  isAllowed(): Promise<boolean>;
}

/**
 * Creates the access check of a subscription. The filter was returned by the agent's authorization handler at the
 * beginning of the subscription. `outlivesThread` is true for a subscription to a run whose temporary thread is removed
 * when the run ends.
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
 * Returns the access check for a caller's new run. The filter was returned by the handler of `threads:create_run`.
 * `since` is a time before the run was created, in epoch milliseconds.
 * @returns `undefined` if the access cannot be revoked, because the handler returned no filter, or because the run
 * created a thread that does not match the filter, such as the temporary thread of a stateless run.
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

/** Yields the parts of a subscription until access is revoked. Access is checked after each read of a part. */
export async function* whileAllowed(
  parts: AsyncIterable<string>,
  access: AccessRecheck | undefined,
): AsyncGenerator<string> {
  for await (const part of parts) {
    if (access && !(await access.isAllowed())) return;
    yield part;
  }
}
