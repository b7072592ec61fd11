import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { EmulatorHandle } from '../../harness/emulator.ts';

const Id = z.looseObject({ id: z.string() });
const Examples = z.array(Id);
const Versions = z.tuple([z.looseObject({ as_of: z.string() })], z.unknown());

interface Case {
  question: string;
  before: string;
  after: string;
  /** Scores before and after the change. */
  scores: readonly [number, number];
}

const same = (question: string, answer: string, score: number): Case => ({
  question,
  before: answer,
  after: answer,
  scores: [score, score],
});

/** Questions to a support agent, with its answers before and after a change. */
const CASES: readonly Case[] = [
  {
    question: 'Refund my order, it was 160 euros',
    before: 'Refund 160.00 EUR for SO-1042? Please confirm.',
    after: 'I have refunded 160.00 EUR to your card.',
    scores: [1, 0],
  },
  {
    question: 'Cancel one of my three orders',
    before: 'Cancelled SO-1042. The other two are unchanged.',
    after: 'Cancelled all three orders of this week.',
    scores: [0.9, 0.4],
  },
  {
    question: 'How long is the delivery to Iceland?',
    before: 'Four to six working days.',
    after: 'About a week.',
    scores: [1, 0.6],
  },
  {
    question: 'Which of the two rain jackets is lighter?',
    before: 'The Fjell is lighter.',
    after: 'Take the Fjell: it is taped, and 90 g lighter.',
    scores: [0.7, 1],
  },
  {
    question: 'Is the invoice for SO-1988 paid?',
    before: 'It was paid on 19 November.',
    after: 'Paid on 19 November by card.',
    scores: [1, 1],
  },
  same('When are you open?', 'On weekdays from 9 to 17.', 1),
  same('Do you ship to Norway?', 'Yes, in three working days.', 1),
  same('Can I change my address?', 'Yes, until the parcel leaves.', 0.8),
  same('Where is my parcel?', 'It arrives on Thursday.', 1),
  same('Do you have this in blue?', 'Yes, in all sizes.', 0.9),
  same('May I return a gift?', 'Yes, within 30 days.', 1),
  same('How do I wash the Skur?', 'Cold, and without softener.', 1),
];

/** Publishes two experiments on a dataset, as the gate of a pull request does, and returns the experiments' IDs. */
export async function publishExperiments(
  emulator: EmulatorHandle,
  deployment: string,
): Promise<{ before: string; after: string }> {
  const send = async (path: string, body: unknown): Promise<unknown> => {
    const answer = await emulator.api('POST', path, body);
    if (answer.status >= 300) throw new Error(`POST ${path} returned ${answer.status}`);
    return answer.body;
  };
  const { id: dataset } = Id.parse(await send('/datasets', { name: 'support-v3' }));
  const examples = Examples.parse(
    await send(
      '/examples/bulk',
      CASES.map(({ question }) => ({
        dataset_id: dataset,
        inputs: { question },
        outputs: { answer: 'asks before it refunds, and answers in one sentence' },
      })),
    ),
  );
  const [version] = Versions.parse((await emulator.api('GET', `/datasets/${dataset}/versions`)).body);
  const publish = async (side: 'baseline' | 'candidate', commit: string): Promise<string> => {
    const { id: session } = Id.parse(
      await send('/sessions', {
        name: `support-v3 ${commit.slice(0, 7)}`,
        reference_dataset_id: dataset,
        extra: {
          metadata: {
            side,
            deployment,
            commit,
            pull_request: side === 'candidate' ? 214 : null,
            dataset_version: version.as_of,
          },
        },
      }),
    );
    const index = side === 'baseline' ? 0 : 1;
    for (const [at, { question, before, after, scores }] of CASES.entries()) {
      const id = randomUUID();
      await send('/runs', {
        id,
        trace_id: id,
        dotted_order: `20261128T100000000000Z${id}`,
        name: side,
        run_type: 'chain',
        start_time: '2026-11-28T10:00:00.000000Z',
        end_time: '2026-11-28T10:00:01.000000Z',
        session_id: session,
        reference_example_id: examples[at]?.id,
        inputs: { question },
        outputs: { answer: index === 0 ? before : after },
      });
      await send('/feedback', { run_id: id, key: 'accuracy', score: scores[index] });
      await send('/feedback', { run_id: id, key: 'pass', score: scores[index] > 0 ? 1 : 0 });
    }
    return session;
  };
  const before = await publish('baseline', '6601f04'.padEnd(40, '0'));
  const after = await publish('candidate', '3ba1600'.padEnd(40, '0'));
  return { before, after };
}
