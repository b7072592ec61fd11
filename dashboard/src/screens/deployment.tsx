import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type {
  DeploymentDetail,
  DeploymentSummary,
  RevisionDetail,
  RevisionList,
  RevisionSummary,
} from '../../../src/contract/dashboard/deployments.ts';
import { forward, read, send } from '../live/api.ts';
import { navigateTo, query, setQuery } from '../live/navigation.ts';
import { deploymentById, deployments } from '../live/store.ts';
import { previewText } from '../logic/preview-text.ts';
import { shortId } from '../logic/format.ts';
import { DEPLOYMENT_TABS, type DeploymentTab, pathOf, type Route } from '../logic/paths.ts';
import {
  ActionButton,
  Age,
  Empty,
  Field,
  UntrustedText,
  Id,
  Problem,
  Status,
  WebLink,
} from '../parts/basics.tsx';
import { ConfirmByName } from '../parts/overlays.tsx';
import { JsonView } from '../parts/json-view.tsx';
import { hasGraphs, NoGraphs } from '../parts/agent-kind.tsx';
import { useLoaded } from '../parts/loading.ts';
import { FeedbackOfRun } from '../parts/feedback-of-run.tsx';
import { Graph } from './graph.tsx';
import { formatPhases, sourceText } from './deployments.tsx';

