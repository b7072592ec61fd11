import { once } from 'node:events';
import { createServer } from 'node:http';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import {
  crashAtImport,
  langGraphAgent,
  malformedConfig,
  missingConfig,
  missingExport,
  missingModule,
  neverHealthy,
  plainAgent,
  printsSecret,
  rootModulesInstall,
  syntaxError,
  wrongConfig,
} from '../../harness/agents/fixtures.ts';
import { dispatchEvent, pullRequestEvent, tagEvent } from '../../harness/events.ts';
import type { FixtureRepository } from '../../harness/git.ts';
import { startLoad } from '../../harness/start/agent.ts';
import { clientOf } from './support/conversation.ts';
import { searchFiles } from './support/files.ts';
import { deploymentNamed, revisionsOf } from './support/images.ts';
import {
  annotationsOf,
  errorsOf,
  expectClean,
  summaryOf,
  useTestEnvironment,
} from './support/environment.ts';

const dataDir = await mkdtemp(path.join(tmpdir(), 'agent-deploy-data-'));
const world = useTestEnvironment({
  runtime: 'process',
  dataDir: path.join(dataDir, 'emulator'),
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const inputsFor = (repository: FixtureRepository, name: string, more: Record<string, string> = {}) => ({
  'deployment-name': name,
  'repo-url': repository.url,
  'wait-timeout': '10m',
  ...more,
});

/** Deploys the head of a repository as a push to its branch. */
async function push(
  repository: FixtureRepository,
  name: string,
  more: Record<string, string> = {},
  secrets: string[] = [],
) {
  return world.deploy({
    event: await world.push(repository),
    inputs: inputsFor(repository, name, more),
    secrets,
  });
}

describe('a push to a repository with an agent', () => {
  test('deploys the pushed commit, and the agent responds at its URL', async () => {
    const repository = await world.repository(plainAgent({ version: 'one' }));
    const name = world.name();
    // Each stage lasts long enough for a poll, because the timeline shows the polled statuses.
    await world.emulator.setFaults(
      ['BUILDING', 'DEPLOYING'].map((stage) => ({
        match: { deployment: name, stage },
        effect: { duration_ms: 1_000 },
      })),
    );
    const run = await push(repository, name);
    await world.emulator.clearFaults();
    const commit = await repository.head();
    expect(run.outputs).toMatchObject({
      outcome: 'deployed',
      'reason-code': 'rolled-out',
      created: 'true',
      changed: 'true',
      'commit-sha': commit,
      'revision-status': 'DEPLOYED',
    });
    expect(await deploymentNamed(world, name)).toMatchObject({
      status: 'READY',
      source_revision_config: { repo_ref: 'main', repo_commit_sha: commit },
    });
    const client = clientOf(world, run);
    expect(await client.revision()).toBe(run.outputs['revision-id']);
    expect(await client.converse('hello')).toBe('echo one: hello (GREETING is not set)');
    expect(summaryOf(run)).toContain(run.outputs['deployment-url']);
    expect(summaryOf(run)).toMatch(/building[\s\S]*deploying[\s\S]*serving/);
    expect(errorsOf(run)).toEqual([]);
  });

  test('with a change replaces the revision at the same URL without a failed request', async () => {
    const repository = await world.repository(plainAgent({ version: 'one' }));
    const name = world.name();
    const first = await push(repository, name);
    const client = clientOf(world, first);
    const load = startLoad(client);
    await repository.commit(plainAgent({ version: 'two' }));
    const run = await push(repository, name);
    await load.sees(run.outputs['revision-id'] ?? '').catch(async (error: unknown) => {
      await load.stop();
      throw error;
    });
    const report = await load.stop();
    expect(run.outputs).toMatchObject({
      outcome: 'deployed',
      created: 'false',
      'deployment-id': first.outputs['deployment-id'],
      'deployment-url': first.outputs['deployment-url'],
      'previous-revision-id': first.outputs['revision-id'],
    });
    expect(report.problems).toEqual([]);
    expect(report.versions).toEqual(['echo one', 'echo two']);
    expect(report.revisions).toEqual([first.outputs['revision-id'], run.outputs['revision-id']]);
    expect(await client.converse('and now?')).toContain('echo two');
  });

  // docs/migration.md#patch-whole-body-makes
  test('without a change ends as unchanged', async () => {
    const repository = await world.repository(plainAgent());
    const name = world.name();
    await push(repository, name);
    const { result: run, writes } = await world.watch(() => push(repository, name));
    expect(run.outputs).toMatchObject({ outcome: 'unchanged', changed: 'false' });
    expect(writes).toEqual([]);
  });

  test("of a tag deploys the tag's commit, even if the tag is annotated", async () => {
    const repository = await world.repository(plainAgent({ version: 'tagged' }));
    const { commit, object } = await repository.tag('v1.0', { annotated: true });
    await repository.commit(plainAgent({ version: 'later' }));
    const name = world.name();
    const run = await world.deploy({
      event: tagEvent({ tag: 'v1.0', commit, tagObject: object }),
      inputs: inputsFor(repository, name),
    });
    expect(run.outputs).toMatchObject({ outcome: 'deployed', 'commit-sha': commit });
    expect(await deploymentNamed(world, name)).toMatchObject({
      source_revision_config: { repo_ref: 'refs/tags/v1.0', repo_commit_sha: commit },
    });
    expect(await clientOf(world, run).converse('x')).toContain('echo tagged');
  });

  // docs/migration.md#branch-moved-job-reports
  test('is superseded if a later push moves the branch before the commit is fetched', async () => {
    const repository = await world.repository(plainAgent({ version: 'old' }));
    const event = await world.push(repository);
    await repository.commit(plainAgent({ version: 'new' }));
    const run = await world.deploy({ event, inputs: inputsFor(repository, world.name()) });
    expect(run.outputs).toMatchObject({ outcome: 'superseded', 'reason-code': 'commit-mismatch' });
  });
});

describe('the action on an event other than a push', () => {
  test('deploys the branch of a manual dispatch', async () => {
    const repository = await world.repository(plainAgent({ version: 'dispatched' }));
    await repository.branch('release/2026');
    const sha = await repository.commit(plainAgent({ version: 'release' }));
    const run = await world.deploy({
      event: dispatchEvent({ ref: 'refs/heads/release/2026', sha }),
      inputs: inputsFor(repository, world.name()),
    });
    expect(run.outputs).toMatchObject({ outcome: 'deployed', 'commit-sha': sha });
    expect(await clientOf(world, run).converse('x')).toContain('echo release');
  });

  // docs/migration.md#pull-request-github-sha
  // docs/security/pull-requests.md#what-deployed-pull-request
  test('deploys the head commit of a pull request with `action: deploy`, never the merge commit', async () => {
    const repository = await world.repository(plainAgent());
    await repository.branch('topic');
    const sha = await repository.commit(plainAgent({ version: 'topic' }));
    const run = await world.deploy({
      event: pullRequestEvent({ number: 7, head: { branch: 'topic', sha } }),
      inputs: { ...inputsFor(repository, world.name()), action: 'deploy' },
    });
    expect(run.outputs).toMatchObject({ outcome: 'deployed', 'commit-sha': sha });
  });
});

/** Matches log lines with which the action begins to wait, whether or not the revision of the push already exists. */
const WAITS = /waiting for (the revision|it)/;

describe('a deployment that builds on push', () => {
  test('gets no second revision from the action, which adopts the revision of the push', async () => {
    const repository = await world.repository(plainAgent({ version: 'one' }));
    const name = world.name();
    const first = await push(repository, name, { 'build-on-push': 'true' });
    const before = await repository.head();
    const commit = await repository.commit(plainAgent({ version: 'two' }));
    // The build is delayed until the action waits for it.
    await world.emulator.setFaults([
      { match: { deployment: name, stage: 'BUILDING' }, effect: { stall: true } },
    ]);
    await world.emulator.push(repository.url, 'refs/heads/main');
    let released = Promise.resolve();
    const { result: run, writes } = await world.watch(async () =>
      world.deploy({
        event: await world.push(repository, before),
        inputs: inputsFor(repository, name),
        onLine: (line) => {
          if (WAITS.test(line)) released = world.emulator.clearFaults();
        },
      }),
    );
    await released;
    expect(run.outputs).toMatchObject({
      outcome: 'deployed',
      'reason-code': 'already-building',
      'commit-sha': commit,
    });
    expect(writes).toEqual([]);
    expect(await revisionsOf(world, first.outputs['deployment-id'])).toHaveLength(2);
    expect(await clientOf(world, run).converse('x')).toContain('echo two');
  });

  test('gets no second revision if the emulator finds the push by polling the repository', async () => {
    const repository = await world.repository(plainAgent({ version: 'one' }));
    const name = world.name();
    await push(repository, name, { 'build-on-push': 'true' });
    const before = await repository.head();
    // The build is delayed until the action waits for it, because it could otherwise end before the first poll.
    await world.emulator.setFaults([
      { match: { deployment: name, stage: 'BUILDING' }, effect: { stall: true } },
    ]);
    const commit = await repository.commit(plainAgent({ version: 'two' }));
    let released = Promise.resolve();
    const { result: run, writes } = await world.watch(async () =>
      world.deploy({
        event: await world.push(repository, before),
        inputs: inputsFor(repository, name),
        onLine: (line) => {
          if (WAITS.test(line)) released = world.emulator.clearFaults();
        },
      }),
    );
    await released;
    expect(run.outputs).toMatchObject({ outcome: 'deployed', 'commit-sha': commit });
    expect(writes).toEqual([]);
    expect(await clientOf(world, run).converse('x')).toContain('echo two');
  });
});

describe('a deployed agent', () => {
  test('in TypeScript with the graph library remembers its thread', async () => {
    const repository = await world.repository(langGraphAgent());
    const run = await push(repository, world.name(), { 'install-command': rootModulesInstall() });
    expect(run.outputs['outcome']).toBe('deployed');
    expect(await clientOf(world, run).converse('graphs')).toBe('graph v1: graphs');
  });

  test('in a folder of a larger repository is found with graph-config-path', async () => {
    const repository = await world.repository(plainAgent({ version: 'mono', folder: 'agents/echo' }));
    const run = await push(repository, world.name(), { 'graph-config-path': 'agents/echo/langgraph.json' });
    expect(run.outputs['outcome']).toBe('deployed');
    expect(await clientOf(world, run).converse('x')).toContain('echo mono');
  });

  test('gets its secrets, but the secrets that it prints are not shown', async () => {
    const value = 'greeting-secret-5512';
    const repository = await world.repository(printsSecret('GREETING'));
    const run = await push(repository, world.name(), { secrets: `GREETING=${value}` }, [value]);
    expect(run.outputs['outcome']).toBe('deployed');
    expect(await clientOf(world, run).converse('x')).toContain('GREETING is set');
    expectClean(JSON.stringify(await world.emulator.journal()), [value], 'journal');
    expectClean(world.emulator.log(), [value], 'log of the emulator');
    const logs = `/v2/deployments/${run.outputs['deployment-id']}/revisions/${run.outputs['revision-id']}/logs`;
    const reported = await world.emulator.api('GET', `${logs}?type=deploy`);
    expect(JSON.stringify(reported.body)).toContain('config:');
    expectClean(JSON.stringify(reported.body), [value], 'log of the revision');
    expect(await searchFiles(dataDir, [value, world.emulator.apiKey])).toEqual([]);
    expectClean(await commandLines(), [value, world.emulator.apiKey], 'process table');
  });

  // docs/security/secrets.md#log-tails-agent-prints
  test("that prints a secret and then fails has the secret redacted in the job's log", async () => {
    const value = 'crash-secret-8813';
    const agent = printsSecret('TOKEN');
    const repository = await world.repository({
      ...agent,
      'src/agent.ts': `${agent['src/agent.ts']}\nthrow new Error('bad config: ' + process.env.TOKEN);`,
    });
    const run = await push(repository, world.name(), { secrets: `TOKEN=${value}` }, [value]);
    expect(run.outputs).toMatchObject({ outcome: 'failed', 'reason-code': 'deploy-failed' });
    expect(run.log).toContain('bad config');
  });
});

describe('an agent that cannot be built', () => {
  test.each([
    ['has no configuration', missingConfig, [/langgraph\.json/]],
    ['has a configuration that is not JSON', malformedConfig, [/langgraph\.json/, /not valid JSON/]],
    ['has a configuration of the wrong type', wrongConfig, [/langgraph\.json/, /graphs/]],
    ['names an export that does not exist', missingExport, [/grpah/, /graphs\.agent|langgraph\.json/]],
    ['names a module that does not exist', missingModule, [/nowhere\.ts/]],
    ['is not valid TypeScript', syntaxError, [/agent\.ts/]],
  ])('fails with the file, the key and a hint if it %s', async (_what, broken, says) => {
    const repository = await world.repository({ ...plainAgent(), ...broken });
    const run = await push(repository, world.name());
    expect([run.outcome, run.exitCode]).toEqual(['failure', 1]);
    expect(run.outputs).toMatchObject({
      outcome: 'failed',
      'reason-code': 'build-failed',
      'revision-status': 'BUILD_FAILED',
    });
    expect(annotationsOf(run)).toEqual(['error']);
    for (const pattern of says) {
      expect(errorsOf(run)[0]).toMatch(pattern);
      expect(run.log).toMatch(pattern);
      expect(summaryOf(run)).toMatch(pattern);
    }
  });

  test('fails with the reason if its install command fails', async () => {
    const repository = await world.repository(plainAgent());
    const run = await push(repository, world.name(), {
      'install-command': `node -e "console.log('resolving packages'); process.exit(7)"`,
    });
    expect(run.outputs).toMatchObject({ outcome: 'failed', 'reason-code': 'build-failed' });
    expect(run.log).toContain('resolving packages');
    expect(annotationsOf(run)).toEqual(['error']);
  });

  // docs/troubleshooting/rollout.md#likely-causes
  test('fails with the likely cause and its remedy if a package index refuses the credentials', async () => {
    const index = createServer((_request, response) => response.writeHead(401).end());
    await once(index.listen(0, '127.0.0.1'), 'listening');
    const address = index.address();
    const host = `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
    const repository = await world.repository(plainAgent());
    const run = await push(repository, world.name(), {
      'install-command': `npm install --registry http://${host}/ @acme/tools`,
    });
    index.closeAllConnections();
    await new Promise((resolve) => index.close(resolve));
    expect(run.outputs).toMatchObject({ outcome: 'failed', 'reason-code': 'build-failed' });
    for (const text of [errorsOf(run)[0], summaryOf(run)]) {
      expect(text).toContain('refused the credentials of the build, or got none');
      expect(text).toContain('uses, such as NPM_TOKEN, in the input');
    }
  });

  test('fails with the reason if its branch does not exist', async () => {
    const repository = await world.repository(plainAgent());
    const run = await push(repository, world.name(), { ref: 'nowhere', commit: await repository.head() });
    expect(run.outputs).toMatchObject({ outcome: 'failed' });
    expect(errorsOf(run)[0]).toContain('nowhere');
  });
});

