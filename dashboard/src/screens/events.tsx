import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { DashboardEvent } from '../../../src/contract/dashboard/events.ts';
import type { RequestSummary } from '../../../src/contract/dashboard/requests.ts';
import { query, setQuery } from '../live/navigation.ts';
import { deployments, events, loadEvents, loadRequests, requests } from '../live/store.ts';
import { formatClock, shortId, shortIds } from '../logic/format.ts';
import { interleave, type ActivityRow } from '../logic/moments.ts';
import { pathOf } from '../logic/paths.ts';
import { stateOf, STATES } from '../logic/words.ts';
import { Problem, UntrustedText } from '../parts/basics.tsx';
import { Bones } from '../parts/bones.tsx';
import { Button } from '../parts/button.tsx';
import { DeployWays } from '../parts/deploy-ways.tsx';
import { Pick, Segments } from '../parts/filters.tsx';
import { Icon } from '../parts/icon.tsx';
import { useList } from '../parts/loading.ts';
import { StateMark, Tag } from '../parts/marks.tsx';
import { Card, PageHead, Void } from '../parts/page.tsx';
import { StatusMark } from '../parts/request-pane.tsx';
import { RowList } from '../parts/row-list.tsx';

/** Lists events and requests in chronological order, newest first. */
export default function Events(): JSX.Element {
  const eventsProblem = useList(events.loaded, loadEvents);
  const requestsProblem = useList(requests.loaded, loadRequests);
  const { deployment = '', only = '' } = query.value;
  const version = `${events.version.value} ${requests.version.value}`;
  const rows = useMemo(() => rowsOf(deployment, only !== ''), [version, deployment, only]);
  const isLoaded = events.loaded.value && requests.loaded.value;
  return (
    <>
      <PageHead title="Events" />
      <div class="page-body">
        <div class="toolbar">
          <Segments
            label="Rows"
            value={only}
            onValue={(value) => setQuery({ only: value })}
            segments={[
              { value: '', word: 'Events and requests' },
              { value: 'events', word: 'Only events', count: events.rows.size },
            ]}
          />
          <Pick
            label="Deployment"
            value={deployment}
            onValue={(value) => setQuery({ deployment: value })}
            options={[['', 'All'], ...(deployments.value ?? []).map(({ id, name }) => [id, name] as const)]}
          />
        </div>
        <Problem text={eventsProblem.value || requestsProblem.value} />
        {rows.length === 0 && isLoaded ? (
          <NoEvents isFiltered={deployment !== '' || only !== ''} />
        ) : (
          <Card>
            {rows.length > 0 ? (
              <RowList
                label="Events"
                noun="row"
                className="event-list"
                rows={rows}
                keyOf={(row) => String(row.seq)}
                rowHeight={36}
                narrowRowHeight={44}
                row={(row) => <Cells row={row} />}
                isStateless
              />
            ) : (
              <Bones rows={10} rowHeight={36} />
            )}
          </Card>
        )}
      </div>
    </>
  );
}

function rowsOf(deployment: string, onlyEvents: boolean): ActivityRow[] {
  const isOf = (id: string | null | undefined) => deployment === '' || id === deployment;
  const shownEvents = events.rows
    .slice(0)
    .filter((event) => isOf('deployment_id' in event ? event.deployment_id : undefined));
  const shownRequests = onlyEvents ? [] : requests.rows.slice(0).filter(({ deployment_id: id }) => isOf(id));
  return interleave(shownEvents, shownRequests).toReversed();
}

function NoEvents({ isFiltered }: { isFiltered: boolean }): JSX.Element {
  if (isFiltered) {
    const clear = () => setQuery({ deployment: '', only: '' });
    return <Void title="No event matches" acts={<Button onAct={clear}>Clear the filters</Button>} />;
  }
  return (
    <>
      <Void title="No events yet" icon="event">
        Changes of deployments and revisions appear here, between the requests that caused them.
      </Void>
      <DeployWays />
    </>
  );
}

function Cells({ row }: { row: ActivityRow }): JSX.Element {
  return (
    <>
      <span class="dim numeric" title={new Date(row.at).toISOString()}>
        {formatClock(row.at)}
      </span>
      <Icon name={row.event === null ? 'request' : 'event'} size="small" tone="rest" />
      {row.event === null ? <RequestCells request={row.request} /> : <EventCells event={row.event} />}
    </>
  );
}

function RequestCells({ request }: { request: RequestSummary }): JSX.Element {
  return (
    <>
      <span class="row">
        <span class="method">{request.method}</span>
        <a
          class="row-link mono clipped"
          href={pathOf({ screen: 'requests', seq: request.seq })}
          title={request.path}
        >
          <UntrustedText text={shortIds(request.path)} />
        </a>
        {request.fault === null ? null : (
          <Tag tone="wait" icon="fault">
            <span class="wide-only">fault</span>
          </Tag>
        )}
      </span>
      <span class="cell-end">
        <StatusMark status={request.status} />
      </span>
    </>
  );
}

function EventCells({ event }: { event: DashboardEvent }): JSX.Element {
  if (event.kind === 'restored') return <span>All data was reset, or restored from a snapshot</span>;
  const name = (
    <a
      class="row-link strong clipped"
      href={pathOf({ screen: 'deployment', id: event.deployment_id, tab: 'revisions' })}
    >
      <UntrustedText text={event.deployment} />
    </a>
  );
  switch (event.kind) {
    case 'removed':
      return <span class="row">{name} was deleted</span>;
    case 'active':
      return (
        <span class="row">
          {name}
          <span class="clipped">
            {event.revision_id === null
              ? 'is not served by any revision'
              : `is served by revision ${shortId(event.revision_id)}`}
          </span>
        </span>
      );
    case 'revision':
      return (
        <>
          <span class="row">
            {name} <code class="dim wide-only">{shortId(event.revision_id)}</code>
          </span>
          <span class="cell-end">
            <StateMark state={stateOf(event.status)} />
          </span>
        </>
      );
    case 'deployment':
      return (
        <>
          <span class="row">{name}</span>
          <span class="cell-end">
            <StateMark
              state={event.status === 'READY' ? { ...STATES.serving, word: 'Ready' } : stateOf(event.status)}
            />
          </span>
        </>
      );
  }
}
