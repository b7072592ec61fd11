// Tests the emulator's image, which podman builds and runs. The base of the image is built here from Debian's packages
// and this Node, because no image registry can be reached. A release builds the image on the public base for each
// architecture, and runs this suite on the result.
import { execFile, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { isFinal } from '../../src/contract/statuses.ts';
import { createArtifactStore } from '../../src/emulator/data-plane/artifacts/artifact-store.ts';
import { createArtifactWriter } from '../../src/emulator/data-plane/artifacts/artifact-writer.ts';
import { type Artifact, createRevisionFolders } from '../../src/emulator/data-plane/build/artifact.ts';
import { UV_VERSION } from '../../src/emulator/data-plane/python/uv-wheels.ts';
import { createDatabaseObjectStore, loadKeyring, openStore } from '../../src/emulator/store/index.ts';
import { buildEmulatorPackage } from '../../scripts/package-emulator/build.ts';
import { plainAgent } from '../../harness/agents/fixtures.ts';
import { freePort } from '../../harness/free-ports.ts';
import { pythonRepository } from '../../harness/agents/python-repositories.ts';
import { archivesOf } from '../emulator/data-plane/artifacts/archives-of.ts';
import { POD, startPlane, TOKEN } from '../emulator/data-plane/build-pod/plane.ts';
import { serveArtifacts } from '../emulator/data-plane/artifacts/serve-artifacts.ts';
import { aDeployment, revisionRow } from '../emulator/store/samples.ts';
import { buildDebianBase } from './support/debian-base.ts';
import { installPython } from './support/installs.ts';
import { servePodman, testNodeModule, testPythonModule } from './support/testcontainers-modules.ts';

const execute = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, '../..');
const NEEDED = 'This suite builds an image: install podman, runc and mmdebstrap (.ci/engine does so).';
/** Reads bills of materials by the schema of CycloneDX. */
const VALIDATOR = 'cyclonedx-python-lib[json-validation]==11.12.0';
const KEY = `it's "a" $key`.replaceAll(' ', '_');
/** Name of an existing image. A release sets the variable to the image that it has built. */
const GIVEN = process.env['EMULATOR_IMAGE'];
const ENGINE = process.env['EMULATOR_IMAGE_ENGINE'] ?? 'podman';
const BASE = 'localhost/agent-deploy-base:test';
const IMAGE = GIVEN ?? 'localhost/agent-deploy-emulator:test';

let folder = '';
const containers: string[] = [];
const undo: (() => Promise<void>)[] = [];
const before = process.env['CONTAINERS_CONF'];

// Runs the engine in the test's own environment, because by default a child inherits the environment of the whole run.
const engine = async (...args: string[]): Promise<string> =>
  (await execute(ENGINE, args, { env: process.env, maxBuffer: 64 * 1024 * 1024 })).stdout.trim();

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'emulator-image-'));
  if (GIVEN !== undefined) return;
  for (const program of ['podman', 'mmdebstrap']) {
    if (spawnSync(program, ['--version']).status !== 0) throw new Error(NEEDED);
  }
  const conf = path.join(folder, 'containers.conf');
  await writeFile(
    conf,
    '[engine]\nruntime = "runc"\n[containers]\ndefault_ulimits = ["nofile=1024:1024", "nproc=4096:4096"]\n',
  );
  process.env['CONTAINERS_CONF'] = conf;
  const dockerfile = await readFile(path.join(ROOT, 'emulator/Dockerfile'), 'utf8');
  const [, release = ''] = /^ARG BASE=\S+-(\w+)-slim$/m.exec(dockerfile) ?? [];
  await buildDebianBase(engine, { folder: path.join(folder, 'base'), release, tag: BASE });
  const context = path.join(folder, 'emulator');
  await cp(path.join(ROOT, 'emulator'), context, { recursive: true });
  await buildEmulatorPackage(context);
  // Docker's format is used, because the other format has no health check.
  const how = ['--quiet', '--network', 'host', '--format', 'docker', '--build-arg', `BASE=${BASE}`];
  await engine('build', ...how, '--tag', IMAGE, context);
});
afterEach(async () => {
  for (const step of undo.splice(0)) await step();
  for (const name of containers.splice(0)) await engine('rm', '--force', '--volumes', name);
});
afterAll(async () => {
  if (GIVEN === undefined) {
    await engine('rmi', '--force', IMAGE, BASE).catch(() => undefined);
    if (before === undefined) delete process.env['CONTAINERS_CONF'];
    else process.env['CONTAINERS_CONF'] = before;
  }
  await rm(folder, { recursive: true, force: true });
});

