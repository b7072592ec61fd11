import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { dev } from '../../../src/emulator/cli/dev.ts';
import { readCommandLine } from '../../../src/emulator/cli/command-line.ts';
import { readAdminKeyFile, readApiKeyFile, readEnvironment } from '../../../src/emulator/cli/environment.ts';
import { readRunFlags, readStartOptions } from '../../../src/emulator/cli/run.ts';
import { UsageError } from '../../../src/emulator/ports/usage-error.ts';
import { parseFaults } from '../../../src/emulator/cli/yaml-file.ts';
import { parseSeed } from '../../../src/emulator/cli/seed-file.ts';

describe('the flags of the emulator', () => {
  test('have default values', () => {
    expect(readRunFlags([])).toEqual({
      seedFile: undefined,
      log: { format: 'text', quiet: false },
      options: {
        port: 4400,
        host: '127.0.0.1',
        dataDir: undefined,
        workspaceId: undefined,
        runtime: 'process',
        clock: 'real',
        compat: 'spec',
        edition: 'any',
        publicUrl: undefined,
        pythons: [],
        imageEngine: 'auto',
        sandboxIsolation: 'auto',
        sandboxNetworks: [],
        trustedProxies: [],
        pushChangedSecrets: false,
      },
    });
  });

  test('can all be set together', () => {
    const argv =
      '--port 0 --metrics-port 9464 --host 0.0.0.0 --data-dir d --workspace-id 11111111-1111-4111-8111-11111111111A --seed s.yaml --faults f.yaml --journal-file j.jsonl --runtime stub --clock virtual --compat hosted --edition cloud --public-url https://x.example/a/ --random-seed 42 --health-timeout 5 --stuck-timeout 7 --install-timeout 90 --python /opt/python3 --python ["py","-3.12"] --no-spare-worker --max-builds 3 --image-engine podman --sandbox-isolation process --sandbox-network 10.0.0.0/8 --sandbox-network fd00::/8 --sandbox-roots roots.pem --push-changed-secrets --admin-port 4401 --trusted-proxy 10.0.0.0/8 --parent-pid 77 --log json --quiet';
    expect(readRunFlags(argv.split(' '))).toEqual({
      seedFile: 's.yaml',
      faultsFile: 'f.yaml',
      parentPid: 77,
      log: { format: 'json', quiet: true },
      options: {
        journalFile: 'j.jsonl',
        port: 0,
        metricsPort: 9464,
        adminPort: 4401,
        trustedProxies: ['10.0.0.0/8'],
        host: '0.0.0.0',
        dataDir: 'd',
        workspaceId: '11111111-1111-4111-8111-11111111111a',
        runtime: 'stub',
        clock: 'virtual',
        compat: 'hosted',
        edition: 'cloud',
        publicUrl: 'https://x.example/a',
        randomSeed: 42,
        healthTimeoutMs: 5_000,
        stuckTimeoutMs: 7_000,
        installTimeoutMs: 90_000,
        pythons: [['/opt/python3'], ['py', '-3.12']],
        spareWorker: 'none',
        maxBuilds: 3,
        imageEngine: 'podman',
        sandboxIsolation: 'process',
        sandboxNetworks: ['10.0.0.0/8', 'fd00::/8'],
        sandboxRootsFile: 'roots.pem',
        pushChangedSecrets: true,
      },
    });
  });

  test.each([
    [['--prot', '1'], 'unknown flag --prot; did you mean --port?'],
    [['--port', 'x'], '--port x: must be a number from 0 to 65535'],
    [['--admin-port', 'x'], '--admin-port x: must be a number from 0 to 65535'],
    [['--trusted-proxy', 'lb'], '--trusted-proxy lb: must be a network such as 10.0.0.0/8'],
    [['--port', '65536'], 'must be a number from 0 to 65535'],
    [['--port'], /^--port: needs a value$/],
    [
      ['--port', '--host', 'x'],
      /^--port: needs a value; write a value that begins with a dash as --port=-…$/,
    ],
    [['-x'], /^unknown flag -x; it knows --port, /],
    [['--quiet=no'], /^[^\n]*'--quiet' does not take an argument$/],
    [['--public-url', 'http://:p@x'], 'must be an http or https address'],
    [['--runtime', 'docker'], '--runtime docker: must be process or kubernetes or stub'],
    [['--clock', 'virtual'], '--clock virtual: real builds and agents take real time; add --runtime stub'],
    [['--clock', 'fast'], '--clock fast: must be real or virtual'],
    [['--compat', 'x'], 'must be spec or hosted'],
    [['--edition', 'x'], 'must be any or cloud or self-hosted'],
    [['--workspace-id', 'x'], 'must be a UUID'],
    [['--public-url', 'ftp://x'], 'must be an http or https address'],
    [['--max-builds', '0'], 'must be a whole number from 1 to 9999'],
    [['--public-url', 'http://u:p@x'], 'must be an http or https address'],
    [['--data-dir', ''], 'must not be empty'],
    [['--random-seed', '1.5'], '--random-seed 1.5: must be a whole number'],
    [['--sandbox-isolation', 'docker'], 'must be auto or none or process or namespaces'],
    [['--namespace', 'My_Agents'], '--namespace My_Agents: must be 1 to 63 lower-case letters'],
    [['--plane-id', 'a-'], '--plane-id a-: must be 1 to 63'],
    [['--agent-namespaces', 'agents,My_Agents'], '--agent-namespaces My_Agents: must be 1 to 63'],
    [['--agent-namespaces', 'agents,'], '--agent-namespaces : must be 1 to 63'],
    [['--plane-url', 'plane:4400'], '--plane-url plane:4400: must be an http or https address'],
    [['--cluster-traffic', 'mesh'], '--cluster-traffic mesh: must be direct or proxy'],
    [['--build-memory', '4Gi'], '--build-memory 4Gi: must be a whole number of MiB'],
    [['--build-disk', '0'], '--build-disk 0: must be a whole number of MiB'],
    [['--idle-timeout', '5m'], '--idle-timeout 5m: must be a whole number of seconds'],
    [['--build-queue', 'My_Queue'], '--build-queue My_Queue: must be 1 to 63'],
    [['--image-engine', 'lxc'], '--image-engine lxc: must be auto or podman or docker'],
    [['--sandbox-network', 'home'], '--sandbox-network home: must be a network such as 10.0.0.0/8'],
    [['--sandbox-roots', ''], '--sandbox-roots: must not be empty'],
    [['--health-timeout', '1m'], 'must be a whole number of seconds'],
    [['--install-timeout', '0'], '--install-timeout 0: must be a whole number of seconds'],
    [['--python', ''], 'must be a path, or a JSON list'],
    [['--python', '["py",'], 'must be a path, or a JSON list such as ["py", "-3.12"]'],
    [['--python', '[]'], 'must be a path, or a JSON list'],
    [['--parent-pid', 'x'], '--parent-pid x: must be a process ID'],
    [['--log', 'xml'], '--log xml: must be text or json'],
    [['stray'], 'stray'],
  ])('are refused with a hint: %j', (argv, message) => {
    expect(() => readRunFlags(argv)).toThrow(UsageError);
    expect(() => readRunFlags(argv)).toThrow(message);
  });

  test('cause no errors except usage errors, whatever their values', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (argv) => {
        try {
          readRunFlags(argv);
        } catch (error) {
          expect(error).toBeInstanceOf(UsageError);
        }
      }),
    );
  });
});

