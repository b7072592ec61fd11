import fc from 'fast-check';
import { describe, expect, it } from '@jest/globals';
import { EXPECT_SUCCESS, singleCheck } from '../../../src/action/inputs/cases.ts';
import type { Check } from '../../../src/action/inputs/settings.ts';
import {
  type Collecting,
  collectAnswers,
  createCollection,
  type Response,
} from '../../../src/action/gate/collect.ts';
import { DEFAULT_SETTINGS } from '../../../src/judgement/comparison.ts';
import { isBaselineFirst, sampleCases } from '../../../src/action/gate/sample.ts';

const checkOf = (name: string): Check => ({
  ...singleCheck({ input: { name }, expect: EXPECT_SUCCESS }),
  name,
});
const casesOf = (count: number): Check[] => Array.from({ length: count }, (_, at) => checkOf(`case ${at}`));

function respond(passed: boolean, tokens?: number): Response {
  const run = { threadId: 't', runId: 'r', startedAt: 0, endedAt: 1, comments: new Map<string, string>() };
  return {
    kind: 'answered',
    passed,
    failures: [],
    output: 'yes',
    isFailed: false,
    shownOutput: 'yes',
    latencyMs: 1,
    tokens,
    run,
  };
}

function collecting(over: Partial<Collecting>): Collecting {
  return {
    cases: casesOf(3),
    settings: { ...DEFAULT_SETTINGS, seed: 's' },
    repeats: 1,
    concurrency: 2,
    ask: { baseline: async () => respond(true), candidate: async () => respond(true) },
    score: async () => ({ kind: 'scored', scores: new Map(), comments: new Map() }),
    comparedKeys: [],
    stopped: () => undefined,
    startProgress: () => () => {},
    ...over,
  };
}

async function collect(over: Partial<Collecting>) {
  const given = collecting(over);
  const collected = createCollection(given.cases, given.ask.baseline !== undefined);
  await collectAnswers(given, collected);
  return collected;
}

