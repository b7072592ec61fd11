import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import {
  DEPLOYMENTS,
  POD_AUTOSCALERS,
  SECRETS,
  SERVICES,
} from '../../../../../../src/emulator/data-plane/places/kubernetes/api/resources.ts';
import { until } from '../../../../../../harness/until.ts';
import { json, rejection, replying, serve, startProxy } from '../../../../../clients/support.ts';
import { freePort } from '../../../../../../harness/free-ports.ts';
import { never, object, problemOf, status, testCluster, TOKEN, valueOf } from './support.ts';

const at = { namespace: 'default', name: 'a' };
const deployment = (version: string) => object('a', version, { spec: { replicas: 1 } });

describe('the client of a Kubernetes cluster', () => {
  test('applies an object on the server side with one field manager and strict fields', async () => {
    await using server = await serve(replying(200, deployment('7')));
    await using cluster = testCluster(server.url);
    const manifest = { metadata: { name: 'a' }, spec: { replicas: 1 } };
    const applied = valueOf(await cluster.apply(DEPLOYMENTS, 'default', manifest, never));
    expect(applied.metadata.resourceVersion).toBe('7');
    const [request] = server.requests;
    expect(request?.method).toBe('PATCH');
    expect(request?.path).toBe(
      '/apis/apps/v1/namespaces/default/deployments/a?fieldManager=agent-deploy&force=true&fieldValidation=Strict',
    );
    expect(request?.headers).toMatchObject({
      'content-type': 'application/apply-patch+yaml',
      authorization: `Bearer ${TOKEN}`,
    });
    expect(JSON.parse(request?.body ?? '')).toEqual({
      ...manifest,
      apiVersion: 'apps/v1',
      kind: 'Deployment',
    });
  });

  test('can check an object without changing anything', async () => {
    // An object that is not stored has no version.
    await using server = await serve(replying(200, { metadata: { name: 'a' } }));
    await using cluster = testCluster(server.url);
    valueOf(await cluster.check(DEPLOYMENTS, 'default', { metadata: { name: 'a' } }, never));
    expect(server.requests[0]?.path).toContain('fieldValidation=Strict&dryRun=All');
  });

  test("encodes names in paths, and keeps the server's own path", async () => {
    await using server = await serve(replying(200, object('x')));
    await using cluster = testCluster(`${server.url.href}k8s/clusters/c-1`);
    await cluster.get(SECRETS, { namespace: '../kube-system', name: 'a/b?c' }, never);
    expect(server.requests[0]?.path).toBe(
      '/k8s/clusters/c-1/api/v1/namespaces/..%2Fkube-system/secrets/a%2Fb%3Fc',
    );
  });

  test('reads all pages of a list', async () => {
    await using server = await serve((request, response) => {
      const next = new URL(request.url ?? '', 'http://x').searchParams.get('continue');
      const metadata = { resourceVersion: '9', continue: next === null ? 'page-2' : '' };
      json(response, 200, { metadata, items: [object(next === null ? 'a' : 'b')] });
    });
    await using cluster = testCluster(server.url);
    const { items, resourceVersion } = valueOf(
      await cluster.list(SECRETS, { namespace: 'default', labels: 'app=x' }, never),
    );
    expect(items.map(({ metadata }) => metadata.name)).toEqual(['a', 'b']);
    expect(resourceVersion).toBe('9');
    expect(server.requests.every(({ path }) => path.includes('labelSelector=app%3Dx'))).toBe(true);
  });

  test('reads a list from the beginning again if the next page has expired', async () => {
    let expired = false;
    await using server = await serve((request, response) => {
      const isNext = request.url?.includes('continue=');
      if (isNext && !expired) {
        expired = true;
        return json(response, 410, status(410, 'Expired', 'the provided continue parameter is too old'));
      }
      const metadata = { resourceVersion: '9', continue: isNext ? '' : 'next' };
      return json(response, 200, { metadata, items: [object(isNext ? 'b' : 'a')] });
    });
    await using cluster = testCluster(server.url);
    const { items } = valueOf(await cluster.list(SECRETS, { namespace: 'default' }, never));
    expect(items).toHaveLength(2);
    expect(server.requests).toHaveLength(4);
  });

  test('refuses a list that does not end', async () => {
    await using server = await serve(replying(200, { metadata: { resourceVersion: '1', continue: 'same' } }));
    await using cluster = testCluster(server.url);
    const problem = problemOf(await cluster.list(SECRETS, { namespace: 'default' }, never));
    expect(problem).toMatchObject({ kind: 'malformed', message: expect.stringContaining('does not end') });
  });

  test('deletes only the object with the given uid, and counts a missing object as deleted', async () => {
    await using server = await serve((request, response) =>
      request.url?.includes('gone')
        ? json(
            response,
            404,
            status(404, 'NotFound', 'services "gone" not found', { name: 'gone', kind: 'services' }),
          )
        : json(response, 200, status(200, '', '')),
    );
    await using cluster = testCluster(server.url);
    const options = { uid: 'u-1', propagation: 'Foreground' as const };
    expect(valueOf(await cluster.delete(SERVICES, at, never, options))).toBe('deleted');
    expect(JSON.parse(server.requests[0]?.body ?? '')).toMatchObject({
      propagationPolicy: 'Foreground',
      preconditions: { uid: 'u-1' },
    });
    expect(valueOf(await cluster.delete(SERVICES, { ...at, name: 'gone' }, never))).toBe('gone');
  });

  test('does not count an object of an unknown resource as deleted', async () => {
    await using server = await serve((_request, response) =>
      response.writeHead(404).end('404 page not found'),
    );
    await using cluster = testCluster(server.url);
    const problem = problemOf(await cluster.delete(POD_AUTOSCALERS, at, never));
    expect(problem).toMatchObject({ kind: 'not-found', missing: 'resource' });
  });

  test('reports a missing permission', async () => {
    await using server = await serve((_request, response, body) => {
      const { spec } = JSON.parse(body) as { spec: { resourceAttributes: { verb: string } } };
      json(response, 201, { status: { allowed: spec.resourceAttributes.verb === 'get' } });
    });
    await using cluster = testCluster(server.url);
    const right = { group: '', resource: 'pods/log', namespace: 'agents' };
    const missing = valueOf(
      await cluster.missingRights(
        [
          { verb: 'get', ...right },
          { verb: 'list', ...right },
        ],
        never,
      ),
    );
    expect(missing.map(({ right: { verb } }) => verb)).toEqual(['list']);
    expect(missing[0]?.hint).toContain('- {apiGroups: [""], resources: ["pods/log"], verbs: ["list"]}');
    const reviews = server.requests.map(({ body }) => JSON.parse(body) as { spec: unknown });
    expect(reviews[0]?.spec).toEqual({
      resourceAttributes: {
        verb: 'get',
        group: '',
        resource: 'pods',
        subresource: 'log',
        namespace: 'agents',
      },
    });
  });

  test("reads the cluster's version", async () => {
    await using server = await serve((request, response) => {
      expect(request.url).toBe('/version');
      json(response, 200, { major: '1', minor: '29+', gitVersion: 'v1.29.1-x' });
    });
    await using cluster = testCluster(server.url);
    expect(valueOf(await cluster.version(never))).toEqual({ major: 1, minor: 29, text: 'v1.29.1-x' });
  });
});

