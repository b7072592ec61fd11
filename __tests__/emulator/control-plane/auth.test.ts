import { describe, expect, test } from '@jest/globals';
import { type Plane, startPlane } from '../server/plane.ts';
import { startProvider } from './auth-provider.ts';

const PROVIDERS = '/v2/auth/providers';
const AUTHENTICATE = '/v2/auth/authenticate';
const ask = (change: Record<string, unknown> = {}) => ({
  user_id: 'ada',
  provider: 'forge',
  scopes: ['repo', 'mail'],
  ...change,
});

async function set(change: Record<string, unknown> = {}) {
  let now = Date.parse('2026-01-01T00:00:00Z');
  const clock = {
    now: () => now,
    sleep: (_: number, signal?: AbortSignal) =>
      new Promise<void>((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
      }),
  };
  const provider = await startProvider();
  const plane = await startPlane({ clock });
  const made = await plane.api('POST', PROVIDERS, provider.config(change));
  expect(made.status).toBe(200);
  return { ...plane, provider, made: made.body, pass: (ms: number) => (now += ms) };
}
type Set = Awaited<ReturnType<typeof set>>;

/** Opens the provider's page as a browser does, and returns the redirect URL. */
async function agree(url: string): Promise<string> {
  const response = await fetch(url, { redirect: 'manual' });
  expect(response.status).toBe(302);
  return response.headers.get('location') ?? '';
}
async function signIn({ api }: Pick<Set, 'api'>, change: Record<string, unknown> = {}) {
  const { body } = await api('POST', AUTHENTICATE, ask(change));
  expect(body).toMatchObject({ status: 'pending', url: expect.any(String), auth_id: expect.any(String) });
  return { id: String(body.auth_id), url: String(body.url) };
}
const waited = async ({ api }: Pick<Plane, 'api'>, id: string, timeout = 0) =>
  (await api('GET', `/v2/auth/wait/${id}?timeout=${timeout}`)).body;

// docs/api/deployments.md#auth-providers
describe('the routes for OAuth providers', () => {
  test('create, list, read, change and delete providers with status 200, and never return the client secret', async () => {
    const { api, provider, made } = await set();
    expect(made).toMatchObject({
      id: expect.any(String),
      organization_id: expect.any(String),
      provider_type: expect.any(String),
      provider_id: 'forge',
      uses_pkce: true,
      code_challenge_method: 'S256',
    });
    expect((await api('POST', PROVIDERS, provider.config())).status).toBe(409);
    expect((await api('GET', PROVIDERS)).body).toEqual([made]);
    expect((await api('GET', `/api-host${PROVIDERS}/forge`)).body).toEqual(made);
    const patched = await api('PATCH', `${PROVIDERS}/forge`, {
      name: 'Other',
      client_secret: 'another secret',
    });
    expect([patched.status, patched.body.name]).toEqual([200, 'Other']);
    expect(JSON.stringify([made, patched.body])).not.toMatch(
      /client_secret|another secret|the client secret/,
    );
    expect((await api('DELETE', `${PROVIDERS}/forge`)).status).toBe(200);
    expect((await api('GET', `${PROVIDERS}/forge`)).status).toBe(404);
    expect((await api('DELETE', `${PROVIDERS}/forge`)).status).toBe(404);
  });

  // docs/departures.md#integrations-listeners-uploads-auth
  test.each([
    ['auth_url', 'http://provider.test/authorize'],
    ['token_url', 'http://169.254.169.254/token'],
    ['token_url', 'file:///etc/passwd'],
    ['token_url', 'https://user:pass@provider.test/token'],
    ['auth_url', 'https://provider.test/#part'],
    ['provider_id', 'a/b'],
    ['client_secret', ''],
    ['code_challenge_method', 'plain'],
  ])("return a 422 with the field's name for the field %s with the value %s", async (field, value) => {
    const { api } = await startPlane();
    const provider = await startProvider();
    const refused = await api('POST', PROVIDERS, provider.config({ [field]: value }));
    expect([refused.status, refused.body.detail[0].loc]).toEqual([422, ['body', field]]);
  });
});

