import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startEmulator, type EmulatorHandle } from '../../harness/emulator.ts';
import { runAction } from '../../harness/runner/run-action.ts';
import { searchFiles } from './support/files.ts';
import { createWithoutAction, deploymentNamed, someImage } from './support/images.ts';
import { ACTION_YML, errorsOf, expectClean, somePush, useTestEnvironment } from './support/environment.ts';

const dataDir = await mkdtemp(path.join(tmpdir(), 'agent-deploy-data-'));
const world = useTestEnvironment({ runtime: 'stub', dataDir: path.join(dataDir, 'emulator') });
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const KEY_LINES = ['line-one-7f3a', 'line-two with = and , and "quotes" 9c1d', 'line-three-55aa'];
const TOKEN = 'tok_4f1e9b, with spaces = and $igns';
const VALUES = [TOKEN, KEY_LINES.join('\n')];
const BLOCK = `# for the agent\nTOKEN=${TOKEN}\nKEY<<EOF\n${KEY_LINES.join('\n')}\nEOF\n`;

describe('the secrets of a deploy', () => {
  // docs/migration.md#set-x-error-prints
  // docs/security/secrets.md#secrets-reach-deployment-whole
  test('reach the deployment completely, are masked line by line, and never appear in plain text', async () => {
    const name = world.name();
    const { run } = await world.deployImage(name, { secrets: BLOCK }, { secrets: VALUES });
    expect(run.outputs).toMatchObject({ outcome: 'deployed' });
    expect(await deploymentNamed(world, name)).toMatchObject({
      secrets: expect.arrayContaining([
        { name: 'TOKEN', value: TOKEN },
        { name: 'KEY', value: KEY_LINES.join('\n') },
      ]),
    });
    for (const line of [TOKEN, ...KEY_LINES]) expect(run.masks.join('\n')).toContain(line);
    for (const name of ['TOKEN', 'KEY']) expect(run.log).toContain(name);
    expectClean(
      JSON.stringify(await world.emulator.journal()),
      [...VALUES, world.emulator.apiKey],
      'journal',
    );
    expectClean(world.emulator.log(), [...VALUES, world.emulator.apiKey], 'log of the emulator');
  });

  // docs/security/secrets.md#api-key-github-token
  test('are masked before any other output is printed', async () => {
    const { run } = await world.deployImage(world.name(), { secrets: BLOCK }, { secrets: VALUES });
    const firstText = run.lines.findIndex(({ command }) => command !== 'add-mask');
    const lastMask = run.lines.findLastIndex(({ command }) => command === 'add-mask');
    expect(lastMask).toBeGreaterThanOrEqual(0);
    // The service's later responses may add masks; the masks of the given values come first.
    const given = run.lines.filter(({ command }, index) => command === 'add-mask' && index < firstText);
    const masked = given.map(({ raw }) => raw).join('\n');
    expect(masked).toContain('line-one-7f3a');
    expect(masked).toContain(world.emulator.apiKey);
  });

  test('cause a revision only if a value is new, and are shown only by name', async () => {
    const name = world.name();
    const inputs = { 'deployment-name': name, 'image-uri': someImage(), secrets: BLOCK };
    await world.deploy({ inputs, secrets: VALUES });
    const again = await world.deploy({ inputs, secrets: VALUES });
    expect(again.outputs).toMatchObject({ outcome: 'unchanged' });
    const fresh = 'tok_fresh_88e1';
    const run = await world.deploy({
      inputs: { ...inputs, secrets: BLOCK.replace(TOKEN, fresh) },
      secrets: [...VALUES, fresh],
    });
    expect(run.outputs).toMatchObject({ outcome: 'deployed' });
    expect(run.log).toContain('secrets.TOKEN');
    expect(run.log).not.toContain('secrets.KEY');
  });

  // docs/migration.md#patch-two-secrets-deletes
  test('of other clients are preserved by the merge strategy, and sent again without being shown', async () => {
    const name = world.name();
    const others = 'value-of-another-client-31';
    await createWithoutAction(world, name, { secrets: [{ name: 'THEIRS', value: others }] });
    const { run } = await world.deployImage(
      name,
      { secrets: 'OURS=value-of-ours-77' },
      { secrets: [others, 'value-of-ours-77'] },
    );
    expect(run.outputs).toMatchObject({ outcome: 'deployed' });
    expect(namesOf(await deploymentNamed(world, name))).toEqual(['OURS', 'THEIRS']);
  });

  test('of other clients are removed by the replace strategy', async () => {
    const name = world.name();
    await createWithoutAction(world, name, { secrets: [{ name: 'THEIRS', value: 'value-to-be-dropped' }] });
    const { run } = await world.deployImage(
      name,
      { secrets: 'OURS=value-of-ours-78', 'secrets-strategy': 'replace' },
      { secrets: ['value-of-ours-78', 'value-to-be-dropped'] },
    );
    expect(run.outputs).toMatchObject({ outcome: 'deployed' });
    expect(namesOf(await deploymentNamed(world, name))).toEqual(['OURS']);
  });

  test('stay unchanged if the input is not set', async () => {
    const name = world.name();
    await createWithoutAction(world, name, { secrets: [{ name: 'THEIRS', value: 'value-that-stays-1' }] });
    const { writes } = await world.deployImage(name, {}, { secrets: ['value-that-stays-1'] });
    expect(writes).toHaveLength(1);
    expect(writes[0]?.request).toEqual({ source_revision_config: expect.anything() });
    expect(namesOf(await deploymentNamed(world, name))).toEqual(['THEIRS']);
  });

  test('are not shown if a service repeats them in an error', async () => {
    await world.emulator.setFaults([
      {
        match: { surface: 'control-plane', method: 'POST', path: '/v2/deployments' },
        effect: { status: 400, body: { detail: `bad secrets: ${TOKEN} / ${KEY_LINES[1]}` } },
      },
    ]);
    const { run } = await world.deployImage(world.name(), { secrets: BLOCK }, { secrets: VALUES });
    expect(run.outputs).toMatchObject({ outcome: 'failed', 'reason-code': 'rejected' });
    expect(errorsOf(run)[0]).toContain('bad secrets');
  });

  test('are in no file of the emulator’s data directory', async () => {
    const secrets = [...VALUES, 'value-of-ours-78', 'value-of-another-client-31', world.emulator.apiKey];
    expect(await searchFiles(dataDir, secrets)).toEqual([]);
  });
});

