import { describe, expect, test } from '@jest/globals';
import { agentError, createFakeAgent, type FakeAgentServer } from '../support/agent.ts';
import { createPreviewScenario } from '../preview/support.ts';
import {
  AGENT_URL,
  COMMIT,
  createVerifyScenario,
  deployedScenario,
  OLD_COMMIT,
  type Scenario,
} from '../support/scenario.ts';

const PRODUCTION_URL = 'https://production.example.org';

/** Returns cases with the questions `n`, whose expected answers are `yes n.`. */
const casesOf = (count: number): string =>
  Array.from(
    { length: count },
    (_, at) => `  - {name: case ${at}, message: "${at}", expect: {last-message: "^yes ${at}[.]$"}}`,
  ).join('\n');

/** Function that returns the agent's answer to a case. */
type Respond = (question: number, time: number) => string;

function program(agent: FakeAgentServer, respond: Respond): void {
  const times = new Map<number, number>();
  agent.respond = ({ input }) => {
    const question = Number((input as { messages: [{ content: string }] }).messages[0].content);
    const time = times.get(question) ?? 0;
    times.set(question, time + 1);
    return { messages: [{ type: 'ai', content: respond(question, time) }] };
  };
}
const correct: Respond = (question) => `yes ${question}.`;

/** Creates a deploy of `my-agent` that the gate compares with `production`. */
function gated(
  respond: { production?: Respond; candidate?: Respond },
  {
    count = 40,
    more = '',
    inputs = {},
  }: { count?: number; more?: string; inputs?: Record<string, string> } = {},
): { scenario: Scenario; production: FakeAgentServer } {
  const { scenario } = deployedScenario({
    verify: `compare-with: production\n${more}cases:\n${casesOf(count)}`,
    ...inputs,
  });
  scenario.controlPlane.add({ name: 'production', url: PRODUCTION_URL }, OLD_COMMIT);
  const production = createFakeAgent();
  scenario.otherAgents.set(PRODUCTION_URL, production);
  program(production, respond.production ?? correct);
  program(scenario.agent, respond.candidate ?? correct);
  return { scenario, production };
}

