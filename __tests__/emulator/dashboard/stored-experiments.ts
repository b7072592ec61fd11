import { randomUUID } from 'node:crypto';
import type { cloudOf } from '../admin/cloud.ts';

type Api = ReturnType<typeof cloudOf>['api'];

/**
 * Stores a dataset with two experiments, of which `after` is worse than `before` in most cases. Returns the IDs of the
 * dataset and the experiments. In the first `crashes` cases, the agent of `after` failed, so the run has an error and
 * the scores of a failed answer.
 */
export async function storeExperiments(
  api: Api,
  {
    cases = 12,
    name = 'support',
    text = (side: string, index: number) => `${side} answer ${index}`,
    crashes = 0,
    deployment,
  }: {
    cases?: number;
    name?: string;
    text?: (side: string, index: number) => string;
    crashes?: number;
    /** Name of the deployment whose answers are stored. */
    deployment?: string;
  } = {},
): Promise<{ before: string; after: string; examples: string[] }> {
  const dataset = (await api('POST', '/datasets', { name })).body.id;
  const inputs = Array.from({ length: cases }, (_, index) => ({
    question: `Question ${index} about an order`,
  }));
  const created = await api(
    'POST',
    '/examples/bulk',
    inputs.map((one) => ({
      dataset_id: dataset,
      inputs: one,
      outputs: { answer: 'asks before it refunds' },
    })),
  );
  const examples: string[] = created.body.map((one: { id: string }) => one.id);
  const version = (await api('GET', `/datasets/${dataset}/versions`)).body[0].as_of;
  const store = async (side: string, scoreOf: (index: number) => number) => {
    const session = await api('POST', '/sessions', {
      name: `${name}-${side}`,
      reference_dataset_id: dataset,
      extra: {
        metadata: {
          side: side === 'before' ? 'baseline' : 'candidate',
          deployment: deployment ?? `${name}-agent`,
          commit: 'a'.repeat(40),
          pull_request: side === 'before' ? null : 214,
          dataset_version: version,
        },
      },
    });
    const start = '2026-11-28T10:00:00.000000Z';
    for (const [index, example] of examples.entries()) {
      const id = randomUUID();
      const isCrashed = side === 'after' && index < crashes;
      await api('POST', '/runs', {
        id,
        trace_id: id,
        dotted_order: `20261128T100000000000Z${id}`,
        name: side,
        run_type: 'chain',
        start_time: start,
        end_time: '2026-11-28T10:00:01.000000Z',
        session_id: session.body.id,
        reference_example_id: example,
        inputs: inputs[index],
        ...(isCrashed ? { error: 'KeyError: order' } : { outputs: { answer: text(side, index) } }),
      });
      await api('POST', '/feedback', { run_id: id, key: 'accuracy', score: scoreOf(index) });
      await api('POST', '/feedback', {
        run_id: id,
        key: 'pass',
        score: isCrashed || (index === 0 && side === 'after') ? 0 : 1,
      });
    }
    return String(session.body.id);
  };
  const before = await store('before', () => 0.9);
  const after = await store('after', (index) => 0.5 + (index % 3) / 20);
  return { before, after, examples };
}
