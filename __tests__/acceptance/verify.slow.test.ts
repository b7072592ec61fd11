import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { until } from '../../harness/until.ts';
import { PATIENT_WAIT_TIMEOUT } from '../../harness/hang-limit.ts';
import { graphConfig, langGraphAgent, rootModulesInstall } from '../../harness/agents/fixtures.ts';
import type { FileTree, FixtureRepository } from '../../harness/git.ts';
import type { ActionRun } from '../../harness/runner/types.ts';
import { revisionsOf } from './support/images.ts';
import { casesOf, obedientAgent, saying, verifyWith } from './support/verify.ts';
import {
  annotationsOf,
  errorsOf,
  expectClean,
  summaryOf,
  useTestEnvironment,
} from './support/environment.ts';

const world = useTestEnvironment({ runtime: 'process' });
const MODEL_KEY = 'sk-the-key-of-the-model-4711';

/** Deploys a version of the obedient agent to a deployment. */
async function deploy(
  name: string,
  version: string,
  inputs: Record<string, string> = {},
  known?: FixtureRepository,
): Promise<ActionRun> {
  const repository = known ?? (await world.repository(obedientAgent(version)));
  return world.deploy({
    event: await world.push(repository),
    inputs: {
      'deployment-name': name,
      'repo-url': repository.url,
      'wait-timeout': PATIENT_WAIT_TIMEOUT,
      secrets: `MODEL_KEY=${MODEL_KEY}`,
      ...inputs,
    },
    secrets: [MODEL_KEY],
  });
}

/** Deployment that most tests use. */
let live: { url: string; id: string; name: string; revision: string };
const ask = (inputs: Record<string, string>) =>
  verifyWith(world, { inputs: { 'deployment-url': live.url, ...inputs }, secrets: [MODEL_KEY] });
const api = (method: string, at: string, body?: unknown) =>
  world.emulator.api(method, `${live.url}${at}`, body);

beforeAll(async () => {
  const name = world.name();
  const run = await deploy(name, 'one');
  live = {
    name,
    url: run.outputs['deployment-url'] ?? '',
    id: run.outputs['deployment-id'] ?? '',
    revision: run.outputs['revision-id'] ?? '',
  };
});

/** Returns the stored feedback of a run. */
async function feedbackOf(runId: string): Promise<unknown[]> {
  const answer = await world.emulator.api(
    'GET',
    `${world.emulator.urls.tracing}/api/v1/feedback?run=${runId}`,
  );
  return Array.isArray(answer.body) ? (answer.body as unknown[]) : [];
}