describe('an agent that never becomes healthy', () => {
  test('fails with the likely cause and its remedy if the agent imports a package that is not installed', async () => {
    const repository = await world.repository(plainAgent({ preamble: "await import('acme-tools');" }));
    const run = await push(repository, world.name());
    expect(run.outputs).toMatchObject({ outcome: 'failed', 'reason-code': 'deploy-failed' });
    expect(errorsOf(run)[0]).toContain(
      'Likely cause: the code imports acme-tools, which is not installed. Add the package to the dependencies of the agent, or correct the import.',
    );
  });

  // The limit is long enough for the good revision to start on a busy machine.
  const withShortLimit = useTestEnvironment({ runtime: 'process', healthTimeout: 15 });

  test.each([
    ['exits immediately', crashAtImport(), world, /model registry unreachable/],
    ['never finishes loading', neverHealthy(), withShortLimit, /warming up the model/],
  ])(
    'fails with its last lines of output if it %s, and the previous revision continues to serve',
    async (_what, broken, environment, lines) => {
      const repository = await environment.repository(plainAgent({ version: 'good' }));
      const name = environment.name();
      const deploy = async () =>
        environment.deploy({
          event: await environment.push(repository),
          inputs: inputsFor(repository, name),
        });
      const first = await deploy();
      const load = startLoad(clientOf(environment, first), 1);
      await repository.commit(broken);
      const run = await deploy();
      const report = await load.stop();
      expect(run.outputs).toMatchObject({
        outcome: 'failed',
        'reason-code': 'deploy-failed',
        'revision-status': 'DEPLOY_FAILED',
        'previous-revision-id': first.outputs['revision-id'],
      });
      expect(annotationsOf(run)).toEqual(['error']);
      for (const text of [run.log, summaryOf(run)]) expect(text).toMatch(lines);
      expect(report.problems).toEqual([]);
      expect(report.versions).toEqual(['echo good']);
      expect(await deploymentNamed(environment, name)).toMatchObject({
        active_revision_id: first.outputs['revision-id'],
        latest_revision_id: run.outputs['revision-id'],
      });
    },
  );
});

