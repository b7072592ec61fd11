import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { langGraphAgent, rootModulesInstall } from '../../harness/agents/fixtures.ts';
import type { FaultRule } from '../../harness/emulator.ts';
import { dispatchEvent, type RunnerEvent } from '../../harness/events.ts';
import { PATIENT_WAIT_TIMEOUT } from '../../harness/hang-limit.ts';
import type { ActionRun } from '../../harness/runner/types.ts';
import { until } from '../../harness/until.ts';
import { deploymentNamed } from './support/images.ts';
import { EXAMPLES, messagesOf, outputs, useExamples, type ExampleRepository } from './support/examples.ts';
import { errorsOf, summaryOf, useTestEnvironment, type Deploy } from './support/environment.ts';

const world = useTestEnvironment({ runtime: 'process' });
const examples = useExamples(world, { real: true });

const DATA_FILE = path.resolve(import.meta.dirname, '../../examples/echo-agent/preview-data.yml');
/** The example's data, for an agent whose only node is `answer`. */
const data = async () => (await readFile(DATA_FILE, 'utf8')).replace('as-node: echo', 'as-node: answer');
const CRON =
  "crons:\n  - {name: nightly, assistant: Support, schedule: '0 3 1 1 *', input: {messages: []}}\n";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'agent-deploy-seed-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Json = Record<string, unknown>;

/** Returns the stored data of an agent. */
async function dataAt(url: string) {
  const post = async (at: string, body: Json = {}) =>
    (await world.emulator.api('POST', `${url}${at}`, { limit: 100, ...body })).body as Json[];
  const found = (await world.emulator.api('POST', `${url}/store/items/search`, { limit: 100 })).body;
  const { items } = found as { items: Json[] };
  const assistants = await post('/assistants/search');
  const threads = await post('/threads/search');
  return {
    items: items
      .filter(({ namespace }) => (namespace as string[])[0] !== 'agent-deploy')
      .map(({ namespace, key, value }) => ({ namespace, key, value }))
      .toSorted((a, b) => String(a.key).localeCompare(String(b.key))),
    assistants: assistants.flatMap(({ name, metadata }) =>
      (metadata as Json)['created_by'] === 'system' ? [] : [name],
    ),
    threads: threads.map(({ values, status }) => ({
      status,
      messages: ((values as { messages?: Json[] } | null)?.messages ?? []).map(({ content }) => content),
    })),
    crons: (await post('/runs/crons/search')).length,
  };
}

/** Writes a variant of an example workflow with more inputs and a checkout, and returns its path. */
async function variant(name: string, inputs: string): Promise<string> {
  const example = await readFile(path.join(EXAMPLES, name), 'utf8');
  const gated = await readFile(path.join(EXAMPLES, 'gated-pull-request.yml'), 'utf8');
  const checkout = /^ {6}- uses: actions\/checkout@.*\n(?: {8}.*\n)+/m.exec(gated)?.[0] ?? '';
  const file = path.join(folder, name);
  const more = inputs.replaceAll(/^/gm, ' '.repeat(10));
  await writeFile(
    file,
    example
      .replace('types: [opened,', 'types: [labeled, opened,')
      .replace('    steps:\n', `    steps:\n${name === 'push.yml' ? '' : checkout}`)
      .replace('          deployment-name: my-agent\n', `          deployment-name: my-agent\n${more}\n`),
  );
  return file;
}

/** Creates a repository with a deployed agent on `main`, and an open pull request with the data of its preview. */
async function opened(): Promise<{
  repository: ExampleRepository;
  number: number;
  production: string;
  url: () => Promise<string>;
}> {
  const repository = await examples.repository(langGraphAgent({ version: 'one' }));
  const install = `install-command: ${JSON.stringify(rootModulesInstall())}\nwait-timeout: ${PATIENT_WAIT_TIMEOUT}`;
  const pushed = await examples.run('push.yml', repository, {
    event: await repository.pushed(),
    file: await variant('push.yml', install),
  });
  expect(messagesOf(pushed)).toEqual([]);
  await repository.git.git('switch', '--quiet', '--create', 'topic');
  await repository.git.commit({ 'preview-data.yml': await data() }, 'Add the data of previews');
  await repository.hub.importGit(repository.git.dir);
  const { number } = repository.hub.addPullRequest({ head: { ref: 'topic' } });
  return {
    repository,
    number,
    production: outputs(pushed, 'deploy')['deployment-url'] ?? '',
    url: async () => String((await deploymentNamed(world, `my-agent-pr-${number}`))?.['url']),
  };
}

