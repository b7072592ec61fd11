import { errorMessage } from '../../os/errors.ts';
import { FEEDBACK_KEYS_MAX, FEEDBACK_TOKEN_TTL_MS } from '../../contract/limits.ts';
import type { EmulatorContext } from '../ports/context.ts';
import { createKeyedLock } from '../../os/keyed-lock.ts';
import type { Repositories } from '../ports/store.ts';
import type { HttpFault } from '../ports/faults.ts';
import {
  createToken,
  type FeedbackDependencies,
  feedbackUrl,
  removeExpiredTokens,
  TOKENS_PATH,
  tracedRun,
} from './feedback-tokens.ts';

/** Dependencies of feedback URLs. `origin` is the tracing surface's URL. */
export interface FeedbackUrlDependencies
  extends FeedbackDependencies,
    Pick<EmulatorContext, 'origin' | 'log'> {
  /** Returns the effect of fault rules on the request that would create the tokens in the hosted service. */
  fault: (method: 'POST', path: string) => HttpFault | undefined;
}

/** Returns a run's feedback URLs by feedback key, or an empty object on failure. Never rejects. */
export type FeedbackUrls = (runId: string, keys: readonly string[]) => Promise<Record<string, string>>;

/** Maximum number of remembered runs without URLs, whose failure is not logged again. */
const REMEMBERED = 1_000;

/**
 * Creates the function that returns feedback URLs. Each URL is created once per run and key. A failure is only logged,
 * because feedback must never make a run fail.
 */
export function createFeedbackUrls(dependencies: FeedbackUrlDependencies): FeedbackUrls {
  const { store, clock } = dependencies;
  const lock = createKeyedLock();
  const failed = new Set<string>();

  const known = async (from: Repositories, runId: string): Promise<Map<string, string>> => {
    const filter = { now: clock.now(), limit: FEEDBACK_KEYS_MAX, offset: 0, forRun: true };
    const found = await from.feedbackTokens.listOfRun(runId, filter);
    return new Map(found.map(({ row, token }) => [row.key, token]));
  };

  const made = (runId: string, keys: readonly string[]): Promise<Map<string, string>> =>
    store.transaction(async (tx) => {
      const run = await tracedRun(tx, runId);
      if (run === undefined) return new Map<string, string>();
      const tokens = await known(tx, runId);
      const now = clock.now();
      const added = keys
        .filter((key) => !tokens.has(key))
        .map((key) =>
          createToken(dependencies, run, { key, expiresAt: now + FEEDBACK_TOKEN_TTL_MS, forRun: true }),
        );
      await removeExpiredTokens(tx, added, now);
      await tx.feedbackTokens.insert(run.deployment.workspaceId, added);
      return new Map([...tokens, ...added.map(({ row, token }) => [row.key, token] as const)]);
    });

  const tokensOf = async (runId: string, keys: readonly string[]) => {
    const tokens = await known(store, runId);
    if (keys.every((key) => tokens.has(key))) return tokens;
    refuse(dependencies.fault('POST', TOKENS_PATH));
    return made(runId, keys);
  };

  return (runId, given) =>
    lock(runId, async () => {
      const keys = [...new Set(given)];
      if (keys.length === 0 || failed.has(runId)) return {};
      try {
        const tokens = await tokensOf(runId, keys);
        dependencies.addSecrets([...tokens.values()]);
        return Object.fromEntries(
          keys.flatMap((key) => {
            const token = tokens.get(key);
            return token === undefined ? [] : [[key, feedbackUrl(dependencies.origin, token)] as const];
          }),
        );
      } catch (error) {
        if (failed.size >= REMEMBERED) failed.clear();
        failed.add(runId);
        dependencies.log(
          `run ${runId} continues without feedback URLs, which could not be created: ${errorMessage(error)}`,
        );
        return {};
      }
    });
}

/** @throws Error if the fault would make the request fail. */
function refuse(fault: HttpFault | undefined): void {
  if (fault === undefined) return;
  if (fault.status !== undefined && fault.status >= 400)
    throw new Error(`the tracing API returned status ${fault.status} because of a fault rule`);
  const isLost = fault.reset === true || fault.hang === true || fault.dropAnswer === true;
  if (isLost || fault.truncateAt !== undefined)
    throw new Error('the tracing API does not respond because of a fault rule');
}
