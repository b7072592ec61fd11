import type { JSX } from 'preact';
import { inspect } from '../live/api.ts';
import { pathOf } from '../logic/paths.ts';
import { Age, UntrustedText, Id, Problem, Status } from './basics.tsx';
import { useLoaded } from './loading.ts';
import { StateMark } from './marks.tsx';
import { strategyWord } from './run-options.tsx';
import type { State } from '../logic/words.ts';

interface RunRow {
  run_id: string;
  status: string;
  created_at: string;
  updated_at: string;
  multitask_strategy: string;
  kwargs: Readonly<Record<string, unknown>>;
}

/** Lists the runs of a thread, newest first, with links to related screens. Reloads the list when `changes` changes. */
export function ThreadRuns({
  deployment: id,
  thread,
  changes,
  newest,
}: {
  deployment: string;
  thread: string;
  changes: readonly unknown[];
  /**
   * State of the thread after its newest run. The API reports the status `success` for a run that waits for a person.
   */
  newest: State | undefined;
}): JSX.Element {
  const { value, problem } = useLoaded(
    () => inspect.get<RunRow[]>(`/d/${id}/threads/${thread}/runs`, { limit: 100 }),
    changes,
  );
  return (
    <section aria-labelledby="runs">
      <h2 id="runs">Runs</h2>
      <Problem text={problem.value} />
      {value.value?.length === 0 ? <p>No runs.</p> : null}
      {value.value === null || value.value.length === 0 ? null : (
        <div class="card scroll" tabIndex={0} role="group" aria-label="Runs of the thread">
          <table class="plain-table runs-of-thread">
            <thead>
              <tr>
                <th scope="col">Run</th>
                <th scope="col">Status</th>
                <th scope="col">Created</th>
                <th scope="col">When busy</th>
                <th scope="col">Webhook</th>
                <th scope="col">Show</th>
              </tr>
            </thead>
            <tbody>
              {value.value.map((run, index) => (
                <tr key={run.run_id}>
                  <th scope="row">
                    <Id id={run.run_id} label={`the ID of run ${index + 1}`} />
                  </th>
                  <td>
                    {index === 0 && newest !== undefined && run.status === 'success' ? (
                      <StateMark state={newest} />
                    ) : (
                      <Status status={run.status} />
                    )}
                  </td>
                  <td>
                    <Age at={Date.parse(run.created_at)} />
                  </td>
                  <td>
                    <UntrustedText text={strategyWord(run.multitask_strategy)} />
                  </td>
                  <td>
                    <UntrustedText
                      text={typeof run.kwargs['webhook'] === 'string' ? run.kwargs['webhook'] : '–'}
                    />
                  </td>
                  <td>
                    <span class="row">
                      <a href={pathOf({ screen: 'run', id, run: run.run_id })}>steps</a>
                      <a href={pathOf({ screen: 'logs', id }, { run: run.run_id })}>log</a>
                      <a
                        href={pathOf({ screen: 'deployment', id, tab: 'graph' }, { thread, run: run.run_id })}
                      >
                        graph
                      </a>
                      <a href={pathOf({ screen: 'deployment', id, tab: 'feedback' }, { run: run.run_id })}>
                        feedback
                      </a>
                    </span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
