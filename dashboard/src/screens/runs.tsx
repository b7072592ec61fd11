import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { RunSummary } from '../../../src/contract/dashboard/runs.ts';
import { forward, send } from '../live/api.ts';
import { type KeyBinding, useKeys } from '../live/keys.ts';
import { goTo, query, setQuery } from '../live/navigation.ts';
import { usePaletteEntries } from '../live/palette-sources.ts';
import { loadMoreRuns, loadRuns, paused, runCounts, runList, setPaused } from '../live/runs.ts';
import { agentUrl, deployments, now } from '../live/store.ts';
import { showToast } from '../live/toasts.ts';
import { runCommand, threadCommand } from '../logic/commands.ts';
import { formatMoment, formatNumber, visibleLine } from '../logic/format.ts';
import { pathOf } from '../logic/paths.ts';
import {
  durationText,
  filterOf,
  miniBars,
  type RunFilter,
  runLine,
  runTitle,
  shownState,
} from '../logic/run-list.ts';
import { Age, Problem, UntrustedText } from '../parts/basics.tsx';
import { Bones } from '../parts/bones.tsx';
import { Button, ButtonLink } from '../parts/button.tsx';
import { Marked, Pick, Search, Segments } from '../parts/filters.tsx';
import { Icon } from '../parts/icon.tsx';
import { StateSymbol, Tag } from '../parts/marks.tsx';
import { PageHead, Void, Ways } from '../parts/page.tsx';
import { RowList } from '../parts/row-list.tsx';
import { MoreRunFilters } from '../parts/run-filter-dialog.tsx';
import { RunChart } from '../parts/run-chart.tsx';
import { RunPeek } from '../parts/run-peek.tsx';

/** Milliseconds after the last key until the search begins. */
const TYPING_MS = 200;
/**
 * States that are always offered as filters. States that are not in `ALWAYS` are offered only if runs have these
 * states.
 */
const ALWAYS = ['running', 'waiting', 'failed', 'succeeded'] as const;
const SOMETIMES = ['queued', 'timed-out', 'stopped'] as const;

/** Lists the runs of all deployments, newest first: whether each run succeeded, its last reply, and its duration. */
export default function Runs(): JSX.Element {
  const filter = filterOf(query.value);
  useLoadedRuns(filter);
  const { chosen } = runList;
  useEffect(() => () => void (chosen.value = null), []);
  const peeked = useSignal(false);
  const runs = runList.runs.value;
  const current = runs.find(({ run_id: id }) => id === chosen.value);
  useRunKeys(current, peeked);
  usePaletteEntries(() => runs.slice(0, 500).map(paletteEntry));
  const counts = runCounts.value?.counts;
  const isFiltered = Object.values(filter).some((one) => one !== '');
  const total = counts === undefined ? 0 : Object.values(counts).reduce((sum, one) => sum + one, 0);
  const isEmpty = runList.loaded.value && runs.length === 0 && !runList.loading.value;
  return (
    <>
      <RunsHead live={counts?.running ?? 0} />
      <div class="page-body">
        <Filters filter={filter} total={total} />
        <OtherFilters filter={filter} />
        {isEmpty && !isFiltered ? null : <RunChart filter={filter} />}
        <Problem text={runList.problem.value} />
        {isEmpty && !isFiltered ? <FirstRun /> : null}
        {isEmpty && isFiltered ? <NothingMatches total={total} /> : null}
        {runs.length === 0 ? null : (
          <section class="card" aria-label="Runs">
            <RowList
              label="Runs"
              noun="run"
              rows={runs}
              keyOf={({ run_id: id }) => id}
              rowHeight={56}
              narrowRowHeight={88}
              className="run-rows"
              head={<ColumnNames />}
              chosen={chosen.value}
              onChoose={({ run_id: id }) => (chosen.value = id)}
              onOpen={(run) => goTo(runPath(run))}
              row={(run) => <RunRow run={run} search={filter.text} />}
              isStateless
            />
            <ListFoot shown={runs.length} />
          </section>
        )}
        {runs.length === 0 && !isEmpty && runList.problem.value === '' ? <Bones rows={8} /> : null}
      </div>
      {peeked.value && current !== undefined ? (
        <RunPeek run={current} onClose={() => (peeked.value = false)} />
      ) : null}
    </>
  );
}

