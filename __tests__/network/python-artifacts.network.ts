// Tests of Python agents that are built in one place and run in another: on a replica's disk, and in a pod.
import { type ChildProcess, spawn } from 'node:child_process';
import { access, mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { WAIT_LIMIT_MS } from '../../harness/hang-limit.ts';
import { pythonRepository } from '../../harness/agents/python-repositories.ts';
import { until } from '../../harness/until.ts';
import { createArtifactStore } from '../../src/emulator/data-plane/artifacts/artifact-store.ts';
import { createArtifactWriter } from '../../src/emulator/data-plane/artifacts/artifact-writer.ts';
import { servingFacts } from '../../src/emulator/data-plane/workload/worker-settings.ts';
import { fetchEnvironment } from '../../src/emulator/data-plane/environment.ts';
import { createDatabaseObjectStore, loadKeyring, openStore } from '../../src/emulator/store/index.ts';
import { archivesOf } from '../emulator/data-plane/artifacts/archives-of.ts';
import { serveArtifacts } from '../emulator/data-plane/artifacts/serve-artifacts.ts';
import { openBuildFixture } from '../emulator/data-plane/build/fixture.ts';
import { aDeployment, revisionRow } from '../emulator/store/samples.ts';
import { freePort } from '../../harness/free-ports.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const TOKEN = 'the-token-of-this-revision';
const undo: (() => Promise<unknown>)[] = [];
let folder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), 'python-artifacts-')));
});
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
  await rm(folder, { recursive: true, force: true });
});

const network = (): Record<string, string> =>
  fetchEnvironment({
    env: process.env,
    platform: process.platform,
    nodeFolder: path.dirname(process.execPath),
  });

/** Starts a pod's program with a separate folder. */
async function startPod(planeUrl: string, deployment: string, revision: string) {
  const root = path.join(folder, 'pod');
  await mkdir(root);
  const port = await freePort();
  const command = ['scripts/run.mjs', 'src/emulator/cli/main.ts', 'agent', '--deployment', deployment];
  const child: ChildProcess = spawn(process.execPath, [...command, '--data-dir', root], {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      EMULATOR_PLANE_URL: planeUrl,
      EMULATOR_AGENT_TOKEN: TOKEN,
      EMULATOR_AGENT_REVISION: revision,
      EMULATOR_AGENT_POD: 'pod-uid',
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (text += String(chunk)));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  undo.push(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const isReady = async () =>
    (await fetch(`http://127.0.0.1:${port}/ok`).catch(() => undefined))?.ok ?? false;
  await Promise.race([
    until(isReady, 'the pod to be ready', WAIT_LIMIT_MS),
    ended.then((code) => Promise.reject(new Error(`the pod ended with ${code}: ${text}`))),
  ]);
  const stop = () => {
    child.kill('SIGTERM');
    return ended;
  };
  return { log: () => text, stop };
}

// docs/kubernetes/guarantees.md#moving
test.each([
  ['with a setup.py', 'setup-py', {}],
  ['in a flat layout, with requirements.txt', 'flat-package', {}],
  [
    'in a src folder, with an install command that creates its own environment',
    'src-layout',
    { install_command: 'python -m pip install --editable .' },
  ],
])('a Python agent %s runs after its build folder was deleted', async (_what, shape, source) => {
  const workshop = await openBuildFixture(await pythonRepository(shape), network());
  undo.push(() => workshop.remove());
  const store = await openStore({ location: ':memory:', keyring: await loadKeyring({}), durable: false });
  undo.push(() => store.close());
  const { id: deploymentId } = await aDeployment(store);
  const { id } = await store.revisions.insert(revisionRow(deploymentId), []);
  const artifact = await workshop.build({ id, source });
  const objects = createDatabaseObjectStore(store.uploadChunks, Date.now);
  const artifacts = createArtifactStore({ rows: store.artifacts, objects });
  const writer = createArtifactWriter({
    rows: archivesOf(store.artifacts, deploymentId),
    objects,
    dataDir: workshop.folder,
  });
  const { signal } = new AbortController();
  const built = { artifact, attributes: servingFacts(artifact) };
  await writer.save(id, built, { signal, log: (line) => workshop.lines.push(line) });
  await rm(workshop.folder, { recursive: true, force: true });
  const { url, close } = await serveArtifacts({ artifacts, tokenOf: async () => TOKEN });
  undo.push(close);
  const pod = await startPod(url, deploymentId, id);
  expect(pod.log()).toMatch(/ready, with \w+/);
  await expect(access(workshop.folder)).rejects.toThrow('ENOENT');
  expect(await pod.stop()).toBe(0);
});
