import { useComputed } from '@preact/signals';
import type { JSX } from 'preact';
import type {
  DeploymentSummary,
  RevisionSummary,
  SourceLabel,
} from '../../../src/contract/dashboard/deployments.ts';
import { query, setQuery } from '../live/navigation.ts';
import { deployments, now, originOfApi } from '../live/store.ts';
import { createCommand } from '../logic/commands.ts';
import { formatCount, formatDuration, shortId, visibleLine } from '../logic/format.ts';
import { pathOf } from '../logic/paths.ts';
import { layOutTimeline, type TimelineRow } from '../logic/timeline.ts';
import { Age, Empty, Field, UntrustedText, Status, WebLink } from '../parts/basics.tsx';
import { PhaseBars, PhaseLegend } from '../parts/phase-bars.tsx';

/** Maximum number of rows in the timeline. */
const LANES = 30;

/** Shows the deployments and the timeline of their revisions. */
export default function Deployments(): JSX.Element {
  const { text = '', unsettled = '', idle = '' } = query.value;
  const all = deployments.value;
  if (all === null) return <p role="status">Reading…</p>;
  const shown = all.filter(
    (one) =>
      `${one.name} ${one.source.repository ?? ''} ${one.source.ref ?? ''}`
        .toLowerCase()
        .includes(text.toLowerCase()) &&
      (unsettled === '' || isUnsettled(one)),
  );
  return (
    <>
      <h1 tabIndex={-1}>Deployments</h1>
      {all.length === 0 ? (
        <NothingYet />
      ) : (
        <>
          <form class="filters" onSubmit={(event) => event.preventDefault()}>
            <Field
              label="Filter"
              type="search"
              search
              value={text}
              onValue={(value) => setQuery({ text: value })}
            />
            <Check label="Only changing" name="unsettled" value={unsettled} />
            <Check label="Show idle time in full" name="idle" value={idle} />
            <output>{formatCount(shown.length, 'deployment')}</output>
          </form>
          <DeploymentTable list={shown} />
          <RevisionTimeline list={shown} collapseIdle={idle === ''} />
        </>
      )}
    </>
  );
}

function Check({ label, name, value }: { label: string; name: string; value: string }): JSX.Element {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={value !== ''}
        onChange={() => setQuery({ [name]: value === '' ? 'yes' : '' })}
      />
      {label}
    </label>
  );
}

const latestOf = (one: DeploymentSummary): RevisionSummary | undefined => one.revisions.at(-1);
const activeOf = (one: DeploymentSummary): RevisionSummary | undefined =>
  one.revisions.find(({ id }) => id === one.active_revision_id);

/** Returns whether the deployment is not ready, or its latest revision is unfinished or failed. */
function isUnsettled(one: DeploymentSummary): boolean {
  const latest = latestOf(one);
  return one.status !== 'READY' || latest?.final !== true || latest.status.includes('FAILED');
}

/** Returns a one-line description of a deployment's source. */
export function sourceText(source: SourceLabel): string {
  if (source.image !== null) return source.image;
  if (source.tarball !== null) return source.tarball;
  const commit = source.commit === null ? '' : ` ${shortId(source.commit)}`;
  const ref = source.ref === null ? '' : `@${source.ref}`;
  return source.repository === null ? source.source : `${source.repository}${ref}${commit}`;
}

