import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type {
  AuditLine,
  ProxyExplanation,
  ProxyMetrics,
  SandboxList,
  SandboxSummary,
} from '../../../src/contract/dashboard/sandboxes.ts';
import { errorText, read } from '../live/api.ts';
import { query, setQuery } from '../live/navigation.ts';
import { audit, loadAudit, originOfApi, requests } from '../live/store.ts';
import { executeCommand, SANDBOX_WORKFLOW, sandboxCode, sandboxCommand } from '../logic/commands.ts';
import {
  formatBytes,
  formatClock,
  formatCount,
  formatDuration,
  formatMoment,
  formatNumber,
  shortId,
} from '../logic/format.ts';
import { parseMetrics } from '../logic/metrics.ts';
import { type Route, pathOf } from '../logic/paths.ts';
import { sandboxState, STATES } from '../logic/words.ts';
import { Age, Field, Problem, UntrustedText } from '../parts/basics.tsx';
import { Bones } from '../parts/bones.tsx';
import { Button, ButtonLink } from '../parts/button.tsx';
import { Segments } from '../parts/filters.tsx';
import { JsonView } from '../parts/json-view.tsx';
import { useList, useLoaded } from '../parts/loading.ts';
import { Facts, Pairs, ShortId, StateMark, StateSymbol, Tag } from '../parts/marks.tsx';
import { Card, Command, PageHead, Void, Ways } from '../parts/page.tsx';
import { StatusMark } from '../parts/request-pane.tsx';
import { RowList } from '../parts/row-list.tsx';

/** Shows the sandboxes, their proxy rules, a test of the rules, and the credential proxy's audit log. */
export default function Sandboxes({
  route: { id },
}: {
  route: Extract<Route, { screen: 'sandboxes' }>;
}): JSX.Element {
  const known = useSignal<ReadonlySet<string>>(new Set());
  // The list is reloaded when a request changes a sandbox, or when the audit log contains an unknown sandbox, because
  // the stream does not report sandboxes.
  const changes = useMemo(lastChange, [requests.version.value]);
  const stranger = useMemo(
    () =>
      audit.rows.slice(-100).findLast(({ sandbox_id: one }) => one !== null && !known.peek().has(one))?.seq,
    [audit.version.value],
  );
  const { value, problem } = useLoaded(async () => {
    const list = await read<SandboxList>('/sandboxes');
    known.value = new Set(list.sandboxes.map((one) => one.id));
    return list;
  }, [changes, stranger]);
  const auditProblem = useList(audit.loaded, loadAudit);
  const list = value.value?.sandboxes;
  const chosen = list?.find((one) => one.id === id);
  return (
    <>
      <PageHead
        title={chosen?.name ?? 'Sandboxes'}
        crumbs={id === null ? [] : [{ name: 'Sandboxes', href: pathOf({ screen: 'sandboxes', id: null }) }]}
        state={chosen === undefined ? undefined : sandboxState(chosen.status)}
      />
      <div class="page-body">
        <Problem text={problem.value || auditProblem.value} />
        {id === null ? (
          <SandboxRows list={list} />
        ) : chosen === undefined ? (
          list === undefined ? (
            <Bones rows={4} />
          ) : (
            <Card>
              <Void
                title="This sandbox does not exist"
                acts={<ButtonLink href={pathOf({ screen: 'sandboxes', id: null })}>All sandboxes</ButtonLink>}
              >
                The sandbox might have been deleted. Past requests of the sandbox are listed below.
              </Void>
            </Card>
          )
        ) : (
          <Chosen sandbox={chosen} />
        )}
        <Audit id={id} list={list ?? []} />
        <div class="columns">
          <Metrics />
          {value.value === null ? null : (
            <Card>
              <details class="pad">
                <summary>Isolation on this machine</summary>
                <JsonView value={value.value.health} label="results of the isolation checks" />
              </details>
            </Card>
          )}
        </div>
      </div>
    </>
  );
}

/** Returns the number of the newest request that changed a sandbox. */
const lastChange = (): number =>
  requests.rows.slice(0).findLast(({ surface, method }) => surface === 'sandboxes' && method !== 'GET')
    ?.seq ?? 0;

