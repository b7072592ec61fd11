import type { EmulatorHandle } from '../emulator.ts';
import type { FixtureRepository } from '../git/index.ts';
import { agentClient, type AgentClient } from './agent.ts';
import { deploy, type DeployRequest } from './deploy.ts';
import type { OpenPullRequest, StartGitHub } from './github.ts';
import { startLoad } from './load.ts';
import { renderMarkdown } from './markdown.ts';
import { expectNothingLeft } from './remains.ts';
import type { StartContext } from './services.ts';
import { expectThat, output, short, succeed } from './show.ts';
import { changeEchoAgent } from './source.ts';
import type { Terminal } from './terminal.ts';

export interface PullRequestTour extends Omit<DeployRequest, 'event' | 'source' | 'github'> {
  emulator: EmulatorHandle;
  github: StartGitHub;
  repository: FixtureRepository;
  /** The agent of the main branch, which none of this may touch, and what it answers as. */
  main: { client: AgentClient; version: string };
}

const BRANCH = 'topic';

/**
 * A pull request's whole life, through the built action: its preview, a push to it, its end. Throws when anything is not
 * as it should be, or when anything of it is left.
 */
export async function showPullRequest(context: StartContext, tour: PullRequestTour): Promise<void> {
  const { terminal, signal } = context;
  const { emulator, github, repository, main } = tour;
  const source = { repoUrl: repository.url };
  const say = async (client: AgentClient, version: string) => {
    const answer = await client.converse('hello');
    expectThat(answer.startsWith(`echo ${version}:`), `the agent should answer as ${version}`);
    return answer;
  };
  const pushTopic = async (version: string) => {
    const commit = await changeEchoAgent(repository, version);
    await github.pushed({ ...source, ref: `refs/heads/${BRANCH}`, commit, remark: null }, repository.dir);
    terminal.detail(`commit ${short(commit)} on ${BRANCH}: VERSION = '${version}'`);
  };

  terminal.phase('Open a pull request: the built action gives it a preview of its own');
  await repository.git('switch', '--quiet', '--create', BRANCH);
  await pushTopic('v3');
  const pull = github.opened(BRANCH);
  const run = async (event: DeployRequest['event']) =>
    succeed(await deploy({ ...tour, github: pull, source, event }, terminal), signal);
  const first = await run(pull.event('opened'));
  const preview = { name: output(first, 'deployment-name'), url: output(first, 'deployment-url') };
  terminal.done(`${first.outputs['outcome']} as ${preview.name}`);
  showPage(pull, preview.name, terminal);

  terminal.phase('The preview answers at its URL, and main goes on as it was');
  const client = agentClient(preview.url, emulator.apiKey, signal);
  terminal.detail(`preview: ${await say(client, 'v3')}`);
  terminal.detail(`main:    ${await say(main.client, main.version)}`);
  terminal.done(`/info names revision ${short((await client.revision()) ?? undefined)}`);

  terminal.phase('Push to the pull request, with callers on the line of its preview');
  const load = startLoad(client);
  let stopLoad = () => load.stop();
  context.defer(async () => void (await stopLoad()));
  await pushTopic('v4');
  const second = await run(pull.event('synchronize'));
  expectThat(
    second.outputs['deployment-id'] === first.outputs['deployment-id'],
    'it should be the same preview',
  );
  await load.sees(output(second, 'revision-id'), 30_000);
  const report = await load.stop();
  stopLoad = () => Promise.resolve(report);
  terminal.detail(`${report.requests} requests while it happened, ${report.failed} failed`);
  terminal.detail(`answers: ${report.versions.join(', then ')}`);
  for (const problem of report.problems.slice(0, 5)) terminal.error(`   ${problem}`);
  expectThat(report.failed === 0, 'no request should have failed');
  expectThat(report.versions.join() === 'echo v3,echo v4', 'callers should have seen v3, then v4');
  expectThat(pull.comments().length === 1, 'there should be one comment, kept up to date');
  terminal.done(`${second.outputs['outcome']}, and still one comment`);

  terminal.phase('Close it: the preview goes with it');
  const last = await run(pull.closed());
  expectThat(last.outputs['outcome'] === 'torn-down', 'it should be torn down');
  terminal.done(`${last.outputs['outcome']}`);
  showPage(pull, preview.name, terminal);

  terminal.phase('Nothing of it is left');
  const left = await expectNothingLeft({ emulator, pull, preview, keep: tour.name });
  for (const line of left) terminal.detail(line);
  terminal.detail(`main:             ${await say(main.client, main.version)}`);
  terminal.done('only what main deployed is there');
}

/** The pull request's page as its readers see it: the comment, the environment. */
function showPage(pull: OpenPullRequest, name: string, terminal: Terminal): void {
  terminal.detail(`comment on #${pull.number}:`);
  for (const line of pull.comments().flatMap((body) => renderMarkdown(body.replaceAll(/<!--.*?-->/gs, '')))) {
    terminal.detail(line === '' ? '' : `  ${line}`);
  }
  const shown = pull.environments().find((environment) => environment.name === name);
  terminal.detail(
    shown === undefined
      ? `environment ${name}: gone`
      : `environment ${name}: ${shown.deployments === 0 ? 'no deployment' : shown.state} ${shown.url}`,
  );
}
