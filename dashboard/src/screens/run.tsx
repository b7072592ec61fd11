import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type {
  ReplayedRun,
  RunDetail,
  RunStep,
  RunStepPage,
  RunSummary,
} from '../../../src/contract/dashboard/runs.ts';
import type { InboxList } from '../../../src/contract/dashboard/threads.ts';
import { errorText, read, send } from '../live/api.ts';
import { useKeys } from '../live/keys.ts';
import { goTo, query, setQuery } from '../live/navigation.ts';
import { usePageTitle } from '../live/page-title.ts';
import { runList } from '../live/runs.ts';
import { connection, now, runListeners } from '../live/store.ts';
import { showProblem, showToast } from '../live/toasts.ts';
import { useVisit } from '../live/visits.ts';
import { formatClock, formatCount, formatDuration, formatNumber, visibleLine } from '../logic/format.ts';
import { type Route, pathOf } from '../logic/paths.ts';
import type { RunChanges } from '../logic/loaded-runs.ts';
import type { Period } from '../logic/time-axis.ts';
import { durationText, runDuration, runTitle, shownState } from '../logic/run-list.ts';
import {
  ancestorsOf,
  buildTree,
  nextFailure,
  spanOf,
  type StepsToRead,
  stepsToRead,
  waitingGaps,
} from '../logic/waterfall.ts';
import { Age, CopyButton, Problem, UntrustedText } from '../parts/basics.tsx';
import { Bones } from '../parts/bones.tsx';
import { Button, ButtonLink, SplitButton } from '../parts/button.tsx';
import { Failure } from '../parts/failure.tsx';
import { Icon } from '../parts/icon.tsx';
import { Commit, Facts, ShortId, StateMark, Tag } from '../parts/marks.tsx';
import { useLoaded } from '../parts/loading.ts';
import { PageHead, Panes, Void } from '../parts/page.tsx';
import { ReplayEditor } from '../parts/replay-editor.tsx';
import { StepPane } from '../parts/step-pane.tsx';
import { WaitingCard } from '../parts/waiting-card.tsx';
import { Waterfall } from '../parts/waterfall.tsx';

/** Number of steps that one request returns. */
const PAGE = 1_000;
/** Number of steps above which the waterfall is higher than most windows. */
const LONG = 20;

/** Shows a run: whether it succeeded, why it failed, and how its time was spent. */
export default function Run({ route }: { route: Extract<Route, { screen: 'run' }> }): JSX.Element {
  const { detail, steps, problem } = useRun(route.run);
  usePageTitle(detail === null ? 'Run' : visibleLine(runTitle(detail.run)));
  useVisit(route, {
    name: detail?.run.run_id === route.run ? runTitle(detail.run) : '',
    icon: 'runs',
  });
  if (detail === null) {
    return (
      <>
        <PageHead title="Run" crumbs={[{ name: 'Runs', href: pathOf({ screen: 'runs' }) }]} />
        {problem === '' ? <Bones rows={8} rowHeight={32} /> : <Missing problem={problem} />}
      </>
    );
  }
  return <Loaded key={route.run} detail={detail} steps={steps} problem={problem} />;
}

function Missing({ problem }: { problem: string }): JSX.Element {
  return (
    <Void
      title="This run is not stored"
      icon="runs"
      acts={<ButtonLink href={pathOf({ screen: 'runs' })}>All runs</ButtonLink>}
    >
      <UntrustedText text={problem} /> A run is deleted together with its thread.
    </Void>
  );
}