describe('the gate of a deploy', () => {
  test('is green for an agent that responds like the other deployment, after one request per case to each agent', async () => {
    const { scenario, production } = gated({});
    const { code, result } = await scenario.run();
    expect([code, result['outcome']]).toEqual([0, 'deployed']);
    expect(result['message']).toMatch(/No case is broken, and no score is known to be worse\./);
    expect([scenario.agent.bodies.length, production.bodies.length]).toEqual([40, 40]);
    expect([scenario.agent.threads.size, production.threads.size]).toEqual([0, 0]);
  });

  test('is red if one of forty cases is broken, after five responses of each deployment to that case', async () => {
    const { scenario, production } = gated({ candidate: (at) => (at === 7 ? 'no' : correct(at, 0)) });
    const { code, result } = await scenario.run();
    expect([code, result['reason_code']]).toEqual([1, 'gate-worse']);
    expect(result['message']).toMatch(/1 of 40 cases is broken\./);
    expect([scenario.agent.bodies.length, production.bodies.length]).toEqual([44, 44]);
  });

  test('is green if a case fails only once, because further responses to that case pass', async () => {
    const { scenario } = gated({
      candidate: (at, time) => (at === 7 && time === 0 ? 'no' : correct(at, time)),
    });
    const { code, result } = await scenario.run();
    expect([code, result['outcome']]).toEqual([0, 'deployed']);
  });

  test('is red if many cases are worse', async () => {
    const { scenario } = gated({
      candidate: (at, time) => (at % 4 === 0 && time === 0 ? 'no' : correct(at, 0)),
    });
    const { result } = await scenario.run();
    expect(result['reason_code']).toBe('gate-worse');
    expect(result['message']).toMatch(
      /The score pass fell from 1\.00 to 0\.75, more than chance and the margin explain\./,
    );
  });

  test('is red if the agent fails in cases where the other deployment responds', async () => {
    const { scenario } = gated({}, { count: 12 });
    scenario.agent.status = 'error';
    scenario.agent.error = { error: 'ValueError', message: 'no such order' };
    const { result } = await scenario.run();
    expect(result['reason_code']).toBe('gate-worse');
  });

  test('compares two interrupted runs if the case does not specify whether an interrupt is expected', async () => {
    const { scenario, production } = gated({});
    scenario.agent.interrupted = production.interrupted = true;
    const { result } = await scenario.run();
    expect(result['outcome']).toBe('deployed');
  });

  test('rolls back a revision that is worse', async () => {
    const { scenario } = gated(
      { candidate: () => 'no' },
      { count: 12, inputs: { 'rollback-on-failure': 'true' } },
    );
    const { result } = await scenario.run();
    expect([result['outcome'], result['reason_code']]).toEqual(['rolled-back', 'after-failure']);
  });

  // docs/security/pull-requests.md#gate-no-rollback
  test('does not roll back if too many cases have no result', async () => {
    const { scenario } = gated({}, { count: 12, inputs: { 'rollback-on-failure': 'true' } });
    scenario.agent.fail('startRun', agentError('http', 429), 6);
    const { result } = await scenario.run();
    expect(result['reason_code']).toBe('gate-inconclusive');
    expect(result['message']).toMatch(/Not rolled back: the revision may work\.$/);
  });

  test('does not compare a case that has no result for one of the deployments', async () => {
    const { scenario } = gated({});
    scenario.agent.fail('startRun', agentError('http', 429), 1);
    const { result } = await scenario.run();
    expect(result['outcome']).toBe('deployed');
  });

  test('writes feedback only to the traces of the deployment that it judges', async () => {
    const { scenario, production } = gated({}, { count: 3 });
    await scenario.run();
    expect([scenario.agent.submitted.length, production.submitted.length]).toEqual([3, 0]);
  });

  test('is inconclusive if the active revision of the other deployment changes during the comparison', async () => {
    const { scenario, production } = gated({}, { count: 3 });
    const active = [...scenario.controlPlane.revisions.values()].flat().at(-1)?.id ?? '';
    production.revision = () => (production.bodies.length < 3 ? active : 'another');
    const { result } = await scenario.run();
    expect(result['reason_code']).toBe('gate-inconclusive');
    expect(result['message']).toMatch(/production changed from revision \S+ to another during the gate/);
  });

  test('is rejected before any change if the other deployment is missing, is the deployment itself, or has no revision', async () => {
    for (const [name, message] of [
      ['nobody', /compare-with: this key cannot see any deployment nobody/],
      ['my-agent', /compare-with: the value is the deployment that is checked/],
      [
        `${AGENT_URL}/`,
        /compare-with: my-agent is the deployment that is judged, so both sides would be the same/,
      ],
      ['idle', /compare-with: no revision of idle is active/],
    ] as const) {
      const { scenario } = deployedScenario({ verify: `compare-with: ${name}\ncases:\n${casesOf(1)}` });
      scenario.controlPlane.add({ name: 'idle', active_revision_id: null });
      const { result } = await scenario.run();
      expect([result['outcome'], result['message']]).toEqual(['failed', expect.stringMatching(message)]);
      expect(scenario.controlPlane.count('patchDeployment')).toBe(0);
    }
  });

  test('is inconclusive if the URL to compare with leads to the judged revision', async () => {
    const { scenario, production } = gated({}, { count: 3 });
    const other = 'https://alias.example.org';
    scenario.otherAgents.set(other, production);
    scenario.inputs['verify'] = `compare-with: ${other}\ncases:\n${casesOf(3)}`;
    const ids = () => [...scenario.controlPlane.revisions.values()].flat().map(({ id }) => id);
    production.revision = () => ids().toSorted().at(-1) ?? '';
    const { result } = await scenario.run();
    expect(result['reason_code']).toBe('gate-inconclusive');
    expect(result['message']).toContain(`${other} is my-agent itself, so there is nothing to compare.`);
    expect(scenario.agent.bodies).toEqual([]);
  });

  test('compares with an agent that is specified by its URL', async () => {
    const { scenario } = gated(
      { candidate: () => 'no' },
      { inputs: { verify: `compare-with: ${PRODUCTION_URL}\ncases:\n${casesOf(12)}` } },
    );
    const { result } = await scenario.run();
    expect(result['reason_code']).toBe('gate-worse');
    expect(result['message']).toContain('12 of 12 cases are broken');
  });

  test('stops when the token budget is spent, and is then inconclusive', async () => {
    const { scenario } = gated({}, { more: 'token-budget: 100\nconcurrency: 1\n' });
    scenario.agent.respond = () => ({
      messages: [{ type: 'ai', content: 'yes', usage_metadata: { total_tokens: 50 } }],
    });
    const { host, result } = await scenario.run();
    expect(result['reason_code']).toBe('gate-inconclusive');
    expect(result['message']).toMatch(
      /The gate ended early: the token budget of 100 tokens was spent\. \d+ of \d+ cases were not run\./,
    );
    expect(host.lines.join('\n')).toMatch(
      /proves nothing about the agent.* The gate ended early: the token budget/,
    );
    expect(scenario.agent.bodies.length).toBe(2);
  });

  test('publishes the responses received so far if the step is cancelled', async () => {
    const { scenario, production } = gated({}, { more: 'concurrency: 1\n' });
    production.respond = () => {
      if (production.bodies.length === 5) {
        production.hangs = true;
        scenario.cancel.abort(new Error('cancelled'));
      }
      return { messages: [{ type: 'ai', content: 'yes' }] };
    };
    const { host, result } = await scenario.run();
    expect(result['outcome']).toBe('cancelled');
    expect(host.summaries.join()).toMatch(/cancelled/);
  });
});

