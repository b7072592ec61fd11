import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { DashboardEvent } from '../../../src/contract/dashboard/events.ts';
import type { RequestSummary } from '../../../src/contract/dashboard/requests.ts';
import { query, setQuery } from '../live/navigation.ts';
import { deployments, events, loadEvents, loadRequests, originOfApi, requests } from '../live/store.ts';
import { createCommand } from '../logic/commands.ts';
import { formatCount, shortId, shortIds } from '../logic/format.ts';
import { interleave, type ActivityRow } from '../logic/moments.ts';
import { pathOf } from '../logic/paths.ts';
import { Empty, Field, UntrustedText, Problem, Status } from '../parts/basics.tsx';
import { useList } from '../parts/loading.ts';
import { type Column, VirtualList } from '../parts/virtual-list.tsx';

/** Shows events and requests in chronological order. */
export default function Events(): JSX.Element {
  const eventsProblem = useList(events.loaded, loadEvents);
  const requestsProblem = useList(requests.loaded, loadRequests);
  const { deployment = '', only = '' } = query.value;
  const version = `${events.version.value} ${requests.version.value}`;
  const rows = useMemo(
    () =>
      interleave(
        events.rows
          .slice(0)
          .filter(
            (event) => deployment === '' || ('deployment_id' in event && event.deployment_id === deployment),
          ),
        only === ''
          ? requests.rows.slice(0).filter((one) => deployment === '' || one.deployment_id === deployment)
          : [],
      ),
    [version, deployment, only],
  );
  return (
    <>
      <h1 tabIndex={-1}>Events</h1>
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <Field
          label="Deployment"
          value={deployment}
          onValue={(value) => setQuery({ deployment: value })}
          options={[['', 'all'], ...(deployments.value ?? []).map(({ id, name }) => [id, name] as const)]}
        />
        <label class="check">
          <input
            type="checkbox"
            checked={only !== ''}
            onChange={() => setQuery({ only: only === '' ? 'events' : '' })}
          />
          Without requests
        </label>
        <output>{formatCount(rows.length, 'row')}</output>
      </form>
      <Problem text={eventsProblem.value} />
      <Problem text={requestsProblem.value} />
      {rows.length === 0 ? (
        <Empty command={createCommand(originOfApi())}>
          No events yet, or none that match. A deployment creates events:
        </Empty>
      ) : (
        <VirtualList label="Events" rows={rows} columns={COLUMNS} />
      )}
    </>
  );
}

const COLUMNS: readonly Column<ActivityRow>[] = [
  { name: 'Time', kind: 'time', cell: ({ at }) => new Date(at).toISOString().slice(11, 23) },
  { name: 'What', kind: 'surface', cell: (row) => (row.event === null ? 'request' : row.event.kind) },
  {
    name: 'Details',
    kind: 'path',
    cell: (row) =>
      row.event === null ? <RequestLine request={row.request} /> : <EventLine event={row.event} />,
  },
];

function RequestLine({ request }: { request: RequestSummary }): JSX.Element {
  return (
    <a href={pathOf({ screen: 'requests', seq: request.seq })}>
      {request.method} <UntrustedText text={shortIds(request.path)} title={request.path} />{' '}
      {request.status === 0 ? 'cut' : request.status}
      {request.fault === null ? '' : ' ⚡'}
    </a>
  );
}

function EventLine({ event }: { event: DashboardEvent }): JSX.Element {
  if (event.kind === 'restored') return <span>Everything was reset, or restored from a snapshot.</span>;
  const link = (
    <a href={pathOf({ screen: 'deployment', id: event.deployment_id, tab: 'revisions' })}>
      <UntrustedText text={event.deployment} />
    </a>
  );
  switch (event.kind) {
    case 'removed':
      return <span>{link} was removed</span>;
    case 'active':
      return (
        <span>
          {link} is served by {event.revision_id === null ? 'nothing' : shortId(event.revision_id)}
        </span>
      );
    case 'revision':
      return (
        <span>
          {link} {shortId(event.revision_id)} <Status status={event.status} />
        </span>
      );
    default:
      return (
        <span>
          {link} <Status status={event.status} />
        </span>
      );
  }
}
