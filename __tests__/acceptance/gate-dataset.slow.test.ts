import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { ProgrammedReply } from '../../harness/agents/programmed.ts';
import { errorsOf, useTestEnvironment } from './support/environment.ts';
import { createDataset, expectVerdict, type GateRepository, MODEL_KEY, useGate } from './support/gate.ts';
import { verifyWith } from './support/verify.ts';

const world = useTestEnvironment({ runtime: 'process' });
const gate = useGate(world);
const EXAMPLES = 12;

const sum: ProgrammedReply = { to: '^sum', says: 'The sum is 42.' };
const wrongSum: ProgrammedReply = { to: '^sum of 3', says: 'The sum is 41.' };
const SCORES = 'scores: {correct: {number: true, floor: 0.5}}';

/** Sends a request to the API for datasets and experiments, and returns the response body. */
async function tracing(method: string, at: string, body?: unknown): Promise<unknown> {
  const answer = await world.emulator.api(method, `${world.emulator.urls.tracing}${at}`, body);
  expect([at, answer.status]).toEqual([at, 200]);
  return answer.body;
}

describe('a gate whose cases are a dataset', () => {
  let shop: GateRepository;
  let name: string;
  let dataset: string;
  beforeAll(async () => {
    shop = await gate.repository([sum]);
    name = `sums-${randomUUID().slice(0, 8)}`;
    dataset = await createDataset(
      world,
      name,
      Array.from({ length: EXAMPLES }, (_, index) => ({
        inputs: { question: `sum of ${index} and others` },
        outputs: { answer: '42' },
      })),
    );
  });

  test("compares the responses of the preview and of production with the examples' reference outputs", async () => {
    const pull = await shop.pullRequest([wrongSum, sum], {
      verify: `dataset: {name: ${name}, message: question}\n${SCORES}`,
    });
    const gated = expectVerdict(pull, 'worse');
    expect(gated.sentence).toContain('1 of 12 cases is broken');
    expect(gated.scores).toContainEqual(
      expect.objectContaining({ key: 'correct', baseline: 1, candidate: 11 / 12 }),
    );
    expect(pull.comment).toContain(`got the same 12 cases of ${name} as of `);
  });

  test('uses one version, one split or a shared dataset, and rejects missing or empty data before any run', async () => {
    const { share_token: token } = (await tracing('PUT', `/datasets/${dataset}/share`)) as {
      share_token: string;
    };
    const shared = await shop.pullRequest([sum], {
      verify: `dataset: {share-token: ${token}, message: question}\nmax-cases: 5\n${SCORES}`,
    });
    expect(expectVerdict(shared, 'unclear').counts).toMatchObject({ same: 5 });
    expect(shared.run.exitCode).toBe(0);
    const empty = world.name('empty');
    await createDataset(world, empty, []);
    for (const [wrong, problem] of [
      ['no-such-dataset', 'line 2: dataset: this key cannot see the dataset no-such-dataset'],
      [`{name: ${empty}}`, `line 2: dataset.name: the dataset ${empty} has no example`],
      [
        `{name: ${name},\n  version: no-such-tag}`,
        `line 3: dataset.version: the dataset ${name} has no version no-such-tag`,
      ],
      [
        `{name: ${name},\n\n  splits: [no-such-split]}`,
        `line 4: dataset.splits: no example of the dataset ${name} is in the split no-such-split`,
      ],
      [
        `{name: ${name}, message: answer}`,
        /line 2: dataset\.message: the inputs of the example [0-9a-f-]{36} have no string in the field/,
      ],
    ] as const) {
      const mark = await world.emulator.journalMark();
      const refused = await shared.again({ verify: `${SCORES}\ndataset: ${wrong}` });
      expect(refused.run.exitCode).toBe(1);
      expect(errorsOf(refused.run).join()).toMatch(problem);
      const requests = await world.emulator.journal(mark);
      expect(requests.filter(({ surface }) => surface === 'agent-server')).toEqual([]);
    }
  });

  test('sends both deployments only the examples of the tagged version and split, with their attachments', async () => {
    const photo: ProgrammedReply = { to: 'photo', says: 'It says {attachment}.', reads: 'sign' };
    const reading = await gate.repository([photo, sum]);
    const signs = await createDataset(world, world.name('signs'), []);
    const platform = `/v1/platform/datasets/${signs}/examples`;
    const upload = async (split: string, question: string, text: string): Promise<string> => {
      const id = randomUUID();
      const form = new FormData();
      const json = (value: unknown) => new Blob([JSON.stringify(value)], { type: 'application/json' });
      form.append(id, json({ metadata: { dataset_split: [split] } }));
      form.append(`${id}.inputs`, json({ question }));
      form.append(`${id}.outputs`, json({ answer: `It says ${text}.` }));
      form.append(`${id}.attachment.sign`, new Blob([text], { type: 'text/plain' }));
      const { urls, apiKey } = world.emulator;
      const answer = await fetch(`${urls.tracing}${platform}`, {
        method: 'POST',
        headers: { 'x-api-key': apiKey },
        body: form,
      });
      expect(answer.status).toBe(201);
      return ((await answer.json()) as { as_of: string }).as_of;
    };
    await upload('hard', 'photo of a gate', 'closed');
    const version = await upload('easy', 'photo of a door', 'open');
    await tracing('PUT', `/datasets/${signs}/tags`, { as_of: version, tag: 'release' });
    await upload('hard', 'photo of a later time', 'later');
    const pull = await reading.pullRequest([photo, sum], {
      verify: `dataset: {id: ${signs}, version: release, splits: [hard], message: question}
scores: {read: {exact: answer}}`,
    });
    const gated = expectVerdict(pull, 'unclear');
    expect(gated.answers).toBe(2);
    expect(gated.scores).toContainEqual(expect.objectContaining({ key: 'read', baseline: 1, candidate: 1 }));
    expect(pull.report?.dataset).toMatchObject({ version: expect.stringContaining(version.slice(0, 19)) });
  });

  test('can be used in the verify action, which can compare two deployments of any repository', async () => {
    const worse = await gate.repository([{ ...sum, says: 'The sum is 40.' }]);
    const run = await verifyWith(world, {
      inputs: {
        'deployment-name': worse.production,
        'compare-with': shop.production,
        dataset: `{name: ${name}, message: question}`,
        scores: '{correct: {number: true}}',
      },
      workspace: worse.git.dir,
      secrets: [MODEL_KEY],
    });
    expect([run.exitCode, run.outputs['reason-code'], run.outputs['gate-verdict']]).toEqual([
      1,
      'gate-worse',
      'worse',
    ]);
    expect(errorsOf(run).join()).toContain('correct fell from 1.00 to 0.00');
    expect(JSON.parse(run.outputs['gate-scores'] ?? '')).toMatchObject({
      correct: { verdict: 'worse', baseline: 1, candidate: 0 },
    });
  });
});
