import { isoTime } from '../ports/clock.ts';
import { hash, randomUUID } from 'node:crypto';
import type { FeedbackToken, FeedbackTokenCreate } from '../../contract/tracing.ts';
import { FEEDBACK_TOKEN_TTL_MS } from '../../contract/limits.ts';
import type { EmulatorContext } from '../ports/context.ts';
import { isStateless } from '../ports/store-agent-server.ts';
import type { DeploymentRow, FeedbackTokenRow, Repositories } from '../ports/store.ts';
import { HttpError, invalidField } from '../server/http-error.ts';

/** Dependencies of feedback. `newId` does not create tokens, because `randomSeed` would make the tokens predictable. */
export type FeedbackDependencies = Pick<EmulatorContext, 'store' | 'clock' | 'newId' | 'addSecrets'>;

/** Caller of a request, and the origin of the request's URL. */
export interface CallerContext {
  workspaceId: string;
  origin: string;
}

/** Creates and lists presigned feedback URLs of runs. All methods of `TokenService` throw HttpError. */
interface TokenService {
  /**
   * Creates either all tokens or no token. @throws HttpError 404 for a run of another workspace; 409 for an ID in use;
   * 422 for an invalid expiry.
   */
  create(caller: CallerContext, requests: readonly FeedbackTokenCreate[]): Promise<FeedbackToken[]>;
  /** Returns the valid tokens of a run, oldest first. @throws HttpError 404 if the run does not exist. */
  list(
    caller: CallerContext,
    runId: string,
    page: { limit: number; offset: number },
  ): Promise<FeedbackToken[]>;
}

export function createTokenService(dependencies: FeedbackDependencies): TokenService {
  const { store, clock } = dependencies;

  const answer = ({ origin }: CallerContext, tokens: readonly { row: FeedbackTokenRow; token: string }[]) => {
    dependencies.addSecrets(tokens.map(({ token }) => token));
    return tokens.map(({ row, token }) => ({
      id: token,
      url: feedbackUrl(origin, token),
      expires_at: isoTime(row.expiresAt),
      feedback_key: row.key,
    }));
  };

  return {
    async create(caller, requests) {
      const now = clock.now();
      const expiries = requests.map((one, index) => {
        const at = expiryOf(one, now);
        if (at > now) return at;
        throw invalidField(
          ['body', ...(requests.length > 1 ? [index] : []), 'expires_at'],
          'must be in the future',
        );
      });
      const created = await store.transaction(async (tx) => {
        const tokens: { row: FeedbackTokenRow; token: string }[] = [];
        for (const [index, one] of requests.entries()) {
          const run = await findTracedRun(tx, caller.workspaceId, one.run_id);
          if (await isTaken(tx, tokens, one.id ?? undefined)) {
            throw new HttpError(
              409,
              'A feedback token with this ID already exists. Omit the ID, or use another.',
            );
          }
          const expiresAt = expiries[index] ?? now + FEEDBACK_TOKEN_TTL_MS;
          tokens.push(
            createToken(dependencies, run, {
              key: one.feedback_key,
              token: one.id,
              expiresAt,
              forRun: false,
            }),
          );
        }
        await removeExpiredTokens(tx, tokens, now);
        await tx.feedbackTokens.insert(caller.workspaceId, tokens);
        return tokens;
      });
      return answer(caller, created);
    },
    async list(caller, runId, page) {
      await findTracedRun(store, caller.workspaceId, runId);
      return answer(caller, await store.feedbackTokens.listOfRun(runId, { now: clock.now(), ...page }));
    },
  };
}

