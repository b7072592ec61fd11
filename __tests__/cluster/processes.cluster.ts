// Tests of pods that the simulated node runs as processes, as a kubelet would as far as the product depends on it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import * as z from 'zod';
import {
  type ClusterApi,
  type Manifest,
  accepted,
  openClusterApi,
  pathOf,
} from '../../harness/cluster/api.ts';
import { nodeImage, playImages } from '../../harness/cluster/pods/images.ts';
import { SIGNAL_ANNOTATION } from '../../harness/cluster/pods/process-pod.ts';
import { freshNamespace, sharedCluster } from '../../harness/cluster/shared.ts';
import { until } from '../../harness/until.ts';
import { type DeploymentOptions, deployment, podsOf, untilRolledOut } from './support/objects.ts';

const IMAGE = 'registry.test/program:1';
/** Program that responds with its environment, or with 503 after a request to be unhealthy. */
const PROGRAM = `
import { createServer } from 'node:http';
console.log('argv', ...process.argv.slice(2));
if (process.argv.includes('ends')) process.exit(3);
if (process.argv.includes('sets-up')) process.exit(0);
let health = 200;
createServer((request, response) => {
  if (request.url === '/ok') return response.writeHead(health).end();
  if (request.url === '/unwell') health = 503;
  if (request.url === '/exit') process.exit(4);
  response.end(JSON.stringify({ env: process.env, argv: process.argv.slice(2), pid: process.pid }));
}).listen(Number(process.env.PORT ?? 8000), '0.0.0.0', () => console.log('listening'));
process.on('SIGTERM', () => {
  console.log('asked to end');
  if (process.env.DEAF === undefined) process.exit(0);
});
`;

const Answer = z.object({
  env: z.record(z.string(), z.string()),
  argv: z.array(z.string()),
  pid: z.number(),
});
const Status = z.looseObject({
  status: z.looseObject({
    phase: z.string(),
    podIP: z.string(),
    containerStatuses: z.array(
      z.looseObject({
        ready: z.boolean(),
        restartCount: z.number(),
        state: z.looseObject({ waiting: z.looseObject({ reason: z.string() }).optional() }),
        lastState: z.unknown(),
      }),
    ),
  }),
});

const ROOT = path.resolve(import.meta.dirname, '../..');

let api: ClusterApi;
let namespace = '';
let folder = '';
let file = '';
beforeAll(async () => {
  api = openClusterApi(sharedCluster());
  folder = await mkdtemp(path.join(tmpdir(), 'program-'));
  file = path.join(folder, 'program.mjs');
  await writeFile(file, PROGRAM);
  namespace = await freshNamespace(api, 'processes');
  await playImages(api, namespace, { [IMAGE]: nodeImage(file, { FROM_IMAGE: 'yes' }) });
});
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true });
});

const probe = (more: object = {}) => ({ httpGet: { path: '/ok', port: 'http' }, periodSeconds: 1, ...more });
const ports = [{ name: 'http', containerPort: 8000 }];

async function start(name: string, { container, ...options }: DeploymentOptions = {}): Promise<void> {
  const own = { ports, readinessProbe: probe(), ...container };
  accepted(await api.apply(deployment(namespace, name, { image: IMAGE, ...options, container: own })));
}

async function started(name: string, options: DeploymentOptions = {}): Promise<string> {
  await start(name, options);
  await untilRolledOut(api, namespace, name);
  const [pod] = await podsOf(api, namespace, name);
  return pod?.metadata.name ?? '';
}

const podPath = (pod: string) => `/api/v1/namespaces/${namespace}/pods/${pod}`;
const podStatus = async (pod: string) =>
  Status.parse(accepted(await api.request('GET', podPath(pod)))).status;
const ask = async (pod: string, place = '') => {
  const { podIP } = await podStatus(pod);
  return fetch(`http://${podIP}:8000/${place}`);
};
const logOf = async (pod: string, query = '') =>
  z.string().parse(accepted(await api.request('GET', `${podPath(pod)}/log${query}`)));
const annotate = async (pod: string, annotations: Record<string, string>) =>
  accepted(
    await api.request('PATCH', podPath(pod), { metadata: { annotations } }, 'application/merge-patch+json'),
  );

