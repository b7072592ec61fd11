import { chmod, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import * as z from 'zod';
import { plainAgent } from '../../harness/agents/fixtures.ts';
import {
  type CommandOptions,
  type CommandRun,
  runCommandLine,
  runShellScript,
} from '../../harness/command-line.ts';
import type { FaultRule } from '../../harness/emulator.ts';
import { layOutPackage, type PackedEmulator, packEmulator } from '../../harness/emulator-package.ts';
import { startForwardProxy } from '../../harness/forward-proxy.ts';
import { type FakeGitHub, holding, startGitHub } from '../../harness/github/fake.ts';
import { type FakeGitLab, type MergeRequest, startGitLab } from '../../harness/gitlab/fake.ts';
import { searchText } from '../../harness/runner/leaks.ts';
import { until } from '../../harness/until.ts';
import { liveIn, renderAsGitHub } from '../action/support/github-markdown.ts';
import { deploymentNamed, deploymentsNamed, someImage } from './support/images.ts';
import { openUploadWire } from './support/upload-wire.ts';
import { useTestEnvironment, type TestEnvironment } from './support/environment.ts';
import { obedientAgent } from './support/verify.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const SECRET = 'value-of-the-agents-secret';
const stub = useTestEnvironment({ runtime: 'stub' });
const real = useTestEnvironment({ runtime: 'process' });

let folder = '';
let packed: PackedEmulator;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ad-test-cli-'));
  packed = await layOutPackage(await packEmulator(folder), folder);
  // Links the program as an installation does, for scripts that call the program by its name.
  const bin = path.join(folder, 'node_modules/.bin');
  await mkdir(bin);
  await symlink(packed.commandLine, path.join(bin, 'agent-deploy'));
  await chmod(packed.commandLine, 0o755);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Starts a proxy that requires credentials. */
async function openProxy(route: (target: URL) => URL) {
  const proxy = await startForwardProxy({ route, credentials: 'me:proxy-password-1' });
  return { ...proxy, [Symbol.asyncDispose]: () => proxy.close() };
}

const fakes: FakeGitHub[] = [];
afterEach(async () => {
  await Promise.all(fakes.splice(0).map((github) => github.close()));
});

/** Returns the variables of a CI job with the key and the URL of the control plane. */
const access = (world: TestEnvironment): Record<string, string> => ({
  LANGSMITH_API_KEY: world.emulator.apiKey,
  AGENT_DEPLOY_CONTROL_PLANE_URL: world.emulator.urls.controlPlane,
  AGENT_DEPLOY_POLL_INTERVAL: '1s',
  HOME: folder,
});

/** Checks an invariant of every run: no output contains a secret. */
function proved(world: TestEnvironment, run: CommandRun): CommandRun {
  const texts = [run.stdout, run.stderr].join('\n');
  expect(searchText(texts, [world.emulator.apiKey, SECRET], 'what it wrote')).toEqual([]);
  return run;
}

/** Runs the packed command line against the emulator in virtual time. */
async function run(args: readonly string[], more: Partial<CommandOptions> = {}): Promise<CommandRun> {
  return stub.emulator.clock.during(async ({ nodeArguments, env }) =>
    proved(
      stub,
      await runCommandLine(packed.commandLine, args, {
        cwd: folder,
        ...more,
        nodeArguments,
        env: { ...access(stub), ...env, ...more.env },
      }),
    ),
  );
}

const Result = z.looseObject({
  outcome: z.string(),
  reason_code: z.string(),
  message: z.string(),
  deployment: z.looseObject({ id: z.string(), name: z.string() }).nullable(),
});
const resultOf = ({ stdout }: CommandRun) => Result.parse(JSON.parse(stdout));

describe('the command line of the action', () => {
  const surface = 'control-plane';
  const CREATE = { surface, method: 'POST', path: '/v2/deployments' };
  const REVISION = { surface, method: 'GET', path: '/v2/deployments/*/revisions/*' };
  const once = (match: FaultRule['match'], effect: FaultRule['effect']): FaultRule => ({
    match,
    when: { nth: [1] },
    effect,
  });

  // docs/cli.md#results
  test.each<[string, FaultRule[], Record<string, string>, string, 0 | 1]>([
    ['a deploy', [], {}, 'rolled-out', 0],
    ['a lost response', [once(CREATE, { drop_answer: true })], {}, 'rolled-out', 0],
    ['a service that fails for a while', [once(REVISION, { status: 503 })], {}, 'rolled-out', 0],
    ['a cut connection', [once(REVISION, { reset: true })], {}, 'rolled-out', 0],
    [
      'a build that fails',
      [{ match: { stage: 'DEPLOYING' }, effect: { fail: 'no such image' } }],
      {},
      'deploy-failed',
      1,
    ],
    [
      'a revision that takes too long',
      [{ match: { stage: 'DEPLOYING' }, effect: { duration_ms: 600_000 } }],
      { 'wait-timeout': '1m' },
      'deadline',
      1,
    ],
    [
      'a revision that takes too long, with on-timeout: warn',
      [{ match: { stage: 'DEPLOYING' }, effect: { duration_ms: 600_000 } }],
      { 'wait-timeout': '1m', 'on-timeout': 'warn' },
      'deadline',
      0,
    ],
    ['a refused key', [{ match: { surface }, effect: { status: 403, body: {} } }], {}, 'forbidden', 1],
    ['an invalid input', [], { 'wait-timeout': 'soon' }, 'invalid-input', 1],
    ['a plan', [], { 'dry-run': 'true' }, 'dry-run', 0],
  ])('has the same result as the action after %s', async (_what, faults, inputs, reason, code) => {
    const image = someImage();
    const deployBoth = async () => {
      await stub.emulator.setFaults(faults);
      const name = stub.name();
      const given = { 'deployment-name': name, 'image-uri': image, ...inputs };
      const action = await stub.deploy({ inputs: given });
      await stub.emulator.setFaults(faults);
      const other = stub.name();
      const flags = Object.entries({ ...given, 'deployment-name': other }).map(
        ([key, value]) => `--${key}=${value}`,
      );
      const command = await run(['deploy', ...flags, '--json']);
      return { action, command, name, other };
    };
    const { action, command, name, other } = await deployBoth();
    expect([action.outputs['reason-code'], action.exitCode]).toEqual([reason, code]);
    expect([resultOf(command).reason_code, command.code]).toEqual([reason, code]);
    expect(shapeOf(resultOf(command), other)).toEqual(
      shapeOf(JSON.parse(action.outputs['result'] ?? ''), name),
    );
  });

  /** Returns a result without the fields that differ between runs. */
  function shapeOf(result: unknown, name: string): unknown {
    const text = JSON.stringify(result, (key, value: unknown) => {
      if (key === 'timeline' || key === 'duration_seconds' || key === 'plan_id') return undefined;
      return value;
    });
    return JSON.parse(
      text
        .replaceAll(name, 'NAME')
        .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID')
        .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'URL')
        .replaceAll(/after [\dms. ]+\./g, 'after a while.'),
    ) as unknown;
  }

  test('supports every verb, and later verbs see the changes of earlier verbs', async () => {
    const name = stub.name();
    const image = ['--deployment-name', name, '--image-uri', someImage('1')];
    const steps: [string[], string][] = [
      [['plan', ...image], 'dry-run'],
      [['deploy', ...image], 'rolled-out'],
      [['deploy', ...image], 'already-active'],
      [['deploy', '--deployment-name', name, '--image-uri', someImage('2'), '--no-wait'], 'not-waited'],
      [['wait', '--deployment-name', name], 'rolled-out'],
      [['rollback', '--deployment-name', name], 'rolled-back-to'],
      [['status', '--deployment-name', name], 'serving'],
    ];
    for (const [args, reason] of steps) {
      const { stdout, code } = await run([...args, '--json']);
      expect([args[0], resultOf({ stdout, code, stderr: '' }).reason_code, code]).toEqual([
        args[0],
        reason,
        0,
      ]);
    }
    const { stdout, stderr } = await run(['status', '--deployment-name', name]);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/\* {2}[0-9a-f-]{36} {2}DEPLOYED/);
  });

  test('builds the deployed commit again, and deletes the throw-away deployment also on Ctrl-C', async () => {
    const { dir: cwd, url } = await stub.repository({ 'langgraph.json': '{}' });
    const name = stub.name();
    const deployed = await run(['deploy', '--deployment-name', name, '--repo-url', url, '--json'], { cwd });
    expect(resultOf(deployed).reason_code).toBe('rolled-out');
    const args = ['rebuild', '--deployment-name', name, '--json'];
    const rebuilt = await run(args, { cwd });
    expect([resultOf(rebuilt).reason_code, rebuilt.code]).toEqual(['rebuilt', 0]);

    const listed = async () => {
      const { body } = await stub.emulator.api('GET', '/v2/deployments?name_contains=-rebuild-');
      return (body as { resources: unknown[] }).resources.length;
    };
    expect(await listed()).toBe(0);
    await stub.fault('*-rebuild-*', 'BUILDING', { stall: true });
    let interrupt = () => {};
    const running = run(args, { cwd, onStart: (started) => (interrupt = started.interrupt) });
    await until(async () => (await listed()) > 0);
    interrupt();
    const ended = await running;
    expect([ended.code, resultOf(ended).outcome]).toEqual([1, 'cancelled']);
    expect(await listed()).toBe(0);
  });

  test('uses the proxy that environment variables specify', async () => {
    const route = (target: URL) => {
      const routed = new URL(target);
      routed.host = new URL(stub.emulator.urls.controlPlane).host;
      return routed;
    };
    await using proxy = await openProxy(route);
    const args = [
      'deploy',
      '--deployment-name',
      stub.name(),
      '--image-uri',
      someImage(),
      '--allow-insecure-host',
    ];
    const env = {
      AGENT_DEPLOY_CONTROL_PLANE_URL: 'http://control-plane.internal',
      HTTP_PROXY: proxy.url.replace('http://', 'http://me:proxy-password-1@'),
    };
    const { code, stderr } = await run(args, { env });
    expect([code, stderr]).toEqual([0, expect.stringContaining('deployed (rolled-out)')]);
    expect(proxy.asked.length).toBeGreaterThan(2);
    expect(searchText(stderr, ['proxy-password-1'], 'the log')).toEqual([]);
  });

  test('uploads a source again if the connection breaks during the upload', async () => {
    const wire = await openUploadWire(stub.emulator.urls.controlPlane);
    try {
      const bytes = randomBytes(3_000_000).toString('base64');
      const { dir: cwd } = await stub.repository({ ...plainAgent(), 'model.txt': bytes });
      let cut = 0;
      wire.mishaps.push({ afterBytes: 1_000_000, how: 'cut', met: () => (cut += 1) });
      const args = ['deploy', '--deployment-name', stub.name(), '--source', 'internal_source', '--json'];
      const ended = await run(args, { cwd, env: { AGENT_DEPLOY_CONTROL_PLANE_URL: wire.url } });
      expect([cut, ended.code, resultOf(ended).outcome]).toEqual([1, 0, 'deployed']);
      expect(searchText(ended.stdout + ended.stderr, wire.signatures, 'what it wrote')).toEqual([]);
    } finally {
      await wire.close();
    }
  });

  // docs/cli.md#interrupt
  test('ends cleanly on Ctrl-C, and reports how to resume', async () => {
    const name = stub.name();
    await stub.fault(name, 'DEPLOYING', { duration_ms: 3_600_000 });
    let interrupt = () => {};
    const running = run(['deploy', '--deployment-name', name, '--image-uri', someImage(), '--json'], {
      onStart: (started) => (interrupt = started.interrupt),
    });
    await until(async () => (await deploymentNamed(stub, name)) !== undefined);
    interrupt();
    const ended = await running;
    expect([ended.code, resultOf(ended).outcome]).toEqual([1, 'cancelled']);
    expect(ended.stderr).toContain('Outcome: cancelled (signal)');
  });

  // docs/cli.md#interrupt
  test('exits immediately on a second Ctrl-C', async () => {
    const { dir: cwd } = await real.repository(plainAgent());
    const name = real.name();
    const held = { surface, method: 'POST', path: '**/interrupt' };
    await real.emulator.setFaults([
      { match: { deployment: name, stage: 'DEPLOYING' }, effect: { duration_ms: 600_000 } },
      { match: held, effect: { delay_ms: 60_000 } },
    ]);
    const args = [
      'deploy',
      '--deployment-name',
      name,
      '--source',
      'internal_source',
      '--on-cancel',
      'interrupt',
    ];
    let interrupt = () => {};
    let log = () => '';
    let pid: number | undefined;
    let isOver = false;
    const running = runCommandLine(packed.commandLine, args, {
      cwd,
      env: access(real),
      onStart: (started) => ({ interrupt, log, pid } = started),
    }).finally(() => (isOver = true));
    await until(() => log().includes('  DEPLOYING'));
    // docs/cli.md#secrets
    const environment = process.platform === 'linux' ? await readFile(`/proc/${pid}/environ`, 'latin1') : '';
    expect(searchText(environment, [real.emulator.apiKey], 'what other programs can read')).toEqual([]);
    // The service does not respond to the interruption, so the run ends only after a while.
    await until(() => {
      interrupt();
      return isOver;
    });
    expect(proved(real, await running)).toMatchObject({ code: 130, stdout: '' });
  });

  // docs/cli.md#interrupt
  (process.platform === 'linux' ? test : test.skip)(
    'ends on Ctrl-C while it waits for standard input',
    async () => {
      let interrupt = () => {};
      let pid: number | undefined;
      let isOver = false;
      const args = ['status', '--deployment-name', 'a', '--api-key-file', '-'];
      const running = runCommandLine(packed.commandLine, args, {
        cwd: folder,
        env: { ...access(real), LANGSMITH_API_KEY: '', AGENT_DEPLOY_SECRETS: `TOKEN=${SECRET}` },
        keepsInput: true,
        onStart: (started) => ({ interrupt, pid } = started),
      }).finally(() => (isOver = true));
      // The program hides its environment when it starts to listen to signals.
      await until(async () => {
        const environment = await readFile(`/proc/${pid}/environ`, 'latin1');
        return environment !== '' && !environment.includes(SECRET);
      });
      await until(() => {
        interrupt();
        return isOver;
      });
      expect([1, 130]).toContain(proved(real, await running).code);
    },
  );

  // docs/cli.md#results
  (process.platform === 'linux' ? test : test.skip)(
    'finishes a deploy although its log cannot be written',
    async () => {
      const name = real.name();
      const { dir: cwd } = await real.repository(plainAgent());
      const line = `agent-deploy deploy --deployment-name ${name} --source internal_source --json 2> /dev/full`;
      const options = { cwd, env: access(real) };
      const ended = await runShellScript(packed.commandLine, line, options);
      expect([ended.code, resultOf(ended).outcome]).toEqual([0, 'deployed']);
      const lost = await runShellScript(
        packed.commandLine,
        `agent-deploy status --deployment-name ${name} --json > /dev/full`,
        options,
      );
      expect(lost.code).toBe(1);
    },
  );

  // docs/cli.md#dotenv
  test('exits with 1 before it sends anything if an output file cannot be written', async () => {
    const name = stub.name();
    const deploy = ['deploy', '--deployment-name', name, '--image-uri', someImage(), '--dotenv'];
    const { result, requests } = await stub.watch(() => run([...deploy, 'no-such-folder/out.env']));
    expect([result.code, requests]).toEqual([1, []]);
    expect(result.stderr).toContain('--dotenv: "no-such-folder/out.env" cannot be written');
  });

  // docs/cli.md#results
  test('finishes a deploy even if the program that reads the log has ended', async () => {
    const name = real.name();
    const line = `agent-deploy deploy --deployment-name ${name} --image-uri ${someImage()} 2>&1 | head -n 1`;
    const options = { cwd: folder, env: access(real) };
    const { stdout } = await runShellScript(packed.commandLine, line, options);
    expect(stdout).toContain(`No deployment ${name} exists yet.`);
    expect(await deploymentNamed(real, name)).toMatchObject({ name });
  });
});