describe('a deploy to a service that hides secret values', () => {
  let emulator: EmulatorHandle;
  let folder: string;
  const WORKSPACE = 'aaaaaaaa-1111-4222-8333-444444444444';
  const API_KEY = 'key-of-the-redacting-workspace';
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'agent-deploy-seed-'));
    const seed = path.join(folder, 'seed.yaml');
    await writeFile(
      seed,
      JSON.stringify({ workspaces: [{ id: WORKSPACE, name: 'hidden', redact_secret_values: true }] }),
    );
    emulator = await startEmulator({
      runtime: 'stub',
      clock: 'virtual',
      seed,
      apiKey: API_KEY,
      workspaceId: WORKSPACE,
    });
  });
  afterAll(async () => {
    await emulator.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const deploy = (inputs: Record<string, string>) =>
    emulator.clock.during((given) =>
      runAction({
        actionYml: ACTION_YML,
        event: somePush,
        ...given,
        inputs: {
          'api-key': API_KEY,
          'workspace-id': WORKSPACE,
          'control-plane-url': emulator.urls.controlPlane,
          'poll-interval': '1s',
          ...inputs,
        },
      }),
    );

  test('sends all secrets again, even under the same names, because hidden values cannot be compared', async () => {
    const name = world.name();
    const inputs = {
      'deployment-name': name,
      'image-uri': someImage(),
      secrets: 'A=hidden-a-1\nB=hidden-b-1',
    };
    await deploy(inputs);
    const run = await deploy(inputs);
    expect(run.outputs).toMatchObject({ outcome: 'deployed' });
    expect(run.log).toMatch(/hidden/);
  });

  test('rejects a merge with a hidden value, names the secret, and sends no change', async () => {
    const name = world.name();
    const image = someImage();
    await deploy({ 'deployment-name': name, 'image-uri': image, secrets: 'A=hidden-a-2\nB=hidden-b-2' });
    const run = await deploy({ 'deployment-name': name, 'image-uri': image, secrets: 'A=hidden-a-3' });
    expect(run.outputs).toMatchObject({
      outcome: 'failed',
      'reason-code': 'secrets-hidden',
      changed: 'false',
    });
    expect(errorsOf(run)[0]).toMatch(/\bB\b.*secrets-strategy: replace/s);
    const answer = await emulator.api('GET', `/v2/deployments/${run.outputs['deployment-id']}/revisions`);
    expect((answer.body as { resources: unknown[] }).resources).toHaveLength(1);
  });
});

function namesOf(deployment: Record<string, unknown> | undefined): string[] {
  const secrets = (deployment ?? {})['secrets'] as { name: string }[];
  return secrets.map(({ name }) => name).toSorted();
}