/** Reads a run and all steps of the run, and reads them again when the run changes. */
function useRun(runId: string): { detail: RunDetail | null; steps: readonly RunStep[]; problem: string } {
  const detail = useSignal<RunDetail | null>(null);
  const steps = useSignal<ReadonlyMap<number, RunStep>>(new Map());
  const problem = useSignal('');
  const reading = useRef({ runId, isBusy: false, isDue: false });
  const readOnce = async () => {
    detail.value = await read<RunDetail>(`/runs/${runId}`);
    let part: StepsToRead = stepsToRead(steps.peek());
    for (;;) {
      const page = await read<RunStepPage>(`/runs/${runId}/steps`, { ...part, limit: PAGE });
      if (reading.current.runId !== runId) return;
      if (page.steps.length > 0) {
        steps.value = new Map([...steps.peek(), ...page.steps.map((step) => [step.seq, step] as const)]);
      }
      if (page.next === null) return;
      part = { after: page.next };
    }
  };
  const refresh = async (): Promise<void> => {
    const state = reading.current;
    state.isDue = true;
    if (state.isBusy) return;
    state.isBusy = true;
    while (state.isDue && state.runId === runId) {
      state.isDue = false;
      try {
        await readOnce();
        problem.value = '';
      } catch (error) {
        problem.value = errorText(error);
      }
    }
    state.isBusy = false;
  };
  const isLive = connection.value.kind === 'live';
  useEffect(() => {
    if (reading.current.runId !== runId) {
      detail.value = null;
      steps.value = new Map();
    }
    reading.current = { runId, isBusy: false, isDue: false };
    void refresh();
    const listener = ({ changed, removed, removedThreads }: RunChanges, reload: boolean) => {
      const isChanged = changed.some(({ run_id: id }) => id === runId) || removed.includes(runId);
      const thread = detail.peek()?.run.thread_id ?? '';
      if (reload || isChanged || removedThreads.includes(thread)) void refresh();
    };
    runListeners.add(listener);
    return () => void runListeners.delete(listener);
  }, [runId, isLive]);
  const list = useMemo(() => [...steps.value.values()].toSorted((a, b) => a.seq - b.seq), [steps.value]);
  return { detail: detail.value, steps: list, problem: problem.value };
}

function Loaded({
  detail,
  steps,
  problem,
}: {
  detail: RunDetail;
  steps: readonly RunStep[];
  problem: string;
}): JSX.Element {
  const { run, failed } = detail;
  const edits = useSignal(false);
  const folded = useSignal<ReadonlySet<number>>(new Set());
  const tree = useMemo(() => buildTree(steps), [steps]);
  const bySeq = useMemo(() => new Map(steps.map((step) => [step.seq, step])), [steps]);
  const { step: wanted = '' } = query.value;
  const chosen =
    bySeq.get(Number(wanted)) ??
    (failed && bySeq.get(failed.seq)) ??
    steps.findLast(({ state }) => state === 'waiting') ??
    steps[0];
  const isActive = run.state === 'running';
  const end = isActive ? now.value : (run.ended_at_ms ?? run.created_at_ms);
  const start = run.started_at_ms ?? run.created_at_ms;
  const whole = useMemo(() => spanOf(steps, start, end), [steps, start, end]);
  const gaps = useMemo(() => waitingGaps(tree, steps, whole, isActive), [tree, steps, whole, isActive]);
  const foldsGaps = query.value['waiting'] === 'folded';
  const span = foldsGaps ? { ...whole, gaps } : whole;
  const choose = (step: RunStep | undefined) => {
    if (step === undefined) return;
    const hidden = ancestorsOf(bySeq, step.seq).filter((seq) => folded.peek().has(seq));
    if (hidden.length > 0) folded.value = new Set([...folded.peek()].filter((seq) => !hidden.includes(seq)));
    setQuery({ step: String(step.seq) });
  };
  const repeat = async (body: object) => {
    const made = await send<ReplayedRun>('POST', `/runs/${run.run_id}/replay`, body);
    goTo(pathOf({ screen: 'run', id: made.deployment_id, run: made.run_id }));
    showToast({
      text: 'A new run repeats this run',
      act: { label: 'Back', href: pathOf({ screen: 'run', id: run.deployment_id, run: run.run_id }) },
    });
  };
  useKeys([
    { key: 'e', does: 'next error', run: () => choose(nextFailure(tree, steps, chosen?.seq ?? null)) },
    { key: 'j', does: 'next run', run: () => goToNeighbour(run, 1) },
    { key: 'k', does: 'previous run', run: () => goToNeighbour(run, -1) },
    ...(detail.replayable
      ? [{ key: 'r', does: 'replay the run', run: () => void repeat({}).catch(showProblem) }]
      : []),
  ]);
  return (
    <>
      <RunHead detail={detail} onRepeat={repeat} onEdit={() => (edits.value = true)} chosen={chosen} />
      <div class="page-body">
        <RunFacts detail={detail} />
        <Problem text={problem} />
        {failed === null ? (
          <PlainFailure run={run} />
        ) : (
          <RunFailure detail={detail} failed={failed} bySeq={bySeq} onRepeat={repeat} />
        )}
        {steps.length === 0 ? (
          <NoSteps run={run} />
        ) : (
          <Panes
            isLong={steps.length > LONG}
            list={
              <Waterfall
                tree={tree}
                span={span}
                end={end}
                isLive={isActive}
                total={run.steps}
                folded={folded.value}
                onFold={(next) => (folded.value = next)}
                chosen={chosen?.seq ?? null}
                onChoose={choose}
                acts={<FoldWaiting gaps={gaps} folded={foldsGaps} />}
              />
            }
            pane={chosen === undefined ? null : <StepPane key={chosen.seq} detail={detail} step={chosen} />}
          />
        )}
      </div>
      {edits.value ? (
        <ReplayEditor
          run={run}
          serving={detail.serving_revision}
          onReplay={(input) => repeat({ input })}
          onClose={() => (edits.value = false)}
        />
      ) : null}
    </>
  );
}