function DeploymentTable({ list }: { list: readonly DeploymentSummary[] }): JSX.Element {
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label="Deployments">
      <table>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Status</th>
            <th scope="col">Latest revision</th>
            <th scope="col">Serves</th>
            <th scope="col">Source</th>
            <th scope="col">Address</th>
            <th scope="col">Worker</th>
            <th scope="col">Last change</th>
          </tr>
        </thead>
        <tbody>
          {list.map((one) => {
            const [latest, active] = [latestOf(one), activeOf(one)];
            return (
              <tr key={one.id}>
                <th scope="row">
                  <a href={pathOf({ screen: 'deployment', id: one.id, tab: 'revisions' })}>
                    <UntrustedText text={one.name} />
                  </a>
                </th>
                <td>
                  <Status status={one.status} />
                </td>
                <td>
                  {latest === undefined ? (
                    '–'
                  ) : (
                    <>
                      #{latest.number} <Status status={latest.status} />{' '}
                      {latest.status.includes('FAILED') ? (
                        <a
                          href={pathOf({ screen: 'logs', id: one.id }, { revision: latest.id })}
                          aria-label={`log of the failed revision ${latest.number} of ${visibleLine(one.name)}`}
                        >
                          log
                        </a>
                      ) : null}
                    </>
                  )}
                </td>
                <td>
                  {active === undefined ? (
                    'nothing'
                  ) : (
                    <>
                      #{active.number}
                      {active.serving === null ? null : (
                        <>
                          , <Age at={active.serving.from_ms} />
                        </>
                      )}
                    </>
                  )}
                </td>
                <td>
                  <UntrustedText text={sourceText(one.source)} />
                </td>
                <td>{one.url === null ? '–' : <WebLink url={one.url} />}</td>
                <td>{workerText(one)}</td>
                <td>
                  <Age at={Math.max(one.updated_at_ms, latest?.updated_at_ms ?? 0)} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function workerText({ kind, workers }: DeploymentSummary): string {
  if (kind === 'stub') return 'none: this emulator only simulates the stages';
  const pids = workers.flatMap(({ pid }) => (pid === null ? [] : [pid]));
  if (pids.length > 0) return `process ${pids.join(', ')}`;
  return workers.length > 0 ? kind : '–';
}

const laneOf = (deployment: DeploymentSummary, revision: RevisionSummary): TimelineRow => ({
  id: revision.id,
  label: `${deployment.name} #${revision.number}`,
  phases: revision.phases,
  serving: revision.serving,
  reason: revision.message,
});

function RevisionTimeline({
  list,
  collapseIdle,
}: {
  list: readonly DeploymentSummary[];
  collapseIdle: boolean;
}): JSX.Element | null {
  const pairs = list
    .flatMap((deployment) => deployment.revisions.map((revision) => ({ deployment, revision })))
    .toSorted((a, b) => a.revision.created_at_ms - b.revision.created_at_ms)
    .slice(-LANES);
  const lanes = pairs.map(({ deployment, revision }) => laneOf(deployment, revision));
  // The timeline is redrawn every second, but only if a revision is in progress or active.
  const isMoving = pairs.some(({ revision }) => !revision.final || revision.serving?.until_ms === null);
  const moment = useComputed(() => now.value);
  const timeline = layOutTimeline(lanes, { now: isMoving ? moment.value : moment.peek(), collapseIdle });
  if (pairs.length === 0) return null;
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline">Revisions</h2>
      <PhaseLegend />
      <PhaseBars
        timeline={timeline}
        names={pairs.map(({ deployment, revision }) => (
          <a
            key={revision.id}
            tabIndex={-1}
            class="lane"
            title={visibleLine(deployment.name)}
            href={pathOf({ screen: 'logs', id: deployment.id }, { revision: revision.id })}
          >
            <UntrustedText text={deployment.name} /> <span>#{revision.number}</span>
          </a>
        ))}
      />
      <details>
        <summary>Show as table</summary>
        <PhaseTable pairs={pairs} />
      </details>
    </section>
  );
}

function PhaseTable({
  pairs,
}: {
  pairs: readonly { deployment: DeploymentSummary; revision: RevisionSummary }[];
}): JSX.Element {
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label="Phases of revisions">
      <table>
        <thead>
          <tr>
            <th scope="col">Revision</th>
            <th scope="col">Status</th>
            <th scope="col">Phases</th>
            <th scope="col">Reason</th>
          </tr>
        </thead>
        <tbody>
          {pairs.map(({ deployment, revision }) => (
            <tr key={revision.id}>
              <th scope="row">
                <a href={pathOf({ screen: 'logs', id: deployment.id }, { revision: revision.id })}>
                  <UntrustedText text={`${deployment.name} #${revision.number}`} />
                </a>
              </th>
              <td>
                <Status status={revision.status} active={revision.id === deployment.active_revision_id} />
              </td>
              <td>{formatPhases(revision)}</td>
              <td>{revision.message === null ? '' : <UntrustedText text={revision.message} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Returns the phases with their durations, such as `BUILDING 6.4 s, DEPLOYING 850 ms`. */
export function formatPhases({ phases }: RevisionSummary): string {
  return phases
    .flatMap(({ status, at_ms: at }, index) => {
      const next = phases[index + 1];
      return next === undefined ? [] : [`${status} ${formatDuration(next.at_ms - at)}`];
    })
    .join(', ');
}

function NothingYet(): JSX.Element {
  return (
    <Empty command={createCommand(originOfApi())}>
      No deployments yet. Deploy one with the action, with <code>agent-deploy</code>, or by this request:
    </Empty>
  );
}
