import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { DeploymentSummary } from '../../../src/contract/dashboard/deployments.ts';
import type { DashboardLogLine, LogTail } from '../../../src/contract/dashboard/logs.ts';
import { errorText, read } from '../live/api.ts';
import { useKeys } from '../live/keys.ts';
import { navigateTo, query, setQuery } from '../live/navigation.ts';
import { usePageTitle } from '../live/page-title.ts';
import { deployments, logListeners } from '../live/store.ts';
import { followLog } from '../live/stream.ts';
import { formatClock, formatCount } from '../logic/format.ts';
import { logMatcher, logText, type LogRow, withLines, prependLines } from '../logic/log-lines.ts';
import { isError, isWarning, logDensity, nextError } from '../logic/log-view.ts';
import { type Route, pathOf } from '../logic/paths.ts';
import { revisionState, STATES, VERDICTS } from '../logic/words.ts';
import { chooseDeployment } from '../parts/agent-kind.tsx';
import { CopyButton, downloadText, Problem } from '../parts/basics.tsx';
import { Bones } from '../parts/bones.tsx';
import { Button } from '../parts/button.tsx';
import { Failure } from '../parts/failure.tsx';
import { Pick, Search, Segments, Switch } from '../parts/filters.tsx';
import { LogList } from '../parts/log-list.tsx';
import { Tag } from '../parts/marks.tsx';
import { DeployWays } from '../parts/deploy-ways.tsx';
import { Card, PageHead, Void } from '../parts/page.tsx';

const NO_ROWS: { rows: readonly LogRow[]; trimmed: number } = { rows: [], trimmed: 0 };
/** Number of bars in the density strip, which draws the number of lines over time. */
const BARS = 120;

/** Shows the log of a deployment, for one revision or all revisions. New lines appear as they arrive. */
export default function LogsScreen({
  route: { id },
}: {
  route: Extract<Route, { screen: 'logs' }>;
}): JSX.Element {
  const deployment = chooseDeployment(id);
  usePageTitle(deployment === undefined ? '' : `${deployment.name}: logs`);
  if (deployment !== undefined) return <Logs deployment={deployment} />;
  return (
    <>
      <PageHead title="Logs" />
      <div class="page-body">
        {deployments.value === null ? (
          <Card>
            <Bones />
          </Card>
        ) : (
          <>
            <Void title="No logs yet" icon="log">
              Logs of builds and runs appear here once an agent is deployed.
            </Void>
            <DeployWays />
          </>
        )}
      </div>
    </>
  );
}

/** Filters that select lines by their level. */
const LEVELS = {
  '': () => true,
  errors: isError,
  warnings: isWarning,
} as const satisfies Readonly<Record<string, (row: LogRow) => boolean>>;
type Level = keyof typeof LEVELS;

function Logs({ deployment }: { deployment: DeploymentSummary }): JSX.Element {
  const {
    revision = '',
    kind = '',
    text = '',
    run = '',
    line = '',
    first = '',
    level: levelText = '',
  } = query.value;
  const level: Level = levelText in LEVELS ? (levelText as Level) : '';
  const filters = { revision_id: revision, kind, level: '', text, run_id: run };
  const log = useLog(deployment.id, filters, line);
  const wrapAll = useSignal(false);
  const rows = level === '' ? log.rows : log.rows.filter(LEVELS[level]);
  const chosen = rows.find((row) => String(row.line.id) === line) ?? null;
  const choose = (row: LogRow | undefined) =>
    setQuery({ line: row === undefined ? '' : String(row.line.id), first: '' });
  const firstError = log.rows.find(isError);
  useEffect(() => {
    if (first === 'error' && firstError !== undefined) choose(firstError);
  }, [first, firstError === undefined]);
  const goToError = (direction: 1 | -1) => choose(nextError(rows, chosen?.seq ?? null, direction));
  useLogKeys({ rows, chosen, choose, goToError, onWrap: () => (wrapAll.value = !wrapAll.peek()) });
  return (
    <>
      <Head deployment={deployment} rows={rows} />
      <div class="page-body logs-body">
        <Filters level={level} rows={log.rows} kind={kind} text={text} run={run} />
        <Problem text={log.problem} />
        {firstError === undefined ? null : (
          <FirstError
            row={firstError}
            deployment={deployment}
            onOpen={() => choose(firstError)}
            onNext={() => goToError(1)}
          />
        )}
        <Card
          className="log-card"
          foot={
            <LogFoot
              count={rows.length}
              chosen={chosen}
              deployment={deployment.id}
              wrapAll={wrapAll.value}
              onWrap={(on) => (wrapAll.value = on)}
              onOlder={log.hasOlder ? log.loadOlder : null}
            />
          }
        >
          <Density rows={rows} onChoose={(seq) => choose(rows.find((row) => row.seq === seq))} />
          {rows.length > 0 ? (
            <LogList
              rows={rows}
              trimmed={log.trimmed}
              chosen={chosen?.seq ?? null}
              wrapAll={wrapAll.value}
              search={text}
              numberOf={(id) => deployment.revisions.find((one) => one.id === id)?.number}
              onChoose={choose}
            />
          ) : log.isLoaded ? (
            <NoLines isFiltered={Object.values({ ...filters, level }).some((value) => value !== '')} />
          ) : (
            <Bones rows={12} rowHeight={22} />
          )}
        </Card>
      </div>
    </>
  );
}

