import { isJsonObject } from '../../../src/contract/json-safety.ts';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { parseExactJson } from '../../../src/contract/exact-json.ts';
import type { LogTail } from '../../../src/contract/dashboard/logs.ts';
import type { RunDetail, RunStep, RunStepDetail } from '../../../src/contract/dashboard/runs.ts';
import { read } from '../live/api.ts';
import { clipText, formatDuration, formatNumber, visibleText } from '../logic/format.ts';
import { pathOf } from '../logic/paths.ts';
import { nodeName, STATES } from '../logic/words.ts';
import { Problem, UntrustedText } from './basics.tsx';
import { Bones } from './bones.tsx';
import { ButtonLink } from './button.tsx';
import { JsonView } from './json-view.tsx';
import { useLoaded } from './loading.ts';
import { StreamedAnswer } from './streamed-answer.tsx';
import { authorWord, type Turn, turnsOf } from '../logic/turns.ts';
import { Pairs, StateMark } from './marks.tsx';

const VIEWS = ['Input and output', 'Logs', 'State', 'Raw'] as const;
type View = (typeof VIEWS)[number];

/** Maximum number of log lines in the pane. */
const LOG_LINES = 100;

/** Shows the chosen step of a run: its input, its output and its failure. */
export function StepPane({ detail, step }: { detail: RunDetail; step: RunStep }): JSX.Element {
  const { run } = detail;
  const view = useSignal<View>('Input and output');
  const { value, problem } = useLoaded(
    () => read<RunStepDetail>(`/runs/${run.run_id}/steps/${step.seq}`),
    [run.run_id, step.seq, step.state],
  );
  const state = {
    ok: STATES.succeeded,
    error: STATES.failed,
    waiting: STATES.waiting,
    running: STATES.running,
  }[step.state];
  const isCut = step.state === 'running' && run.state !== 'running';
  const whole = value.value;
  return (
    <section class="card pane" aria-label="Chosen step">
      <header>
        <h2>
          <UntrustedText text={nodeName(step.name)} limit={200} />
        </h2>
        <StateMark state={isCut ? { ...STATES.stopped, word: 'Cut off' } : state} />
      </header>
      <div class="tabs" role="tablist" aria-label="Views of the step">
        {VIEWS.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            aria-selected={view.value === name}
            onClick={() => (view.value = name)}
          >
            {name}
          </button>
        ))}
      </div>
      <Problem text={problem.value} />
      {whole === null ? (
        <Bones rows={3} rowHeight={40} />
      ) : (
        <StepView view={view.value} detail={detail} whole={whole} isRunning={step.state === 'running'} />
      )}
    </section>
  );
}

function StepView({
  view,
  detail,
  whole,
  isRunning,
}: {
  view: View;
  detail: RunDetail;
  whole: RunStepDetail;
  isRunning: boolean;
}): JSX.Element {
  const { step, input, output } = whole;
  const { run } = detail;
  switch (view) {
    case 'Logs':
      return <StepLogs deployment={run.deployment_id} run={run.run_id} />;
    case 'State':
      return (
        <div class="pane-section">
          {run.thread_id === null ? (
            <p class="dim">The thread of this run and its state were deleted.</p>
          ) : (
            <>
              <p>
                {step.graph_step === null
                  ? 'The thread shows the state after each step of the graph.'
                  : `The thread shows the state after step ${step.graph_step} of the graph.`}
              </p>
              <ButtonLink
                icon="thread"
                href={pathOf({ screen: 'thread', id: run.deployment_id, thread: run.thread_id })}
              >
                Open the thread
              </ButtonLink>
            </>
          )}
        </div>
      );
    case 'Raw':
      return (
        <div class="pane-section">
          <JsonView label="step" value={{ ...step, input: parsed(input), output: parsed(output) }} open={1} />
        </div>
      );
    default:
      return <InputAndOutput detail={detail} whole={whole} isRunning={isRunning} />;
  }
}

