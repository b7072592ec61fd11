import { describe, expect, test } from '@jest/globals';
import { EMULATOR_OUTPUTS } from '../../../src/action/emulator/report.ts';
import { createEmulatorScenario, FOLDER, KEY, PATHS, READY } from './support.ts';

describe('the main phase of the emulator action', () => {
  // docs/emulator-action.md#ready
  test('starts the emulator, waits until it is ready, and reports its address', async () => {
    const scenario = createEmulatorScenario();
    scenario.emulator.readyAfterMs = 2_000;
    const { code, host, result } = await scenario.run();
    expect(code).toBe(0);
    expect(host.outputs).toEqual({
      outcome: 'provided',
      'reason-code': 'emulator-started',
      'control-plane-url': READY.urls.controlPlane,
      'api-key': KEY,
      'workspace-id': READY.workspaceId,
      'sandbox-url': READY.urls.sandboxes,
      'tracing-url': READY.urls.tracing,
      'admin-url': READY.urls.admin,
      'log-folder': PATHS.logs,
      version: '1.2.3',
      'duration-seconds': '2',
      result: expect.any(String),
    });
    expect(result).toMatchObject({ schema_version: 1, outcome: 'provided', version: '1.2.3' });
    expect(host.summaries.join()).toContain(READY.urls.controlPlane);
    expect(scenario.emulator.running).toBe(true);
  });

  // docs/emulator-action.md#key
  // docs/security/checkouts.md#emulator-action-key
  test('masks the API key before any log line, and writes the key only to its output', async () => {
    const scenario = createEmulatorScenario();
    const { host } = await scenario.run();
    expect(host.masks).toContain(KEY);
    expect(scenario.emulator.apiKey).toBe(KEY);
    expect(scenario.emulator.args.join(' ')).not.toContain(KEY);
    const { 'api-key': _, ...others } = host.outputs;
    expect(JSON.stringify([others, host.lines, host.summaries, host.state, host.annotations])).not.toContain(
      KEY,
    );
  });

  test('uses an API key from the input or the environment variable', async () => {
    const key = 'key-of-the-workflow-1';
    const byInput = createEmulatorScenario({ 'api-key': key });
    const byEnvironment = createEmulatorScenario();
    byEnvironment.env = { EMULATOR_API_KEY: key };
    for (const scenario of [byInput, byEnvironment]) {
      const { host } = await scenario.run();
      expect([host.outputs['api-key'], scenario.emulator.apiKey]).toEqual([key, key]);
      expect(host.masks).toContain(key);
    }
  });

  test('passes inputs to the emulator as flags, and documents as separate files', async () => {
    const scenario = createEmulatorScenario({
      seed: 'tests/seed.yml',
      faults: 'rules: []',
      runtime: 'stub',
      clock: 'virtual',
      compat: 'hosted',
      edition: 'cloud',
      port: '4400',
      'workspace-id': READY.workspaceId,
      flags: '--max-builds 2\n--push-changed-secrets',
    });
    scenario.files.set('tests/seed.yml', 'workspaces: []');
    await scenario.run();
    expect(scenario.emulator.args).toEqual([
      '--port=4400',
      '--runtime=stub',
      '--compat=hosted',
      '--edition=cloud',
      '--clock=virtual',
      `--data-dir=${PATHS.data}`,
      `--journal-file=${PATHS.journal}`,
      `--workspace-id=${READY.workspaceId}`,
      `--seed=${PATHS.seed}`,
      `--faults=${PATHS.faults}`,
      '--parent-pid=815',
      '--max-builds=2',
      '--push-changed-secrets',
    ]);
    expect(scenario.emulator.files).toMatchObject({
      [PATHS.seed]: 'workspaces: []',
      [PATHS.faults]: 'rules: []',
    });
  });

  // docs/emulator-action.md#forks
  test('runs for forks, Dependabot and deleted branches, because the emulator needs no secret', async () => {
    const fork = { repo: { full_name: 'stranger/agents' }, ref: 'main', sha: 'e'.repeat(40) };
    const base = { repo: { full_name: 'acme/agents' } };
    for (const [name, payload] of [
      ['pull_request', { pull_request: { number: 7, head: fork, base } }],
      ['pull_request', {}],
      ['push', { ref: 'refs/heads/gone', deleted: true }],
    ] as const) {
      const scenario = createEmulatorScenario();
      scenario.event = { name, payload };
      scenario.env = { GITHUB_ACTOR: 'dependabot[bot]' };
      expect((await scenario.run()).host.outputs['reason-code']).toBe('emulator-started');
    }
  });

  test('writes every output for every outcome, but no address if the emulator is not ready', async () => {
    const scenario = createEmulatorScenario();
    scenario.packages = [];
    const { code, host } = await scenario.run();
    expect(code).toBe(1);
    expect(Object.keys(host.outputs).toSorted()).toEqual([...EMULATOR_OUTPUTS].toSorted());
    expect(host.outputs).toMatchObject({
      'reason-code': 'emulator-missing',
      'control-plane-url': '',
      'api-key': '',
    });
    expect(host.annotations[0]?.message).toContain('only releases do');
  });

  test('fails if the checkout contains several packed emulators, and names them', async () => {
    const scenario = createEmulatorScenario();
    scenario.packages = ['/a/agent-deploy-emulator-1.0.0.tgz', '/a/agent-deploy-emulator-1.1.0.tgz'];
    const { host } = await scenario.run();
    expect(host.outputs['reason-code']).toBe('emulator-missing');
    expect(host.annotations[0]?.message).toContain('1.0.0.tgz, /a/agent-deploy-emulator-1.1.0.tgz');
  });

  // docs/security/checkouts.md#emulator-action-files
  test('leaves no file that contains the API key or the seed', async () => {
    const scenario = createEmulatorScenario({ seed: 'workspaces: []' });
    await scenario.run();
    expect([...scenario.files.keys()]).toEqual([]);
  });

  test('saves the folder and the process for the post step before it waits for the emulator', async () => {
    const scenario = createEmulatorScenario();
    await scenario.run();
    expect(JSON.parse(scenario.emulator.stateAtStart ?? '{}')).toMatchObject({
      stage: 'starting',
      folder: FOLDER,
      process: { pid: 4711 },
    });
  });
});