describe('a workflow whose previews get data', () => {
  test('writes a file and the inherited data once, again after a label, and deletes the data with the preview', async () => {
    const { repository, number, production, url } = await opened();
    const { hub, git } = repository;
    const { api } = world.emulator;
    await api('PUT', `${production}/store/items`, {
      namespace: ['docs'],
      key: 'from-production',
      value: { text: 'a' },
    });
    await api('POST', `${production}/assistants`, { graph_id: 'agent', name: 'Sales' });
    await api('POST', `${production}/threads`, { metadata: { of: 'a user' } });
    const file = await variant(
      'pull-request.yml',
      [
        `wait-timeout: ${PATIENT_WAIT_TIMEOUT}`,
        'preview-seed: |',
        '  inherited',
        '  preview-data.yml',
        "preview-seed-reset: ${{ github.event.action == 'labeled' && github.event.label.name == 'reset-data' }}",
      ].join('\n'),
    );
    const run = async (action: string, more: Partial<RunnerEvent> = {}) =>
      examples.run('pull-request.yml', repository, {
        event: { ...hub.events.pullRequest(number, { action }), sha: await git.head(), ...more },
        repository: git.dir,
        file,
      });

    const first = await run('opened');
    expect([messagesOf(first), outputs(first, 'preview')]).toEqual([
      [],
      expect.objectContaining({ outcome: 'deployed' }),
    ]);
    const SEEDED = 'Seeded: 3 store items, 2 assistants, 1 thread';
    expect(hub.comments(number).map(({ body }) => body)).toEqual([expect.stringContaining(SEEDED)]);
    const WHOLE = {
      items: [
        { namespace: ['docs', 'returns'], key: 'deadline', value: expect.objectContaining({ days: 30 }) },
        { namespace: ['docs'], key: 'from-production', value: { text: 'a' } },
        { namespace: ['docs'], key: 'opening-hours', value: expect.anything() },
      ],
      assistants: expect.arrayContaining(['Sales', 'Support']),
      threads: [{ status: 'idle', messages: ['Where is my order?', 'Your order arrives tomorrow.'] }],
      crons: 0,
    };
    expect(await dataAt(await url())).toEqual(WHOLE);

    // A user of the preview changes the data. The next push does not change the data again.
    await api('PUT', `${await url()}/store/items`, {
      namespace: ['docs'],
      key: 'opening-hours',
      value: { text: 'changed' },
    });
    await git.commit(langGraphAgent({ version: 'two' }), 'Change the agent');
    await hub.importGit(git.dir);
    const mark = await world.emulator.journalMark();
    const second = await run('synchronize');
    expect(outputs(second, 'preview')).toMatchObject({ outcome: 'deployed', created: 'false' });
    const requests = (await world.emulator.journal(mark)).filter(({ surface }) => surface === 'agent-server');
    expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
    expect((await dataAt(await url())).items).toContainEqual(
      expect.objectContaining({ key: 'opening-hours', value: { text: 'changed' } }),
    );
    expect(hub.comments(number).map(({ body }) => body)).toEqual([expect.stringContaining(SEEDED)]);

    hub.setLabels(number, ['reset-data']);
    const labelled = hub.events.pullRequest(number, { action: 'labeled', label: 'reset-data' });
    const third = await run('labeled', { payload: labelled.payload });
    expect([messagesOf(third), outputs(third, 'preview')['outcome']]).toEqual([[], 'unchanged']);
    const reset = await dataAt(await url());
    expect(reset).toEqual(WHOLE);
    expect(reset.assistants).toHaveLength(2);
    expect(reset.items).not.toContainEqual(expect.objectContaining({ value: { text: 'changed' } }));

    hub.closePullRequest(number);
    expect(outputs(await run('closed'), 'preview')).toMatchObject({ outcome: 'torn-down' });
    expect((await api('GET', production)).status).toBeLessThan(500);
    expect(await dataAt(production)).toMatchObject({ assistants: ['Sales'], threads: [{ messages: [] }] });
  });

  test('completes the data without duplicates after a killed run, lost responses and errors of the agent server', async () => {
    const { repository, number, url } = await opened();
    const { hub, git } = repository;
    const workspace = path.join(folder, 'workspace');
    await mkdir(workspace);
    await writeFile(path.join(workspace, 'data.yml'), `${await data()}\n${CRON}`);
    const { api, apiKey } = world.emulator;
    const event = hub.events.pullRequest(number, { action: 'opened' });
    const deploy = (inputs: Record<string, string> = {}, more: Partial<Deploy> = {}): Promise<ActionRun> =>
      world.deploy({
        event,
        workspace,
        ...more,
        inputs: {
          'deployment-name': 'my-agent',
          'repo-url': git.url,
          'wait-timeout': PATIENT_WAIT_TIMEOUT,
          comment: 'false',
          'github-deployment': 'false',
          locks: 'ignore',
          'preview-seed': 'data.yml',
          ...inputs,
        },
      });
    const fault = (method: string, at: string, effect: Json, when?: FaultRule['when']): FaultRule => ({
      match: { surface: 'agent-server', method, path: at },
      ...(when && { when }),
      effect,
    });

    // The run is killed while the agent server does not respond to the state of the thread.
    await world.emulator.setFaults([fault('POST', '/threads/*/state', { hang: true })]);
    const pids: number[] = [];
    const running = deploy({}, { onStart: (pid, phase) => void (phase === 'main' && pids.push(pid)) });
    await until(async () => {
      const address = (await deploymentNamed(world, `my-agent-pr-${number}`))?.['url'];
      if (typeof address !== 'string' || pids[0] === undefined) return false;
      const { status, body } = await api('POST', `${address}/threads/search`, {});
      return status === 200 && (body as Json[]).length > 0;
    }, 'the seed has created its thread');
    process.kill(pids[0] ?? 0, 'SIGKILL');
    const killed = await running;
    expect(killed.main?.endedBy).toBe('SIGKILL');
    expect(await dataAt(await url())).toMatchObject({ threads: [{ messages: [] }], crons: 0 });
    await world.emulator.clearFaults();

    // An error of the agent server contains the API key, which must not be shown.
    await world.emulator.setFaults([
      fault('POST', '/runs/crons', { status: 422, body: { detail: `no cron with key ${apiKey}` } }),
    ]);
    const failed = await deploy();
    expect([failed.exitCode, failed.outputs['reason-code']]).toEqual([1, 'seed-failed']);
    expect(errorsOf(failed)[0]).toMatch(/the cron "nightly": POST .*422 no cron with key \*\*\*/);
    expect(summaryOf(failed)).toContain('its data is incomplete');
    expect(await deploymentNamed(world, `my-agent-pr-${number}`)).toMatchObject({ status: 'READY' });

    await world.emulator.setFaults([
      fault('POST', '/runs/crons', { drop_answer: true }, { nth: [1] }),
      fault('PUT', '/store/items', { status: 503, retry_after: '0' }, { nth: [1] }),
    ]);
    const completed = await deploy();
    expect([completed.exitCode, errorsOf(completed)]).toEqual([0, []]);
    expect(completed.log).toContain('An earlier run did not complete the seed; this run completes it.');
    const WHOLE = {
      items: [
        expect.objectContaining({ key: 'deadline' }),
        expect.objectContaining({ key: 'opening-hours' }),
      ],
      assistants: ['Support'],
      threads: [{ status: 'idle', messages: ['Where is my order?', 'Your order arrives tomorrow.'] }],
      crons: 1,
    };
    expect(await dataAt(await url())).toEqual(WHOLE);

    await world.emulator.setFaults([fault('POST', '/threads/*/state', { drop_answer: true }, { nth: [1] })]);
    const reset = await deploy({ 'preview-seed-reset': 'true' });
    expect([reset.exitCode, errorsOf(reset)]).toEqual([0, []]);
    expect(await dataAt(await url())).toEqual(WHOLE);
  });
});

