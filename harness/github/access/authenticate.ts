import { ApiError } from '../server/answer.ts';
import { ANONYMOUS, type Tokens, type Viewer } from './tokens.ts';

/** The token of an `Authorization` header in any form GitHub takes; `null` without one. */
export function tokenOf(header: string | undefined): string | null {
  if (header === undefined) return null;
  const [, scheme = '', rest = ''] = /^(\S+)\s+(.*)$/s.exec(header) ?? [];
  switch (scheme.toLowerCase()) {
    case 'bearer':
    case 'token':
      return rest.trim();
    case 'basic': {
      const [user = '', password = ''] = Buffer.from(rest, 'base64').toString('utf8').split(':');
      return password === 'x-oauth-basic' ? user : password;
    }
    default:
      return '';
  }
}

/** Who comes with this header. Throws 401 for a token that is not (or no longer) known. */
export function authenticate(tokens: Tokens, header: string | undefined): Viewer {
  const token = tokenOf(header);
  if (token === null) return ANONYMOUS;
  const viewer = tokens.find(token);
  if (viewer === undefined) throw new ApiError(401, 'Bad credentials');
  return viewer;
}
