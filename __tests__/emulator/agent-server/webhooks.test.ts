import { createServer } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { WAIT_LIMIT_MS } from '../../../harness/hang-limit.ts';
import { createWebhooks, type PostWebhook } from '../../../src/emulator/agent-server/webhooks.ts';
import { checkWebhook } from '../../../src/emulator/agent-server/webhook-policy.ts';
import { postPinned } from '../../../src/emulator/agent-server/webhook-post.ts';
import type { WebhookPolicy } from '../../../src/emulator/ports/agent-http.ts';
import type { Store } from '../../../src/emulator/ports/store.ts';
import { loadKeyring, openStore } from '../../../src/emulator/store/index.ts';
import { aDeployment, webhookRow } from '../store/samples.ts';
import { manualClock } from './model/rig.ts';
import { toServiceClock } from '../../../src/emulator/ports/clock.ts';

let store: Store;
let deploymentId: string;
let clock: ReturnType<typeof manualClock>;
const open: (() => Promise<void>)[] = [];
beforeEach(async () => {
  store = await openStore({ location: ':memory:', keyring: await loadKeyring({}) });
  deploymentId = (await aDeployment(store)).id;
  clock = manualClock();
});
afterEach(async () => {
  for (const close of open.splice(0)) await close();
  await store.close();
});

const due = (id: string) =>
  store.webhooks.insert(
    webhookRow(deploymentId, {
      id,
      url: `http://hook.test/${id}?key=opens-doors`,
      body: { run_id: id },
      dueAt: clock.now(),
      createdAt: clock.now(),
    }),
  );
type Settings = Awaited<ReturnType<NonNullable<Parameters<typeof createWebhooks>[0]['settingsOf']>>>;
function sender(post: PostWebhook, shared = false, settingsOf: () => Settings = () => undefined) {
  const logged: string[] = [];
  const log = (line: string) => logged.push(line);
  const webhooks = createWebhooks({
    store,
    clock: toServiceClock(clock),
    post,
    shared,
    log,
    settingsOf: () => Promise.resolve(settingsOf()),
    redactText: (text) => text.replaceAll('stored-secret', '***'),
  });
  open.push(() => webhooks.close());
  return { ...webhooks, logged };
}
const until = async (met: () => Promise<boolean> | boolean) => {
  while (!(await met())) await new Promise((resolve) => setImmediate(resolve));
};
const isDone = async () => (await store.webhooks.nextDue()) === undefined;