describe('the collection of responses', () => {
  it('reports the finished runs of both deployments, and then the repeated runs separately', async () => {
    const reported: string[] = [];
    await collect({
      concurrency: 1,
      ask: { baseline: async () => respond(true), candidate: async ({ name }) => respond(name !== 'case 1') },
      startProgress: (planned) => (done) => reported.push(`${done} of ${planned}`),
    });
    expect(reported).toEqual(['2 of 6', '4 of 6', '6 of 6', '2 of 8', '4 of 8', '6 of 8', '8 of 8']);
  });

  it('sends every case to both deployments as often as `repeats` states', async () => {
    const { cases } = await collect({ repeats: 3 });
    expect(cases.map(({ baseline, candidate }) => [baseline?.first.length, candidate.first.length])).toEqual([
      [3, 3],
      [3, 3],
      [3, 3],
    ]);
  });

  it('sends cases only to the candidate if no other deployment is compared', async () => {
    const { cases } = await collect({ ask: { baseline: undefined, candidate: async () => respond(true) } });
    expect(cases.map(({ baseline, candidate }) => [baseline, candidate.first.length])).toEqual([
      [undefined, 1],
      [undefined, 1],
      [undefined, 1],
    ]);
  });

  it('sends a case four more times to both deployments if only the candidate fails the case', async () => {
    const { cases } = await collect({
      ask: { baseline: async () => respond(true), candidate: async ({ name }) => respond(name !== 'case 1') },
    });
    const looks = cases.map(({ baseline, candidate }) => [
      baseline?.secondLook.length,
      candidate.secondLook.length,
    ]);
    expect(looks).toEqual([
      [0, 0],
      [4, 4],
      [0, 0],
    ]);
  });

  it('treats a comparison with the reference as an expectation of the case', async () => {
    const { cases } = await collect({
      comparedKeys: ['correct'],
      score: async ({ name }) => ({
        kind: 'scored',
        scores: new Map([['correct', name === 'case 0' ? 0 : 1]]),
        comments: new Map(),
      }),
    });
    expect(
      cases.map(({ candidate }) => candidate.first.map((one) => one.kind === 'answered' && one.passed)),
    ).toEqual([[false], [true], [true]]);
  });

  it('does not store scores of a response that could not be scored', async () => {
    const { cases } = await collect({ score: async () => ({ kind: 'errored', why: 'the program crashed' }) });
    expect(cases[0]?.candidate.first).toMatchObject([{ kind: 'errored', why: 'the program crashed' }]);
  });

  it('passes the outputs of both deployments to the scoring function', async () => {
    const others: unknown[] = [];
    await collect({
      cases: casesOf(1),
      ask: {
        baseline: async () => ({ ...respond(true), output: 'of the baseline' }) as Response,
        candidate: async () => ({ ...respond(true), output: 'of the candidate' }) as Response,
      },
      score: async (_check, { output, other }) => {
        others.push([output, other]);
        return { kind: 'scored', scores: new Map(), comments: new Map() };
      },
    });
    expect(others).toEqual(
      expect.arrayContaining([
        ['of the baseline', 'of the candidate'],
        ['of the candidate', 'of the baseline'],
      ]),
    );
  });

  it('stops before the next case when a budget is spent, and reports the reason', async () => {
    const { cases, endedEarly, tokens } = await collect({
      concurrency: 1,
      ask: { baseline: async () => respond(true, 10), candidate: async () => respond(true, 10) },
      stopped: (used) => (used >= 20 ? 'the budget was spent' : undefined),
    });
    expect(cases.map(({ candidate }) => candidate.first.length)).toEqual([1, 0, 0]);
    expect([endedEarly, tokens]).toEqual(['the budget was spent', 20]);
  });

  it('adds the new responses to the responses of an earlier attempt', async () => {
    const earlier = await collect({});
    const given = collecting({});
    const collected = createCollection(given.cases, true, earlier.cases);
    await collectAnswers(given, collected);
    expect(
      collected.cases.map(({ baseline, candidate }) => [baseline?.first.length, candidate.first.length]),
    ).toEqual([
      [2, 2],
      [2, 2],
      [2, 2],
    ]);
  });

  it('never runs more cases at the same time than `concurrency` allows', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 1, max: 30 }),
        async (limit, count) => {
          let active = 0;
          let most = 0;
          const ask = async (): Promise<Response> => {
            active += 1;
            most = Math.max(most, active);
            await Promise.resolve();
            active -= 1;
            return respond(true);
          };
          await collect({
            cases: casesOf(count),
            concurrency: limit,
            ask: { baseline: ask, candidate: ask },
          });
          expect(most).toBeLessThanOrEqual(limit);
        },
      ),
    );
  });
});

describe('a sample of cases', () => {
  it('has the requested size and the original order, and depends only on the seed', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer(), { maxLength: 50 }),
        fc.integer({ min: 1, max: 60 }),
        fc.string(),
        (cases, max, seed) => {
          const sample = sampleCases(cases, max, seed);
          expect(sample).toHaveLength(Math.min(max, cases.length));
          expect(cases.filter((one) => sample.includes(one))).toEqual(sample);
          expect(sampleCases(cases, max, seed)).toEqual(sample);
        },
      ),
    );
  });

  it('draws each case about equally often', () => {
    const cases = Array.from({ length: 10 }, (_, at) => at);
    const counts = cases.map(() => 0);
    for (let seed = 0; seed < 2_000; seed += 1) {
      for (const one of sampleCases(cases, 3, `seed ${seed}`)) counts[one] = (counts[one] ?? 0) + 1;
    }
    for (const count of counts) expect(Math.abs(count - 600)).toBeLessThan(120);
  });
});

describe('the order of the two deployments within a case', () => {
  it('is the same in each attempt, and either deployment is first in about half of the cases', () => {
    const orders = Array.from({ length: 1_000 }, (_, at) => isBaselineFirst('seed', `case ${at}`, 0));
    expect(orders).toEqual(orders.map((_, at) => isBaselineFirst('seed', `case ${at}`, 0)));
    expect(Math.abs(orders.filter(Boolean).length - 500)).toBeLessThan(80);
  });
});