function useLogKeys({
  rows,
  chosen,
  choose,
  goToError,
  onWrap,
}: {
  rows: readonly LogRow[];
  chosen: LogRow | null;
  choose: (row: LogRow | undefined) => void;
  goToError: (direction: 1 | -1) => void;
  onWrap: () => void;
}): void {
  const at = chosen === null ? -1 : rows.indexOf(chosen);
  useKeys([
    { key: 'e', does: 'next error', run: () => goToError(1) },
    { key: 'E', does: 'previous error', run: () => goToError(-1) },
    { key: 'j', does: 'next line', run: () => choose(rows[Math.min(at + 1, rows.length - 1)]) },
    { key: 'k', does: 'previous line', run: () => choose(rows[Math.max(at - 1, 0)]) },
    { key: 'w', does: 'wrap all lines', run: onWrap },
    {
      key: 'End',
      does: 'follow new lines',
      run: () => {
        choose(undefined);
        const area = document.querySelector('.log');
        area?.scrollTo({ top: area.scrollHeight });
      },
    },
    {
      key: 'y',
      does: 'copy a link to the line',
      run: () => void navigator.clipboard.writeText(location.href).catch(() => {}),
    },
  ]);
}

function Head({ deployment, rows }: { deployment: DeploymentSummary; rows: readonly LogRow[] }): JSX.Element {
  const { revision = '' } = query.value;
  return (
    <PageHead
      title="Logs"
      acts={
        <>
          <Pick
            label="Deployment"
            value={deployment.id}
            onValue={(id) => navigateTo({ screen: 'logs', id }, {}, { replace: true })}
            options={(deployments.value ?? []).map(({ id, name }) => [id, name] as const)}
          />
          <Pick
            label="Revision"
            value={revision}
            onValue={(value) => setQuery({ revision: value, line: '' })}
            options={[
              ['', 'All'],
              ...deployment.revisions
                .map(({ id, number, status }) => {
                  const serves = id === deployment.active_revision_id;
                  return [id, `#${number}, ${revisionState(status, { serves }).word.toLowerCase()}`] as const;
                })
                .toReversed(),
            ]}
          />
          <Button
            icon="save"
            label="Download the log"
            disabled={rows.length === 0 ? 'No lines' : ''}
            onAct={() => downloadText(`${deployment.id}.log`, logText(rows), 'text/plain')}
          />
        </>
      }
    />
  );
}

function Filters({
  level,
  rows,
  kind,
  text,
  run,
}: {
  level: Level;
  rows: readonly LogRow[];
  kind: string;
  text: string;
  run: string;
}): JSX.Element {
  return (
    <div class="toolbar">
      <Segments
        label="Level"
        value={level}
        onValue={(value) => setQuery({ level: value })}
        segments={[
          { value: '', word: 'All', count: rows.length },
          { value: 'errors', word: 'Errors', count: rows.filter(isError).length, state: STATES.failed },
          {
            value: 'warnings',
            word: 'Warnings',
            count: rows.filter(isWarning).length,
            state: { ...VERDICTS.noResult, tone: 'wait' },
          },
        ]}
      />
      <Segments
        label="Origin"
        value={kind}
        onValue={(value) => setQuery({ kind: value })}
        segments={[
          { value: '', word: 'Build and runs' },
          { value: 'build', word: 'Build' },
          { value: 'deploy', word: 'Runs' },
        ]}
      />
      {run === '' ? null : (
        <Tag title={run}>
          run {run.slice(0, 8)}
          <Button
            kind="bare"
            size="little"
            icon="close"
            label="Show lines of all runs"
            onAct={() => setQuery({ run: '' })}
          />
        </Tag>
      )}
      <Search label="Text or run" value={text} onValue={(value) => setQuery({ text: value })} />
    </div>
  );
}

/** Shows the first error above the log, because later errors usually follow from it. */
function FirstError({
  row: { line },
  deployment,
  onOpen,
  onNext,
}: {
  row: LogRow;
  deployment: DeploymentSummary;
  onOpen: () => void;
  onNext: () => void;
}): JSX.Element {
  const number = deployment.revisions.find(({ id }) => id === line.revision_id)?.number;
  const stage = line.kind === 'build' ? 'build' : 'run';
  return (
    <Failure
      title={`First error, ${formatClock(line.at_ms)}`}
      place={number === undefined ? stage : `${stage} of revision #${number}`}
      message={line.message}
      acts={
        <>
          <CopyButton text={line.message} label="Copy the error" />
          <Button size="little" onAct={onOpen}>
            Show in the log
          </Button>
          <Button size="little" shortcut="E" onAct={onNext}>
            Next error
          </Button>
        </>
      }
    />
  );
}

