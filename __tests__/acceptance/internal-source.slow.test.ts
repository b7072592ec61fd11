import { randomBytes } from 'node:crypto';
import { linkSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PATIENT_WAIT_TIMEOUT } from '../../harness/hang-limit.ts';
import { rootModulesInstall } from '../../harness/agents/fixtures.ts';
import type { FaultRule } from '../../harness/emulator.ts';
import { findLeaks } from '../../harness/runner/leaks.ts';
import { AGENT, addToTree, commitTree, makeTree } from '../action/support/checkout.ts';
import { clientOf } from './support/conversation.ts';
import { deploymentNamed, deploymentsNamed, revisionsOf } from './support/images.ts';
import { openUploadWire, type UploadWire } from './support/upload-wire.ts';
import {
  annotationsOf,
  errorsOf,
  summaryOf,
  useTestEnvironment,
  type Deploy,
} from './support/environment.ts';

const world = useTestEnvironment({ runtime: 'stub' });
let wire: UploadWire;
beforeAll(async () => {
  wire = await openUploadWire(world.emulator.urls.controlPlane);
});
afterAll(() => wire.close());

const real = useTestEnvironment({ runtime: 'process' });

const EXAMPLE = path.resolve(import.meta.dirname, '../../examples/echo-agent');
const MB = 1_000_000;
const surface = 'control-plane';
const CREATE = { surface, method: 'POST', path: '/v2/deployments' };
const PATCH = { surface, method: 'PATCH', path: '/v2/deployments/*' };
const PUT = { surface, method: 'PUT', path: '/v2/deployments/*/uploads/*' };
const once = (match: FaultRule['match'], effect: FaultRule['effect']): FaultRule => ({
  match,
  when: { nth: [1] },
  effect,
});

/** Creates a committed agent with a file of the given number of incompressible bytes. */
function checkout(bytes = 0): { workspace: string; commit: string } {
  const workspace = makeTree(bytes === 0 ? AGENT : { ...AGENT, 'model.bin': randomBytes(bytes) });
  return { workspace, commit: commitTree(workspace) };
}

/** Deploys the checkout, and checks that no output shows the upload URL. */
async function deploy(name: string, workspace: string, more: Deploy = {}) {
  const secret = 'value-of-the-agents-secret';
  const { result: run, writes } = await world.watch(() =>
    world.deploy({
      ...more,
      workspace,
      secrets: [secret],
      inputs: {
        'deployment-name': name,
        source: 'internal_source',
        'control-plane-url': wire.url,
        'wait-timeout': PATIENT_WAIT_TIMEOUT,
        secrets: `AGENT_SECRET=${secret}`,
        ...more.inputs,
      },
    }),
  );
  expect(findLeaks(run, wire.signatures)).toEqual([]);
  const asked = writes.map(({ method, path: at, status }) => {
    const what = /\/(upload-url|uploads)\b/.exec(at)?.[1] ?? '';
    return [method, what, status].filter((part) => part !== '').join(' ');
  });
  return { run, asked, id: run.outputs['deployment-id'] };
}

const tarballs = async (id: string | undefined) =>
  (await revisionsOf(world, id)).map(({ source_revision_config: config, status }) => [
    // The emulator's own tests check the format of the response.
    (config as { source_tarball_path?: string | null }).source_tarball_path ?? null,
    status,
  ]);
const uploadedTo = (run: { outputs: Record<string, string> }): string =>
  JSON.parse(run.outputs['result'] ?? '').source.object_path;

const FIRST = ['POST 201', 'POST upload-url 200', 'PUT uploads 200', 'PATCH 200'];
const NEXT = FIRST.slice(1);

describe('the deploy of a checkout', () => {
  // docs/security/secrets.md#built-action-shows-nowhere
  test('creates a deployment, and the next deploy creates a revision of the same deployment', async () => {
    const name = world.name();
    const { workspace, commit } = checkout();
    const first = await deploy(name, workspace);
    expect(first.run.outputs).toMatchObject({
      outcome: 'deployed',
      'reason-code': 'rolled-out',
      created: 'true',
      // The service does not know the commit of an upload, which the action shows separately.
      'commit-sha': '',
      'revision-status': 'DEPLOYED',
    });
    expect(JSON.parse(first.run.outputs['result'] ?? '')).toMatchObject({
      source: { files: 2, commit_sha: commit },
    });
    expect(first.asked).toEqual(FIRST);
    // The search for the signature would prove nothing if no signature was recorded.
    expect(wire.signatures).toHaveLength(1);
    expect(await deploymentNamed(world, name)).toMatchObject({
      status: 'READY',
      source: 'internal_source',
      active_revision_id: first.run.outputs['revision-id'],
    });
    expect(summaryOf(first.run)).toContain('2 files');

    addToTree(workspace, { 'src/agent.ts': 'export const graph = { second: true };\n' });
    const second = await deploy(name, workspace);
    expect(second.run.outputs).toMatchObject({
      outcome: 'deployed',
      created: 'false',
      'deployment-id': first.id,
      'previous-revision-id': first.run.outputs['revision-id'],
    });
    expect(second.asked).toEqual(NEXT);
    const [ours, before] = await tarballs(first.id);
    expect([ours, before?.[0]]).toEqual([[uploadedTo(second.run), 'DEPLOYED'], uploadedTo(first.run)]);
    expect(uploadedTo(second.run)).not.toBe(uploadedTo(first.run));
    for (const { run } of [first, second]) expect(annotationsOf(run)).toEqual([]);
  });
});