describe('the commands check and init of the packed command line', () => {
  // docs/cli.md#check
  test('report the planned build and all problems, without an API key', async () => {
    const { dir: cwd, commit } = await stub.repository(plainAgent());
    const env = { LANGSMITH_API_KEY: '' };
    const { code, stdout, stderr } = await run(['check'], { cwd, env });
    expect([code, stderr, stdout]).toEqual([
      0,
      '',
      expect.stringContaining('agent: graph of ./src/agent.ts'),
    ]);
    await commit({ 'langgraph.json': '{"graphs": {"agent": "./src/gone.ts:graph"}, "grafs": {}}' });
    const wrong = await run(['check', '--json'], { cwd, env });
    expect([wrong.code, JSON.parse(wrong.stdout)]).toEqual([
      1,
      expect.objectContaining({
        outcome: 'failed',
        problems: [expect.stringContaining('gone.ts')],
        warnings: [expect.stringContaining('graphs')],
      }),
    ]);
  });

  test('plan the workflows of a repository, and write no file with --dry-run', async () => {
    const { dir: cwd } = await stub.repository(plainAgent());
    const { code, stdout, stderr } = await run(['init', '--dry-run', '--action', 'octo/agent-deploy@v1'], {
      cwd,
    });
    expect([code, stderr, stdout]).toEqual([0, '', expect.stringContaining('uses: octo/agent-deploy@v1')]);
    await expect(stat(path.join(cwd, '.github'))).rejects.toThrow('ENOENT');
  });
});