const runPath = (run: Pick<RunSummary, 'deployment_id' | 'run_id'>): string =>
  pathOf({ screen: 'run', id: run.deployment_id, run: run.run_id });

function paletteEntry(run: RunSummary) {
  const { icon, tone, word } = shownState(run.state);
  return {
    group: 'Runs',
    name: visibleLine(runTitle(run)),
    icon,
    tone,
    note: word,
    also: [run.run_id, visibleLine(run.answer)],
    href: runPath(run),
  };
}

/** Loads the list for a filter. A search begins shortly after the user has typed the last key. */
function useLoadedRuns(filter: RunFilter): void {
  const key = JSON.stringify(filter);
  useEffect(() => {
    const timer = setTimeout(
      () => void loadRuns(filter),
      runList.loaded.peek() && filter.text !== '' ? TYPING_MS : 0,
    );
    return () => clearTimeout(timer);
  }, [key]);
  useEffect(() => {
    const onScroll = () => {
      const { scrollHeight } = document.documentElement;
      if (scrollY + 2 * innerHeight > scrollHeight) void loadMoreRuns();
    };
    addEventListener('scroll', onScroll, { passive: true });
    return () => removeEventListener('scroll', onScroll);
  }, []);
}

/** Repeats a run, and shows a message with a link to the new run. */
async function replay(run: RunSummary): Promise<void> {
  const made = await send<{ run_id: string; deployment_id: string }>(
    'POST',
    `/runs/${run.run_id}/replay`,
    {},
  );
  showToast({ text: `Replays “${runTitle(run).slice(0, 60)}”`, act: { label: 'Open', href: runPath(made) } });
}

async function stop(run: RunSummary): Promise<void> {
  if (run.thread_id === null) return;
  await forward('POST', `/d/${run.deployment_id}/threads/${run.thread_id}/runs/${run.run_id}/cancel`, {});
  showToast({ text: 'Stopped', act: { label: 'Open', href: runPath(run) } });
}

function useRunKeys(current: RunSummary | undefined, peeked: { value: boolean }): void {
  const failing = (work: Promise<void>) =>
    void work.catch((error: unknown) => {
      runList.problem.value = error instanceof Error ? error.message : String(error);
    });
  const ofRun: KeyBinding[] =
    current === undefined
      ? []
      : [
          { key: ' ', does: 'show the summary of the run', run: () => (peeked.value = !peeked.value) },
          { key: 'r', does: 'replay the run', run: () => failing(replay(current)) },
          ...(current.state === 'running' || current.state === 'queued'
            ? [{ key: 'x', does: 'stop the run', run: () => failing(stop(current)) }]
            : []),
        ];
  useKeys([
    ...ofRun,
    { key: 'p', does: 'pause or continue the list', run: () => setPaused(!paused.peek()) },
    {
      key: 'n',
      does: 'new run',
      run: () => goTo(pathOf({ screen: 'playground', id: null, thread: null })),
    },
    { key: 'Escape', does: 'close the summary of the run', run: () => (peeked.value = false) },
  ]);
}

function RunsHead({ live }: { live: number }): JSX.Element {
  return (
    <PageHead
      title="Runs"
      acts={
        <>
          <Button
            kind="bare"
            icon={paused.value ? 'right' : 'stop'}
            onAct={() => setPaused(!paused.value)}
            pressed={paused.value}
          >
            {paused.value ? 'Continue' : 'Pause'}
          </Button>
          <ButtonLink
            kind="main"
            shortcut="N"
            href={pathOf({ screen: 'playground', id: null, thread: null })}
          >
            New run
          </ButtonLink>
        </>
      }
    >
      {live === 0 ? null : (
        <span class="state live">
          <Icon name="running" spins /> {formatNumber(live)} live
        </span>
      )}
      {paused.value ? <Tag tone="wait">Paused</Tag> : null}
    </PageHead>
  );
}

