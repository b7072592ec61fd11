import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { stringifyExactJson } from '../../../src/contract/exact-json.ts';
import type { DashboardEvent, RequestDetail } from '../../../src/contract/dashboard/events.ts';
import type { RecordedBody } from '../../../src/contract/dashboard/requests.ts';
import { read } from '../live/api.ts';
import { useKeys } from '../live/keys.ts';
import { deploymentName, faults, originOfApi } from '../live/store.ts';
import { describeRule } from '../logic/fault-forms.ts';
import { clipText, formatDuration, formatNumber, visibleText } from '../logic/format.ts';
import { pathOf } from '../logic/paths.ts';
import { curlCommand, expectationOf, faultOf } from '../logic/request-copies.ts';
import { apiName, stateOf } from '../logic/words.ts';
import { Age, CopyButton, Problem, UntrustedText } from './basics.tsx';
import { Bones } from './bones.tsx';
import { Button, ButtonLink } from './button.tsx';
import { Segments } from './filters.tsx';
import { Icon } from './icon.tsx';
import { JsonView } from './json-view.tsx';
import { useLoaded } from './loading.ts';
import { ReplayButtons } from './request-replay.tsx';
import { Facts, Pairs, StateMark, Tag } from './marks.tsx';

/**
 * Reads the bodies of a request. The bodies of a request are not cached, because the emulator might redact more secrets
 * later.
 */
export const readRequest = (seq: number): Promise<RequestDetail> => read<RequestDetail>(`/requests/${seq}`);

/** Shows an HTTP status. Only a status that reports a problem is colored. */
export function StatusMark({ status }: { status: number }): JSX.Element {
  if (status === 0) {
    return (
      <Tag tone="bad" icon="failed" title="The connection was closed without a response">
        cut
      </Tag>
    );
  }
  if (status >= 500) return <Tag tone="bad">{status}</Tag>;
  return status >= 400 ? <Tag tone="wait">{status}</Tag> : <span class="mid numeric">{status}</span>;
}

/** Shows a request: its content, the handler that responded, and the events that occurred during the request. */
export function RequestPane({
  seq,
  onClose,
  onNewer,
  onOlder,
}: {
  seq: number;
  onClose: () => void;
  /** Opens the next newer request of the list, or null if this request is the newest. */
  onNewer: (() => void) | null;
  onOlder: (() => void) | null;
}): JSX.Element {
  const { value, problem } = useLoaded(() => readRequest(seq), [seq]);
  const pane = useRef<HTMLElement>(null);
  useEffect(() => {
    // In windows below 1280 pixels, the pane is below the list and might be outside of the visible area.
    if (innerWidth < 1280) pane.current?.scrollIntoView({ block: 'start' });
  }, [seq]);
  const detail = value.value;
  return (
    <section class="card pane" aria-label={`Request ${seq}`} ref={pane}>
      <header>
        <h2>Request {seq}</h2>
        {detail === null ? null : <StatusMark status={detail.request.status} />}
        <span class="grow" />
        <Button
          kind="bare"
          size="little"
          icon="collapse"
          label="Newer request"
          disabled={onNewer === null ? 'This is the newest request of the list' : ''}
          onAct={() => onNewer?.()}
        />
        <Button
          kind="bare"
          size="little"
          icon="down"
          label="Older request"
          disabled={onOlder === null ? 'This is the oldest request of the list' : ''}
          onAct={() => onOlder?.()}
        />
        <Button kind="bare" size="little" icon="close" label="Close" onAct={onClose} />
      </header>
      <Problem text={problem.value} />
      {detail === null ? (
        problem.value === '' ? (
          <Bones rows={6} rowHeight={40} />
        ) : null
      ) : (
        <PaneBody detail={detail} />
      )}
    </section>
  );
}

function PaneBody({ detail }: { detail: RequestDetail }): JSX.Element {
  const { request, sent, received, events } = detail;
  const parameters = request.query === null ? [] : [...new URLSearchParams(request.query)];
  return (
    <>
      <div class="pane-section">
        <p class="mono">
          <strong>{request.method}</strong> <UntrustedText text={request.path} />
        </p>
        <Acts detail={detail} />
        <Facts
          list={[
            ['Ended', <Age key="age" at={request.at_ms} />],
            ['After', `${formatNumber(Math.round(request.ms))} ms`],
            ...(detail.times === null
              ? []
              : ([['Time', timesText(detail.times, request.status !== 0)]] as const)),
            ['API', apiName(request.surface)],
            ...(request.replay_of === null
              ? []
              : ([
                  [
                    'Replay of',
                    <a
                      key="replay"
                      class="link"
                      href={pathOf({ screen: 'requests', seq: request.replay_of })}
                    >
                      request {request.replay_of}
                    </a>,
                  ],
                ] as const)),
            ...(request.deployment_id === null
              ? []
              : ([
                  [
                    'Deployment',
                    <a
                      key="deployment"
                      class="link"
                      href={pathOf({ screen: 'deployment', id: request.deployment_id, tab: 'revisions' })}
                    >
                      <UntrustedText text={deploymentName(request.deployment_id)} />
                    </a>,
                  ],
                ] as const)),
          ]}
        />
      </div>
      <FaultOfRequest detail={detail} />
      {parameters.length === 0 ? null : (
        <div class="pane-section">
          <h3>Query</h3>
          <Pairs
            pairs={parameters.map(
              ([name, value], index) => [name, <UntrustedText key={index} text={value} />] as const,
            )}
          />
        </div>
      )}
      {detail.headers.length === 0 ? null : (
        <details class="pane-section">
          <summary>Headers ({detail.headers.length})</summary>
          <Pairs
            pairs={detail.headers.map(
              ([name, value], index) =>
                [name, <UntrustedText key={index} text={value} limit={500} />] as const,
            )}
          />
        </details>
      )}
      <Body title="Sent" body={sent} label="the request" />
      <Body title="Answer" body={received} label="the response" />
      <Around events={events} />
    </>
  );
}