function SandboxRows({ list }: { list: readonly SandboxSummary[] | undefined }): JSX.Element {
  if (list === undefined) {
    return (
      <Card>
        <Bones rows={3} />
      </Card>
    );
  }
  if (list.length === 0) {
    return (
      <>
        <Card>
          <Void title="No sandboxes" icon="sandbox">
            The action “sandbox” creates a sandbox for a job. Any client of the sandbox API can also create
            sandboxes.
          </Void>
        </Card>
        <Ways
          ways={[
            {
              title: 'In a workflow',
              icon: 'preview',
              text: 'Creates a sandbox for the job, and deletes it when the job ends.',
              command: SANDBOX_WORKFLOW,
            },
            {
              title: 'Send a request',
              icon: 'request',
              text: 'Creates a sandbox and waits until it is ready.',
              command: sandboxCommand(originOfApi()),
            },
            {
              title: 'From your code',
              icon: 'tool',
              text: 'Creates a sandbox with the official client.',
              command: sandboxCode(originOfApi()),
            },
          ]}
        />
      </>
    );
  }
  return (
    <Card title="Sandboxes" className="sandbox-list">
      {list.map((one) => (
        <div key={one.id} class="list-row">
          <StateSymbol state={sandboxState(one.status)} />
          <span class="two-lines">
            <a class="row-link" href={pathOf({ screen: 'sandboxes', id: one.id })}>
              <UntrustedText text={one.name} />
            </a>
            <span class={one.message === null ? '' : 'bad'}>
              <UntrustedText text={one.message ?? one.template ?? 'no template'} />
            </span>
          </span>
          <StateMark state={sandboxState(one.status)} />
          <span class="dim wide-only">{lifetimeText(one)}</span>
          <span class="cell-end dim">
            <Age at={one.created_at_ms} />
          </span>
        </div>
      ))}
    </Card>
  );
}

const lifetime = (seconds: number): string => formatDuration(seconds * 1_000);

/** Describes when a sandbox stops and when it is deleted. */
function lifetimeText({ idle_ttl_s: idle, delete_after_stop_s: afterStop }: SandboxSummary): string {
  const stops = idle === 0 ? 'Never stops by itself' : `Stops after ${lifetime(idle)} without use`;
  return afterStop === 0 ? stops : `${stops}, deleted ${lifetime(afterStop)} later`;
}

function Chosen({ sandbox }: { sandbox: SandboxSummary }): JSX.Element {
  return (
    <div class="columns">
      <Card title="Rules of the credential proxy" note={sandbox.rules.length === 0 ? 'none' : undefined}>
        {sandbox.rules.length === 0 ? <p class="pad mid">No request receives a credential.</p> : null}
        {sandbox.rules.map((rule) => (
          <RuleSection key={rule.name} rule={rule} />
        ))}
        <div class="pane-section">
          <Pairs
            pairs={[
              [
                'Hosts without rules',
                <UntrustedText key="no" text={sandbox.no_proxy.join(', ') || 'none'} />,
              ],
              ['Allowed', <UntrustedText key="allow" text={sandbox.allow_list?.join(', ') ?? 'any host'} />],
              ['Denied', <UntrustedText key="deny" text={sandbox.deny_list?.join(', ') ?? 'none'} />],
            ]}
          />
        </div>
      </Card>
      <div class="stack">
        <Card title="Sandbox">
          <div class="pad stack">
            <Facts
              list={[
                ['ID', <ShortId key="id" id={sandbox.id} label="the sandbox’s ID" />],
                ['Created', <Age key="age" at={sandbox.created_at_ms} />],
              ]}
            />
            <p class="mid">{lifetimeText(sandbox)}.</p>
          </div>
        </Card>
        <Explain id={sandbox.id} />
      </div>
    </div>
  );
}

function RuleSection({ rule }: { rule: SandboxSummary['rules'][number] }): JSX.Element {
  return (
    <div class="pane-section">
      <div class="row">
        <strong>
          <UntrustedText text={rule.name} />
        </strong>
        {rule.enabled ? null : <Tag>off</Tag>}
      </div>
      <Pairs
        pairs={[
          ['Hosts', <UntrustedText key="hosts" text={rule.hosts.join(', ')} />],
          ...(rule.paths.length === 0
            ? []
            : ([['Paths', <UntrustedText key="paths" text={rule.paths.join(', ')} />]] as const)),
          ...rule.headers.map(
            ({ name, type, secrets }) =>
              [
                name,
                <span key={name} class="row wrap">
                  {secrets.length === 0 ? (
                    <span class="dim">{type === 'opaque' ? 'a hidden value' : 'a plain value'}</span>
                  ) : (
                    secrets.map((secret) => <SecretTag key={secret} name={secret} />)
                  )}
                </span>,
              ] as const,
          ),
          ...(rule.signature === null ? [] : [signaturePair(rule.signature)]),
          ...rule.placeholders.map(placeholderPair),
          ...(rule.budget === null
            ? []
            : ([['Budget', <Budget key="budget" budget={rule.budget} />]] as const)),
        ]}
      />
    </div>
  );
}

