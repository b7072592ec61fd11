import { describe, expect, test } from '@jest/globals';
import type { ProgrammedReply } from '../../harness/agents/programmed.ts';
import { errorsOf, summaryOf, useTestEnvironment } from './support/environment.ts';
import { expectVerdict, type GateRun, questionFile, RIGHT, useGate } from './support/gate.ts';
import { revisionsOf } from './support/images.ts';

const world = useTestEnvironment({ runtime: 'process' });
const gate = useGate(world);

const FORTY = { 'evals/cases.jsonl': questionFile(40) };
const WRONG: ProgrammedReply = { to: '^question 17$', says: 'I do not know' };
const ROLLBACK = { 'rollback-on-failure': 'true' };

/** Returns the current answer of a deployment to a question. */
async function ask({ run }: GateRun, question: string): Promise<unknown> {
  const { body } = await world.emulator.api('POST', `${run.outputs['deployment-url']}/runs/wait`, {
    assistant_id: 'agent',
    input: { messages: [{ type: 'human', content: question }] },
  });
  return (body as { messages: { content: unknown }[] }).messages.at(-1)?.content;
}

describe('a push to main with a gate that compares nothing', () => {
  const verify = 'cases: evals/cases.jsonl\nconcurrency: 10';

  test('rolls back if a score is below its floor, and is green if the score equals the floor', async () => {
    const shop = await gate.repository([RIGHT]);
    const green = await shop.push([RIGHT], { verify, files: FORTY, inputs: ROLLBACK });
    const gated = expectVerdict(green, 'passed');
    expect(green.run.outputs).toMatchObject({ outcome: 'deployed', verified: 'true' });
    expect(gated.answers).toBe(40);

    const red = await shop.push([WRONG, RIGHT], { verify, files: FORTY, inputs: ROLLBACK });
    expectVerdict(red, 'below-floor');
    expect(red.run.outputs).toMatchObject({
      outcome: 'rolled-back',
      verified: 'false',
      'previous-revision-id': green.run.outputs['revision-id'],
    });
    expect(JSON.parse(red.run.outputs['result'] ?? '')).toMatchObject({
      rollback: { after: 'gate-below-floor' },
    });
    expect(errorsOf(red.run).join()).toContain('1 of 40 cases failed');
    expect(red.run.annotations).toContainEqual(
      expect.objectContaining({ level: 'error', file: 'evals/cases.jsonl', line: '17' }),
    );
    const [back] = await revisionsOf(world, red.run.outputs['deployment-id']);
    expect(back).toMatchObject({ id: red.run.outputs['rollback-revision-id'], status: 'DEPLOYED' });
    expect(await ask(red, 'question 17')).toBe('answer to question 17');

    const floor = `${verify}\nscores: {pass: {floor: 0.9}}`;
    const tolerated = await shop.push([WRONG, RIGHT], { verify: floor, files: FORTY, inputs: ROLLBACK });
    expect(tolerated.run.outputs).toMatchObject({ outcome: 'deployed', verified: 'true' });
    expect(await ask(tolerated, 'question 17')).toBe('I do not know');
  });

  test('is red without a rollback if the score command fails, because that proves nothing about the agent', async () => {
    const shop = await gate.repository([RIGHT]);
    const run = await shop.push([RIGHT], {
      verify: `${verify}\ncommand: echo "no judge today" >&2; exit 3`,
      files: FORTY,
      inputs: ROLLBACK,
    });
    const gated = expectVerdict(run, 'inconclusive');
    expect(run.run.outputs).toMatchObject({ outcome: 'failed', 'reason-code': 'gate-inconclusive' });
    expect(run.run.outputs['rollback-revision-id']).toBe('');
    expect(gated.counts).toMatchObject({ errored: 40 });
    expect(summaryOf(run.run)).toContain('no judge today');
  });
});

describe('a push to main with a gate that compares with another deployment', () => {
  test("rolls back if the new revision's responses are worse than the other deployment's", async () => {
    const reference = await gate.repository([RIGHT]);
    const shop = await gate.repository([RIGHT]);
    const verify = `cases: evals/cases.jsonl\nconcurrency: 10\ncompare-with: ${reference.production}`;
    const green = await shop.push([RIGHT], { verify, files: FORTY, inputs: ROLLBACK });
    expectVerdict(green, 'same');
    const red = await shop.push([WRONG, RIGHT], { verify, files: FORTY, inputs: ROLLBACK });
    expectVerdict(red, 'worse');
    expect(red.run.outputs['outcome']).toBe('rolled-back');
    expect(JSON.parse(red.run.outputs['result'] ?? '')).toMatchObject({
      rollback: { after: 'gate-worse' },
    });
    expect(errorsOf(red.run).join()).toContain('1 of 40 cases is broken');
    expect(await ask(red, 'question 17')).toBe('answer to question 17');
  });
});