describe('the verify action', () => {
  test('calls the agent, follows the steps of the run, checks the state, and sends feedback for the run', async () => {
    const repository = await world.repository(langGraphAgent({ version: 'x' }));
    const deployed = await world.deploy({
      event: await world.push(repository),
      inputs: {
        'deployment-name': world.name(),
        'repo-url': repository.url,
        'install-command': rootModulesInstall(),
        'wait-timeout': PATIENT_WAIT_TIMEOUT,
      },
    });
    const run = await verifyWith(world, {
      inputs: {
        'deployment-name': deployed.outputs['deployment-name'] ?? '',
        input: '{"messages": [{"role": "user", "content": "hello"}]}',
        expect: 'state: {messages: [{content: hello}, {type: ai}]}',
        'last-message': '^graph x: hello$',
      },
    });
    expect(run.exitCode).toBe(0);
    expect(run.outputs).toMatchObject({
      verified: 'true',
      outcome: 'verified',
      'reason-code': 'all-passed',
      cases: '1',
      passed: '1',
      'deployment-id': deployed.outputs['deployment-id'],
      'revision-id': deployed.outputs['revision-id'],
    });
    expect(run.log).toMatch(/^ +\d.*s {2}answer$/m);
    expect(run.log).not.toContain('graph x: hello');
    expect(summaryOf(run)).toMatch(/passed +the case/);
    const runId = run.outputs['run-id'] ?? '';
    expect(await feedbackOf(runId)).toMatchObject([{ key: 'ci', score: 1 }]);
  });

  test('fails with path and reason, truncates long values, and outside of the log shows failed cases only by name', async () => {
    const long = 'x'.repeat(2_000);
    const run = await ask({
      cases: `
- {name: right, input: ${saying('hi')}, expect: {last-message: '^one: hi$'}}
- {name: wrong, input: ${saying(long)}, expect: {state: {version: two, messages: [{}]}, last-message: bye}}
- {name: fails, input: ${saying('fail')}}
`,
    });
    expect([run.exitCode, run.outputs['reason-code'], run.outputs['passed']]).toEqual([
      1,
      'verification-failed',
      '1',
    ]);
    expect(casesOf(run)).toMatchObject([
      { result: 'passed', why: [] },
      {
        result: 'failed',
        why: [
          '$.version: expected "two", got "one"',
          '$.messages: expected 1 element, got 2',
          expect.stringMatching(/^last-message: \/bye\/ does not match "one: x+…$/),
        ],
      },
      {
        result: 'failed',
        why: ['The run ended with status error instead of success: TypeError: no such order'],
      },
    ]);
    expect(annotationsOf(run)).toEqual(['error']);
    expect(errorsOf(run)[0]).toContain('wrong: $.version: expected "two", got "one"');
    expect(run.rawLog).not.toContain('x'.repeat(200));
    for (const { run_id } of casesOf(run).slice(1)) {
      expect(await feedbackOf(run_id ?? '')).toMatchObject([{ key: 'ci', score: 0 }]);
    }
  });

  test('checks the tool calls, a number and the tokens of a response', async () => {
    const run = await ask({
      cases: `
- {name: right, message: refund 160.40 EUR, expect: {tool-calls: [{name: refund, args: {order: 7}}], number: {value: 160, tolerance: 0.5}, max-tokens: 30}}
- {name: wrong, message: refund 160.40 EUR, expect: {tool-calls: [search, {name: refund, args: {order: 8}}], number: 7, max-tokens: 29}}
- {name: none, message: hello, expect: {tool-calls: []}}
`,
    });
    expect(casesOf(run)).toMatchObject([
      { result: 'passed' },
      {
        result: 'failed',
        why: [
          'number: "one: refund 160.40 EUR" contains no number within 0 of 7',
          'tool-calls: expected search, refund in this order, but the agent called refund',
          'max-tokens: the response used 30 tokens, more than 29',
        ],
      },
      { result: 'passed' },
    ]);
  });

  test('leaves no thread behind, and can be repeated on the same agent', async () => {
    const threadId = randomUUID();
    await api('POST', '/threads', { thread_id: threadId });
    const stuck = await api('POST', `/threads/${threadId}/runs`, {
      assistant_id: 'agent',
      input: { messages: [{ type: 'human', content: 'wait' }] },
    });
    const busy = await ask({ 'thread-id': threadId, input: saying('hi'), 'multitask-strategy': 'reject' });
    expect([busy.exitCode, busy.outputs['reason-code']]).toEqual([1, 'verification-impossible']);
    expect(errorsOf(busy)[0]).toMatch(/with status 409.*set another thread-id or another multitask-strategy/);
    for (const words of ['first', 'second']) {
      const run = await ask({
        'thread-id': threadId,
        input: saying(words),
        'last-message': `^one: ${words}$`,
      });
      expect([run.exitCode, run.outputs['thread-id']]).toEqual([0, threadId]);
    }
    const { run_id: runId } = stuck.body as { run_id: string };
    expect((await api('GET', `/threads/${threadId}/runs/${runId}`)).status).toBe(404);
    const own = await ask({ input: saying('hi') });
    expect((await api('GET', `/threads/${own.outputs['thread-id']}`)).status).toBe(404);
    const kept = await ask({ input: saying('hi'), 'keep-threads': 'always' });
    expect((await api('GET', `/threads/${kept.outputs['thread-id']}`)).status).toBe(200);
  });

  // docs/verify.md#feedback-at-the-end
  test("cancels an agent's run that takes too long, and reports a missing feedback URL", async () => {
    const run = await ask({ input: saying('wait'), 'time-limit': '1s', 'keep-threads': 'failed' });
    expect([run.exitCode, run.outputs['reason-code']]).toEqual([1, 'verification-timed-out']);
    const { thread_id: thread, run_id: id } = casesOf(run)[0] ?? {};
    expect((await api('GET', `/threads/${thread}/runs/${id}`)).body).toMatchObject({ status: 'interrupted' });
    // The server sends the feedback URLs at the end of the stream, but a canceled check does not wait for the end.
    expect(run.log).toContain('The server returned no feedback URL for `ci`.');
    expect(await feedbackOf(id ?? '')).toEqual([]);
  });

  test("cancels the agent's run and deletes the thread if the step is cancelled", async () => {
    const stop = new AbortController();
    const threads = async () =>
      (await api('POST', '/threads/search', { limit: 1000 })).body as { thread_id: string }[];
    const before = new Set((await threads()).map(({ thread_id }) => thread_id));
    const run = verifyWith(world, {
      inputs: { 'deployment-url': live.url, input: saying('wait') },
      signal: stop.signal,
    });
    const ours = async () => (await threads()).filter(({ thread_id }) => !before.has(thread_id));
    await until(async () => {
      const [thread] = await ours();
      if (thread === undefined) return false;
      return ((await api('GET', `/threads/${thread.thread_id}/runs`)).body as unknown[]).length > 0;
    }, 'the run has begun');
    stop.abort();
    expect((await run).outputs).toMatchObject({ outcome: 'cancelled', verified: 'false' });
    expect(await ours()).toEqual([]);
  });

  test.each([
    [
      'checks.yml',
      `assistant: agent\ncases:\n- {name: a, input: ${saying('a')}}\n- {name: b, message: b}\n`,
      '- inptu: {}',
      'line 1: case 1: inptu: no field with this name exists. Did you mean input?',
    ],
    [
      'checks.jsonl',
      '{"name":"a","message":"a"}\n{"name":"b","message":"b","expect":{"last-message":"^one: b$"}}\n',
      '{"message":"a"}\n{"mesage":"b"}\n',
      'line 2: case 2: mesage: no field with this name exists. Did you mean message?',
    ],
    [
      'checks.csv',
      'name,message,expect.last-message\na,"a, quoted",\nb,b,^one: b$\n',
      'message,answer\na,b\n',
      'line 1: no field has the name of the column "answer".',
    ],
  ])(
    'reads its cases from %s of the checkout, and rejects invalid cases before any request',
    async (file, text, invalid, problem) => {
      const workspace = await mkdtemp(path.join(tmpdir(), 'agent-deploy-checks-'));
      try {
        await writeFile(path.join(workspace, file), text);
        const inputs = { 'deployment-url': live.url, cases: file };
        const run = await verifyWith(world, { workspace, inputs });
        expect([run.exitCode, run.outputs['passed']]).toEqual([0, '2']);
        const mark = await world.emulator.journalMark();
        await writeFile(path.join(workspace, file), invalid);
        const wrong = await verifyWith(world, { workspace, inputs });
        expect(wrong.outputs['reason-code']).toBe('invalid-input');
        expect(errorsOf(wrong)[0]).toContain(`${file}: ${problem}`);
        expect(await world.emulator.journal(mark)).toEqual([]);
      } finally {
        await rm(workspace, { recursive: true });
      }
    },
  );
});

/** A graph that interrupts to ask a person before it replies. */
const asking: FileTree = {
  'package.json': `${JSON.stringify({ name: 'asking-agent', private: true, type: 'module' })}\n`,
  'langgraph.json': graphConfig(),
  'src/agent.ts': `import { AIMessage } from '@langchain/core/messages';
import { END, interrupt, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';

export const graph = new StateGraph(MessagesAnnotation)
  .addNode('approve', () => ({ messages: [new AIMessage(\`approved by \${interrupt('may I?')}\`)] }))
  .addEdge(START, 'approve')
  .addEdge('approve', END)
  .compile();
`,
};

describe('a graph that waits for a person', () => {
  test('passes a case that expects the interrupt, is resumed by the next case, and fails a case without this expectation', async () => {
    const repository = await world.repository(asking);
    const deployed = await world.deploy({
      event: await world.push(repository),
      inputs: {
        'deployment-name': world.name(),
        'repo-url': repository.url,
        'install-command': rootModulesInstall(),
        'wait-timeout': PATIENT_WAIT_TIMEOUT,
      },
    });
    const run = await verifyWith(world, {
      inputs: {
        'deployment-url': deployed.outputs['deployment-url'] ?? '',
        'thread-id': randomUUID(),
        cases: `
- {name: asks, input: ${saying('pay')}, expect: {interrupted: true}}
- {name: continues, command: {resume: the boss}, expect: {last-message: '^approved by the boss$'}}
- {name: asks no question, input: ${saying('pay')}}
`,
      },
    });
    expect(casesOf(run)).toMatchObject([
      { name: 'asks', result: 'passed', why: [] },
      { name: 'continues', result: 'passed', why: [] },
      {
        name: 'asks no question',
        result: 'failed',
        why: [expect.stringContaining('was interrupted before it finished')],
      },
    ]);
  });
});

describe('the verify action on an unreliable network', () => {
  const runs = { surface: 'agent-server', method: 'POST', path: '**/runs/stream' };
  const lost = /checking whether the run was created/;
  const broke = /reconnecting to the run/;
  test.each<[string, RegExp, Record<string, unknown>]>([
    ['resets the connection before the response', lost, { reset: true }],
    ['loses the response to the start', lost, { drop_answer: true }],
    ['breaks the stream immediately', broke, { truncate_at: 0 }],
    ['breaks the stream in the middle', broke, { truncate_at: 150 }],
    [
      'responds with an error of a gateway',
      lost,
      { status: 502, body: 'Bad gateway', content_type: 'text/html' },
    ],
    ['requests a retry', /asked for a retry/, { status: 503, retry_after: 1 }],
  ])('starts and evaluates exactly one run on a network that %s', async (_what, reported, effect) => {
    await world.emulator.setFaults([{ match: runs, when: { nth: [1] }, effect }]);
    const run = await ask({ input: saying('hi'), 'last-message': '^one: hi$', 'keep-threads': 'always' });
    await world.emulator.clearFaults();
    expect([run.exitCode, run.outputs['verified']]).toEqual([0, 'true']);
    expect(run.log).toMatch(reported);
    const made = (await api('GET', `/threads/${run.outputs['thread-id']}/runs`)).body as { run_id: string }[];
    expect(made.map(({ run_id }) => run_id)).toEqual([run.outputs['run-id']]);
  });

  test("joins a run again after the run's stream broke, even if the deployment's address has a path", async () => {
    await world.emulator.setFaults([{ match: runs, when: { nth: [1] }, effect: { truncate_at: 150 } }]);
    const run = await ask({
      'deployment-url': `${world.emulator.urls.controlPlane}/d/${live.id}`,
      input: saying('hi'),
      'last-message': '^one: hi$',
    });
    await world.emulator.clearFaults();
    expect([run.exitCode, run.outputs['revision-id']]).toEqual([0, live.revision]);
    expect(run.log).toMatch(broke);
  });

  test('writes only one warning if the tracing service is unavailable', async () => {
    await world.emulator.setFaults([
      { match: { method: 'POST', path: '**/feedback/tokens/**' }, effect: { status: 500 } },
    ]);
    const run = await ask({ input: saying('hi') });
    await world.emulator.clearFaults();
    expect([run.exitCode, annotationsOf(run)]).toEqual([0, ['warning']]);
  });
});

describe('a deploy with the input `verify`', () => {
  const verify = `name: says its version\ninput: ${saying('hi')}\nexpect: {last-message: '^(one|fine): hi$'}`;

  test('is green if the live agent passes its cases, and otherwise restores the earlier active revision', async () => {
    const name = world.name();
    const repository = await world.repository(obedientAgent('one'));
    const first = await deploy(name, 'one', { verify }, repository);
    expect([first.exitCode, first.outputs['verified']]).toEqual([0, 'true']);
    await repository.commit(obedientAgent('wrong'));
    const again = await deploy(name, 'wrong', { verify, 'rollback-on-failure': 'true' }, repository);
    expect(again.exitCode).toBe(1);
    expect(again.outputs).toMatchObject({
      outcome: 'rolled-back',
      verified: 'false',
      'previous-revision-id': first.outputs['revision-id'],
    });
    expect(JSON.parse(again.outputs['result'] ?? '')).toMatchObject({
      rollback: { after: 'verification-failed' },
    });
    const [back] = await revisionsOf(world, first.outputs['deployment-id'] ?? '');
    expect(back).toMatchObject({ id: again.outputs['rollback-revision-id'], status: 'DEPLOYED' });
    const now = await verifyWith(world, {
      inputs: { 'deployment-name': name, input: saying('hi'), 'last-message': '^one: hi$' },
      secrets: [MODEL_KEY],
    });
    expect(now.exitCode).toBe(0);
  });

  test('reports that no earlier revision exists if the first revision fails its cases', async () => {
    const run = await deploy(world.name(), 'wrong', { verify, 'rollback-on-failure': 'true' });
    expect([run.exitCode, run.outputs['reason-code']]).toEqual([1, 'verification-failed']);
    expect(errorsOf(run)[0]).toContain('No rollback is possible');
  });

  test('shows no secret that the agent prints', async () => {
    const run = await deploy(world.name(), 'one', {
      verify: `input: ${saying('secret')}\nexpect: {last-message: nothing like it, state: {messages: [{}, {content: no}]}}`,
    });
    expect(run.outputs['reason-code']).toBe('verification-failed');
    expect(errorsOf(run)[0]).toContain('got "the key is ***"');
    expectClean(JSON.stringify(run.outputs), [MODEL_KEY], 'outputs');
  });
});