/** Offers to fold the long times without work, and shows their total duration. */
function FoldWaiting({ gaps, folded }: { gaps: readonly Period[]; folded: boolean }): JSX.Element | null {
  if (gaps.length === 0) return null;
  const ms = gaps.reduce((sum, { from, to }) => sum + to - from, 0);
  return (
    <Button kind="bare" size="little" onAct={() => setQuery({ waiting: folded ? '' : 'folded' })}>
      {`${folded ? 'Unfold' : 'Fold'} ${formatDuration(ms)} of waiting`}
    </Button>
  );
}

/** Opens the next older or newer run, if the list of runs has loaded it. */
function goToNeighbour(run: RunSummary, by: 1 | -1): void {
  const runs = runList.runs.peek();
  const at = runs.findIndex(({ run_id: id }) => id === run.run_id);
  const next = at === -1 ? runs.at(by === 1 ? 0 : -1) : runs[at + by];
  if (next !== undefined) goTo(pathOf({ screen: 'run', id: next.deployment_id, run: next.run_id }));
}

function RunHead({
  detail,
  chosen,
  onRepeat,
  onEdit,
}: {
  detail: RunDetail;
  chosen: RunStep | undefined;
  onRepeat: (body: object) => Promise<void>;
  onEdit: () => void;
}): JSX.Element {
  const { run, replayable, serving_revision: serving } = detail;
  const other = serving !== null && run.revision !== null && serving !== run.revision;
  const canStep = run.thread_id !== null && chosen?.kind === 'node';
  return (
    <PageHead
      crumbs={[
        { name: 'Runs', href: pathOf({ screen: 'runs' }) },
        { name: run.deployment, href: pathOf({ screen: 'runs' }, { deployment: run.deployment_id }) },
      ]}
      title={runTitle(run)}
      acts={
        <>
          {run.thread_id === null ? null : (
            <>
              <ButtonLink
                icon="thread"
                href={pathOf({ screen: 'thread', id: run.deployment_id, thread: run.thread_id })}
              >
                Thread
              </ButtonLink>
              <ButtonLink
                icon="chat"
                href={pathOf({ screen: 'playground', id: run.deployment_id, thread: run.thread_id })}
              >
                Open in playground
              </ButtonLink>
            </>
          )}
          <SplitButton
            kind="main"
            icon="replay"
            shortcut="R"
            menuLabel="More ways to replay"
            disabled={replayable ? '' : 'The request of this run is no longer stored'}
            onAct={() => onRepeat({})}
            items={[
              {
                label: other ? `Same input, on revision #${serving}` : 'Same input',
                icon: 'replay',
                run: () => onRepeat({}),
              },
              { label: 'Edited input…', icon: 'edit', run: onEdit },
              {
                label: canStep ? `From ${visibleLine(chosen.name).slice(0, 40)}` : 'From a step',
                icon: 'fork',
                disabled: canStep ? '' : 'Choose a node first; the thread of the run must still exist',
                run: () => onRepeat({ from_step: chosen?.seq }),
              },
            ]}
          >
            Replay
          </SplitButton>
        </>
      }
    />
  );
}

