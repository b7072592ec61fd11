import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { WHOLE_HEADER } from '../../../src/contract/dashboard/clip.ts';
import { parseExactJson } from '../../../src/contract/exact-json.ts';
import { messagesOfState, titleOfValues } from '../../../src/contract/messages.ts';
import { forward, inspect, request } from '../live/api.ts';
import { useKeys } from '../live/keys.ts';
import { navigateTo, query, setQuery } from '../live/navigation.ts';
import { usePageTitle } from '../live/page-title.ts';
import { createLiveThread, type LiveThread } from '../live/run.ts';
import { deploymentById, deploymentName, originOfApi } from '../live/store.ts';
import { useThreadSteps } from '../live/thread-steps.ts';
import { chatMessages } from '../logic/chat-messages.ts';
import { runCommand } from '../logic/commands.ts';
import { parseException } from '../logic/exceptions.ts';
import { formatCount, formatDuration, shortId } from '../logic/format.ts';
import { type Route, pathOf } from '../logic/paths.ts';
import { resumeCommand, runBody } from '../logic/run-options.ts';
import { containsClipped } from '../logic/state-changes.ts';
import { pathToStep, type Timeline, type TimelineRow } from '../logic/thread-steps.ts';
import { threadVerdict } from '../logic/thread-verdict.ts';
import { nodeName, STATES } from '../logic/words.ts';
import { ActionButton, Age, Field, Problem, UntrustedText } from '../parts/basics.tsx';
import { Bones } from '../parts/bones.tsx';
import { Button, ButtonLink, Menu } from '../parts/button.tsx';
import { Chat, type ChatActions } from '../parts/chat.tsx';
import { Failure } from '../parts/failure.tsx';
import { Pick, Segments } from '../parts/filters.tsx';
import { JsonView } from '../parts/json-view.tsx';
import { useLoaded } from '../parts/loading.ts';
import { Facts, ShortId, StateMark } from '../parts/marks.tsx';
import { ConfirmByName, Dialog } from '../parts/overlays.tsx';
import { Command, PageHead, Void } from '../parts/page.tsx';
import { Questions } from '../parts/questions.tsx';
import { StateChanges } from '../parts/state-changes.tsx';
import { StateEditor } from '../parts/state-editor.tsx';
import { StepList } from '../parts/step-list.tsx';
import { ThreadRuns } from '../parts/thread-runs.tsx';

type ThreadRoute = Extract<Route, { screen: 'thread' }>;

interface ThreadRow {
  thread_id: string;
  status: string;
  metadata: Readonly<Record<string, unknown>>;
  created_at: string;
  updated_at: string;
  /** Lifetime of the thread; absent if the thread does not expire. */
  ttl?: { strategy: string; ttl_minutes: number; expires_at: string };
}

/** State of a thread at one step. */
interface StepState {
  values: unknown;
  next: readonly string[];
  tasks: readonly unknown[];
  metadata: unknown;
}

const TABS = ['changes', 'state', 'messages', 'next', 'raw'] as const;
type Tab = (typeof TABS)[number];

/** Number of steps from which the list offers to show only some of them. */
const LONG = 20;

/** Shows the history of a thread's state: its steps as a tree of branches, and what each step changed. */
export default function ThreadScreen({ route }: { route: ThreadRoute }): JSX.Element {
  return <Thread key={`${route.id} ${route.thread}`} route={route} />;
}

