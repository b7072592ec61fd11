import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { PushedRevisions, PushList } from '../../../src/contract/dashboard/controls.ts';
import { read, send } from '../live/api.ts';
import { deployments, originOfApi } from '../live/store.ts';
import { pushCommand } from '../logic/commands.ts';
import { formatCount, shortId } from '../logic/format.ts';
import { pathOf } from '../logic/paths.ts';
import { ActionButton, Age, Empty, Field, UntrustedText, Problem, Status } from '../parts/basics.tsx';
import { useLoaded } from '../parts/loading.ts';

/** Reports a push as a git host would, and lists the revisions that pushes have created. */
export default function Pushes(): JSX.Element {
  const { value, problem, reload } = useLoaded(() => read<PushList>('/pushes'), [deployments.value]);
  const repository = useSignal('');
  const ref = useSignal('refs/heads/main');
  const commit = useSignal('');
  const result = useSignal('');
  const known = [...new Set((deployments.value ?? []).flatMap((one) => one.source.repository ?? []))];
  const push = async () => {
    const { revisions } = await send<PushedRevisions>('POST', '/push', {
      repo_url: repository.peek(),
      ref: ref.peek(),
      ...(commit.peek() === '' ? {} : { commit_sha: commit.peek() }),
    });
    result.value =
      revisions.length === 0
        ? 'No deployment follows this ref.'
        : `It made ${formatCount(revisions.length, 'revision')}.`;
    await reload();
  };
  const list = value.value?.pushes;
  return (
    <>
      <h1 tabIndex={-1}>Pushes</h1>
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <Field label="Repository" value={repository.value} onValue={(text) => (repository.value = text)} />
        <Field label="Ref" value={ref.value} onValue={(text) => (ref.value = text)} />
        <Field
          label="Commit"
          value={commit.value}
          placeholder="the newest"
          onValue={(text) => (commit.value = text)}
        />
        <ActionButton kind="main-act" disabled={repository.value === '' || ref.value === ''} onAct={push}>
          Report push
        </ActionButton>
        <output>{result.value}</output>
      </form>
      {known.length === 0 ? null : (
        <p class="row">
          {known.map((url) => (
            <button key={url} type="button" class="button bare" onClick={() => (repository.value = url)}>
              <UntrustedText text={url} />
            </button>
          ))}
        </p>
      )}
      <Problem text={problem.value} />
      {list?.length === 0 ? (
        <Empty command={pushCommand(originOfApi(), known[0])}>
          No push has created a revision yet. A push does so when a deployment with <code>build_on_push</code>{' '}
          follows its branch:
        </Empty>
      ) : null}
      {list === undefined || list.length === 0 ? null : <PushTable list={list} />}
    </>
  );
}

function PushTable({ list }: { list: PushList['pushes'] }): JSX.Element {
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label="Revisions made by pushes">
      <table>
        <thead>
          <tr>
            <th scope="col">Deployment</th>
            <th scope="col">Ref</th>
            <th scope="col">Commit</th>
            <th scope="col">Reported by</th>
            <th scope="col">Status</th>
            <th scope="col">Created</th>
          </tr>
        </thead>
        <tbody>
          {list.map((one) => (
            <tr key={one.revision_id}>
              <th scope="row">
                <a href={pathOf({ screen: 'logs', id: one.deployment_id }, { revision: one.revision_id })}>
                  <UntrustedText text={`${one.deployment} #${one.number}`} />
                </a>
              </th>
              <td>
                <UntrustedText text={one.ref} />
              </td>
              <td>{one.commit === null ? '–' : <code title={one.commit}>{shortId(one.commit)}</code>}</td>
              <td>
                <UntrustedText text={one.channels.join(', ')} />
              </td>
              <td>
                <Status status={one.status} />
              </td>
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
