import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { useKeys } from '../live/keys.ts';
import { navigateTo, query, setQuery } from '../live/navigation.ts';
import { formatCount, formatNumber } from '../logic/format.ts';
import type { ThreadRoute } from '../logic/paths.ts';
import { pathToStep, type Timeline, type TimelineRow } from '../logic/thread-steps.ts';
import { Problem } from './basics.tsx';
import { Button } from './button.tsx';
import { Pick, Segments } from './filters.tsx';
import { StepList } from './step-list.tsx';

/** Minimum number of steps for filters in the list. */
const LONG = 20;

/** Returns the rows of the timeline that pass the filters for a branch and for a changed key. */
export function useStepFilter(timeline: Timeline) {
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

/** Lists the steps of a thread, with controls that filter the steps and that go to a step by its number. */
export function StepsCard({
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
            ? `${formatNumber(loaded)} of ${formatNumber(total)} steps are loaded`
            : formatCount(rows.length, 'row')}
        </span>
      </footer>
    </section>
  );
}

/** Opens a step by its number. If the chosen step's branch contains a step with this number, that step is opened. */
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

/** Binds the keys that move between steps and branches, that fork, and that start a run from the chosen step. */
export function useStepKeys({
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
