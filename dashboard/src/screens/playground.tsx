import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { stringifyExactJson } from '../../../src/contract/exact-json.ts';
import type { DeploymentSummary } from '../../../src/contract/dashboard/deployments.ts';
import { forward, inspect } from '../live/api.ts';
import { query, setQuery } from '../live/navigation.ts';
import { cancelRun, createLiveThread, type LiveThread } from '../live/run.ts';
import { originOfApi } from '../live/store.ts';
import { assistantCommand } from '../logic/commands.ts';
import { shortId, visibleLine } from '../logic/format.ts';
import { parseJson } from '../logic/input-form.ts';
import { parseInputs, withInput } from '../logic/last-inputs.ts';
import { type Route, pathOf } from '../logic/paths.ts';
import { previewText } from '../logic/preview-text.ts';
import { resumeCommand, runBody, type RunOptions } from '../logic/run-options.ts';
import { chooseDeployment, hasGraphs, NoGraphs } from '../parts/agent-kind.tsx';
import { PageHead } from '../parts/page.tsx';
import { AssistantField, AssistantVersions, useAssistants } from '../parts/assistants.tsx';
import { ActionButton, Empty, Field, UntrustedText, Id, Problem } from '../parts/basics.tsx';
import { Chat } from '../parts/chat.tsx';
import { RunFeedback } from '../parts/feedback.tsx';
import { JsonView } from '../parts/json-view.tsx';
import { useLoaded } from '../parts/loading.ts';
import { RunFrames } from '../parts/run-frames.tsx';
import { RunOptionsForm } from '../parts/run-options.tsx';
import { AsJsonButton, type Form, FormFields, useForm } from '../parts/schema-form.tsx';

interface ThreadRow {
  thread_id: string;
  status: string;
}
interface Schemas {
  input_schema: unknown;
  config_schema: unknown;
  context_schema: unknown;
}

/** Returns whether settings are not empty. Empty settings are not sent, so that the assistant's own settings apply. */
const isSomething = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0;

/** Runs an agent: shows the input, the messages and the frames of the stream. */
export default function PlaygroundScreen({
  route: { id },
}: {
  route: Extract<Route, { screen: 'playground' }>;
}): JSX.Element {
  const deployment = chooseDeployment(id);
  return (
    <>
      <PageHead title="Playground" />
      {deployment === undefined ? null : hasGraphs(deployment) ? (
        <Playground deployment={deployment} />
      ) : (
        <NoGraphs deployment={deployment} />
      )}
    </>
  );
}

function Playground({ deployment }: { deployment: DeploymentSummary }): JSX.Element {
  const base = `/d/${deployment.id}`;
  const live = useMemo(() => createLiveThread(base), [base]);
  const assistants = useAssistants(deployment);
  const assistant = assistants.chosen?.assistant_id ?? '';
  const { thread = '' } = query.value;
  useEffect(() => live.follow(thread), [live, thread]);
  const threads = useLoaded(
    () =>
      inspect.post<ThreadRow[]>(`${base}/threads/search`, {
        limit: 100,
        sort_by: 'updated_at',
        sort_order: 'desc',
        select: ['thread_id', 'status'],
      }),
    [base, thread, live.ended.value, live.state.value],
  );
  const schemas = useLoaded(
    async () =>
      assistant === '' ? null : await inspect.get<Schemas>(`${base}/assistants/${assistant}/schemas`),
    [assistant, assistants.chosen?.version, deployment.active_revision_id],
  );
  const known = schemas.value.value;
  // The form appears once the schema is loaded, because a later switch of the form would discard the user's input.
  const isAsked = assistant !== '' && (known !== null || schemas.problem.value !== '');
  const config = useForm(known?.config_schema ?? null);
  const context = useForm(known?.context_schema ?? null);
  const options = useSignal<RunOptions>({});
  const start = async (what: { input: unknown } | { command: unknown }) => {
    const [configurable, contextValue] = [config.read(), context.read()];
    if (configurable === undefined || contextValue === undefined) {
      throw new Error('The options of the run are invalid: see the messages there.');
    }
    const body = runBody(assistant, what, {
      ...options.peek(),
      ...(isSomething(configurable.value) ? { config: { configurable: configurable.value } } : {}),
      ...(isSomething(contextValue.value) ? { context: contextValue.value } : {}),
    });
    const target =
      thread === '' ? (await forward<ThreadRow>('POST', `${base}/threads`, {})).thread_id : thread;
    await live.start(target, body);
    setQuery({ thread: target });
  };
  if (assistants.loaded.value.value?.length === 0) {
    return (
      <Empty command={assistantCommand(deployment.url ?? originOfApi())}>
        This agent has no assistant. Create one with:
      </Empty>
    );
  }
  return (
    <div class="playground">
      <section aria-label="Input">
        <Problem text={assistants.loaded.problem.value || schemas.problem.value || threads.problem.value} />
        <AssistantField assistants={assistants} />
        <AssistantVersions base={base} assistants={assistants} />
        <Field
          label="Thread"
          value={thread}
          onValue={(value) => setQuery({ thread: value })}
          options={threadOptions(thread, threads.value.value ?? [])}
        />
        {isAsked ? (
          <Input
            key={`${deployment.id} ${assistant}`}
            storageKey={`inputs ${deployment.id} ${assistant}`}
            schema={known?.input_schema ?? null}
            onStart={(input) => start({ input })}
          />
        ) : (
          <p role="status">Reading…</p>
        )}
        <RunOptionsForm options={options} config={config} context={context} />
      </section>
      <Run deployment={deployment.id} live={live} assistant={assistant} onStart={start} />
    </div>
  );
}