describe('the arguments of the command line', () => {
  // docs/cli.md#inputs
  test('are validated together with the inputs before anything is sent', async () => {
    const { result, requests } = await stub.watch(() =>
      run(['deploy', '--deployment-nam', 'a', '--deployment-id', 'x', '--wait', '--no-wait', '--json'], {
        env: { AGENT_DEPLOY_IMAGE_URL: 'a/b:1' },
      }),
    );
    expect([result.code, requests]).toEqual([1, []]);
    const { message, reason_code } = resultOf(result);
    expect(reason_code).toBe('invalid-input');
    for (const problem of [
      '--deployment-nam: the flag does not exist. Did you mean --deployment-name?',
      '--no-wait: the flag occurs twice',
      'deployment-id: "x" is not a UUID',
      'image-url: no input with this name exists. Did you mean "image-uri"?',
    ]) {
      expect(message).toContain(problem);
    }
  });

  test('are rejected without an API key, with a message that lists the ways to pass one', async () => {
    const { code, stderr } = await run(['deploy', '--deployment-name', 'a', '--image-uri', 'a/b:1'], {
      env: { LANGSMITH_API_KEY: '' },
    });
    expect(code).toBe(1);
    expect(stderr).toContain('or write the key to a file and specify --api-key-file');
    expect(stderr.trimEnd().split('\n').at(-1)).toBe('What to do: agent-deploy explain invalid-input');
    const explained = await run(['explain', 'invalid-input'], {});
    expect([explained.code, explained.stdout]).toEqual([0, expect.stringContaining('nothing was sent')]);
  });

  // docs/cli.md#secrets
  test('contain no secret, because secrets are read from a file or from standard input', async () => {
    const file = path.join(folder, 'key');
    await writeFile(file, `${stub.emulator.apiKey}\n`);
    const name = stub.name();
    const args = ['deploy', '--deployment-name', name, '--image-uri', someImage(), '--api-key-file', file];
    const { code, stderr } = await run([...args, '--secrets-file', '-'], {
      env: { LANGSMITH_API_KEY: '' },
      input: `TOKEN=${SECRET}\n`,
    });
    expect([code, stderr]).toEqual([0, expect.stringContaining('Outcome: deployed (rolled-out)')]);
    expect(await deploymentNamed(stub, name)).toMatchObject({ secrets: [{ name: 'TOKEN' }] });
    const onTheLine = await run([...args, '--secrets', `TOKEN=${SECRET}`]);
    expect([onTheLine.code, onTheLine.stderr]).toEqual([
      1,
      expect.stringContaining('--secrets: secrets are not accepted as arguments'),
    ]);
    const missing = await run(['status', '--deployment-name', name, '--api-key-file', 'no-such-file']);
    expect([missing.code, missing.stderr]).toEqual([
      1,
      expect.stringContaining('--api-key-file: "no-such-file"'),
    ]);
  });

  test('are rejected with the usage and a suggestion of a similar verb if no verb is valid', async () => {
    const wrong = await run(['deploi']);
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('Did you mean deploy?')]);
    expect(wrong.stderr).toContain('usage: agent-deploy <verb>');
    const help = await run(['verify', '--help']);
    expect([help.code, help.stdout]).toEqual([0, expect.stringContaining('--cases')]);
    expect((await run(['--version'])).stdout).toBe(`${packed.manifest.version}\n`);
  });
});