describe('a workflow with a preview of each commit', () => {
  test('keeps the newest two side by side, lists them in the comment, and deletes all after the pull request is closed', async () => {
    const repository = await examples.repository(langGraphAgent());
    const { hub, git } = repository;
    await hub.importGit(git.dir);
    await git.git('switch', '--quiet', '--create', 'topic');
    await git.commit(langGraphAgent({ version: 'two' }), 'Answer two');
    await hub.importGit(git.dir);
    const { number } = hub.addPullRequest({ head: { ref: 'topic' } });
    const file = await variant(
      'pull-request.yml',
      [
        `install-command: ${JSON.stringify(rootModulesInstall())}`,
        `wait-timeout: ${PATIENT_WAIT_TIMEOUT}`,
        'preview-per: commit',
        'preview-keep: 2',
      ].join('\n'),
    );
    const run = async (action: string) => {
      const ran = await examples.run('pull-request.yml', repository, {
        event: { ...hub.events.pullRequest(number, { action }), sha: await git.head() },
        repository: git.dir,
        file,
      });
      expect(messagesOf(ran)).toEqual([]);
      return outputs(ran, 'preview');
    };
    const push = async (version: string) => {
      await git.commit(langGraphAgent({ version }), `Answer ${version}`);
      await hub.importGit(git.dir);
      return deploy('synchronize');
    };
    const deploy = async (action: string) => {
      const made = await run(action);
      const commit = (await git.head()).slice(0, 7);
      expect(made).toMatchObject({ outcome: 'deployed', created: 'true' });
      expect(made['deployment-name']).toBe(`my-agent-pr-${number}-${commit}`);
      return { commit, name: made['deployment-name'] ?? '', url: made['deployment-url'] ?? '' };
    };
    const answerOf = async (url: string) => {
      const input = { messages: [{ role: 'user', content: 'hello' }] };
      const { body } = await world.emulator.api('POST', `${url}/runs/wait`, { assistant_id: 'agent', input });
      return (body as { messages?: { content: string }[] }).messages?.at(-1)?.content;
    };
    const bodies = () => hub.comments(number).map(({ body }) => body);
    const states = (name: string) => hub.deployments(name).map(({ statuses }) => statuses.at(-1)?.state);

    const two = await deploy('opened');
    const three = await push('three');
    expect(await Promise.all([two, three].map(({ url }) => answerOf(url)))).toEqual([
      'graph two: hello',
      'graph three: hello',
    ]);
    const row = ({ commit, url }: { commit: string; url: string }) =>
      expect.stringMatching(
        new RegExp(`\\| \\[\`${commit}\`\\]\\(.*\\) \\| \\[talk to it\\]\\(<${url}/?>\\) \\| under 1h`),
      );
    expect(bodies()).toEqual([row(two)]);
    expect(bodies()).toEqual([row(three)]);
    expect([two, three].map(({ name }) => states(name))).toEqual([['success'], ['success']]);

    const four = await push('four');
    expect(await run('synchronize')).toMatchObject({ outcome: 'unchanged', 'deployment-name': four.name });
    expect(await Promise.all([three, four].map(({ url }) => answerOf(url)))).toEqual([
      'graph three: hello',
      'graph four: hello',
    ]);
    expect(await deploymentNamed(world, two.name)).toBeUndefined();
    expect([two, three, four].map(({ name }) => states(name))).toEqual([[], ['success'], ['success']]);
    expect(bodies()).toEqual([expect.not.stringContaining(two.commit)]);
    expect(bodies()).toEqual([expect.stringContaining('### 🟢 The preview is up to date')]);
    expect(bodies()[0]?.indexOf(four.commit)).toBeLessThan(bodies()[0]?.indexOf(three.commit) ?? -1);

    hub.closePullRequest(number);
    expect(await run('closed')).toMatchObject({ outcome: 'torn-down', 'reason-code': 'deleted' });
    expect(await Promise.all([three, four].map(({ name }) => deploymentNamed(world, name)))).toEqual([
      undefined,
      undefined,
    ]);
    expect(bodies()).toEqual([expect.stringContaining('The preview was deleted')]);
    expect([three, four].map(({ name }) => states(name))).toEqual([[], []]);
  });
});

