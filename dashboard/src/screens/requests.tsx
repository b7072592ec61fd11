import { useComputed, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import { stringifyExactJson } from '../../../src/contract/exact-json.ts';
import type { RequestDetail } from '../../../src/contract/dashboard/events.ts';
import type { RequestSummary } from '../../../src/contract/dashboard/requests.ts';
import { useKeys } from '../live/keys.ts';
import { navigateTo, query, setQuery } from '../live/navigation.ts';
import { agentUrl, deployments, loadRequests, originOfApi, requests } from '../live/store.ts';
import { listCommand, threadCode } from '../logic/commands.ts';
import { formatClock, formatNumber, shortIds, visibleLine } from '../logic/format.ts';
import { pathOf, type Route } from '../logic/paths.ts';
import { harArchive } from '../logic/request-copies.ts';
import { filterOf, type RequestFilter, requestMatcher } from '../logic/request-filter.ts';
import { apiName, STATES } from '../logic/words.ts';
import { downloadText, Problem, UntrustedText } from '../parts/basics.tsx';
import { Bones } from '../parts/bones.tsx';
import { Button, ButtonLink } from '../parts/button.tsx';
import { Pick, Search, Segments } from '../parts/filters.tsx';
import { useList } from '../parts/loading.ts';
import { Tag } from '../parts/marks.tsx';
import { Card, PageHead, Panes, Void, Ways } from '../parts/page.tsx';
import { readRequest, RequestPane, StatusMark } from '../parts/request-pane.tsx';
import { RowList } from '../parts/row-list.tsx';

const SURFACES = ['control-plane', 'agent-server', 'sandboxes', 'tracing', 'agent-pods'] as const;
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
/** Maximum number of requests in a HAR archive, because the bodies of each request are loaded separately. */
const HAR_MAX = 500;

/** Lists the requests of clients as they arrive, newest first, with a pane for the chosen request. */
export default function Requests({
  route: { seq },
}: {
  route: Extract<Route, { screen: 'requests' }>;
}): JSX.Element {
  const problem = useList(requests.loaded, loadRequests);
  const paused = useSignal(false);
  const filter = filterOf(query.value);
  const rows = useFilteredRequests(filter, paused.value);
  const isFiltered = Object.values(filter).some((value) => value !== '');
  const at = seq === null ? -1 : rows.findIndex((row) => row.seq === seq);
  // While a request is open, opening another request replaces the entry in the browser's history, so that the Back
  // button returns to the list.
  const open = (next: number | null) =>
    navigateTo({ screen: 'requests', seq: next }, query.peek(), { replace: seq !== null });
  const step = (by: 1 | -1) => {
    const next = rows[at + by];
    if (next !== undefined) open(next.seq);
  };
  const pause = () => (paused.value = !paused.peek());
  useKeys([
    { key: 'p', does: 'pause or continue the list', run: pause },
    ...(seq === null ? [] : [{ key: 'Escape', does: 'close the request', run: () => open(null) }]),
  ]);
  return (
    <>
      <PageHead
        title="Requests"
        state={
          paused.value ? { icon: 'stop', tone: 'rest', word: 'Paused' } : { ...STATES.running, word: 'Live' }
        }
        acts={
          <>
            <Button kind="bare" shortcut="P" onAct={pause}>
              {paused.value ? 'Continue' : 'Pause'}
            </Button>
            <Button
              icon="save"
              disabled={rows.length === 0 ? 'No requests to save' : ''}
              onAct={() => downloadHar(rows)}
            >
              Save as HAR
            </Button>
          </>
        }
      />
      <div class="page-body">
        <Filters filter={filter} />
        <Problem text={problem.value} />
        <Panes
          wide
          list={
            requests.loaded.value && rows.length === 0 ? (
              <NoRequests isFiltered={isFiltered} />
            ) : (
              <Card>
                {requests.loaded.value ? (
                  <RowList
                    label="Requests"
                    noun="request"
                    className="request-list"
                    rows={rows}
                    keyOf={(row) => String(row.seq)}
                    rowHeight={32}
                    narrowRowHeight={44}
                    chosen={seq === null ? null : String(seq)}
                    onChoose={(row) => open(row.seq)}
                    head={<ListHead />}
                    row={(row) => <RequestCells row={row} />}
                    classOf={(row) => (isBroken(row) ? 'is-failed' : '')}
                    isStateless
                  />
                ) : (
                  <Bones rows={12} rowHeight={32} />
                )}
              </Card>
            )
          }
          pane={
            seq === null ? null : (
              <RequestPane
                key={seq}
                seq={seq}
                onClose={() => open(null)}
                onNewer={at > 0 ? () => step(-1) : null}
                onOlder={at !== -1 && at < rows.length - 1 ? () => step(1) : null}
              />
            )
          }
        />
      </div>
    </>
  );
}

const isBroken = ({ status }: RequestSummary): boolean => status >= 500 || status === 0;

/** Returns the requests that pass the filter, newest first. While the list is paused, the result does not change. */
function useFilteredRequests(filter: RequestFilter, paused: boolean): readonly RequestSummary[] {
  const matcher = useMemo(() => requestMatcher(filter), [stringifyExactJson(filter)]);
  const version = useComputed(() => requests.version.value).value;
  const shown = useRef<{ matcher: unknown; version: number; rows: readonly RequestSummary[] } | null>(null);
  const isCurrent = shown.current?.matcher === matcher && (paused || shown.current.version === version);
  if (!isCurrent) {
    const rows = requests.rows.slice(0).filter(matcher).toReversed();
    shown.current = { matcher, version, rows };
  }
  return shown.current?.rows ?? [];
}

function Filters({ filter }: { filter: RequestFilter }): JSX.Element {
  const version = useComputed(() => requests.version.value);
  const counts = useMemo(
    () => countsOf({ ...filter, status: '', faulted: '' }),
    [version.value, stringifyExactJson(filter)],
  );
  const chosen = filter.faulted === '' ? filter.status : 'faulted';
  return (
    <div class="toolbar">
      <Segments
        label="Status"
        value={chosen}
        onValue={(value) =>
          setQuery(value === 'faulted' ? { status: '', faulted: 'yes' } : { status: value, faulted: '' })
        }
        segments={[
          { value: '', word: 'All', count: counts.all },
          { value: '5xx', word: '5xx', count: counts['5xx'], state: STATES.failed },
          { value: '4xx', word: '4xx', count: counts['4xx'] },
          { value: 'cut', word: 'Connection cut', count: counts.cut },
          { value: 'faulted', word: 'Changed by faults', count: counts.faulted },
        ]}
      />
      <Pick
        label="API"
        value={filter.surface}
        onValue={(surface) => setQuery({ surface })}
        options={[['', 'All'], ...SURFACES.map((name) => [name, apiName(name)] as const)]}
      />
      <Pick
        label="Method"
        value={filter.method}
        onValue={(method) => setQuery({ method })}
        options={[['', 'All'], ...METHODS.map((name) => [name, name] as const)]}
      />
      <Pick
        label="Deployment"
        value={filter.deployment}
        onValue={(deployment) => setQuery({ deployment })}
        options={[['', 'All'], ...(deployments.value ?? []).map(({ id, name }) => [id, name] as const)]}
      />
      <Search
        label="Text, or a path such as /v2/**"
        value={filter.path || filter.text}
        onValue={(value) =>
          setQuery(value.includes('*') ? { path: value, text: '' } : { text: value, path: '' })
        }
      />
    </div>
  );
}

/** Counts, for each choice of the status filter, the requests that pass all other filters. */
function countsOf(filter: RequestFilter) {
  const matches = requestMatcher(filter);
  const counts = { all: 0, '4xx': 0, '5xx': 0, cut: 0, faulted: 0 };
  for (const row of requests.rows.slice(0)) {
    if (!matches(row)) continue;
    counts.all += 1;
    if (row.status === 0) counts.cut += 1;
    else if (row.status >= 500) counts['5xx'] += 1;
    else if (row.status >= 400) counts['4xx'] += 1;
    if (row.fault !== null) counts.faulted += 1;
  }
  return counts;
}

const ListHead = (): JSX.Element => (
  <>
    <span class="cell-end cell-number">No.</span>
    <span class="cell-time">Time</span>
    <span>Method</span>
    <span>Path</span>
    <span class="cell-end">Status</span>
    <span class="cell-end">ms</span>
  </>
);

function RequestCells({ row }: { row: RequestSummary }): JSX.Element {
  const { seq, at_ms: at, method, path, query: search, status, ms, fault, replay_of: replayed } = row;
  const shownPath = shortIds(search === null ? path : `${path}?${search}`);
  return (
    <>
      <span class="cell-end cell-number dim numeric">{seq}</span>
      <span class="cell-time dim numeric" title={new Date(at).toISOString()}>
        {formatClock(at)}
      </span>
      <span class="method">{method}</span>
      <span class="row">
        <a
          class="row-link mono clipped"
          href={pathOf({ screen: 'requests', seq }, query.value)}
          aria-label={`Request ${seq}: ${method} ${visibleLine(shownPath)}, ${status === 0 ? 'connection cut' : status}`}
          title={path}
        >
          <UntrustedText text={shownPath} />
        </a>
        {replayed === null ? null : (
          <Tag icon="replay" title={`Request ${replayed} was sent again`}>
            <span class="wide-only">replay</span>
          </Tag>
        )}
        {fault === null ? null : (
          <Tag tone="wait" icon="fault" title={fault.effects.join(', ')}>
            <span class="wide-only">fault</span>
          </Tag>
        )}
      </span>
      <span class="cell-end">
        <StatusMark status={status} />
      </span>
      <span class="cell-end mid numeric">{formatNumber(Math.round(ms))}</span>
    </>
  );
}

function NoRequests({ isFiltered }: { isFiltered: boolean }): JSX.Element {
  const all = requests.rows.size;
  if (isFiltered && all > 0) {
    const clear = () =>
      setQuery({ text: '', path: '', status: '', faulted: '', surface: '', method: '', deployment: '' });
    return (
      <Void title="No request matches" acts={<Button onAct={clear}>Clear the filters</Button>}>
        {formatNumber(all)} other requests do not match these filters.
      </Void>
    );
  }
  return (
    <>
      <Void title="No requests yet" icon="request">
        Requests of clients to the emulator and its agents appear here, with their responses.
      </Void>
      <Ways
        ways={[
          {
            title: 'In the playground',
            icon: 'chat',
            text: 'Each message is a request to the agent.',
            act: (
              <ButtonLink href={pathOf({ screen: 'playground', id: null, thread: null })}>
                Open the playground
              </ButtonLink>
            ),
          },
          {
            title: 'Send a request',
            icon: 'request',
            text: 'Lists the deployments.',
            command: listCommand(originOfApi()),
          },
          {
            title: 'From your code',
            icon: 'tool',
            text: 'Any client of the API works with this address and the key of the emulator.',
            command: threadCode(agentUrl(deployments.value?.find(({ url }) => url !== null))),
          },
        ]}
      />
    </>
  );
}

async function downloadHar(newestFirst: readonly RequestSummary[]): Promise<void> {
  const chosen = newestFirst.slice(0, HAR_MAX).toReversed();
  const details: RequestDetail[] = [];
  for (let start = 0; start < chosen.length; start += 5) {
    details.push(...(await Promise.all(chosen.slice(start, start + 5).map(({ seq }) => readRequest(seq)))));
  }
  const archive = harArchive(details, originOfApi());
  downloadText('requests.har', stringifyExactJson(archive, 2), 'application/json');
}
