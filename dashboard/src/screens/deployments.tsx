import { useComputed, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { DeploymentSummary, RevisionSummary } from '../../../src/contract/dashboard/deployments.ts';
import { forward } from '../live/api.ts';
import { useCommitSubjects } from '../live/commits.ts';
import { useKeys } from '../live/keys.ts';
import { navigateTo, query, setQuery } from '../live/navigation.ts';
import { deployments, now, originOfApi } from '../live/store.ts';
import { showToast } from '../live/toasts.ts';
import { createCommand } from '../logic/commands.ts';
import {
  activeRevision,
  buildTime,
  causeText,
  DEPLOYMENT_FILTERS,
  type DeploymentFilter,
  deploymentState,
  failedTry,
  foldedText,
  isChanging,
  matchesDeployment,
  timelineRow,
} from '../logic/deployments.ts';
import { formatDuration, visibleLine } from '../logic/format.ts';
import { pathOf } from '../logic/paths.ts';
import { layOutTimeline } from '../logic/timeline.ts';
import { STATES } from '../logic/words.ts';
import { hasGraphs } from '../parts/agent-kind.tsx';
import { Age, UntrustedText, WebLink } from '../parts/basics.tsx';
import { Bones } from '../parts/bones.tsx';
import { Button, ButtonLink, Menu } from '../parts/button.tsx';
import { DeployWays } from '../parts/deploy-ways.tsx';
import { Failure } from '../parts/failure.tsx';
import { Search, Segments, Switch } from '../parts/filters.tsx';
import { Commit, StateMark, Tag } from '../parts/marks.tsx';
import { Dialog } from '../parts/overlays.tsx';
import { Card, Command, PageHead, Void } from '../parts/page.tsx';
import { RunsOfDeployment } from '../parts/runs-of-deployment.tsx';
import { PhaseBars, PhaseLegend } from '../parts/phase-bars.tsx';

/** Number of newest revisions of a deployment whose phases are drawn. */
const LANES = 4;

const FILTER_WORDS: Readonly<Record<DeploymentFilter, string>> = {
  '': 'All',
  changing: 'Changing',
  failed: 'Last try failed',
  previews: 'Previews',
};
const FILTER_STATES = { changing: STATES.building, failed: STATES.failed } as const;

/** Returns the ID of the deployment whose row contains the focus, or else of the first row. */
function chosenDeployment(): string | undefined {
  const row = document.activeElement?.closest('.deployment-row') ?? document.querySelector('.deployment-row');
  return row?.querySelector<HTMLElement>('[data-row]')?.dataset['row'];
}

/** Lists the deployments: which revision serves, since when, and why a newer revision does not serve. */
export default function Deployments(): JSX.Element {
  const { text = '', state: stateText = '', idle = '' } = query.value;
  const state = DEPLOYMENT_FILTERS.find((name) => name === stateText) ?? '';
  const deploying = useSignal(false);
  const deploy = () => (deploying.value = true);
  const goToChosen = (screen: 'playground' | 'logs') => () => {
    const id = chosenDeployment();
    if (id === undefined) return;
    navigateTo(screen === 'logs' ? { screen, id } : { screen, id, thread: null });
  };
  useKeys([
    { key: 'd', does: 'deploy an agent', run: deploy },
    { key: 't', does: 'try the chosen agent', run: goToChosen('playground') },
    { key: 'l', does: 'logs of the chosen agent', run: goToChosen('logs') },
  ]);
  const all = deployments.value;
  const shown = all?.filter((one) => matchesDeployment(one, state, text)) ?? [];
  return (
    <>
      <PageHead
        title="Deployments"
        acts={
          <Button kind="main" icon="plus" shortcut="D" onAct={deploy}>
            Deploy
          </Button>
        }
      />
      <div class="page-body">
        {all === null ? (
          <Card>
            <Bones rows={3} rowHeight={160} />
          </Card>
        ) : all.length === 0 ? (
          <FirstDeployment />
        ) : (
          <>
            <div class="toolbar">
              <Segments
                label="State"
                value={state}
                onValue={(value) => setQuery({ state: value })}
                segments={DEPLOYMENT_FILTERS.map((value) => ({
                  value,
                  word: FILTER_WORDS[value],
                  count: all.filter((one) => matchesDeployment(one, value, '')).length,
                  ...(value in FILTER_STATES
                    ? { state: FILTER_STATES[value as keyof typeof FILTER_STATES] }
                    : {}),
                }))}
              />
              <Search
                label="Name, commit or branch"
                value={text}
                onValue={(value) => setQuery({ text: value })}
              />
            </div>
            {shown.length === 0 ? (
              <NothingMatches others={all.length} />
            ) : (
              <Card foot={<Foot idle={idle} />}>
                {shown.map((one) => (
                  <DeploymentRow key={one.id} deployment={one} foldIdle={idle === ''} />
                ))}
              </Card>
            )}
          </>
        )}
      </div>
      {deploying.value ? <DeployDialog onClose={() => (deploying.value = false)} /> : null}
    </>
  );
}

function Foot({ idle }: { idle: string }): JSX.Element {
  return (
    <>
      <PhaseLegend />
      <span class="grow" />
      <Switch
        label="Fold idle time"
        on={idle === ''}
        onChange={(on) => setQuery({ idle: on ? '' : 'yes' })}
      />
    </>
  );
}

function DeploymentRow({
  deployment,
  foldIdle,
}: {
  deployment: DeploymentSummary;
  foldIdle: boolean;
}): JSX.Element {
  const own = pathOf({ screen: 'deployment', id: deployment.id, tab: 'revisions' });
  const active = activeRevision(deployment);
  const name = visibleLine(deployment.name);
  const subjects = useCommitSubjects(deployment.id, deployment.revisions);
  return (
    <section class="deployment-row" aria-label={name}>
      <div class="deployment-name">
        <h2>
          <a href={own} data-row={deployment.id}>
            <UntrustedText text={deployment.name} />
          </a>
        </h2>
        <div class="row wrap">
          <StateMark state={deploymentState(deployment)} />
          {isChanging(deployment) && active !== undefined ? (
            <span class="dim">#{active.number} is still serving</span>
          ) : null}
          {deployment.preview === null ? null : (
            <Tag tone="model" icon="preview">
              #{deployment.preview.number}
            </Tag>
          )}
        </div>
        {deployment.url === null ? null : (
          <span class="small">
            <WebLink url={deployment.url} />
          </span>
        )}
      </div>
      {hasGraphs(deployment) ? <RunsOfDeployment id={deployment.id} /> : <span />}
      <ServingRevision revision={active} subject={subjects.get(active?.source.commit ?? '')} />
      <div class="row acts">
        {hasGraphs(deployment) ? (
          <ButtonLink
            size="little"
            icon="chat"
            label={`Try it: ${name}`}
            href={pathOf({ screen: 'playground', id: deployment.id, thread: null })}
          >
            Try it
          </ButtonLink>
        ) : null}
        <ButtonLink
          size="little"
          icon="log"
          label={`Logs of ${name}`}
          href={pathOf({ screen: 'logs', id: deployment.id })}
        >
          Logs
        </ButtonLink>
        <RowMenu deployment={deployment} />
      </div>
      <LastFailure deployment={deployment} />
      <Lanes deployment={deployment} foldIdle={foldIdle} />
    </section>
  );
}

function RowMenu({ deployment }: { deployment: DeploymentSummary }): JSX.Element {
  const { id } = deployment;
  return (
    <Menu
      size="little"
      label={`More for ${visibleLine(deployment.name)}`}
      items={[
        { label: 'Deploy again', icon: 'replay', run: () => deployAgain(deployment) },
        { label: 'Settings', icon: 'options', href: pathOf({ screen: 'deployment', id, tab: 'settings' }) },
        { label: 'Graph', icon: 'group', href: pathOf({ screen: 'deployment', id, tab: 'graph' }) },
        {
          label: 'Requests',
          icon: 'request',
          href: pathOf({ screen: 'requests', seq: null }, { deployment: id }),
        },
      ]}
    />
  );
}

/** Deploys the newest revision again, and shows a message with a link to the deployment. */
export async function deployAgain({ id, name, revisions }: DeploymentSummary): Promise<void> {
  const latest = revisions.at(-1);
  if (latest === undefined)
    throw new Error(
      'The deployment has no revision. Push to the branch of the deployment to create a revision.',
    );
  await forward('POST', `/v2/deployments/${id}/revisions/${latest.id}/redeploy`, {});
  showToast({
    text: `A new revision of ${visibleLine(name)} is being built`,
    act: { label: 'Open', href: pathOf({ screen: 'deployment', id, tab: 'revisions' }) },
  });
}

function ServingRevision({
  revision,
  subject,
}: {
  revision: RevisionSummary | undefined;
  /** First line of the commit's message, if it is known. */
  subject: string | undefined;
}): JSX.Element {
  if (revision === undefined) return <div class="dim">No revision is serving yet.</div>;
  const { source, serving } = revision;
  const took = buildTime(revision);
  return (
    <div class="two-lines">
      <span class="row">
        <Tag tone="ok">#{revision.number}</Tag>
        {source.commit === null ? null : <Commit commit={source.commit} />}
        <span class="clipped">
          <UntrustedText text={subject ?? causeText(revision)} limit={200} />
        </span>
      </span>
      <span>
        {source.ref === null ? null : (
          <>
            <UntrustedText text={source.ref} /> ·{' '}
          </>
        )}
        <Age at={serving?.from_ms ?? revision.updated_at_ms} />
        {took === undefined ? null : ` · took ${formatDuration(took)}`}
      </span>
    </div>
  );
}

function LastFailure({ deployment }: { deployment: DeploymentSummary }): JSX.Element | null {
  const failed = failedTry(deployment);
  if (failed === undefined) return null;
  const active = activeRevision(deployment);
  const outcome = active === undefined ? 'no revision is serving' : `#${active.number} keeps serving`;
  return (
    <Failure
      title={`Revision #${failed.number} was not deployed; ${outcome}`}
      message={failed.message ?? 'The log of the revision contains the reason.'}
      acts={
        <>
          <ButtonLink
            size="little"
            label={`First error of revision ${failed.number} of ${visibleLine(deployment.name)}`}
            href={pathOf({ screen: 'logs', id: deployment.id }, { revision: failed.id, first: 'error' })}
          >
            First error
          </ButtonLink>
          <Button size="little" icon="replay" onAct={() => deployAgain(deployment)}>
            Try again
          </Button>
        </>
      }
    />
  );
}

function Lanes({ deployment, foldIdle }: { deployment: DeploymentSummary; foldIdle: boolean }): JSX.Element {
  const shown = deployment.revisions.slice(-LANES).toReversed();
  // The drawing is updated every second, but only while a revision is in progress or serves.
  const isMoving = shown.some(({ final, serving }) => !final || serving?.until_ms === null);
  const moment = useComputed(() => now.value);
  const timeline = layOutTimeline(shown.map(timelineRow), {
    now: isMoving ? moment.value : moment.peek(),
    collapseIdle: foldIdle,
  });
  const folded = foldedText(timeline);
  return (
    <div class="lanes-of-deployment">
      <PhaseBars
        timeline={timeline}
        names={shown.map(({ id, number }) => (
          <a key={id} class="numeric" href={pathOf({ screen: 'logs', id: deployment.id }, { revision: id })}>
            #{number}
          </a>
        ))}
      />
      {folded === '' ? null : <p class="dim small">{folded}</p>}
    </div>
  );
}

function NothingMatches({ others }: { others: number }): JSX.Element {
  return (
    <Card>
      <Void
        title="No deployment matches"
        acts={<Button onAct={() => setQuery({ text: '', state: '' })}>Clear the filters</Button>}
      >
        {`${others} ${others === 1 ? 'deployment does' : 'deployments do'} not match these filters.`}
      </Void>
    </Card>
  );
}

function FirstDeployment(): JSX.Element {
  return (
    <>
      <Card>
        <Void icon="deployment" title="No deployments yet">
          A deployment builds an agent from a repository or an archive and serves it at an address. Revisions
          and their phases appear here.
        </Void>
      </Card>
      <DeployWays />
    </>
  );
}

function DeployDialog({ onClose }: { onClose: () => void }): JSX.Element {
  return (
    <Dialog title="Deploy an agent" onClose={onClose} acts={<Button onAct={onClose}>Close</Button>}>
      <p>From a folder, redeployed after each change:</p>
      <Command command="npx agent-deploy-emulator dev" />
      <p>From a repository:</p>
      <Command command={createCommand(originOfApi())} />
      <p>
        After a push:{' '}
        <a
          class="link"
          href={pathOf({ screen: 'pushes' })}
          onClick={(event) => {
            event.preventDefault();
            onClose();
            navigateTo({ screen: 'pushes' });
          }}
        >
          report the push
        </a>
      </p>
    </Dialog>
  );
}
