import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { send } from '../live/api.ts';
import { createBranchReader } from '../live/branch.ts';
import { draft } from '../live/draft.ts';
import { useKeys } from '../live/keys.ts';
import { setQuery } from '../live/navigation.ts';
import { cancelRun, type LiveThread } from '../live/run.ts';
import { showToast } from '../live/toasts.ts';
import { type Attachment, humanMessage } from '../logic/attachments.ts';
import { type ChatMessage, chatMessage } from '../logic/chat-messages.ts';
import { parseException } from '../logic/exceptions.ts';
import { formatDuration } from '../logic/format.ts';
import { formOf, type FormField, inputOfText } from '../logic/input-form.ts';
import { pathOf } from '../logic/paths.ts';
import { resumeCommand } from '../logic/run-options.ts';
import { type Fork, pathToStep, type Timeline } from '../logic/thread-steps.ts';
import { nodeName } from '../logic/words.ts';
import { Problem, UntrustedText } from './basics.tsx';
import { Bones } from './bones.tsx';
import { Button, ButtonLink } from './button.tsx';
import { Chat, type ChatActions } from './chat.tsx';
import { type ChatSession, isSomething } from './chat-session.ts';
import { Composer } from './composer.tsx';
import { Failure } from './failure.tsx';
import { RunFeedback } from './feedback.tsx';
import { JsonView } from './json-view.tsx';
import { useLoaded } from './loading.ts';
import { Void } from './page.tsx';
import { Questions } from './questions.tsx';
import { AsJsonButton, type Form, FormFields, useForm } from './schema-form.tsx';

/**
 * Returns the fields of an input other than its messages. An agent whose schema has no field for messages needs a
 * form.
 */
function useInputForms(schema: unknown) {
  const fields = useMemo(() => formOf(schema), [schema]);
  const messageField = fields?.find(({ kind, name }) => kind === 'messages' || name === 'messages');
  const others = useMemo(() => withoutProperty(schema, messageField), [schema]);
  return {
    isChat: messageField !== undefined || fields === undefined,
    hasSchema: fields !== undefined,
    others: useForm(others),
    whole: useForm(schema),
  };
}

function withoutProperty(schema: unknown, field: FormField | undefined): unknown {
  if (field === undefined || typeof schema !== 'object' || schema === null || !('properties' in schema)) {
    return schema;
  }
  const { properties } = schema;
  if (typeof properties !== 'object' || properties === null) return schema;
  const required =
    'required' in schema && Array.isArray(schema.required) ? (schema.required as unknown[]) : [];
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => name !== field.name)),
    required: required.filter((name) => name !== field.name),
  };
}

/** Shows the conversation, and below it the composer or the form. */
export function Talk({
  session,
  schema,
  isReady,
  problem,
  optionCount,
  onOptions,
}: {
  session: ChatSession;
  schema: unknown;
  isReady: boolean;
  problem: string;
  optionCount: number;
  onOptions: () => void;
}): JSX.Element {
  const editing = useSignal('');
  const branch = useBranch(session);
  const { messages } = branch;
  const input = useMessageInput(session, { schema, isReady, messages });
  const { forms, asJson } = input;
  const { view, state } = session.live;
  const isStreaming = state.value === 'streaming';
  const end = useScrollToEnd([messages, isStreaming, view.value.interrupts.length]);
  const stop = (how: 'interrupt' | 'rollback') => async () => {
    const run = view.peek().runId;
    if (run !== null) await cancelRun(session.base, session.thread, run, how);
  };
  const shared = {
    isRunning: isStreaming,
    onSend: () => input.send(),
    onStop: stop('interrupt'),
    onStopAndUndo: stop('rollback'),
  };
  const fieldNames = asJson.value ? [] : (forms.others.fields ?? []).map(({ name }) => name);
  return (
    <section class="talk" aria-label="Conversation" aria-busy={isStreaming}>
      <div class="talk-scroll" ref={end.box} onScroll={() => end.measure()} tabIndex={-1}>
        <div class="talk-lines">
          <Problem text={problem || branch.problem || session.live.problem.value} />
          {messages.length === 0 && !isStreaming && session.thread === '' ? (
            <Welcome name={session.deployment.name} isChat={forms.isChat} />
          ) : null}
          {messages.length === 0 && isReading(session) ? <Bones rows={3} /> : null}
          <TalkLines session={session} branch={branch} editing={editing} />
        </div>
      </div>
      {isReady && !forms.isChat ? (
        <InputForm form={forms.whole} {...shared} optionCount={optionCount} onOptions={onOptions} />
      ) : (
        <Composer
          {...shared}
          text={input.text}
          files={input.files}
          placeholder={
            view.value.interrupts.length > 0
              ? 'Write to the agent instead of answering'
              : 'Write to the agent'
          }
          isReady={isReady}
          disabled={input.disabled}
          onEditLast={() => (editing.value = messages.findLast(({ type }) => type === 'human')?.id ?? '')}
          tools={
            <ComposerTools
              fieldNames={fieldNames}
              showsFields={input.showsFields}
              asJson={asJson}
              optionCount={optionCount}
              onOptions={onOptions}
            />
          }
        >
          {asJson.value ? (
            <InputJson form={forms.whole} onSend={() => input.send()} />
          ) : input.showsFields.value && fieldNames.length > 0 ? (
            <div class="composer-fields form" role="group" aria-label="Fields of the state">
              <FormFields form={forms.others} label="Fields as JSON" />
            </div>
          ) : null}
        </Composer>
      )}
    </section>
  );
}

