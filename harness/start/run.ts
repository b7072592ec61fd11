import { readFile } from 'node:fs/promises';
import { startEmulator, type EmulatorHandle } from '../emulator.ts';
import type { ActionRun } from '../runner/index.ts';
import { agentClient } from './agent.ts';
import { deploy, nameOf } from './deploy.ts';
import { startOwnGitHub, type StartGitHub } from './github.ts';
import { readEnvSecrets } from './env-file.ts';
import { startLoad } from './load.ts';
import { renderMarkdown } from './markdown.ts';
import type { StartOptions } from './options.ts';
import { changeEchoAgent, echoRepository, ownSource, type Source } from './source.ts';
import { seconds, type Terminal } from './terminal.ts';

/** What a run needs besides its options. */
export interface StartContext {
  terminal: Terminal;
  signal: AbortSignal;
  /** Registers something to undo, newest first, however the run ends. */
  defer(undo: () => Promise<void>): void;
}

/** The tour: the example agent, pushed twice through the built action. Throws when anything is not as it should be. */
export async function runTour(context: StartContext): Promise<void> {
  const { terminal, signal } = context;
  const { emulator, github } = await startServices(context, 'echo-agent');

  terminal.phase('A git repository with examples/echo-agent');
  const repository = await echoRepository();
  context.defer(() => repository.remove());
  const first: Source = {
    repoUrl: repository.url,
    ref: 'refs/heads/main',
    commit: await repository.head(),
    remark: null,
  };
  terminal.done(`commit ${short(first.commit)} on main`);

  const request = {
    emulator,
    github,
    name: 'echo-agent',
    config: 'langgraph.json',
    secrets: 'GREETING=a secret that no log may show',
    signal,
  };
  terminal.phase('Push: the built action deploys it, run as the GitHub runner would');
  const event = await github.pushed(first, repository.dir);
  const created = succeed(await deploy({ ...request, source: first, event }, terminal), signal);
  terminal.done(`${created.outputs['outcome']}, revision ${short(created.outputs['revision-id'])}`);
  show(created, terminal);

  terminal.phase('The agent answers at its URL');
  const client = agentClient(output(created, 'deployment-url'), emulator.apiKey, signal);
  const answer = await client.converse('hello');
  terminal.detail(`POST /threads, POST /threads/{id}/runs, GET …/join, GET …/state`);
  terminal.detail(`you: hello`);
  terminal.detail(`agent: ${answer}`);
  expectThat(answer.includes('v1') && answer.includes('hello'), `the answer should be v1's echo of "hello"`);
  expectThat(
    (await client.revision()) === created.outputs['revision-id'],
    '/info should name the new revision',
  );
  terminal.done(`/info names revision ${short(created.outputs['revision-id'])}`);

  terminal.phase('Push a change, with callers on the line all the time');
  const second: Source = { ...first, commit: await changeEchoAgent(repository) };
  terminal.detail(`commit ${short(second.commit)}: VERSION = 'v2'`);
  const load = startLoad(client);
  let stopLoad = () => load.stop();
  context.defer(async () => void (await stopLoad()));
  const change = await github.pushed(second, repository.dir);
  const patched = succeed(await deploy({ ...request, source: second, event: change }, terminal), signal);
  expectThat(
    patched.outputs['deployment-id'] === created.outputs['deployment-id'],
    'it should be the same deployment',
  );
  await load.sees(output(patched, 'revision-id'), 30_000);
  const report = await load.stop();
  stopLoad = () => Promise.resolve(report);
  terminal.done(`${patched.outputs['outcome']}, revision ${short(patched.outputs['revision-id'])}`);
  show(patched, terminal);

  terminal.phase('The takeover');
  terminal.detail(`${report.requests} requests while it happened, ${report.failed} failed`);
  terminal.detail(`answers: ${report.versions.join(', then ')}`);
  terminal.detail(`/info: revision ${report.revisions.map(short).join(', then ')}`);
  for (const problem of report.problems.slice(0, 5)) terminal.error(`   ${problem}`);
  expectThat(
    report.failed === 0,
    `${report.failed} of ${report.requests} requests failed during the takeover`,
  );
  expectThat(report.versions.length === 2, 'callers should have seen v1, then v2');
  terminal.done(`no request failed; ${github.asked()}`);
}

