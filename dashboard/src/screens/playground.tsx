import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { DeploymentSummary } from '../../../src/contract/dashboard/deployments.ts';
import { act, look, send } from '../live/api.ts';
import { query, setQuery } from '../live/navigation.ts';
import { cancelRun, createLiveRun, joinRun, type LiveRun, streamRun } from '../live/run.ts';
import { shortId } from '../logic/format.ts';
import { formOf, parseJson, valueOfForm } from '../logic/input-form.ts';
import { pathOf } from '../logic/paths.ts';
import { runBody, type RunOptions } from '../logic/run-options.ts';
import { messagesOf } from '../logic/run-view.ts';
import { ActionButton, Field, Foreign, Id, Problem } from '../parts/basics.tsx';
import { Chat } from '../parts/chat.tsx';
import { JsonView } from '../parts/json-view.tsx';
import { useLoaded } from '../parts/loading.ts';
import { RunOptionsForm } from '../parts/run-options.tsx';

interface AssistantRow {
  assistant_id: string;
  graph_id: string;
  name: string;
  version: number;
}
interface ThreadRow {
  thread_id: string;
  status: string;
}
interface Schemas {
  input_schema: unknown;
}

/** Talks to an agent: what it is given, what it answers, and what comes over the wire. */
export function Playground({ deployment }: { deployment: DeploymentSummary }): JSX.Element {
  const base = `/d/${deployment.id}`;
  const live = useMemo(createLiveRun, [deployment.id]);
  const assistants = useLoaded(
    () => look.post<AssistantRow[]>(`${base}/assistants/search`, { limit: 100 }),
    [deployment.id, deployment.active_revision_id],
  );
  const threads = useLoaded(
    () => look.post<ThreadRow[]>(`${base}/threads/search`, { limit: 50 }),
    [deployment.id],
  );
  const { thread = '', assistant = '', raw = '' } = query.value;
  const chosen = assistant === '' ? (assistants.value.value?.[0]?.assistant_id ?? '') : assistant;
  const schemas = useLoaded(
    async () => (chosen === '' ? null : await look.get<Schemas>(`${base}/assistants/${chosen}/schemas`)),
    [chosen],
  );
  const past = useLoaded(async () => {
    // A thread that a run was just started on shows by its stream, not by the state of a moment before.
    if (thread === '' || live.state.peek() === 'streaming') return;
    const runBefore = live.view.peek().runId;
    const { values } = await look.get<{ values: unknown }>(`${base}/threads/${thread}/state`);
    const messages =
      typeof values === 'object' && values !== null && 'messages' in values ? values.messages : [];
    if (live.view.peek().runId === runBefore) {
      const known = Array.isArray(messages) ? messagesOf(messages as unknown[]) : [];
      live.view.value = { ...live.view.peek(), values, messages: known };
    }
  }, [thread]);
  const options = useSignal<RunOptions>({});
  const start = async (what: { input: unknown } | { command: unknown }) => {
    let target = thread;
    if (target === '') {
      target = (await act<ThreadRow>('POST', `${base}/threads`, {})).thread_id;
      setQuery({ thread: target });
    }
    await streamRun(live, base, target, runBody(chosen, what, options.peek()));
    await threads.reload();
  };
  const { runId } = live.view.value;
  const streaming = live.state.value === 'streaming';
  return (
    <div class="playground">
      <section aria-label="Input">
        <Problem text={assistants.problem.value || past.problem.value || schemas.problem.value} />
        <Field
          label="Assistant"
          value={chosen}
          onValue={(value) => setQuery({ assistant: value })}
          options={(assistants.value.value ?? []).map(
            (one) => [one.assistant_id, `${one.name || one.graph_id} (version ${one.version})`] as const,
          )}
        />
        <Field
          label="Thread"
          value={thread}
          onValue={(value) => {
            live.view.value = { ...live.view.peek(), messages: [], interrupts: [], runId: null };
            setQuery({ thread: value });
          }}
          options={[
            ['', 'a new one'],
            ...(threads.value.value ?? []).map(
              (one) => [one.thread_id, `${shortId(one.thread_id)} ${one.status}`] as const,
            ),
          ]}
        />
        <InputForm
          key={`${deployment.id} ${chosen}`}
          storageKey={`input ${deployment.id} ${chosen}`}
          schema={schemas.value.value?.input_schema ?? null}
          disabled={streaming || chosen === ''}
          onStart={(input) => start({ input })}
        />
        <RunOptionsForm options={options} />
      </section>
      <section aria-label="Run" aria-busy={streaming}>
        <p class="row">
          {runId === null ? null : <Id id={runId} label="the run’s ID" />}
          {thread === '' ? null : (
            <a href={pathOf({ screen: 'thread', id: deployment.id, thread })}>Thread and its history</a>
          )}
          {streaming && runId !== null ? (
            <>
              <ActionButton onAct={() => cancelRun(base, thread, runId, 'interrupt')}>Stop</ActionButton>
              <ActionButton onAct={() => cancelRun(base, thread, runId, 'rollback')}>
                Stop and roll back
              </ActionButton>
            </>
          ) : null}
          {live.state.value === 'broken' && runId !== null ? (
            <ActionButton onAct={() => joinRun(live, base, thread)}>Join again</ActionButton>
          ) : null}
          <label class="check">
            <input
              type="checkbox"
              checked={raw !== ''}
              onChange={() => setQuery({ raw: raw === '' ? 'yes' : '' })}
            />
            Raw frames
          </label>
        </p>
        <Problem text={live.problem.value} />
        <Problem text={live.view.value.error ?? ''} />
        {raw === '' ? (
          <RunResult live={live} onResume={(resume) => start({ command: { resume } })} />
        ) : (
          <Frames live={live} />
        )}
        {runId === null || streaming ? null : (
          <Feedback
            deployment={deployment.id}
            run={runId}
            keys={options.value.feedback_keys ?? ['user_score']}
          />
        )}
      </section>
    </div>
  );
}

