import type { JSX } from 'preact';
import type { PreviewList } from '../../../src/contract/dashboard/deployments.ts';
import { read } from '../live/api.ts';
import { deployments, originOfApi } from '../live/store.ts';
import { previewCommand } from '../logic/commands.ts';
import { shortId } from '../logic/format.ts';
import { pathOf } from '../logic/paths.ts';
import { Age, Empty, UntrustedText, Problem, Status, WebLink } from '../parts/basics.tsx';
import { useLoaded } from '../parts/loading.ts';

/** Lists the deployments of pull requests, grouped by repository. */
export default function Previews(): JSX.Element {
  const { value, problem } = useLoaded(() => read<PreviewList>('/previews'), [deployments.value]);
  const groups = Map.groupBy(value.value?.previews ?? [], ({ repository }) => repository);
  return (
    <>
      <h1 tabIndex={-1}>Previews</h1>
      <Problem text={problem.value} />
      {value.value?.previews.length === 0 ? (
        <Empty command={previewCommand(originOfApi())}>
          No pull request has a preview. The action creates previews when a workflow runs on pull requests,
          with a request like this:
        </Empty>
      ) : null}
      {[...groups].map(([repository, previews]) => (
        <section key={repository} aria-label={repository}>
          <h2>
            <UntrustedText text={repository} />
          </h2>
          <div class="scroll" tabIndex={0} role="group" aria-label={`Previews of ${repository}`}>
            <table>
              <thead>
                <tr>
                  <th scope="col">Pull request</th>
                  <th scope="col">Deployment</th>
                  <th scope="col">Status</th>
                  <th scope="col">Commit</th>
                  <th scope="col">Address</th>
                  <th scope="col">Created</th>
                </tr>
              </thead>
              <tbody>
                {previews.flatMap(({ number, deployments: ours }) =>
                  ours.map((one) => (
                    <tr key={one.id}>
                      <th scope="row">#{number}</th>
                      <td>
                        <a href={pathOf({ screen: 'deployment', id: one.id, tab: 'revisions' })}>
                          <UntrustedText text={one.name} />
                        </a>
                      </td>
                      <td>
                        <Status status={one.revisions.at(-1)?.status ?? one.status} />
                      </td>
                      <td>
                        {one.source.commit === null ? (
                          '–'
                        ) : (
                          <code title={one.source.commit}>{shortId(one.source.commit)}</code>
                        )}
                      </td>
                      <td>{one.url === null ? '–' : <WebLink url={one.url} />}</td>
                      <td>
                        <Age at={one.created_at_ms} />
                      </td>
                    </tr>
                  )),
                )}
              </tbody>
            </table>
          </div>
        </section>
      ))}
    </>
  );
}