/** Returns whether the state of the thread has not arrived yet. */
const isReading = ({ thread, live }: ChatSession): boolean =>
  thread !== '' &&
  live.state.value === 'idle' &&
  live.view.value.values === undefined &&
  live.problem.value === '';

const Welcome = ({ name, isChat }: { name: string; isChat: boolean }): JSX.Element => (
  <Void icon="chat" title={`Talk to ${name}`}>
    {isChat
      ? 'Write a message below. The answer of the agent streams here, with its tool calls.'
      : 'Fill in the form below. The state that the agent returns appears here.'}
  </Void>
);

/** The input that the user writes: a text, attached files, and other fields. */
function useMessageInput(
  session: ChatSession,
  { schema, isReady, messages }: { schema: unknown; isReady: boolean; messages: readonly ChatMessage[] },
) {
  const text = useSignal('');
  const files = useSignal<readonly Attachment[]>([]);
  const showsFields = useSignal(false);
  const asJson = useSignal(false);
  const forms = useInputForms(schema);
  const isMessage = forms.isChat && !asJson.value;
  useEffect(() => {
    if (!isReady) return;
    const waiting = draft.peek();
    const isOwn = session.thread === '' && waiting?.deployment === session.deployment.id;
    if (isOwn) draft.value = null;
    // Without a draft, the form takes the text that was written before the schema was loaded.
    const written = isOwn ? waiting.text : text.peek();
    if (forms.isChat) text.value = written;
    else if (written !== '') forms.whole.fill(inputOfText(forms.whole.fields ?? [], written));
  }, [isReady]);
  const read = (): unknown => {
    if (!isMessage) {
      const written = forms.whole.read();
      if (written === undefined) throw new Error('The input is invalid: see the error below the field.');
      return written.value;
    }
    const others = forms.others.fields === undefined ? { value: {} } : forms.others.read();
    if (others === undefined) {
      showsFields.value = true;
      throw new Error('A field of the state is invalid: see the error below the field.');
    }
    const message = humanMessage(text.peek(), files.peek());
    return { ...(isSomething(others.value) ? others.value : {}), messages: [message] };
  };
  return {
    text,
    files,
    showsFields,
    asJson,
    forms,
    /** Reason why the message cannot be sent, or an empty string if the message can be sent. */
    disabled:
      isMessage && text.value.trim() === '' && files.value.length === 0 ? 'Write a message first' : '',
    async send(): Promise<void> {
      const input = read();
      const own = isMessage ? chatMessage(humanMessage(text.peek(), files.peek()), 'own') : undefined;
      await session.start({ input }, { messages: own === undefined ? messages : [...messages, own] });
      text.value = '';
      files.value = [];
    },
  };
}