describe("the emulator's command line", () => {
  test.each([
    [['--port', '1'], { name: 'emulator', rest: ['--port', '1'], help: false }],
    [['--help'], { name: 'emulator', help: true }],
    [['keyring', 'rotate'], { name: 'keyring', rest: ['rotate'], help: false }],
    [['keyring', 'rotate', '-h'], { name: 'keyring', help: true }],
    [['doctor'], { name: 'doctor', rest: [], help: false }],
    [['migrate'], { name: 'migrate', rest: [], help: false }],
  ])('selects a command: %j', async (argv, read) => {
    expect(await readCommandLine(argv)).toMatchObject(read);
  });

  test.each([
    ['docter', 'unknown command docter; did you mean doctor?'],
    ['serve', 'unknown command serve; it knows keyring, migrate, dev, doctor, agent'],
    ['constructor', 'unknown command constructor'],
  ])('refuses %s with a list of the commands', async (verb, message) => {
    await expect(readCommandLine([verb])).rejects.toThrow(message);
  });

  test('refuses flags of the emulator for the command doctor', async () => {
    const { command } = await readCommandLine(['doctor']);
    const ignore = () => undefined;
    const context = { program: 'emulator', env: {}, print: ignore, log: ignore, configureLog: ignore };
    await expect(command.run(['--port', '1'], context)).rejects.toThrow('unknown flag --port');
  });

  test('refuses to migrate without a database, and accepts no flags that contain a password', async () => {
    const { command } = await readCommandLine(['migrate']);
    const ignore = () => undefined;
    const context = { program: 'emulator', env: {}, print: ignore, log: ignore, configureLog: ignore };
    await expect(command.run([], context)).rejects.toThrow('set EMULATOR_DATABASE_URL');
    await expect(command.run(['--database-url', 'x'], context)).rejects.toThrow(
      'unknown flag --database-url',
    );
  });

  test('shows the usage of each command', async () => {
    for (const argv of [[], ['keyring'], ['migrate'], ['doctor']]) {
      const { command } = await readCommandLine(argv);
      expect(command.usage('the-program')).toMatch(/^usage: the-program /);
    }
  });
});

