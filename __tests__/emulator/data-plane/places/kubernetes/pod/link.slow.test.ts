import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createSecureContext, createServer as createTlsServer, type SecureContext } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { WebSocket, WebSocketServer } from 'ws';
import {
  acceptLink,
  createPodNonces,
  LINK_VERSION,
  MAX_FACTS_BYTES,
  offerLink,
  PROOF_HEADER,
} from '../../../../../../src/emulator/data-plane/link/offer.ts';
import { realClock } from '../../../../../../src/clients/clock.ts';
import {
  createAuthorityCertificate,
  createSigningRequest,
  signServerCertificate,
} from '../../../../../../src/emulator/data-plane/certificates/certificates.ts';
import { podServerName } from '../../../../../../src/emulator/data-plane/certificates/plane-authority.ts';
import { startCertificateRenewal } from '../../../../../../src/emulator/data-plane/places/kubernetes/pod/certificate.ts';
import { encodeFrame, MAX_TEXT_BYTES } from '../../../../../../src/emulator/data-plane/link/frames.ts';
import { MAX_CHUNK_BYTES } from '../../../../../../src/emulator/data-plane/link/web-socket.ts';
import type { RunJob, StreamedEvent, WorkerSpec } from '../../../../../../src/emulator/ports/worker.ts';
import { HANG_LIMIT_MS, WAIT_LIMIT_MS } from '../../../../../../harness/hang-limit.ts';
import { until } from '../../../../../../harness/until.ts';
import { PLAIN_GRAPHS } from '../../../../agent-server/plain-graphs.ts';
import { Cleanup, createCheckout } from '../../../../agent-server/fixture.ts';
import { POD_UID, startPod, TOKEN } from './support.ts';

const cleanup = new Cleanup();

/** Creates a server that issues nonces as a pod does. */
const createNonceServer = (nonces = createPodNonces(() => 0)) =>
  createServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ nonce: nonces.issue() }));
  });
afterEach(() => cleanup.run());

const never = new AbortController().signal;
/** Timing of links with large messages on a machine under load. */
const PATIENT = { pingMs: 10_000, silenceMs: HANG_LIMIT_MS };
const PARTIES = { revisionId: 'revision', podUid: POD_UID };
const job = (graphId: string, change: Partial<RunJob> = {}): RunJob => ({
  runId: randomUUID(),
  threadId: randomUUID(),
  graphId,
  fence: 1,
  input: {},
  config: {},
  ...change,
});

/** Starts a pod with graphs that need no library. */
async function aPod(
  options: Partial<Parameters<typeof startPod>[1]> = {},
  spec: Partial<WorkerSpec> = {},
  owner = cleanup,
) {
  const checkout = await createCheckout(owner, { 'graphs.mjs': PLAIN_GRAPHS });
  const named = ['echo', 'gate', 'deaf', 'exiting'];
  const graphs = Object.fromEntries(
    named.map((name) => [name, { module: join(checkout, 'graphs.mjs'), exportName: name }]),
  );
  const printed: string[] = [];
  const pod = await startPod(owner, {
    print: (line) => printed.push(line),
    ...options,
    spec: {
      deploymentId: 'deployment',
      revisionId: 'revision',
      graphs,
      cwd: checkout,
      env: { PATH: process.env.PATH ?? '' },
      ...spec,
    },
  });
  const reached = (line: string) => until(() => printed.includes(line));
  return { ...pod, checkout, printed, reached };
}

/** Closes the pod that all tests share if they only link to it and use its worker. */
const ofSuite = new Cleanup();
let shared: Awaited<ReturnType<typeof aPod>>;
beforeAll(async () => {
  shared = await aPod({ channelTiming: PATIENT }, {}, ofSuite);
});
afterAll(() => ofSuite.run());

/** Creates a CA, and signs certificates for pods with these names as the control plane does. */
async function anAuthority(lifeMs = 3_600_000) {
  const now = Date.now();
  const authority = await createAuthorityCertificate('agent-deploy test', now, lifeMs);
  return {
    ca: authority.certificate,
    authority,
    /** Returns a certificate for a revision, with its key. `endsAt` is the end of its validity. */
    async contextFor(revisionId: string, endsAt = now + lifeMs) {
      const { request, key } = await createSigningRequest();
      const name = podServerName('deployment', revisionId);
      const lived = endsAt - now;
      const { certificate } = await signServerCertificate(authority, { request, name }, now, lived);
      return createSecureContext({ cert: certificate, key });
    },
  };
}