describe('the client of a Kubernetes cluster in case of errors', () => {
  test('sends the next request to an overloaded cluster only when the cluster allows it', async () => {
    let busy = 2;
    await using server = await serve((_request, response) => {
      busy -= 1;
      if (busy >= 0) json(response, 429, status(429, 'TooManyRequests', 'wait'), { 'retry-after': '3' });
      else json(response, 200, deployment('7'));
    });
    await using cluster = testCluster(server.url);
    valueOf(await cluster.apply(DEPLOYMENTS, 'default', { metadata: { name: 'a' } }, never));
    expect(cluster.clock.slept).toEqual([3000, 3000]);
  });

  test('repeats a write after a lost response, because applying an object twice is harmless', async () => {
    let lost = false;
    await using server = await serve((_request, response) => {
      if (lost) return json(response, 200, deployment('7'));
      lost = true;
      return response.socket?.destroy();
    });
    await using cluster = testCluster(server.url);
    valueOf(await cluster.apply(DEPLOYMENTS, 'default', { metadata: { name: 'a' } }, never));
    expect(server.requests).toHaveLength(2);
  });

  test('reports a cluster that is still overloaded at the time limit', async () => {
    await using server = await serve(
      replying(429, status(429, 'TooManyRequests', 'wait'), { 'retry-after': '20' }),
    );
    await using cluster = testCluster(server.url);
    const problem = problemOf(await cluster.get(DEPLOYMENTS, at, never));
    expect(problem).toMatchObject({ kind: 'busy', retryAfterMs: 20_000 });
    expect(server.requests.length).toBeLessThan(6);
  });

  test('does not repeat a rejected request, although its status is 500', async () => {
    const words =
      'failed to create typed patch object (/a; apps/v1, Kind=Deployment): .x: field not declared in schema';
    await using server = await serve(replying(500, status(500, '', words)));
    await using cluster = testCluster(server.url);
    const problem = problemOf(
      await cluster.apply(DEPLOYMENTS, 'default', { metadata: { name: 'a' } }, never),
    );
    expect(problem.kind).toBe('invalid');
    expect(server.requests).toHaveLength(1);
  });

  test('reports a webhook that cannot be called as a temporary problem', async () => {
    const words =
      'Internal error occurred: failed calling webhook "guard.example.com": failed to call webhook: connection refused';
    await using server = await serve(replying(500, status(500, 'InternalError', words)));
    await using cluster = testCluster(server.url);
    const problem = problemOf(
      await cluster.apply(DEPLOYMENTS, 'default', { metadata: { name: 'a' } }, never),
    );
    expect(problem).toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('"guard.example.com"'),
      hint: expect.stringContaining('administrators'),
    });
    expect(server.requests).toHaveLength(1);
  });

  test('repeats a request that a recently started API server rejects', async () => {
    const words =
      'deployments.apps "a" is forbidden: User "plane" cannot get resource "deployments" in API group "apps" in the namespace "default"';
    let answers: number[] = [0, 403, 403, 200];
    await using server = await serve((_request, response) => {
      const answer = answers.shift() ?? 403;
      if (answer === 0) response.socket?.destroy();
      else json(response, answer, answer === 200 ? deployment('7') : status(403, 'Forbidden', words));
    });
    await using cluster = testCluster(server.url);
    valueOf(await cluster.get(DEPLOYMENTS, at, never));
    expect(answers).toEqual([]);
    answers = [0];
    expect(problemOf(await cluster.get(DEPLOYMENTS, at, never)).kind).toBe('forbidden');
    await cluster.clock.sleep(60_000);
    const before = server.requests.length;
    expect(problemOf(await cluster.get(DEPLOYMENTS, at, never)).kind).toBe('forbidden');
    expect(server.requests).toHaveLength(before + 1);
  });

  test('reports an unreachable cluster with the path of its kubeconfig', async () => {
    const port = await freePort();
    await using cluster = testCluster(`http://127.0.0.1:${port}`);
    const problem = problemOf(await cluster.get(DEPLOYMENTS, at, never));
    expect(problem).toMatchObject({ kind: 'unavailable' });
    expect(problem.message).toContain('ECONNREFUSED');
    expect(problem.hint).toContain(`http://127.0.0.1:${port}, the server of the context of a test.`);
  });

  test.each([
    ['a redirect to a sign-in page', 302, ''],
    ['an HTML page', 200, '<html>'],
    ['an object of another kind', 200, '{"detail":"x"}'],
  ])('does not accept %s as a response of a cluster', async (_name, code, body) => {
    await using server = await serve((_request, response) =>
      response.writeHead(code, { location: 'https://login.example.org' }).end(body),
    );
    await using cluster = testCluster(server.url);
    expect(problemOf(await cluster.get(DEPLOYMENTS, at, never)).kind).toBe('malformed');
    expect(server.requests).toHaveLength(1);
  });

  test('uses the proxy of the kubeconfig, or otherwise the proxy of the environment', async () => {
    await using server = await serve(replying(200, deployment('1')));
    await using proxy = await startProxy(server.port);
    const byConfig = { access: { proxy: { url: proxy.url } } };
    const byEnvironment = { access: { proxy: 'environment' as const }, env: { http_proxy: proxy.url } };
    for (const options of [byConfig, byEnvironment]) {
      await using cluster = testCluster('http://cluster.example.org', options);
      valueOf(await cluster.get(DEPLOYMENTS, at, never));
    }
    expect(server.requests).toHaveLength(2);
  });

  test('rejects an aborted request with the abort reason, even while the request waits', async () => {
    const stopped = new AbortController();
    await using server = await serve((_request, response) => {
      stopped.abort(new Error('stopped'));
      json(response, 503, {});
    });
    await using cluster = testCluster(server.url);
    expect(await rejection(cluster.get(DEPLOYMENTS, at, stopped.signal))).toBe(stopped.signal.reason);
  });

  test('limits the number of concurrent requests without losing a request', async () => {
    let running = 0;
    let most = 0;
    const open: (() => void)[] = [];
    await using server = await serve((_request, response) => {
      running += 1;
      most = Math.max(most, running);
      open.push(() => {
        running -= 1;
        json(response, 200, deployment('1'));
      });
    });
    await using cluster = testCluster(server.url, { concurrency: 2 });
    const requests = Array.from({ length: 5 }, () => cluster.get(DEPLOYMENTS, at, never));
    for (let answered = 0; answered < 5; answered += 1) {
      await until(() => open.length > 0);
      open.shift()?.();
    }
    for (const answer of await Promise.all(requests)) expect(answer.ok).toBe(true);
    expect(most).toBe(2);
  });
});