test("a test program has its container's environment, and responds at its pod's address", async () => {
  const secret: Manifest = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'own', namespace },
    stringData: { TOKEN: 'from-a-secret', SHARED: 'of the secret' },
  };
  accepted(await api.apply(secret));
  const pod = await started('environment', {
    container: {
      args: ['serve', '$(NAME)', '$$(NAME)'],
      envFrom: [{ secretRef: { name: 'own' } }],
      env: [
        { name: 'NAME', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
        { name: 'SHARED', value: 'of $(NAME)' },
        { name: 'KEY', valueFrom: { secretKeyRef: { name: 'own', key: 'TOKEN' } } },
        { name: 'ADDRESS', valueFrom: { fieldRef: { fieldPath: 'status.podIP' } } },
      ],
    },
  });
  const { podIP } = await podStatus(pod);
  const { env, argv } = Answer.parse(await (await ask(pod)).json());
  expect(argv).toEqual(['serve', pod, '$(NAME)']);
  expect(env).toMatchObject({
    TOKEN: 'from-a-secret',
    KEY: 'from-a-secret',
    SHARED: `of ${pod}`,
    ADDRESS: podIP,
    FROM_IMAGE: 'yes',
  });
  const proxied = await api.request('GET', `${podPath(pod)}:8000/proxy/`);
  expect(accepted(proxied)).toMatchObject({ env: { NAME: pod } });
});

test('two pods listen on the same port, and a Service finds the ready pods', async () => {
  await started('both', { replicas: 2 });
  const service: Manifest = {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'both', namespace },
    spec: { selector: { app: 'both' }, ports: [{ port: 8000 }] },
  };
  accepted(await api.apply(service));
  const seen = new Set<unknown>();
  await until(async () => {
    const answer = await api.request('GET', `/api/v1/namespaces/${namespace}/services/both:8000/proxy/`);
    const parsed = Answer.safeParse(answer.body);
    if (parsed.success) seen.add(parsed.data.env['HOSTNAME']);
    return seen.size === 2;
  }, 'answers of both pods');
});

test('a container starts only after its missing secret has been created', async () => {
  await start('late', { container: { envFrom: [{ secretRef: { name: 'late' } }] } });
  const pod = await until(async () => (await podsOf(api, namespace, 'late'))[0]?.metadata.name);
  const state = await until(async () => {
    const parsed = Status.safeParse((await api.request('GET', podPath(pod))).body);
    const { waiting } = parsed.data?.status.containerStatuses[0]?.state ?? {};
    return waiting?.reason === 'CreateContainerConfigError' && waiting;
  });
  expect(state).toMatchObject({ message: 'secret "late" not found' });
  accepted(await api.apply({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'late', namespace } }));
  await untilRolledOut(api, namespace, 'late');
});

test('a program that exits is restarted with growing delays, and its status contains the reason', async () => {
  await start('ending', { container: { args: ['ends'] } });
  const pod = await until(async () => (await podsOf(api, namespace, 'ending'))[0]?.metadata.name);
  const [container] = await until(async () => {
    const parsed = Status.safeParse((await api.request('GET', podPath(pod))).body);
    const { containerStatuses = [] } = parsed.data?.status ?? {};
    const [{ state, restartCount } = { state: {}, restartCount: 0 }] = containerStatuses;
    return state.waiting?.reason === 'CrashLoopBackOff' && restartCount >= 3 && containerStatuses;
  });
  expect(container).toMatchObject({ lastState: { terminated: { exitCode: 3, reason: 'Error' } } });
  expect(await logOf(pod, '?previous=true')).toBe('argv ends\n');
});

test('init containers run in order before the other containers', async () => {
  const step = (name: string) => ({ name, image: IMAGE, args: ['sets-up', name] });
  const pod = await started('init', { pod: { initContainers: [step('one'), step('two')] } });
  expect(await logOf(pod, '?container=one')).toBe('argv sets-up one\n');
  expect(await logOf(pod, '?container=agent')).toBe('argv\nlistening\n');
});

test('an unready program gets no requests, and a program with a failed liveness probe is restarted', async () => {
  const pod = await started('unwell', { container: { readinessProbe: probe({ failureThreshold: 1 }) } });
  await ask(pod, 'unwell');
  await until(
    async () => (await podStatus(pod)).containerStatuses[0]?.ready === false,
    'the end of its readiness',
  );
  expect((await podStatus(pod)).containerStatuses[0]?.restartCount).toBe(0);
  const mortal = await started('mortal', { container: { livenessProbe: probe({ failureThreshold: 1 }) } });
  await ask(mortal, 'unwell');
  await until(async () => {
    const [container] = (await podStatus(mortal)).containerStatuses;
    // On a machine under load, a response may be late more than once.
    return container !== undefined && container.restartCount > 0 && container.ready;
  }, 'its restart');
  expect(await logOf(mortal, '?previous=true')).toContain('asked to end\n');
});

