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
import { useCommitSubjects } from '../live/commits.ts';
import { useKeys } from '../live/keys.ts';
import { navigateTo, query, setQuery } from '../live/navigation.ts';
import { usePageTitle } from '../live/page-title.ts';
import { useVisit } from '../live/visits.ts';
import { deploymentById, deployments, now, removeDeployment } from '../live/store.ts';
import {
  activeRevision,
  buildTime,
  causeText,
  deploymentState,
  latestRevision,
  phasesText,
  sourceText,
  timelineRow,
} from '../logic/deployments.ts';
import { formatDuration, shortId, visibleLine } from '../logic/format.ts';
import { DEPLOYMENT_TABS, type DeploymentTab, pathOf, type Route } from '../logic/paths.ts';
import { previewText } from '../logic/preview-text.ts';
import { layOutTimeline } from '../logic/timeline.ts';
import { revisionState } from '../logic/words.ts';
import { hasGraphs, NoGraphs } from '../parts/agent-kind.tsx';
import { Age, Problem, UntrustedText, WebLink } from '../parts/basics.tsx';
import { Bones } from '../parts/bones.tsx';
import { Button, ButtonLink, Menu } from '../parts/button.tsx';
import { CodeChanges } from '../parts/code-changes.tsx';
import { CommitsBetween } from '../parts/commit-log.tsx';
import { FeedbackOfRun } from '../parts/feedback-of-run.tsx';
import { JsonView } from '../parts/json-view.tsx';
import { useLoaded } from '../parts/loading.ts';
import { Facts, ShortId, StateMark, StateSymbol, Tag } from '../parts/marks.tsx';
import { ConfirmByName } from '../parts/overlays.tsx';
import { Card, PageHead, Tabs, Void } from '../parts/page.tsx';
import { PhaseBars, PhaseLegend } from '../parts/phase-bars.tsx';
import { deployAgain } from './deployments.tsx';
import { Graph } from './graph.tsx';

const TAB_NAMES: Readonly<Record<DeploymentTab, string>> = {
  revisions: 'Revisions',
  settings: 'Settings',
  graph: 'Graph',
  feedback: 'Feedback',
};

/** Shows a deployment: its revisions and their differences, its settings, its graph and its feedback. */
export default function Deployment({
  route: { id, tab },
}: {
  route: Extract<Route, { screen: 'deployment' }>;
}): JSX.Element {
  const deployment = deploymentById(id);
  usePageTitle(`${deployment?.name ?? 'Deployment'}: ${TAB_NAMES[tab]}`);
  useVisit(
    { screen: 'deployment', id, tab: 'revisions' },
    { name: deployment?.name ?? '', icon: 'deployment' },
  );
  if (deployment === undefined) return <Missing />;
  return (
    <>
      <Head deployment={deployment} />
      <Tabs
        label="Sections of the deployment"
        tabs={DEPLOYMENT_TABS.map((name) => ({
          name: TAB_NAMES[name],
          href: pathOf({ screen: 'deployment', id, tab: name }),
          current: name === tab,
          ...(name === 'revisions' ? { count: latestRevision(deployment)?.number ?? 0 } : {}),
        }))}
      />
      <div class="page-body tab-body">
        <Tab deployment={deployment} tab={tab} />
      </div>
    </>
  );
}

function Missing(): JSX.Element {
  if (deployments.value === null) return <Bones />;
  return (
    <>
      <PageHead
        title="No such deployment"
        crumbs={[{ name: 'Deployments', href: pathOf({ screen: 'deployments' }) }]}
      />
      <div class="page-body">
        <Card>
          <Void
            title="This deployment does not exist"
            acts={<ButtonLink href={pathOf({ screen: 'deployments' })}>All deployments</ButtonLink>}
          >
            The deployment might have been deleted.
          </Void>
        </Card>
      </div>
    </>
  );
}