describe('the webhook of a run', () => {
  test('is sent up to five times with growing delays, and is then dropped', async () => {
    const at: number[] = [];
    const { wake, logged } = sender(() => {
      at.push(clock.now());
      return Promise.reject(new Error('connection refused'));
    });
    const start = clock.now();
    await due('r1');
    wake();
    for (const wait of [1_000, 5_000, 30_000, 120_000]) {
      const tries = at.length + 1;
      await until(async () => {
        const stored = await store.webhooks.get('r1');
        return stored?.attempts.length === tries && clock.isAwaited(clock.now() + wait);
      });
      clock.move(wait);
    }
    await until(isDone);
    expect(at.map((moment) => moment - start)).toEqual([0, 1_000, 6_000, 36_000, 156_000]);
    expect(logged.at(-1)).toBe(
      'webhook of run r1 to http://hook.test/r1?… failed and is not retried: connection refused',
    );
    const attempts = at.map((moment) => ({
      at: moment,
      ms: expect.any(Number),
      status: null,
      problem: 'connection refused',
      response: '',
    }));
    expect(await store.webhooks.get('r1')).toMatchObject({ attempts, dueAt: null });
  });

  // docs/dashboard.md#webhook-attempts
  test('is stored with its error and response, without secrets that the receiver repeats', async () => {
    const said =
      'got Bearer header-secret, the key header-secret and stored-secret for http://hook.test/r1?key=opens-doors ';
    const settings = {
      disableWebhooks: false,
      webhooks: { headers: { authorization: 'Bearer header-secret', 'x-short': 'got' } },
    };
    const post: PostWebhook = (_url, _body, _signal, _headers, onText) => {
      onText?.(said + 'x'.repeat(3_000));
      return Promise.reject(new Error(said));
    };
    const { wake } = sender(post, false, () => settings);
    await due('r1');
    wake();
    await until(async () => (await store.webhooks.get('r1'))?.attempts.length === 1);
    const [attempt] = (await store.webhooks.get('r1'))?.attempts ?? [];
    const clean = 'got ***, the key *** and *** for http://hook.test/r1?… ';
    expect(attempt?.problem).toBe(clean);
    expect(attempt?.response).toBe((clean + 'x'.repeat(3_000)).slice(0, 2_000));
  });

  test.each([
    [204, 'done'],
    [302, 'failed and is not retried: it answered 302'],
    [404, 'failed and is not retried: it answered 404'],
    [408, 'is retried in 1 s: it answered 408'],
    [429, 'is retried in 1 s: it answered 429'],
    [500, 'is retried in 1 s: it answered 500'],
  ])('has a result that depends on the status of its response: %i, %s', async (status, what) => {
    const { wake, logged } = sender(() => Promise.resolve(status));
    await due('r1');
    wake();
    if (what === 'done') await until(isDone);
    else await until(() => logged.some((line) => line.endsWith(what)));
    expect(logged).toHaveLength(what === 'done' ? 0 : 1);
    await until(async () => (await isDone()) !== what.startsWith('is retried'));
  });

  // docs/crash-safety.md#webhooks-runs
  test('is sent after a restart if a shutdown interrupted it', async () => {
    const first = sender((_url, _body, signal) => {
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    });
    await due('r1');
    first.wake();
    await until(async () => (await store.webhooks.nextDue()) === clock.now() + 30_000);
    await first.close();
    const got: unknown[] = [];
    sender((_url, body) => Promise.resolve(got.push(body) && 204)).wake();
    await until(isDone);
    expect(got).toEqual([{ run_id: 'r1', webhook_sent_at: new Date(clock.now()).toISOString() }]);
  });

  // docs/agent-server/limits.md#webhook-waits-receiver-hangs
  test('is not delayed by any number of receivers that hang', async () => {
    let ended = 0;
    const got: string[] = [];
    const { wake } = sender((url, _body, signal) => {
      if (new URL(url).hostname === 'hook.test') return Promise.resolve(got.push(url) && 204);
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          ended += 1;
          reject(signal.reason);
        });
      });
    });
    const hangs = Array.from({ length: 60 }, (_, at) => `http://hangs-${at < 30 ? at : 0}.test/${at}`);
    for (const url of hangs) {
      await store.webhooks.insert(webhookRow(deploymentId, { id: url, url, dueAt: clock.now() - 1 }));
    }
    await due('healthy');
    wake();
    await until(() => got.length === 1);
    expect(ended).toBe(0);
    // Calls to a receiver that responds are sent without waiting for each other's responses.
    for (let at = 0; at < 20; at += 1) await due(`more-${at}`);
    wake();
    await until(() => got.length === 21);
    expect(ended).toBe(0);
  });

  // docs/kubernetes/guarantees.md#webhooks-runs
  test('is sent only once by emulators that share a store, even if the claiming emulator is gone', async () => {
    const got: string[] = [];
    const post: PostWebhook = (url) => Promise.resolve(got.push(new URL(url).pathname) && 200);
    const [one, two] = [sender(post, true), sender(post, true)];
    const names = Array.from({ length: 30 }, (_, n) => `r${n}`);
    for (const name of names) await due(name);
    one.wake();
    two.wake();
    await until(isDone);
    expect(got.toSorted()).toEqual(names.map((name) => `/${name}`).toSorted());

    // An emulator that still plans its next attempt would see the new webhook as due, and would not wait five seconds.
    await until(() => clock.isAwaited(clock.now() + 5_000));
    await due('taken');
    await store.webhooks.claim(clock.now(), clock.now() + 30_000);
    for (let moved = 0; moved < 35_000; moved += 5_000) {
      await until(() => clock.isAwaited(clock.now() + 5_000));
      clock.move(5_000);
    }
    await until(isDone);
    expect(got.slice(30)).toEqual(['/taken']);
  });
});

const POLICY: WebhookPolicy = {
  requireHttps: false,
  allowedDomains: [],
  allowedPorts: [],
  maxUrlLength: 100,
  disableLoopback: true,
  disablePrivateIps: false,
};