function Thread({ route }: { route: ThreadRoute }): JSX.Element {
  const { id, thread } = route;
  const path = `/d/${id}/threads/${thread}`;
  const live = useMemo(() => createLiveThread(`/d/${id}`), [id]);
  useEffect(() => live.follow(thread), [live, thread]);
  const changes = [live.state.value, live.ended.value, live.view.value.nodes.length];
  const row = useLoaded(
    () => inspect.get<ThreadRow>(path, { include: 'ttl' }),
    [live.state.value === 'streaming', live.ended.value],
  );
  const steps = useThreadSteps(id, thread, changes);
  const timeline = steps.timeline.value;
  const title = titleOfValues(live.view.value.values).replace(/\s+/g, ' ').slice(0, 300) || 'Thread';
  usePageTitle(title);
  const editing = useSignal(false);
  const picking = useSignal(false);
  const { step = '', against = '' } = query.value;
  const filter = useStepFilter(timeline);
  const chosen = timeline.rows.find(({ key }) => key === step) ?? filter.rows[0] ?? timeline.rows[0];
  const reload = async () => {
    await Promise.all([row.reload(), steps.reload()]);
  };
  const assistant = row.value.value?.metadata['assistant_id'] ?? row.value.value?.metadata['graph_id'];
  const start = async (what: { input: unknown } | { command: unknown }, checkpoint: string | null) => {
    if (typeof assistant !== 'string')
      throw new Error('No run has used this thread, so its assistant is unknown.');
    await live.start(
      thread,
      runBody(
        assistant,
        what,
        checkpoint === null ? {} : { checkpoint: { checkpoint_id: checkpoint, checkpoint_ns: '' } },
      ),
    );
    // The newest step is chosen. It changes as the run continues.
    setQuery({ step: '', against: '' });
  };
  useStepKeys({
    rows: filter.rows,
    chosen,
    timeline,
    route,
    run: () => start({ input: null }, chosen?.step.id ?? null),
  });
  return (
    <>
      <Head route={route} title={title} chosen={chosen} onEdit={() => (editing.value = true)} />
      <div class="page-body">
        <ThreadFacts route={route} live={live} row={row.value.value} timeline={timeline} onDone={reload} />
        <Problem text={row.problem.value || steps.problem.value || live.problem.value} />
        {chosen === undefined ? (
          <NoSteps route={route} isLoading={steps.total.value === null && steps.problem.value === ''} />
        ) : (
          <div class="thread-grid">
            <StepsCard
              route={route}
              timeline={timeline}
              total={steps.total.value ?? timeline.steps.size}
              filter={filter}
              chosen={chosen}
              picking={picking}
            />
            <div class="stack">
              <StepDetail
                key={chosen.key}
                route={route}
                row={chosen}
                timeline={timeline}
                live={live}
                against={against}
                picking={picking}
                onStart={start}
              />
              {editing.value ? (
                <EditCard
                  key={chosen.step.id}
                  route={route}
                  row={chosen}
                  timeline={timeline}
                  assistant={typeof assistant === 'string' ? assistant : ''}
                  onClose={() => (editing.value = false)}
                  onDone={async (checkpoint) => {
                    editing.value = false;
                    await reload();
                    setQuery({ step: checkpoint });
                  }}
                />
              ) : null}
            </div>
          </div>
        )}
        <ThreadRuns
          newest={waitingState(live)}
          deployment={id}
          thread={thread}
          changes={[live.ended.value, live.state.value === 'streaming']}
        />
      </div>
    </>
  );
}

function NoSteps({
  route: { id, thread },
  isLoading,
}: {
  route: ThreadRoute;
  isLoading: boolean;
}): JSX.Element {
  if (isLoading) return <Bones rows={7} rowHeight={52} />;
  return (
    <Void
      icon="thread"
      title="No steps yet"
      acts={
        <ButtonLink kind="main" icon="chat" href={pathOf({ screen: 'playground', id, thread })}>
          Talk to the agent
        </ButtonLink>
      }
    >
      No run has started on this thread.{' '}
      <Command command={runCommand(deploymentById(id)?.url ?? originOfApi(), thread)} />
    </Void>
  );
}

/** Returns the state of a thread that waits or has stopped; `undefined` if its newest run simply ended. */
function waitingState(live: LiveThread) {
  const { interrupts, next } = live.view.value;
  if (live.state.value !== 'idle' || (interrupts.length === 0 && next.length === 0)) return undefined;
  return threadVerdict(live.view.value, 'idle');
}

