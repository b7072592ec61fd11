import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { InboxList, WaitingThread } from '../../../src/contract/dashboard/threads.ts';
import { stringifyExactJson } from '../../../src/contract/exact-json.ts';
import { forward, read } from '../live/api.ts';
import { useKeys } from '../live/keys.ts';
import { setMenuCount } from '../live/menu-counts.ts';
import { query, setQuery } from '../live/navigation.ts';
import { usePolling } from '../live/polling.ts';
import { showToast } from '../live/toasts.ts';
import { formatCount, visibleText } from '../logic/format.ts';
import { pathOf } from '../logic/paths.ts';
import { questionOf } from '../logic/questions.ts';
import { ANSWER_STRATEGY, resumeCommand } from '../logic/run-options.ts';
import { Age, Problem, UntrustedText } from '../parts/basics.tsx';
import { Bones } from '../parts/bones.tsx';
import { Search } from '../parts/filters.tsx';
import { Icon } from '../parts/icon.tsx';
import { useLoaded } from '../parts/loading.ts';
import { Card, PageHead, Void } from '../parts/page.tsx';
import { Answers } from '../parts/questions.tsx';

/** Lists the threads of all deployments that wait for a person. The user can respond to a thread with one click. */
export default function Inbox(): JSX.Element {
  const { value, problem, reload } = useLoaded(() => read<InboxList>('/inbox'), []);
  usePolling(reload);
  const { text = '' } = query.value;
  const words = text.toLowerCase();
  const all = value.value?.threads ?? [];
  const total = value.value?.total ?? 0;
  const shown = all.filter((one) =>
    [one.title, one.last, one.deployment, one.thread_id].some((part) => part.toLowerCase().includes(words)),
  );
  const at = useSignal(-1);
  useEffect(() => {
    setMenuCount(
      'inbox',
      total === 0 ? undefined : { text: total === 1 ? '1 waits' : `${total} wait`, tone: 'wait' },
    );
  }, [total]);
  const move = (by: 1 | -1) => {
    at.value = Math.min(Math.max(at.peek() + by, 0), shown.length - 1);
    const card = document.getElementById(`waiting-${shown[at.peek()]?.thread_id}`);
    card?.scrollIntoView({ block: 'nearest' });
    card?.querySelector<HTMLElement>('button, textarea')?.focus();
  };
  useKeys([
    { key: 'j', does: 'next question', run: () => move(1) },
    { key: 'k', does: 'previous question', run: () => move(-1) },
  ]);
  return (
    <>
      <PageHead title="Inbox">
        {total === 0 ? null : (
          <span class="dim">{total === 1 ? '1 thread waits for you' : `${total} threads wait for you`}</span>
        )}
      </PageHead>
      <div class="page-body inbox">
        <Problem text={problem.value} />
        {value.value === null ? (
          <Card>
            <Bones rows={3} rowHeight={120} />
          </Card>
        ) : all.length === 0 ? (
          <Void title="Nothing waits for you" icon="tick">
            A thread appears here when its agent asks a question, and disappears when the question is
            answered.
          </Void>
        ) : (
          <>
            {all.length < 4 && text === '' ? null : (
              <div class="toolbar">
                <Search label="Thread or agent" value={text} onValue={(next) => setQuery({ text: next })} />
              </div>
            )}
            {shown.map((thread) => (
              // Each question of a thread has a separate card, so the card of a new question does not contain the text
              // for an earlier question.
              <WaitingCard
                key={`${thread.thread_id} ${stringifyExactJson(thread.interrupts)}`}
                thread={thread}
                onAnswered={reload}
              />
            ))}
            {shown.length === 0 ? (
              <Void title="No thread matches">{formatCount(all.length, 'thread')} in total.</Void>
            ) : null}
            {total > all.length ? (
              <p class="dim">
                The newest {all.length} of {total.toLocaleString('en')} waiting threads are shown.
              </p>
            ) : null}
          </>
        )}
      </div>
    </>
  );
}

function WaitingCard({
  thread,
  onAnswered,
}: {
  thread: WaitingThread;
  onAnswered: () => Promise<void>;
}): JSX.Element {
  const { deployment_id: id, thread_id: threadId, assistant_id: assistantId } = thread;
  const questions = thread.interrupts.map(questionOf);
  const href = pathOf({ screen: 'thread', id, thread: threadId });
  const title = thread.title === '' || thread.title === questions[0]?.text ? thread.deployment : thread.title;
  const answer = async (answers: unknown[]) => {
    await forward('POST', `/d/${id}/threads/${threadId}/runs`, {
      assistant_id: assistantId,
      command: resumeCommand(thread.interrupts, answers),
      multitask_strategy: ANSWER_STRATEGY,
    });
    showToast({ text: `Answered: ${title}`, act: { label: 'Open', href } });
    await onAnswered();
  };
  return (
    <section class="question" id={`waiting-${threadId}`} aria-label={visibleText(title.slice(0, 100))}>
      <h2>
        <Icon name="waiting" />
        <a class="link clipped" href={href}>
          <UntrustedText text={title} limit={160} />
        </a>
        <span class="grow" />
        <span class="dim">
          {title === thread.deployment ? null : (
            <>
              <UntrustedText text={thread.deployment} limit={60} />,{' '}
            </>
          )}
          <Age at={thread.since_ms} />
        </span>
      </h2>
      {thread.last === '' ? null : (
        <p class="dim">
          <UntrustedText text={thread.last} limit={300} />
        </p>
      )}
      {questions.length === 0 || assistantId === null ? (
        <div class="row wrap">
          <p>The agent waits.</p>
          <a class="button" href={href}>
            Answer in the thread
          </a>
        </div>
      ) : (
        <Answers questions={questions} onAnswer={answer} />
      )}
    </section>
  );
}