function Head({ deployment }: { deployment: DeploymentSummary }): JSX.Element {
  const deleting = useSignal(false);
  const active = activeRevision(deployment);
  const { id, name, url, source } = deployment;
  return (
    <>
      <PageHead
        crumbs={[{ name: 'Deployments', href: pathOf({ screen: 'deployments' }) }]}
        title={name}
        state={deploymentState(deployment)}
        acts={<HeadActs deployment={deployment} onDelete={() => (deleting.value = true)} />}
      />
      <div class="page-body">
        <Facts
          list={[
            ...(active === undefined
              ? []
              : ([
                  ['Serves', `#${active.number}`],
                  ['Started', <Age key="since" at={active.serving?.from_ms ?? active.updated_at_ms} />],
                ] as const)),
            ['Source', <UntrustedText key="source" text={sourceText(source)} />],
            ...(url === null ? [] : ([['Address', <WebLink key="url" url={url} />]] as const)),
            ['ID', <ShortId key="id" id={id} label="the deployment’s ID" />],
          ]}
        />
      </div>
      {deleting.value ? (
        <ConfirmByName
          name={name}
          title={`Delete ${visibleLine(name)}?`}
          action="Delete"
          onClose={() => (deleting.value = false)}
          onConfirm={async () => {
            await send('DELETE', `/deployments/${id}`, { name });
            navigateTo({ screen: 'deployments' });
            removeDeployment(id);
          }}
        >
          <p class="mid">All revisions, threads, runs and logs of the deployment are deleted.</p>
        </ConfirmByName>
      ) : null}
    </>
  );
}