function signaturePair({
  header,
  method,
  secrets,
}: NonNullable<SandboxSummary['rules'][number]['signature']>): [string, JSX.Element] {
  return [
    header,
    <span key="signature" class="row wrap">
      <span class="dim">
        a signature: <UntrustedText text={method} />
      </span>
      {secrets.map((secret) => (
        <SecretTag key={secret} name={secret} />
      ))}
    </span>,
  ];
}

function placeholderPair({
  variable,
  places,
  secrets,
}: SandboxSummary['rules'][number]['placeholders'][number]): [string, JSX.Element] {
  return [
    variable,
    <span key={variable} class="row wrap">
      <span class="dim">a placeholder in: {places.join(', ')}</span>
      {secrets.map((secret) => (
        <SecretTag key={secret} name={secret} />
      ))}
    </span>,
  ];
}

/** Shows how many requests may still use a rule, and until when. */
function Budget({
  budget: { uses, used, until_ms: until },
}: {
  budget: NonNullable<SandboxSummary['rules'][number]['budget']>;
}): JSX.Element {
  const limits = [
    ...(uses === null
      ? []
      : [`${formatNumber(Math.max(0, uses - used))} of ${formatCount(uses, 'request')} left`]),
    ...(until === null ? [] : [`until ${formatMoment(until)}`]),
  ];
  return <span title={until === null ? undefined : new Date(until).toISOString()}>{limits.join(', ')}</span>;
}

/** Shows the name of a workspace secret, whose value the page never receives. */
const SecretTag = ({ name }: { name: string }): JSX.Element => (
  <Tag tone="model" title="Name of the workspace secret">
    <code>
      <UntrustedText text={name} />
    </code>
  </Tag>
);

function Explain({ id }: { id: string }): JSX.Element {
  const { url = '' } = query.value;
  const answer = useSignal<ProxyExplanation | null>(null);
  const problem = useSignal('');
  const explain = async () => {
    answer.value = null;
    answer.value = await read<ProxyExplanation>(`/sandboxes/${id}/explain`, { url });
    problem.value = '';
  };
  const onSubmit = (event: Event) => {
    event.preventDefault();
    if (url !== '') explain().catch((error: unknown) => (problem.value = errorText(error)));
  };
  const explanation = answer.value;
  return (
    <Card title="Try an address">
      <div class="pad stack">
        <form class="row wrap" onSubmit={onSubmit}>
          <span class="grow">
            <Field
              label="Which rule would a request match?"
              value={url}
              placeholder="https://api.example.com/v1/items"
              onValue={(value) => setQuery({ url: value })}
            />
          </span>
          <Button kind="main" disabled={url === '' ? 'Enter an address first' : ''} onAct={explain}>
            Explain
          </Button>
        </form>
        <Problem text={problem.value} />
        <div role="status">
          {explanation === null ? null : (
            <p>
              <strong>{explanation.decision}</strong> <UntrustedText text={explanation.reason} />
              {explanation.rule === null ? '' : ' by the rule '}
              <UntrustedText text={explanation.rule ?? ''} />
              {explanation.headers.length === 0 ? '' : `, with ${explanation.headers.join(', ')}`}.{' '}
              <UntrustedText text={explanation.detail} />
            </p>
          )}
        </div>
      </div>
    </Card>
  );
}

/**
 * Lists the requests of sandboxes to the internet, newest first, with the names of the secrets that the proxy added.
 */
function Audit({ id, list }: { id: string | null; list: readonly SandboxSummary[] }): JSX.Element {
  const version = audit.version.value;
  const { show = '' } = query.value;
  const all = useMemo(
    () =>
      audit.rows
        .slice(0)
        .filter((line) => id === null || line.sandbox_id === id)
        .toReversed(),
    [version, id],
  );
  const rows = show === '' ? all : all.filter(AUDIT_FILTERS[show === 'failed' ? 'failed' : 'secrets']);
  return (
    <Card
      title="Requests to the internet"
      acts={
        <Segments
          label="Requests to the internet"
          value={show}
          onValue={(value) => setQuery({ show: value })}
          segments={[
            { value: '', word: 'All', count: all.length },
            { value: 'secrets', word: 'With a secret', count: all.filter(AUDIT_FILTERS.secrets).length },
            {
              value: 'failed',
              word: 'Failed or refused',
              count: all.filter(AUDIT_FILTERS.failed).length,
              state: STATES.failed,
            },
          ]}
        />
      }
    >
      {rows.length === 0 ? (
        <Void
          title={all.length === 0 ? 'No requests yet' : 'No request matches'}
          {...(all.length > 0 || id === null
            ? {}
            : { acts: <Command command={executeCommand(originOfApi(), id)} /> })}
        >
          Requests that programs of sandboxes send through the credential proxy appear here.
        </Void>
      ) : (
        <RowList
          label="Requests to the internet"
          noun="request"
          className="audit-list"
          rows={rows}
          keyOf={(line) => String(line.seq)}
          rowHeight={52}
          row={(line) => <AuditCells line={line} sandbox={list.find((one) => one.id === line.sandbox_id)} />}
          classOf={(line) => (isFailed(line) ? 'is-failed' : '')}
          isStateless
        />
      )}
    </Card>
  );
}