describe('the webhook configuration of a deployment', () => {
  // docs/agent-server/routes.md#webhooks
  test('determines headers and fields of webhooks once a worker has reported the configuration', async () => {
    const sent: unknown[] = [];
    let settings: Settings = 'wait';
    const post: PostWebhook = (_url, body, _signal, headers) => {
      sent.push([headers, Object.keys(body)]);
      return Promise.resolve(200);
    };
    const { wake } = sender(post, false, () => settings);
    await due('r1');
    wake();
    await until(() => clock.isAwaited(clock.now() + 1_000));
    expect(sent).toEqual([]);
    const webhooks = { headers: { authorization: 'Bearer t' }, allowedFields: ['run_id'] };
    settings = { disableWebhooks: false, webhooks };
    clock.move(1_000);
    await until(isDone);
    expect(sent).toEqual([[{ authorization: 'Bearer t' }, ['run_id']]]);
  });

  test.each<[NonNullable<Settings>, unknown[]]>([
    [{ disableWebhooks: true }, []],
    [
      { disableWebhooks: false, webhooks: { headers: {}, policy: { ...POLICY, requireHttps: true } } },
      [expect.stringContaining('failed and is not retried: its URL must use https')],
    ],
  ])('can forbid webhooks: %j', async (settings, logged) => {
    const sent: string[] = [];
    const post: PostWebhook = (url) => Promise.resolve(sent.push(url));
    const webhooks = sender(post, false, (): Settings => settings);
    await due('r1');
    webhooks.wake();
    await until(isDone);
    expect([sent, webhooks.logged]).toEqual([[], logged]);
  });

  const resolve = (host: string) =>
    Promise.resolve(
      { 'inside.test': ['127.0.0.1'], 'private.test': ['10.1.2.3'] }[host] ?? ['93.184.215.14'],
    );
  // docs/departures/graphs.md#webhook-policy
  test.each<[string, Partial<WebhookPolicy>, string | undefined]>([
    ['https://hooks.example.com/a', {}, undefined],
    ['http://hooks.example.com/a', { requireHttps: true }, 'must use https'],
    [`https://hooks.example.com/${'a'.repeat(100)}`, {}, 'is longer than 100 characters'],
    ['https://hooks.example.com:8443/', { allowedPorts: [443] }, 'must not use port 8443'],
    ['http://hooks.example.com/', { allowedPorts: [443] }, 'must not use port 80'],
    ['https://a.example.com/', { allowedDomains: ['*.example.com'] }, undefined],
    ['https://example.com/', { allowedDomains: ['*.example.com'] }, 'has a domain that is not allowed'],
    [
      'https://badexample.com/',
      { allowedDomains: ['*.example.com', 'example.com'] },
      'has a domain that is not allowed',
    ],
    ['http://localhost:1/', {}, 'must not be this machine'],
    ['http://LOCALHOST:1/', { allowedDomains: ['localhost'] }, undefined],
    ['http://127.9.9.9/', {}, 'must not be this machine'],
    ['http://[::1]/', {}, 'must not be this machine'],
    ['http://[::ffff:127.0.0.1]/', {}, 'must not be this machine'],
    ['http://2130706433/', {}, 'must not be this machine'],
    ['http://inside.test/', {}, 'must not be this machine'],
    ['http://inside.test/', { disableLoopback: false }, undefined],
    ['http://private.test/', {}, undefined],
    ['http://private.test/', { disablePrivateIps: true }, 'must not be in a private network'],
    ['http://169.254.169.254/', { disableLoopback: false }, 'must not be a reserved address'],
    ['http://[::]/', {}, 'must not be a reserved address'],
    ['http://[::ffff:127.0.0.1]/', {}, 'must not be this machine'],
  ])('decides whether the URL %s may be called with the policy %j', async (url, policy, expected) => {
    const { refused } = await checkWebhook(url, { policy: { ...POLICY, ...policy } }, resolve);
    expect(refused).toBe(expected);
  });

  // docs/security/emulator.md#cluster-webhooks
  // docs/kubernetes/tenants.md#webhooks
  test.each([
    ['https://private.test/', [], 'must not be in a private network'],
    ['https://192.168.1.1/', [], 'must not be in a private network'],
    ['http://127.0.0.1:4400/_local', [], 'must not be this machine'],
    ['http://[fd00::1]/', [], 'must not be in a private network'],
    ['http://[fec0::1]/', [], 'must not be in a private network'],
    // Notations and translations of IPv4 addresses.
    ['http://[::ffff:10.0.0.1]/', [], 'must not be in a private network'],
    ['http://2130706433/', [], 'must not be this machine'],
    ['http://[::127.0.0.1]/', [], 'must not be a reserved address'],
    ['http://[::ffff:0:10.0.0.1]/', [], 'must not be a reserved address'],
    ['http://[2001::1]/', [], 'must not be a reserved address'],
    ['http://[64:ff9b::10.0.0.1]/', [], 'must not be a reserved address'],
    ['http://169.254.169.254/latest/meta-data', [], 'must not be a reserved address'],
    ['http://168.63.129.16/', [], 'must not be a reserved address'],
    ['http://192.0.0.192/', [], 'must not be a reserved address'],
    ['http://[2002:7f00:1::]/', [], 'must not be a reserved address'],
    ['https://private.test/', ['10.0.0.0/8'], undefined],
    ['https://192.168.1.1/', ['10.0.0.0/8'], 'must not be in a private network'],
    ['https://public.test/', [], undefined],
  ])(
    'a cluster decides whether the URL %s may be called with the networks %j',
    async (url, networks, expected) => {
      // The deployment's own configuration cannot permit an address that the control plane forbids.
      const allowedDomains = [new URL(url).hostname.replace(/^\[|\]$/g, '')];
      const policy = { ...POLICY, requireHttps: false, allowedPorts: [], allowedDomains };
      for (const rules of [{ networks }, { networks, policy }]) {
        expect((await checkWebhook(url, rules, resolve)).refused).toBe(expected);
      }
    },
  );

  test('a webhook is sent only to addresses that were checked, and no redirect is followed', async () => {
    const paths: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      paths.push(request.url);
      response.writeHead(302, { location: '/elsewhere' }).end('moved');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    open.push(() => new Promise((resolve) => void server.close(() => resolve())));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('the server has no port');
    const texts: string[] = [];
    const post = (addresses: string[]) =>
      postPinned({
        // This name cannot be resolved, so a second look-up would fail.
        url: `http://receiver.invalid:${address.port}/hook`,
        text: '{}',
        headers: {},
        addresses,
        signal: AbortSignal.timeout(WAIT_LIMIT_MS),
        onText: (text) => texts.push(text),
      });
    expect(await post(['127.0.0.1'])).toBe(302);
    expect([paths, texts]).toEqual([['/hook'], ['moved']]);
    await expect(post([])).rejects.toThrow('the host receiver.invalid was not found');
  });
});