function Head({
  route: { id, thread },
  title,
  chosen,
  onEdit,
}: {
  route: ThreadRoute;
  title: string;
  chosen: TimelineRow | undefined;
  onEdit: () => void;
}): JSX.Element {
  const deleting = useSignal(false);
  const path = `/d/${id}/threads/${thread}`;
  return (
    <>
      <PageHead
        crumbs={[
          { name: 'Threads', href: pathOf({ screen: 'threads' }) },
          { name: deploymentName(id), href: pathOf({ screen: 'threads' }, { deployment: id }) },
        ]}
        title={title}
        acts={
          <>
            <Button
              icon="edit"
              disabled={chosen === undefined ? 'The thread has no step yet' : ''}
              onAct={onEdit}
            >
              Change the state
            </Button>
            <Button
              icon="copy"
              onAct={async () => {
                const copy = await forward<ThreadRow>('POST', `${path}/copy`, {});
                navigateTo({ screen: 'thread', id, thread: copy.thread_id });
              }}
            >
              Copy thread
            </Button>
            <ButtonLink kind="main" icon="chat" href={pathOf({ screen: 'playground', id, thread })}>
              Continue in playground
            </ButtonLink>
            <Menu
              items={[
                {
                  label: 'Graph',
                  icon: 'node',
                  href: pathOf({ screen: 'deployment', id, tab: 'graph' }, { thread }),
                },
                { label: 'Delete', icon: 'close', danger: true, run: () => (deleting.value = true) },
              ]}
            />
          </>
        }
      />
      {deleting.value ? (
        <ConfirmByName
          name={thread}
          title="Delete the thread"
          action="Delete"
          onClose={() => (deleting.value = false)}
          onConfirm={async () => {
            await forward('DELETE', path);
            navigateTo({ screen: 'threads' });
          }}
        >
          <p>Its state, its steps and its runs are deleted.</p>
        </ConfirmByName>
      ) : null}
    </>
  );
}

function ThreadFacts({
  route: { id, thread },
  live,
  row,
  timeline,
  onDone,
}: {
  route: ThreadRoute;
  live: LiveThread;
  row: ThreadRow | null;
  timeline: Timeline;
  onDone: () => Promise<void>;
}): JSX.Element {
  const verdict = threadVerdict(live.view.value, live.state.value);
  const runs = new Set([...timeline.steps.values()].map((one) => one.run_id ?? ''));
  runs.delete('');
  const branches = timeline.tips.length;
  const changing = useSignal(false);
  const ttl = row?.ttl;
  return (
    <>
      <Facts
        list={[
          ['State', verdict === undefined ? 'Empty' : <StateMark state={verdict} />],
          [
            'Steps',
            `${timeline.steps.size.toLocaleString('en')}${branches > 1 ? ` in ${branches} branches` : ''}`,
          ],
          ['Runs', runs.size.toLocaleString('en')],
          ...(row === null ? [] : [['Started', <Age at={Date.parse(row.created_at)} />] as const]),
          [
            'Kept',
            <Button
              kind="bare"
              size="little"
              label="Change how long the thread is kept"
              onAct={() => (changing.value = true)}
            >
              {ttl === undefined ? 'for good' : formatDuration(ttl.ttl_minutes * 60_000)}
            </Button>,
          ],
          ['ID', <ShortId id={thread} label="the thread’s ID" />],
        ]}
      />
      {changing.value ? (
        <Lifetime
          path={`/d/${id}/threads/${thread}`}
          ttl={ttl}
          onDone={onDone}
          onClose={() => (changing.value = false)}
        />
      ) : null}
    </>
  );
}

