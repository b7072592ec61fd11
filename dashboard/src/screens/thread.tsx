import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { forward, inspect } from '../live/api.ts';
import { navigateTo, query, setQuery } from '../live/navigation.ts';
import { createLiveThread, type LiveThread } from '../live/run.ts';
import { deploymentById, deploymentName, originOfApi } from '../live/store.ts';
import { runCommand } from '../logic/commands.ts';
import { compareValues } from '../logic/diff.ts';
import { formatDuration, visibleLine } from '../logic/format.ts';
import { parseJson } from '../logic/input-form.ts';
import { type Route, pathOf } from '../logic/paths.ts';
import { previewText } from '../logic/preview-text.ts';
import { runBody } from '../logic/run-options.ts';
import { type CheckpointState, stepsOf } from '../logic/steps.ts';
import { ActionButton, Age, Empty, Field, UntrustedText, Id, Problem, Status } from '../parts/basics.tsx';
import { ConfirmByName } from '../parts/overlays.tsx';
import { JsonView } from '../parts/json-view.tsx';
import { useLoaded } from '../parts/loading.ts';
import { ThreadRuns } from '../parts/thread-runs.tsx';

interface ThreadRow {
  thread_id: string;
  status: string;
  metadata: Readonly<Record<string, unknown>>;
  created_at: string;
  updated_at: string;
  /** Lifetime of the thread; absent if the thread does not expire. */
  ttl?: { strategy: string; ttl_minutes: number; expires_at: string };
}

/** Number of steps per page. Each step contains a whole state. */
const PAGE = 30;

/** Shows a thread's state and history. The user can fork the thread from each step. */
export default function Thread({
  route: { id, thread },
}: {
  route: Extract<Route, { screen: 'thread' }>;
}): JSX.Element {
  const base = `/d/${id}/threads/${thread}`;
  const live = useMemo(() => createLiveThread(`/d/${id}`), [id]);
  useEffect(() => live.follow(thread), [live, thread]);
  const count = useSignal(PAGE);
  const changes = [thread, live.state.value, live.ended.value, live.view.value.nodes.length];
  const row = useLoaded(() => inspect.get<ThreadRow>(base, { include: 'ttl' }), changes);
  const history = useLoaded(
    () => inspect.post<CheckpointState[]>(`${base}/history`, { limit: count.peek() }),
    [...changes, count.value],
  );
  const list = history.value.value;
  const steps = useMemo(() => stepsOf(list ?? []), [list]);
  const { step = '' } = query.value;
  const chosen = steps.find((one) => one.id === step) ?? steps[0];
  const reload = async () => {
    await Promise.all([row.reload(), history.reload()]);
  };
  return (
    <>
      <Header id={id} thread={thread} row={row.value.value} reload={reload} />
      <Problem text={row.problem.value || history.problem.value || live.problem.value} />
      <Running live={live} />
      <div class="split open thread">
        <nav aria-label="History">
          <ol class="steps" aria-label="Steps, newest first">
            {steps.map((one) => (
              <li key={one.id}>
                <a
                  href={pathOf({ screen: 'thread', id, thread }, { step: one.id })}
                  {...(one.id === chosen?.id ? { 'aria-current': 'step' as const } : {})}
                >
                  <strong>{one.step}</strong> <UntrustedText text={one.title} />
                  <span class="dim">
                    {one.changes.length === 0 ? '' : ` ${one.changes.length} changed`} <Age at={one.at} />
                  </span>
                </a>
              </li>
            ))}
          </ol>
          {steps.length < count.value ? null : (
            <button type="button" onClick={() => (count.value = Math.min(count.value + PAGE, 1_000))}>
              Older steps
            </button>
          )}
        </nav>
        {chosen === undefined ? (
          <Empty
            {...(list === null
              ? {}
              : { command: runCommand(deploymentById(id)?.url ?? originOfApi(), thread) })}
          >
            {list === null ? 'Reading…' : 'No steps yet, because no run has started on this thread. '}
            <a href={pathOf({ screen: 'playground', id, thread: null }, { thread })}>Run something</a>
          </Empty>
        ) : (
          <section class="detail" aria-label={`Step ${chosen.step}`}>
            <RunFrom live={live} id={id} thread={thread} step={chosen} row={row.value.value} />
            <Changes step={chosen} />
            <h2>State</h2>
            <JsonView value={chosen.values} label="the state" />
            {chosen.tasks.length === 0 ? null : (
              <>
                <h2>Tasks</h2>
                <JsonView value={chosen.tasks} label="the tasks" open={3} />
              </>
            )}
            <EditState key={chosen.id} base={base} step={chosen} onDone={reload} />
          </section>
        )}
      </div>
      <ThreadRuns deployment={id} thread={thread} changes={changes} />
    </>
  );
}