describe('the credentials for a Kubernetes cluster', () => {
  test('cause an error after one request if the cluster rejects them', async () => {
    await using server = await serve(replying(401, status(401, 'Unauthorized', 'Unauthorized')));
    await using cluster = testCluster(server.url);
    expect(problemOf(await cluster.get(DEPLOYMENTS, at, never)).kind).toBe('unauthorized');
    expect(server.requests).toHaveLength(1);
  });

  test('are read again from their file when they have expired, and the request is repeated', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ad-test-token-'));
    const file = join(folder, 'token');
    await writeFile(file, 'old\n');
    await using server = await serve((request, response) => {
      if (request.headers.authorization === 'Bearer new') return json(response, 200, deployment('1'));
      void writeFile(file, 'new\n').then(() =>
        json(response, 401, status(401, 'Unauthorized', 'Unauthorized')),
      );
      return undefined;
    });
    await using cluster = testCluster(server.url, { access: { token: { kind: 'file', file } } });
    valueOf(await cluster.get(DEPLOYMENTS, at, never));
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer old', 'Bearer new']);
    await rm(folder, { recursive: true });
  });

  test('are read again from their file after a minute, even without a rejection', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ad-test-token-'));
    const file = join(folder, 'token');
    await writeFile(file, 'old');
    await using server = await serve(replying(200, deployment('1')));
    await using cluster = testCluster(server.url, { access: { token: { kind: 'file', file } } });
    await cluster.get(DEPLOYMENTS, at, never);
    await writeFile(file, 'new');
    await cluster.get(DEPLOYMENTS, at, never);
    await cluster.clock.sleep(60_000);
    await cluster.get(DEPLOYMENTS, at, never);
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer old',
      'Bearer old',
      'Bearer new',
    ]);
    await rm(folder, { recursive: true });
  });

  test('cause an error with the name of their file, and no request, if the file cannot be read', async () => {
    await using server = await serve(replying(200, {}));
    const file = join(tmpdir(), 'ad-test-no-such-folder', 'token');
    await using cluster = testCluster(server.url, { access: { token: { kind: 'file', file } } });
    const problem = problemOf(await cluster.get(DEPLOYMENTS, at, never));
    expect(problem).toMatchObject({ kind: 'credentials', message: expect.stringContaining(file) });
    expect(server.requests).toHaveLength(0);
  });

  test('are still used while their file is being replaced', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ad-test-token-'));
    const file = join(folder, 'token');
    await writeFile(file, 'old');
    await using server = await serve(replying(200, deployment('1')));
    await using cluster = testCluster(server.url, { access: { token: { kind: 'file', file } } });
    await cluster.get(DEPLOYMENTS, at, never);
    await rm(folder, { recursive: true });
    await cluster.clock.sleep(60_000);
    valueOf(await cluster.get(DEPLOYMENTS, at, never));
    expect(server.requests[1]?.headers.authorization).toBe('Bearer old');
  });

  test('are rejected without being shown if they contain a line break', async () => {
    await using server = await serve(replying(200, {}));
    const token = { kind: 'text' as const, text: 'abc\r\nx-evil: 1' };
    await using cluster = testCluster(server.url, { access: { token } });
    const problem = problemOf(await cluster.get(DEPLOYMENTS, at, never));
    expect(problem.kind).toBe('credentials');
    expect(JSON.stringify(problem)).not.toContain('evil');
  });

  test("never appear in a message, even if the cluster's response contains them", async () => {
    await using server = await serve(replying(422, status(422, 'Invalid', `you sent ${TOKEN}`)));
    await using cluster = testCluster(server.url);
    const problem = problemOf(await cluster.get(DEPLOYMENTS, at, never));
    expect(JSON.stringify(problem)).not.toContain(TOKEN);
    expect(problem.message).toContain('you sent ***');
  });
});