describe('a sign-in token', () => {
  // docs/security/emulator.md#oauth-providers-expires-kept
  test.each([1e308, 2 ** 53, 3_600.0005, 1e-9])(
    'is stored and used if it lives for %s seconds',
    async (seconds) => {
      const all = await set();
      all.provider.expiresIn = seconds;
      const { id, url } = await signIn(all);
      const back = await fetch(await agree(url));
      expect(back.status).toBe(200);
      expect(await waited(all, id)).toMatchObject({ status: 'completed', token: all.provider.tokens[0] });
      expect((await all.api('POST', AUTHENTICATE, ask())).status).toBe(200);
    },
  );
});

describe('the sign-in of a user with an OAuth provider', () => {
  test.each([true, false])(
    'redirects the user to the provider and back, and returns the token (PKCE: %s)',
    async (pkce) => {
      const all = await set({ uses_pkce: pkce });
      const { id, url } = await signIn(all);
      const query = new URL(url).searchParams;
      expect(query.get('tenant')).toBe('acme');
      expect(query.get('scope')).toBe('mail repo');
      expect(query.has('code_challenge')).toBe(pkce);
      expect(await waited(all, id)).toEqual({ status: 'pending', token: null });
      // The callback wakes the waiting request, but the clock does not.
      const waiting = waited(all, id, 300);
      const page = await fetch(await agree(url));
      expect(page.status).toBe(200);
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(page.headers.get('cache-control')).toBe('no-store');
      expect(page.headers.get('referrer-policy')).toBe('no-referrer');
      expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
      const token = all.provider.tokens[0];
      expect(await waiting).toEqual({ status: 'completed', token });
      expect((await all.api('POST', AUTHENTICATE, ask())).body).toMatchObject({ status: 'completed', token });
      // The token is sufficient for fewer scopes, but not for more scopes or for another user.
      expect((await all.api('POST', AUTHENTICATE, ask({ scopes: ['repo'] }))).body.token).toBe(token);
      await signIn(all, { scopes: ['repo', 'admin'] });
      await signIn(all, { user_id: 'bob' });
    },
  );

  test('also accepts a callback that the provider posts as a form', async () => {
    const all = await set();
    const { id, url } = await signIn(all);
    const back = new URL(await agree(url));
    const response = await fetch(`${back.origin}${back.pathname}`, {
      method: 'POST',
      body: back.searchParams,
    });
    expect(response.status).toBe(200);
    expect(await waited(all, id)).toMatchObject({ status: 'completed' });
  });

  test('refreshes an expired token, and starts over if that fails', async () => {
    const all = await set();
    await fetch(await agree((await signIn(all)).url));
    all.pass(3_590_000);
    const second = (await all.api('POST', AUTHENTICATE, ask())).body;
    expect(second).toMatchObject({ status: 'completed', token: all.provider.tokens[2] });
    all.provider.refreshes = false;
    all.pass(3_590_000);
    expect((await all.api('POST', AUTHENTICATE, ask())).body.token).toBe(all.provider.tokens[4]);
    // The refresh token has already been used, so the provider refuses it.
    all.pass(3_600_000);
    await signIn(all);
  });

  // docs/departures.md#integrations-listeners-uploads-auth-service-sign
  test('ends with a message to the user if the user denies access', async () => {
    const all = await set();
    all.provider.mood = 'denies';
    const { id, url } = await signIn(all);
    const page = await fetch(await agree(url));
    expect([page.status, await page.text()]).toEqual([403, expect.stringContaining('not granted')]);
    expect(await waited(all, id, 300)).toEqual({ status: 'not_found', token: null });
  });

  test.each(['html', 'wrong type', 'error', 'no token', 'redirect'] as const)(
    'ends with a 502 page and no token if the token endpoint responds with %s',
    async (mood) => {
      const all = await set();
      const { id, url } = await signIn(all);
      all.provider.mood = mood;
      const page = await fetch(await agree(url));
      expect(page.status).toBe(502);
      const text = await page.text();
      expect(text).toContain('could not be completed');
      expect(text).not.toMatch(/access-|refresh-/);
      expect(await waited(all, id)).toMatchObject({ status: 'not_found' });
    },
  );

  test('accepts each callback only once, and refuses a code from another sign-in', async () => {
    const all = await set();
    const { url } = await signIn(all);
    const back = await agree(url);
    expect((await fetch(back)).status).toBe(200);
    expect((await fetch(back)).status).toBe(400);
    expect(all.provider.asked).toHaveLength(1);
    // A code from another sign-in fails at the provider, because the verifier does not match.
    const [mine, theirs] = [await signIn(all, { user_id: 'eve' }), await signIn(all, { user_id: 'bob' })];
    const code = new URL(await agree(theirs.url)).searchParams.get('code') ?? '';
    const mixed = new URL(await agree(mine.url));
    mixed.searchParams.set('code', code);
    expect((await fetch(mixed)).status).toBe(502);
    expect(await waited(all, mine.id)).toMatchObject({ status: 'not_found' });
  });

  test.each([
    ['no state', (url: URL) => url.searchParams.delete('state'), 400],
    ['another state', (url: URL) => url.searchParams.set('state', 'x'.repeat(43)), 400],
    ['two states', (url: URL) => url.searchParams.append('state', 'other'), 400],
    ['no code', (url: URL) => url.searchParams.delete('code'), 400],
    ['the address of another provider', (url: URL) => (url.pathname = '/v2/auth/callback/other'), 400],
    ['markup', (url: URL) => url.searchParams.set('error', '<script>alert(1)</script>'), 403],
  ])('refuses a callback with %s', async (_, bend, status) => {
    const all = await set();
    const { id, url } = await signIn(all);
    const back = new URL(await agree(url));
    bend(back);
    const page = await fetch(back);
    expect(page.status).toBe(status);
    expect(await page.text()).not.toContain('<script>');
    expect(await waited(all, id)).not.toMatchObject({ status: 'completed' });
    expect(all.provider.asked).toEqual([]);
  });

  test('expires after ten minutes', async () => {
    const all = await set();
    const { id, url } = await signIn(all);
    const back = await agree(url);
    all.pass(10 * 60_000);
    expect(await waited(all, id)).toMatchObject({ status: 'timeout' });
    expect((await fetch(back)).status).toBe(400);
  });

  test('fails after its provider is deleted', async () => {
    const all = await set();
    const { id, url } = await signIn(all);
    const back = await agree(url);
    expect((await all.api('POST', AUTHENTICATE, ask({ provider: 'nowhere' }))).status).toBe(404);
    expect((await all.api('GET', `/v2/auth/wait/nowhere`)).body).toMatchObject({ status: 'not_found' });
    await all.api('DELETE', `${PROVIDERS}/forge`);
    expect((await fetch(back)).status).toBe(400);
    expect(await waited(all, id)).toMatchObject({ status: 'not_found' });
    await all.api('POST', PROVIDERS, all.provider.config());
    await signIn(all);
  });

  test('leaves no secret in the journal or in a snapshot', async () => {
    const all = await set();
    const { id, url } = await signIn(all);
    const back = new URL(await agree(url));
    await fetch(back);
    await waited(all, id);
    const secrets = [
      ...all.provider.tokens,
      all.provider.asked[0]?.get('code_verifier') ?? 'none',
      back.searchParams.get('code') ?? 'none',
      back.searchParams.get('state') ?? 'none',
      'the client secret',
    ];
    const journal = JSON.stringify((await all.api('GET', '/_local/journal')).body);
    const snapshot = JSON.stringify(await all.emulator.snapshot());
    for (const secret of secrets) {
      expect(journal).not.toContain(secret);
      expect(snapshot).not.toContain(secret);
    }
    await all.emulator.restore(await all.emulator.snapshot());
    expect((await all.api('POST', AUTHENTICATE, ask())).body.token).toBe(all.provider.tokens[0]);
  });
});