function Header({
  id,
  thread,
  row,
  reload,
}: {
  id: string;
  thread: string;
  row: ThreadRow | null;
  reload: () => Promise<void>;
}): JSX.Element {
  const deleting = useSignal(false);
  const base = `/d/${id}/threads/${thread}`;
  return (
    <>
      <div class="title">
        <h1 tabIndex={-1}>Thread</h1>
        <Id id={thread} label="the thread’s ID" />
        {row === null ? null : <Status status={row.status} />}
        <a href={pathOf({ screen: 'threads' })}>
          <UntrustedText text={deploymentName(id)} />
        </a>
        <a href={pathOf({ screen: 'playground', id, thread: null }, { thread })}>
          Continue in the playground
        </a>
        <a href={pathOf({ screen: 'deployment', id, tab: 'graph' }, { thread })}>Show in the graph</a>
        <ActionButton onAct={reload}>Refresh</ActionButton>
        <ActionButton
          onAct={async () => {
            const copy = await forward<ThreadRow>('POST', `${base}/copy`, {});
            navigateTo({ screen: 'thread', id, thread: copy.thread_id });
          }}
        >
          Copy
        </ActionButton>
        <button type="button" class="button danger" onClick={() => (deleting.value = true)}>
          Delete…
        </button>
      </div>
      {row === null ? null : <Lifetime base={base} ttl={row.ttl} onDone={reload} />}
      {deleting.value ? (
        <ConfirmByName
          name={thread}
          title="Delete the thread"
          action="Delete"
          onClose={() => (deleting.value = false)}
          onConfirm={async () => {
            await forward('DELETE', base);
            navigateTo({ screen: 'threads' });
          }}
        >
          <p>Its state, history and runs are deleted.</p>
        </ConfirmByName>
      ) : null}
    </>
  );
}

/** Shows when the thread expires and what happens to it then. */
function Lifetime({
  base,
  ttl,
  onDone,
}: {
  base: string;
  ttl: ThreadRow['ttl'];
  onDone: () => Promise<void>;
}): JSX.Element {
  const minutes = useSignal('');
  const strategy = useSignal('delete');
  return (
    <details>
      <summary>
        {ttl === undefined ? (
          'Never expires'
        ) : (
          <>
            Expires <Age at={Date.parse(ttl.expires_at)} />, {formatDuration(ttl.ttl_minutes * 60_000)} after
            its last use:{' '}
            {ttl.strategy === 'delete' ? 'it is deleted' : <UntrustedText text={ttl.strategy} />}
          </>
        )}
      </summary>
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <Field
          label="Expires after minutes"
          type="number"
          value={minutes.value}
          onValue={(value) => (minutes.value = value)}
        />
        <Field
          label="Then"
          value={strategy.value}
          options={[
            ['delete', 'it is deleted'],
            ['keep_latest', 'its latest state is kept'],
          ]}
          onValue={(value) => (strategy.value = value)}
        />
        <ActionButton
          disabled={!(Number(minutes.value) > 0)}
          onAct={async () => {
            await forward('PATCH', base, { ttl: { ttl: Number(minutes.peek()), strategy: strategy.peek() } });
            await onDone();
          }}
        >
          Set
        </ActionButton>
      </form>
    </details>
  );
}

