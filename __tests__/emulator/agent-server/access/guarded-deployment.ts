import type { AuthSettings } from '../../../../src/emulator/ports/agent-auth.ts';
import type { Answer } from '../../server/plane.ts';
import { type AgentServerFixture, type Cleanup, createCheckout, createFixture } from '../fixture.ts';

/** Every user owns the resources that they create, and the user's items are below the user's name. */
const AUTH = `
import { Auth, HTTPException } from '@langchain/langgraph-sdk/auth';

let asked = 0;
export const auth = new Auth()
  .authenticate((request) => {
    asked += 1;
    const [, token] = (request.headers.get('authorization') ?? '').split(' ');
    if (!token) {
      throw new HTTPException(401, { message: 'Send a token', headers: { 'www-authenticate': 'Bearer realm="shop"' } });
    }
    if (token === 'banned') throw new HTTPException(403, { message: 'You are banned' });
    if (token === 'nonsense') throw new HTTPException(200, { message: 'All is well' });
    if (token === 'broken') throw new TypeError('the database is down');
    if (token === 'strange') return { name: 'without an identity' };
    if (token === 'plain') return 'plain';
    const { pathname, search } = new URL(request.url);
    return { identity: token, permissions: ['shop:read'], seen: [request.method, pathname + search].join(' '), asked };
  })
  .on('*', ({ user, value, event }) => {
    if (user.identity === 'denied') return false;
    if (user.identity === 'refused') throw new HTTPException(402, { message: 'Pay first: ' + event });
    if (user.identity === 'failing') throw new RangeError('no such rule');
    if (user.identity === 'confused') return { owner: { $near: 'me' } };
    if (user.kind === 'StudioUser') return true;
    if (value.metadata && typeof value.metadata === 'object') value.metadata.owner = user.identity;
    return { owner: user.identity };
  })
  .on('threads:create_run', ({ user, value }) => {
    if (user.identity === 'denied') return false;
    value.metadata.owner = user.identity;
    value.kwargs.config.configurable.tier = 'gold';
    return { owner: { $eq: user.identity } };
  })
  .on('threads:delete', ({ user, value }) => {
    if (user.identity === 'keeper') throw new HTTPException(403, { message: 'Threads are kept: ' + value.thread_id });
    return user.identity === 'denied' ? false : { owner: user.identity };
  })
  .on('assistants:read', ({ user }) => user.identity === 'denied' ? false : { $or: [{ owner: user.identity }, { created_by: 'system' }, { shared: true }] })
  .on('store', ({ user, value, action }) => {
    if (user.identity === 'denied') return false;
    if (user.kind !== 'StudioUser') value.namespace = [user.identity, ...(value.namespace ?? [])];
    return action === 'search' && user.identity === 'reader' ? { public: true } : undefined;
  });

export const withoutHandler = new Auth();
export const forThreads = new Auth().authenticate(() => 'me').on('threads', () => true).on('*:delete', () => false);
export const something = { authenticate: () => 'me' };
`;

const GRAPHS = `
export const echo = { invoke: (input, config) => ({ said: input?.say ?? null, configurable: config.configurable }) };
`;

/** Creates a deployment with its own authentication and authorization; `as` calls the deployment with a token. */
export async function guardedDeployment(
  cleanup: Cleanup,
  settings: AuthSettings = {},
  options: Parameters<typeof createFixture>[1] = {},
) {
  const fixture = await createFixture(cleanup, options);
  const checkout = await createCheckout(cleanup, { 'auth.mjs': AUTH, 'graphs.mjs': GRAPHS });
  const graphs = { echo: 'graphs.mjs:echo' };
  const worker = await fixture.serve(checkout, graphs, {}, { module: 'auth.mjs:auth', settings });
  return { ...fixture, checkout, graphs, worker, as: callerOf(fixture) };
}

/** Returns a function that calls a deployment with a token, without the key of the workspace. */
export const callerOf =
  ({ call }: Pick<AgentServerFixture, 'call'>) =>
  (token: string | undefined, headers: Record<string, string> = {}) =>
  (method: string, path: string, body?: unknown): Promise<Answer> => {
    const sent = {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    };
    return call(method, path, body, { headers: sent });
  };

export type Guarded = Awaited<ReturnType<typeof guardedDeployment>>;
