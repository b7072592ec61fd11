import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  type AccessOptions,
  type ClusterAccess,
  findClusterAccess,
} from '../../../../../../src/emulator/data-plane/places/kubernetes/api/kubeconfig.ts';
import { UsageError } from '../../../../../../src/emulator/ports/usage-error.ts';
import { rejection } from '../../../../../clients/support.ts';

let folder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), 'ad-test-kubeconfig-')));
});
afterEach(() => rm(folder, { recursive: true }));

const SERVER = 'https://cluster.example.org:6443';

function config({ cluster = {}, user = {}, context = {} }: Record<string, object> = {}): object {
  return {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'x',
    clusters: [{ name: 'c', cluster: { server: SERVER, ...cluster } }],
    users: [{ name: 'u', user }],
    contexts: [{ name: 'x', context: { cluster: 'c', user: 'u', ...context } }],
  };
}

async function write(name: string, content: object | string, mode = 0o600): Promise<string> {
  const file = path.join(folder, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  await chmod(file, mode);
  return file;
}

const find = (options: Partial<AccessOptions> = {}): Promise<ClusterAccess> =>
  findClusterAccess({ env: {}, home: folder, serviceAccountFolder: path.join(folder, 'pod'), ...options });

async function read(
  parts: Record<string, object>,
  options: Partial<AccessOptions> = {},
): Promise<ClusterAccess> {
  return find({ kubeconfig: await write('config', config(parts)), ...options });
}

/** Returns the message of the UsageError, and checks that it is one line. */
async function refusal(access: Promise<unknown>): Promise<string> {
  const error = await rejection(access);
  if (!(error instanceof UsageError)) throw error;
  expect(error.message).not.toContain('\n');
  return error.message;
}

const plugin = { apiVersion: 'client.authentication.k8s.io/v1', command: 'aws', args: ['eks', 'get-token'] };
const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('a kubeconfig', () => {
  test('provides the server, namespace and token of its current context', async () => {
    const file = await write(
      'config',
      `apiVersion: v1
kind: Config
current-context: x
clusters:
- {name: c, cluster: {server: "${SERVER}/k8s/"}}
users:
- name: u
  user: {token: abc}
contexts:
- {name: x, context: {cluster: c, user: u, namespace: agents}}
`,
    );
    expect(await find({ kubeconfig: file })).toEqual({
      label: `the context x of ${file}`,
      isInside: false,
      server: `${SERVER}/k8s`,
      namespace: 'agents',
      ca: undefined,
      serverName: undefined,
      insecure: false,
      proxy: 'environment',
      token: { kind: 'text', text: 'abc' },
      certificate: undefined,
      plugin: undefined,
    });
  });

  test('can refer to files relative to itself, and contain inline certificates', async () => {
    const access = await read({
      cluster: { 'certificate-authority': 'ca.crt', 'tls-server-name': 'kubernetes' },
      user: {
        token: 'ignored',
        tokenFile: 'secret/token',
        'client-certificate-data': base64('CERT'),
        'client-key': '/keys/key.pem',
      },
    });
    expect(access).toMatchObject({
      ca: { kind: 'file', file: path.join(folder, 'ca.crt') },
      serverName: 'kubernetes',
      token: { kind: 'file', file: path.join(folder, 'secret', 'token') },
      certificate: {
        cert: { kind: 'text', text: 'CERT' },
        key: { kind: 'file', file: path.resolve('/keys/key.pem') },
      },
    });
  });

  test('can contain an exec plugin, a proxy, and disabled certificate verification', async () => {
    const env = [{ name: 'AWS_PROFILE', value: 'agents' }];
    const access = await read({
      cluster: { 'proxy-url': 'http://proxy.example.org:3128', 'insecure-skip-tls-verify': true },
      user: { exec: { ...plugin, env, installHint: 'install it', provideClusterInfo: true } },
    });
    expect(access).toMatchObject({ proxy: { url: 'http://proxy.example.org:3128' }, insecure: true });
    expect(access.plugin).toEqual({
      ...plugin,
      env: { AWS_PROFILE: 'agents' },
      installHint: 'install it',
      provideClusterInfo: true,
    });
  });

  test('can specify a plugin program relative to the kubeconfig, if the path contains a folder', async () => {
    const access = await read({ user: { exec: { ...plugin, command: './bin/login' } } });
    expect(access.plugin?.command).toBe(path.join(folder, 'bin', 'login'));
  });

  test('is found by KUBECONFIG or in the home folder, and earlier files in KUBECONFIG take precedence', async () => {
    const home = await write('.kube/config', config({ context: { namespace: 'home' } }));
    expect((await find()).label).toContain(home);
    const first = await write('first', {
      'current-context': 'x',
      users: [{ name: 'u', user: { token: 'first' } }],
    });
    const second = await write('second', {
      ...config({ user: { token: 'second' } }),
      'current-context': 'y',
    });
    const missing = path.join(folder, 'missing');
    const access = await find({ env: { KUBECONFIG: [missing, first, second].join(path.delimiter) } });
    expect(access).toMatchObject({ server: SERVER, namespace: 'default', token: { text: 'first' } });
  });

  test('provides any of its contexts by name', async () => {
    const whole = config() as { contexts: object[] };
    whole.contexts.push({ name: 'other', context: { cluster: 'c', user: 'u', namespace: 'other' } });
    const kubeconfig = await write('config', whole);
    expect((await find({ kubeconfig, context: 'other' })).namespace).toBe('other');
    expect(await refusal(find({ kubeconfig, context: 'none' }))).toBe(
      `The kubeconfig ${kubeconfig} has no context none. Its contexts are: x, other.`,
    );
  });

  test.each([
    [
      'a kubeconfig without a current context',
      { ...config(), 'current-context': '' },
      'has no current context',
    ],
    [
      'a kubeconfig whose cluster is missing',
      { ...config(), clusters: [] },
      'The cluster "c" is not defined in the kubeconfig, but the context x',
    ],
    [
      'a kubeconfig whose user is missing',
      { ...config(), users: [] },
      'The user "u" is not defined in the kubeconfig, but the context x',
    ],
    ['a kubeconfig of another type', { clusters: 'x' }, 'is invalid: clusters has an unexpected value'],
    ['a kubeconfig that is a list', [], 'is invalid: its content has an unexpected value'],
    ['a kubeconfig that is not YAML', 'a: [secret\nb: }', 'is not valid YAML: see line'],
    [
      'a kubeconfig with an invalid server',
      config({ cluster: { server: 'cluster' } }),
      'is not a valid URL of a Kubernetes API',
    ],
    [
      'a kubeconfig with credentials in the URL of its server',
      config({ cluster: { server: 'https://a:secret@x' } }),
      'is not a valid URL of a Kubernetes API',
    ],
    [
      'a kubeconfig with a plain http server',
      config({ cluster: { server: 'http://10.0.0.1' } }),
      'would be sent unencrypted',
    ],
    [
      'a kubeconfig with an unsupported proxy',
      config({ cluster: { 'proxy-url': 'socks5://x' } }),
      'proxy-url',
    ],
    [
      'a kubeconfig with a certificate without its key',
      config({ user: { 'client-key': 'k' } }),
      'only one of client-certificate',
    ],
    [
      'a kubeconfig that impersonates another user',
      config({ user: { token: 't', as: 'admin' } }),
      'has the field "as"',
    ],
    [
      'a kubeconfig with a password',
      config({ user: { username: 'a', password: 'secret' } }),
      'has the field "username"',
    ],
    [
      'a kubeconfig with an auth-provider plugin',
      config({ user: { 'auth-provider': { name: 'gcp' } } }),
      '"auth-provider"',
    ],
    [
      'a kubeconfig whose plugin uses an old version',
      config({ user: { exec: { ...plugin, apiVersion: 'client.authentication.k8s.io/v1alpha1' } } }),
      'Supported versions are',
    ],
    [
      'a kubeconfig whose plugin needs a terminal',
      config({ user: { exec: { ...plugin, interactiveMode: 'Always' } } }),
      'needs a terminal',
    ],
  ])('is rejected on one line: %s', async (_name, content, words) => {
    const message = await refusal(find({ kubeconfig: await write('config', content) }));
    expect(message).toContain(words);
    expect(message).not.toContain('secret');
  });

  test('is rejected with its path if it does not exist', async () => {
    const file = path.join(folder, 'none');
    expect(await refusal(find({ kubeconfig: file }))).toContain(`${file} cannot be read (ENOENT)`);
  });

  test.each([
    ['a program', { exec: plugin }],
    ['a file, which would be sent to its server', { tokenFile: '/etc/passwd' }],
    ['a key', { 'client-certificate-data': base64('x'), 'client-key': '../key' }],
  ])('is rejected if it is in a checkout and has %s', async (_name, user) => {
    const env = { GITHUB_WORKSPACE: folder };
    expect(await refusal(read({ user }, { env }))).toContain('the kubeconfig is inside the checkout');
  });

  test('counts as part of the checkout if a link in the checkout leads to it', async () => {
    if (process.platform === 'win32') return;
    const target = await write('home/config', config({ user: { exec: plugin } }));
    await mkdir(path.join(folder, 'checkout'));
    const kubeconfig = path.join(folder, 'checkout', 'config');
    await symlink(target, kubeconfig);
    const env = { GITHUB_WORKSPACE: path.join(folder, 'checkout') };
    expect(await refusal(find({ kubeconfig, env }))).toContain('the kubeconfig is inside the checkout');
    expect((await find({ kubeconfig: target, env })).plugin?.command).toBe('aws');
  });

  test('can be in a checkout if it contains only data', async () => {
    const access = await read({ user: { token: 'abc' } }, { env: { GITHUB_WORKSPACE: folder } });
    expect(access.token).toEqual({ kind: 'text', text: 'abc' });
  });

  test('starts no program if every user can change the file', async () => {
    if (process.platform === 'win32') return;
    const kubeconfig = await write('config', config({ user: { exec: plugin } }), 0o666);
    expect(await refusal(find({ kubeconfig }))).toContain(
      'every user of this machine can change the kubeconfig',
    );
  });
});

describe('the search for credentials inside a cluster', () => {
  const env = { KUBERNETES_SERVICE_HOST: '10.96.0.1', KUBERNETES_SERVICE_PORT: '443' };

  test("uses the pod's credentials from their files, without a proxy", async () => {
    await write('pod/token', 'abc');
    await write('pod/namespace', 'agents\n');
    expect(await find({ env })).toMatchObject({
      isInside: true,
      server: 'https://10.96.0.1:443',
      namespace: 'agents',
      token: { kind: 'file', file: path.join(folder, 'pod', 'token') },
      ca: { kind: 'file', file: path.join(folder, 'pod', 'ca.crt') },
      proxy: 'direct',
      insecure: false,
    });
    expect((await find({ env: { ...env, KUBERNETES_SERVICE_HOST: 'fd00::1' } })).server).toBe(
      'https://[fd00::1]:443',
    );
  });

  test('fails with the names of the missing files in a pod without a service account', async () => {
    expect(await refusal(find({ env }))).toContain('automountServiceAccountToken: true');
  });

  test("prefers the operator's kubeconfig", async () => {
    await write('pod/token', 'abc');
    await write('.kube/config', config());
    expect((await find({ env })).server).toBe(SERVER);
  });

  test('fails if a context is given without a kubeconfig', async () => {
    expect(await refusal(find({ env, context: 'x' }))).toContain('No kubeconfig was found for the context x');
  });
});

test('the error about a missing cluster lists the searched locations', async () => {
  expect(await refusal(find())).toContain(path.join(folder, '.kube', 'config'));
});
