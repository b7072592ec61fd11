import type { IncomingHttpHeaders } from 'node:http';
import { bearerTokenOf, isSameSecret, unauthorized } from '../../server/authenticate.ts';

/** Returns the token of a revision's pods, or `undefined` if no token exists. */
export type TokenOf = (revisionId: string) => Promise<string | undefined>;

/** Returns a function that checks the token of a revision's pods, and throws HttpError for a wrong token. */
export function authorizePods(
  tokenOf: TokenOf,
): (revisionId: string, headers: IncomingHttpHeaders) => Promise<void> {
  return async (revisionId, headers) => {
    const given = bearerTokenOf(headers);
    const token = given === undefined ? undefined : await tokenOf(revisionId);
    if (given === undefined || token === undefined || !isSameSecret(given, token)) {
      throw unauthorized(
        "Send the token of this revision's pods in the header Authorization: Bearer <token>.",
      );
    }
  };
}
