import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { DeploymentSummary } from '../../../src/contract/dashboard/deployments.ts';
import { inspect } from '../live/api.ts';
import { query, setQuery } from '../live/navigation.ts';
import { originOfApi } from '../live/store.ts';
import { threadCommand } from '../logic/commands.ts';
import { pathOf } from '../logic/paths.ts';
import { previewText } from '../logic/preview-text.ts';
import { chooseDeployment, hasGraphs, NoGraphs } from '../parts/agent-kind.tsx';
import { PageHead } from '../parts/page.tsx';
import { ActionButton, Age, Empty, Field, UntrustedText, Problem, Status } from '../parts/basics.tsx';
import { useLoaded } from '../parts/loading.ts';

interface ThreadRow {
  thread_id: string;
  status: string;
  updated_at: string;
  metadata: unknown;
  values?: unknown;
}

const PAGE = 50;

/** Lists the threads of an agent, newest first. */
export default function ThreadsScreen(): JSX.Element {
  const { deployment: id = '' } = query.value;
  const deployment = chooseDeployment(id === '' ? null : id);
  return (
    <>
      <PageHead title="Threads" />
      {deployment === undefined ? null : hasGraphs(deployment) ? (
        <Threads deployment={deployment} />
      ) : (
        <NoGraphs deployment={deployment} />
      )}
    </>
  );
}

function Threads({ deployment }: { deployment: DeploymentSummary }): JSX.Element {
  const { status = '' } = query.value;
  const count = useSignal(PAGE);
  const { value, problem, reload } = useLoaded(
    () =>
      inspect.post<ThreadRow[]>(`/d/${deployment.id}/threads/search`, {
        limit: count.peek(),
        sort_by: 'updated_at',
        sort_order: 'desc',
        ...(status === '' ? {} : { status }),
      }),
    [deployment.id, status, count.value],
  );
  const list = value.value;
  return (
    <>
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <Field
          label="Status"
          value={status}
          onValue={(next) => setQuery({ status: next })}
          options={['', 'idle', 'busy', 'interrupted', 'error'].map((name) => [name, name || 'all'] as const)}
        />
        <ActionButton onAct={reload}>Refresh</ActionButton>
      </form>
      <Problem text={problem.value} />
      {list?.length === 0 ? (
        <Empty command={threadCommand(deployment.url ?? originOfApi())}>
          No threads yet.{' '}
          <a href={pathOf({ screen: 'playground', id: deployment.id, thread: null })}>Talk to the agent</a>
        </Empty>
      ) : (
        <div class="scroll" tabIndex={0} role="group" aria-label="Threads">
          <table>
            <thead>
              <tr>
                <th scope="col">Thread</th>
                <th scope="col">Status</th>
                <th scope="col">Changed</th>
                <th scope="col">Values</th>
              </tr>
            </thead>
            <tbody>
              {list?.map((thread) => (
                <tr key={thread.thread_id}>
                  <th scope="row">
                    <a href={pathOf({ screen: 'thread', id: deployment.id, thread: thread.thread_id })}>
                      {thread.thread_id}
                    </a>
                  </th>
                  <td>
                    <Status status={thread.status} />
                  </td>
                  <td>
                    <Age at={Date.parse(thread.updated_at)} />
                  </td>
                  <td>
                    <UntrustedText text={previewText(thread.values ?? null)} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {list !== null && list.length >= count.value ? (
        <button type="button" onClick={() => (count.value = Math.min(count.value + PAGE, 1_000))}>
          More
        </button>
      ) : null}
    </>
  );
}
