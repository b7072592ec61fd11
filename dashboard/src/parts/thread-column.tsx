import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { ThreadSummary } from '../../../src/contract/dashboard/threads.ts';
import type { LiveThreads } from '../live/thread-list.ts';
import { formatCount, formatNumber } from '../logic/format.ts';
import { pathOf } from '../logic/paths.ts';
import { SUMMARY_STATES } from '../logic/thread-verdict.ts';
import { Age, Problem, UntrustedText } from './basics.tsx';
import { Bones } from './bones.tsx';
import { Button } from './button.tsx';
import { StateSymbol } from './marks.tsx';

/** Returns the title of a thread in lists. */
export const threadTitle = ({ title, state }: Pick<ThreadSummary, 'title' | 'state'>): string =>
  title === '' ? (state === 'running' ? 'New thread' : 'No messages yet') : title;

/** Returns the text below the title of a thread. */
export function threadNote({ state, reason, last, messages }: ThreadSummary): string {
  if (state === 'waiting') return reason === '' ? 'Waits for your answer' : `Asks: ${reason}`;
  if (state === 'failed') return reason === '' ? 'Failed' : reason;
  if (state === 'running') return 'Running';
  if (last !== '') return last;
  return messages === null ? 'State too large to preview' : formatCount(messages, 'message');
}

const TONES = { waiting: 'wait', failed: 'bad', running: 'live', finished: '' } as const;

function ThreadLines({ thread }: { thread: ThreadSummary }): JSX.Element {
  return (
    <span class="two-lines">
      <span>
        <UntrustedText text={threadTitle(thread)} limit={200} />
      </span>
      <span class={TONES[thread.state]}>
        <UntrustedText text={threadNote(thread)} limit={200} />
      </span>
    </span>
  );
}

/** Number of threads that are displayed until the user requests more. */
const SHOWN = 60;

/** Lists the threads of an agent next to the conversation. */
export function ThreadColumn({
  deployment,
  current,
  list,
  onNew,
  onGo,
}: {
  deployment: string;
  current: string;
  list: LiveThreads;
  onNew: () => void;
  onGo?: () => void;
}): JSX.Element {
  const search = useSignal('');
  const count = useSignal(SHOWN);
  const words = search.value.toLowerCase();
  const all = (list.threads.value ?? []).filter((one) =>
    [threadTitle(one), threadNote(one), one.thread_id].some((text) => text.toLowerCase().includes(words)),
  );
  const total = Object.values(list.counts.value ?? {}).reduce((sum, one) => sum + one, 0);
  return (
    <>
      <div class="column-head">
        <h2>Threads</h2>
        <span class="dim numeric">{list.counts.value === null ? '' : formatNumber(total)}</span>
        <span class="grow" />
        <Button kind="bare" size="little" icon="plus" label="New thread" onAct={onNew} />
      </div>
      <div class="column-search">
        <input
          type="search"
          class="input"
          aria-label="Search threads"
          placeholder="Search threads"
          value={search.value}
          onInput={({ currentTarget }) => (search.value = currentTarget.value)}
        />
      </div>
      <Problem text={list.problem.value} />
      {list.threads.value === null && list.problem.value === '' ? <Bones rowHeight={52} /> : null}
      <ul class="thread-items" aria-label="Threads of the agent">
        {all.slice(0, count.value).map((one) => (
          <li key={one.thread_id}>
            <a
              class="thread-item"
              href={pathOf({ screen: 'playground', id: deployment, thread: one.thread_id })}
              {...(one.thread_id === current ? { 'aria-current': 'true' as const } : {})}
              {...(onGo === undefined ? {} : { onClick: onGo })}
            >
              <StateSymbol state={SUMMARY_STATES[one.state]} />
              <ThreadLines thread={one} />
              <span class="dim small">
                <Age at={one.updated_at_ms} />
              </span>
            </a>
          </li>
        ))}
      </ul>
      {all.length <= count.value && list.next.value === null ? null : (
        <div class="row earlier">
          <Button
            size="little"
            onAct={async () => {
              if (all.length <= count.peek()) await list.more();
              count.value += SHOWN;
            }}
          >
            More threads
          </Button>
        </div>
      )}
    </>
  );
}
