import * as z from 'zod';
import { maxItems, dateTime, optional, text, uuid, nonEmptyText } from './primitives.ts';
import { queryInt } from './query.ts';

/** Name of a provider in paths and requests. A workspace chooses the names of its providers. */
export const ProviderName = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, 'must be 1 to 64 letters, digits, dots, dashes or underscores');

/** One OAuth scope in the syntax of RFC 6749. */
const Scope = z
  .string()
  .max(256)
  .regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, 'must be a scope: visible ASCII without space, quote or backslash');

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** URL of a provider's endpoint: an https URL, or an http URL of this machine. */
const Endpoint = z
  .string()
  .max(2_048)
  .refine((value) => {
    if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) return false;
    const { protocol, hostname, username, password, hash } = new URL(value);
    const isAllowed = protocol === 'https:' || LOOPBACK.test(hostname);
    return isAllowed && username === '' && password === '' && hash === '';
  }, 'must be an https address without credentials and fragment (http on loopback only)');

const ChallengeMethod = z.enum(['S256']);

export const AuthProviderCreate = z.object({
  provider_id: ProviderName,
  name: nonEmptyText,
  client_id: nonEmptyText,
  client_secret: nonEmptyText,
  auth_url: Endpoint,
  token_url: Endpoint,
  uses_pkce: optional(z.boolean()),
  code_challenge_method: optional(ChallengeMethod),
});
export type AuthProviderCreate = z.infer<typeof AuthProviderCreate>;

/** Body of PATCH /v2/auth/providers/{provider_id}. A field that is null does not change the provider. */
export const AuthProviderPatch = z.object({
  name: optional(nonEmptyText),
  client_id: optional(nonEmptyText),
  client_secret: optional(nonEmptyText),
  auth_url: optional(Endpoint),
  token_url: optional(Endpoint),
  uses_pkce: optional(z.boolean()),
  code_challenge_method: optional(ChallengeMethod),
});
export type AuthProviderPatch = z.infer<typeof AuthProviderPatch>;

/** A provider in the service's format, without its client secret. */
export const AuthProvider = z.looseObject({
  id: uuid,
  organization_id: uuid,
  provider_id: z.string(),
  provider_type: z.string(),
  name: z.string(),
  client_id: z.string(),
  auth_url: z.string(),
  token_url: z.string(),
  uses_pkce: z.boolean(),
  code_challenge_method: z.string(),
  created_at: dateTime,
  updated_at: dateTime,
});
export type AuthProvider = z.infer<typeof AuthProvider>;

export const Authenticate = z.object({
  user_id: nonEmptyText.max(512),
  provider: ProviderName,
  scopes: optional(maxItems(100, z.array(Scope))),
  agent_id: optional(text),
});
export type Authenticate = z.infer<typeof Authenticate>;

/**
 * Response of the authentication request: `token`, or the URL for the user's consent and the ID for …/wait/{auth_id}.
 */
export const AuthenticateResponse = z.looseObject({
  status: z.enum(['completed', 'pending']),
  url: z.string().nullish(),
  auth_id: z.string().nullish(),
  token: z.string().nullish(),
});
export type AuthenticateResponse = z.infer<typeof AuthenticateResponse>;

const AUTH_WAIT_MAX_S = 3_600;
/** Query of GET /v2/auth/wait/{auth_id}. `timeout` is a number of seconds. */
export const AuthWaitQuery = z.object({ timeout: queryInt(0, AUTH_WAIT_MAX_S).default(300) });

export const AuthWaitResponse = z.looseObject({
  status: z.enum(['completed', 'pending', 'timeout', 'not_found']),
  token: z.string().nullish(),
});
export type AuthWaitResponse = z.infer<typeof AuthWaitResponse>;
