import type { JSX } from 'preact';
import type { WaitingThread } from '../../../src/contract/dashboard/threads.ts';
import { forward } from '../live/api.ts';
import { showToast } from '../live/toasts.ts';
import { visibleText } from '../logic/format.ts';
import { pathOf } from '../logic/paths.ts';
import { questionOf } from '../logic/questions.ts';
import { ANSWER_STRATEGY, resumeCommand } from '../logic/run-options.ts';
import { Age, UntrustedText } from './basics.tsx';
import { Icon } from './icon.tsx';
import { Answers } from './questions.tsx';

/** Shows the questions of a thread that waits for a person, with a button for each choice. */
export function WaitingCard({
  thread,
  heading,
  onAnswered,
}: {
  thread: WaitingThread;
  /** Text in place of the thread's title, on a screen that already shows the title. */
  heading?: string;
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
          <UntrustedText text={heading ?? title} limit={160} />
        </a>
        <span class="grow" />
        <span class="dim">
          {title === thread.deployment || heading !== undefined ? null : (
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
