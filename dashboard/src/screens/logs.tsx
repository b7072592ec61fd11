import { chooseDeployment } from '../parts/agent-kind.tsx';
import { PageHead } from '../parts/page.tsx';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { DeploymentSummary } from '../../../src/contract/dashboard/deployments.ts';
import type { DashboardLogLine, LogTail } from '../../../src/contract/dashboard/logs.ts';
import { errorText, read } from '../live/api.ts';
import { query, setQuery } from '../live/navigation.ts';
import { logListeners } from '../live/store.ts';
import { followLog } from '../live/stream.ts';
import { formatCount } from '../logic/format.ts';
import { firstError, logMatcher, logText, type LogRow, withLines, prependLines } from '../logic/log-lines.ts';
import { type Route, pathOf } from '../logic/paths.ts';
import {
  ActionButton,
  CopyButton,
  downloadText,
  Empty,
  Field,
  UntrustedText,
  Problem,
} from '../parts/basics.tsx';
import { type Column, VirtualList } from '../parts/virtual-list.tsx';

const NO_ROWS: { rows: readonly LogRow[]; trimmed: number } = { rows: [], trimmed: 0 };

/** Shows the log of a deployment, for one or all revisions. New lines appear as they arrive. */
export default function LogsScreen({
  route: { id },
}: {
  route: Extract<Route, { screen: 'logs' }>;
}): JSX.Element {
  const deployment = chooseDeployment(id);
  return (
    <>
      <PageHead title="Logs" />
      {deployment === undefined ? null : <Logs deployment={deployment} />}
    </>
  );
}

function Logs({ deployment }: { deployment: DeploymentSummary }): JSX.Element {
  const { revision = '', kind = '', level = '', text = '', run = '', line = '' } = query.value;
  const filters = { revision_id: revision, kind, level, text, run_id: run };
  const { rows, trimmed, hasOlder, problem, loadOlder } = useLog(deployment.id, filters, line);
  const selected = rows.find((row) => String(row.line.id) === line)?.seq ?? null;
  return (
    <>
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <Field
          label="Text"
          type="search"
          search
          value={text}
          onValue={(value) => setQuery({ text: value })}
        />
        <Field
          label="Revision"
          value={revision}
          onValue={(value) => setQuery({ revision: value })}
          options={[
            ['', 'all'],
            ...deployment.revisions
              .map(({ id, number, status }) => [id, `#${number} ${status}`] as const)
              .toReversed(),
          ]}
        />
        <Field
          label="Stage"
          value={kind}
          onValue={(value) => setQuery({ kind: value })}
          options={[
            ['', 'build and run time'],
            ['build', 'build'],
            ['deploy', 'run time'],
          ]}
        />
        <Field
          label="Level"
          value={level}
          onValue={(value) => setQuery({ level: value })}
          options={['', 'DEBUG', 'INFO', 'WARNING', 'ERROR', 'CRITICAL'].map(
            (name) => [name, name || 'all'] as const,
          )}
        />
        <Field label="Run" value={run} onValue={(value) => setQuery({ run: value })} />
        <button
          type="button"
          disabled={firstError(rows) === undefined}
          onClick={() => setQuery({ line: String(firstError(rows)?.line.id ?? '') })}
        >
          First error
        </button>
        {hasOlder ? <ActionButton onAct={loadOlder}>Older lines</ActionButton> : null}
        <button
          type="button"
          disabled={rows.length === 0}
          onClick={() => downloadText(`${deployment.id}.log`, logText(rows), 'text/plain')}
        >
          Download
        </button>
        <output>{formatCount(rows.length, 'line')}</output>
      </form>
      <Problem text={problem} />
      {rows.length === 0 ? (
        <Empty>No lines, or none that match.</Empty>
      ) : (
        <VirtualList
          label="Log"
          rows={rows}
          columns={COLUMNS}
          selected={selected}
          onSelect={(row) => setQuery({ line: String(row.line.id) })}
          trimmed={trimmed}
          rowClass={(row) => row.line.level.toLowerCase()}
        />
      )}
      {selected === null ? null : (
        <Line
          row={rows.find((row) => row.seq === selected)}
          deployment={deployment.id}
          isFiltered={Object.values(filters).some((value) => value !== '')}
        />
      )}
    </>
  );
}

/** Reads the log of a deployment and follows it. If `line` is set, loads older pages until that line is found. */
function useLog(deployment: string, filters: Parameters<typeof logMatcher>[0], line: string) {
  const state = useSignal(NO_ROWS);
  const more = useSignal(false);
  const problem = useSignal('');
  const key = JSON.stringify([deployment, filters]);
  useEffect(() => {
    const matches = logMatcher(filters);
    let isOver = false;
    let early: DashboardLogLine[] | null = [];
    const listener = (lines: readonly DashboardLogLine[]) => {
      const fitting = lines.filter(matches);
      // New lines may arrive before the first page, so they are stored until then.
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
  return { rows, trimmed, hasOlder: more.value, problem: problem.value, loadOlder };
}

const COLUMNS: readonly Column<LogRow>[] = [
  { name: 'Time', kind: 'time', cell: ({ line }) => new Date(line.at_ms).toISOString().slice(11, 23) },
  { name: 'Stage', kind: 'method', cell: ({ line }) => (line.kind === 'build' ? 'build' : 'run') },
  { name: 'Level', kind: 'level', cell: ({ line }) => line.level },
  { name: 'Message', kind: 'path', cell: ({ line }) => <UntrustedText text={line.message} /> },
];

/** Shows the selected line in full with a link to it. */
function Line({
  row,
  deployment,
  isFiltered,
}: {
  row: LogRow | undefined;
  deployment: string;
  isFiltered: boolean;
}): JSX.Element | null {
  if (row === undefined) return null;
  const link = () =>
    location.origin +
    pathOf({ screen: 'logs', id: deployment }, { ...query.peek(), line: String(row.line.id) });
  return (
    <section class="detail" aria-label="Chosen line">
      <pre tabIndex={0}>
        <UntrustedText text={row.line.message} limit={Infinity} />
      </pre>
      <p class="row">
        <CopyButton text={row.line.message} label="Copy the line">
          Copy the line
        </CopyButton>
        <CopyButton text={link} label="Copy a link to it">
          Copy a link to it
        </CopyButton>
        {isFiltered ? (
          <a href={pathOf({ screen: 'logs', id: deployment }, { line: String(row.line.id) })}>
            Show it among all lines
          </a>
        ) : null}
      </p>
    </section>
  );
}
