import { expect, test } from '@jest/globals';
import { withTestDatabase } from '../server/test-database.ts';
import { signIn, startDashboard } from './page.ts';
import { storeExperiments } from './stored-experiments.ts';

test('experiments are listed by dataset, and two experiments are compared as in the gate', async () => {
  const { emulator, api } = await startDashboard(await withTestDatabase({}));
  const page = await signIn(emulator);
  const { before, after } = await storeExperiments(api);
  const list = await page.get('/experiments');
  expect(list.datasets).toMatchObject([
    { name: 'support', examples: 12, experiments: [{ id: after, responses: 12 }, { id: before }] },
  ]);
  const compared = await page.get(`/experiments/${after}?baseline=${before}`);
  expect(compared).toMatchObject({
    verdict: 'worse',
    sentence: expect.stringMatching(/^1 of 12 cases is broken, and the score accuracy fell from 0\.90 to/),
    totals: { cases: 12, answers: 24 },
    left_out: 0,
  });
  expect(compared.cases[0]).toMatchObject({
    verdict: 'broken',
    expected: 'asks before it refunds',
    baseline: { output: 'before answer 0', passed: { passed: 1, total: 1 } },
    candidate: { output: 'after answer 0', passed: { passed: 0, total: 1 } },
  });
  const accuracy = compared.scores.find(({ key }: { key: string }) => key === 'accuracy');
  expect(accuracy).toMatchObject({ verdict: 'worse', pairs: 12, baseline: expect.closeTo(0.9) });
  expect(accuracy.difference.high).toBeLessThan(0);
  const alone = await page.get(`/experiments/${after}`);
  expect(alone).toMatchObject({ baseline: null, counts: { failed: 1, passed: 11 } });
  const other = await storeExperiments(api, { name: 'other', cases: 1 });
  expect((await page.call('GET', `/experiments/${after}?baseline=${other.before}`)).status).toBe(422);
  expect((await page.call('GET', '/experiments/33333333-3333-4333-8333-333333333333')).status).toBe(404);
});

test('a failed run with scores counts as an answer, even after its example was deleted', async () => {
  const { emulator, api } = await startDashboard(await withTestDatabase({}));
  const page = await signIn(emulator);
  const { before, after, examples } = await storeExperiments(api, { crashes: 2, cases: 24 });
  const compare = () => page.get(`/experiments/${after}?baseline=${before}`);
  const compared = await compare();
  expect(compared).toMatchObject({
    verdict: 'worse',
    sentence: expect.stringMatching(/^2 of 24 cases are broken/),
    counts: { broken: 2 },
    totals: { cases: 24, answers: 48 },
  });
  expect(compared.cases[0]).toMatchObject({
    verdict: 'broken',
    candidate: { output: null, errors: ['KeyError: order'], passed: { passed: 0, total: 1 } },
  });
  expect((await api('DELETE', `/examples/${examples[0]}`)).status).toBe(200);
  expect(await compare()).toMatchObject({ counts: { broken: 2 }, totals: { cases: 24 }, left_out: 0 });
});