/** Returns how a replica dials the pod at this URL. */
const secureTarget = (url: string, ca: string) => ({
  url: url.replace('http:', 'https:'),
  tls: { ca, servername: podServerName('deployment', 'revision'), rejectUnauthorized: true },
});

/** Creates a network in front of a pod that can become silent or lose its connections. */
async function aNetwork(url: string) {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  let silent = false;
  let carried = 0;
  const server = createTcpServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk: Buffer) => {
        carried += chunk.length;
        if (!silent) to.write(chunk);
      });
      from.on('error', () => undefined);
      from.on('close', () => to.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanup.add(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  return {
    target: { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    /** Returns the number of bytes in both directions. */
    carried: () => carried,
    fallSilent() {
      silent = true;
    },
    cut() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

describe('a link over TLS', () => {
  // docs/kubernetes/tls.md#link-tls
  test('is used only with a valid certificate of the CA for the revision of the pod', async () => {
    const [authority, other] = await Promise.all([anAuthority(), anAuthority()]);
    let use: (context: SecureContext) => void = () => undefined;
    const own = await authority.contextFor('revision');
    const { link, url } = await aPod({
      startCertificates: (given) => {
        use = given;
        given(own);
        return Promise.resolve();
      },
    });
    const target = secureTarget(url, authority.ca);
    expect((await link({ target })).worker.graphIds).toContain('echo');
    // Replicas trust several CAs while a new CA replaces the earlier CA.
    expect((await link({ target: secureTarget(url, other.ca + authority.ca) })).isDraining()).toBe(false);
    // The proofs of the token do not replace the certificate.
    await expect(link({ target: secureTarget(url, other.ca) })).rejects.toThrow(/certificate|issuer/);
    use(await authority.contextFor('another-revision'));
    await expect(link({ target })).rejects.toThrow('altnames');
    use(await authority.contextFor('revision', Date.now() - 1_000));
    await expect(link({ target })).rejects.toThrow('expired');
    use(await other.contextFor('revision'));
    await expect(link({ target })).rejects.toThrow(/certificate|issuer/);
    use(own);
    expect((await link({ target })).isDraining()).toBe(false);
    // A certificate does not replace the proof of the token.
    await expect(link({ target, token: 'another' })).rejects.toThrow('401');
  });

  // docs/kubernetes/tls.md#link-tls
  // docs/security/emulator.md#cluster-link-tls
  test('is refused if a program between the replica and the pod has its own certificate', async () => {
    const [authority, attacker] = await Promise.all([anAuthority(), anAuthority()]);
    const { link, url } = await aPod({
      startCertificates: async (use) => use(await authority.contextFor('revision')),
    });
    let carried = 0;
    const sockets = new Set<Socket>();
    const middleContext = await attacker.contextFor('revision');
    const middle = createTlsServer({ SNICallback: (_name, done) => done(null, middleContext) }, (near) => {
      const far = connect(Number(new URL(url).port), '127.0.0.1');
      sockets.add(near).add(far);
      near.on('data', (chunk) => {
        carried += chunk.length;
        far.write(chunk);
      });
      far.on('data', (chunk) => near.write(chunk));
      near.on('error', () => undefined);
      far.on('error', () => undefined);
      near.on('close', () => far.destroy());
      far.on('close', () => near.destroy());
    });
    await new Promise<void>((resolve) => middle.listen(0, '127.0.0.1', resolve));
    cleanup.add(() => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => middle.close(resolve));
    });
    const target = secureTarget(`http://127.0.0.1:${(middle.address() as AddressInfo).port}`, authority.ca);
    await expect(link({ target })).rejects.toThrow(/certificate|issuer/);
    expect(carried).toBe(0);
    // Without the check, the program would read and forward the link.
    const blind = { ...target, tls: { ...target.tls, rejectUnauthorized: false } };
    expect((await link({ target: blind })).isDraining()).toBe(false);
    expect(carried).toBeGreaterThan(0);
  });

  // docs/kubernetes/tls.md#certificate-renewal
  test('continues its work while the certificate of the pod is renewed', async () => {
    const authority = await anAuthority();
    const issued: SecureContext[] = [];
    const { link, url, checkout, reached } = await aPod({
      startCertificates(use, signal) {
        return startCertificateRenewal({
          async request(signingRequest) {
            const now = Date.now();
            const name = podServerName('deployment', 'revision');
            const signer = authority.authority;
            const signed = await signServerCertificate(signer, { request: signingRequest, name }, now, 3_000);
            return { certificate: signed.certificate, expires_at: signed.expiresAt };
          },
          use(context) {
            issued.push(context);
            use(context);
          },
          log: () => undefined,
          clock: realClock,
          signal,
        });
      },
    });
    const target = secureTarget(url, authority.ca);
    const { worker } = await link({ target });
    const file = join(checkout, 'open');
    const run = worker.run(job('gate', { input: { say: 'on', file } }), never);
    await reached('gate reached on');
    await until(() => issued.length > 1);
    await link({ target });
    await writeFile(file, '');
    expect(await run).toEqual({ kind: 'success', values: { said: 'on' } });
  });

  // docs/kubernetes/tls.md#older-links
  test('does not end plain health checks, and the links of replicas of the previous version', async () => {
    const authority = await anAuthority();
    const { link, url } = await aPod({
      startCertificates: async (use) => use(await authority.contextFor('revision')),
    });
    expect(await (await fetch(`${url}/ok`)).json()).toEqual({ ok: true });
    expect((await link()).worker.graphIds).toContain('echo');
    expect((await link({ target: secureTarget(url, authority.ca) })).worker.graphIds).toContain('echo');
  });

  test('fails if the pod has no certificate, and the next plain link succeeds', async () => {
    const { link, url } = shared;
    const { ca } = await anAuthority();
    await expect(link({ target: secureTarget(url, ca) })).rejects.toThrow('cannot connect');
    expect((await link()).isDraining()).toBe(false);
  });
});

describe('an agent pod', () => {
  test('responds to health checks, but to no other request outside of a link', async () => {
    const { url } = shared;
    const answer = async (path: string) => {
      const response = await fetch(`${url}${path}`);
      return [response.status, await response.json()];
    };
    expect(await answer('/ok')).toEqual([200, { ok: true }]);
    expect((await answer('/threads'))[0]).toBe(404);
    expect(await answer('/_agent/link')).toEqual([200, { nonce: expect.any(String) }]);
  });

  // docs/kubernetes.md#links
  test('accepts links only from callers that prove that they have the token of its revision', async () => {
    const { link } = shared;
    await expect(link({ token: 'another' })).rejects.toThrow(
      'The control plane cannot connect to agent pod pod-1: it responded with status 401',
    );
    await expect(link({ token: '' })).rejects.toThrow('401');
    // The proof covers the revision, too.
    await expect(link({ revisionId: 'earlier' })).rejects.toThrow('401');
    await expect(link({ deploymentId: 'another' })).rejects.toThrow('it runs revision revision');
    // docs/kubernetes.md#relayed-links
    // docs/security/emulator.md#cluster-links
    await expect(link({ podUid: 'another pod of the revision' })).rejects.toThrow('401');
    expect(JSON.stringify(offerLink(TOKEN, PARTIES, 'nonce'))).not.toContain(TOKEN);
    expect((await link()).worker.graphIds).toContain('echo');
  });

  // docs/kubernetes.md#recorded-offers
  // docs/security/emulator.md#cluster-links
  test('refuses a recorded proof, and a proof with a nonce of another pod', async () => {
    const { url } = shared;
    const upgrade = async (nonce: string, headers = offerLink(TOKEN, PARTIES, nonce).headers) => {
      const socket = new WebSocket(`${url.replace('http', 'ws')}/_agent/link`, { headers });
      socket.on('error', () => undefined);
      const [status] = await Promise.race([
        once(socket, 'open').then(() => [101]),
        once(socket, 'unexpected-response').then(([, response]: { statusCode: number }[]) => [
          response?.statusCode,
        ]),
      ]);
      socket.terminate();
      return status;
    };
    const { nonce } = (await (await fetch(`${url}/_agent/link`)).json()) as { nonce: string };
    const { headers } = offerLink(TOKEN, PARTIES, nonce);
    // An offer with another token does not use up the nonce.
    expect(await upgrade(nonce, offerLink('another', PARTIES, nonce).headers)).toBe(401);
    expect(await upgrade(nonce, headers)).toBe(101);
    expect(await upgrade(nonce, headers)).toBe(401);
    expect(await upgrade(nonce)).toBe(401);
    expect(await upgrade(createPodNonces(() => performance.now()).issue())).toBe(401);
    expect(await upgrade('')).toBe(401);
  });

  test('accepts each of its nonces once, within ten seconds, in one spelling', () => {
    let now = 5_000;
    const nonces = createPodNonces(() => now);
    const [first, second, third] = [nonces.issue(), nonces.issue(), nonces.issue()];
    expect(new Set([first, second, third]).size).toBe(3);
    expect(nonces.redeem(first)).toBe(true);
    expect([first, `${first}=`, `${first}==`, `${first} `].map((text) => nonces.redeem(text))).toEqual(
      Array.from({ length: 4 }, () => false),
    );
    now += 10_000;
    expect(nonces.redeem(second)).toBe(true);
    now += 1;
    expect(nonces.redeem(third)).toBe(false);
    expect(nonces.redeem(first)).toBe(false);
    for (const text of ['', 'nonsense', `${third}x`, third.slice(1)]) expect(nonces.redeem(text)).toBe(false);
  });

  test('reports its version of the link protocol', async () => {
    const { url } = shared;
    const response = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1', () => {
        const [name = '', value = ''] = Object.entries(offerLink(TOKEN, PARTIES, 'nonce').headers)[0] ?? [];
        socket.write(
          `GET /_agent/link HTTP/1.1\r\nhost: pod\r\nconnection: upgrade\r\nupgrade: websocket\r\n${name}: ${value.replace(`v${LINK_VERSION}`, 'v9')}\r\n\r\n`,
        );
      });
      let text = '';
      socket.on('data', (chunk) => {
        text += String(chunk);
      });
      socket.on('close', () => resolve(text));
      socket.on('error', reject);
    });
    expect(response).toContain('HTTP/1.1 426');
    expect(response).toContain('Deploy the revision again');
  });

  test('works for two replicas at the same time, even if the link of one replica is lost', async () => {
    const { link, url, checkout, reached } = await aPod();
    const network = await aNetwork(url);
    const [one, other] = [await link({ target: network.target }), await link()];
    const file = join(checkout, 'open');
    const lost = one.worker.run(job('gate', { input: { say: 'lost', file } }), never);
    const kept = other.worker.run(job('gate', { input: { say: 'kept', file } }), never);
    await Promise.all([reached('gate reached lost'), reached('gate reached kept')]);
    network.cut();
    await expect(lost).rejects.toMatchObject({
      name: 'WorkerGoneError',
      message: expect.stringContaining('The link to agent pod pod-1 ended'),
    });
    await writeFile(file, '');
    expect(await kept).toEqual({ kind: 'success', values: { said: 'kept' } });
    await expect(one.worker.run(job('echo'), never)).rejects.toThrow('ended');
    expect(await one.worker.ping(1_000)).toBe(false);
  });

  test('lets a replica continue a run over a new link', async () => {
    const { link, url, checkout, reached, printed } = await aPod();
    const network = await aNetwork(url);
    const one = await link({ target: network.target });
    const file = join(checkout, 'open');
    const same = job('gate', { input: { say: 'hi', file } });
    const first = one.worker.run(same, never);
    await reached('gate reached hi');
    network.cut();
    await expect(first).rejects.toThrow('ended');
    const second = (await link()).worker.run({ ...same, fence: 2 }, never);
    await until(() => printed.filter((line) => line === 'gate reached hi').length === 2);
    await writeFile(file, '');
    expect(await second).toEqual({ kind: 'success', values: { said: 'hi' } });
  });

  // docs/kubernetes.md#link-silence
  test.each(['the pod', 'the replica'])('loses a link when %s drops it after a long silence', async (who) => {
    const quick = { pingMs: 20, silenceMs: 200 };
    const patient = { pingMs: WAIT_LIMIT_MS, silenceMs: WAIT_LIMIT_MS };
    const { link, url, logged } = await aPod({ channelTiming: who === 'the pod' ? quick : patient });
    const network = await aNetwork(url);
    const silent = await link({ target: network.target, timing: who === 'the pod' ? patient : quick });
    network.fallSilent();
    if (who === 'the pod')
      await until(() => logged.some((line) => line.includes('A link ended: no data arrived')));
    else expect(await silent.ended).toContain('no data arrived');
  });

  test('keeps a link without traffic', async () => {
    const timing = { pingMs: 10, silenceMs: 60 };
    const { link, url } = await aPod({ channelTiming: timing });
    const network = await aNetwork(url);
    const { worker } = await link({ timing, target: network.target });
    const before = network.carried();
    // The link with its pings and pongs lasts longer than the silence limit.
    await until(() => network.carried() > before + 500);
    expect(await worker.ping(5_000)).toBe(true);
  });

  test('keeps its links while its worker is suspended', async () => {
    const timing = { pingMs: 10, silenceMs: 60 };
    const { link, url } = await aPod({ channelTiming: timing });
    const network = await aNetwork(url);
    const { worker } = await link({ timing, target: network.target });
    process.kill(worker.pid, 'SIGSTOP');
    const before = network.carried();
    // The link with its pings and pongs lasts longer than the silence limit.
    await until(() => network.carried() > before + 500);
    process.kill(worker.pid, 'SIGCONT');
    expect(await worker.ping(10_000)).toBe(true);
  });

  test('transfers inputs and results of many megabytes', async () => {
    const { worker } = await shared.link();
    const say = 'é'.repeat(8 * 1024 * 1024);
    const events: StreamedEvent[] = [];
    const stream = { modes: ['values'], subgraphs: false, hasSubscriber: true };
    const outcome = await worker.run(job('echo', { input: { say }, stream }), never, (some) => {
      events.push(...some);
      return Promise.resolve();
    });
    expect(outcome.kind === 'success' && outcome.values).toEqual({ said: say });
    const values = events.filter(({ event }) => event === 'values');
    expect(values.map(({ data }) => data.length)).toEqual([say.length + '{"said":""}'.length]);
  });

  // docs/kubernetes.md#link-limits
  test('refuses links above their maximum number', async () => {
    const { link } = await aPod({ maxLinks: 2 });
    const [one] = [await link(), await link()];
    await expect(link()).rejects.toThrow(
      'it responded with status 503 {"detail":"The pod already has the maximum number of links (2)',
    );
    one.close();
    await until(async () => (await link().catch(() => undefined)) !== undefined);
  });

  test('makes a run with a message above the limit fail, and keeps the link open', async () => {
    const { worker } = await shared.link();
    const say = 'x'.repeat(MAX_TEXT_BYTES);
    expect(await worker.run(job('echo', { input: { say } }), never)).toMatchObject({
      kind: 'error',
      error: 'MessageTooLargeError',
      message: expect.stringContaining('the JSON of one message has'),
    });
    expect(await worker.run(job('echo', { input: { say: 'hi' } }), never)).toMatchObject({ kind: 'success' });
  });

  // docs/kubernetes.md#hostile-agents
  test('loses a link whose limits it exceeds, and the log of its revision contains the reason', async () => {
    const warned: string[] = [];
    const rate = { bytes: 1024 * 1024, ms: 1_000 };
    const link = await shared.link({
      limits: { burst: rate, perSecond: rate, maxSlowedMs: 100 },
      warn: (line) => void warned.push(line),
    });
    const run = link.worker.run(job('echo', { input: { say: 'x'.repeat(3 * 1024 * 1024) } }), never);
    const reason = 'it continuously sent more than 1 MiB per second';
    expect(await link.ended).toBe(reason);
    await run.catch(() => undefined);
    expect(link.hasExceededLimits()).toBe(true);
    expect(warned).toEqual([
      `The link to agent pod pod-1 was closed, because ${reason}. Send fewer or smaller messages.`,
    ]);
  });

  test('does not start if its description is larger than a replica accepts', async () => {
    const checkout = await createCheckout(cleanup, { 'graphs.mjs': PLAIN_GRAPHS });
    const description = 'x'.repeat(MAX_FACTS_BYTES);
    const module = join(checkout, 'graphs.mjs');
    await expect(aPod({}, { graphs: { echo: { module, exportName: 'echo', description } } })).rejects.toThrow(
      /has \d+ bytes, more than \d+/,
    );
  });

  test('ends together with its worker, and closes all its links', async () => {
    const { link, status } = await aPod();
    const [one, other] = [await link(), await link()];
    await expect(one.worker.run(job('exiting'), never)).rejects.toThrow('the pod ends');
    expect(await other.ended).toContain('the pod ends');
    expect(await status).toBe(7);
  });

  test('ends when its worker is killed', async () => {
    const { link, status } = await aPod();
    const { worker, ended } = await link();
    process.kill(worker.pid, 'SIGKILL');
    expect(await ended).toContain('the pod ends');
    expect(await status).toBe(1);
  });

  // docs/kubernetes.md#pod-drain
  test('finishes its work but accepts no new work after a request to stop', async () => {
    const { link, end, checkout, reached, status } = await aPod({
      timing: { drainMs: 60_000, stopGraceMs: 1_000 },
    });
    const { worker, isDraining, ended, close } = await link();
    const file = join(checkout, 'open');
    const running = worker.run(job('gate', { input: { say: 'last', file } }), never);
    await reached('gate reached last');
    expect(isDraining()).toBe(false);
    end();
    await until(isDraining);
    await expect(link()).rejects.toThrow('it responded with status 503');
    await writeFile(file, '');
    expect(await running).toEqual({ kind: 'success', values: { said: 'last' } });
    close();
    expect(await ended).toContain('the link is closed');
    expect(await status).toBe(0);
  });

  test('ends at its time limit even if its agent is still working', async () => {
    const { link, end, checkout, reached, status, logged } = await aPod({
      timing: { drainMs: 10, stopGraceMs: 10 },
    });
    const { worker } = await link();
    const running = worker.run(job('gate', { input: { say: 'x', file: join(checkout, 'never') } }), never);
    await reached('gate reached x');
    end();
    await expect(running).rejects.toThrow('the pod ends');
    expect(await status).toBe(0);
    expect(logged.join()).toContain('stops before all work has finished');
  });

  test('provides only the listed files of its user interfaces', async () => {
    const folder = await createCheckout(cleanup, { 'ui/entrypoint.js': 'draw()', 'ui/secret': 'no' });
    const ui = { chart: { folder: join(folder, 'ui'), files: ['entrypoint.js'] } };
    const { link } = await aPod({}, { ui });
    const { worker } = await link();
    expect(worker.ui).toEqual({ chart: { files: ['entrypoint.js'] } });
    expect(await worker.readUi('chart', 'entrypoint.js')).toBe('draw()');
    for (const [component, file] of [
      ['chart', 'secret'],
      ['chart', '../package.json'],
      ['constructor', 'entrypoint.js'],
    ] as const) {
      await expect(worker.readUi(component, file)).rejects.toThrow('does not have the file');
    }
  });

  test('reports its configured settings for requests, items and users', async () => {
    const http = {
      hasApp: false,
      disabled: ['store' as const],
      disableWebhooks: true,
      mountPrefix: '/mine',
      authenticatesApp: false,
      webhooks: { headers: { 'x-key': 'v' } },
    };
    const settings = { items: { ttlMs: 5, refreshOnRead: true }, changesRoutes: true };
    const cors = { allow_origins: ['https://a.example'], max_age: 5 };
    const { link } = await aPod({}, { http, settings, cors });
    const { worker } = await link();
    expect([worker.http, worker.settings, worker.cors]).toEqual([http, settings, cors]);
    expect([worker.language, worker.deploymentId, worker.revisionId]).toEqual([
      'javascript',
      'deployment',
      'revision',
    ]);
  });
});