/** Returns whether the proxy refused a request, or the request failed at its server. */
const isFailed = ({ decision, status }: AuditLine): boolean =>
  decision === 'deny' || decision === 'refuse' || (status !== null && status >= 500);

const AUDIT_FILTERS = {
  secrets: ({ injected }: AuditLine) => injected.length > 0,
  failed: isFailed,
};

function AuditCells({
  line,
  sandbox,
}: {
  line: AuditLine;
  sandbox: SandboxSummary | undefined;
}): JSX.Element {
  const headers = sandbox?.rules.find(({ name }) => name === line.rule)?.headers ?? [];
  const secrets = headers.flatMap((header) => (line.injected.includes(header.name) ? header.secrets : []));
  const at = Date.parse(line.at);
  return (
    <>
      <span class="dim numeric" title={line.at}>
        {formatClock(at)}
      </span>
      <span class="two-lines">
        <span class="mono">
          <UntrustedText
            text={`${line.method ?? ''} ${line.scheme}://${line.host ?? '?'}${portText(line)}${line.path ?? ''}`}
          />
        </span>
        <span class={isFailed(line) ? 'bad' : ''}>
          <UntrustedText text={`${line.decision}: ${line.reason}`} />
          {line.rule === null ? '' : ', rule '}
          <UntrustedText text={line.rule ?? ''} />
        </span>
      </span>
      <span class="row wrap">
        {secrets.map((name) => (
          <SecretTag key={name} name={name} />
        ))}
        {secrets.length === 0 && line.injected.length > 0 ? (
          <span class="dim clipped">
            <UntrustedText text={line.injected.join(', ')} />
          </span>
        ) : null}
        {line.masked === 0 ? null : <Tag>{line.masked} masked</Tag>}
      </span>
      <span class="wide-only clipped">
        {line.sandbox_id === null ? (
          '–'
        ) : (
          <a class="link" href={pathOf({ screen: 'sandboxes', id: line.sandbox_id })}>
            <UntrustedText text={sandbox?.name ?? shortId(line.sandbox_id)} />
          </a>
        )}
      </span>
      <span class="wide-only dim small numeric">
        {formatBytes(line.bytes_up)} ↑ {formatBytes(line.bytes_down)} ↓
      </span>
      <span class="cell-end">
        {line.status === null ? <span class="dim">–</span> : <StatusMark status={line.status} />}
      </span>
    </>
  );
}

const portText = ({ port, scheme }: AuditLine): string =>
  port === null || (scheme === 'https' && port === 443) || (scheme === 'http' && port === 80)
    ? ''
    : `:${port}`;

/** Shows the credential proxy's counters since its start. */
function Metrics(): JSX.Element {
  const { value, problem, reload } = useLoaded(() => read<ProxyMetrics>('/sandboxes/metrics'), []);
  const metrics = parseMetrics(value.value?.text ?? '');
  return (
    <Card>
      <details class="pad">
        <summary>Metrics of the credential proxy</summary>
        <Problem text={problem.value} />
        <p class="row">
          {metrics.length === 0 ? 'No metrics: the proxy starts with the first sandbox that needs it.' : ''}
          <Button size="little" onAct={reload}>
            Load the current metrics
          </Button>
        </p>
        {metrics.length === 0 ? null : (
          <div class="scroll" tabIndex={0} role="group" aria-label="Metrics">
            <table class="plain-table">
              <thead>
                <tr>
                  <th scope="col">Metric</th>
                  <th scope="col">Labels</th>
                  <th scope="col">Value</th>
                </tr>
              </thead>
              <tbody>
                {metrics.map(({ name, labels, value: number }) => (
                  <tr key={`${name} ${labels}`}>
                    <th scope="row">
                      <code>{name}</code>
                    </th>
                    <td>
                      <UntrustedText text={labels} />
                    </td>
                    <td>{number.toLocaleString('en', { maximumFractionDigits: 3 })}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </details>
    </Card>
  );
}