/** Shows the messages, and below them the thread's questions, its failure or its broken connection. */
function TalkLines({
  session,
  branch: { messages, forks },
  editing,
}: {
  session: ChatSession;
  branch: ReturnType<typeof useBranch>;
  editing: { value: string };
}): JSX.Element {
  const { deployment, at, live, timeline, start } = session;
  const { interrupts, next, error, runId, feedback, values } = live.view.value;
  const isStreaming = live.state.value === 'streaming';
  const isAtRest = at === '' && live.state.value === 'idle';
  const acts = useChatActions(session, messages);
  const isStopped = isAtRest && interrupts.length === 0 && error === null && next.length > 0;
  return (
    <>
      <Chat
        messages={messages}
        forks={forks}
        isStreaming={isStreaming}
        editing={editing.value}
        onEditing={(id) => (editing.value = id)}
        acts={acts}
        runNote={lastRunTime(timeline, at)}
      />
      <RunProgress session={session} />
      {messages.length === 0 && isSomething(values) ? (
        <JsonView value={values} label="the state" open={3} />
      ) : null}
      {at === '' ? null : <BranchNote session={session} />}
      {isAtRest && error !== null ? <RunFailure session={session} error={error} /> : null}
      {isAtRest && interrupts.length > 0 ? (
        <Questions
          key={JSON.stringify(interrupts).slice(0, 2_000)}
          interrupts={interrupts}
          note={`step ${next.map(nodeName).join(', ')}`}
          onAnswer={(answers) => start({ command: resumeCommand(interrupts, answers) })}
        />
      ) : null}
      {isStopped ? (
        <div class="row wrap stopped-before">
          <span>
            Stopped before <UntrustedText text={next.map(nodeName).join(', ')} />.
          </span>
          <Button icon="replay" onAct={() => start({ input: null })}>
            Continue
          </Button>
        </div>
      ) : null}
      {live.state.value === 'lost' ? <BrokenStream live={live} /> : null}
      {Object.keys(feedback).length > 0 && runId !== null && !isStreaming ? (
        <RunFeedback key={runId} deployment={deployment.id} run={runId} keys={Object.keys(feedback)} />
      ) : null}
    </>
  );
}

function ComposerTools({
  fieldNames,
  showsFields,
  asJson,
  optionCount,
  onOptions,
}: {
  fieldNames: readonly string[];
  showsFields: { value: boolean };
  asJson: { value: boolean };
  optionCount: number;
  onOptions: () => void;
}): JSX.Element {
  const names = fieldNames.slice(0, 3).join(', ') + (fieldNames.length > 3 ? ', …' : '');
  return (
    <>
      {fieldNames.length === 0 ? null : (
        <Button
          kind="bare"
          size="little"
          icon="edit"
          label="Other input fields"
          pressed={showsFields.value}
          onAct={() => (showsFields.value = !showsFields.value)}
        >
          <UntrustedText text={names} limit={60} />
        </Button>
      )}
      <Button kind="bare" size="little" icon="options" onAct={onOptions}>
        Options{optionCount === 0 ? '' : ` ${optionCount}`}
      </Button>
      <Button kind="bare" size="little" pressed={asJson.value} onAct={() => (asJson.value = !asJson.value)}>
        JSON
      </Button>
    </>
  );
}

/** A field above the composer for the whole input as JSON. */
function InputJson({ form, onSend }: { form: Form; onSend: () => Promise<void> }): JSX.Element {
  useEffect(() => {
    form.asJson.value = true;
    return () => (form.asJson.value = false);
  }, []);
  return (
    <div
      class="composer-fields form"
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        void onSend();
      }}
    >
      <FormFields form={form} label="Input as JSON" />
    </div>
  );
}

/** The form that replaces the composer for an agent whose input has no messages. */
function InputForm({
  form,
  isRunning,
  onSend,
  onStop,
  onStopAndUndo,
  optionCount,
  onOptions,
}: {
  form: Form;
  isRunning: boolean;
  onSend: () => Promise<void>;
  onStop: () => Promise<unknown>;
  onStopAndUndo: () => Promise<unknown>;
  optionCount: number;
  onOptions: () => void;
}): JSX.Element {
  const problem = useSignal('');
  const run = async () => {
    problem.value = '';
    try {
      await onSend();
    } catch (error) {
      problem.value = error instanceof Error ? error.message : String(error);
    }
  };
  return (
    <form
      class="composer form input-form"
      aria-label="Input"
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        void run();
      }}
    >
      <FormFields form={form} label="Input as JSON" />
      <Problem text={problem.value} />
      <div class="composer-tools">
        <AsJsonButton form={form} />
        <Button kind="bare" size="little" icon="options" onAct={onOptions}>
          Options{optionCount === 0 ? '' : ` ${optionCount}`}
        </Button>
        <span class="grow" />
        {isRunning ? (
          <>
            <Button kind="bare" size="little" onAct={onStopAndUndo}>
              Stop and undo
            </Button>
            <Button kind="main" icon="stop" onAct={onStop}>
              Stop
            </Button>
          </>
        ) : (
          <Button kind="main" icon="send" onAct={run}>
            Run
          </Button>
        )}
      </div>
    </form>
  );
}