/** Shows when the thread expires and what happens to it then, and changes both. */
function Lifetime({
  path,
  ttl,
  onDone,
  onClose,
}: {
  path: string;
  ttl: ThreadRow['ttl'];
  onDone: () => Promise<void>;
  onClose: () => void;
}): JSX.Element {
  const minutes = useSignal(ttl === undefined ? '' : String(ttl.ttl_minutes));
  const strategy = useSignal(ttl?.strategy ?? 'delete');
  return (
    <Dialog title="How long the thread is kept" onClose={onClose}>
      {ttl === undefined ? (
        <p>The thread is kept for good.</p>
      ) : (
        <p>
          {ttl.strategy === 'delete' ? 'It is deleted ' : 'Only its latest state is kept '}
          <Age at={Date.parse(ttl.expires_at)} />, {formatDuration(ttl.ttl_minutes * 60_000)} after its last
          use.
        </p>
      )}
      <Field
        label="Minutes after the last use"
        type="number"
        value={minutes.value}
        onValue={(value) => (minutes.value = value)}
      />
      <Field
        label="Then"
        value={strategy.value}
        options={[
          ['delete', 'it is deleted'],
          ['keep_latest', 'only its latest state is kept'],
        ]}
        onValue={(value) => (strategy.value = value)}
      />
      <div class="row">
        <ActionButton
          disabled={!(Number(minutes.value) > 0)}
          onAct={async () => {
            await forward('PATCH', path, { ttl: { ttl: Number(minutes.peek()), strategy: strategy.peek() } });
            await onDone();
            onClose();
          }}
        >
          Set
        </ActionButton>
      </div>
    </Dialog>
  );
}

/** Which rows of the timeline are listed: all branches or the newest, and only steps that wrote a key. */
function useStepFilter(timeline: Timeline) {
  const { line = '', wrote = '', step = '' } = query.value;
  const rows = useMemo(() => {
    let shown = timeline.rows;
    if (line !== '') {
      const tip = timeline.steps.has(step) ? step : (timeline.rows[0]?.step.id ?? '');
      const branch = timeline.rows.find((row) => row.step.id === tip)?.branch ?? 1;
      const end = timeline.tips[branch - 1]?.step.id ?? tip;
      const path = new Set(pathToStep(end, timeline));
      shown = shown.filter((row) => path.has(row.step.id));
    }
    return wrote === '' ? shown : shown.filter(({ channels }) => channels.includes(wrote));
  }, [timeline, line, wrote, line === '' ? '' : step]);
  const keys = useMemo(
    () => [...new Set(timeline.rows.flatMap(({ channels }) => channels))].toSorted(),
    [timeline],
  );
  return { rows, keys, line, wrote };
}

function StepsCard({
  route,
  timeline,
  total,
  filter,
  chosen,
  picking,
}: {
  route: ThreadRoute;
  timeline: Timeline;
  total: number;
  filter: ReturnType<typeof useStepFilter>;
  chosen: TimelineRow;
  picking: { value: boolean };
}): JSX.Element {
  const { rows, keys, line, wrote } = filter;
  const loaded = timeline.steps.size;
  return (
    <section class="card steps-card" aria-label="Steps">
      <header>
        <h2>Steps</h2>
        <span class="dim">newest first</span>
        <span class="grow" />
        {timeline.tips.length < 2 ? null : (
          <Segments
            label="Branches"
            value={line}
            onValue={(value) => setQuery({ line: value })}
            segments={[
              { value: '', word: 'Branches', count: timeline.tips.length },
              { value: 'one', word: 'One line' },
            ]}
          />
        )}
      </header>
      {total < LONG ? null : (
        <div class="steps-tools">
          <GoToStep timeline={timeline} chosen={chosen} />
          <Pick
            label="Changed"
            value={wrote}
            options={[['', 'anything'], ...keys.map((key) => [key, key] as const)]}
            onValue={(value) => setQuery({ wrote: value })}
          />
        </div>
      )}
      {picking.value ? (
        <p class="pick-note" role="status">
          Choose the step to compare with.{' '}
          <Button size="little" onAct={() => (picking.value = false)}>
            Cancel
          </Button>
        </p>
      ) : null}
      <StepList
        rows={rows}
        chosen={chosen.key}
        route={route}
        withRail={wrote === '' && line === ''}
        onPick={
          picking.value
            ? (row) => {
                picking.value = false;
                setQuery({ against: row.step.id, tab: 'changes', step: chosen.key });
              }
            : null
        }
      />
      <footer class="wide-only">
        <span>
          <kbd>J</kbd> <kbd>K</kbd> step
        </span>
        <span>
          <kbd>[</kbd> <kbd>]</kbd> branch
        </span>
        <span>
          <kbd>F</kbd> fork
        </span>
        <span class="grow" />
        <span class="numeric" role="status">
          {loaded < total
            ? `${loaded.toLocaleString('en')} of ${total.toLocaleString('en')} steps are loaded`
            : formatCount(rows.length, 'row')}
        </span>
      </footer>
    </section>
  );
}

