import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { FeedbackList } from '../../../src/contract/dashboard/inner.ts';
import { read, send } from '../live/api.ts';
import { ActionButton, Age, Field, UntrustedText, Problem } from './basics.tsx';
import { type Loaded, useLoaded } from './loading.ts';

/** Loads the feedback on a run. */
export const useFeedback = (deployment: string, run: string): Loaded<FeedbackList | null> =>
  useLoaded(
    async () =>
      run === '' ? null : await read<FeedbackList>(`/deployments/${deployment}/runs/${run}/feedback`),
    [deployment, run],
  );

/** Lists the feedback of users on a run, newest first. */
export function FeedbackCards({ list }: { list: FeedbackList['feedback'] }): JSX.Element {
  return (
    <ul class="cards" aria-label="Given feedback">
      {list.map((one, index) => (
        <li key={list.length - index} class="card pad-card">
          <code>
            <UntrustedText text={one.key} />
          </code>{' '}
          {one.score === null ? '' : String(one.score)} <Age at={one.created_at_ms} />
          {one.comment === null ? null : (
            <p>
              <UntrustedText text={one.comment} />
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

/**
 * Collects feedback on a run and lists it. The server submits the feedback to the run's presigned URLs, because the
 * page knows only the feedback keys.
 */
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
        <p key={key} class="row" role="group" aria-label={`Feedback for key ${key}`}>
          <code>
            <UntrustedText text={key} />
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
