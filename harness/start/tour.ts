import type { EmulatorHandle, EmulatorOptions } from '../emulator.ts';
import type { FixtureRepository } from '../git.ts';
import { agentClient, type AgentClient, startLoad } from './agent.ts';
import { deploy, type DeployRequest } from './deploy.ts';
import type { OpenPullRequest, StartGitHub } from './github.ts';
import { expectNothingLeft, type StartContext, startServices } from './own.ts';
import { showPythonAgent } from './python.ts';
import { changeEchoAgent, echoRepository, type Source } from './source.ts';
import { expectThat, output, renderMarkdown, short, show, succeed, type Terminal } from './terminal.ts';

/** Check that the changed agent must pass, because the action would otherwise restore v1. */
const ANSWERS_AS_V2 = `
name: answers as v2
input: { messages: [{ role: user, content: hello }] }
expect: { last-message: 'v2: hello' }
`;

/** Replacements for tests that have no network. */
export interface TourOptions {
  /** Other agents with the same responses as the examples. */
  makeRepository?: () => Promise<FixtureRepository>;
  makePythonRepository?: () => Promise<FixtureRepository>;
  emulator?: EmulatorOptions;
}

/**
 * Runs the tour: two pushes of the example agent through the built action, then a pull request from its preview to
 * its end, then the Python example if Python is installed. Throws for any problem.
 */
export async function runTour(
  context: StartContext,
  { makeRepository = echoRepository, makePythonRepository, emulator: options }: TourOptions = {},
): Promise<void> {
  const { terminal, signal } = context;
  const { emulator, github } = await startServices(context, 'echo-agent', options);

  terminal.phase('A git repository with examples/echo-agent');
  const repository = await makeRepository();
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
  terminal.phase('Push: the built action deploys it, as on the GitHub runner');
  const event = await github.pushed(first, repository.dir);
  const created = succeed(await deploy({ ...request, source: first, event }, terminal), signal);
  terminal.done(`${created.outputs['outcome']}, revision ${short(created.outputs['revision-id'])}`);
  show(created, terminal);

  terminal.phase('The agent responds at its URL');
  const client = agentClient(output(created, 'deployment-url'), emulator.apiKey, signal);
  const answer = await client.converse('hello');
  terminal.detail(`POST /threads, POST /threads/{id}/runs, GET …/join, GET …/state`);
  terminal.detail(`you: hello`);
  terminal.detail(`agent: ${answer}`);
  expectThat(answer.includes('v1') && answer.includes('hello'), `the answer should be v1's echo of "hello"`);
  expectThat(
    (await client.revision()) === created.outputs['revision-id'],
    '/info should contain the new revision',
  );
  terminal.done(`/info contains revision ${short(created.outputs['revision-id'])}`);

  terminal.phase('Push a change under live traffic');
  const second: Source = { ...first, commit: await changeEchoAgent(repository) };
  terminal.detail(`commit ${short(second.commit)}: VERSION = 'v2'`);
  const load = startLoad(client);
  let stopLoad = () => load.stop();
  context.defer(async () => void (await stopLoad()));
  const change = await github.pushed(second, repository.dir);
  const patched = succeed(
    await deploy({ ...request, source: second, event: change, verify: ANSWERS_AS_V2 }, terminal),
    signal,
  );
  expectThat(patched.outputs['verified'] === 'true', 'the action should have verified the live agent');
  expectThat(
    patched.outputs['deployment-id'] === created.outputs['deployment-id'],
    'it should be the same deployment',
  );
  await load.sees(output(patched, 'revision-id'));
  const report = await load.stop();
  stopLoad = () => Promise.resolve(report);
  terminal.done(`${patched.outputs['outcome']}, revision ${short(patched.outputs['revision-id'])}`);
  show(patched, terminal);

  terminal.phase('The takeover');
  terminal.detail(`${report.requests} requests during the switch, ${report.failed} failed`);
  terminal.detail(`answers: ${report.versions.join(', then ')}`);
  terminal.detail(`/info: revision ${report.revisions.map(short).join(', then ')}`);
  for (const problem of report.problems.slice(0, 5)) terminal.error(`   ${problem}`);
  expectThat(
    report.failed === 0,
    `${report.failed} of ${report.requests} requests failed during the takeover`,
  );
  expectThat(report.versions.length === 2, 'clients should have received responses of v1, then of v2');
  terminal.done('no request failed');
  await runPullRequestTour(context, { ...request, repository, main: { client, version: 'v2' } });
  terminal.detail(github.asked());
  await showPythonAgent(context, emulator, makePythonRepository);
}

interface PullRequestTour extends Omit<DeployRequest, 'event' | 'source' | 'github'> {
  emulator: EmulatorHandle;
  github: StartGitHub;
  repository: FixtureRepository;
  /** Client of the main branch's agent, which must not change, and the version in its responses. */
  main: { client: AgentClient; version: string };
}

const BRANCH = 'topic';

/**
 * Runs the whole life of a pull request through the built action: its preview, a push, and its end. Throws for any
 * problem, or if the preview has remains.
 */
async function runPullRequestTour(context: StartContext, tour: PullRequestTour): Promise<void> {
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

  terminal.phase('Open a pull request: the built action creates a preview for it');
  await repository.git('switch', '--quiet', '--create', BRANCH);
  await pushTopic('v3');
  const pull = github.opened(BRANCH);
  const run = async (event: DeployRequest['event']) =>
    succeed(await deploy({ ...tour, github: pull, source, event }, terminal), signal);
  const first = await run(pull.event('opened'));
  const preview = { name: output(first, 'deployment-name'), url: output(first, 'deployment-url') };
  terminal.done(`${first.outputs['outcome']} as ${preview.name}`);
  showPage(pull, preview.name, terminal);

  terminal.phase('The preview answers at its URL, and main is unchanged');
  const client = agentClient(preview.url, emulator.apiKey, signal);
  terminal.detail(`preview: ${await say(client, 'v3')}`);
  terminal.detail(`main:    ${await say(main.client, main.version)}`);
  terminal.done(`/info contains revision ${short((await client.revision()) ?? undefined)}`);

  terminal.phase('Push to the pull request under live traffic of its preview');
  const load = startLoad(client);
  let stopLoad = () => load.stop();
  context.defer(async () => void (await stopLoad()));
  await pushTopic('v4');
  const second = await run(pull.event('synchronize'));
  expectThat(
    second.outputs['deployment-id'] === first.outputs['deployment-id'],
    'it should be the same preview',
  );
  await load.sees(output(second, 'revision-id'));
  const report = await load.stop();
  stopLoad = () => Promise.resolve(report);
  terminal.detail(`${report.requests} requests during the switch, ${report.failed} failed`);
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
  terminal.done('only the deployment of main remains');
}

/** Prints the page of the pull request as readers see it: the comment and the environment. */
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