/** Goes to a step by its number, on the branch of the chosen step if it has this step. */
function GoToStep({ timeline, chosen }: { timeline: Timeline; chosen: TimelineRow }): JSX.Element {
  const text = useSignal('');
  const problem = useSignal('');
  const go = () => {
    const number = Number(text.peek());
    const path = new Set(pathToStep(timeline.tips[chosen.branch - 1]?.step.id ?? '', timeline));
    const found = timeline.rows.filter((row) => row.kind === 'step' && row.number === number);
    const target = found.find(({ step }) => path.has(step.id)) ?? found[0];
    problem.value = target === undefined ? `The thread has no step ${text.peek()}.` : '';
    if (target !== undefined) setQuery({ step: target.key, wrote: '' });
  };
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault();
        go();
      }}
    >
      <input
        class="input go-to-step"
        type="number"
        aria-label="Go to step"
        placeholder="Go to step"
        value={text.value}
        onInput={({ currentTarget }) => (text.value = currentTarget.value)}
      />
      <Problem text={problem.value} />
    </form>
  );
}

function useStepKeys({
  rows,
  chosen,
  timeline,
  route,
  run,
}: {
  rows: readonly TimelineRow[];
  chosen: TimelineRow | undefined;
  timeline: Timeline;
  route: ThreadRoute;
  run: () => Promise<void>;
}): void {
  const move = (by: number) => () => {
    const at = rows.findIndex(({ key }) => key === chosen?.key);
    const next = rows[Math.min(Math.max(at + by, 0), rows.length - 1)];
    if (next !== undefined) setQuery({ step: next.key });
  };
  const branch = (by: number) => () => {
    const count = timeline.tips.length;
    if (count < 2) return;
    const at = (chosen?.branch ?? 1) - 1;
    const tip = timeline.tips[(at + by + count) % count];
    if (tip !== undefined) setQuery({ step: tip.key });
  };
  const fork = () => {
    if (chosen === undefined) return;
    navigateTo({ screen: 'playground', id: route.id, thread: route.thread }, { at: chosen.step.id });
  };
  useKeys([
    { key: 'j', does: 'older step', run: move(1) },
    { key: 'k', does: 'newer step', run: move(-1) },
    { key: '[', does: 'previous branch', run: branch(-1) },
    { key: ']', does: 'next branch', run: branch(1) },
    { key: 'f', does: 'fork from the step, in the playground', run: fork },
    { key: 'shift+Enter', does: 'run from the step', run: () => void run() },
  ]);
}

/** Reads the state of a thread at a step, and at the step to compare with. */
function useStepStates(path: string, step: string, against: string | null, changes: unknown) {
  return useLoaded(async () => {
    const read = (id: string) => inspect.get<StepState>(`${path}/state/${id}`);
    const [after, before] = await Promise.all([read(step), against === null ? null : read(against)]);
    return { after, before: before?.values ?? {} };
  }, [path, step, against, changes]);
}