describe('the command line in GitLab CI', () => {
  const Jobs = z.object({
    variables: z.record(z.string(), z.string()),
    deploy: z.object({ script: z.array(z.string()) }),
    preview: z.object({ script: z.array(z.string()) }),
    teardown: z.object({ script: z.array(z.string()) }),
    rollback: z.object({ script: z.array(z.string()) }),
    '.agent-deploy': z.object({
      before_script: z.tuple([z.literal('npm install --global agent-deploy-emulator')]),
    }),
  });

  // docs/cli.md#examples docs/cli.md#gitlab
  test('deploys a branch, previews a merge request, deletes the preview and rolls back, as in the example', async () => {
    const jobs = Jobs.parse(parse(await readFile(path.join(ROOT, 'examples/ci/gitlab-ci.yml'), 'utf8')));
    const { dir: cwd, ...repository } = await real.repository(plainAgent());
    const name = real.name();
    const variables = {
      ...access(real),
      ...jobs.variables,
      AGENT_DEPLOY_DEPLOYMENT_NAME: name,
      OPENAI_API_KEY: SECRET,
      GITLAB_CI: 'true',
      CI: 'true',
      CI_SERVER_URL: 'https://gitlab.example.org',
      CI_PROJECT_PATH: 'group/sub/agents',
      CI_COMMIT_SHA: await repository.head(),
      CI_COMMIT_BEFORE_SHA: '0'.repeat(40),
    };
    const job = async (
      which: 'deploy' | 'preview' | 'teardown' | 'rollback',
      more: Record<string, string>,
    ) => {
      const options = { cwd, env: { ...variables, ...more } };
      return proved(real, await runShellScript(packed.commandLine, jobs[which].script.join('\n'), options));
    };
    const push = { CI_PIPELINE_SOURCE: 'push', CI_COMMIT_BRANCH: 'main' };
    const deployed = await job('deploy', push);
    expect([deployed.code, deployed.stderr]).toEqual([0, expect.stringContaining('deployed (rolled-out)')]);
    const dotenv = await readFile(path.join(cwd, 'deploy.env'), 'utf8');
    expect(dotenv).toMatch(/^DEPLOYMENT_URL=http:\/\/127\.0\.0\.1:\d+$/m);
    // Limits of GitLab for dotenv files.
    expect([dotenv.split('\n').length <= 20, dotenv.length < 5_000]).toEqual([true, true]);

    const mergeRequest = {
      CI_PIPELINE_SOURCE: 'merge_request_event',
      CI_MERGE_REQUEST_IID: '7',
      CI_MERGE_REQUEST_PROJECT_PATH: 'group/sub/agents',
      CI_MERGE_REQUEST_SOURCE_PROJECT_PATH: 'group/sub/agents',
      CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: 'topic',
    };
    const preview = await job('preview', mergeRequest);
    expect(preview.code).toBe(0);
    // docs/gitlab.md#token
    expect(preview.stderr.match(/^.*GITLAB_TOKEN.*$/gm)).toEqual([
      'The note on the merge request was not written; the deployment itself is not affected. The variable GITLAB_TOKEN is not set. Store a project access token with the scope `api` and the role Reporter in the masked variable GITLAB_TOKEN, or set `--comment=false`.',
    ]);
    expect(await deploymentsNamed(real, `${name}-pr-7`)).toHaveLength(1);
    const fork = await job('preview', {
      ...mergeRequest,
      CI_MERGE_REQUEST_IID: '8',
      CI_MERGE_REQUEST_SOURCE_PROJECT_PATH: 'other/agents',
    });
    expect([fork.code, fork.stderr]).toEqual([0, expect.stringContaining('skipped (fork)')]);
    expect(fork.stderr + deployed.stderr).not.toContain('GITLAB_TOKEN');
    const removed = await job('teardown', mergeRequest);
    expect([removed.code, removed.stderr]).toEqual([0, expect.stringContaining('torn-down (deleted)')]);
    expect(await deploymentsNamed(real, `${name}-pr-7`)).toEqual([]);

    expect(await job('deploy', push)).toMatchObject({ code: 0 });
    const back = await job('rollback', push);
    expect([back.code, back.stderr]).toEqual([0, expect.stringContaining('deployed (rolled-back-to)')]);
  });
});