/** Creates the row of a token. By default, the token is random. `expiresAt` is in epoch milliseconds. */
export function createToken(
  { clock, newId }: Pick<FeedbackDependencies, 'clock' | 'newId'>,
  run: TracedRun,
  requests: { key: string; expiresAt: number; forRun: boolean; token?: string | null | undefined },
): { row: FeedbackTokenRow; token: string } {
  const token = requests.token ?? randomUUID();
  const row = {
    id: newId(),
    tokenHash: tokenHash(token),
    deploymentId: run.deployment.id,
    runId: run.id,
    key: requests.key,
    forRun: requests.forRun,
    outlivesRun: run.isStateless,
    expiresAt: requests.expiresAt,
    createdAt: clock.now(),
  };
  return { row, token };
}

/** Removes expired tokens of a deployment. */
export async function removeExpiredTokens(
  tx: Repositories,
  tokens: readonly { row: FeedbackTokenRow }[],
  now: number,
): Promise<void> {
  for (const deploymentId of new Set(tokens.map(({ row }) => row.deploymentId))) {
    await tx.feedbackTokens.removeExpired(deploymentId, now);
  }
}

/** Finds a run. @throws HttpError 404 if the run does not exist or belongs to another workspace. */
async function findTracedRun(tx: Repositories, workspaceId: string, runId: string): Promise<TracedRun> {
  const run = await tracedRun(tx, runId);
  if (run?.deployment.workspaceId === workspaceId) return run;
  throw new HttpError(404, `Run with ID ${runId} not found`);
}

async function isTaken(
  tx: Repositories,
  created: readonly { token: string }[],
  token: string | undefined,
): Promise<boolean> {
  if (token === undefined) return false;
  if (created.some((one) => one.token === token)) return true;
  return (await tx.feedbackTokens.findByHash(tokenHash(token))) !== undefined;
}

const MINUTE_MS = 60_000;

/** Returns the time when a token expires, in epoch milliseconds. By default, a token expires after 3 hours. */
function expiryOf({ expires_in: span, expires_at: moment }: FeedbackTokenCreate, now: number): number {
  // A timestamp without an offset is in UTC.
  if (moment) return Date.parse(/(z|[+-]\d\d:?\d\d)$/i.test(moment) ? moment : `${moment}Z`);
  if (!span) return now + FEEDBACK_TOKEN_TTL_MS;
  return now + ((span.days * 24 + span.hours) * 60 + span.minutes) * MINUTE_MS;
}

export const TOKENS_PATH = '/api/v1/feedback/tokens';

/** Returns a presigned URL, which is the only credential for feedback on the run until the URL expires. */
export function feedbackUrl(tracingUrl: string, token: string): string {
  return `${tracingUrl}${TOKENS_PATH}/${token}`;
}

/** Returns the hash of a token. The store finds a token by its hash, because the token itself is stored encrypted. */
export function tokenHash(token: string): string {
  return hash('sha256', token, 'hex');
}

/**
 * Returns the row of a token, or `undefined` if the token is unknown, has expired, or belongs to a run that no longer
 * exists.
 */
export async function findValidToken(
  tx: Repositories,
  token: string,
  now: number,
): Promise<FeedbackTokenRow | undefined> {
  const row = await tx.feedbackTokens.findByHash(tokenHash(token));
  if (row === undefined || row.expiresAt <= now) return undefined;
  return row.outlivesRun || (await tx.runs.findById(row.runId)) !== undefined ? row : undefined;
}

/** Run that can receive feedback: its ID, its deployment, and whether it is stateless. */
export interface TracedRun {
  id: string;
  deployment: DeploymentRow;
  isStateless: boolean;
}

/**
 * Returns the run with this ID in any workspace, or `undefined` if the run is missing, rolled back or deleted. A run
 * that was removed with its temporary thread is found while a token of the run exists.
 */
export async function tracedRun(tx: Repositories, id: string): Promise<TracedRun | undefined> {
  const run = await tx.runs.findById(id);
  const deploymentId = run?.deploymentId ?? (await tx.feedbackTokens.deploymentOfDeletedRun(id));
  const deployment = deploymentId === undefined ? undefined : await tx.deployments.findById(deploymentId);
  return deployment && { id, deployment, isStateless: run === undefined || isStateless(run) };
}