describe('a dry run', () => {
  test('of a deploy with a gate lists the cases and the number of runs, but sends no case', async () => {
    const { scenario, production } = gated({}, { count: 3, inputs: { 'dry-run': 'true', force: 'true' } });
    const { host, result } = await scenario.run();
    expect(result['reason_code']).toBe('dry-run');
    expect([...production.calls, ...scenario.agent.calls]).toEqual([]);
    expect(host.lines.join('\n')).toContain(
      'Dry run: the action would send 3 cases to my-agent and to production:\n  case 0\n  case 1\n  case 2\nFirst responses: 6 runs.',
    );
  });

  test.each([
    ['with a gate', { seed: 'any' }],
    // This test must not load a machine, so the run would fail if it started the box of the command.
    ['with a score command', { command: 'node score.mjs' }],
    ['without a gate', {}],
  ])('of the verify action %s sends no request to the agent', async (_how, inputs) => {
    const cases = `cases:\n${casesOf(2)}`;
    const scenario = createVerifyScenario({ cases, input: '', 'dry-run': 'true', ...inputs });
    const { code, host } = await scenario.run();
    expect([code, host.outputs['outcome'], host.outputs['reason-code']]).toEqual([0, 'planned', 'dry-run']);
    expect(host.outputs['verified']).toBe('false');
    expect(scenario.agent.calls).toEqual([]);
    expect(host.lines.join('\n')).toContain(`would send 2 cases to ${AGENT_URL}:\n  case 0\n  case 1`);
  });
});

describe('the gate of the verify action', () => {
  test('does not state that nothing was sent if it is cancelled after the first case', async () => {
    const scenario = createVerifyScenario({ cases: `cases:\n${casesOf(2)}`, input: '', seed: 'any' });
    scenario.agent.respond = () => {
      scenario.cancel.abort(new Error('cancelled'));
      return { messages: [{ type: 'ai', content: 'yes' }] };
    };
    const { host } = await scenario.run();
    expect(host.outputs['outcome']).toBe('cancelled');
    const messages = host.annotations.map(({ message }) => message).join();
    expect(messages).toContain('The run was cancelled. No deployment was changed.');
  });

  test('rejects a comparison with a deployment that has the same URL as the judged agent', async () => {
    const scenario = createVerifyScenario({
      cases: `cases:\n${casesOf(2)}`,
      input: '',
      'compare-with': 'my-agent',
    });
    scenario.controlPlane.add({ name: 'my-agent', url: `${AGENT_URL}/` }, COMMIT);
    const { host } = await scenario.run();
    expect(host.outputs['reason-code']).toBe('invalid-input');
    expect(host.annotations.map(({ message }) => message).join()).toMatch(
      /compare-with: my-agent is the deployment that is judged/,
    );
    expect(scenario.agent.calls).toEqual([]);
  });
});

describe('the gate without a deployment to compare with', () => {
  test('requires every case to pass', async () => {
    const scenario = createVerifyScenario({ cases: `cases:\n${casesOf(3)}`, input: '', seed: 'any' });
    program(scenario.agent, correct);
    expect((await scenario.run()).host.outputs).toMatchObject({
      outcome: 'verified',
      'reason-code': 'gate-passed',
    });
    program(scenario.agent, (at) => (at === 1 ? 'no' : correct(at, 0)));
    expect((await scenario.run()).host.outputs).toMatchObject({ 'reason-code': 'gate-below-floor' });
    expect(scenario.agent.urls).toContain(AGENT_URL);
  });
});

describe('the gate of a preview', () => {
  test('compares with the deployment that the preview inherits from', async () => {
    const scenario = createPreviewScenario({
      'deployment-name': 'agents',
      verify: `repeats: 1\ncases:\n${casesOf(3)}`,
    });
    scenario.controlPlane.add({ name: 'agents', url: PRODUCTION_URL }, COMMIT);
    const production = createFakeAgent();
    scenario.otherAgents.set(PRODUCTION_URL, production);
    program(production, correct);
    program(scenario.agent, correct);
    const { result } = await scenario.run();
    expect(result['outcome']).toBe('deployed');
    expect(production.bodies.length).toBe(3);
  });

  test('draws the same sample for each attempt at a head commit, even if the merge commit differs', async () => {
    const sampleOf = async (mergeCommit: string) => {
      const scenario = createPreviewScenario({
        verify: `repeats: 1\nmax-cases: 5\ncases:\n${casesOf(100)}`,
      });
      scenario.env = { ...scenario.env, GITHUB_SHA: mergeCommit };
      program(scenario.agent, correct);
      await scenario.run();
      return scenario.agent.bodies.map(({ input }) => JSON.stringify(input)).toSorted();
    };
    const [first, second] = [await sampleOf('1'.repeat(40)), await sampleOf('2'.repeat(40))];
    expect(first).toHaveLength(5);
    expect(second).toEqual(first);
  });

  test('judges the preview without a comparison if the preview inherits from no deployment', async () => {
    const scenario = createPreviewScenario({ verify: `repeats: 1\ncases:\n${casesOf(3)}` });
    program(scenario.agent, correct);
    const { host, result } = await scenario.run();
    expect(result['outcome']).toBe('deployed');
    expect(host.lines.join('\n')).toMatch(/Sending 3 cases to the preview\n[^]*All 3 cases passed\./);
  });
});