function StepDetail({
  route,
  row,
  timeline,
  live,
  against,
  picking,
  onStart,
}: {
  route: ThreadRoute;
  row: TimelineRow;
  timeline: Timeline;
  live: LiveThread;
  against: string;
  picking: { value: boolean };
  onStart: (what: { input: unknown } | { command: unknown }, checkpoint: string | null) => Promise<void>;
}): JSX.Element {
  const { id, thread } = route;
  const path = `/d/${id}/threads/${thread}`;
  const { step } = row;
  const compared = against === '' ? step.parent_id : against;
  const loaded = useStepStates(path, step.id, compared, live.ended.value);
  const state = loaded.value.value;
  const { tab = 'changes' } = query.value;
  const shown: Tab = TABS.find((name) => name === tab) ?? 'changes';
  const isStreaming = live.state.value === 'streaming';
  const interrupts = state?.after.tasks.flatMap(interruptsOf) ?? [];
  const errors = state?.after.tasks.flatMap(errorOf) ?? [];
  const next = state?.after.next ?? [];
  const messages = chatMessages(messagesOfState(state?.after.values));
  const isOver = state !== null && next.length === 0;
  const runFrom = () => onStart({ input: null }, step.id);
  const newest = timeline.rows.find(({ kind }) => kind === 'step')?.step.id;
  const place = step.id === newest ? null : step.id;
  return (
    <>
      {row.kind === 'failed' || (errors.length > 0 && row.kind === 'step' && isTip(row, timeline)) ? (
        <StepFailure route={route} row={row} errors={errors} onRetry={isStreaming ? null : runFrom} />
      ) : null}
      {interrupts.length > 0 && (row.kind === 'waiting' || isTip(row, timeline)) ? (
        <Questions
          key={step.id}
          interrupts={interrupts}
          note={`step ${next.map(nodeName).join(', ')}`}
          onAnswer={(answers) => onStart({ command: resumeCommand(interrupts, answers) }, place)}
        />
      ) : null}
      <section class="card" aria-label={`Step ${row.number}`}>
        <StepHead
          route={route}
          row={row}
          disabled={
            isStreaming
              ? 'A run is active on this thread'
              : isOver
                ? 'Nothing is left to run after this step'
                : ''
          }
          onRun={runFrom}
        />
        <StepTabs shown={shown} next={next} messages={messages.length} />
        <Problem text={loaded.problem.value} />
        {state === null ? (
          loaded.problem.value === '' ? (
            <Bones rows={4} rowHeight={44} />
          ) : null
        ) : (
          <TabView
            tab={shown}
            path={path}
            step={step.id}
            state={state}
            messages={messages}
            compare={<Compare against={against} timeline={timeline} onPick={() => (picking.value = true)} />}
          />
        )}
      </section>
    </>
  );
}

const stateOfRow = ({ kind }: TimelineRow) =>
  kind === 'failed' ? STATES.failed : kind === 'waiting' ? STATES.waiting : STATES.succeeded;

function StepHead({
  route: { id, thread },
  row,
  disabled,
  onRun,
}: {
  route: ThreadRoute;
  row: TimelineRow;
  /** Reason why no run can start from the step; empty if it can. */
  disabled: string;
  onRun: () => Promise<void>;
}): JSX.Element {
  return (
    <header>
      <h2>
        Step {row.number}, <UntrustedText text={row.title} limit={100} />
      </h2>
      <StateMark state={stateOfRow(row)} />
      {row.ms === null ? null : <span class="dim numeric wide-only">{formatDuration(row.ms)}</span>}
      <span class="grow" />
      <ButtonLink
        size="little"
        icon="fork"
        href={pathOf({ screen: 'playground', id, thread }, { at: row.step.id })}
      >
        Fork here
      </ButtonLink>
      <Button kind="main" size="little" icon="replay" disabled={disabled} onAct={onRun}>
        Run from here
      </Button>
    </header>
  );
}