function HeadActs({
  deployment,
  onDelete,
}: {
  deployment: DeploymentSummary;
  onDelete: () => void;
}): JSX.Element {
  const { id } = deployment;
  const latest = latestRevision(deployment);
  const logs = pathOf({ screen: 'logs', id });
  const playground = pathOf({ screen: 'playground', id, thread: null });
  useKeys([
    { key: 'l', does: 'logs', run: () => navigateTo({ screen: 'logs', id }) },
    { key: 't', does: 'try the agent', run: () => navigateTo({ screen: 'playground', id, thread: null }) },
  ]);
  return (
    <>
      <ButtonLink icon="log" shortcut="L" href={logs}>
        Logs
      </ButtonLink>
      <ButtonLink icon="thread" href={pathOf({ screen: 'threads' }, { deployment: id })}>
        Threads
      </ButtonLink>
      <Button
        icon="replay"
        disabled={latest === undefined ? 'No revision exists yet' : ''}
        onAct={() => deployAgain(deployment)}
      >
        Deploy again
      </Button>
      <ButtonLink kind="main" icon="chat" shortcut="T" href={playground}>
        Try it
      </ButtonLink>
      <Menu
        items={[
          {
            label: 'Stop the build',
            icon: 'stop',
            disabled: latest === undefined || latest.final ? 'No revision is being built' : '',
            run: () => forward('POST', `/v2/deployments/${id}/revisions/${latest?.id ?? ''}/interrupt`, {}),
          },
          { label: 'Delete…', icon: 'close', danger: true, run: onDelete },
        ]}
      />
    </>
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

/** Lists the revisions, and compares two revisions. At first, the newest revision is compared with its predecessor. */
function Revisions({ deployment }: { deployment: DeploymentSummary }): JSX.Element {
  const latest = latestRevision(deployment);
  const { value, problem } = useLoaded(
    () => read<RevisionList>(`/deployments/${deployment.id}/revisions`),
    [deployment.id, latest?.id, latest?.status, deployment.active_revision_id],
  );
  const list = value.value?.revisions ?? deployment.revisions.toReversed();
  const subjects = useCommitSubjects(deployment.id, list);
  const { from = '', to = '' } = query.value;
  const newer = list.find(({ id }) => id === to) ?? list[0];
  const older =
    list.find(({ id }) => id === from) ?? list.find(({ number }) => number === (newer?.number ?? 0) - 1);
  // A newly chosen revision replaces the older of the two chosen revisions, so that two clicks choose any two
  // revisions.
  const choose = (chosen: RevisionSummary) => {
    const other = newer !== undefined && newer.id !== chosen.id ? newer : older;
    if (other === undefined || other.id === chosen.id) return;
    const [first, second] = other.number < chosen.number ? [other, chosen] : [chosen, other];
    setQuery({ from: first.id, to: second.id });
  };
  return (
    <div class="columns">
      <Problem text={problem.value} />
      <Card
        title="Revisions"
        className="revision-list"
        acts={<span class="dim wide-only">Choose two revisions to compare</span>}
        foot={<PhaseLegend />}
      >
        <div role="list" aria-label="Revisions">
          {list.map((revision) => (
            <RevisionRow
              key={revision.id}
              revision={revision}
              subject={subjects.get(revision.source.commit ?? '')}
              serves={revision.id === deployment.active_revision_id}
              chosen={revision.id === newer?.id || revision.id === older?.id}
              onChoose={() => choose(revision)}
            />
          ))}
        </div>
      </Card>
      {newer === undefined ? null : <Comparison deployment={deployment} newer={newer} older={older} />}
    </div>
  );
}

function RevisionRow({
  revision,
  subject,
  serves,
  chosen,
  onChoose,
}: {
  revision: RevisionSummary;
  /** First line of the commit's message, if it is known. */
  subject: string | undefined;
  serves: boolean;
  chosen: boolean;
  onChoose: () => void;
}): JSX.Element {
  const state = revisionState(revision.status, { serves });
  const took = buildTime(revision);
  // The bars show the phases until the revision began to serve, without the time of serving.
  const end = revision.final ? (revision.phases.at(-1)?.at_ms ?? 0) : now.value;
  const span = revision.serving === null ? null : { from_ms: end, until_ms: serves ? null : end };
  const timeline = layOutTimeline([{ ...timelineRow(revision), serving: span }], {
    now: end + (took ?? 0) * 0.15,
    collapseIdle: false,
  });
  return (
    <div role="listitem" class="list-row" {...(chosen ? { 'aria-current': 'true' as const } : {})}>
      <input
        type="checkbox"
        checked={chosen}
        aria-label={`Compare revision ${revision.number}`}
        onChange={onChoose}
      />
      <StateSymbol state={state} />
      <button type="button" class="row-link strong numeric row-choice" onClick={onChoose}>
        #{revision.number}
      </button>
      <span class="two-lines">
        <span>
          <UntrustedText text={subject ?? causeText(revision)} limit={200} />
        </span>
        <span class={state.tone === 'bad' ? 'bad' : ''} title={phasesText(revision)}>
          {state.tone === 'bad' ? (
            <UntrustedText text={`${state.word}: ${revision.message ?? 'see its log'}`} />
          ) : (
            <>
              {revision.source.commit === null ? '' : `${shortId(revision.source.commit)} · `}
              {subject === undefined ? '' : <UntrustedText text={`${causeText(revision)} · `} />}
              <Age at={revision.created_at_ms} />
            </>
          )}
        </span>
      </span>
      <span class="cell-phases">
        <PhaseBars timeline={timeline} names={[]} />
      </span>
      <span class="cell-end dim numeric">{took === undefined ? '–' : formatDuration(took)}</span>
    </div>
  );
}

function Comparison({
  deployment,
  newer,
  older,
}: {
  deployment: DeploymentSummary;
  newer: RevisionSummary;
  older: RevisionSummary | undefined;
}): JSX.Element {
  const { value, problem } = useLoaded(
    () => read<RevisionDetail>(`/deployments/${deployment.id}/revisions/${newer.id}`, { against: older?.id }),
    [deployment.id, newer.id, newer.status, older?.id],
  );
  const detail = value.value;
  const title =
    older === undefined ? `Revision #${newer.number}` : `From #${older.number} to #${newer.number}`;
  return (
    <div class="stack" aria-live="polite">
      <Card
        title={title}
        acts={
          <ButtonLink
            size="little"
            icon="log"
            href={pathOf({ screen: 'logs', id: deployment.id }, { revision: newer.id })}
          >
            Log of #{newer.number}
          </ButtonLink>
        }
      >
        <Problem text={problem.value} />
        {detail === null ? <Bones rows={3} rowHeight={40} /> : <SettingChanges detail={detail} />}
      </Card>
      {older === undefined ? null : (
        <>
          <CommitsBetween deployment={deployment.id} newer={newer} older={older} />
          <CodeChanges deployment={deployment.id} newer={newer} older={older} />
        </>
      )}
    </div>
  );
}

const SIGNS = { added: '+', removed: '−', changed: '~' } as const;
const SIGN_TONES = { added: 'ok', removed: 'bad', changed: 'live' } as const;

/**
 * Shows the settings and the names of the variables that differ. The server never returns the values of variables.
 */
function SettingChanges({ detail }: { detail: RevisionDetail }): JSX.Element {
  const same = detail.variables.filter(({ change }) => change === 'same').length;
  return (
    <div class="changes">
      {detail.fields.map(({ field, before, after }) => (
        <div key={field} class="change">
          <span class="live">~</span>
          <span class="mid">
            <UntrustedText text={field} />
          </span>
          <span class="row wrap">
            <del class="was">
              {before === null ? 'not set' : <UntrustedText text={previewText(before, 300)} />}
            </del>
            <ins class="now">
              {after === null ? 'not set' : <UntrustedText text={previewText(after, 300)} />}
            </ins>
          </span>
        </div>
      ))}
      {detail.variables.flatMap(({ name, change }) =>
        change === 'same'
          ? []
          : [
              <div key={`variable ${name}`} class="change">
                <span class={SIGN_TONES[change]}>{SIGNS[change]}</span>
                <span class="mid">Variable</span>
                <span>
                  <code>
                    <UntrustedText text={name} />
                  </code>{' '}
                  <span class="dim">{change === 'changed' ? 'value changed' : change}</span>
                </span>
              </div>,
            ],
      )}
      <div class="change">
        <span class="dim">=</span>
        <span class="mid">Same</span>
        <span class="dim">
          {detail.fields.length === 0 ? 'source and settings, ' : ''}
          {same === 1 ? '1 variable' : `${same} variables`}. Values are compared, never shown.
        </span>
      </div>
    </div>
  );
}

function Settings({ deployment }: { deployment: DeploymentSummary }): JSX.Element {
  const { value, problem } = useLoaded(
    () => read<DeploymentDetail>(`/deployments/${deployment.id}`),
    [deployment.id, deployment.updated_at_ms],
  );
  const detail = value.value;
  const pids = deployment.workers.flatMap(({ pid }) => (pid === null ? [] : [String(pid)]));
  return (
    <>
      <Problem text={problem.value} />
      {detail === null ? null : (
        <div class="columns">
          <Card title="Source">
            <div class="pad">
              <JsonView value={detail.source_config} label="the source’s configuration" />
            </div>
          </Card>
          <Card title="Variables of the next revision" note="names only">
            <div class="pad row wrap">
              {detail.variables.length === 0 ? <span class="dim">None</span> : null}
              {detail.variables.map((name) => (
                <Tag key={name}>
                  <code>
                    <UntrustedText text={name} />
                  </code>
                </Tag>
              ))}
            </div>
          </Card>
          <Card title="Secrets by reference">
            <div class="pad stack">
              {detail.secret_references.length === 0 ? <span class="dim">None</span> : null}
              {detail.secret_references.map((one) => (
                <p key={one.name}>
                  <code>
                    <UntrustedText text={one.name} />
                  </code>{' '}
                  from the key{' '}
                  <code>
                    <UntrustedText text={one.secret_key} />
                  </code>{' '}
                  of{' '}
                  <code>
                    <UntrustedText text={one.secret_name} />
                  </code>
                </p>
              ))}
            </div>
          </Card>
          {pids.length === 0 ? null : (
            <Card title="Processes on this machine">
              <div class="pad">
                <StateMark
                  state={revisionState('DEPLOYED', { serves: true })}
                  note={`process ${pids.join(', ')}`}
                />
              </div>
            </Card>
          )}
        </div>
      )}
    </>
  );
}
