import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { ThreadState, ThreadSummary } from '../../../src/contract/dashboard/threads.ts';
import { navigateTo, query, setQuery } from '../live/navigation.ts';
import { setMenuCount } from '../live/menu-counts.ts';
import { agentUrl, deploymentName, deployments } from '../live/store.ts';
import { type LiveThreads, useThreadList } from '../live/thread-list.ts';
import { threadCode, threadCommand } from '../logic/commands.ts';
import { formatCount, formatNumber } from '../logic/format.ts';
import { type Route, pathOf } from '../logic/paths.ts';
import { SUMMARY_STATES } from '../logic/thread-verdict.ts';
import { Age, Problem, UntrustedText } from '../parts/basics.tsx';
import { Bones } from '../parts/bones.tsx';
import { Button, ButtonLink } from '../parts/button.tsx';
import { Marked, Pick, Search, Segments } from '../parts/filters.tsx';
import { StateSymbol } from '../parts/marks.tsx';
import { PageHead, Void, Ways } from '../parts/page.tsx';
import { RowList } from '../parts/row-list.tsx';
import { threadNote, threadTitle } from '../parts/thread-column.tsx';

const STATES = ['waiting', 'failed', 'running', 'finished'] as const satisfies readonly ThreadState[];
const stateNamed = (name: string): ThreadState | undefined => STATES.find((one) => one === name);

/** Lists the threads of all agents. The title of a thread is its first message. */
export default function ThreadsScreen(_: { route: Extract<Route, { screen: 'threads' }> }): JSX.Element {
  const { state = '', text = '', deployment = '' } = query.value;
  const list = useThreadList({ deployment, state: stateNamed(state), text });
  const { counts, threads, next, problem } = list;
  const waiting = counts.value?.waiting ?? 0;
  useEffect(() => {
    if (deployment === '' && counts.value !== null) {
      setMenuCount('threads', waiting === 0 ? undefined : { text: `${waiting} waiting`, tone: 'wait' });
    }
  }, [waiting, deployment, counts.value === null]);
  const all = Object.values(counts.value ?? {}).reduce((sum, one) => sum + one, 0);
  return (
    <>
      <PageHead
        title="Threads"
        acts={
          <ButtonLink icon="plus" kind="main" href={pathOf({ screen: 'playground', id: null, thread: null })}>
            New thread
          </ButtonLink>
        }
      />
      <div class="page-body">
        <div class="toolbar">
          <Segments
            label="State"
            value={state}
            onValue={(value) => setQuery({ state: value })}
            segments={[
              { value: '', word: 'All', count: all },
              ...STATES.map((one) => ({
                value: one,
                word: SUMMARY_STATES[one].word,
                count: counts.value?.[one] ?? 0,
                state: SUMMARY_STATES[one],
              })),
            ]}
          />
          <Pick
            label="Agent"
            value={deployment}
            options={[
              ['', 'All agents'],
              ...(deployments.value ?? []).map((one) => [one.id, one.name] as const),
            ]}
            onValue={(value) => setQuery({ deployment: value })}
          />
          <ThreadSearch text={text} />
        </div>
        <Problem text={problem.value} />
        {threads.value === null ? (
          <Bones rows={8} rowHeight={52} />
        ) : threads.value.length === 0 ? (
          <NoThreads all={all} isFiltered={state !== '' || text !== '' || deployment !== ''} list={list} />
        ) : (
          <section class="card">
            <ThreadRows threads={threads.value} text={text} />
          </section>
        )}
        {next.value === null || threads.value === null ? null : (
          <div class="row">
            <Button onAct={() => list.more()}>More threads</Button>
            <span class="dim">
              {text === '' ? '' : `${formatCount(list.searched.value, 'thread')} searched so far`}
            </span>
          </div>
        )}
      </div>
    </>
  );
}

/** Milliseconds after the last key until the search begins. */
const TYPED_MS = 200;

