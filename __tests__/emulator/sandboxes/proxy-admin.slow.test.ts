import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createEmulator, type Emulator } from '../../../src/emulator/index.ts';
import { type SandboxEmulator, openSandboxEmulator } from './support/sandbox-emulator.ts';

const RULES = [
  {
    name: 'hub',
    match_hosts: ['api.hub.test'],
    match_paths: ['/repos/*'],
    headers: [{ name: 'Authorization', type: 'opaque', value: 'opaque-value-4e2a' }],
  },
];
const GONE = '00000000-0000-4000-8000-000000000000';

describe('the route that explains the proxy rules of a sandbox', () => {
  let emulator: Emulator;
  // The stub runtime explains rules with the proxy's own functions.
  beforeEach(async () => {
    emulator = await createEmulator({ runtime: 'stub' });
  });
  afterEach(() => emulator.close());

  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(new URL(path, emulator.urls.sandboxes), {
      method,
      headers: { 'x-api-key': emulator.apiKey, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, text: await answer.text() };
  };
  const explain = (id: string, url: string) =>
    ask('GET', `/_local/sandboxes/${id}/explain?url=${encodeURIComponent(url)}`);
  const made = async (): Promise<string> => {
    const body = { name: 'box', wait_for_ready: true, proxy_config: { rules: RULES } };
    return JSON.parse((await ask('POST', '/v2/sandboxes/boxes', body)).text).id;
  };

  test('returns the rule and its header names for a URL, without header values or the query', async () => {
    const { status, text } = await explain(await made(), 'https://api.hub.test/repos/x?token=abc');
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({
      url: 'https://api.hub.test/repos/x',
      decision: 'inject',
      reason: 'rule-matched',
      rule: 'hub',
      headers: ['Authorization'],
    });
    expect(text).not.toContain('opaque-value');
  });

  test.each([
    ['https://api.hub.test/repos/../admin', 'refuse', 'ambiguous-path'],
    ['http://api.hub.test/repos/x', 'refuse', 'plaintext-credential-refused'],
    ['https://other.test/', 'tunnel', 'no-rule-for-host'],
    ['no url', 'refuse', 'bad-url'],
  ])('for %s returns %s with the reason %s', async (url, decision, reason) => {
    const { status, text } = await explain(await made(), url);
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({ decision, reason, rule: null });
  });

  test('returns 404 for an unknown or stopped sandbox, and 422 without a URL', async () => {
    const id = await made();
    expect((await ask('GET', `/_local/sandboxes/${id}/explain`)).status).toBe(422);
    expect((await explain(GONE, 'https://a.test/')).status).toBe(404);
    await ask('POST', '/v2/sandboxes/boxes/box/stop');
    expect((await explain(id, 'https://a.test/')).status).toBe(404);
  });
});

describe('the metrics of the credential proxy', () => {
  let fixture: SandboxEmulator;
  beforeEach(async () => {
    fixture = await openSandboxEmulator();
  });
  afterEach(() => fixture.emulator.close());

  // docs/credential-proxy/process.md#get-local-sandboxes-metrics
  test("require the emulator's API key", async () => {
    await fixture.createReady();
    const { status, headers } = await fixture.call('GET', '/_local/sandboxes/metrics');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(
      await fixture.call('GET', '/_local/sandboxes/metrics', undefined, { 'x-api-key': 'other' }),
    ).toMatchObject({
      status: 401,
    });
  });
});
