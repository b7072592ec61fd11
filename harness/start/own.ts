import { readFile } from 'node:fs/promises';
import { agentClient } from './agent.ts';
import { deploy, nameOf } from './deploy.ts';
import { readEnvSecrets } from './env-file.ts';
import type { StartOptions } from './options.ts';
import { startServices, type StartContext } from './services.ts';
import { expectThat, output, short, show, succeed } from './show.ts';
import { ownSource } from './source.ts';

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

async function readEnvFile(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((cause: unknown) => {
    throw new Error(`--env-file ${file} cannot be read`, { cause });
  });
}