function ThreadSearch({ text }: { text: string }): JSX.Element {
  const written = useSignal(text);
  useEffect(() => {
    if (written.value === text) return undefined;
    const timer = setTimeout(() => setQuery({ text: written.peek().trim() }), TYPED_MS);
    return () => clearTimeout(timer);
  }, [written.value]);
  return <Search label="Search threads" value={written.value} onValue={(value) => (written.value = value)} />;
}

function ThreadRows({ threads, text }: { threads: readonly ThreadSummary[]; text: string }): JSX.Element {
  const chosen = useSignal<string | null>(null);
  const open = (one: ThreadSummary) =>
    navigateTo({ screen: 'thread', id: one.deployment_id, thread: one.thread_id });
  return (
    <RowList
      label="Threads"
      noun="thread"
      className="threads-list"
      rows={threads}
      keyOf={(one) => one.thread_id}
      rowHeight={52}
      chosen={chosen.value}
      onChoose={(one) => (chosen.value = one.thread_id)}
      onOpen={open}
      head={
        <>
          <span />
          <span>First words and last answer</span>
          <span class="cell-agent">Agent</span>
          <span class="cell-messages cell-end">Messages</span>
          <span class="cell-end">Changed</span>
        </>
      }
      row={(one) => <ThreadCells thread={one} text={text} />}
      isStateless
    />
  );
}

const TONES = { waiting: 'wait', failed: 'bad', running: 'live', finished: '' } as const;

function ThreadCells({ thread, text }: { thread: ThreadSummary; text: string }): JSX.Element {
  const { deployment_id: id, thread_id: threadId, state, messages } = thread;
  return (
    <>
      <StateSymbol state={SUMMARY_STATES[state]} />
      <span class="two-lines">
        <a class="row-link" href={pathOf({ screen: 'thread', id, thread: threadId })}>
          <Marked text={threadTitle(thread)} search={text} />
        </a>
        <span class={TONES[state]}>
          <Marked text={threadNote(thread)} search={text} />
        </span>
      </span>
      <span class="cell-agent clipped">
        <UntrustedText text={deploymentName(id)} limit={60} />
      </span>
      <span class="cell-messages cell-end numeric dim">
        {messages === null ? 'long' : formatNumber(messages)}
      </span>
      <span class="cell-end dim">
        <Age at={thread.updated_at_ms} />
      </span>
    </>
  );
}

function NoThreads({
  all,
  isFiltered,
  list,
}: {
  all: number;
  isFiltered: boolean;
  list: LiveThreads;
}): JSX.Element {
  if (isFiltered) {
    return (
      <Void
        icon="search"
        title="No thread matches"
        acts={
          <Button onAct={() => setQuery({ state: '', text: '', deployment: '' })}>Show all threads</Button>
        }
      >
        {list.next.value === null
          ? `${formatCount(all, 'thread')} in total.`
          : `The newest ${formatCount(list.searched.value, 'thread')} were searched.`}
      </Void>
    );
  }
  const first = deployments.value?.[0];
  const url = agentUrl(first);
  return (
    <>
      <Void icon="thread" title="No threads yet">
        A thread contains the messages and the state of a conversation. The threads of all agents appear here.
      </Void>
      <Ways
        ways={[
          {
            title: 'Ask the agent here',
            icon: 'chat',
            text: 'The first message in the playground creates a thread.',
            act: (
              <ButtonLink href={pathOf({ screen: 'playground', id: first?.id ?? null, thread: null })}>
                Talk to an agent
              </ButtonLink>
            ),
          },
          {
            title: 'Send a request',
            icon: 'request',
            text: 'Creates a thread without messages.',
            command: threadCommand(url),
          },
          {
            title: 'From your code',
            icon: 'tool',
            text: 'The LangGraph client creates the same thread.',
            command: threadCode(url),
          },
        ]}
      />
    </>
  );
}