function Filters({ filter, total }: { filter: RunFilter; total: number }): JSX.Element {
  const counts = runCounts.value?.counts;
  const others = SOMETIMES.filter((state) => (counts?.[state] ?? 0) > 0 || filter.state === state);
  return (
    <div class="run-filters">
      <Segments
        label="Outcome"
        value={filter.state}
        onValue={(state) => setQuery({ state })}
        segments={[
          { value: '', word: 'All', count: total },
          ...[...ALWAYS, ...others].map((state) => ({
            value: state,
            word: shownState(state).word,
            state: shownState(state),
            count: counts?.[state] ?? 0,
          })),
        ]}
      />
      <Pick
        label="Deployment"
        value={filter.deployment}
        onValue={(deployment) => setQuery({ deployment })}
        options={[['', 'All'], ...(deployments.value ?? []).map(({ id, name }) => [id, name] as const)]}
      />
      <Pick
        label="Started by"
        value={filter.source}
        onValue={(source) => setQuery({ source })}
        options={[
          ['', 'Anyone'],
          ['api', 'API'],
          ['cron', 'Cron'],
          ['replay', 'Replay'],
        ]}
      />
      <MoreRunFilters filter={filter} />
      <Search
        label="Search messages and answers"
        value={filter.text}
        onValue={(text) => setQuery({ text })}
      />
    </div>
  );
}

/** Shows the filters that have no separate field, such as a thread or a period. The user can remove each filter. */
function OtherFilters({ filter }: { filter: RunFilter }): JSX.Element | null {
  const { thread, replays, graph, metadata, from, to } = filter;
  const time = from === '' && to === '' ? '' : `${shownTime(from)} to ${shownTime(to)}`;
  const chips = [
    ['thread', 'Thread', thread.slice(0, 8), { thread: '' }],
    ['replays', 'Replays of', replays.slice(0, 8), { replays: '' }],
    ['graph', 'Agent', graph, { graph: '' }],
    ['metadata', 'Metadata', metadata, { metadata: '' }],
    ['time', 'Time', time, { from: '', to: '' }],
  ] as const;
  const shown = chips.filter(([, , value]) => value !== '');
  if (shown.length === 0) return null;
  return (
    <div class="row wrap run-chips">
      {shown.map(([key, name, value, cleared]) => (
        <Tag key={key} outlined>
          {name} <UntrustedText text={value} limit={80} />
          <button type="button" aria-label={`Remove the filter ${name}`} onClick={() => setQuery(cleared)}>
            <Icon name="close" size="small" />
          </button>
        </Tag>
      ))}
    </div>
  );
}

const shownTime = (at: string): string => (at === '' ? 'now' : formatMoment(Number(at)));

function ColumnNames(): JSX.Element {
  return (
    <>
      <span />
      <span>First message and last answer</span>
      <span>Deployment</span>
      <span class="cell-steps">Steps</span>
      <span class="cell-end">Duration</span>
      <span class="cell-end cell-tokens">Tokens</span>
      <span class="cell-end">Started</span>
    </>
  );
}

const SOURCES = {
  cron: { icon: 'cron', word: 'cron' },
  replay: { icon: 'replay', word: 'replay' },
} as const;

