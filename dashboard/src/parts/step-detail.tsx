import type { JSX } from 'preact';
import { messagesOfState } from '../../../src/contract/messages.ts';
import { inspect } from '../live/api.ts';
import { query, setQuery } from '../live/navigation.ts';
import type { LiveThread } from '../live/run.ts';
import { readStepState } from '../live/step-state.ts';
import { chatMessages } from '../logic/chat-messages.ts';
import { parseException } from '../logic/exceptions.ts';
import { formatDuration, shortId } from '../logic/format.ts';
import { pathOf, type ThreadRoute } from '../logic/paths.ts';
import { authorOfRun } from '../logic/run-author.ts';
import { resumeCommand } from '../logic/run-options.ts';
import type { Timeline, TimelineRow } from '../logic/thread-steps.ts';
import { nodeName, STATES } from '../logic/words.ts';
import { Problem, UntrustedText } from './basics.tsx';
import { Bones } from './bones.tsx';
import { Button, ButtonLink } from './button.tsx';
import { Failure } from './failure.tsx';
import { useLoaded } from './loading.ts';
import { StateMark } from './marks.tsx';
import { AnsweredQuestions, Questions } from './questions.tsx';
import { StepTabs, type Tab, TABS, TabView } from './step-tabs.tsx';

/** Reads the state at a step of a thread, and the state at the step `against` for a comparison. */
function useStepStates(path: string, step: string, against: string | null, changes: unknown) {
  return useLoaded(async () => {
    const [after, before] = await Promise.all([
      readStepState(path, step),
      against === null ? null : readStepState(path, against),
    ]);
    return { after, before: before?.values ?? {} };
  }, [path, step, against, changes]);
}

/**
 * Shows a step of a thread: its questions, its failure, its changes and its state. The user can start a run from the
 * step.
 */
export function StepDetail({
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
      ) : (
        <AnsweredStep key={step.id} route={route} row={row} timeline={timeline} />
      )}
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

/** Shows the questions of a step, and the later run that responded to the questions. */
function AnsweredStep({
  route: { id: deployment, thread },
  row: { step },
  timeline,
}: {
  route: ThreadRoute;
  row: TimelineRow;
  timeline: Timeline;
}): JSX.Element | null {
  const answered = step.tasks.filter(({ waits, done }) => waits && done);
  // Only a run continues after a question, while an update of the state begins another branch.
  const next = timeline.children.get(step.id)?.find(({ source }) => source !== 'update');
  const run = answered.length === 0 ? null : (next?.run_id ?? null);
  const loaded = useLoaded(
    async () =>
      run === null ? '' : authorOfRun(await inspect.get(`/d/${deployment}/threads/${thread}/runs/${run}`)),
    [run],
  );
  if (answered.length === 0 || next === undefined) return null;
  const { at_ms: at } = next;
  return (
    <AnsweredQuestions
      author={loaded.value.value ?? ''}
      questions={answered.map(({ questions: [question = 'a question'] }) => question)}
      at={at}
      run={
        run === null ? null : (
          <div class="row">
            <ButtonLink size="little" icon="runs" href={pathOf({ screen: 'run', id: deployment, run })}>
              Open the run with the answer
            </ButtonLink>
          </div>
        )
      }
    />
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
  /** Reason why no run can start from the step, or an empty string if a run can start. */
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

const isTip = (row: TimelineRow, { tips, children }: Timeline): boolean =>
  tips.includes(row) || (children.get(row.step.id) ?? []).length === 0;

const interruptsOf = (task: unknown): unknown[] =>
  typeof task === 'object' && task !== null && 'interrupts' in task && Array.isArray(task.interrupts)
    ? (task.interrupts as unknown[])
    : [];

/**
 * Returns the exception of a task. The JavaScript library stores an exception as an object, and the Python library
 * stores an exception as a string.
 */
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
        Compare with the previous step
      </Button>
    </>
  );
}