/** Shows the finished and running nodes of the run. */
function RunProgress({ session: { live } }: { session: ChatSession }): JSX.Element {
  const { running, nodes } = live.view.value;
  const isStreaming = live.state.value === 'streaming';
  return (
    <p class="run-progress dim small" role="status">
      {isStreaming && running.length === 0 && nodes.length === 0 ? 'The agent starts.' : ''}
      {running.length === 0 ? '' : 'Running: '}
      <UntrustedText text={running.map(nodeName).join(', ')} limit={500} />
      {nodes.length === 0 ? '' : `${running.length === 0 ? '' : ' '}Done: `}
      <UntrustedText text={nodes.slice(-30).map(nodeName).join(' → ')} limit={1_000} />
    </p>
  );
}

function RunFailure({ session, error }: { session: ChatSession; error: string }): JSX.Element {
  const { next } = session.live.view.value;
  const { type, message, frames } = parseException(error);
  const { runId } = session.live.view.value;
  const run = runId ?? session.timeline.tips[0]?.step.run_id ?? null;
  return (
    <Failure
      title={type === '' ? 'The run failed' : type}
      {...(next.length === 0 ? {} : { place: `in ${next.map(nodeName).join(', ')}` })}
      message={message}
      frames={frames}
      acts={
        <>
          {run === null ? null : (
            <ButtonLink
              size="little"
              icon="runs"
              href={pathOf({ screen: 'run', id: session.deployment.id, run })}
            >
              Open the run
            </ButtonLink>
          )}
          {next.length === 0 ? null : (
            <Button size="little" icon="replay" onAct={() => session.start({ input: null })}>
              Try this step again
            </Button>
          )}
        </>
      }
    />
  );
}

function BrokenStream({ live }: { live: LiveThread }): JSX.Element {
  const last = live.frames.value.rows.at(-1)?.seq ?? 0;
  return (
    <div class="row wrap broken-stream" role="alert">
      <span>
        {last === 0 ? 'The stream broke before its first frame.' : `The stream broke after frame ${last}.`}
      </span>
      <Button size="little" icon="replay" onAct={() => live.rejoin()}>
        Join again
      </Button>
    </div>
  );
}

/** Tells the user that the conversation shows an earlier step or another branch. */
function BranchNote({ session: { at, timeline } }: { session: ChatSession }): JSX.Element {
  const isTip = timeline.tips.some(({ step }) => step.id === at);
  return (
    <div class="row wrap branch-note" role="status">
      <span>
        {isTip
          ? 'Your next message continues this branch.'
          : 'Your next message makes a branch from this earlier step.'}
      </span>
      <Button size="little" onAct={() => setQuery({ at: '' })}>
        Back to the newest
      </Button>
    </div>
  );
}

/**
 * Returns the duration of the run that wrote the last displayed step, or an empty string if the duration is unknown.
 */
function lastRunTime(timeline: Timeline, at: string): string {
  const tip = timeline.steps.get(at) ?? timeline.rows.find(({ kind }) => kind === 'step')?.step;
  if (tip === undefined || tip.run_id === null) return '';
  const first = pathToStep(tip.id, timeline)
    .map((id) => timeline.steps.get(id))
    .find((step) => step?.run_id === tip.run_id);
  return first === undefined || first.id === tip.id ? '' : formatDuration(tip.at_ms - first.at_ms);
}

/**
 * Returns the messages of the displayed branch, and its forks. The messages of the newest branch come from the live
 * view of the thread.
 */