describe('an input that contains a document or its path', () => {
  // docs/emulator-action.md#documents
  test('fails before anything starts if the file is missing or is not YAML', async () => {
    const scenario = createEmulatorScenario({ seed: 'seed.yml', faults: 'faults.json' });
    scenario.files.set('faults.json', '{ "rules": [');
    const { host } = await scenario.run();
    expect(host.outputs['reason-code']).toBe('invalid-input');
    const [{ message } = { message: '' }] = host.annotations;
    expect(message).toContain('seed: seed.yml is not in the workspace');
    expect(message).toMatch(/faults: faults\.json: the text is neither YAML nor JSON: line 1/);
    expect(scenario.files.has(PATHS.seed)).toBe(false);
  });
});

describe('an emulator that does not become ready', () => {
  test("fails as invalid input with the emulator's message if the emulator rejected an input", async () => {
    const scenario = createEmulatorScenario({ flags: '--max-bilds 2' });
    scenario.emulator.readyAfterMs = undefined;
    scenario.emulator.end = { code: 2, signal: null };
    scenario.files.set(PATHS.log, 'emulator: unknown flag --max-bilds; did you mean --max-builds?\n');
    const { code, host } = await scenario.run();
    expect(code).toBe(1);
    expect(host.outputs['reason-code']).toBe('invalid-input');
    expect(host.annotations[0]?.message).toContain('unknown flag --max-bilds; did you mean --max-builds?');
  });

  test("fails with the last lines of the emulator's log if the emulator crashed", async () => {
    const scenario = createEmulatorScenario();
    scenario.emulator.readyAfterMs = undefined;
    scenario.emulator.end = { code: null, signal: 'SIGSEGV' };
    scenario.files.set(PATHS.log, 'line one\nthe last line\n');
    const { host } = await scenario.run();
    expect(host.outputs['reason-code']).toBe('emulator-failed');
    expect(host.annotations[0]?.message).toMatch(/SIGSEGV[^]*the last line/);
  });

  test('is stopped when the timeout expires', async () => {
    const scenario = createEmulatorScenario({ timeout: '30s' });
    scenario.emulator.readyAfterMs = 60_000;
    const { code, host } = await scenario.run();
    expect([code, host.outputs['reason-code']]).toEqual([1, 'emulator-not-ready']);
    expect(host.annotations[0]?.message).toContain('was not ready within 30s');
    expect(scenario.emulator.running).toBe(false);
  });

  test('is stopped if the content of its ready file is invalid', async () => {
    const scenario = createEmulatorScenario();
    scenario.emulator.readyAfterMs = undefined;
    scenario.files.set(PATHS.ready, 'hello\n');
    const { host } = await scenario.run();
    expect(host.outputs['reason-code']).toBe('emulator-failed');
    expect(scenario.emulator.running).toBe(false);
  });

  test('is stopped if the run is cancelled', async () => {
    const scenario = createEmulatorScenario();
    scenario.emulator.readyAfterMs = 60_000;
    scenario.clock.at(1_000, () => scenario.cancel.abort(new Error('received SIGINT')));
    const { code, host } = await scenario.run();
    expect([code, host.outputs['outcome']]).toEqual([1, 'cancelled']);
    expect(scenario.emulator.running).toBe(false);
  });
});

describe('an installation of the emulator', () => {
  test('that fails is reported with the last lines that npm printed', async () => {
    const scenario = createEmulatorScenario();
    scenario.install = async () => ({
      kind: 'failed',
      message: 'npm could not install the emulator (exit code 1):',
      lines: ['npm error code ENOTFOUND'],
    });
    const { host } = await scenario.run();
    expect(host.outputs['reason-code']).toBe('emulator-install-failed');
    expect(host.annotations[0]?.message).toContain('npm error code ENOTFOUND');
  });

  test('that exceeds the timeout is stopped', async () => {
    const scenario = createEmulatorScenario({ timeout: '1m' });
    scenario.install = (signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve({ kind: 'aborted', lines: ['attempt 2 failed'] }));
      });
    const { host } = await scenario.run();
    expect(host.outputs['reason-code']).toBe('emulator-not-ready');
    expect(host.annotations[0]?.message).toMatch(/was not installed within 1m 00s[^]*attempt 2 failed/);
  });
});