test('a signal from a test ends the program like a signal in a container', async () => {
  const pod = await started('killed');
  await annotate(pod, { [SIGNAL_ANNOTATION]: '1 SIGKILL' });
  const [container] = await until(async () => {
    const { containerStatuses } = await podStatus(pod);
    return containerStatuses[0]?.restartCount === 1 && containerStatuses[0].ready && containerStatuses;
  });
  expect(container).toMatchObject({ lastState: { terminated: { exitCode: 137 } } });
});

test('a deleted pod gets SIGTERM after its hook, and SIGKILL after its grace period', async () => {
  const container = { lifecycle: { preStop: { sleep: { seconds: 1 } } } };
  const pod = await started('gentle', { container });
  const followed = logOf(pod, '?follow=true');
  await until(async () => (await logOf(pod)).includes('listening'));
  accepted(await api.request('DELETE', podPath(pod)));
  // The preStop hook delays the pod's end, so the pod still responds.
  expect((await ask(pod)).status).toBe(200);
  await until(async () => (await api.request('GET', podPath(pod))).status === 404, 'its end');
  expect(await followed).toMatch(/asked to end\n$/);

  const env = [{ name: 'DEAF', value: 'yes' }];
  const deaf = await started('deaf', { container: { env }, pod: { terminationGracePeriodSeconds: 1 } });
  const { podIP } = await podStatus(deaf);
  accepted(await api.request('DELETE', podPath(deaf)));
  await until(async () => (await api.request('GET', podPath(deaf))).status === 404, 'its end');
  await expect(fetch(`http://${podIP}:8000/`)).rejects.toThrow('fetch failed');
});

test('a pod that is deleted by force ends immediately', async () => {
  const pod = await started('forced');
  const { podIP } = await podStatus(pod);
  const place = pathOf({ apiVersion: 'v1', kind: 'Pod', metadata: { name: pod, namespace } });
  accepted(await api.request('DELETE', `${place}?gracePeriodSeconds=0`));
  await until(async () => {
    const answer = await fetch(`http://${podIP}:8000/`).catch(() => undefined);
    return answer === undefined;
  }, 'the end of its process');
});

test('processes of pods end with the process that started the cluster, and leave no folder', async () => {
  const temporary = await mkdtemp(path.join(tmpdir(), 'killed-'));
  const program = `
    import { openClusterApi } from './harness/cluster/api.ts';
    import { startCluster } from './harness/cluster/cluster.ts';
    import { nodeImage, playImages } from './harness/cluster/pods/images.ts';
    import { deployment, podsOf, untilRolledOut } from './__tests__/cluster/support/objects.ts';
    const cluster = await startCluster();
    const api = openClusterApi(cluster.access);
    const image = ${JSON.stringify(IMAGE)};
    await playImages(api, 'default', { [image]: nodeImage(${JSON.stringify(file)}) });
    await api.apply(deployment('default', 'last', { image }));
    await untilRolledOut(api, 'default', 'last');
    const [pod] = await podsOf(api, 'default', 'last');
    process.stdout.write(pod.status.podIP);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: ROOT,
    env: { ...process.env, TMPDIR: temporary },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [chunk] = await once(child.stdout, 'data');
  // Once the network is gone, either no machine refuses the connection, or a gateway of this machine's network
  // responds instead.
  const answers = () =>
    fetch(`http://${String(chunk)}:8000/`, { signal: AbortSignal.timeout(500) })
      .then(
        async (response) => Answer.safeParse(await response.json()).success,
        () => false,
      )
      .catch(() => false);
  await until(answers, 'an answer of the pod');
  child.kill('SIGKILL');
  await until(async () => !(await answers()), 'the end of its process');
  await until(
    async () => !(await readdir(temporary)).some((name) => name.startsWith('pods-')),
    'the end of its folders',
  );
  await rm(temporary, { recursive: true, force: true, maxRetries: 3 });
});
