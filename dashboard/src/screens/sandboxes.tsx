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
import { executeCommand, sandboxCommand } from '../logic/commands.ts';
import { formatBytes, formatDuration } from '../logic/format.ts';
import { parseMetrics } from '../logic/metrics.ts';
import { type Route, pathOf } from '../logic/paths.ts';
import { ActionButton, Age, Empty, Field, UntrustedText, Id, Problem, Status } from '../parts/basics.tsx';
import { JsonView } from '../parts/json-view.tsx';
import { useList, useLoaded } from '../parts/loading.ts';
import { type Column, VirtualList } from '../parts/virtual-list.tsx';

/** Shows the sandboxes, their proxy rules, a test of these rules, and the credential proxy's audit log. */
export default function Sandboxes({
  route: { id },
}: {
  route: Extract<Route, { screen: 'sandboxes' }>;
}): JSX.Element {
  const known = useSignal<ReadonlySet<string>>(new Set());
  // The stream does not report sandboxes, so the list is reloaded when a request changes a sandbox or the audit log
  // contains an unknown one.
  const changes = useMemo(lastChange, [requests.version.value]);
  const stranger = useMemo(
    () =>
      audit.rows.slice(-100).findLast(({ sandbox_id: one }) => one !== null && !known.peek().has(one))?.seq,
    [audit.version.value],
  );
  const { value, problem, reload } = useLoaded(async () => {
    const list = await read<SandboxList>('/sandboxes');
    known.value = new Set(list.sandboxes.map((one) => one.id));
    return list;
  }, [changes, stranger]);
  const auditProblem = useList(audit.loaded, loadAudit);
  const list = value.value?.sandboxes;
  const chosen = list?.find((one) => one.id === id);
  return (
    <>
      <div class="title">
        <h1 tabIndex={-1}>Sandboxes</h1>
        <ActionButton onAct={reload}>Refresh</ActionButton>
      </div>
      <Problem text={problem.value || auditProblem.value} />
      {list?.length === 0 ? (
        <Empty command={sandboxCommand(originOfApi())}>
          No sandboxes. The action “sandbox” creates one for a job, and so can any client of the sandbox API.
        </Empty>
      ) : (
        <SandboxTable list={list ?? []} chosen={id} />
      )}
      {chosen === undefined ? null : <Chosen sandbox={chosen} />}
      <Audit id={id} />
      <Metrics />
      {value.value === null ? null : (
        <details>
          <summary>Isolation on this machine</summary>
          <JsonView value={value.value.health} label="findings about isolation" />
        </details>
      )}
    </>
  );
}

/** Returns the number of the newest request that changed a sandbox. */
const lastChange = (): number =>
  requests.rows.slice(0).findLast(({ surface, method }) => surface === 'sandboxes' && method !== 'GET')
    ?.seq ?? 0;

