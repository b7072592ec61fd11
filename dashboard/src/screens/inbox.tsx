import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { InboxList, WaitingThread } from '../../../src/contract/dashboard/inbox.ts';
import { stringifyExactJson } from '../../../src/contract/exact-json.ts';
import { forward, read } from '../live/api.ts';
import { useKeys } from '../live/keys.ts';
import { setMenuCount } from '../live/menu-counts.ts';
import { query, setQuery } from '../live/navigation.ts';
import { usePolling } from '../live/polling.ts';
import { showToast } from '../live/toasts.ts';
import { formatCount, visibleText } from '../logic/format.ts';
import { pathOf } from '../logic/paths.ts';
import { type Question, questionOf } from '../logic/questions.ts';
import { ANSWER_STRATEGY, resumeCommand } from '../logic/run-options.ts';
import { Age, Field, Problem, UntrustedText } from '../parts/basics.tsx';
import { Bones } from '../parts/bones.tsx';
import { Button } from '../parts/button.tsx';
import { Search } from '../parts/filters.tsx';
import { Icon } from '../parts/icon.tsx';
import { JsonView } from '../parts/json-view.tsx';
import { useLoaded } from '../parts/loading.ts';
import { Card, PageHead, Void } from '../parts/page.tsx';

/** Lists the threads of all deployments that wait for a person. The user can respond with one click. */
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
              // Another question of the same thread gets a new card without the text for the question before.
              <WaitingCard
                key={`${thread.thread_id} ${stringifyExactJson(thread.interrupts)}`}
                thread={thread}
                onAnswered={reload}
              />
            ))}
            {shown.length === 0 ? (
              <Void title="No thread matches">{formatCount(all.length, 'other thread')} wait.</Void>
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
  const [only, ...others] = questions;
  const href = pathOf({ screen: 'thread', id, thread: threadId });
  const title = thread.title === '' || thread.title === only?.text ? thread.deployment : thread.title;
  const answer = async (value: unknown) => {
    await forward('POST', `/d/${id}/threads/${threadId}/runs`, {
      assistant_id: assistantId,
      command: resumeCommand(thread.interrupts, [value]),
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
      {only === undefined || others.length > 0 || assistantId === null ? (
        <div class="row wrap">
          <p>
            {questions.length === 0 ? 'The agent waits.' : `The agent asks ${questions.length} questions.`}
          </p>
          <a class="button" href={href}>
            Answer in the thread
          </a>
        </div>
      ) : (
        <QuestionOf question={only} onAnswer={answer} />
      )}
    </section>
  );
}

function QuestionOf({
  question,
  onAnswer,
}: {
  question: Question;
  onAnswer: (answer: unknown) => Promise<void>;
}): JSX.Element {
  const writes = useSignal(question.choices.length === 0);
  const text = useSignal('');
  return (
    <>
      <p class="question-text">{visibleText(question.text.slice(0, 5_000))}</p>
      {question.details === undefined ? null : (
        <JsonView value={question.details} label="Details of the question" open={1} />
      )}
      <div class="row wrap">
        {question.choices.map(({ label, value }, index) => (
          <Button
            key={`${index} ${label}`}
            kind={index === 0 && !writes.value ? 'main' : 'plain'}
            onAct={() => onAnswer(value)}
          >
            <UntrustedText text={label} limit={100} />
          </Button>
        ))}
        {writes.value ? null : (
          <Button kind="bare" icon="edit" onAct={() => (writes.value = true)}>
            Answer in words or JSON
          </Button>
        )}
      </div>
      {writes.value ? (
        <div class="stack">
          <Field
            label="Answer in words or JSON"
            type="textarea"
            value={text.value}
            onValue={(value) => (text.value = value)}
          />
          <div class="row">
            <Button
              kind="main"
              disabled={text.value === '' ? 'Write an answer first' : ''}
              onAct={() => onAnswer(question.answerOf(text.peek()))}
            >
              Send answer
            </Button>
          </div>
        </div>
      ) : null}
    </>
  );
}
