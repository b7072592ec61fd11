import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { act, look } from '../live/api.ts';
import { goToPlace, query, setQuery } from '../live/navigation.ts';
import { createLiveRun, streamRun } from '../live/run.ts';
import { deploymentName } from '../live/store.ts';
import { compareValues } from '../logic/diff.ts';
import { visibleLine } from '../logic/format.ts';
import { parseJson } from '../logic/input-form.ts';
import { pathOf } from '../logic/paths.ts';
import { previewText } from '../logic/preview-text.ts';
import { runBody } from '../logic/run-options.ts';
import { type CheckpointState, stepsOf } from '../logic/steps.ts';
import { ActionButton, Age, ConfirmByName, Field, Foreign, Id, Problem, Status } from '../parts/basics.tsx';
import { JsonView } from '../parts/json-view.tsx';
import { useLoaded } from '../parts/loading.ts';

interface ThreadRow {
  thread_id: string;
  status: string;
  metadata: Readonly<Record<string, unknown>>;
  created_at: string;
  updated_at: string;
  ttl?: unknown;
}

/** A thread: its state, and every step that led to it, from each of which it can go another way. */
export function Thread({ id, thread }: { id: string; thread: string }): JSX.Element {
  const base = `/d/${id}/threads/${thread}`;
  const live = useMemo(createLiveRun, [thread]);
  const row = useLoaded(() => look.get<ThreadRow>(base), [thread, live.state.value]);
  const history = useLoaded(
    () => look.post<CheckpointState[]>(`${base}/history`, { limit: 100 }),
    [thread, live.state.value],
  );
  const deleting = useSignal(false);
  const steps = stepsOf(history.value.value ?? []);
  const { step = '' } = query.value;
  const chosen = steps.find((one) => one.id === step) ?? steps[0];
  const reload = async () => {
    await Promise.all([row.reload(), history.reload()]);
  };
  const assistantOf = (metadata: ThreadRow['metadata'] | undefined): string => {
    const known = metadata?.['assistant_id'] ?? metadata?.['graph_id'];
    return typeof known === 'string' ? known : '';
  };
  return (
    <>
      <div class="title">
        <h1 tabIndex={-1}>Thread</h1>
        <Id id={thread} label="the thread’s ID" />
        {row.value.value === null ? null : <Status status={row.value.value.status} />}
        <a href={pathOf({ screen: 'deployment', id, tab: 'threads' })}>
          <Foreign text={deploymentName(id)} />
        </a>
        <a href={pathOf({ screen: 'deployment', id, tab: 'playground' }, { thread })}>
          Continue in the playground
        </a>
        <ActionButton onAct={reload}>Read again</ActionButton>
        <ActionButton
          onAct={async () => {
            const copy = await act<ThreadRow>('POST', `${base}/copy`, {});
            goToPlace({ screen: 'thread', id, thread: copy.thread_id });
          }}
        >
          Copy
        </ActionButton>
        <button type="button" class="danger" onClick={() => (deleting.value = true)}>
          Delete…
        </button>
      </div>
      <Problem text={row.problem.value || history.problem.value || live.problem.value} />
      {deleting.value ? (
        <ConfirmByName
          name={thread}
          title="Delete the thread"
          action="Delete"
          onClose={() => (deleting.value = false)}
          onConfirm={async () => {
            await act('DELETE', base);
            goToPlace({ screen: 'deployment', id, tab: 'threads' });
          }}
        >
          <p>Its state, history and runs are lost.</p>
        </ConfirmByName>
      ) : null}
      <div class="split open">
        <ol class="steps" aria-label="History, newest first">
          {steps.map((one) => (
            <li key={one.id}>
              <a
                href={pathOf({ screen: 'thread', id, thread }, { step: one.id })}
                {...(one.id === chosen?.id ? { 'aria-current': 'step' as const } : {})}
              >
                <strong>{one.step}</strong> <Foreign text={one.title} />
                <span class="dim">
                  {one.changes.length === 0 ? '' : ` ${one.changes.length} changed`} <Age at={one.at} />
                </span>
              </a>
            </li>
          ))}
        </ol>
        {chosen === undefined ? (
          <p>No step yet.</p>
        ) : (
          <section class="detail" aria-label={`Step ${chosen.step}`}>
            <p class="row">
              <ActionButton
                disabled={chosen.next.length === 0 || live.state.value === 'streaming'}
                onAct={async () => {
                  const body = runBody(
                    assistantOf(row.value.peek()?.metadata),
                    { input: null },
                    { checkpoint: chosen.checkpoint },
                  );
                  await streamRun(live, `/d/${id}`, thread, body);
                  setQuery({ step: '' });
                }}
              >
                Run from here
              </ActionButton>
              {chosen.next.length === 0 ? (
                'Nothing was left to run.'
              ) : (
                <Foreign text={`Next: ${chosen.next.join(', ')}`} />
              )}
            </p>
            <Changes step={chosen} />
            <h2>State</h2>
            <JsonView value={chosen.values} label="the state" />
            {chosen.tasks.length === 0 ? null : (
              <>
                <h2>Tasks</h2>
                <JsonView value={chosen.tasks} label="the tasks" />
              </>
            )}
            <EditState key={chosen.id} base={base} step={chosen} onDone={reload} />
          </section>
        )}
      </div>
    </>
  );
}

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
              {one.change === 'removed' ? null : <Foreign text={previewText(one.after, 200)} />}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Writes a state of one's own behind a step: a fork of the thread, as if a node had answered so. */
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
          label="As if this node had answered"
          value={node.value}
          placeholder="the last one"
          onValue={(value) => (node.value = value)}
        />
        <ActionButton
          kind="primary"
          disabled={'problem' in parsed}
          onAct={async () => {
            if (!('value' in parsed)) return;
            await act('POST', `${base}/state`, {
              values: parsed.value,
              checkpoint: step.checkpoint,
              ...(node.peek() === '' ? {} : { as_node: node.peek() }),
            });
            setQuery({ step: '' });
            await onDone();
          }}
        >
          Write
        </ActionButton>
      </div>
    </details>
  );
}