test('the flags for a cluster are parsed', () => {
  const argv =
    '--runtime kubernetes --kubeconfig k --kube-context c --namespace agents --agent-namespaces agents,team-a,agents --agent-image r/e:1 --plane-url http://plane:4400/ --plane-id prod --cluster-traffic proxy --build-memory 2048 --build-disk 30720 --idle-timeout 1800 --build-queue builds --wait-for-migrations';
  expect(readRunFlags(argv.split(' ')).options).toMatchObject({
    runtime: 'kubernetes',
    kubernetes: {
      kubeconfig: 'k',
      context: 'c',
      namespace: 'agents',
      agentNamespaces: ['agents', 'team-a'],
      agentImage: 'r/e:1',
      planeUrl: 'http://plane:4400',
      planeId: 'prod',
      traffic: 'proxy',
      buildMemory: 2048,
      buildDisk: 30_720,
      idleMs: 1_800_000,
      buildQueue: 'builds',
      waitForMigrations: true,
    },
  });
});

describe('the file of --cluster-settings', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'cluster-settings-'));
  });
  afterEach(() => rm(folder, { recursive: true }));
  const settingsOf = async (text: string) => {
    const file = path.join(folder, 'settings.yaml');
    await writeFile(file, text);
    const argv = ['--runtime', 'kubernetes', '--cluster-settings', file];
    return (await readStartOptions(readRunFlags(argv), {})).options.kubernetes?.settings;
  };
  const ID = '0198c0de-0000-7000-8000-00000000000a';

  test('is read with the pods of each workspace, by the ID in lower case', async () => {
    const text = `
images: { redis: registry.test/redis@sha256:0 }
imagePullSecrets: [{ name: registry }]
defaults: { nodeSelector: { pool: agents }, builds: { nodeSelector: { pool: builds } } }
workspaces:
  ${ID.toUpperCase()}: { runtimeClassName: gvisor, tolerations: [{ key: team, operator: Exists }] }
`;
    expect(await settingsOf(text)).toEqual({
      images: { redis: 'registry.test/redis@sha256:0' },
      imagePullSecrets: [{ name: 'registry' }],
      defaults: { nodeSelector: { pool: 'agents' }, builds: { nodeSelector: { pool: 'builds' } } },
      workspaces: {
        [ID]: { runtimeClassName: 'gvisor', tolerations: [{ key: 'team', operator: 'Exists' }] },
      },
    });
    expect(await settingsOf('{}')).toEqual({});
  });

  test.each([
    ['an unknown key', 'default: {}', 'unknown key default; did you mean defaults?'],
    [
      'an unknown key of a workspace',
      `workspaces: { ${ID}: { nodeselector: {} } }`,
      'unknown key nodeselector',
    ],
    ['the name of a workspace', 'workspaces: { team-a: {} }', 'must be the ID of a workspace'],
    ['a number as a label', 'defaults: { nodeSelector: { zone: 1 } }', 'defaults.nodeSelector.zone (line 1'],
    ['an invalid runtime class', 'defaults: { runtimeClassName: A b }', 'defaults.runtimeClassName'],
    ['an empty image', "images: { postgres: '' }", 'must be an image'],
  ])('is refused with %s', async (_, text, message) => {
    await expect(settingsOf(text)).rejects.toThrow(message);
  });

  test('is checked at the start, like the file of certificates', async () => {
    const flags = (argv: string[]) => readStartOptions(readRunFlags(argv), {});
    await expect(flags(['--cluster-settings', 'x.yaml'])).rejects.toThrow('requires the runtime kubernetes');
    const missing = path.join(folder, 'missing');
    await expect(flags(['--runtime', 'kubernetes', '--cluster-settings', missing])).rejects.toThrow(
      `--cluster-settings ${missing}`,
    );
    const env = { EMULATOR_CA_FILE: missing };
    await expect(readStartOptions(readRunFlags(['--runtime', 'kubernetes']), env)).rejects.toThrow(
      `EMULATOR_CA_FILE ${missing}: cannot be read`,
    );
  });
});