/** Shows the active run of the thread. Any client may have started it. */
function Running({ live }: { live: LiveThread }): JSX.Element {
  const { running, error } = live.view.value;
  return (
    <>
      <p role="status">
        {live.state.value === 'streaming' ? 'A run is active. ' : ''}
        {running.length === 0 ? '' : <UntrustedText text={`Running: ${running.join(', ')}`} />}
      </p>
      <Problem text={error ?? ''} />
    </>
  );
}

function RunFrom({
  live,
  id,
  thread,
  step,
  row,
}: {
  live: LiveThread;
  id: string;
  thread: string;
  step: Step;
  row: ThreadRow | null;
}): JSX.Element {
  const known = row?.metadata['assistant_id'] ?? row?.metadata['graph_id'];
  const isOver = step.next.length === 0;
  return (
    <p class="row">
      <ActionButton
        kind="main-act"
        disabled={isOver || typeof known !== 'string' || live.state.value === 'streaming'}
        onAct={async () => {
          const { checkpoint } = step;
          await live.start(thread, runBody(String(known), { input: null }, { checkpoint }));
          // Selects the newest step. The newest step changes as the run continues.
          setQuery({ step: '' });
        }}
      >
        Run from here
      </ActionButton>
      {isOver ? 'Nothing is left to run.' : <UntrustedText text={`Next: ${step.next.join(', ')}`} />}
      {step.tasks.some(isAsking) ? (
        <a href={pathOf({ screen: 'playground', id, thread: null }, { thread })}>Waits for your answer</a>
      ) : null}
    </p>
  );
}

const isAsking = (task: unknown): boolean =>
  typeof task === 'object' &&
  task !== null &&
  'interrupts' in task &&
  Array.isArray(task.interrupts) &&
  task.interrupts.length > 0;

type Step = ReturnType<typeof stepsOf>[number];

function Changes({ step }: { step: Step }): JSX.Element {
  const changes = compareValues(step.before, step.values).slice(0, 200);
  return (
    <>
      <h2>Changed by this step</h2>
      {changes.length === 0 ? (
        <p class="dim">Nothing.</p>
      ) : (
        <ul class="variables">
          {changes.map((one) => (
            <li key={one.path} class={one.change}>
              <code>{visibleLine(one.path)}</code> <span class="dim">{one.change}</span>{' '}
              {one.change === 'removed' ? null : <UntrustedText text={previewText(one.after, 200)} />}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Writes a state after a step, as if a node had returned it. This forks the thread. */
function EditState({
  base,
  step,
  onDone,
}: {
  base: string;
  step: Step;
  onDone: () => Promise<void>;
}): JSX.Element {
  const text = useSignal('{}');
  const node = useSignal('');
  const parsed = parseJson(text.value);
  return (
    <details>
      <summary>Edit the state from here</summary>
      <div class="form">
        <Field
          label="What changes (JSON)"
          type="textarea"
          value={text.value}
          onValue={(value) => (text.value = value)}
          problem={'problem' in parsed ? parsed.problem : ''}
        />
        <Field
          label="As if this node had returned it"
          value={node.value}
          placeholder="the last one"
          onValue={(value) => (node.value = value)}
        />
        <ActionButton
          kind="main-act"
          disabled={'problem' in parsed}
          onAct={async () => {
            if (!('value' in parsed)) return;
            await forward('POST', `${base}/state`, {
              values: parsed.value,
              checkpoint: step.checkpoint,
              ...(node.peek() === '' ? {} : { as_node: node.peek() }),
            });
            await onDone();
            // Selects the newest step, because the edit has just created it.
            setQuery({ step: '' });
          }}
        >
          Write
        </ActionButton>
      </div>
    </details>
  );
}
