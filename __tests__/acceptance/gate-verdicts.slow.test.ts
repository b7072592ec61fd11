import { beforeAll, describe, expect, test } from '@jest/globals';
import type { ProgrammedReply } from '../../harness/agents/programmed.ts';
import { annotationsOf, errorsOf, summaryOf, useTestEnvironment } from './support/environment.ts';
import {
  expectVerdict,
  type GateRepository,
  type GateRun,
  MODEL_KEY,
  RIGHT,
  useGate,
} from './support/gate.ts';
import { lineOf, only, shopAgent, shopCases } from './support/shop.ts';

const world = useTestEnvironment({ runtime: 'process' });
const gate = useGate(world);

const FORTY = { 'evals/cases.jsonl': shopCases() };
/** Gate with the forty cases of the file. A preview is compared with production by default. */
const OF_FORTY = 'cases: evals/cases.jsonl\nconcurrency: 10\nseed: forty';

/** Checks that no thread of a gate remains in a deployment. */
async function expectNoThreads({ run }: GateRun): Promise<void> {
  const { body } = await world.emulator.api('POST', `${run.outputs['deployment-url']}/threads/search`, {
    limit: 100,
  });
  expect(body).toEqual([]);
}

describe('a preview that is compared with production', () => {
  let shop: GateRepository;
  beforeAll(async () => {
    shop = await gate.repository(shopAgent());
  });

  test('is green if the responses are the same, and no thread remains in either deployment', async () => {
    const pull = await shop.pullRequest(shopAgent(), { verify: OF_FORTY, files: FORTY, picture: 'equal' });
    const gated = expectVerdict(pull, 'same');
    expect(pull.run.outputs).toMatchObject({ outcome: 'deployed', verified: 'true' });
    expect(gated.counts).toMatchObject({ same: 40, broken: 0, errored: 0 });
    expect(gated.answers).toBe(80);
    expect(pull.comment).toContain(
      'The preview is ready, and its answers are as good as those of production',
    );
    expect(pull.comment).toMatch(/pass +│? *1\.00.*1\.00.*same/);
    expect(annotationsOf(pull.run)).toEqual([]);
    await expectNoThreads(pull);
    expect(JSON.parse(pull.run.outputs['gate-counts'] ?? '')).toMatchObject({ same: 40 });
  });

  test("is red if one of forty cases is broken, and the report contains the case's line and both responses", async () => {
    const name = 'Refund of the tent';
    const agent = shopAgent(only([name], { says: 'I have refunded the tent to your card.' }));
    const pull = await shop.pullRequest(agent, { verify: OF_FORTY, files: FORTY, picture: 'worse' });
    const gated = expectVerdict(pull, 'worse');
    expect(pull.run.outputs).toMatchObject({ outcome: 'failed', 'reason-code': 'gate-worse' });
    expect(gated.counts).toMatchObject({ broken: 1, same: 39 });
    // The broken case was run four more times in both deployments.
    expect(gated.answers).toBe(88);
    expect(pull.comment).toContain('The preview works, but its answers are worse than those of production');
    expect(pull.comment).toContain('1 of 40 cases is broken');
    expect(pull.comment).toContain(`Broken: ${name}. Production passed 5 of 5 times, the preview 0 of 5`);
    expect(pull.comment).toContain('Question: I want my money back for the tent.');
    expect(pull.markdown).toMatch(/^- Refund the tent\? Please confirm\.$/m);
    expect(pull.markdown).toMatch(/^\+ I have refunded the tent to your card\.$/m);
    expect(pull.run.annotations.filter(({ file }) => file !== null)).toMatchObject([
      { level: 'error', file: 'evals/cases.jsonl', line: String(lineOf(name)) },
    ]);
    expect(summaryOf(pull.run)).toContain('1 of 40 cases is broken');
  });

  test('is red if every response scores a little worse, and green if the difference is within the margin', async () => {
    const score = `
let text = '';
for await (const part of process.stdin) text += part;
const { output } = JSON.parse(text);
const said = output.messages.at(-1).content;
console.log(JSON.stringify({ key: 'quality', score: Number(/quality (\\S+)/.exec(said)?.[1]) }));
`;
    const files = { ...FORTY, 'evals/score.mjs': score };
    const verify = `${OF_FORTY}\ncommand: node evals/score.mjs`;
    const quality = (value: number) => shopAgent(({ answer }) => ({ says: `${answer} quality ${value}` }));
    files['evals/cases.jsonl'] = shopCases({ exact: false });
    const scored = await gate.repository(quality(0.9));
    const worse = await scored.pullRequest(quality(0.84), { verify, files, picture: 'worse-everywhere' });
    const gated = expectVerdict(worse, 'worse');
    expect(gated.counts).toMatchObject({ broken: 0, changed: 40 });
    expect(gated.sentence).toContain('The score quality fell from 0.90 to 0.84');
    expect(worse.comment).toMatch(
      /The score quality fell from 0\.90 to 0\.84, more than chance and the margin explain/,
    );
    expect(worse.run.outputs['reason-code']).toBe('gate-worse');
    expect(errorsOf(worse.run).join()).toContain('The score quality fell from 0.90 to 0.84');
    const close = await scored.pullRequest(quality(0.89), { verify, files });
    expectVerdict(close, 'same');
  });

  test('is scored by a command that runs in a box without a key and sends requests through the credential proxy', async () => {
    const script = `
import { readFileSync } from 'node:fs';
const { output } = JSON.parse(readFileSync(0, 'utf8'));
const status = await fetch('https://api.model.invalid').then(({ status }) => status, () => 'failed');
const hasKey = Object.values(process.env).some((value) => value.includes(${JSON.stringify(MODEL_KEY)}));
const isAlone = status !== 200 && !hasKey && process.env.HTTPS_PROXY !== undefined;
console.log(JSON.stringify({ key: 'alone', score: isAlone && output.messages.length > 0, comment: String(status) }));
`;
    const files = {
      'evals/cases.yml': '- {name: hello, message: Is the tent in stock?}',
      'evals/score.mjs': script,
    };
    const verify = `
cases: evals/cases.yml
compare-with: ${shop.production}
scores: {alone: {floor: 1}}
command: /run/box/bin/node evals/score.mjs
proxy-config:
  rules:
    - name: model
      match_hosts: [api.model.invalid]
      headers:
        - {name: authorization, type: workspace_secret, value: 'Bearer {MODEL_KEY}'}
`;
    const pull = await shop.pullRequest(shopAgent(), {
      verify,
      files,
      more: { env: { MODEL_KEY } },
    });
    const gated = expectVerdict(pull, 'unclear');
    expect(gated.scores).toContainEqual(expect.objectContaining({ key: 'alone', baseline: 1, candidate: 1 }));
    expect(pull.run.log).toContain('network: proxy');
    expect(pull.run.log).toMatch(/Requests of the score command to api\.model\.invalid: 2 \(/);
  });

  test('is green if the responses vary only by chance, and the report states how many cases would show a difference', async () => {
    const flaky = (seed: string) => shopAgent(() => ({ rate: 0.6, otherwise: 'I do not know.', seed }));
    const varying = await gate.repository(flaky('production'));
    const pull = await varying.pullRequest(flaky('h'), {
      verify: OF_FORTY,
      files: FORTY,
      picture: 'flaky',
    });
    const gated = expectVerdict(pull, 'unclear');
    expect(gated.counts['flaky']).toBeGreaterThan(5);
    expect(gated.counts['broken']).toBe(0);
    expect(pull.comment).toContain('The preview is ready, and nothing is known to be worse');
    expect(pull.comment).toMatch(/[Aa]bout \d+ cases would show a drop of [\d.]+ in pass/);
  });

  test('is green if the responses are better', async () => {
    const poor = await gate.repository(
      shopAgent(({ name }) => (/backpack|stove/.test(name) ? { says: 'I do not know.' } : {})),
    );
    const pull = await poor.pullRequest(shopAgent(), { verify: OF_FORTY, files: FORTY, picture: 'better' });
    const gated = expectVerdict(pull, 'better');
    expect(gated.counts).toMatchObject({ fixed: 16, same: 24 });
    expect(pull.comment).toContain(
      'The preview is ready, and its answers are better than those of production',
    );
  });

  test('is red for slower responses only if the latency is part of the gate, which otherwise only reports the latency', async () => {
    const verify = `cases: evals/cases.jsonl\nconcurrency: 6\ncompare-with: ${shop.production}`;
    const pull = await shop.pullRequest(
      shopAgent(() => ({ delayMs: 400 })),
      {
        verify: `${verify}\njudging: {max-latency-ratio: 1.5}`,
        files: FORTY,
        picture: 'slow',
      },
    );
    const gated = expectVerdict(pull, 'worse');
    expect(gated.sentence).toMatch(/[Tt]he median latency rose from .+ to .+/);
    expect(pull.comment).toContain('The preview works, but answers more slowly than production');
    const quiet = await pull.again({ verify });
    expect(quiet.run.exitCode).toBe(0);
  });

  test('is red if cases fail only in the preview, and green if they fail in both deployments', async () => {
    const failing = (names: readonly string[]) => shopAgent(only(names, { throws: 'no such order' }));
    const both = ['Stock of the tent', 'Stock of the backpack'];
    const unlucky = await gate.repository(failing(both));
    const options = { verify: OF_FORTY, files: FORTY };
    const green = await unlucky.pullRequest(failing(both), { ...options, picture: 'failing-both' });
    expect(expectVerdict(green, 'same').counts).toMatchObject({ same: 40 });
    expect(green.comment).toContain('40 cases, none broken, 2 fail on both sides');
    expect(green.comment).toMatch(/same +Stock of the tent .*no such order.*no such order.*0\/1\s→\s0\/1/);
    const one = [...both, 'Price of the tent', 'Price of the backpack'];
    const red = await unlucky.pullRequest(failing(one), { ...options, picture: 'failing-one' });
    expect(expectVerdict(red, 'worse').counts).toMatchObject({ broken: 2, same: 38 });
    expect(red.comment).toContain('Broken: Price of the tent.');
  });

  test('is red if a score is below its floor, even if the preview is as good as production', async () => {
    const names = ['tent', 'backpack'].flatMap((item) => [`Care of the ${item}`, `Colors of the ${item}`]);
    const agent = shopAgent(only(names, { says: 'I do not know.' }));
    const poor = await gate.repository(agent);
    const verify = `${OF_FORTY}\nscores: {pass: {floor: 0.95}}`;
    const pull = await poor.pullRequest(agent, { verify, files: FORTY, picture: 'below-floor' });
    const gated = expectVerdict(pull, 'below-floor');
    expect(pull.run.outputs['reason-code']).toBe('gate-below-floor');
    expect(gated.counts).toMatchObject({ same: 40, broken: 0 });
    expect(gated.sentence).toContain('0.90');
    expect(pull.comment).toContain('The score pass is 0.90, below its floor of 0.95');
  });

  test('is inconclusive if too many responses could not be scored, and the comment states why', async () => {
    const score = `
import { readFileSync } from 'node:fs';
const { input } = JSON.parse(readFileSync(0, 'utf8'));
const [{ content }] = input.messages;
if (/tent/.test(content)) {
  console.error('TypeError: no rule for the item tent');
  process.exit(1);
}
console.log(JSON.stringify({ key: 'polite', score: 1 }));
`;
    const files = { ...FORTY, 'evals/score.mjs': score };
    const verify = `${OF_FORTY}\ncommand: node evals/score.mjs`;
    const pull = await shop.pullRequest(shopAgent(), { verify, files, picture: 'inconclusive' });
    const gated = expectVerdict(pull, 'inconclusive');
    expect(pull.run.outputs['reason-code']).toBe('gate-inconclusive');
    expect(gated.counts).toMatchObject({ errored: 8, broken: 0 });
    expect(pull.comment).toContain('8 of 40 cases');
    expect(pull.comment).toContain('TypeError: no rule for the item tent');
  });

  test('is judged by errors, tool calls, interrupts and tokens in addition to the texts of the responses', async () => {
    const call = { name: 'refund', args: { order: 7 } };
    const refund: ProgrammedReply = { to: 'refund', says: 'refunded', calls: [call], tokens: 30 };
    const throws = (to: string): ProgrammedReply => ({ to, says: '', throws: 'no such order' });
    const mixed = await gate.repository([
      refund,
      throws('both'),
      throws('only production'),
      { to: '^never asked$', says: '', interrupts: 'may I?' },
      RIGHT,
    ]);
    const searching: ProgrammedReply = { ...refund, calls: [{ name: 'search', args: {} }] };
    const pull = await mixed.pullRequest(
      [
        searching,
        throws('both'),
        throws('only preview'),
        { to: 'pay', says: 'paid', interrupts: 'may I?' },
        RIGHT,
      ],
      {
        verify: `
compare-with: ${mixed.production}
cases:
- {name: refunds, message: refund, expect: {tool-calls: [{name: refund, args: {order: 7}}], max-tokens: 30}}
- {name: fails on both sides, message: both}
- {name: fails in production, message: only production}
- {name: fails in the preview, message: only preview}
- {name: asks a person, message: pay}
- {name: must ask a person, message: pay twice, expect: {interrupted: true}}
- {name: must not ask a person, message: pay now, expect: {interrupted: false}}
- {name: answers, message: hello, expect: {last-message: ^answer to hello$}}
`,
      },
    );
    const gated = expectVerdict(pull, 'worse');
    // Without an expectation, both deployments may ask a person, and the difference is shown.
    expect(gated.counts).toMatchObject({ broken: 3, fixed: 2, changed: 1, same: 2 });
    for (const name of ['refunds', 'fails in the preview', 'must not ask a person']) {
      expect(pull.comment).toContain(`Broken: ${name}.`);
    }
    expect(pull.comment).toMatch(/fixed +fails in production .*no such order.* answer to only production/);
    expect(pull.comment).toMatch(/fixed +must ask a person/);
    expect(pull.markdown).toMatch(/^- .*answer to only preview$/m);
    expect(pull.markdown).toMatch(/^\+ .*no such order/m);
    expect(gated.tokens).toBe(300);
    expect(pull.comment).toContain('3 of 8 cases are broken');
  });
});