function RunRow({ run, search }: { run: RunSummary; search: string }): JSX.Element {
  const state = shownState(run.state);
  const line = runLine(run);
  const source = run.source === 'api' ? undefined : SOURCES[run.source];
  const isActive = run.state === 'running';
  const duration = durationText(run, isActive ? now.value : 0);
  return (
    <>
      <StateSymbol state={state} />
      <span class="two-lines">
        <span>
          <a class="row-link" href={runPath(run)} title={visibleLine(runTitle(run))}>
            <Marked text={runTitle(run)} search={search} />
          </a>{' '}
          {source === undefined ? null : <Tag icon={source.icon}>{source.word}</Tag>}
        </span>
        <span class={line.tone ?? ''}>
          <Marked text={line.text === '' ? 'No answer' : line.text} search={search} />
        </span>
      </span>
      <span class="two-lines cell-deployment">
        <UntrustedText text={run.deployment} limit={80} />
        <span>{run.revision === null ? 'not started' : `revision #${run.revision}`}</span>
      </span>
      <span class="cell-steps">
        <MiniWaterfall run={run} />
      </span>
      <span class="cell-end cell-duration">{duration}</span>
      <span class="cell-end cell-tokens dim">{run.tokens === 0 ? '–' : formatNumber(run.tokens)}</span>
      <span class="cell-end cell-age dim">
        <Age at={run.created_at_ms} />
      </span>
    </>
  );
}

function MiniWaterfall({ run }: { run: RunSummary }): JSX.Element {
  const bars = miniBars(run, run.state === 'running' ? now.value : 0);
  return (
    <svg class="mini-waterfall" viewBox="0 0 100 20" preserveAspectRatio="none" aria-hidden="true">
      <rect class="mini-base" x="0" y="9.5" width="100" height="1" />
      {bars.map(({ className, x, width }, index) => (
        <g key={index}>
          <rect class={className} x={x} y="5" width={width} height="10" rx="1" />
          {className === 'bar-failed' ? (
            <rect fill="url(#hatch)" x={x} y="5" width={width} height="10" />
          ) : null}
        </g>
      ))}
    </svg>
  );
}

function ListFoot({ shown }: { shown: number }): JSX.Element {
  return (
    <footer class="run-foot">
      <span>{formatNumber(shown)} shown, newest first</span>
      {runList.next.value === null ? null : (
        <Button size="little" onAct={loadMoreRuns}>
          {runList.loading.value ? 'Searching…' : 'Older runs'}
        </Button>
      )}
      <span class="grow" />
      <span class="key-hints">
        <kbd>J</kbd> <kbd>K</kbd> move <kbd>↵</kbd> open <kbd>Space</kbd> look <kbd>R</kbd> replay
      </span>
    </footer>
  );
}

function NothingMatches({ total }: { total: number }): JSX.Element {
  return (
    <Void
      title="No run matches"
      icon="search"
      acts={
        <Button onAct={() => goTo(pathOf({ screen: 'runs' }), { replace: true })}>Remove the filters</Button>
      }
    >
      {total === 0
        ? 'No runs exist.'
        : `${formatNumber(total)} ${total === 1 ? 'run exists' : 'runs exist'} with other texts, states or times.`}
    </Void>
  );
}

/** Explains three ways to start a first run. */
function FirstRun(): JSX.Element {
  const url = agentUrl(deployments.value?.find((one) => one.active_revision_id !== null));
  return (
    <>
      <Void title="No runs yet" icon="runs">
        Each run of each agent appears here while it happens, with its question, its answer, the duration of
        each step, and its failure.
      </Void>
      <Ways
        ways={[
          {
            title: 'Ask the agent here',
            icon: 'chat',
            text: 'The playground starts a run and shows its steps.',
            act: (
              <ButtonLink href={pathOf({ screen: 'playground', id: null, thread: null })}>
                Open the playground
              </ButtonLink>
            ),
          },
          {
            title: 'Send a request',
            icon: 'request',
            text: 'Create a thread, then a run on it.',
            command: `${threadCommand(url)}\n${runCommand(url, 'THREAD_ID')}`,
          },
          {
            title: 'Start from your code',
            icon: 'push',
            text: 'The emulator serves the agent of this folder and deploys each change.',
            command: 'npx agent-deploy-emulator dev .',
          },
        ]}
      />
    </>
  );
}