function SandboxTable({
  list,
  chosen,
}: {
  list: readonly SandboxSummary[];
  chosen: string | null;
}): JSX.Element {
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label="Sandboxes">
      <table>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Status</th>
            <th scope="col">Template</th>
            <th scope="col">Stops when idle for</th>
            <th scope="col">Is deleted after being stopped for</th>
            <th scope="col">Created</th>
          </tr>
        </thead>
        <tbody>
          {list.map((one) => (
            <tr key={one.id} class={one.id === chosen ? 'selected' : ''}>
              <th scope="row">
                <a href={pathOf({ screen: 'sandboxes', id: one.id })}>
                  <UntrustedText text={one.name} />
                </a>
              </th>
              <td>
                <Status status={one.status} />{' '}
                {one.message === null ? '' : <UntrustedText text={one.message} />}
              </td>
              <td>{one.template === null ? '–' : <UntrustedText text={one.template} />}</td>
              <td>{lifetime(one.idle_ttl_s)}</td>
              <td>{lifetime(one.delete_after_stop_s)}</td>
              <td>
                <Age at={one.created_at_ms} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const lifetime = (seconds: number): string => (seconds === 0 ? 'never' : formatDuration(seconds * 1_000));

function Chosen({ sandbox }: { sandbox: SandboxSummary }): JSX.Element {
  return (
    <section aria-labelledby="sandbox">
      <h2 id="sandbox">
        <UntrustedText text={sandbox.name} /> <Id id={sandbox.id} label="the sandbox’s ID" />
      </h2>
      <h3>Rules</h3>
      {sandbox.rules.length === 0 ? <p>None: no request receives a credential.</p> : null}
      <ul class="cards">
        {sandbox.rules.map((rule) => (
          <li key={rule.name} class="card">
            <strong>
              <UntrustedText text={rule.name} />
            </strong>
            {rule.enabled ? '' : ' (off)'}
            <p>
              hosts <UntrustedText text={rule.hosts.join(', ')} />
              {rule.paths.length === 0 ? '' : ', paths '}
              <UntrustedText text={rule.paths.join(', ')} />
            </p>
            <p>
              headers{' '}
              <UntrustedText text={rule.headers.map(({ name, type }) => `${name} (${type})`).join(', ')} />
            </p>
          </li>
        ))}
      </ul>
      <p>
        Without rules: <UntrustedText text={sandbox.no_proxy.join(', ') || 'none'} />. Allowed:{' '}
        <UntrustedText text={sandbox.allow_list?.join(', ') ?? 'any host'} />. Denied:{' '}
        <UntrustedText text={sandbox.deny_list?.join(', ') ?? 'none'} />.
      </p>
      <Explain id={sandbox.id} />
    </section>
  );
}

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
    <>
      <h3>What would a request meet?</h3>
      <form class="filters" onSubmit={onSubmit}>
        <Field
          label="Address"
          search
          value={url}
          placeholder="https://api.example.com/v1/items"
          onValue={(value) => setQuery({ url: value })}
        />
        <ActionButton kind="main-act" disabled={url === ''} onAct={explain}>
          Explain
        </ActionButton>
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
    </>
  );
}

function Audit({ id }: { id: string | null }): JSX.Element {
  const version = audit.version.value;
  const rows = useMemo(
    () => audit.rows.slice(0).filter((line) => id === null || line.sandbox_id === id),
    [version, id],
  );
  return (
    <section aria-labelledby="audit">
      <h2 id="audit">Audit</h2>
      {rows.length === 0 ? (
        <Empty {...(id === null ? {} : { command: executeCommand(originOfApi(), id) })}>
          The credential proxy has not handled any request yet.
        </Empty>
      ) : (
        <VirtualList
          label="Audit"
          rows={rows}
          columns={COLUMNS}
          rowClass={(row) => (row.decision === 'deny' || row.decision === 'refuse' ? 'bad' : '')}
        />
      )}
    </section>
  );
}

/** Shows the credential proxy's counters since its start. */
function Metrics(): JSX.Element {
  const { value, problem, reload } = useLoaded(() => read<ProxyMetrics>('/sandboxes/metrics'), []);
  const metrics = parseMetrics(value.value?.text ?? '');
  return (
    <details>
      <summary>Metrics of the credential proxy</summary>
      <Problem text={problem.value} />
      <p class="row">
        {metrics.length === 0 ? 'No metrics: the proxy starts with the first sandbox that needs it.' : ''}
        <ActionButton onAct={reload}>Read the metrics again</ActionButton>
      </p>
      {metrics.length === 0 ? null : (
        <div class="scroll" tabIndex={0} role="group" aria-label="Metrics">
          <table>
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
  );
}

const COLUMNS: readonly Column<AuditLine>[] = [
  { name: 'Time', kind: 'time', cell: ({ at }) => at.slice(11, 23) },
  { name: 'Decision', kind: 'level', cell: ({ decision }) => decision },
  {
    name: 'Rule',
    kind: 'surface',
    cell: ({ rule }) => (rule === null ? '–' : <UntrustedText text={rule} />),
  },
  {
    name: 'Request',
    kind: 'path',
    cell: ({ method, scheme, host, port, path, reason }) => (
      <UntrustedText
        text={`${method ?? ''} ${scheme}://${host ?? '?'}:${port ?? '?'}${path ?? ''} – ${reason}`}
      />
    ),
  },
  { name: 'Status', kind: 'code', cell: ({ status }) => status ?? '–' },
  {
    name: 'Bytes',
    kind: 'fault',
    cell: (row) => `${formatBytes(row.bytes_up)} ↑ ${formatBytes(row.bytes_down)} ↓`,
  },
  {
    name: 'Added',
    kind: 'fault',
    cell: ({ injected, masked }) => `${injected.join(', ')}${masked === 0 ? '' : ` (${masked} masked)`}`,
  },
];