/** Returns the parts of a request's duration in words. `isSent` is false if the client received no response. */
function timesText(
  { held_ms: held, decide_ms: decide, send_ms: send }: NonNullable<RequestDetail['times']>,
  isSent: boolean,
): string {
  return [
    ...(held > 0 ? [`held by a fault ${formatDuration(held)}`] : []),
    `answered in ${formatDuration(decide)}`,
    ...(isSent ? [`sent in ${formatDuration(send)}`] : []),
  ].join(' · ');
}

function Acts({ detail }: { detail: RequestDetail }): JSX.Element {
  const { request } = detail;
  const curl = () => curlCommand(detail, originOfApi());
  useKeys([
    {
      key: 'c',
      does: 'copy the request as curl',
      run: () => void navigator.clipboard.writeText(curl()).catch(() => {}),
    },
  ]);
  return (
    <div class="row wrap">
      <ReplayButtons detail={detail} />
      <CopyButton text={curl} label="Copy as curl">
        Copy as curl
      </CopyButton>
      <CopyButton text={() => stringifyExactJson(expectationOf(request), 2)} label="Copy as an expectation">
        Copy as an expectation
      </CopyButton>
      {request.surface === 'agent-pods' ? null : (
        <ButtonLink
          size="little"
          icon="fault"
          href={pathOf({ screen: 'faults' }, { draft: stringifyExactJson(faultOf(request)) })}
        >
          Create a fault rule from this request
        </ButtonLink>
      )}
    </div>
  );
}

/** Describes the fault rule that changed the response. */
function FaultOfRequest({
  detail: { request, withheld_status: withheld },
}: {
  detail: RequestDetail;
}): JSX.Element | null {
  const { fault } = request;
  if (fault === null) return null;
  const rule = faults.value?.rules.find(({ id }) => id === fault.rule)?.rule;
  return (
    <div class="pane-section">
      <section class="question" aria-label="The fault rule that changed this response">
        <h2>
          <Icon name="fault" /> A fault rule changed this response
        </h2>
        <p>
          <UntrustedText text={fault.effects.join(', ')} />
          {rule === undefined ? ' by a rule that has since been removed.' : ': '}
          {rule === undefined ? null : <UntrustedText text={describeRule(rule)} />}
        </p>
        {withheld === null ? null : (
          <p>
            The request was processed. A response with the status {withheld} was withheld from the client.
          </p>
        )}
        <div class="row">
          <ButtonLink size="little" href={pathOf({ screen: 'faults' }, { rule: fault.rule })}>
            Open the rule
          </ButtonLink>
        </div>
      </section>
    </div>
  );
}

/** Shows the fields of a body, and below them the text of the body. */
function Body({ title, body, label }: { title: string; body: RecordedBody; label: string }): JSX.Element {
  const view = useSignal('fields');
  return (
    <div class="pane-section">
      <div class="row">
        <h3>{title}</h3>
        <span class="grow" />
        {body.kind === 'value' ? (
          <Segments
            label={`View of ${label}`}
            value={view.value}
            onValue={(value) => (view.value = value)}
            segments={[
              { value: 'fields', word: 'Fields' },
              { value: 'raw', word: 'Raw' },
            ]}
          />
        ) : null}
      </div>
      {body.kind === 'none' ? <p class="dim">No body, or a streamed body.</p> : null}
      {body.kind === 'length' ? (
        <p class="dim">{formatNumber(body.characters)} characters, too long to be stored.</p>
      ) : null}
      {body.kind !== 'value' ? null : view.value === 'raw' ? (
        <pre class="code" tabIndex={0}>
          {visibleText(clipText(stringifyExactJson(body.value, 2), RAW_SHOWN))}
        </pre>
      ) : (
        <JsonView value={body.value} label={label} />
      )}
    </div>
  );
}

/** Maximum number of displayed characters of a body's text. */
const RAW_SHOWN = 100_000;

/** Lists the events between the arrival of the request and its response. */
function Around({ events }: { events: readonly DashboardEvent[] }): JSX.Element | null {
  if (events.length === 0) return null;
  return (
    <div class="pane-section">
      <h3>During this request</h3>
      <ul class="stack">
        {events.map((event) => (
          <li key={event.seq} class="row wrap">
            {event.kind === 'restored' ? (
              'All data was replaced'
            ) : (
              <a
                class="link"
                href={pathOf({ screen: 'deployment', id: event.deployment_id, tab: 'revisions' })}
              >
                <UntrustedText text={event.deployment} />
              </a>
            )}
            {'status' in event ? <StateMark state={stateOf(event.status)} /> : null}
            {event.kind === 'removed' ? 'was deleted' : null}
            {event.kind === 'active' ? 'is served by another revision' : null}
          </li>
        ))}
      </ul>
    </div>
  );
}