/** The reader's own agent: one push through the built action. */
export async function runOwn(
  options: Extract<StartOptions, { kind: 'own' }>,
  context: StartContext,
): Promise<void> {
  const { terminal, signal } = context;
  terminal.phase('Your repository');
  const source = await ownSource(options);
  const secrets = readEnvSecrets(options.envFile === null ? '' : await readEnvFile(options.envFile));
  terminal.detail(
    `${source.repoUrl}, ${source.ref.replace(/^refs\/(heads|tags)\//, '')} at ${short(source.commit)}`,
  );
  if (source.remark !== null) terminal.detail(source.remark);
  terminal.done(secrets.names.length === 0 ? 'no secrets' : `secrets: ${secrets.names.join(', ')}`);

  const name = options.name ?? nameOf(options.repo === '.' ? process.cwd() : options.repo);
  const { emulator, github } = await startServices(context, nameOf(name));
  terminal.phase('Push: the built action deploys it, run as the GitHub runner would');
  const event = await github.pushed(source);
  const run = succeed(
    await deploy(
      { emulator, github, event, source, name, config: options.config, secrets: secrets.input, signal },
      terminal,
    ),
    signal,
  );
  terminal.done(`${run.outputs['outcome']}, revision ${short(run.outputs['revision-id'])}`);
  show(run, terminal);

  terminal.phase('Your agent answers at its URL');
  const client = agentClient(output(run, 'deployment-url'), emulator.apiKey, signal);
  expectThat((await client.revision()) === run.outputs['revision-id'], '/info should name the new revision');
  terminal.done(`/info names revision ${short(run.outputs['revision-id'])}; ${github.asked()}`);
}

async function startServices(
  context: StartContext,
  repository: string,
): Promise<{ emulator: EmulatorHandle; github: StartGitHub }> {
  const { terminal } = context;
  terminal.phase('A control plane and a GitHub on this machine');
  const github = await startOwnGitHub(repository);
  context.defer(() => github.close());
  const emulator = await startEmulator();
  context.defer(() => emulator.stop());
  terminal.done(`${emulator.urls.controlPlane}, GitHub’s API at ${github.apiUrl}`);
  return { emulator, github };
}

async function readEnvFile(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((cause: unknown) => {
    throw new Error(`--env-file ${file} cannot be read`, { cause });
  });
}

function succeed(run: ActionRun, signal: AbortSignal): ActionRun {
  signal.throwIfAborted();
  if (run.outcome === 'success') return run;
  const reasons = run.annotations.filter((item) => item.level === 'error').map((item) => item.message);
  throw new Error(
    `the action ended with ${run.outputs['outcome'] ?? run.outcome} (exit code ${run.exitCode}): ${reasons.join('; ') || 'see its log above'}`,
  );
}

function output(run: ActionRun, name: string): string {
  const value = run.outputs[name] ?? '';
  expectThat(value !== '', `the action should have set the output ${name}`);
  return value;
}

function show(run: ActionRun, terminal: Terminal): void {
  terminal.detail(`outputs (in ${seconds(run.main?.durationMs ?? run.durationMs)}):`);
  for (const [name, value] of Object.entries(run.outputs)) {
    if (value !== '' && name !== 'result') terminal.detail(`  ${name.padEnd(20)} ${value}`);
  }
  terminal.detail('job summary:');
  for (const line of renderMarkdown(run.summary)) terminal.detail(line === '' ? '' : `  ${line}`);
}

function expectThat(holds: boolean, what: string): void {
  if (!holds) throw new Error(`${what}, and that is not so`);
}

function short(id: string | undefined): string {
  return id === undefined || id === '' ? '(none)' : id.slice(0, 8);
}
