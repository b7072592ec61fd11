/** Permissions of API keys. `admin` opens `/_local`; the table of routes decides what the other scopes permit. */
export const KEY_SCOPES = ['deploy', 'read', 'run', 'admin'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** Scopes of a key that lists no scopes. */
export const DEFAULT_SCOPES: readonly KeyScope[] = ['deploy', 'read', 'run'];