describe('the note on a merge request', () => {
  const MARK = '<!-- agent-deploy:agents -->';
  let gitLab: FakeGitLab;
  let mergeRequest: MergeRequest;
  let token: string;
  beforeEach(async () => {
    gitLab = await startGitLab();
    mergeRequest = gitLab.addMergeRequest(7);
    token = gitLab.addToken({ username: 'project_4711_bot', scope: 'api' });
  });
  afterEach(() => gitLab.close());

  /** Runs a verb for an agent as a job of a merge request's pipeline. */
  const job = async (
    verb: 'preview' | 'teardown',
    name: string,
    more: { of?: MergeRequest; pipeline?: number; env?: Record<string, string> } = {},
  ) => {
    const { of = mergeRequest, pipeline = 9001, env = {} } = more;
    const args = [
      verb,
      '--deployment-name',
      name,
      ...(verb === 'preview' ? ['--image-uri', someImage()] : []),
    ];
    const variables = gitLab.variablesOf(of, { commit: 'c'.repeat(40), pipeline });
    const ended = await run(args, { env: { ...variables, GITLAB_TOKEN: token, ...env } });
    expect(searchText(ended.stdout + ended.stderr, [token], 'what it wrote')).toEqual([]);
    return ended;
  };
  const headlines = () => mergeRequest.notes.map(({ body }) => /### (.*)/.exec(body)?.[1] ?? body);
  const writes = () => gitLab.journal.filter(({ method }) => method !== 'GET').map(({ method }) => method);

  // docs/gitlab.md#note
  test('is created, updated in place and closed by the teardown, and a copied mark of another user is ignored', async () => {
    const name = stub.name();
    const stranger = mergeRequest.addNote(`${MARK}\n### 🟢 a copy`);
    mergeRequest.addNote('added 1 commit', { system: true });
    gitLab.pageSize = 1;
    expect(await job('preview', name)).toMatchObject({ code: 0 });
    const [, , note, ...others] = mergeRequest.notes;
    expect(others).toEqual([]);
    expect(note?.author.username).toBe('project_4711_bot');
    expect(note?.body.startsWith(`${MARK}\n### 🟢 `)).toBe(true);
    expect(note?.body).toContain(`[Pipeline](${gitLab.serverUrl}/group/sub/agents/-/pipelines/9001)`);
    expect(note?.body).toContain('The preview is deleted when the merge request closes.');
    expect(note?.body).toContain(`${gitLab.serverUrl}/group/sub/agents/-/commit/${'c'.repeat(40)}`);
    expect(note?.body).not.toMatch(/pull request|workflow run|github\.com\/group/i);

    const before = note?.body;
    expect(await job('preview', name, { pipeline: 9002 })).toMatchObject({ code: 0 });
    expect(await job('teardown', name, { pipeline: 9002 })).toMatchObject({ code: 0 });
    expect(mergeRequest.notes).toHaveLength(3);
    expect(note?.body).not.toBe(before);
    expect(headlines()[2]).toMatch(/^⚪ .*was deleted/);
    expect(stranger.body).toBe(`${MARK}\n### 🟢 a copy`);
    expect(gitLab.journal.filter(({ body }) => body.includes(stub.emulator.apiKey))).toEqual([]);
  });

  // docs/gitlab.md#several-agents docs/gitlab.md#quick-actions
  test('is shared by agents that deploy at the same time, executes no quick action of a log, and mentions nobody', async () => {
    const names = [stub.name('one'), stub.name('two'), stub.name('bad')];
    const bad = `${names[2]}-pr-7`;
    const attack = [
      '/close',
      '```',
      '/merge',
      '````',
      '/label ~x',
      '@all !12 #1 &3 ~bug %1',
      '\r/approve',
      '/unapprove',
    ];
    await stub.fault(bad, 'DEPLOYING', { fail: attack.join('\n') });
    gitLab.faults.set([{ match: { path: /notes/ }, when: { nth: [2, 3, 6, 8] }, effect: { delay_ms: 120 } }]);
    const env = { AGENT_DEPLOY_COMMENT_LOGS: 'true' };
    const ends = await Promise.all(names.map((name) => job('preview', name, { env })));
    await stub.emulator.clearFaults();
    expect(ends.map(({ code }) => code)).toEqual([0, 0, 1]);
    expect(headlines()).toEqual(['🔴 2 of 3 previews are ready, 1 failed']);
    const body = mergeRequest.notes[0]?.body ?? '';
    for (const name of names) expect(body).toContain(`${name}-pr-7`);
    // A space before the slash prevents the quick action.
    expect(body).toMatch(/^ \/merge$/m);
    expect(liveIn(renderAsGitHub(body))).toEqual([]);
    await Promise.all(names.map((name) => job('teardown', name)));
    expect(headlines()).toEqual(['⚪ All 3 previews were deleted']);
    expect(mergeRequest.executed).toEqual([]);
  });

  // docs/gitlab.md#retries docs/gitlab.md#several-agents
  test('is written once if GitLab limits the rate, fails or loses a response, or if another writer replaces the note', async () => {
    const notesOf = (number: number) => new RegExp(`/merge_requests/${number}/notes`);
    const replace = () => {
      const [note] = requests.at(-1)?.notes ?? [];
      if (note !== undefined) note.body = `${MARK}\n### edited`;
    };
    const requests = [1, 2, 3, 4, 5].map((number) => gitLab.addMergeRequest(number));
    gitLab.faults.set([
      { match: { path: notesOf(1) }, when: { nth: [1, 3] }, effect: { status: 429, retry_after: 1 } },
      { match: { method: 'PUT', path: notesOf(2) }, when: { nth: [1] }, effect: { status: 500 } },
      { match: { method: 'POST', path: notesOf(3) }, when: { nth: [1] }, effect: { drop_answer: true } },
      { match: { method: 'POST', path: notesOf(4) }, when: { nth: [1] }, effect: { reset: true } },
      { match: { method: 'GET', path: notesOf(5) }, when: { nth: [3] }, effect: { before: replace } },
      { match: { path: /user/ }, when: { nth: [1] }, effect: { reset: true } },
    ]);
    const ends = await Promise.all(requests.map((of) => job('preview', stub.name(), { of })));
    expect(ends.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0]);
    const written = requests.map(({ notes }) => notes.map(({ body }) => /### (.)/u.exec(body)?.[1]));
    expect(written).toEqual([['🟢'], ['🟢'], ['🟢'], ['🟢'], ['🟢']]);
  });

  // docs/gitlab.md#token
  test.each<[string, () => Record<string, string>, string]>([
    [
      'only reads',
      () => ({ GITLAB_TOKEN: gitLab.addToken({ username: 'reader', scope: 'read_api' }) }),
      'GITLAB_TOKEN may not write notes (insufficient_scope)',
    ],
    [
      'is unknown',
      () => ({ GITLAB_TOKEN: 'glpat-unknown' }),
      'GitLab rejected GITLAB_TOKEN (401 Unauthorized)',
    ],
    [
      'is the token of the job',
      () => ({ GITLAB_TOKEN: gitLab.addToken({ username: 'user', scope: 'api', isJobToken: true }) }),
      'GITLAB_TOKEN is the token of the job (CI_JOB_TOKEN), which can only read notes.',
    ],
    [
      'would be sent to another server',
      () => ({ CI_API_V4_URL: 'http://127.0.0.1:9/api/v4' }),
      'The token cannot be sent to CI_API_V4_URL, because CI_SERVER_URL has another origin.',
    ],
    [
      'would be sent without encryption',
      () => ({ CI_API_V4_URL: 'http://gitlab.example.org/api/v4' }),
      'The token cannot be sent to CI_API_V4_URL, because this variable must use https',
    ],
  ])(
    'is missing with one warning if the token %s, and the preview is not affected',
    async (_what, env, text) => {
      const ended = await job('preview', stub.name(), { env: env() });
      expect(ended.code).toBe(0);
      expect(ended.stderr.match(/the deployment itself is not affected/g)).toHaveLength(1);
      expect(ended.stderr).toContain(text);
      expect([mergeRequest.notes, writes().length <= 1]).toEqual([[], true]);
    },
  );
});

describe('the command line in Jenkins', () => {
  // docs/cli.md#examples docs/cli.md#jenkins
  test('deploys a branch, previews a change, and reports both on GitHub if it has a token', async () => {
    const pipeline = await readFile(path.join(ROOT, 'examples/ci/Jenkinsfile'), 'utf8');
    const stage = (name: string) => {
      const [, body = ''] = new RegExp(`stage\\('${name}'\\) \\{([^]*?)\\n    \\}`).exec(pipeline) ?? [];
      const [, long, short] = /sh (?:'''([^]*?)'''|'([^'\n]*)')/.exec(body) ?? [];
      return long ?? short ?? '';
    };
    expect(stage('Install')).toContain('agent-deploy-emulator');
    const github = await startGitHub();
    fakes.push(github);
    const repository = github.addRepository();
    const { fullName } = repository;
    const permissions = { deployments: 'write', 'pull-requests': 'write' } as const;
    const token = github.addToken({ kind: 'actions', repository: fullName, permissions });
    repository.addPullRequest({ number: 7, head: { ref: 'topic', files: { 'agent.ts': 'export {}' } } });
    const { dir: cwd, head } = await real.repository(plainAgent());
    const name = real.name();
    const env = {
      ...access(real),
      AGENT_DEPLOY_DEPLOYMENT_NAME: name,
      AGENT_DEPLOY_SOURCE: /AGENT_DEPLOY_SOURCE = '(\w+)'/.exec(pipeline)?.[1] ?? '',
      AGENT_DEPLOY_GITHUB_TOKEN: token,
      OPENAI_API_KEY: SECRET,
      GITHUB_API_URL: github.apiUrl,
      WORKSPACE_TMP: folder,
      JENKINS_URL: 'https://ci.example.org/',
      GIT_URL: `https://github.com/${fullName}.git`,
      GIT_COMMIT: await head(),
    };
    const branch = { ...env, BRANCH_NAME: 'main', GIT_BRANCH: 'main' };
    const deployed = proved(
      real,
      await runShellScript(packed.commandLine, stage('Deploy'), { cwd, env: branch }),
    );
    expect([deployed.code, deployed.stderr]).toEqual([0, expect.stringContaining('deployed (rolled-out)')]);
    expect(JSON.parse(await readFile(path.join(cwd, 'deploy.json'), 'utf8'))).toMatchObject({
      outcome: 'deployed',
    });
    const change = { ...env, BRANCH_NAME: 'PR-7', CHANGE_ID: '7', CHANGE_BRANCH: 'topic' };
    const preview = proved(
      real,
      await runShellScript(packed.commandLine, stage('Preview'), { cwd, env: change }),
    );
    expect([preview.code, preview.stderr]).toEqual([0, expect.stringContaining('deployed (rolled-out)')]);
    expect(repository.comments(7)[0]?.body).toContain(`${name}-pr-7`);
    expect(holding(github.journal, [real.emulator.apiKey, SECRET])).toEqual([]);
  });
});

describe('the command line in a step of a GitHub workflow', () => {
  // docs/cli.md#github
  test('uses the event of the workflow run, and does not deploy a fork', async () => {
    const { dir: workspace, commit } = await stub.repository(plainAgent());
    const sha = await commit({ 'a.txt': 'a' });
    const eventFile = path.join(folder, 'event.json');
    const env = {
      GITHUB_ACTIONS: 'true',
      GITHUB_EVENT_NAME: 'push',
      GITHUB_EVENT_PATH: eventFile,
      GITHUB_REPOSITORY: 'octo/agents',
      GITHUB_REF: 'refs/heads/topic',
      GITHUB_SHA: sha,
      GITHUB_WORKSPACE: workspace,
    };
    await writeFile(eventFile, JSON.stringify({ ref: 'refs/heads/topic', after: sha }));
    const args = ['plan', '--deployment-name', stub.name(), '--json'];
    const planned = await run(args, { env });
    expect([planned.code, planned.stdout]).toEqual([0, expect.stringContaining('github.com/octo/agents')]);
    expect(planned.stdout).toContain('"to":"topic @ ');
    const repository = { full_name: 'octo/agents' };
    const head = { ref: 'topic', sha, repo: { full_name: 'other/agents' } };
    await writeFile(
      eventFile,
      JSON.stringify({ pull_request: { head, base: { repo: repository } }, repository }),
    );
    const fork = await run(args, { env: { ...env, GITHUB_EVENT_NAME: 'pull_request' } });
    expect([fork.code, resultOf(fork).reason_code]).toEqual([0, 'fork']);
  });
});

describe("the command line on a developer's laptop", () => {
  // docs/cli.md#examples docs/cli.md#laptop
  test('plans, deploys, verifies and rolls back the checkout, as in the example', async () => {
    const page = await readFile(path.join(ROOT, 'docs/cli.md'), 'utf8');
    const [, example = ''] = /## Examples[^]*?```sh\n([^]*?)```/.exec(page) ?? [];
    const name = real.name();
    const [plan = '', deploy = '', verify = '', rollback = '', ...rest] = example
      .trim()
      .split('\n')
      .map((line) => line.replaceAll('my-agent', name));
    expect(rest).toEqual([]);
    const { dir: cwd } = await real.repository(plainAgent());
    await writeFile(path.join(cwd, '.env.production'), `TOKEN=${SECRET}\n`);
    const shell = async (line: string) =>
      proved(real, await runShellScript(packed.commandLine, line, { cwd, env: access(real) }));
    const steps: [string, string][] = [
      [plan, 'planned (dry-run)'],
      [deploy, 'deployed (rolled-out)'],
      [verify, 'verified (all-passed)'],
      [deploy, 'deployed (rolled-out)'],
      [rollback, 'deployed (rolled-back-to)'],
    ];
    for (const [line, outcome] of steps) {
      const { code, stderr } = await shell(line);
      expect([line, code, stderr]).toEqual([line, 0, expect.stringContaining(`Outcome: ${outcome}`)]);
    }
    // The command works in a subfolder too, with paths relative to the top of the checkout.
    const below = { cwd: path.join(cwd, 'src'), env: access(real) };
    expect(await runShellScript(packed.commandLine, plan, below)).toMatchObject({ code: 0 });
  });

  // docs/cli.md#unpushed
  test('deploys a commit that was not pushed only if it deploys the files of the checkout', async () => {
    const repository = await stub.repository(plainAgent());
    await repository.git('fetch', '--quiet', 'origin');
    const cwd = repository.dir;
    const commit = await repository.commit({ 'README.md': 'new\n' }, 'not pushed', { push: false });
    const { result, requests } = await stub.watch(() => run(['deploy', '--deployment-name', 'a'], { cwd }));
    expect([result.code, requests]).toEqual([1, []]);
    expect(result.stderr).toContain(`commit: HEAD is ${commit.slice(0, 7)}, but origin/main is at `);
    await repository.git('checkout', '--quiet', '-b', 'never-pushed');
    const never = await run(['plan', '--deployment-name', 'a'], { cwd });
    expect([never.code, never.stderr]).toEqual([
      1,
      expect.stringContaining('origin/never-pushed does not exist in this checkout'),
    ]);
    const source = ['--source', 'internal_source', '--deployment-name', stub.name()];
    expect(await run(['deploy', ...source], { cwd })).toMatchObject({ code: 0 });
    // The command works in another folder too, if the workspace is given.
    const elsewhere = await run(['plan', ...source, '--workspace', cwd, '--json']);
    expect(JSON.parse(elsewhere.stdout)).toMatchObject({ source: { commit_sha: commit } });
    const missing = await run(['plan', ...source, '--workspace', 'no-such-folder']);
    expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('--workspace: ')]);
  });
});

