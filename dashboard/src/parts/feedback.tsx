import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { FeedbackList } from '../../../src/contract/dashboard/inner.ts';
import { read, send } from '../live/api.ts';
import { ActionButton, Age, Field, Foreign, Problem } from './basics.tsx';
import { type Loaded, useLoaded } from './loading.ts';

/** The feedback on a run, once there is one. */
export const useFeedback = (deployment: string, run: string): Loaded<FeedbackList | null> =>
  useLoaded(
    async () =>
      run === '' ? null : await read<FeedbackList>(`/deployments/${deployment}/runs/${run}/feedback`),
    [deployment, run],
  );

/** What users said about a run, newest first. */
export function FeedbackCards({ list }: { list: FeedbackList['feedback'] }): JSX.Element {
  return (
    <ul class="cards" aria-label="Given feedback">
      {list.map((one, index) => (
        <li key={list.length - index} class="card">
          <code>
            <Foreign text={one.key} />
          </code>{' '}
          {one.score === null ? '' : String(one.score)} <Age at={one.created_at_ms} />
          {one.comment === null ? null : (
            <p>
              <Foreign text={one.comment} />
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Takes feedback on a run by its own URLs, of which the page knows the keys alone, and shows what was given. */
export function RunFeedback({
  deployment,
  run,
  keys,
}: {
  deployment: string;
  run: string;
  keys: readonly string[];
}): JSX.Element {
  const comment = useSignal('');
  const given = useSignal('');
  const feedback = useFeedback(deployment, run);
  const give = (key: string, score: number) => async () => {
    const text = comment.peek();
    await send('POST', `/deployments/${deployment}/runs/${run}/feedback`, {
      key,
      score,
      ...(text === '' ? {} : { comment: text }),
    });
    comment.value = '';
    given.value = `Given: ${key} ${score}`;
    await feedback.reload();
  };
  return (
    <section aria-label="Feedback" class="card">
      <Field label="Comment" value={comment.value} onValue={(value) => (comment.value = value)} />
      {keys.map((key) => (
        <p key={key} class="row" role="group" aria-label={`Feedback of key ${key}`}>
          <code>
            <Foreign text={key} />
          </code>
          <ActionButton onAct={give(key, 1)}>👍 good</ActionButton>
          <ActionButton onAct={give(key, 0)}>👎 bad</ActionButton>
        </p>
      ))}
      <p role="status">{given.value}</p>
      <Problem text={feedback.problem.value} />
      <FeedbackCards list={feedback.value.value?.feedback ?? []} />
    </section>
  );
}
