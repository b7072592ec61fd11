import { useComputed, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { stringifyExactJson } from '../../../src/contract/exact-json.ts';
import type { RequestDetail } from '../../../src/contract/dashboard/events.ts';
import type { RecordedBody, RequestSummary } from '../../../src/contract/dashboard/requests.ts';
import { read } from '../live/api.ts';
import { navigateTo, query, setQuery } from '../live/navigation.ts';
import { deploymentName, deployments, loadRequests, originOfApi, requests } from '../live/store.ts';
import { listCommand } from '../logic/commands.ts';
import { formatCount, shortIds } from '../logic/format.ts';
import { type Route, pathOf } from '../logic/paths.ts';
import { curlCommand, expectationOf, faultOf, harArchive } from '../logic/request-copies.ts';
import { filterOf, requestMatcher } from '../logic/request-filter.ts';
import { createView } from '../logic/rows.ts';
import {
  ActionButton,
  Age,
  CopyButton,
  downloadText,
  Empty,
  Field,
  UntrustedText,
  Problem,
} from '../parts/basics.tsx';
import { JsonView } from '../parts/json-view.tsx';
import { useList, useLoaded } from '../parts/loading.ts';
import { type Column, VirtualList } from '../parts/virtual-list.tsx';

const SURFACES = ['control-plane', 'agent-server', 'sandboxes', 'tracing', 'agent-pods'] as const;
/** Maximum number of requests in an archive. Their bodies are loaded separately. */
const HAR_MAX = 500;

/** Lists the requests of clients as they arrive, with the details of the selected request. */
export default function Requests({
  route: { seq },
}: {
  route: Extract<Route, { screen: 'requests' }>;
}): JSX.Element {
  const problem = useList(requests.loaded, loadRequests);
  const search = query.value;
  const filter = filterOf(search);
  const paused = useSignal(false);
  const trimmed = useRef(0);
  const view = useMemo(() => createView(requests.rows, () => true), []);
  const filterText = stringifyExactJson(filter);
  const matcher = useMemo(() => requestMatcher(filter), [filterText]);
  const applied = useRef<unknown>(null);
  const version = useComputed(() => requests.version.value);
  if (!paused.value && version.value >= 0) {
    if (applied.current === matcher) trimmed.current += view.update();
    else view.refilter(matcher);
    applied.current = matcher;
  }
  const rows = view.rows;
  const select = (row: RequestSummary) => navigateTo({ screen: 'requests', seq: row.seq }, query.peek());
  return (
    <>
      <h1 tabIndex={-1}>Requests</h1>
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <Field label="Text" type="search" search value={filter.text} onValue={(text) => setQuery({ text })} />
        <Field
          label="Surface"
          value={filter.surface}
          onValue={(surface) => setQuery({ surface })}
          options={[['', 'all'], ...SURFACES.map((name) => [name, name] as const)]}
        />
        <Field
          label="Method"
          value={filter.method}
          onValue={(method) => setQuery({ method })}
          options={['', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map(
            (name) => [name, name || 'all'] as const,
          )}
        />
        <Field
          label="Status"
          value={filter.status}
          onValue={(status) => setQuery({ status })}
          options={[
            ['', 'all'],
            ['2xx', '2xx'],
            ['3xx', '3xx'],
            ['4xx', '4xx'],
            ['5xx', '5xx'],
            ['cut', 'cut off'],
          ]}
        />
        <Field
          label="Path (glob)"
          value={filter.path}
          placeholder="/v2/**"
          onValue={(path) => setQuery({ path })}
        />
        <Field
          label="Deployment"
          value={filter.deployment}
          onValue={(deployment) => setQuery({ deployment })}
          options={[['', 'all'], ...(deployments.value ?? []).map(({ id, name }) => [id, name] as const)]}
        />
        <label class="check">
          <input
            type="checkbox"
            checked={filter.faulted !== ''}
            onChange={() => setQuery({ faulted: filter.faulted === '' ? 'yes' : '' })}
          />
          Changed by faults
        </label>
        <button type="button" aria-pressed={paused.value} onClick={() => (paused.value = !paused.value)}>
          {paused.value ? 'Continue' : 'Pause'}
        </button>
        <ActionButton disabled={rows.length === 0} onAct={() => downloadHar(rows)}>
          Save as HAR
        </ActionButton>
        <output>{formatCount(rows.length, 'request')}</output>
      </form>
      <Problem text={problem.value} />
      <div class={seq === null ? 'split' : 'split open'}>
        {requests.loaded.value && requests.rows.size === 0 ? (
          <Empty command={listCommand(originOfApi())}>No requests yet. Send one:</Empty>
        ) : (
          <VirtualList
            label="Requests"
            rows={rows}
            columns={COLUMNS}
            selected={seq}
            onSelect={select}
            trimmed={trimmed.current}
            rowClass={(row) => (row.status >= 500 || row.status === 0 ? 'bad' : '')}
          />
        )}
        {seq === null ? null : <Detail key={seq} seq={seq} />}
      </div>
    </>
  );
}

const COLUMNS: readonly Column<RequestSummary>[] = [
  {
    name: 'No.',
    kind: 'number',
    cell: (row) => (
      <a href={pathOf({ screen: 'requests', seq: row.seq }, query.peek())} tabIndex={-1}>
        {row.seq}
      </a>
    ),
  },
  { name: 'Time', kind: 'time optional', cell: ({ at_ms: at }) => new Date(at).toISOString().slice(11, 23) },
  { name: 'Surface', kind: 'surface optional', cell: ({ surface }) => surface },
  { name: 'Method', kind: 'method', cell: ({ method }) => method },
  {
    name: 'Path',
    kind: 'path',
    cell: ({ path, query: search }) => (
      <UntrustedText text={shortIds(search === null ? path : `${path}?${search}`)} title={path} />
    ),
  },
  { name: 'Status', kind: 'code', cell: ({ status }) => (status === 0 ? 'cut' : status) },
  { name: 'ms', kind: 'number optional', cell: ({ ms }) => Math.round(ms) },
  {
    name: 'Fault',
    kind: 'fault',
    cell: ({ fault }) => (fault === null ? null : `⚡ ${fault.effects.join(', ')}`),
  },
];

/** Reads the bodies of a request. They are never cached, because a later reading may redact more secrets. */
const readDetail = (seq: number): Promise<RequestDetail> => read<RequestDetail>(`/requests/${seq}`);

async function downloadHar(rows: readonly RequestSummary[]): Promise<void> {
  const chosen = rows.slice(-HAR_MAX);
  const details: RequestDetail[] = [];
  for (let start = 0; start < chosen.length; start += 5) {
    details.push(...(await Promise.all(chosen.slice(start, start + 5).map(({ seq }) => readDetail(seq)))));
  }
  const archive = harArchive(details, originOfApi());
  downloadText('requests.har', stringifyExactJson(archive, 2), 'application/json');
}

function Detail({ seq }: { seq: number }): JSX.Element {
  const { value, problem } = useLoaded(() => readDetail(seq), [seq]);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.scrollIntoView({ block: 'nearest' }), [seq]);
  const detail = value.value;
  const close = pathOf({ screen: 'requests', seq: null }, query.value);
  return (
    <section class="detail" aria-labelledby="request">
      <div class="row">
        <h2 id="request" ref={heading}>
          Request {seq}
        </h2>
        <a href={pathOf({ screen: 'requests', seq: seq - 1 }, query.value)}>Before</a>
        <a href={pathOf({ screen: 'requests', seq: seq + 1 }, query.value)}>After</a>
        <a href={close}>Close</a>
      </div>
      <Problem text={problem.value} />
      {detail === null ? null : <DetailBody detail={detail} />}
    </section>
  );
}

function DetailBody({ detail }: { detail: RequestDetail }): JSX.Element {
  const { request, sent, received, events } = detail;
  const origin = originOfApi();
  const rule = stringifyExactJson(faultOf(request));
  return (
    <>
      <p class="line">
        <strong>{request.method}</strong> <UntrustedText text={request.path} />
      </p>
      <dl class="facts">
        <dt>Status</dt>
        <dd>{request.status === 0 ? 'connection cut' : request.status}</dd>
        <dt>Ended</dt>
        <dd>
          <Age at={request.at_ms} />, after {Math.round(request.ms)} ms
        </dd>
        {request.query === null ? null : (
          <>
            <dt>Query</dt>
            <dd>
              {[...new URLSearchParams(request.query)].map(([name, value], index) => (
                <div key={index}>
                  <UntrustedText text={name} /> = <UntrustedText text={value} />
                </div>
              ))}
            </dd>
          </>
        )}
        {request.deployment_id === null ? null : (
          <>
            <dt>Deployment</dt>
            <dd>
              <a href={pathOf({ screen: 'deployment', id: request.deployment_id, tab: 'revisions' })}>
                <UntrustedText text={deploymentName(request.deployment_id)} />
              </a>
            </dd>
          </>
        )}
        {request.fault === null ? null : (
          <>
            <dt>Fault</dt>
            <dd>
              ⚡ a <a href={pathOf({ screen: 'faults' }, { rule: request.fault.rule })}>fault rule</a> made
              this: <UntrustedText text={request.fault.effects.join(', ')} />
            </dd>
          </>
        )}
      </dl>
      <p class="row">
        <CopyButton text={() => curlCommand(detail, origin)} label="Copy as curl">
          Copy as curl
        </CopyButton>
        <CopyButton text={() => stringifyExactJson(expectationOf(request), 2)} label="Copy as an expectation">
          Copy as an expectation
        </CopyButton>
        {request.surface === 'agent-pods' ? null : (
          <a class="button" href={pathOf({ screen: 'faults' }, { draft: rule })}>
            Create a fault rule from this
          </a>
        )}
      </p>
      <h3>Request</h3>
      <Body body={sent} label="the request" />
      <h3>Response</h3>
      <Body body={received} label="the response" />
      {events.length === 0 ? null : (
        <>
          <h3>Meanwhile</h3>
          <ul>
            {events.map((event) => (
              <li key={event.seq}>
                {event.kind === 'restored' ? (
                  'restored'
                ) : (
                  <UntrustedText text={`${event.deployment}: ${event.kind}`} />
                )}
                {'status' in event ? ` ${event.status}` : ''}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function Body({ body, label }: { body: RecordedBody; label: string }): JSX.Element {
  if (body.kind === 'none') return <p class="dim">No body, or a stream.</p>;
  if (body.kind === 'length') {
    return <p class="dim">{body.characters.toLocaleString('en')} characters, too long to be stored.</p>;
  }
  return <JsonView value={body.value} label={label} />;
}
