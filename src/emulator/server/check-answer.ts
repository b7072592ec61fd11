import { HttpError } from './http-error.ts';
import type { Route, RouteAnswer } from './route.ts';

/** Statuses any row may fail with without declaring them. */
const COMMON = new Set([400, 401, 403, 404, 413, 415, 422]);

/**
 * The contract test of the route table: runs a handler and throws when it answers, or fails with, a status its row
 * does not declare, or a body its schema does not allow. Says where, never what: an answer may hold secrets.
 */
export async function checked(route: Route, handle: () => Promise<RouteAnswer>): Promise<RouteAnswer> {
  const row = `${route.method} ${route.path}`;
  let answer: RouteAnswer;
  try {
    answer = await handle();
  } catch (error) {
    if (error instanceof HttpError && !COMMON.has(error.status) && !(error.status in route.responses)) {
      throw new Error(`${row} failed with ${error.status}, which it does not declare`, { cause: error });
    }
    throw error;
  }
  if ('stream' in answer) return answer;
  const declared = route.responses[answer.status];
  if (declared === undefined) throw new Error(`${row} answered ${answer.status}, which it does not declare`);
  const result = declared.schema?.safeParse(answer.body);
  if (result === undefined || result.success) return answer;
  const where = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ');
  throw new Error(`${row} answered ${answer.status} with a body its schema does not allow: ${where}`);
}