describe('the command evaluate', () => {
  const CASES = Array.from({ length: 12 }, (_, index) =>
    JSON.stringify({
      name: `case ${index + 1}`,
      message: `hi ${index + 1}`,
      expect: { 'last-message': '^one: ' },
    }),
  );

  // docs/cli.md#evaluate
  test('compares two deployments by name or URL, and evaluates one deployment by the floors of its scores', async () => {
    const env = access(real);
    const deployAgent = async (version: string) => {
      const name = real.name();
      const { dir } = await real.repository({
        ...obedientAgent(version),
        'evals/cases.jsonl': `${CASES.join('\n')}\n`,
      });
      const args = ['deploy', '--deployment-name', name, '--source', 'internal_source', '--json'];
      const deployed = proved(real, await runCommandLine(packed.commandLine, args, { cwd: dir, env }));
      const { deployment } = resultOf(deployed);
      return { name, dir, url: z.looseObject({ url: z.string() }).parse(deployment).url };
    };
    const one = await deployAgent('one');
    const another = await deployAgent('another');
    const evaluate = async (...args: string[]) => {
      const options = { cwd: one.dir, env };
      const flags = ['--cases', 'evals/cases.jsonl', '--concurrency', '6', '--json'];
      const ended = await runCommandLine(packed.commandLine, ['evaluate', ...args, ...flags], options);
      const { reason_code, message } = resultOf(proved(real, ended));
      return { code: ended.code, reason_code, message, log: ended.stderr };
    };
    expect(await evaluate(another.name, one.name)).toMatchObject({
      code: 1,
      reason_code: 'gate-worse',
      message: expect.stringContaining('12 of 12 cases are broken'),
      log: expect.stringMatching(/\b24 of 24 runs done after /),
    });
    expect(await evaluate(one.name, another.name)).toMatchObject({ code: 0, reason_code: 'gate-passed' });
    expect(await evaluate(another.url, one.url)).toMatchObject({ code: 1, reason_code: 'gate-worse' });
    expect(await evaluate(another.url)).toMatchObject({ code: 1, reason_code: 'gate-below-floor' });
    expect(await evaluate(one.url)).toMatchObject({ code: 0, reason_code: 'gate-passed' });
    expect(await evaluate(one.url, one.url)).toMatchObject({ code: 1, reason_code: 'invalid-input' });
    const mark = await real.emulator.journalMark();
    const dry = await evaluate(another.name, one.name, '--dry-run');
    expect(dry).toMatchObject({ code: 0, reason_code: 'dry-run' });
    const requests = await real.emulator.journal(mark);
    expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  });
});