function StepTabs({
  shown,
  next,
  messages,
}: {
  shown: Tab;
  next: readonly string[];
  messages: number;
}): JSX.Element {
  return (
    <div class="tabs" role="tablist" aria-label="Views of the step">
      {TABS.map((name) => (
        <button
          key={name}
          type="button"
          role="tab"
          aria-selected={name === shown}
          onClick={() => setQuery({ tab: name })}
        >
          {name === 'next' && next.length > 0
            ? `Next: ${next.map(nodeName).join(', ').slice(0, 60)}`
            : TAB_WORDS[name]}
          {name === 'messages' && messages > 0 ? <span class="count">{messages}</span> : null}
        </button>
      ))}
    </div>
  );
}

const TAB_WORDS: Readonly<Record<Tab, string>> = {
  changes: 'Changes',
  state: 'State',
  messages: 'Messages',
  next: 'Next',
  raw: 'Raw',
};

const isTip = (row: TimelineRow, { tips, children }: Timeline): boolean =>
  tips.includes(row) || (children.get(row.step.id) ?? []).length === 0;

const interruptsOf = (task: unknown): unknown[] =>
  typeof task === 'object' && task !== null && 'interrupts' in task && Array.isArray(task.interrupts)
    ? (task.interrupts as unknown[])
    : [];

/** Returns the exception of a task. JavaScript's library stores an object, Python's library a text. */
function errorOf(task: unknown): { node: string; text: string }[] {
  if (typeof task !== 'object' || task === null || !('error' in task)) return [];
  const { error } = task;
  const node = 'name' in task && typeof task.name === 'string' ? task.name : '';
  if (typeof error === 'string') return [{ node, text: error }];
  if (typeof error !== 'object' || error === null) return [];
  const part = (name: 'name' | 'message') => {
    const value = name in error ? (error as Record<string, unknown>)[name] : undefined;
    return typeof value === 'string' ? value : '';
  };
  return [{ node, text: [part('name'), part('message')].filter((one) => one !== '').join(': ') }];
}

function StepFailure({
  route,
  row,
  errors,
  onRetry,
}: {
  route: ThreadRoute;
  row: TimelineRow;
  errors: readonly { node: string; text: string }[];
  onRetry: (() => Promise<void>) | null;
}): JSX.Element {
  const [first] = errors;
  const { type, message, frames } = parseException(first?.text ?? row.detail);
  const run = row.step.run_id;
  return (
    <Failure
      title={type === '' ? 'The step failed' : type}
      place={`in ${nodeName(first?.node ?? row.title)}, after step ${row.number}`}
      message={message}
      frames={frames}
      acts={
        <>
          {run === null ? null : (
            <ButtonLink size="little" icon="runs" href={pathOf({ screen: 'run', id: route.id, run })}>
              Open the run
            </ButtonLink>
          )}
          {onRetry === null ? null : (
            <Button size="little" icon="replay" onAct={onRetry}>
              Try this step again
            </Button>
          )}
        </>
      }
    />
  );
}

function Compare({
  against,
  timeline,
  onPick,
}: {
  against: string;
  timeline: Timeline;
  onPick: () => void;
}): JSX.Element {
  const row = timeline.rows.find(({ kind, step }) => kind === 'step' && step.id === against);
  if (against === '') {
    return (
      <Button size="little" onAct={onPick}>
        Compare with another step
      </Button>
    );
  }
  return (
    <>
      <span>
        Compared with {row === undefined ? shortId(against) : `step ${row.number} of branch ${row.branch}`}
      </span>
      <Button size="little" onAct={() => setQuery({ against: '' })}>
        Compare with the step before
      </Button>
    </>
  );
}