/** Draws the number of lines over time. Bars that contain errors are red. */
function Density({
  rows,
  onChoose,
}: {
  rows: readonly LogRow[];
  onChoose: (seq: number) => void;
}): JSX.Element | null {
  if (rows.length < 2) return null;
  const bars = logDensity(rows, BARS);
  const most = Math.max(...bars.map(({ count }) => count), 1);
  const errors = bars.reduce((sum, bar) => sum + bar.errors, 0);
  return (
    <svg
      class="density wide-only"
      viewBox={`0 0 ${BARS * 10} 24`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`Lines over time, with ${formatCount(errors, 'error')}`}
    >
      {bars.map(({ count, errors: failed, seq }, index) => {
        if (count === 0 || seq === null) return null;
        const height = Math.max(Math.round((count / most) * 24), 2);
        return (
          <rect
            key={index}
            class={failed > 0 ? 'bar-failed' : 'bar-done'}
            x={index * 10}
            width="7"
            y={24 - height}
            height={height}
            onClick={() => onChoose(seq)}
          />
        );
      })}
    </svg>
  );
}

function LogFoot({
  count,
  chosen,
  deployment,
  wrapAll,
  onWrap,
  onOlder,
}: {
  count: number;
  chosen: LogRow | null;
  deployment: string;
  wrapAll: boolean;
  onWrap: (on: boolean) => void;
  onOlder: (() => Promise<void>) | null;
}): JSX.Element {
  const { line: _, ...others } = query.value;
  const isFiltered = Object.values(others).some((value) => value !== '');
  return (
    <>
      <span class="numeric">{formatCount(count, 'line')}</span>
      {onOlder === null ? null : (
        <Button size="little" onAct={onOlder}>
          Older lines
        </Button>
      )}
      <span class="grow" />
      {chosen === null ? null : (
        <>
          <CopyButton text={chosen.line.message} label="Copy the line">
            Copy line
          </CopyButton>
          <CopyButton text={() => location.href} label="Copy a link to the line">
            Copy link
          </CopyButton>
          {isFiltered ? (
            <a
              class="link"
              href={pathOf({ screen: 'logs', id: deployment }, { line: String(chosen.line.id) })}
            >
              Show among all lines
            </a>
          ) : null}
        </>
      )}
      <span class="wide-only">
        <Switch label="Wrap all lines" on={wrapAll} onChange={onWrap} />
      </span>
    </>
  );
}

function NoLines({ isFiltered }: { isFiltered: boolean }): JSX.Element {
  if (!isFiltered) {
    return (
      <Void title="No lines yet" icon="log">
        Lines of builds and runs appear here as they are written.
      </Void>
    );
  }
  const clear = () => setQuery({ revision: '', kind: '', level: '', text: '', run: '', line: '' });
  return (
    <Void title="No line matches" acts={<Button onAct={clear}>Clear the filters</Button>}>
      Other lines of this deployment do not match these filters.
    </Void>
  );
}

/**
 * Reads the log of a deployment and follows it. If `line` is set, loads older pages until the log contains the line
 * `line`.
 */
function useLog(deployment: string, filters: Parameters<typeof logMatcher>[0], line: string) {
  const state = useSignal(NO_ROWS);
  const more = useSignal(false);
  const problem = useSignal('');
  const isLoaded = useSignal(false);
  const key = JSON.stringify([deployment, filters]);
  useEffect(() => {
    const matches = logMatcher(filters);
    let isOver = false;
    let early: DashboardLogLine[] | null = [];
    const listener = (lines: readonly DashboardLogLine[]) => {
      const fitting = lines.filter(matches);
      // New lines can arrive before the first page, and are stored until the first page arrives.
      if (early !== null) early.push(...fitting);
      else if (fitting.length > 0) state.value = withLines(state.peek(), fitting);
    };
    logListeners.add(listener);
    state.value = NO_ROWS;
    const load = async () => {
      const tail = await read<LogTail>(`/deployments/${deployment}/logs`, { ...filters, limit: 5_000 });
      if (isOver) return;
      state.value = withLines(withLines(NO_ROWS, tail.lines), early ?? []);
      early = null;
      more.value = tail.more;
      isLoaded.value = true;
      followLog({ deployment, after: tail.lines.at(-1)?.id ?? 0 });
    };
    load().catch((error: unknown) => (problem.value = errorText(error)));
    return () => {
      isOver = true;
      logListeners.delete(listener);
    };
  }, [key]);
  useEffect(() => () => followLog(null), [deployment]);

  const { rows, trimmed } = state.value;
  const loadOlder = async () => {
    const before = rows[0]?.line.id;
    if (before === undefined) return;
    const page = await read<LogTail>(`/deployments/${deployment}/logs`, {
      ...filters,
      before,
      limit: 5_000,
    });
    state.value = prependLines(state.peek(), page.lines);
    more.value = page.more;
  };
  const isOlder = line !== '' && more.value && Number(line) < (rows[0]?.line.id ?? 0);
  useEffect(() => {
    // Loads older pages until the linked line is found.
    if (isOlder) loadOlder().catch((error: unknown) => (problem.value = errorText(error)));
  }, [isOlder, rows[0]?.line.id]);
  return { rows, trimmed, hasOlder: more.value, problem: problem.value, loadOlder, isLoaded: isLoaded.value };
}