describe('the command init', () => {
  // docs/init.md
  test('writes the workflows of a checkout without an API key, and then finds nothing missing', async () => {
    const repository = await stub.repository({
      'langgraph.json': '{"dependencies":["."],"graphs":{"a":"./a.py:graph"}}',
      'a.py': 'import os\nos.environ["CRM_KEY"]\n',
    });
    const options = { cwd: repository.dir, env: {} };
    const before = await runCommandLine(packed.commandLine, ['init', '--check'], options);
    expect([before.code, before.stderr]).toEqual([1, '']);
    const action = ['--action', 'octo/agent-deploy@v0'];
    const made = await runCommandLine(packed.commandLine, ['init', '--json', ...action], options);
    expect([made.code, JSON.parse(made.stdout)]).toMatchObject([
      0,
      { outcome: 'written', secrets: ['LANGSMITH_API_KEY', 'CRM_KEY', 'CRM_KEY_OF_PREVIEWS'] },
    ]);
    const after = await runCommandLine(packed.commandLine, ['init', '--check'], options);
    expect([after.code, after.stdout]).toEqual([
      0,
      expect.stringContaining('meet all needs of these agents'),
    ]);
    const mistaken = await runCommandLine(packed.commandLine, ['init', '--chekc'], options);
    expect([mistaken.code, mistaken.stdout, mistaken.stderr]).toEqual([
      1,
      '',
      '--chekc: the flag does not exist. Did you mean --check?\n',
    ]);
  });
});