function InputAndOutput({
  detail,
  whole,
  isRunning,
}: {
  detail: RunDetail;
  whole: RunStepDetail;
  isRunning: boolean;
}): JSX.Element {
  const { step, input, output } = whole;
  const { deployment_id: deployment, thread_id: thread, state } = detail.run;
  // Tools stream no text.
  const streams = isRunning && state === 'running' && step.kind !== 'tool' && step.kind !== 'span';
  const isFailure = step.error !== null && step.seq === detail.failed?.seq;
  return (
    <>
      <div class="pane-section">
        <h3>Called with</h3>
        <Value text={input} label="input" />
      </div>
      <div class="pane-section">
        <h3>Answer</h3>
        {streams && thread !== null ? (
          <StreamedAnswer base={`/d/${deployment}`} thread={thread} />
        ) : step.error === null ? (
          <Value text={output} label="output" />
        ) : (
          <pre class="code bad">
            {visibleText(clipText(`${step.error.type}: ${step.error.message}`, 4_000))}
          </pre>
        )}
      </div>
      {isFailure ? <SeenBefore detail={detail} /> : null}
      <div class="pane-section">
        <Pairs
          pairs={[
            ['Kind', step.kind],
            [
              'Took',
              step.ended_at_ms === null
                ? 'still running'
                : formatDuration(step.ended_at_ms - step.started_at_ms),
            ],
            ...(step.tokens === 0 ? [] : ([['Tokens', formatNumber(step.tokens)]] as const)),
            ...(step.graph_step === null ? [] : ([['Step of the graph', String(step.graph_step)]] as const)),
          ]}
        />
      </div>
    </>
  );
}

/** Shows in how many other runs the same failure occurred, by revision. */
function SeenBefore({ detail }: { detail: RunDetail }): JSX.Element | null {
  const { similar, run } = detail;
  const own = similar.find(({ revision }) => revision === run.revision);
  if (own === undefined) return null;
  const others = similar.filter((one) => one !== own && one.revision !== null);
  return (
    <div class="pane-section">
      <h3>Seen before</h3>
      <p>
        The same error ended{' '}
        <a
          class="link"
          href={pathOf(
            { screen: 'runs' },
            {
              deployment: run.deployment_id,
              state: 'failed',
              text: run.answer.replace(/…$/, '').slice(0, 100),
            },
          )}
        >
          {own.failed} of the last {own.runs} runs
        </a>{' '}
        of revision #{run.revision}
        {others.map(({ revision, runs, failed }) => (
          <span key={revision}>
            , {failed === 0 ? 'none' : failed} of {runs} of revision #{revision}
          </span>
        ))}
        .
      </p>
    </div>
  );
}

/** Shows a clipped JSON value as fields below each other, or as a tree. */
function Value({ text, label }: { text: string; label: string }): JSX.Element {
  if (text === '') return <p class="dim">Nothing recorded</p>;
  const value = parsed(text);
  if (typeof value === 'string') return <p class="step-text">{visibleText(value)}</p>;
  const turns = turnsOf(value);
  if (turns !== undefined) return <Turns turns={turns} label={label} value={value} />;
  if (isJsonObject(value)) {
    const entries = Object.entries(value);
    const isFlat = entries.length > 0 && entries.length <= 12 && entries.every(([, one]) => !isDeep(one));
    if (isFlat) {
      return (
        <Pairs
          pairs={entries.map(
            ([key, one]) => [key.slice(0, 200), <UntrustedText key={key} text={String(one)} />] as const,
          )}
        />
      );
    }
  }
  return <JsonView label={label} value={value} open={3} />;
}

/** Shows messages as a conversation. The user can also open the whole value. */
function Turns({
  turns,
  label,
  value,
}: {
  turns: readonly Turn[];
  label: string;
  value: unknown;
}): JSX.Element {
  return (
    <>
      <dl class="turns">
        {turns.map(({ role, text }, index) => (
          <div key={index}>
            <dt>
              <UntrustedText text={authorWord(role)} limit={60} />
            </dt>
            <dd>{visibleText(clipText(text, 4_000))}</dd>
          </div>
        ))}
      </dl>
      <details>
        <summary class="dim">All fields</summary>
        <JsonView label={label} value={value} open={2} />
      </details>
    </>
  );
}

const isDeep = (value: unknown): boolean => typeof value === 'object' && value !== null;

function parsed(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    return text;
  }
}

function StepLogs({ deployment, run }: { deployment: string; run: string }): JSX.Element {
  const { value, problem } = useLoaded(
    () => read<LogTail>(`/deployments/${deployment}/logs`, { run_id: run, limit: LOG_LINES }),
    [deployment, run],
  );
  const lines = value.value?.lines ?? [];
  return (
    <div class="pane-section">
      <Problem text={problem.value} />
      {value.value === null ? <Bones rows={3} rowHeight={22} /> : null}
      {value.value !== null && lines.length === 0 ? (
        <p class="dim">
          No line of the log contains the ID of this run.{' '}
          <a class="link" href={pathOf({ screen: 'logs', id: deployment })}>
            All lines
          </a>
        </p>
      ) : null}
      {lines.length === 0 ? null : (
        <pre class="code">{lines.map(({ message }) => visibleText(clipText(message, 2_000))).join('\n')}</pre>
      )}
    </div>
  );
}