describe('a replica that connects to a pod', () => {
  /** Opens a link to a server that sends this proof and then this message. */
  const dialed = async (message: object | undefined, proof?: string, then?: Buffer) => {
    const nonces = createPodNonces(() => 0);
    const server = createNonceServer(nonces);
    const sockets = new WebSocketServer({ server });
    sockets.on('headers', (headers, request) => {
      const decision = acceptLink(request.headers, TOKEN, PARTIES, nonces);
      headers.push(`${PROOF_HEADER}: ${proof ?? (decision.kind === 'accepted' ? decision.proof : '')}`);
    });
    sockets.on('connection', (socket) => {
      const frame = message ? Buffer.concat(encodeFrame(message)) : Buffer.alloc(0);
      for (let at = 0; at < frame.length; at += MAX_CHUNK_BYTES) {
        socket.send(frame.subarray(at, at + MAX_CHUNK_BYTES));
      }
      if (then) socket.send(then);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    cleanup.add(() => {
      for (const client of sockets.clients) client.terminate();
      return new Promise((resolve) => server.close(resolve));
    });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const timing = { pingMs: 10, frameMs: 50 };
    return shared.link({ target: { url }, timeoutMs: message ? 30_000 : 500, timing });
  };
  const facts = {
    type: 'facts',
    deploymentId: 'deployment',
    revisionId: 'revision',
    language: 'javascript',
    pid: 1,
    graphs: {},
    protocol: true,
  };

  test.each([
    ['does not know the token', facts, 'forged', 'it could not prove that it has the token of the revision'],
    [
      'does not prove that it has the token',
      facts,
      '',
      'it could not prove that it has the token of the revision',
    ],
    [
      'sends a message of another format',
      { type: 'facts', graphs: [] },
      undefined,
      'its first message has a format that this version does not support',
    ],
  ])('rejects a pod that %s', async (_, message, proof, reason) => {
    await expect(dialed(message, proof)).rejects.toThrow(reason);
  });

  test('rejects a pod whose description is too large', async () => {
    const description = 'x'.repeat(MAX_FACTS_BYTES);
    await expect(dialed({ ...facts, graphs: { echo: { description } } })).rejects.toThrow(
      `more than the limit of ${MAX_FACTS_BYTES}`,
    );
  });

  test('does not read a first message beyond the limit, even if the pod announces more', async () => {
    const nonces = createPodNonces(() => 0);
    const network = createTcpServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (chunk: Buffer) => {
        const [, offer = ''] = /x-agent-link: (.*)\r\n/i.exec(chunk.toString('latin1')) ?? [];
        const [, key] = /sec-websocket-key: (.*)\r\n/i.exec(chunk.toString('latin1')) ?? [];
        if (key === undefined) {
          const body = JSON.stringify({ nonce: nonces.issue() });
          socket.end(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
          return;
        }
        const accept = createHash('sha1')
          .update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
          .digest('base64');
        const decision = acceptLink({ 'x-agent-link': offer }, TOKEN, PARTIES, nonces);
        const proof = decision.kind === 'accepted' ? decision.proof : '';
        socket.write(
          `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-accept: ${accept}\r\nx-agent-link-proof: ${proof}\r\n\r\n`,
        );
        const head = Buffer.from([0x82, 127, 0, 0, 0, 0, 0, 0, 0, 0]);
        head.writeUInt32BE(2 * MAX_CHUNK_BYTES, 6);
        // The message is never completed.
        socket.write(Buffer.concat([head, Buffer.alloc(MAX_CHUNK_BYTES)]));
      });
    });
    await new Promise<void>((resolve) => network.listen(0, '127.0.0.1', resolve));
    cleanup.add(() => new Promise((resolve) => network.close(resolve)));
    const url = `http://127.0.0.1:${(network.address() as AddressInfo).port}`;
    await expect(shared.link({ target: { url }, timeoutMs: WAIT_LIMIT_MS })).rejects.toThrow(
      'Max payload size exceeded',
    );
  });

  test('drops a pod that does not finish sending a message, even if it responds to pings', async () => {
    const [head = new Uint8Array()] = encodeFrame({ type: 'x' }, [Buffer.alloc(100_000)], 1);
    const { ended } = await dialed(facts, undefined, Buffer.from(head));
    expect(await ended).toMatch(/^a message of \d+ bytes did not arrive within/);
  });

  test('stops waiting for a pod that sends nothing', async () => {
    await expect(dialed(undefined)).rejects.toThrow(/it did not send its first message within \d+ ms\.$/);
  });

  test('stops waiting for an address that does not respond', async () => {
    await expect(shared.link({ target: { url: 'http://127.0.0.1:1' } })).rejects.toThrow('ECONNREFUSED');
  });

  test('creates no link while it shuts down', async () => {
    const signal = AbortSignal.abort();
    await expect(shared.link({ signal })).rejects.toThrow('the control plane is shutting down');
  });
});