interface Running {
  name: string;
  url: string;
  log: () => Promise<string>;
  inside: (...command: string[]) => Promise<string>;
  call: (method: string, target: string, body?: unknown) => Promise<Answer>;
}

/** Fields of responses that these tests read. The emulator's own tests validate whole responses. */
interface Answer {
  status: number;
  body: {
    id: string;
    name: string;
    status: string;
    status_message: string | null;
    latest_revision_id: string;
    upload_url: string;
    object_path: string;
    source_config: { custom_url: string | null };
  };
}

/**
 * Starts the image on a free port of this machine, and waits until it accepts requests. The container uses this
 * machine's network, through which packages are fetched, or a separate network with a published port, as users start
 * it.
 */
async function start(
  options: string[],
  flags: string[] = [],
  network: 'host' | 'published' = 'host',
): Promise<Running> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const place =
    network === 'host'
      ? ['--network', 'host', '--env', `EMULATOR_PORT=${port}`]
      : ['--publish', `127.0.0.1:${port}:4400`, '--env', `EMULATOR_PUBLIC_URL=${url}`];
  const given = [...place, ...options];
  const name = await engine('run', '--detach', ...given, IMAGE, ...flags);
  containers.push(name);
  const log = async () => {
    const { stdout, stderr } = await execute(ENGINE, ['logs', name], { env: process.env });
    return stdout + stderr;
  };
  while (!(await fetch(`${url}/ok`).catch(() => undefined))?.ok) {
    const state = await engine('inspect', '--format', '{{.State.Status}}', name);
    if (state === 'exited') throw new Error(`it ended first: ${await log()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    name,
    url,
    log,
    inside: (...command) => engine('exec', name, ...command),
    async call(method, target, body) {
      const answer = await fetch(new URL(target, url), {
        method,
        headers: { 'x-api-key': KEY, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: answer.status, body: (await answer.json()) as Answer['body'] };
    },
  };
}

/** Options that make only the volume /data and /tmp writable. */
const READ_ONLY = [
  '--read-only',
  ...(ENGINE === 'podman' ? ['--read-only-tmpfs=false'] : []),
  '--tmpfs',
  '/tmp:rw,mode=1777,exec',
];

/** A TypeScript agent that cannot be bundled without its package. */
const PACKAGED = {
  ...plainAgent({
    preamble: "import { distance } from 'fastest-levenshtein';\nexport const far = distance('a', 'b');",
  }),
  'package.json': JSON.stringify({ type: 'module', dependencies: { 'fastest-levenshtein': '1.0.16' } }),
};

/** Creates a file with the key, like a mounted secret, and returns the options that pass the file. */
async function keyFile(): Promise<string[]> {
  const file = path.join(folder, 'key');
  await writeFile(file, `${KEY}\n`, { mode: 0o644 });
  return ['--volume', `${file}:/run/secrets/key:ro`, '--env', 'EMULATOR_API_KEY_FILE=/run/secrets/key'];
}

/** Starts a control plane with one built revision, a program that responds with its environment. */
async function servePlane() {
  const revisionId = randomUUID();
  const dataDir = path.join(folder, `plane-${revisionId}`);
  const checkout = await createRevisionFolders(path.join(dataDir, 'revisions')).recreate(revisionId);
  await writeFile(path.join(checkout, 'text'), 'packed');
  const program = `import { readFileSync } from 'node:fs';
import http from 'node:http';
const body = () => JSON.stringify({ user: process.getuid(), secret: process.env.EMULATOR_AGENT_TOKEN ?? 'unset', text: readFileSync('text', 'utf8') });
http.createServer((_, response) => response.end(body())).listen(Number(process.env.PORT), process.env.HOST);
process.once('SIGTERM', () => process.exit(0));`;
  await writeFile(path.join(checkout, 'server.mjs'), program);
  const artifact: Artifact = {
    commitSha: null,
    folder: checkout,
    language: 'javascript',
    graphs: {},
    modules: {},
    env: { kind: 'none' },
    sections: {},
    moduleKey: undefined,
    command: ['node', 'server.mjs'],
  };
  await createRevisionFolders(path.join(dataDir, 'revisions')).write(revisionId, artifact);
  const store = await openStore({ location: ':memory:', keyring: await loadKeyring({}), durable: false });
  const { id: deploymentId } = await aDeployment(store);
  await store.revisions.insert(revisionRow(deploymentId, { id: revisionId }), []);
  const objects = createDatabaseObjectStore(store.uploadChunks, Date.now);
  const artifacts = createArtifactStore({ rows: store.artifacts, objects });
  const writer = createArtifactWriter({
    rows: archivesOf(store.artifacts, deploymentId),
    objects,
    dataDir,
  });
  const attributes = { bringsServer: true, bringsAuth: false, agentSettings: null };
  const signal = new AbortController().signal;
  await writer.save(revisionId, { artifact, attributes }, { signal, log: () => {} });
  const token = await store.agentTokens.put(revisionId, 'the-token-of-this-revision');
  const { url, close } = await serveArtifacts({ artifacts, tokenOf: (id) => store.agentTokens.find(id) });
  undo.push(close, () => store.close());
  return { url, token, revisionId, deploymentId };
}

async function settled(on: Running, id: string, revision: string): Promise<Answer['body']> {
  for (;;) {
    const { body } = await on.call('GET', `/v2/deployments/${id}/revisions/${revision}`);
    if (isFinal(body.status)) return body;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Uploads the files of an example, deploys them, and returns the deployment's URL. */
async function deploy(on: Running, example: string): Promise<string> {
  const { body: made } = await on.call('POST', '/v2/deployments', {
    name: example,
    source: 'internal_source',
    source_config: {},
    source_revision_config: { graph_config_path: 'langgraph.json' },
    secrets: [],
  });
  const { body: upload } = await on.call('POST', `/v2/deployments/${made.id}/upload-url`);
  const archive = path.join(folder, `${example}.tgz`);
  await execute('tar', ['-czf', archive, '-C', path.join(ROOT, 'examples', example), '.']);
  const put = await fetch(upload.upload_url, { method: 'PUT', body: await readFile(archive) });
  expect(put.status).toBe(200);
  const { body: sent } = await on.call('PATCH', `/v2/deployments/${made.id}`, {
    source_revision_config: { source_tarball_path: upload.object_path },
  });
  const { status, status_message: reason } = await settled(on, made.id, sent.latest_revision_id);
  expect([status, reason]).toEqual(['DEPLOYED', null]);
  const { body } = await on.call('GET', `/v2/deployments/${made.id}`);
  return body.source_config.custom_url ?? '';
}

describe('the container image of the emulator', () => {
  // docs/emulator/container.md#image-agents
  // docs/emulator/container.md#image-address
  test.each([
    [
      'TypeScript',
      'echo-agent',
      'below the address that clients use',
      undefined,
      /^http:\/\/localhost:\d+\/d\//,
    ],
    ['Python', 'python-agent', 'on its own port, for web pages too', '', /^http:\/\/localhost:2\d{4}$/],
  ])(
    'builds an agent in %s (%s), and the agent responds %s',
    async (_language, example, _where, address, wanted) => {
      const options = address === undefined ? [] : ['--env', `EMULATOR_PUBLIC_URL=${address}`];
      const on = await start([...(await keyFile()), ...READ_ONLY, ...options]);
      const url = await deploy(on, example);
      expect(url).toMatch(wanted);
      const input = { messages: [{ role: 'user', content: 'hi' }] };
      const { body } = await on.call('POST', `${url}/runs/wait`, { assistant_id: 'agent', input });
      expect(JSON.stringify(body)).toContain('echo');
      const page = await fetch(`${url}/ok`, { headers: { origin: 'https://chat.example.org' } });
      expect(page.headers.has('access-control-allow-origin')).toBe(address === '');
      // A container that runs agents also shuts down normally within the engine's grace period.
      await engine('stop', '--time', '10', on.name);
      expect(await engine('inspect', '--format', '{{.State.ExitCode}}', on.name)).toBe('0');
    },
  );

  // docs/emulator/container.md#image-agents
  // docs/security/releases.md#bills
  test('has a valid bill of materials with its Debian packages, as have the package and the action', async () => {
    const debian = path.join(folder, 'debian.tsv');
    const format = '${Package}\\t${Version}\\t${Architecture}\\n';
    const query = ['--entrypoint', 'dpkg-query', IMAGE, '--show', '--showformat', format];
    await writeFile(debian, `${await engine('run', '--rm', ...query)}\n`);
    const program = ['scripts/run.mjs', 'scripts/sbom/main.ts', '--out', folder, '--debian', debian];
    const { stdout } = await execute(process.execPath, program, { cwd: ROOT });
    const files = stdout.trim().split('\n');
    expect(files).toHaveLength(3);
    expect(await readFile(files[2] ?? '', 'utf8')).toContain('"purl": "pkg:deb/debian/bubblewrap@');
    const python = await installPython(path.join(folder, 'validator'), [VALIDATOR]);
    const validate = [
      'import sys',
      'from cyclonedx.schema import SchemaVersion',
      'from cyclonedx.validation.json import JsonStrictValidator',
      'validator = JsonStrictValidator(SchemaVersion.V1_5)',
      'print([validator.validate_str(open(file).read()) for file in sys.argv[1:]])',
    ].join('\n');
    const judged = await execute(path.join(python, 'python'), ['-c', validate, ...files]);
    expect(judged.stdout.trim()).toBe('[None, None, None]');
  });

  test('contains uv, so only the packages of a Python agent have to be installed', async () => {
    const on = await start(await keyFile(), ['--runtime', 'stub']);
    expect(await on.inside('uv', '--version')).toContain(UV_VERSION);
  });

  // docs/kubernetes/guarantees.md#image
  test('runs an agent pod, which downloads a stored build with a token, starts, and ends on request', async () => {
    const plane = await servePlane();
    const port = await freePort();
    const environment = {
      EMULATOR_PLANE_URL: plane.url,
      EMULATOR_AGENT_TOKEN: plane.token,
      EMULATOR_AGENT_REVISION: plane.revisionId,
      EMULATOR_AGENT_POD: 'pod-uid',
      PORT: String(port),
    };
    const given = Object.entries(environment).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
    const place = ['--network', 'host', ...READ_ONLY];
    const name = await engine(
      'run',
      '--detach',
      ...place,
      ...given,
      IMAGE,
      'agent',
      '--deployment',
      plane.deploymentId,
    );
    containers.push(name);
    const answer = async () => fetch(`http://127.0.0.1:${port}/ok`).catch(() => undefined);
    while (!(await answer())?.ok) {
      const state = await engine('inspect', '--format', '{{.State.Status}}', name);
      if (state === 'exited')
        throw new Error(`it ended first: ${(await execute(ENGINE, ['logs', name])).stderr}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(await (await answer())?.json()).toEqual({ user: 10_001, secret: 'unset', text: 'packed' });
    await engine('stop', '--time', '10', name);
    expect(await engine('inspect', '--format', '{{.State.ExitCode}}', name)).toBe('0');
    const { stdout, stderr } = await execute(ENGINE, ['logs', name], { env: process.env });
    expect(stdout + stderr).not.toContain(plane.token);
  });

  // docs/kubernetes/guarantees.md#image
  test.each([
    ['TypeScript', () => Promise.resolve(PACKAGED), ['revisions']],
    ['Python', () => pythonRepository('src-layout'), ['python/environments', 'revisions']],
  ])(
    "runs a build pod, which builds an agent in %s and hides the pod's token from the build",
    async (_language, files, places) => {
      // The image contains all files that network requests require.
      const plane = await startPlane({});
      undo.push(() => plane.close());
      const { revision } = await plane.beginUpload(await files());
      const [podName, podUid] = POD.split('/');
      const environment = {
        EMULATOR_PLANE_URL: plane.url,
        EMULATOR_BUILD_TOKEN: TOKEN,
        EMULATOR_POD_NAME: podName,
        EMULATOR_POD_UID: podUid,
      };
      const given = Object.entries(environment).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
      const place = ['--network', 'host', ...READ_ONLY, ...given];
      const { stdout, stderr } = await execute(
        ENGINE,
        ['run', '--rm', ...place, IMAGE, 'build', '--revision', revision.id],
        { env: process.env },
      );
      const end = await plane.store.builds.find(revision.id);
      expect([end?.status, end?.message, await plane.logOf(revision.id)]).toEqual([
        'built',
        null,
        expect.any(Array),
      ]);
      const pieces = await plane.store.artifacts.archivesOf(revision.id);
      expect(pieces.map((piece) => path.dirname(piece.place)).toSorted()).toEqual(places);
      expect(stdout + stderr).not.toContain(TOKEN);
    },
  );

  // docs/emulator/container.md#image-sources
  test('reports that images cannot be deployed because it has no container engine', async () => {
    const on = await start(await keyFile());
    const { body: made } = await on.call('POST', '/v2/deployments', {
      name: 'boxed',
      source: 'external_docker',
      source_config: {},
      source_revision_config: { image_uri: 'registry.example.org/agent:1' },
      secrets: [],
    });
    const revision = await settled(on, made.id, made.latest_revision_id);
    expect(revision).toMatchObject({
      status: 'DEPLOY_FAILED',
      status_message: expect.stringMatching(/podman|docker/),
    });
  });

  // docs/emulator/container.md#image-key
  test("requires an API key, which appears neither in its log nor in agents' environments", async () => {
    const port = `EMULATOR_PORT=${await freePort()}`;
    const none = await execute(ENGINE, ['run', '--rm', '--network', 'host', '--env', port, IMAGE], {
      env: process.env,
    }).catch((error: unknown) => error);
    expect(none).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('docker run --env EMULATOR_API_KEY='),
    });

    const filed = await start(await keyFile(), ['--runtime', 'stub']);
    expect((await filed.call('GET', '/v2/deployments')).status).toBe(200);
    expect(await filed.log()).not.toContain(KEY);

    const named = await start(['--env', `EMULATOR_API_KEY=${KEY}`], ['--runtime', 'stub']);
    expect((await named.call('GET', '/v2/deployments')).status).toBe(200);
    // Only long-lived processes count, because the inspecting programs also get the container's environment.
    const lasting =
      'for p in /proc/[0-9]*; do case "$(cat $p/comm)" in sh | cat) ;; *) cat $p/comm $p/environ ;; esac; done';
    const seen = await named.inside('sh', '-c', lasting);
    expect(seen).toMatch(/^tini\n/);
    expect(seen).toMatch(/\b(node|MainThread)\n/);
    expect(seen).not.toContain(KEY);
  });

  // docs/emulator/container.md#image-user
  test('runs without root on a published port, becomes healthy, and accepts flags as variables and arguments', async () => {
    const on = await start(
      [...(await keyFile()), '--env', 'EMULATOR_FLAGS=--runtime stub --edition cloud'],
      ['--edition', 'self-hosted'],
      'published',
    );
    expect(JSON.parse((await on.log()).split('\n').find((line) => line.startsWith('{')) ?? '')).toMatchObject(
      {
        urls: { controlPlane: on.url },
      },
    );
    expect(await on.inside('id', '-u')).toBe('10001');
    expect(await on.inside('cat', '/proc/1/comm')).toBe('tini');
    const git = await on.call('POST', '/v2/deployments', {
      name: 'a',
      source: 'git_host',
      source_config: { repo_url: 'https://github.com/o/r' },
      source_revision_config: { repo_ref: 'main', graph_config_path: 'langgraph.json' },
      secrets: [],
    });
    expect([git.status, JSON.stringify(git.body)]).toEqual([422, expect.stringContaining('only for Cloud')]);
    if (ENGINE === 'podman') await engine('healthcheck', 'run', on.name);
    else {
      const health = () => engine('inspect', '--format', '{{.State.Health.Status}}', on.name);
      while ((await health()) !== 'healthy') await new Promise((resolve) => setTimeout(resolve, 200));
    }
  });

  // docs/emulator/testcontainers.md#testcontainers
  // docs/emulator/testcontainers.md#testcontainers-address
  // docs/emulator/testcontainers.md#testcontainers-key
  // docs/emulator/testcontainers.md#testcontainers-restart
  test('is started by the Testcontainers modules for Node and Python, installed from their packages', async () => {
    const place = await mkdtemp(path.join(folder, 'testcontainers-'));
    const podman = ENGINE === 'podman' ? await servePodman(place) : undefined;
    if (podman !== undefined) undo.push(podman.close);
    const env = {
      ...process.env,
      ...(podman !== undefined && { DOCKER_HOST: podman.dockerHost }),
      EMULATOR_IMAGE: IMAGE,
      // The image of Ryuk cannot be pulled here. The tests remove their containers.
      TESTCONTAINERS_RYUK_DISABLED: 'true',
      // On a machine that is itself a container, the Python library reads fields that podman does not send.
      TESTCONTAINERS_CONNECTION_MODE: 'docker_host',
    };
    const [node, python] = await Promise.all([
      testNodeModule({ folder: place, env }),
      testPythonModule({ folder: place, env }),
    ]);
    expect(node).toContain('- the agent responds');
    expect(python).toContain(
      'test_the_agent_responds (test_deploy.DeployTest.test_the_agent_responds) ... ok',
    );
  });

  // docs/emulator/container.md#image-sandboxes
  test('isolates sandboxes by namespaces if it is privileged, and otherwise reports its isolation', async () => {
    const doctor = (...options: string[]) =>
      execute(ENGINE, ['run', '--rm', ...options, IMAGE, 'doctor'], { env: process.env }).catch(
        (error: unknown) => error,
      );
    const level = (name: string) => ({ stdout: expect.stringContaining(`"level":"${name}"`) });
    expect(await doctor('--network', 'host')).toMatchObject({ code: 1, ...level('process') });
    // Ubuntu forbids namespaces for users of a container.
    if (ENGINE === 'podman')
      expect(await doctor('--network', 'host', '--privileged')).toMatchObject(level('namespaces'));
  });

  // docs/emulator/container.md#image-data
  test('ends within the time limit of container engines, and stores its data in the volume', async () => {
    const volume = `agent-deploy-test-${path.basename(folder)}`;
    await engine('volume', 'create', volume);
    try {
      const options = [...(await keyFile()), '--volume', `${volume}:/data`];
      const first = await start(options, ['--runtime', 'stub']);
      const { body: made } = await first.call('POST', '/v2/deployments', {
        name: 'kept',
        source: 'external_docker',
        source_config: {},
        source_revision_config: { image_uri: 'registry.example.org/agent:1' },
        secrets: [],
      });
      await engine('stop', '--time', '10', first.name);
      expect(await engine('inspect', '--format', '{{.State.ExitCode}}', first.name)).toBe('0');
      expect(await first.log()).toContain('SIGTERM');
      const second = await start(options, ['--runtime', 'stub']);
      expect((await second.call('GET', `/v2/deployments/${made.id}`)).body).toMatchObject({ name: 'kept' });
      await engine('rm', '--force', ...containers.splice(0));
    } finally {
      await engine('volume', 'rm', '--force', volume);
    }
  });
});
