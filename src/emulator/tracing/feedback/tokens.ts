import { randomUUID } from 'node:crypto';
import type { EmulatorContext } from '../../ports/context.ts';
import type { FeedbackToken, FeedbackTokenCreate } from '../../../contract/feedback.ts';
import { FEEDBACK_TOKEN_TTL_MS } from '../../../contract/limits.ts';
import type { FeedbackTokenRow, Repositories } from '../../ports/store.ts';
import { HttpError, invalidField } from '../../server/http-error.ts';
import { feedbackUrl, tokenHash } from './token.ts';
import { type TracedRun, tracedRun } from './traced-run.ts';

/** Feedback is kept in the store; tokens are drawn at random whatever the seed, so that they cannot be guessed. */
export type FeedbackDependencies = Pick<EmulatorContext, 'store' | 'clock' | 'newId' | 'addSecrets'>;

/** Who asks, and by which address. */
export interface CallerContext {
  workspaceId: string;
  origin: string;
}

/** Pre-signed feedback URLs by run (facts: service §4.6). Everything throws HttpError. */
export interface TokenService {
  /** Makes all of them or none. @throws HttpError 404 for a run that is not the workspace's, 409 for a taken ID, 422. */
  create(asker: CallerContext, wanted: readonly FeedbackTokenCreate[]): Promise<FeedbackToken[]>;
  /** Those of a run that still open something, oldest first. @throws HttpError 404. */
  list(
    asker: CallerContext,
    runId: string,
    page: { limit: number; offset: number },
  ): Promise<FeedbackToken[]>;
}

export function createTokenService(deps: FeedbackDependencies): TokenService {
  const { store, clock } = deps;

  const answer = ({ origin }: CallerContext, tokens: readonly { row: FeedbackTokenRow; token: string }[]) => {
    deps.addSecrets(tokens.map(({ token }) => token));
    return tokens.map(({ row, token }) => ({
      id: token,
      url: feedbackUrl(origin, token),
      expires_at: new Date(row.expiresAt).toISOString(),
      feedback_key: row.key,
    }));
  };

  return {
    async create(asker, wanted) {
      const now = clock.now();
      const expiries = wanted.map((one, index) => {
        const at = expiryOf(one, now);
        if (at > now) return at;
        throw invalidField(
          ['body', ...(wanted.length > 1 ? [index] : []), 'expires_at'],
          'must be in the future',
        );
      });
      const made = await store.transaction(async (tx) => {
        const tokens: { row: FeedbackTokenRow; token: string }[] = [];
        for (const [index, one] of wanted.entries()) {
          const run = await findTracedRun(tx, asker.workspaceId, one.run_id);
          if (await isTaken(tx, tokens, one.id ?? undefined)) {
            throw new HttpError(409, 'A feedback token with this ID already exists: leave the ID out.');
          }
          const expiresAt = expiries[index] ?? now + FEEDBACK_TOKEN_TTL_MS;
          tokens.push(
            createToken(deps, run, { key: one.feedback_key, token: one.id, expiresAt, forRun: false }),
          );
        }
        await removeExpiredTokens(tx, tokens, now);
        await tx.feedbackTokens.insert(asker.workspaceId, tokens);
        return tokens;
      });
      return answer(asker, made);
    },
    async list(asker, runId, page) {
      await findTracedRun(store, asker.workspaceId, runId);
      return answer(asker, await store.feedbackTokens.listOfRun(runId, { now: clock.now(), ...page }));
    },
  };
}

/** A row for a token, which is drawn unless given. `expiresAt` is epoch milliseconds. */
export function createToken(
  { clock, newId }: Pick<FeedbackDependencies, 'clock' | 'newId'>,
  run: TracedRun,
  wanted: { key: string; expiresAt: number; forRun: boolean; token?: string | null | undefined },
): { row: FeedbackTokenRow; token: string } {
  const token = wanted.token ?? randomUUID();
  const row = {
    id: newId(),
    tokenHash: tokenHash(token),
    deploymentId: run.deployment.id,
    runId: run.id,
    key: wanted.key,
    forRun: wanted.forRun,
    outlivesRun: run.isStateless,
    expiresAt: wanted.expiresAt,
    createdAt: clock.now(),
  };
  return { row, token };
}

/** Makes room: what has expired opens nothing any more. */
export async function removeExpiredTokens(
  tx: Repositories,
  tokens: readonly { row: FeedbackTokenRow }[],
  now: number,
): Promise<void> {
  for (const deploymentId of new Set(tokens.map(({ row }) => row.deploymentId))) {
    await tx.feedbackTokens.removeExpired(deploymentId, now);
  }
}

/** @throws HttpError 404 for a run that is not there, or is another workspace's. */
export async function findTracedRun(
  tx: Repositories,
  workspaceId: string,
  runId: string,
): Promise<TracedRun> {
  const run = await tracedRun(tx, runId);
  if (run?.deployment.workspaceId === workspaceId) return run;
  throw new HttpError(404, `Run with ID ${runId} not found`);
}

async function isTaken(
  tx: Repositories,
  made: readonly { token: string }[],
  token: string | undefined,
): Promise<boolean> {
  if (token === undefined) return false;
  if (made.some((one) => one.token === token)) return true;
  return (await tx.feedbackTokens.findByHash(tokenHash(token))) !== undefined;
}

const MINUTE_MS = 60_000;

/** When a token expires, in epoch milliseconds: 3 hours from now unless something else is said. */
function expiryOf({ expires_in: span, expires_at: moment }: FeedbackTokenCreate, now: number): number {
  // Without an offset it is UTC.
  if (moment) return Date.parse(/(z|[+-]\d\d:?\d\d)$/i.test(moment) ? moment : `${moment}Z`);
  if (!span) return now + FEEDBACK_TOKEN_TTL_MS;
  return now + ((span.days * 24 + span.hours) * 60 + span.minutes) * MINUTE_MS;
}
