import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { type EmulatorHandle, type EmulatorOptions, startEmulator } from '../emulator.ts';
import { agentClient } from './agent.ts';
import { deploy, nameOf } from './deploy.ts';
import { type OpenPullRequest, type StartGitHub, startOwnGitHub } from './github.ts';
import { readEnvSecrets, type StartOptions } from './options.ts';
import { ownSource } from './source.ts';
import { expectThat, output, short, show, succeed, type Terminal } from './terminal.ts';

/** Deploys the user's own agent with a single push through the built action. */
export async function runOwnRepository(
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
  terminal.phase('Push: the built action deploys it, as on the GitHub runner');
  const event = await github.pushed(source);
  const given = { emulator, github, event, source, name, config: source.config, secrets: secrets.input };
  const run = succeed(await deploy({ ...given, signal }, terminal), signal);
  terminal.done(`${run.outputs['outcome']}, revision ${short(run.outputs['revision-id'])}`);
  show(run, terminal);

  for (const line of emulator.log().split('\n')) if (/ WARNING: /.test(line)) terminal.detail(line);

  terminal.phase('Your agent responds at its URL');
  const client = agentClient(output(run, 'deployment-url'), emulator.apiKey, signal);
  const expected = run.outputs['revision-id'];
  const { revision } = await client.health();
  expectThat(revision === null || revision === expected, '/info should contain the new revision');
  const named =
    revision === null ? 'its program reports no revision' : `/info contains revision ${short(revision)}`;
  terminal.done(`/ok returns 200, ${named}; ${github.asked()}`);
}

async function readEnvFile(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((cause: unknown) => {
    throw new Error(`--env-file ${file} cannot be read`, { cause });
  });
}

/** Dependencies of a run in addition to its options. */
export interface StartContext {
  terminal: Terminal;
  signal: AbortSignal;
  /** Registers a cleanup. Cleanups run newest first, however the run ends. */
  defer(undo: () => Promise<void>): void;
  /** True to show a link to the emulator's dashboard; the default is false. */
  dashboard?: boolean;
}

/**
 * Starts the external services: a control plane, which uses the Python in EMULATOR_PYTHON, and a GitHub with one
 * empty repository.
 */
export async function startServices(
  context: StartContext,
  repository: string,
  options: EmulatorOptions = {},
): Promise<{ emulator: EmulatorHandle; github: StartGitHub }> {
  const { terminal } = context;
  terminal.phase('A control plane and a GitHub on this machine');
  const github = await startOwnGitHub(repository);
  context.defer(() => github.close());
  const python = process.env['EMULATOR_PYTHON'];
  const env = { ...(python === undefined ? {} : { EMULATOR_PYTHON: python }), ...options.env };
  const flags = [...(options.flags ?? []), ...(context.dashboard === true ? ['--dashboard'] : [])];
  const emulator = await startEmulator({ ...options, env, flags });
  context.defer(() => emulator.stop());
  terminal.done(`${emulator.urls.controlPlane}, GitHub’s API at ${github.apiUrl}`);
  if (context.dashboard === true) terminal.text(`Dashboard: ${await dashboardLink(emulator)}`);
  return { emulator, github };
}

/** Returns a link to the emulator's dashboard that permits one sign-in. */
async function dashboardLink(emulator: Pick<EmulatorHandle, 'api' | 'urls'>): Promise<string> {
  const { status, body } = await emulator.api('POST', `${emulator.urls.admin}/ui/api/links`);
  expectThat(status === 201, `the emulator should create a link to its dashboard (it returned ${status})`);
  return z.looseObject({ url: z.string() }).parse(body).url;
}

const Named = z.looseObject({ name: z.string() });
const Deployments = z.looseObject({ resources: z.array(Named) });
const Projects = z.array(Named);

interface Remains {
  emulator: Pick<EmulatorHandle, 'api'>;
  pull: OpenPullRequest;
  /** The preview that must no longer exist. */
  preview: { name: string; url: string };
  /** The deployment that must still exist. */
  keep: string;
}

/**
 * Searches for remains of a preview in every place, without using the action. Returns one line per place. Throws if
 * the preview has remains, or if too much was deleted.
 */
export async function expectNothingLeft({ emulator, pull, preview, keep }: Remains): Promise<string[]> {
  const deployments = Deployments.parse((await emulator.api('GET', '/v2/deployments?limit=100')).body);
  const names = deployments.resources.map(({ name }) => name);
  expectThat(
    names.join() === keep,
    `only the deployment ${keep} should remain (the deployments are ${names.join(', ')})`,
  );
  const projects = Projects.parse((await emulator.api('GET', '/api/v1/sessions?limit=100')).body);
  const traced = projects.map(({ name }) => name);
  expectThat(
    traced.join() === keep,
    `only the tracing project ${keep} should remain (the projects are ${traced.join(', ')})`,
  );
  const environments = pull.environments();
  const active = environments
    .filter(({ state }) => !['inactive', 'empty'].includes(state))
    .map(({ name }) => name);
  expectThat(!active.includes(preview.name), `the environment ${preview.name} should not be active`);
  const answers = await fetch(`${preview.url}/ok`).then(
    () => true,
    () => false,
  );
  expectThat(!answers, `no server should respond at ${preview.url}`);
  return [
    `deployments:      ${names.join(', ')}`,
    `tracing projects: ${traced.join(', ')}`,
    `environments:     ${active.length === 0 ? 'none' : active.join(', ')} active`,
    `processes:        no response at ${preview.url}`,
  ];
}
