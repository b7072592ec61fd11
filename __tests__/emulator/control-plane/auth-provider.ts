import { createHash, randomBytes } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from '@jest/globals';

/** Behavior of the OAuth provider. */
type Mood = 'well' | 'html' | 'wrong type' | 'error' | 'no token' | 'redirect' | 'denies';

const SECRET = 'the client secret: ü/+ %';
const open: http.Server[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/**
 * Starts an OAuth 2 provider that verifies client, redirect URI, code and verifier, as RFC 6749 and RFC 7636 require.
 */
export async function startProvider() {
  const codes = new Map<string, URLSearchParams>();
  const refreshTokens = new Set<string>();
  const provider = {
    origin: '',
    mood: 'well' as Mood,
    /** Lifetime of a token in seconds, or null to omit it. */
    expiresIn: 3_600 as number | null,
    refreshes: true,
    tokens: new Array<string>(),
    /** Requests to the token endpoint. */
    asked: new Array<URLSearchParams>(),
    /** Returns the provider's configuration for the emulator. */
    config: (change: Record<string, unknown> = {}): Record<string, unknown> => ({
      provider_id: 'forge',
      name: 'The Forge',
      client_id: 'client:1',
      client_secret: SECRET,
      auth_url: `${provider.origin}/authorize?tenant=acme`,
      token_url: `${provider.origin}/token`,
      uses_pkce: true,
      ...change,
    }),
  };
  const authorize = (url: URL): { status: number; headers: Record<string, string> } => {
    const query = url.searchParams;
    const back = new URL(query.get('redirect_uri') ?? '');
    back.searchParams.set('state', query.get('state') ?? '');
    if (provider.mood === 'denies') back.searchParams.set('error', 'access_denied');
    else {
      const code = randomBytes(12).toString('hex');
      codes.set(code, query);
      back.searchParams.set('code', code);
    }
    return { status: 302, headers: { location: back.href } };
  };
  const isVerified = (asked: URLSearchParams | undefined, form: URLSearchParams): boolean => {
    if (asked === undefined || asked.get('redirect_uri') !== form.get('redirect_uri')) return false;
    const challenge = asked.get('code_challenge');
    if (challenge === null) return !form.has('code_verifier');
    const verifier = form.get('code_verifier') ?? '';
    return (
      asked.get('code_challenge_method') === 'S256' &&
      createHash('sha256').update(verifier).digest('base64url') === challenge
    );
  };
  const token = (authorization: string, form: URLSearchParams): [number, unknown] => {
    const [id = '', secret = ''] = Buffer.from(authorization.replace('Basic ', ''), 'base64')
      .toString()
      .split(':')
      .map((part) => new URLSearchParams(`v=${part}`).get('v') ?? '');
    if (id !== 'client:1' || secret !== SECRET) return [401, { error: 'invalid_client' }];
    const code = form.get('code') ?? '';
    const asked = codes.get(code);
    codes.delete(code);
    const isGranted =
      form.get('grant_type') === 'refresh_token'
        ? refreshTokens.delete(form.get('refresh_token') ?? '')
        : isVerified(asked, form);
    if (!isGranted) return [400, { error: 'invalid_grant' }];
    const access = `access-${randomBytes(12).toString('hex')}`;
    const refresh = `refresh-${randomBytes(12).toString('hex')}`;
    provider.tokens.push(access, refresh);
    refreshTokens.add(refresh);
    return [
      200,
      {
        access_token: access,
        token_type: 'Bearer',
        id_token: 'not.for.us',
        ...(provider.refreshes ? { refresh_token: refresh } : {}),
        ...(provider.expiresIn === null ? {} : { expires_in: provider.expiresIn }),
      },
    ];
  };
  const answer = async (request: http.IncomingMessage, response: http.ServerResponse) => {
    const url = new URL(request.url ?? '/', provider.origin);
    if (url.pathname === '/authorize') {
      const { status, headers } = authorize(url);
      response.writeHead(status, headers).end();
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    provider.asked.push(form);
    const [status, body] = token(request.headers.authorization ?? '', form);
    const bent: Record<Exclude<Mood, 'well' | 'denies'>, [number, string, string]> = {
      html: [200, 'text/html', '<h1>Sign in</h1>'],
      'wrong type': [200, 'application/x-www-form-urlencoded', 'access_token=access-form&token_type=bearer'],
      error: [500, 'application/json', JSON.stringify({ error: 'server_error' })],
      'no token': [200, 'application/json', '{"token_type":"bearer"}'],
      redirect: [302, 'text/plain', ''],
    };
    const { mood } = provider;
    const [as, type, text] =
      mood === 'well' || mood === 'denies' ? [status, 'application/json', JSON.stringify(body)] : bent[mood];
    response.writeHead(as, { 'content-type': type, ...(as === 302 ? { location: '/token' } : {}) }).end(text);
  };
  const server = http.createServer((request, response) => void answer(request, response));
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  provider.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return provider;
}
