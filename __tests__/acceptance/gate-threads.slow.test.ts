import { beforeAll, describe, expect, test } from '@jest/globals';
import { useTestEnvironment } from './support/environment.ts';
import { expectVerdict, type GateRepository, questionFile, RIGHT, useGate } from './support/gate.ts';

const world = useTestEnvironment({ runtime: 'process' });
const gate = useGate(world);
const TWENTY = { 'evals/cases.jsonl': questionFile(20) };
const verify = 'cases: evals/cases.jsonl\nconcurrency: 5';

/** Returns the threads of a deployment. */
async function threadsAt(url: string | undefined): Promise<unknown[]> {
  const { body } = await world.emulator.api('POST', `${url}/threads/search`, { limit: 1000 });
  return body as unknown[];
}

let shop: GateRepository;
beforeAll(async () => {
  shop = await gate.repository([RIGHT]);
});

describe('two simultaneous gates on one deployment', () => {
  test('use separate threads, and each gate judges only its own responses', async () => {
    const pulls = await Promise.all(
      ['one', 'two'].map(async (text) => {
        const repository = await gate.repository([{ to: '', says: `${text}: {question}` }]);
        return repository.push([{ to: '', says: `${text}: {question}` }], {
          verify: `${verify}\ncompare-with: ${shop.production}`,
          files: { 'evals/cases.jsonl': questionFile(20).replaceAll('^answer to', '') },
        });
      }),
    );
    for (const [index, text] of ['one', 'two'].entries()) {
      const { counts, sentence } = expectVerdict(pulls[index]!, 'same');
      expect([text, counts['changed'], sentence]).toEqual([
        text,
        20,
        expect.stringContaining('No case is broken'),
      ]);
    }
    expect(await threadsAt(pulls[0]?.run.outputs['deployment-url'])).toEqual([]);
  });
});

describe('a pull request of a fork', () => {
  test('causes no request to the agent, and gets no comment', async () => {
    const mark = await world.emulator.journalMark();
    const pull = await shop.pullRequest([RIGHT], { verify, files: TWENTY, fork: 'another-owner/agents' });
    expect([pull.run.exitCode, pull.run.outputs['reason-code']]).toEqual([0, 'fork']);
    expect(await world.emulator.journal(mark)).toEqual([]);
    expect([pull.comment, pull.run.outputs['gate-verdict'] ?? '']).toEqual(['', '']);
  });
});
