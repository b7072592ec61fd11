import type { JSX } from 'preact';
import type { DeploymentSummary, PreviewList } from '../../../src/contract/dashboard/deployments.ts';
import { read } from '../live/api.ts';
import { deployments, originOfApi } from '../live/store.ts';
import { PREVIEW_WORKFLOW, previewCommand, previewProgram } from '../logic/commands.ts';
import { deploymentState, failedTry } from '../logic/deployments.ts';
import { visibleLine } from '../logic/format.ts';
import { pathOf } from '../logic/paths.ts';
import { hasGraphs } from '../parts/agent-kind.tsx';
import { Age, Problem, UntrustedText, WebLink } from '../parts/basics.tsx';
import { Bones } from '../parts/bones.tsx';
import { ButtonLink } from '../parts/button.tsx';
import { useLoaded } from '../parts/loading.ts';
import { Commit, StateMark, Tag } from '../parts/marks.tsx';
import { Card, PageHead, Void, Ways } from '../parts/page.tsx';

/** Lists the preview deployments of pull requests by repository. */
export default function Previews(): JSX.Element {
  const { value, problem } = useLoaded(() => read<PreviewList>('/previews'), [deployments.value]);
  const previews = value.value?.previews;
  const groups = Map.groupBy(previews ?? [], ({ repository }) => repository);
  return (
    <>
      <PageHead title="Previews" />
      <div class="page-body">
        <Problem text={problem.value} />
        {previews === undefined ? (
          <Card>
            <Bones rows={3} />
          </Card>
        ) : null}
        {previews?.length === 0 ? (
          <>
            <Card>
              <Void title="No pull request has a preview" icon="preview">
                The action creates a preview when a workflow runs for a pull request, and deletes the preview
                when the pull request is closed.
              </Void>
            </Card>
            <Ways
              ways={[
                {
                  title: 'In a workflow',
                  icon: 'preview',
                  text: 'Runs the action for each pull request.',
                  command: PREVIEW_WORKFLOW,
                },
                {
                  title: 'Send a request',
                  icon: 'request',
                  text: 'Creates a preview through the API, as the GitHub action does.',
                  command: previewCommand(originOfApi()),
                },
                {
                  title: 'From a terminal',
                  icon: 'tool',
                  text: 'Deploys the preview of a pull request from a checkout.',
                  command: previewProgram(originOfApi()),
                },
              ]}
            />
          </>
        ) : null}
        {[...groups].map(([repository, list]) => (
          <Card key={repository} title={repository}>
            {list.flatMap(({ number, deployments: ours }) =>
              ours.map((one) => <PreviewRow key={one.id} number={number} deployment={one} />),
            )}
          </Card>
        ))}
      </div>
    </>
  );
}

function PreviewRow({ number, deployment }: { number: number; deployment: DeploymentSummary }): JSX.Element {
  const { id, name, url, source } = deployment;
  const failed = failedTry(deployment);
  return (
    <div class="preview-row">
      <Tag tone="model" icon="preview">
        #{number}
      </Tag>
      <div class="two-lines">
        <a href={pathOf({ screen: 'deployment', id, tab: 'revisions' })} data-row="">
          <UntrustedText text={name} />
        </a>
        <span class={failed === undefined ? '' : 'bad'}>
          {failed === undefined ? (
            <>
              {source.commit === null ? null : <Commit commit={source.commit} />} created{' '}
              <Age at={deployment.created_at_ms} />
            </>
          ) : (
            <UntrustedText text={failed.message ?? 'The last attempt failed'} />
          )}
        </span>
      </div>
      <StateMark state={deploymentState(deployment)} />
      <span class="small">{url === null ? null : <WebLink url={url} />}</span>
      <div class="row">
        {hasGraphs(deployment) ? (
          <ButtonLink
            size="little"
            icon="chat"
            label={`Try it: ${visibleLine(name)}`}
            href={pathOf({ screen: 'playground', id, thread: null })}
          >
            Try it
          </ButtonLink>
        ) : null}
        <ButtonLink
          size="little"
          icon="log"
          label={`Logs of ${visibleLine(name)}`}
          href={pathOf({ screen: 'logs', id })}
        >
          Logs
        </ButtonLink>
      </div>
    </div>
  );
}
