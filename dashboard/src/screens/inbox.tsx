import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { InboxList } from '../../../src/contract/dashboard/threads.ts';
import { stringifyExactJson } from '../../../src/contract/exact-json.ts';
import { read } from '../live/api.ts';
import { useKeys } from '../live/keys.ts';
import { setMenuCount } from '../live/menu-counts.ts';
import { query, setQuery } from '../live/navigation.ts';
import { usePolling } from '../live/polling.ts';
import { formatCount, formatNumber } from '../logic/format.ts';
import { Problem } from '../parts/basics.tsx';
import { Bones } from '../parts/bones.tsx';
import { Search } from '../parts/filters.tsx';
import { useLoaded } from '../parts/loading.ts';
import { Card, PageHead, Void } from '../parts/page.tsx';
import { WaitingCard } from '../parts/waiting-card.tsx';

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
                The newest {all.length} of {formatNumber(total)} waiting threads are shown.
              </p>
            ) : null}
          </>
        )}
      </div>
    </>
  );
}
