import { beforeAll, describe, expect, test } from '@jest/globals';
import type { ProgrammedReply } from '../../harness/agents/programmed.ts';
import { until } from '../../harness/until.ts';
import { useTestEnvironment } from './support/environment.ts';
import { expectVerdict, type GateRepository, questionFile, RIGHT, useGate } from './support/gate.ts';

const world = useTestEnvironment({ runtime: 'process' });
const gate = useGate(world);
const TWENTY = { 'evals/cases.jsonl': questionFile(20) };
const verify = 'cases: evals/cases.jsonl\nconcurrency: 5';
const broken: ProgrammedReply = { to: '^question 7$', says: 'I do not know' };

let shop: GateRepository;
beforeAll(async () => {
  shop = await gate.repository([RIGHT]);
});

describe('the reports of a gate', () => {
  test('contain the broken case in JSON and in JUnit XML, and a page with both responses', async () => {
    const pull = await shop.pullRequest([broken, RIGHT], { verify, files: TWENTY });
    expectVerdict(pull, 'worse');
    expect(pull.report).toMatchObject({
      verdict: 'worse',
      red: true,
      reasons: ['1 of 20 cases is broken'],
      totals: { answers: 48, second_looks: 1 },
    });
    const verdicts = pull.report?.cases.map(({ name, verdict }) => [name, verdict]);
    expect(verdicts?.filter(([, verdict]) => verdict !== 'same')).toEqual([['question 7', 'broken']]);
    expect(pull.junit).toMatch(/<testcase [^>]*name="question 7"><failure /);
    expect(pull.junit.match(/<failure /g)).toHaveLength(1);
    const page = await shop.readReport('report.html');
    expect(page).toContain('I do not know');
    expect(page).toContain('answer to question 7');
  });

  test('of a second attempt contain the responses of both attempts only if the cases are the same', async () => {
    const first = await shop.pullRequest([RIGHT], { verify, files: TWENTY });
    expect(expectVerdict(first, 'same').answers).toBe(40);
    const again = await first.again({ verify, keepReports: true });
    expect(expectVerdict(again, 'same').answers).toBe(80);
    const other = await first.again({ verify: `${verify}\nmax-cases: 10`, keepReports: true });
    expect(expectVerdict(other, 'same').answers).toBe(20);
  });

  test('contain three responses per case with `repeats: 3`, and two more per deployment if a case fails', async () => {
    const pull = await shop.pullRequest([broken, RIGHT], { verify: `${verify}\nrepeats: 3`, files: TWENTY });
    expect(expectVerdict(pull, 'worse').answers).toBe(20 * 2 * 3 + 2 * 2);
    expect(pull.report?.totals).toMatchObject({ answers: 124, second_looks: 1 });
    expect(pull.comment).toContain('Production passed 5 of 5 times, the preview 0 of 5');
  });

  test.each([
    ['token-budget: 300', 'the token budget of 300 tokens was spent'],
    ['time-budget: 1s', 'the time budget of 1s was spent'],
  ])(
    'state with %s that the gate ended early and is inconclusive, and show the responses so far',
    async (budget, why) => {
      const costly: ProgrammedReply = { ...RIGHT, tokens: 50, delayMs: 300 };
      const pull = await shop.pullRequest([costly], {
        verify: `cases: evals/cases.jsonl\nconcurrency: 1\n${budget}`,
        files: TWENTY,
      });
      const gated = expectVerdict(pull, 'inconclusive');
      expect(pull.run.outputs['reason-code']).toBe('gate-inconclusive');
      expect(pull.report?.ended_early).toContain(why);
      expect(gated.answers).toBeGreaterThan(0);
      expect(gated.answers).toBeLessThan(40);
      expect(pull.comment).toMatch(new RegExp(`The gate ended early: ${why}. \\d+ of 20 cases were not run`));
      expect(pull.comment).toContain('The preview was compared with production only in part');
    },
  );

  test('of a cancelled gate contain the responses so far, and the threads of the gate are deleted', async () => {
    const slow: ProgrammedReply = { to: '^question (1[1-9]|20)$', says: '', delayMs: 600_000 };
    const stop = new AbortController();
    const mark = await world.emulator.journalMark();
    const running = shop.pullRequest([slow, RIGHT], {
      verify,
      files: TWENTY,
      more: { signal: stop.signal },
    });
    running.catch(() => undefined);
    await until(async () => {
      const requests = await world.emulator.journal(mark);
      // The gate reads the thread of each answer.
      const read = requests.filter(({ method, path }) => method === 'GET' && /\/threads\/[^/]+$/.test(path));
      return read.length >= 20;
    }, 'the fast cases are answered');
    stop.abort();
    const cancelled = await running;
    expect(cancelled.run.outputs).toMatchObject({ outcome: 'cancelled', verified: 'false' });
    expect(cancelled.report?.ended_early).toContain('cancelled');
    expect(cancelled.report?.totals.answers).toBeGreaterThanOrEqual(18);
    await until(async () => {
      const url = `${cancelled.run.outputs['deployment-url']}/threads/search`;
      return ((await world.emulator.api('POST', url, { limit: 100 })).body as unknown[]).length === 0;
    }, 'the threads of the cancelled gate are deleted');
  });
});
