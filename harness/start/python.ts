import type { EmulatorHandle } from '../emulator.ts';
import type { FixtureRepository } from '../git.ts';
import type { ActionRun, Annotation } from '../runner/types.ts';
import { agentClient } from './agent.ts';
import { deploy } from './deploy.ts';
import { startOwnGitHub } from './github.ts';
import type { StartContext } from './own.ts';
import { pythonRepository } from './source.ts';
import { expectThat, output, short, succeed } from './terminal.ts';

/** Messages of the emulator about missing requirements of Python agents. */
const LACKING = [
  /no Python [\d.]+(?: or newer)? was found\. Tried: .*?\)(?=\. Run|$)/s,
  /uv is not on PATH, and .*? has no pip/s,
  /has pip [\d.]+, but pip [\d.]+ or newer is required/,
  /The package index (could not be reached|requires credentials)/,
];

/**
 * Deploys the Python example, and sends requests to it. A machine without Python, an installer or a package index is
 * not an error: one line reports the missing requirement. Throws for any other problem.
 * @param makeRepository another agent with the same responses as the example, for tests without the network
 */
export async function showPythonAgent(
  context: StartContext,
  emulator: EmulatorHandle,
  makeRepository: () => Promise<FixtureRepository> = pythonRepository,
): Promise<void> {
  const { terminal, signal } = context;
  terminal.phase('The same in Python: examples/python-agent');
  const repository = await makeRepository();
  context.defer(() => repository.remove());
  const github = await startOwnGitHub('python-agent');
  context.defer(() => github.close());
  const commit = await repository.head();
  const source = { repoUrl: repository.url, ref: 'refs/heads/main', commit, remark: null };
  const event = await github.pushed(source, repository.dir);
  const request = {
    emulator,
    github,
    event,
    source,
    name: 'python-agent',
    config: 'langgraph.json',
    secrets: 'GREETING=a secret that no log may show',
    signal,
  };
  // The log is shown only after a success or an unexpected failure.
  const log: string[] = [];
  const run = await deploy(request, { quote: (line) => void log.push(line) });
  const lacking = findMissingPrerequisite(run);
  if (lacking !== undefined) {
    terminal.done(`not shown: ${lacking}`);
    return;
  }
  for (const line of log) terminal.quote(line);
  succeed(run, signal);
  const client = agentClient(output(run, 'deployment-url'), emulator.apiKey, signal);
  const answer = await client.converse('hello');
  terminal.detail('you: hello');
  terminal.detail(`agent: ${answer}`);
  expectThat(answer.startsWith('echo v1: hello'), `the answer should be v1's echo of "hello"`);
  expectThat(
    (await client.revision()) === run.outputs['revision-id'],
    '/info should contain the new revision',
  );
  terminal.done(`${run.outputs['outcome']}, revision ${short(run.outputs['revision-id'])}`);
}

/**
 * Returns why no Python agent can run on this machine, or `undefined` if the action succeeded, or failed for another
 * reason.
 */
export function findMissingPrerequisite(
  run: Pick<ActionRun, 'outcome'> & { annotations: readonly Pick<Annotation, 'level' | 'message'>[] },
): string | undefined {
  if (run.outcome === 'success') return undefined;
  const reasons = run.annotations.filter(({ level }) => level === 'error').map(({ message }) => message);
  const found = LACKING.map((pattern) => pattern.exec(reasons.join('\n'))?.[0]).find(Boolean);
  return found?.replaceAll(/\s+/g, ' ');
}