/**
 * Returns the command line of every process of this machine, including the agent's, or an empty string where command
 * lines cannot be read.
 */
async function commandLines(): Promise<string> {
  if (process.platform !== 'linux') return '';
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''));
  return (await Promise.all(lines)).join('\n');
}

test('the runs of two pushes in a row both end, and one revision is active', async () => {
  const repository = await world.repository(plainAgent({ version: 'a' }));
  const name = world.name();
  const first = await push(repository, name);
  const one = await repository.commit(plainAgent({ version: 'b' }));
  const eventOne = await world.push(repository);
  await repository.commit(plainAgent({ version: 'c' }));
  const eventTwo = await world.push(repository);
  const inputs = inputsFor(repository, name);
  const runs = await Promise.all([
    world.deploy({ event: eventOne, inputs }),
    world.deploy({ event: eventTwo, inputs }),
  ]);
  expect(new Set(runs.map((run) => run.outputs['outcome']))).toEqual(new Set(['deployed', 'superseded']));
  expect(one).not.toBe(runs[1].outputs['commit-sha']);
  expect(await clientOf(world, first).converse('x')).toContain('echo c');
  const revisions = await revisionsOf(world, first.outputs['deployment-id']);
  expect(revisions.length).toBeLessThanOrEqual(3);
});