describe('the environment variables of the emulator', () => {
  test('are read and then removed from the environment', () => {
    const env = { EMULATOR_API_KEY: 'a-chosen-key', EMULATOR_KEYRING_FILE: '/k', PATH: '/bin' };
    expect(readEnvironment(env)).toEqual({ apiKey: 'a-chosen-key', keyringFile: '/k' });
    expect(env).toEqual({ PATH: '/bin' });
  });

  test('are ignored if they are empty', () => {
    expect(readEnvironment({ EMULATOR_API_KEY: '', EMULATOR_DATABASE_URL: '' })).toEqual({
      apiKey: undefined,
      keyringFile: undefined,
      databaseUrl: undefined,
    });
  });

  test('can set the path of Python, like the flag', () => {
    expect(readEnvironment({ EMULATOR_PYTHON: '["py","-3.12"]' })).toMatchObject({ python: ['py', '-3.12'] });
    expect(readEnvironment({ EMULATOR_PYTHON: '/a b/python3' })).toMatchObject({ python: ['/a b/python3'] });
    expect(() => readEnvironment({ EMULATOR_PYTHON: '[]' })).toThrow('EMULATOR_PYTHON []: must be a path');
  });

  test('cause an error that does not show the value if they are invalid', () => {
    expect(() => readEnvironment({ EMULATOR_DATABASE_URL: 'mysql://u:secret@h/d' })).toThrow(
      /^(?!.*secret).*EMULATOR_DATABASE_URL.*postgresql:/,
    );
    expect(() => readEnvironment({ EMULATOR_API_KEY: 'short' })).toThrow(/^EMULATOR_API_KEY: (?!.*'short')/);
    expect(() => readEnvironment({ EMULATOR_API_KEY: 'a-chosen-key', EMULATOR_API_KEY_FILE: '/k' })).toThrow(
      'set only one of them',
    );
  });
});

describe('a file with the API key', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'api-key-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  const written = async (text: string): Promise<string> => {
    const file = path.join(folder, 'key');
    await writeFile(file, text);
    return file;
  };

  test.each(['a-chosen-key', 'a-chosen-key\n', 'a-chosen-key\r\n'])(
    'is read without its line ending: %j',
    async (text) => {
      expect(await readApiKeyFile(await written(text))).toEqual(['a-chosen-key']);
    },
  );

  test('contains one key in each line, the first of which is the key of the ready line', async () => {
    const file = await written('the-new-key\r\nthe-key-before\n');
    expect(await readApiKeyFile(file)).toEqual(['the-new-key', 'the-key-before']);
    expect(await readAdminKeyFile(file, false)).toEqual(['the-new-key', 'the-key-before']);
  });

  test('of administrators may be missing only with an admin port, where /_local is then closed', async () => {
    const file = path.join(folder, 'none');
    expect(await readAdminKeyFile(file, true)).toEqual([]);
    await expect(readAdminKeyFile(file, false)).rejects.toThrow(`EMULATOR_ADMIN_KEY_FILE ${file}: cannot`);
  });

  test.each([
    ['no text', ''],
    ['too few characters', 'hunter2\n'],
    ['an empty line', 'hunter2-hunter2\n\nhunter2-hunter2\n'],
    ['a space', ' hunter2-hunter2'],
    ['a character that is not ASCII', 'hunter2-hünter2'],
  ])('is rejected with its path but without its content if it contains %s', async (_, text) => {
    const file = await written(text);
    const refusal = await readApiKeyFile(file).catch(String);
    expect(refusal).toContain(`EMULATOR_API_KEY_FILE ${file}: must contain only the key`);
    expect(refusal).not.toContain('nter2');
  });

  test('must be a regular file, so the emulator never reads an endless file', async () => {
    await expect(readApiKeyFile('/dev/zero')).rejects.toThrow(
      'is not a regular file; specify a file that contains only the key',
    );
  });

  test('causes an error with its path and the reason if it cannot be read', async () => {
    await expect(readApiKeyFile(path.join(folder, 'none'))).rejects.toThrow('cannot be read (ENOENT)');
    await expect(readApiKeyFile(folder)).rejects.toThrow('is not a regular file');
  });
});