function TabView({
  tab,
  path,
  step,
  state: { after, before },
  messages,
  compare,
}: {
  tab: Tab;
  path: string;
  step: string;
  state: { after: StepState; before: unknown };
  messages: ReturnType<typeof chatMessages>;
  compare: JSX.Element;
}): JSX.Element {
  switch (tab) {
    case 'changes':
      return <StateChanges before={before} after={after.values} foot={compare} />;
    case 'state':
      return <WholeState path={path} step={step} values={after.values} />;
    case 'messages':
      return (
        <div class="panel-pad">
          {messages.length === 0 ? <p class="dim">The state has no messages.</p> : null}
          <Chat
            messages={messages}
            forks={new Map()}
            isStreaming
            editing=""
            onEditing={() => undefined}
            acts={readOnly(path, step)}
            runNote={null}
          />
        </div>
      );
    case 'next':
      return (
        <div class="panel-pad">
          {after.next.length === 0 ? <p class="dim">Nothing runs after this step.</p> : null}
          {after.tasks.length === 0 ? null : <JsonView value={after.tasks} label="the tasks" open={3} />}
        </div>
      );
    case 'raw':
      return (
        <div class="panel-pad">
          <JsonView value={after} label="the step" open={2} />
        </div>
      );
  }
}

/** Reads the whole state at a step, with complete texts. */
async function readWholeState(path: string, step: string): Promise<unknown> {
  const answer = await request('GET', `/inspect${path}/state/${step}`, {
    headers: { [WHOLE_HEADER]: 'true' },
    query: { select: 'values' },
  });
  const state = parseExactJson(await answer.text());
  return typeof state === 'object' && state !== null && 'values' in state ? state.values : {};
}

const nothing = async (): Promise<void> => undefined;

/** The acts of messages at a step: only whole texts can be read. */
const readOnly = (path: string, step: string): ChatActions => ({
  edit: nothing,
  fork: nothing,
  retry: nothing,
  rate: nothing,
  goToBranch: () => undefined,
  readWhole: async (index) => messagesOfState(await readWholeState(path, step))[index],
});

function WholeState({ path, step, values }: { path: string; step: string; values: unknown }): JSX.Element {
  const whole = useSignal<unknown>(undefined);
  const isClipped = whole.value === undefined && containsClipped(values);
  return (
    <div class="panel-pad">
      {isClipped ? (
        <div class="row">
          <span class="dim">Long texts are clipped.</span>
          <Button
            size="little"
            onAct={async () => {
              whole.value = await readWholeState(path, step);
            }}
          >
            Show all
          </Button>
        </div>
      ) : null}
      <JsonView value={whole.value ?? values} label="the state" open={2} />
    </div>
  );
}

function EditCard({
  route: { id, thread },
  row,
  timeline,
  assistant,
  onClose,
  onDone,
}: {
  route: ThreadRoute;
  row: TimelineRow;
  timeline: Timeline;
  assistant: string;
  onClose: () => void;
  onDone: (checkpoint: string) => Promise<void>;
}): JSX.Element {
  const path = `/d/${id}/threads/${thread}`;
  const state = useLoaded(() => inspect.get<StepState>(`${path}/state/${row.step.id}`), [path, row.step.id]);
  const graph = useLoaded(
    async () =>
      assistant === ''
        ? null
        : await inspect.get<{ nodes?: { id?: unknown }[] }>(`/d/${id}/assistants/${assistant}/graph`),
    [id, assistant],
  );
  const drawn = (graph.value.value?.nodes ?? []).flatMap(({ id: name }) =>
    typeof name === 'string' && !name.startsWith('__') ? [name] : [],
  );
  const nodes = drawn.length > 0 ? drawn : [...new Set(timeline.rows.map(({ title }) => title))];
  if (state.value.value === null) return <Problem text={state.problem.value} />;
  return (
    <StateEditor
      path={path}
      checkpoint={row.step.id}
      values={state.value.value.values}
      nodes={nodes}
      onDone={onDone}
      onCancel={onClose}
    />
  );
}
