import { randomUUID } from 'node:crypto';
import type { EmulatorHandle } from '../../harness/emulator.ts';

/** Number of examples, runs or feedback entries in one request. */
const SENT_TOGETHER = 1_000;

/** IDs of a dataset with experiments, for requests. */
export interface LargeDataset {
  dataset: string;
  /** ID of an example in the middle of the dataset. */
  example: string;
  /** IDs of two experiments that have a run for each example. */
  experiments: string[];
  comparison: string;
  /** Token of the dataset's share. */
  share: string;
  /** ID of a run with large inputs. */
  largeRun: string;
}

/**
 * Stores a dataset with examples, two experiments with a run and a score for each example, and a comparison with a
 * score for each run. One further run has inputs of about `characters` characters.
 */
export async function fillDataset(
  emulator: EmulatorHandle,
  { examples: count, characters }: { examples: number; characters: number },
): Promise<LargeDataset> {
  const send = async (method: string, path: string, body?: unknown): Promise<Record<string, string>> => {
    const answer = await emulator.api(method, `${emulator.urls.tracing}${path}`, body);
    if (answer.status >= 300) throw new Error(`${method} ${path} returned ${answer.status}`);
    return answer.body as Record<string, string>;
  };
  const created = async (path: string, body: unknown) => (await send('POST', path, body))['id'] ?? '';
  const dataset = await created('/datasets', { name: 'bench' });
  const examples = Array.from({ length: count }, (_, at) => ({
    id: randomUUID(),
    dataset_id: dataset,
    inputs: { question: `question ${at}` },
    outputs: { answer: `answer ${at}` },
    metadata: { at },
  }));
  for (const part of divide(examples)) await send('POST', '/examples/bulk', part);
  const experiments: string[] = [];
  for (const name of ['first', 'second']) {
    experiments.push(await created('/sessions', { name, reference_dataset_id: dataset }));
  }
  const comparison = await created('/datasets/comparative', {
    experiment_ids: experiments,
    reference_dataset_id: dataset,
  });
  const start = new Date().toISOString();
  for (const session of experiments) {
    for (const part of divide(examples)) {
      const runs = part.map(({ id, inputs, outputs }) => ({
        id: randomUUID(),
        name: 'target',
        session_id: session,
        reference_example_id: id,
        start_time: start,
        end_time: Date.parse(start) + 1_000,
        inputs,
        outputs,
        extra: { metadata: { thread_id: id } },
      }));
      await send('POST', '/runs/batch', { post: runs });
      await sendFeedback(
        emulator,
        runs.flatMap(({ id }) => [
          { run_id: id, key: 'exact', score: 1 },
          { run_id: id, key: 'preferred', score: 0, comparative_experiment_id: comparison },
        ]),
      );
    }
  }
  const largeRun = randomUUID();
  await sendLargeRun(emulator, largeRun, characters);
  const { share_token: share = '' } = await send('PUT', `/datasets/${dataset}/share`);
  const example = examples[Math.floor(count / 2)]?.id ?? '';
  return { dataset, example, experiments, comparison, share, largeRun };
}

function* divide<T>(all: readonly T[]): Generator<T[], void> {
  for (let start = 0; start < all.length; start += SENT_TOGETHER) {
    yield all.slice(start, start + SENT_TOGETHER);
  }
}

async function sendFeedback(emulator: EmulatorHandle, feedback: readonly object[]): Promise<void> {
  for (const part of divide(feedback)) {
    const parts = part.map((body): [string, unknown] => {
      const id = randomUUID();
      return [`feedback.${id}`, { id, ...body }];
    });
    await sendParts(emulator, parts);
  }
}

/** The inputs are several strings, as in long conversations. */
async function sendLargeRun(emulator: EmulatorHandle, id: string, characters: number): Promise<void> {
  const text = 'x'.repeat(1_000);
  const messages = Array.from({ length: Math.ceil(characters / text.length) }, () => text);
  const start = new Date().toISOString();
  await sendParts(emulator, [
    [`post.${id}`, { id, name: 'large', session_name: 'large', start_time: start }],
    [`post.${id}.inputs`, { messages }],
  ]);
}

async function sendParts(emulator: EmulatorHandle, parts: readonly [string, unknown][]): Promise<void> {
  const form = new FormData();
  for (const [name, body] of parts) {
    form.append(name, new Blob([JSON.stringify(body)], { type: 'application/json' }));
  }
  const answer = await fetch(`${emulator.urls.tracing}/runs/multipart`, {
    method: 'POST',
    headers: { 'x-api-key': emulator.apiKey },
    body: form,
  });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`POST /runs/multipart returned ${answer.status}`);
}
