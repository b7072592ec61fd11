import { hash } from 'node:crypto';
import type { FeedbackTokenRow, Repositories } from '../../ports/store.ts';

/** The path of tokens, as the service's clients know it. */
export const TOKENS_PATH = '/api/v1/feedback/tokens';

/** A pre-signed URL: whoever has it can say something of the run, until it expires. */
export function feedbackUrl(tracingUrl: string, token: string): string {
  return `${tracingUrl}${TOKENS_PATH}/${token}`;
}

/** What a token is found by: the token itself is kept sealed. */
export function tokenHash(token: string): string {
  return hash('sha256', token, 'hex');
}

/** The token, while it opens something: it has not expired, and its run was neither rolled back nor deleted. */
export async function findValidToken(
  tx: Repositories,
  token: string,
  now: number,
): Promise<FeedbackTokenRow | undefined> {
  const row = await tx.feedbackTokens.findByHash(tokenHash(token));
  if (row === undefined || row.expiresAt <= now) return undefined;
  return row.outlivesRun || (await tx.runs.findById(row.runId)) !== undefined ? row : undefined;
}