function InputForm({
  storageKey,
  schema,
  disabled,
  onStart,
}: {
  storageKey: string;
  schema: unknown;
  disabled: boolean;
  onStart: (input: unknown) => Promise<void>;
}): JSX.Element {
  const fields = useMemo(() => formOf(schema), [schema]);
  const written = useSignal<Record<string, string>>({});
  const json = useSignal(sessionStorage.getItem(storageKey) ?? '{}');
  const asJson = useSignal(false);
  const problems = useSignal<Readonly<Record<string, string>>>({});
  const parsed = parseJson(json.value);
  const useJson = asJson.value || fields === undefined;
  const submit = async () => {
    if (useJson) {
      if ('problem' in parsed) return;
      sessionStorage.setItem(storageKey, json.value);
      await onStart(parsed.value);
      return;
    }
    const result = valueOfForm(fields, written.value);
    if ('problems' in result) {
      problems.value = result.problems;
      return;
    }
    problems.value = {};
    sessionStorage.setItem(storageKey, JSON.stringify(result.value, null, 2));
    await onStart(result.value);
  };
  return (
    <form class="form" onSubmit={(event) => event.preventDefault()}>
      {useJson ? (
        <Field
          label="Input as JSON"
          type="textarea"
          value={json.value}
          onValue={(value) => (json.value = value)}
          problem={'problem' in parsed ? parsed.problem : ''}
        />
      ) : (
        fields.map((field) =>
          field.kind === 'boolean' ? (
            <label key={field.name} class="check">
              <input
                type="checkbox"
                checked={written.value[field.name] === 'true'}
                onChange={() =>
                  (written.value = {
                    ...written.value,
                    [field.name]: written.value[field.name] === 'true' ? 'false' : 'true',
                  })
                }
              />
              {field.label}
            </label>
          ) : (
            <Field
              key={field.name}
              label={`${field.label}${field.required ? ' (required)' : ''}`}
              type={['text', 'number'].includes(field.kind) ? 'text' : 'textarea'}
              placeholder={
                field.kind === 'messages'
                  ? 'What the user says, or a list of messages as JSON'
                  : field.description
              }
              {...(field.kind === 'choice'
                ? { options: ['', ...field.choices].map((one) => [one, one] as const) }
                : {})}
              value={written.value[field.name] ?? ''}
              onValue={(value) => (written.value = { ...written.value, [field.name]: value })}
              problem={problems.value[field.name] ?? ''}
            />
          ),
        )
      )}
      <p class="row">
        <ActionButton kind="primary" disabled={disabled} onAct={submit}>
          Run
        </ActionButton>
        {fields === undefined ? null : (
          <button type="button" onClick={() => (asJson.value = !asJson.value)}>
            {asJson.value ? 'As a form' : 'As JSON'}
          </button>
        )}
      </p>
    </form>
  );
}

function RunResult({
  live,
  onResume,
}: {
  live: LiveRun;
  onResume: (value: unknown) => Promise<void>;
}): JSX.Element {
  const { messages, values, nodes, running, interrupts } = live.view.value;
  return (
    <>
      <p role="status">
        {running.length === 0 ? '' : 'Running: '}
        <Foreign text={running.join(', ')} />
        {nodes.length === 0 ? '' : ` Done: ${nodes.join(' → ')}`}
      </p>
      {messages.length > 0 ? <Chat messages={messages} /> : null}
      {messages.length === 0 && values !== undefined ? <JsonView value={values} label="the state" /> : null}
      {interrupts.length === 0 ? null : <Interrupts interrupts={interrupts} onResume={onResume} />}
    </>
  );
}

function Interrupts({
  interrupts,
  onResume,
}: {
  interrupts: readonly unknown[];
  onResume: (value: unknown) => Promise<void>;
}): JSX.Element {
  const text = useSignal('');
  return (
    <section aria-labelledby="interrupt" class="card">
      <h3 id="interrupt">The agent waits for an answer</h3>
      <JsonView value={interrupts} label="what it asks" />
      <Field
        label="Answer (JSON, or a text)"
        type="textarea"
        value={text.value}
        onValue={(value) => (text.value = value)}
      />
      <ActionButton
        kind="primary"
        onAct={() => {
          const parsed = parseJson(text.value);
          return onResume('value' in parsed ? parsed.value : text.value);
        }}
      >
        Resume
      </ActionButton>
    </section>
  );
}

function Frames({ live }: { live: LiveRun }): JSX.Element {
  return (
    <ol class="frames" aria-label="Frames" tabIndex={0}>
      {live.frames.value.map((frame, index) => (
        <li key={index}>
          <code>
            {frame.event} {frame.id}
          </code>{' '}
          <Foreign text={frame.data} />
        </li>
      ))}
    </ol>
  );
}

function Feedback({
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
  const give = (key: string, score: number) => async () => {
    const text = comment.peek();
    await send('POST', `/deployments/${deployment}/runs/${run}/feedback`, {
      key,
      score,
      ...(text === '' ? {} : { comment: text }),
    });
    given.value = `Given: ${key} ${score}`;
  };
  return (
    <section aria-label="Feedback" class="card">
      <Field label="Comment" value={comment.value} onValue={(value) => (comment.value = value)} />
      {keys.map((key) => (
        <p key={key} class="row">
          <code>{key}</code>
          <ActionButton onAct={give(key, 1)}>👍 good</ActionButton>
          <ActionButton onAct={give(key, 0)}>👎 bad</ActionButton>
        </p>
      ))}
      <p role="status">{given.value}</p>
    </section>
  );
}
