import type { JSX } from 'preact';
import type { DeploymentSummary } from '../../../src/contract/dashboard/deployments.ts';
import { query, setQuery } from '../live/navigation.ts';
import type { RunPage } from '../../../src/contract/dashboard/runs.ts';
import { read } from '../live/api.ts';
import { formatMoment, shortId } from '../logic/format.ts';
import { Empty, Id, Problem } from './basics.tsx';
import { FeedbackCards, useFeedback } from './feedback.tsx';
import { Pick } from './filters.tsx';
import { useLoaded } from './loading.ts';

/** Number of newest runs that the user can choose from. */
const RUNS = 100;

/**
 * Shows the feedback of users on a run. The user chooses the run by its title, from a list with the newest run first.
 */
export function FeedbackOfRun({ deployment }: { deployment: DeploymentSummary }): JSX.Element {
  const { run = '' } = query.value;
  const runs = useLoaded(
    () => read<RunPage>('/runs', { deployment_id: deployment.id, limit: RUNS }),
    [deployment.id],
  );
  const { value, problem } = useFeedback(deployment.id, run);
  const list = value.value?.feedback;
  const offered = (runs.value.value?.runs ?? []).map(
    (one) =>
      [
        one.run_id,
        `${one.title === '' ? shortId(one.run_id) : one.title.slice(0, 60)} · ${formatMoment(one.created_at_ms)}`,
      ] as const,
  );
  const isOffered = run === '' || offered.some(([id]) => id === run);
  return (
    <>
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <Pick
          label="Run"
          value={run}
          onValue={(next) => setQuery({ run: next })}
          options={[['', 'Choose a run'], ...(isOffered ? [] : [[run, shortId(run)] as const]), ...offered]}
        />
        {run === '' ? null : <Id id={run} label="the run’s ID" />}
      </form>
      <Problem text={runs.problem.value === '' ? problem.value : runs.problem.value} />
      {list === undefined || list.length === 0 ? (
        <Empty>
          {run === ''
            ? 'Choose a run. In the playground you can give feedback on the runs that you start there.'
            : 'No feedback on this run.'}
        </Empty>
      ) : (
        <FeedbackCards list={list} />
      )}
    </>
  );
}
