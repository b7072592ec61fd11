import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterEach, describe, expect, test } from '@jest/globals';
import { Container, programOf } from '../../../harness/cluster/pods/container.ts';
import { environmentOf, expand, type Settings } from '../../../harness/cluster/pods/environment.ts';
import { Probe, succeeds, watchProbe } from '../../../harness/cluster/pods/probes.ts';

const stored = new Map([
  ['secret own', new Map([['A', 'a of the secret']])],
  [
    'configmap all',
    new Map([
      ['B', 'b'],
      ['C', 'c'],
    ]),
  ],
]);
const settings: Settings = { read: async (kind, name) => stored.get(`${kind} ${name}`) };
const fields = (path: string) => (path === 'metadata.name' ? 'the-pod' : undefined);

describe('the environment of a container', () => {
  const of = (container: object) =>
    environmentOf(Container.parse({ name: 'agent', image: 'agent:1', ...container }), settings, fields);

  test('contains all keys of a secret, but single variables take precedence', async () => {
    const env = [
      { name: 'B', value: '$(A), $(C) and $(D)' },
      { name: 'NAME', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
    ];
    const envFrom = [{ secretRef: { name: 'own' } }, { prefix: 'X_', configMapRef: { name: 'all' } }];
    expect(await of({ env, envFrom })).toEqual({
      A: 'a of the secret',
      X_B: 'b',
      X_C: 'c',
      B: 'a of the secret, $(C) and $(D)',
      NAME: 'the-pod',
    });
  });

  test('does not contain optional references that do not exist', async () => {
    const env = [{ name: 'Z', valueFrom: { secretKeyRef: { name: 'own', key: 'Z', optional: true } } }];
    const envFrom = [{ secretRef: { name: 'absent', optional: true } }];
    expect(await of({ env, envFrom })).toEqual({});
  });

  test.each([
    [{ envFrom: [{ secretRef: { name: 'absent' } }] }, 'secret "absent" not found'],
    [
      { env: [{ name: 'Z', valueFrom: { secretKeyRef: { name: 'own', key: 'Z' } } }] },
      "couldn't find key Z in secret own",
    ],
  ])("is rejected with a kubelet's message: %j", async (container, words) => {
    await expect(of(container)).rejects.toThrow(words);
  });
});

test('a doubled dollar sign is converted to one dollar sign, and begins no reference to a variable', () => {
  expect(expand('$$(A) $(A) $(B)', { A: '1' })).toBe('$(A) 1 $(B)');
});

describe('the program of a container', () => {
  const image = {
    entrypoint: ['/bin/node', '$(POD_IP)'],
    args: ['serve'],
    commands: { agent: ['/bin/agent'] },
    env: { OF_IMAGE: '$(POD_FOLDER)/x', A: 'of the image' },
  };
  const context = { folder: '/pod', settings, fields, address: '10.98.0.1', hostname: 'the-pod' };
  const of = (container: object) =>
    programOf(Container.parse({ name: 'agent', image: 'agent:1', ...container }), image, context);

  test("is the image's program, with the variables of image and container", async () => {
    expect(await of({ env: [{ name: 'A', value: 'own' }] })).toMatchObject({
      argv: ['/bin/node', '10.98.0.1', 'serve'],
      env: { OF_IMAGE: '/pod/x', A: 'own', HOSTNAME: 'the-pod' },
      cwd: '/pod',
    });
  });

  test("has the container's arguments or command if either is given", async () => {
    const env = [{ name: 'A', value: 'own' }];
    expect((await of({ args: ['$(A)', '$(POD_IP)'], env })).argv).toEqual([
      '/bin/node',
      '10.98.0.1',
      'own',
      '$(POD_IP)',
    ]);
    expect((await of({ command: ['agent', '--x'], args: ['y'] })).argv).toEqual(['/bin/agent', '--x', 'y']);
    expect((await of({ command: ['/bin/other'] })).argv).toEqual(['/bin/other']);
  });
});

describe('a probe of a container', () => {
  let server: Server | undefined;
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });
  const serve = async (statuses: number[]) => {
    server = createServer((_request, response) => response.writeHead(statuses.shift() ?? 500).end()).listen(
      0,
      '127.0.0.1',
    );
    await once(server, 'listening');
    const address = server.address();
    const containerPort = typeof address === 'object' && address !== null ? address.port : 0;
    return { address: '127.0.0.1', ports: [{ name: 'http', containerPort }] };
  };
  const probe = (more: object = {}) => Probe.parse({ httpGet: { path: '/ok', port: 'http' }, ...more });

  test('succeeds with a status from 200 to 399, and fails with another status or without a response', async () => {
    const target = await serve([200, 399, 404]);
    expect(await succeeds(probe(), target)).toBe(true);
    expect(await succeeds(probe(), target)).toBe(true);
    expect(await succeeds(probe(), target)).toBe(false);
    expect(await succeeds(Probe.parse({ tcpSocket: { port: 'http' } }), target)).toBe(true);
    server?.close();
    expect(await succeeds(Probe.parse({ tcpSocket: { port: 'http' } }), target)).toBe(false);
    expect(await succeeds(probe(), target)).toBe(false);
  });

  test('fails after the configured number of consecutive failures', async () => {
    const target = await serve([500, 200, 500, 500]);
    const stop = new AbortController();
    const answers: boolean[] = [];
    await watchProbe(probe({ failureThreshold: 2, periodSeconds: 0.001 }), target, stop.signal, (holds) => {
      answers.push(holds);
      if (!holds) stop.abort();
    });
    expect(answers).toEqual([true, false]);
  });
});
