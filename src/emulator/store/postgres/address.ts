import { parseIntoClientConfig } from 'pg-connection-string';
import type { ClientConfig } from 'pg';
import { isDatabaseUrl } from '../database-url.ts';
import { StoreError } from '../errors.ts';

/** Where a PostgreSQL database is. */
export interface DatabaseAddress {
  /** For `pg`: the whole of it, with the password. */
  readonly config: ClientConfig;
  /** The schema the tables live in; undefined: the first one of the search path. */
  readonly schema: string | undefined;
  /** What may be shown: host and name, no user and no password. */
  readonly display: string;
}

/**
 * Reads `postgresql://user:password@host:port/database`, with what libpq takes as parameters (`sslmode`, `host` of a
 * socket's folder, `options`), and `schema`: the one the tables live in.
 * @throws StoreError `unusable` for what is no such address. The error holds nothing of it: it may hold a password.
 */
export function parseDatabaseUrl(url: string): DatabaseAddress {
  // A socket's address may name no host, which other addresses must.
  const whole = url.replace(/^([a-z]+:\/\/[^/?#]*@)(?=[/?])/, '$1localhost');
  if (!isDatabaseUrl(url) || !URL.canParse(whole)) throw malformed();
  const parsed = new URL(whole);
  const schema = parsed.searchParams.get('schema') ?? undefined;
  parsed.searchParams.delete('schema');
  // A space as "+" is a web form's way; libpq takes a plus for what it is.
  parsed.search = parsed.search.replaceAll('+', '%20');
  let config: ClientConfig;
  try {
    config = parseIntoClientConfig(parsed.href);
  } catch {
    throw malformed();
  }
  const database = config.database ?? config.user ?? '';
  const host = config.host ?? 'localhost';
  const at = host.startsWith('/') ? `the socket in ${host}` : `${host}:${config.port ?? '5432'}`;
  return {
    config,
    schema: schema === '' ? undefined : schema,
    display: `"${database}" on ${at}${schema ? `, schema "${schema}"` : ''}`,
  };
}

function malformed(): StoreError {
  return new StoreError(
    'unusable',
    'The address of the database is not of the form postgresql://user:password@host:port/database. Special characters in the password must be percent-encoded.',
  );
}