function RunFacts({ detail }: { detail: RunDetail }): JSX.Element {
  const { run, commit } = detail;
  const replayed = run.replay_of;
  return (
    <div class="run-facts">
      <StateMark state={shownState(run.state)} />
      <Facts
        list={[
          ['Took', durationText(run, run.state === 'running' ? now.value : 0)],
          ['Tokens', run.tokens === 0 ? '–' : formatNumber(run.tokens)],
          [
            'Deployment',
            <>
              <a
                class="link"
                href={pathOf({ screen: 'deployment', id: run.deployment_id, tab: 'revisions' })}
              >
                <UntrustedText text={run.deployment} limit={80} />
              </a>
              {run.revision === null ? null : <Tag>revision #{run.revision}</Tag>}
            </>,
          ],
          ...(commit === null ? [] : ([['Commit', <Commit key="commit" commit={commit} />]] as const)),
          [
            'Started',
            <>
              {formatClock(run.started_at_ms ?? run.created_at_ms)}, <Age at={run.created_at_ms} />
            </>,
          ],
          ['ID', <ShortId key="id" id={run.run_id} label="run ID" />],
          ...(run.source === 'cron' ? ([['By', 'a cron']] as const) : []),
          ...(replayed === null
            ? []
            : ([
                [
                  'Replays',
                  <a
                    key="replayed"
                    class="link"
                    href={pathOf({ screen: 'run', id: run.deployment_id, run: replayed })}
                  >
                    run {replayed.slice(0, 8)}
                  </a>,
                ],
              ] as const)),
        ]}
      />
    </div>
  );
}

/** Shows the failure of a run without a failed step, for example if its worker exited. */
function PlainFailure({ run }: { run: RunSummary }): JSX.Element | null {
  if (run.state === 'failed' || run.state === 'timed-out') {
    return <Failure title={run.error ?? 'Failed'} message={run.answer} />;
  }
  return run.state === 'waiting' ? <WaitingRun run={run} /> : null;
}

/** Shows the question of a run. The inbox contains the choices, or lacks the thread if it no longer waits. */
function WaitingRun({ run }: { run: RunSummary }): JSX.Element {
  const { value, reload } = useLoaded(() => read<InboxList>('/inbox'), [run.run_id]);
  const thread = value.value?.threads.find(({ thread_id: id }) => id === run.thread_id);
  if (thread !== undefined)
    return <WaitingCard thread={thread} heading="Waits for your answer" onAnswered={reload} />;
  return (
    <section class="question" aria-label="Question">
      <h2>
        <Icon name="waiting" />
        Waits for your answer
      </h2>
      <p class="question-text">
        <UntrustedText text={run.answer} />
      </p>
      {run.thread_id === null ? null : (
        <div class="row">
          <ButtonLink href={pathOf({ screen: 'playground', id: run.deployment_id, thread: run.thread_id })}>
            Answer
          </ButtonLink>
        </div>
      )}
    </section>
  );
}

function RunFailure({
  detail,
  failed,
  bySeq,
  onRepeat,
}: {
  detail: RunDetail;
  failed: RunStep;
  bySeq: ReadonlyMap<number, RunStep>;
  onRepeat: (body: object) => Promise<void>;
}): JSX.Element {
  const { run } = detail;
  const error = failed.error;
  const message = error?.message ?? failed.note;
  const node = [failed.seq, ...ancestorsOf(bySeq, failed.seq)]
    .map((seq) => bySeq.get(seq))
    .find((step) => step?.kind === 'node');
  const place = error?.frames[0]?.place ?? '';
  // If the agent's code catches the failure of a step, the run itself succeeds.
  const verb = run.state === 'failed' ? '' : ', and the run continued';
  return (
    <Failure
      title={`${error?.type ?? 'Error'} in ${failed.name}${verb}`}
      {...(place === '' ? {} : { place })}
      message={message}
      frames={(error?.frames ?? []).map((frame) => ({
        ...toFrame(frame.place),
        name: frame.name,
        code: frame.code,
      }))}
      acts={
        <>
          <CopyButton text={`${error?.type ?? 'Error'}: ${message}\n${place}`} label="Copy the failure">
            Copy
          </CopyButton>
          <ButtonLink
            size="little"
            icon="log"
            href={pathOf({ screen: 'logs', id: run.deployment_id }, { run: run.run_id })}
          >
            Log of this run
          </ButtonLink>
          {node === undefined || run.thread_id === null ? null : (
            <Button size="little" icon="fork" onAct={() => onRepeat({ from_step: node.seq })}>
              Run again from {visibleLine(node.name).slice(0, 40)}
            </Button>
          )}
        </>
      }
    >
      {(error?.folded ?? 0) === 0 ? null : (
        <p class="dim">{formatCount(error?.folded ?? 0, 'library frame')} folded</p>
      )}
    </Failure>
  );
}

function toFrame(place: string): { file: string; line: number; library: boolean } {
  const [, file = place, line = '0'] = /^(.*?):(\d+)(?::\d+)?$/.exec(place) ?? [];
  return { file, line: Number(line), library: false };
}

function NoSteps({ run }: { run: RunSummary }): JSX.Element {
  if (run.state === 'queued' || run.state === 'running') {
    return (
      <Void title={run.state === 'queued' ? 'Waits for its turn' : 'Starting'} icon="runs">
        Steps appear here while the run is active.
      </Void>
    );
  }
  const ms = runDuration(run, 0);
  return (
    <Void title="No steps were recorded" icon="runs">
      The run took {ms === undefined ? 'no time' : formatDuration(ms)}. A restored snapshot contains no steps,
      and a run that was stopped before it began has none.
    </Void>
  );
}
