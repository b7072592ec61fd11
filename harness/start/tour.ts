import { agentClient } from './agent.ts';
import { deploy } from './deploy.ts';
import { startLoad } from './load.ts';
import { showPullRequest } from './pull-request.ts';
import { startServices, type StartContext } from './services.ts';
import { expectThat, output, short, show, succeed } from './show.ts';
import { changeEchoAgent, echoRepository, type Source } from './source.ts';

/** What the changed agent has to answer, or the action would bring back v1. */
const ANSWERS_AS_V2 = `
name: answers as v2
input: { messages: [{ role: user, content: hello }] }
expect: { last-message: 'v2: hello' }
`;

/**
 * The tour: the example agent, pushed twice through the built action, and then a pull request on it, from its preview to
 * its end. Throws when anything is not as it should be.
 * @param makeRepository another agent that answers as the example does, for tests without the network
 */
export async function runTour(context: StartContext, makeRepository = echoRepository): Promise<void> {
  const { terminal, signal } = context;
  const { emulator, github } = await startServices(context, 'echo-agent');

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
  const patched = succeed(
    await deploy({ ...request, source: second, event: change, verify: ANSWERS_AS_V2 }, terminal),
    signal,
  );
  expectThat(patched.outputs['verified'] === 'true', 'the live agent should have been verified');
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
  terminal.done('no request failed');
  await showPullRequest(context, { ...request, repository, main: { client, version: 'v2' } });
  terminal.detail(github.asked());
}
