import type { IncomingHttpHeaders } from 'node:http';
import { bearerTokenOf, isSameSecret, unauthorized } from '../../server/authenticate.ts';

/** The token of a revision's pods; undefined: it has none. */
export type TokenOf = (revisionId: string) => Promise<string | undefined>;

/** A check of the token that the pods of a revision have. It throws HttpError for another one. */
export function authorizePods(
  tokenOf: TokenOf,
): (revisionId: string, headers: IncomingHttpHeaders) => Promise<void> {
  return async (revisionId, headers) => {
    const given = bearerTokenOf(headers);
    const token = given === undefined ? undefined : await tokenOf(revisionId);
    if (given === undefined || token === undefined || !isSameSecret(given, token)) {
      throw unauthorized("Send the token of this revision's pods as a bearer token.");
    }
  };
}