/** Shows one deployment, with a tab for each related screen. */
export default function Deployment({
  route: { id, tab },
}: {
  route: Extract<Route, { screen: 'deployment' }>;
}): JSX.Element {
  const deployment = deploymentById(id);
  if (deployment === undefined) {
    if (deployments.value === null) return <p role="status">Reading…</p>;
    return (
      <>
        <h1 tabIndex={-1}>No such deployment</h1>
        <Empty>
          It may have been deleted. <a href={pathOf({ screen: 'deployments' })}>All deployments</a>
        </Empty>
      </>
    );
  }
  return (
    <>
      <Header deployment={deployment} />
      <nav aria-label="Sections of the deployment" class="tabs">
        <ul>
          {DEPLOYMENT_TABS.map((name) => (
            <li key={name}>
              <a
                href={pathOf({ screen: 'deployment', id, tab: name })}
                {...(name === tab ? { 'aria-current': 'page' as const } : {})}
              >
                {name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <Tab deployment={deployment} tab={tab} />
    </>
  );
}

function Header({ deployment }: { deployment: DeploymentSummary }): JSX.Element {
  const deleting = useSignal(false);
  const latest = deployment.revisions.at(-1);
  const revisionPath = `/v2/deployments/${deployment.id}/revisions/${latest?.id ?? ''}`;
  return (
    <div class="title">
      <h1 tabIndex={-1}>
        <UntrustedText text={deployment.name} />
      </h1>
      <Status status={deployment.status} />
      <Id id={deployment.id} label="the deployment’s ID" />
      {deployment.url === null ? null : <WebLink url={deployment.url} />}
      <span class="row">
        {latest === undefined ? null : (
          <ActionButton onAct={() => forward('POST', `${revisionPath}/redeploy`, {})}>Redeploy</ActionButton>
        )}
        {latest === undefined || latest.final ? null : (
          <ActionButton onAct={() => forward('POST', `${revisionPath}/interrupt`, {})}>
            Interrupt
          </ActionButton>
        )}
        <button type="button" class="button danger" onClick={() => (deleting.value = true)}>
          Delete…
        </button>
      </span>
      {deleting.value ? (
        <ConfirmByName
          name={deployment.name}
          title="Delete the deployment"
          action="Delete"
          onClose={() => (deleting.value = false)}
          onConfirm={async () => {
            await send('DELETE', `/deployments/${deployment.id}`, { name: deployment.name });
            navigateTo({ screen: 'deployments' });
          }}
        >
          <p>Its revisions, threads, runs and logs are deleted.</p>
        </ConfirmByName>
      ) : null}
    </div>
  );
}

function Tab({ deployment, tab }: { deployment: DeploymentSummary; tab: DeploymentTab }): JSX.Element {
  switch (tab) {
    case 'revisions':
      return <Revisions deployment={deployment} />;
    case 'settings':
      return <Settings deployment={deployment} />;
    case 'graph':
      return hasGraphs(deployment) ? <Graph deployment={deployment} /> : <NoGraphs deployment={deployment} />;
    case 'feedback':
      return hasGraphs(deployment) ? (
        <FeedbackOfRun deployment={deployment} />
      ) : (
        <NoGraphs deployment={deployment} />
      );
  }
}

function causeText({ cause }: RevisionSummary): string {
  if (cause.kind !== 'push')
    return { create: 'creation', change: 'change', redeploy: 'redeploy' }[cause.kind];
  const commit = cause.commit === null ? '' : ` at ${shortId(cause.commit)}`;
  return `push to ${cause.ref}${commit} (${cause.channels.join(', ')})`;
}

function Revisions({ deployment }: { deployment: DeploymentSummary }): JSX.Element {
  const latest = deployment.revisions.at(-1);
  const { value, problem } = useLoaded(
    () => read<RevisionList>(`/deployments/${deployment.id}/revisions`),
    [deployment.id, latest?.id, latest?.status, deployment.active_revision_id],
  );
  const { from = '', to = '' } = query.value;
  const list = value.value?.revisions ?? deployment.revisions.toReversed();
  return (
    <>
      <Problem text={problem.value} />
      <div class="scroll" tabIndex={0} role="group" aria-label="Revisions">
        <table>
          <thead>
            <tr>
              <th scope="col">Revision</th>
              <th scope="col">Status</th>
              <th scope="col">Requested by</th>
              <th scope="col">Source</th>
              <th scope="col">Phases</th>
              <th scope="col">Reason</th>
              <th scope="col">Created</th>
              <th scope="col">Show</th>
            </tr>
          </thead>
          <tbody>
            {list.map((revision) => (
              <tr key={revision.id} class={revision.id === to ? 'selected' : ''}>
                <th scope="row">
                  #{revision.number} <Id id={revision.id} label={`the ID of revision ${revision.number}`} />
                </th>
                <td>
                  <Status status={revision.status} active={revision.id === deployment.active_revision_id} />
                </td>
                <td>
                  <UntrustedText text={causeText(revision)} />
                </td>
                <td>
                  <UntrustedText text={sourceText(revision.source)} />
                </td>
                <td>{formatPhases(revision)}</td>
                <td>{revision.message === null ? '' : <UntrustedText text={revision.message} />}</td>
                <td>
                  <Age at={revision.created_at_ms} />
                </td>
                <td>
                  <span class="row">
                    <a
                      href={pathOf({ screen: 'logs', id: deployment.id }, { revision: revision.id })}
                      aria-label={`Log of revision ${revision.number}`}
                    >
                      log
                    </a>
                    <a
                      href={pathOf(
                        { screen: 'deployment', id: deployment.id, tab: 'revisions' },
                        { to: revision.id },
                      )}
                      aria-label={`changes in revision ${revision.number}`}
                    >
                      changes
                    </a>
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {to === '' ? null : <Difference deployment={deployment.id} from={from} to={to} list={list} />}
    </>
  );
}

function Difference({
  deployment,
  from,
  to,
  list,
}: {
  deployment: string;
  from: string;
  to: string;
  list: readonly RevisionSummary[];
}): JSX.Element {
  const { value, problem } = useLoaded(
    () => read<RevisionDetail>(`/deployments/${deployment}/revisions/${to}`, { against: from }),
    [deployment, from, to],
  );
  const detail = value.value;
  return (
    <section aria-labelledby="difference" aria-live="polite">
      <h2 id="difference">
        What changed{detail === null ? '' : ` in #${detail.revision.number}`}
        {detail === null || detail.against === null ? '' : ` since #${detail.against.number}`}
      </h2>
      <Field
        label="Compared with"
        value={from}
        onValue={(value) => setQuery({ from: value })}
        options={[
          ['', 'the one before'],
          ...list.filter(({ id }) => id !== to).map(({ id, number }) => [id, `#${number}`] as const),
        ]}
      />
      <Problem text={problem.value} />
      {detail === null ? null : <DifferenceTables detail={detail} />}
    </section>
  );
}

const MARKS = { added: '+', removed: '−', changed: '≠', same: '=' } as const;

function DifferenceTables({ detail }: { detail: RevisionDetail }): JSX.Element {
  return (
    <>
      {detail.fields.length === 0 ? (
        <p>Source and settings are the same.</p>
      ) : (
        <div class="scroll" tabIndex={0} role="group" aria-label="Fields that differ">
          <table>
            <thead>
              <tr>
                <th scope="col">Field</th>
                <th scope="col">Before</th>
                <th scope="col">After</th>
              </tr>
            </thead>
            <tbody>
              {detail.fields.map(({ field, before, after }) => (
                <tr key={field}>
                  <th scope="row">
                    <UntrustedText text={field} />
                  </th>
                  <td>{before === null ? 'not set' : <UntrustedText text={previewText(before, 300)} />}</td>
                  <td>{after === null ? 'not set' : <UntrustedText text={previewText(after, 300)} />}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <h3>Variables</h3>
      <p class="dim">Only names: the emulator compares the values and never shows them.</p>
      {detail.variables.length === 0 ? (
        <p>None.</p>
      ) : (
        <ul class="variables">
          {detail.variables.map(({ name, change }) => (
            <li key={name} class={change}>
              <span aria-hidden="true">{MARKS[change]}</span>{' '}
              <code>
                <UntrustedText text={name} />
              </code>{' '}
              <span class="dim">{change}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Settings({ deployment }: { deployment: DeploymentSummary }): JSX.Element {
  const { value, problem } = useLoaded(
    () => read<DeploymentDetail>(`/deployments/${deployment.id}`),
    [deployment.id, deployment.updated_at_ms],
  );
  const detail = value.value;
  return (
    <>
      <Problem text={problem.value} />
      {detail === null ? null : (
        <>
          <h2>Source</h2>
          <JsonView value={detail.source_config} label="the source’s configuration" />
          <h2>Variables of the next revision</h2>
          {detail.variables.length === 0 ? (
            <p>None.</p>
          ) : (
            <ul class="variables">
              {detail.variables.map((name) => (
                <li key={name}>
                  <code>
                    <UntrustedText text={name} />
                  </code>
                </li>
              ))}
            </ul>
          )}
          <h2>Secrets by reference</h2>
          {detail.secret_references.length === 0 ? (
            <p>None.</p>
          ) : (
            <ul class="variables">
              {detail.secret_references.map((one) => (
                <li key={one.name}>
                  <code>
                    <UntrustedText text={one.name} />
                  </code>{' '}
                  is{' '}
                  <code>
                    <UntrustedText text={one.secret_key} />
                  </code>{' '}
                  of{' '}
                  <code>
                    <UntrustedText text={one.secret_name} />
                  </code>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </>
  );
}