describe('the built action refuses a file of data', () => {
  // docs/security/pull-requests.md#data-file-hostile
  test.each<[string, (file: string) => Promise<unknown>, RegExp]>([
    ['that is a link out of the checkout', (file) => symlink('/etc/passwd', file), /outside the checkout/],
    ['that is huge', (file) => writeFile(file, `# ${'x'.repeat(2 * 1024 * 1024)}`), /1048576|larger/],
    [
      'with duplicate keys',
      (file) => writeFile(file, '{"store": [], "store": []}'),
      /data\.yml: .*line 1: DUPLICATE_KEY/,
    ],
    [
      'with the key __proto__',
      (file) => writeFile(file, 'store:\n- {namespace: [a], key: b, value: {__proto__: {a: 1}}}'),
      /data\.yml: line 2: store\.0\.value: the key __proto__ is not allowed/,
    ],
    [
      'with control characters in a name',
      (file) => writeFile(file, 'assistants:\n- {name: "a\\n::error::b", graph: agent}'),
      /data\.yml: line 2: assistants\.0\.name: .*control character/,
    ],
    [
      'with the API key',
      (file) => writeFile(file, `store:\n- {namespace: [a], key: b, value: {c: ${world.emulator.apiKey}}}`),
      /data\.yml: line 2: store\.0\.value\.c: the text contains a secret/,
    ],
  ])('%s, before any request', async (_, write, problem) => {
    const workspace = await mkdtemp(path.join(folder, 'hostile-'));
    await write(path.join(workspace, 'data.yml'));
    const { result, requests } = await world.watch(() =>
      world.deploy({
        event: dispatchEvent({ ref: 'refs/heads/main', sha: 'a'.repeat(40) }),
        workspace,
        inputs: {
          action: 'preview',
          'pull-request': '7',
          'deployment-name': 'my-agent',
          'preview-seed': 'data.yml',
        },
      }),
    );
    expect([result.exitCode, result.outputs['reason-code'], requests]).toEqual([1, 'invalid-input', []]);
    expect(errorsOf(result)[0]).toMatch(problem);
  });
});