test('the example echo-agent is built from a checkout, and responds at its URL', async () => {
  const workspace = makeTree({ 'notes.md': 'A monorepo, of which one folder is the agent.\n' });
  await cp(EXAMPLE, path.join(workspace, 'agents/echo'), {
    recursive: true,
    filter: (from) => !from.includes('node_modules'),
  });
  commitTree(workspace);
  const inputs = {
    'deployment-name': real.name(),
    source: 'internal_source',
    'source-path': 'agents/echo',
    // Links the packages of this repository, because tests run without a network.
    'install-command': rootModulesInstall(),
  };
  const run = await real.deploy({ workspace, inputs });
  expect(run.outputs).toMatchObject({ outcome: 'deployed', created: 'true', 'revision-status': 'DEPLOYED' });
  const client = clientOf(real, run);
  expect(await client.revision()).toBe(run.outputs['revision-id']);
  expect(await client.converse('from a checkout')).toMatch(/v1.*from a checkout/);
});

describe('the upload of a source', () => {
  test('starts again if the connection breaks, and creates only one revision', async () => {
    const { workspace } = checkout(4 * MB);
    let cut = 0;
    wire.mishaps.push({ afterBytes: MB, how: 'cut', met: () => (cut += 1) });
    const { run, asked, id } = await deploy(world.name(), workspace);
    expect([cut, run.outputs['outcome']]).toEqual([1, 'deployed']);
    // The journal may contain the interrupted upload, as an entry without a response. The test requires one complete
    // upload.
    expect(asked.filter((what) => !what.startsWith('PUT') || what === 'PUT uploads 200')).toEqual(FIRST);
    expect((await tarballs(id)).filter(([at]) => at !== null)).toEqual([[uploadedTo(run), 'DEPLOYED']]);
  });

  test.each([
    ['a 503, after which the same URL is used', 503, 1],
    ['an expired URL, after which a new URL is used', 403, 2],
  ])('is sent again after a rejection: %s', async (_what, status, addresses) => {
    const { workspace } = checkout();
    await world.emulator.setFaults([once(PUT, { status, body: { detail: 'Not now.' } })]);
    const { run, asked, id } = await deploy(world.name(), workspace);
    expect(run.outputs['outcome']).toBe('deployed');
    expect(asked.filter((what) => what.startsWith('POST upload-url'))).toHaveLength(addresses);
    expect(asked.filter((what) => what.startsWith('PUT'))).toEqual([
      `PUT uploads ${status}`,
      'PUT uploads 200',
    ]);
    expect((await tarballs(id)).filter(([at]) => at !== null)).toHaveLength(1);
  });

  test('makes the run fail if the service rejects it repeatedly, and the next run continues with the same deployment', async () => {
    const name = world.name();
    const { workspace } = checkout();
    await world.emulator.setFaults([{ match: PUT, effect: { status: 403, body: { detail: 'Forbidden' } } }]);
    const { run } = await deploy(name, workspace);
    expect([run.exitCode, run.outputs['reason-code'], run.outputs['created']]).toEqual([
      1,
      'upload-failed',
      'true',
    ]);
    expect(errorsOf(run)[0]).toMatch(/403.*Run the workflow again/s);
    await world.emulator.clearFaults();
    const again = await deploy(name, workspace);
    expect([again.run.outputs['outcome'], again.run.outputs['created'], again.asked]).toEqual([
      'deployed',
      'false',
      NEXT,
    ]);
    expect(await deploymentsNamed(world, name)).toHaveLength(1);
  });

  test('ends in time if the run is cancelled, and the run reports the unfinished work', async () => {
    const name = world.name();
    const { workspace } = checkout(12 * MB);
    const cancel = new AbortController();
    let at = 0;
    const met = () => {
      at = performance.now();
      cancel.abort();
    };
    wire.mishaps.push({ afterBytes: 2 * MB, how: 'hold', met });
    const { run, asked, id } = await deploy(name, workspace, { signal: cancel.signal });
    expect(performance.now() - at).toBeLessThan(7_000);
    expect([run.outcome, run.main?.endedBy]).toEqual(['cancelled', null]);
    expect(run.outputs).toMatchObject({ outcome: 'cancelled', 'reason-code': 'signal', created: 'true' });
    expect(run.log).toContain('its source was still being uploaded');
    expect(asked.filter((what) => what.startsWith('PATCH'))).toEqual([]);
    expect((await tarballs(id)).filter(([tarball]) => tarball !== null)).toEqual([]);
    const again = await deploy(name, workspace);
    expect(again.run.outputs).toMatchObject({ outcome: 'deployed', created: 'false', 'deployment-id': id });
  });
});

describe('the deploy of a checkout with a lost response', () => {
  test.each([
    ['a create', CREATE],
    ['a change', PATCH],
  ])(
    'creates no second deployment and no second revision if the response belongs to %s',
    async (_what, match) => {
      const name = world.name();
      const { workspace } = checkout();
      await world.emulator.setFaults([once(match, { drop_answer: true })]);
      const { run, id } = await deploy(name, workspace);
      expect(run.outputs['outcome']).toBe('deployed');
      expect(await deploymentsNamed(world, name)).toHaveLength(1);
      expect((await tarballs(id)).filter(([at]) => at !== null)).toEqual([[uploadedTo(run), 'DEPLOYED']]);
    },
  );
});

test("a source above the service's limit is refused before any request", async () => {
  // The archive is incompressible, because the repetitions of the same file are too far apart to be found.
  const workspace = makeTree({ ...AGENT, 'part-0.bin': randomBytes(4 * MB) });
  for (let count = 1; count <= 53; count += 1) {
    linkSync(path.join(workspace, 'part-0.bin'), path.join(workspace, `part-${count}.bin`));
  }
  const { run, asked } = await deploy(world.name(), workspace);
  expect([run.exitCode, run.outputs['reason-code'], asked]).toEqual([1, 'source-too-large', []]);
  expect(errorsOf(run)[0]).toMatch(/\.dockerignore[\s\S]*part-/);
});