describe('a seed file', () => {
  const OTHER = '22222222-2222-4222-8222-222222222222';
  const ID = '11111111-1111-4111-8111-111111111111';

  test('can be YAML', () => {
    const seed = parseSeed(
      `workspaces:\n  - id: ${ID}\n    api_keys: [{ key: a-seeded-key, scope: organization }]\n    redact_secret_values: true\n`,
      'seed.yaml',
    );
    expect(seed.workspaces[0]).toMatchObject({
      id: ID,
      api_keys: [{ key: 'a-seeded-key', scope: 'organization' }],
      redact_secret_values: true,
    });
  });

  // docs/reference/seed.md#mistakes
  test.each([
    [
      'an unknown key',
      `workspaces:\n  - id: ${ID}\n    api_kyes: []\n`,
      'workspaces.0 (line 3, column 5): unknown key api_kyes; did you mean api_keys?',
    ],
    [
      'an invalid value',
      `workspaces:\n  - id: ${ID}\n    sandbox_limit: many\n`,
      'workspaces.0.sandbox_limit (line 3, column 20): ',
    ],
    ['a missing value', 'workspaces:\n  - name: a\n', 'workspaces.0.id (line 2, column 5): '],
    ['a repeated key', `workspaces: []\nworkspaces: []\n`, 'is not valid YAML in line 2, column 1'],
  ])('is rejected on one line with the location of the error for %s', (_what, text, message) => {
    const attempt = () => parseSeed(text, 'seed.yaml');
    expect(attempt).toThrow(UsageError);
    expect(attempt).toThrow(`--seed seed.yaml: ${message}`);
    expect(attempt).not.toThrow(/\n/);
  });

  test.each([
    ['workspace: []', 'unknown key workspace; did you mean workspaces?'],
    [`workspaces: [{id: ${ID}, api_key: x}]`, 'unknown key api_key; did you mean api_keys?'],
    [`workspaces: [{id: ${ID}, api_keys: [{kye: x}]}]`, 'unknown key kye; did you mean key?'],
    [
      `workspaces: [{id: ${ID}, listeners: [{compute_id: c, compute_config: {namespaces: []}}]}]`,
      'did you mean k8s_namespaces?',
    ],
    ['workspaces: []', 'workspaces'],
    ['', 'the file'],
    [`workspaces: [{id: ${ID}}, {id: ${ID}}]`, 'different ids'],
    [
      `workspaces: [{id: ${ID}, api_keys: [{key: hunter2-twice}]}, {id: ${OTHER}, api_keys: [{key: hunter2-twice}]}]`,
      'different keys',
    ],
    [
      `workspaces: [{id: ${ID}, integrations: [{id: ${ID}, name: a}]}, {id: ${OTHER}, integrations: [{id: ${ID}, name: b}]}]`,
      'integrations with different ids',
    ],
    [
      `workspaces: [{id: ${ID}, listeners: [{id: ${ID}, compute_id: a}, {id: ${ID}, compute_id: b}]}]`,
      'listeners with different ids',
    ],
    ['workspaces: [{id: x}]', 'workspaces.0.id'],
    ['a: [unclosed, hunter2', 'is not valid YAML in line 1'],
    ['a: *hunter2', 'is not valid YAML'],
  ])('is rejected with the location of the error and without showing a secret for %s', (text, message) => {
    const attempt = () => parseSeed(text, 'seed.yaml');
    expect(attempt).toThrow('--seed seed.yaml: ');
    expect(attempt).toThrow(message);
    expect(attempt).not.toThrow('hunter2');
  });
});

describe('a file of fault rules', () => {
  test('is parsed without adding or changing a field', () => {
    const text = 'rules:\n  - match: { surface: control-plane }\n    then: { status: 503 }\n';
    expect(parseFaults(text, 'f.yaml')).toEqual({
      rules: [{ match: { surface: 'control-plane' }, then: { status: 503 } }],
    });
  });

  test.each([
    ['rules: [', /^--faults f\.yaml: is not valid YAML in line 1, column \d+$/],
    ['- a', /^--faults f\.yaml: the file \(line 1, column 1\): /],
    [
      'rules:\n  - match: { surface: control-plane }\n    then: { status: often }\n',
      /^--faults f\.yaml: rules\.0\.then\.status \(line 3, column \d+\): /,
    ],
    ['rules: []\nseeds: 1\n', /seeds/],
  ])('is rejected with the location of the error for %j', (text, problem) => {
    expect(() => parseFaults(text, 'f.yaml')).toThrow(UsageError);
    expect(() => parseFaults(text, 'f.yaml')).toThrow(problem);
  });
});

test('the command `dev` accepts the deadline for stuck workers', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'dev-flags-'));
  try {
    await writeFile(path.join(folder, 'langgraph.json'), '{"graphs":{"agent":"./agent.ts:graph"}}');
    await writeFile(path.join(folder, 'agent.ts'), '');
    const context = {
      program: 'agent-deploy-emulator',
      env: {},
      print: () => undefined,
      log: () => undefined,
      configureLog: () => undefined,
    };
    await expect(dev.run([folder, '--stuck-timeout', '1m'], context)).rejects.toThrow(
      /--stuck-timeout.*must be a whole number of seconds/,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