function useBranch({ base, thread, at, live, timeline }: ChatSession) {
  const reader = useMemo(() => createBranchReader(`${base}/threads/${thread}`), [base, thread]);
  const newest = timeline.rows.find(({ kind }) => kind === 'step')?.step.id ?? '';
  const tip = at === '' ? newest : at;
  const older = useLoaded(async () => (at === '' ? null : await reader.messagesAt(at)), [reader, at]);
  const forks = useLoaded(
    async () => (tip === '' ? new Map<number, Fork>() : await reader.forks(tip, timeline)),
    [reader, tip, timeline],
  );
  const isStreaming = live.state.value === 'streaming';
  const shown = isStreaming || at === '' ? live.view.value.messages : (older.value.value ?? []);
  const go = (by: number) => () => {
    const fork = [...(forks.value.value ?? new Map<number, Fork>()).values()].at(-1);
    const next = fork?.tips[fork.index + by];
    if (next !== undefined) goToBranch(next, newest);
  };
  useKeys([
    { key: '[', does: 'previous branch', run: go(-1) },
    { key: ']', does: 'next branch', run: go(1) },
  ]);
  return {
    messages: shown,
    forks: forks.value.value ?? new Map<number, Fork>(),
    problem: older.problem.value || forks.problem.value,
  };
}

function goToBranch(tip: string, newest: string): void {
  setQuery({ at: tip === newest ? '' : tip });
}

/** Returns the actions on messages. Each action first finds the step that wrote the message. */
function useChatActions(session: ChatSession, messages: readonly ChatMessage[]): ChatActions {
  const { deployment, base, thread, at, live, timeline, start } = session;
  const reader = useMemo(() => createBranchReader(`${base}/threads/${thread}`), [base, thread]);
  const newest = timeline.rows.find(({ kind }) => kind === 'step')?.step.id ?? '';
  const tip = at === '' ? newest : at;
  const around = async (message: ChatMessage) => {
    const found = await reader.stepsAround(message.id, tip, timeline);
    if (found === undefined) {
      throw new Error('No step of the thread contains this message. The agent might not store steps.');
    }
    return found;
  };
  const before = (message: ChatMessage) => messages.slice(0, messages.indexOf(message));
  return {
    async edit(message, text) {
      const place = await around(message);
      const changed = editedMessage(message, text);
      const own = chatMessage(changed, 'own');
      await start(
        { input: { messages: [changed] } },
        {
          checkpoint: place.before,
          messages: [...before(message), ...(own === undefined ? [] : [own])],
        },
      );
    },
    async fork(message) {
      const place = await around(message);
      setQuery({ at: place.first });
      queueMicrotask(() => document.querySelector<HTMLElement>('[data-composer]')?.focus());
    },
    async retry(message) {
      const place = await around(message);
      if (place.before === null)
        throw new Error('The first step cannot run again. Edit the message instead.');
      await start({ input: null }, { checkpoint: place.before, messages: before(message) });
    },
    async rate(score) {
      const run = live.view.peek().runId ?? timeline.steps.get(tip)?.run_id ?? null;
      if (run === null) throw new Error('The run of this answer is unknown, so it cannot be rated.');
      const [key = 'user_score'] = Object.keys(live.view.peek().feedback);
      await send('POST', `/deployments/${deployment.id}/runs/${run}/feedback`, { key, score });
      showToast({
        text: `Feedback saved: ${key} ${score}`,
        act: { label: 'Open', href: pathOf({ screen: 'run', id: deployment.id, run }) },
      });
    },
    goToBranch: (next) => goToBranch(next, newest),
    readWhole: (index) => reader.wholeMessage(at, index),
  };
}

/** Returns a human message with a new text. All parts of the message except its text remain, such as images. */
function editedMessage({ value }: ChatMessage, text: string): object {
  const content: unknown =
    typeof value === 'object' && value !== null && 'content' in value ? value.content : '';
  if (!Array.isArray(content)) return { type: 'human', content: text };
  const others = (content as unknown[]).filter(
    (block) => typeof block === 'object' && block !== null && 'type' in block && block.type !== 'text',
  );
  return { type: 'human', content: [{ type: 'text', text }, ...others] };
}

/** Keeps the end of the conversation visible while the conversation grows, unless the user has scrolled up. */
function useScrollToEnd(changes: readonly unknown[]) {
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const toEnd = () => {
    const element = box.current;
    if (element !== null && isAtEnd.current) element.scrollTop = element.scrollHeight;
  };
  useLayoutEffect(toEnd, changes);
  useEffect(() => {
    // The height of the content can also change without new messages, for example when the Markdown parser is loaded.
    const observer = new ResizeObserver(toEnd);
    if (box.current !== null) observer.observe(box.current);
    if (box.current?.firstElementChild) observer.observe(box.current.firstElementChild);
    return () => observer.disconnect();
  }, []);
  return {
    box,
    measure() {
      const element = box.current;
      if (element === null) return;
      isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < 120;
    },
  };
}