/** Shows the active or last run of the thread, with its result or the frames of its stream. */
function Run({
  deployment,
  live,
  assistant,
  onStart,
}: {
  deployment: string;
  live: LiveThread;
  assistant: string;
  onStart: (what: { input: unknown } | { command: unknown }) => Promise<void>;
}): JSX.Element {
  const { thread = '', raw = '' } = query.value;
  const { runId, feedback, error } = live.view.value;
  const isStreaming = live.state.value === 'streaming';
  const feedbackKeys = Object.keys(feedback);
  const cancel = (run: string, how: 'interrupt' | 'rollback') =>
    cancelRun(`/d/${deployment}`, thread, run, how);
  return (
    <section aria-label="Run" aria-busy={isStreaming}>
      <p class="row">
        {runId === null ? null : <Id id={runId} label="the run’s ID" />}
        <Links deployment={deployment} thread={thread} assistant={assistant} run={runId} />
        {isStreaming && runId !== null && thread !== '' ? (
          <>
            <ActionButton onAct={() => cancel(runId, 'interrupt')}>Stop</ActionButton>
            <ActionButton onAct={() => cancel(runId, 'rollback')}>Stop and roll back</ActionButton>
          </>
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
      <Problem text={error ?? ''} />
      {raw === '' ? (
        <RunResult live={live} onStart={onStart} />
      ) : (
        <RunFrames frames={live.frames.value} run={runId} />
      )}
      {runId === null || isStreaming ? null : (
        <RunFeedback
          key={runId}
          deployment={deployment}
          run={runId}
          keys={feedbackKeys.length > 0 ? feedbackKeys : ['user_score']}
        />
      )}
    </section>
  );
}

/** Returns the options of the thread field. They include the chosen thread even if the loaded list does not. */
function threadOptions(chosen: string, list: readonly ThreadRow[]): (readonly [string, string])[] {
  const isKnown = chosen === '' || list.some((one) => one.thread_id === chosen);
  return [
    ['', 'a new one'],
    ...(isKnown ? [] : [[chosen, shortId(chosen)] as const]),
    ...list.map((one) => [one.thread_id, `${shortId(one.thread_id)} ${visibleLine(one.status)}`] as const),
  ];
}

/** Links to other screens that show the run. */
function Links({
  deployment: id,
  thread,
  assistant,
  run,
}: {
  deployment: string;
  thread: string;
  assistant: string;
  run: string | null;
}): JSX.Element | null {
  if (thread === '') return null;
  return (
    <>
      <a href={pathOf({ screen: 'thread', id, thread })}>Thread and its history</a>
      <a href={pathOf({ screen: 'deployment', id, tab: 'graph' }, { assistant, thread })}>
        Show in the graph
      </a>
      {run === null ? null : <a href={pathOf({ screen: 'logs', id }, { run })}>Log of the run</a>}
    </>
  );
}

function Input({
  storageKey,
  schema,
  onStart,
}: {
  storageKey: string;
  schema: unknown;
  onStart: (input: unknown) => Promise<void>;
}): JSX.Element {
  const inputs = useSignal(parseInputs(sessionStorage.getItem(storageKey)));
  const form: Form = useForm(schema);
  const problem = useSignal('');
  const submit = async () => {
    const written = form.read();
    if (written === undefined) return;
    inputs.value = withInput(inputs.peek(), written.value);
    sessionStorage.setItem(storageKey, stringifyExactJson(inputs.peek()));
    await onStart(written.value);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    problem.value = '';
    submit().catch(
      (error: unknown) => (problem.value = error instanceof Error ? error.message : String(error)),
    );
  };
  return (
    <form class="form" onSubmit={(event) => event.preventDefault()} onKeyDown={onKeyDown}>
      {inputs.value.length === 0 ? null : (
        <Field
          label="Earlier inputs"
          value=""
          onValue={(value) => {
            const parsed = parseJson(value);
            if ('value' in parsed) form.fill(parsed.value);
          }}
          options={[
            ['', 'choose one to reuse it'],
            ...inputs.value.map((one) => [one, visibleLine(previewText(one, 80))] as const),
          ]}
        />
      )}
      <FormFields form={form} label="Input as JSON" />
      <p class="row">
        <ActionButton kind="main-act" onAct={submit}>
          Run
        </ActionButton>
        <AsJsonButton form={form} />
        <span class="dim">
          <kbd>Ctrl</kbd> <kbd>Enter</kbd>
        </span>
        <Problem text={problem.value} />
      </p>
    </form>
  );
}

function RunResult({
  live,
  onStart,
}: {
  live: LiveThread;
  onStart: (what: { input: unknown } | { command: unknown }) => Promise<void>;
}): JSX.Element {
  const { messages, values, nodes, running, interrupts, next } = live.view.value;
  const isIdle = live.state.value === 'idle';
  return (
    <>
      <p role="status">
        {running.length === 0 ? '' : 'Running: '}
        <UntrustedText text={running.join(', ')} />
        {nodes.length === 0 ? '' : ' Done: '}
        <UntrustedText text={nodes.join(' → ')} />
      </p>
      {messages.length > 0 ? <Chat messages={messages} /> : null}
      {isSomething(values) ? (
        <details open={messages.length === 0}>
          <summary>State</summary>
          <JsonView value={values} label="the state" />
        </details>
      ) : null}
      {interrupts.length === 0 || !isIdle ? null : (
        <Interrupts
          key={stringifyExactJson(interrupts)}
          interrupts={interrupts}
          onResume={(answers) => onStart({ command: resumeCommand(interrupts, answers) })}
        />
      )}
      {interrupts.length > 0 || next.length === 0 || !isIdle ? null : (
        <p class="row">
          Stopped before <UntrustedText text={next.join(', ')} />.
          <ActionButton onAct={() => onStart({ input: null })}>Continue</ActionButton>
        </p>
      )}
    </>
  );
}

/** Lists the agent's questions, each with a field for the answer. */
function Interrupts({
  interrupts,
  onResume,
}: {
  interrupts: readonly unknown[];
  onResume: (answers: unknown[]) => Promise<void>;
}): JSX.Element {
  const texts = useSignal<Readonly<Record<number, string>>>({});
  return (
    <section aria-labelledby="interrupt" class="card">
      <h3 id="interrupt">The agent waits for an answer</h3>
      {interrupts.map((interrupt, index) => (
        <div key={index}>
          <JsonView value={interrupt} label={`question ${index + 1}`} />
          <Field
            label={
              interrupts.length === 1 ? 'Answer in words or JSON' : `Answer ${index + 1} in words or JSON`
            }
            type="textarea"
            value={texts.value[index] ?? ''}
            onValue={(value) => (texts.value = { ...texts.peek(), [index]: value })}
          />
        </div>
      ))}
      <ActionButton
        kind="main-act"
        onAct={() =>
          onResume(
            interrupts.map((_, index) => {
              const text = texts.peek()[index] ?? '';
              const parsed = parseJson(text);
              return 'value' in parsed ? parsed.value : text;
            }),
          )
        }
      >
        Resume
      </ActionButton>
    </section>
  );
}
