import type { JSX } from 'preact';
import type { DeploymentSummary } from '../../../src/contract/dashboard/deployments.ts';
import { query, setQuery } from '../live/navigation.ts';
import { Empty, Field, Id, Problem } from './basics.tsx';
import { FeedbackCards, useFeedback } from './feedback.tsx';

/** Shows the feedback of users on a run. */
export function FeedbackOfRun({ deployment }: { deployment: DeploymentSummary }): JSX.Element {
  const { run = '' } = query.value;
  const { value, problem } = useFeedback(deployment.id, run);
  const list = value.value?.feedback;
  return (
    <>
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <Field label="Run (ID)" search value={run} onValue={(next) => setQuery({ run: next.trim() })} />
        {run === '' ? null : <Id id={run} label="the run’s ID" />}
      </form>
      <Problem text={problem.value} />
      {list === undefined || list.length === 0 ? (
        <Empty>
          {run === ''
            ? 'Enter the ID of a run. In the playground you can give feedback on the runs that you start there.'
            : 'No feedback on this run.'}
        </Empty>
      ) : (
        <FeedbackCards list={list} />
      )}
    </>
  );
}
