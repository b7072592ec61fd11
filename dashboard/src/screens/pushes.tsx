import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { PushedRevisions, PushList } from '../../../src/contract/dashboard/controls.ts';
import { read, send } from '../live/api.ts';
import { deployments, originOfApi } from '../live/store.ts';
import { hookAddress, pushCommand } from '../logic/commands.ts';
import { formatCount } from '../logic/format.ts';
import { pathOf } from '../logic/paths.ts';
import { stateOf } from '../logic/words.ts';
import { Age, Field, Problem, UntrustedText } from '../parts/basics.tsx';
import { Bones } from '../parts/bones.tsx';
import { Button } from '../parts/button.tsx';
import { useLoaded } from '../parts/loading.ts';
import { Commit, StateMark } from '../parts/marks.tsx';
import { Card, PageHead, Void, Ways } from '../parts/page.tsx';

/** Reports a push as a git host would, and lists the revisions that pushes created. */
export default function Pushes(): JSX.Element {
  const { value, problem, reload } = useLoaded(() => read<PushList>('/pushes'), [deployments.value]);
  const known = [...new Set((deployments.value ?? []).flatMap((one) => one.source.repository ?? []))];
  const list = value.value?.pushes;
  return (
    <>
      <PageHead title="Pushes" />
      <div class="page-body">
        <PushForm known={known} onPushed={reload} />
        <Problem text={problem.value} />
        <Card title="Revisions created by pushes">
          {list === undefined ? (
            <Bones rows={3} />
          ) : list.length === 0 ? (
            <Void title="No push has created a revision yet" icon="push">
              A push creates a revision if a deployment with build_on_push follows its branch. Report a push
              with the form above, or in another way.
            </Void>
          ) : (
            list.map((one) => <PushRow key={one.revision_id} push={one} />)
          )}
        </Card>
        {list?.length === 0 ? (
          <Ways
            ways={[
              {
                title: 'From a local repository',
                icon: 'sandbox',
                text: 'The emulator reads local repositories every two seconds.',
                command: 'git push',
              },
              {
                title: 'Send a request',
                icon: 'request',
                text: 'Reports a push to each deployment that follows the branch.',
                command: pushCommand(originOfApi(), known[0]),
              },
              {
                title: 'From a git host',
                icon: 'webhook',
                text: 'Create an integration. The git host then sends its signed webhooks to this address.',
                command: hookAddress(originOfApi()),
              },
            ]}
          />
        ) : null}
      </div>
    </>
  );
}

function PushForm({
  known,
  onPushed,
}: {
  known: readonly string[];
  onPushed: () => Promise<void>;
}): JSX.Element {
  const repository = useSignal('');
  const ref = useSignal('refs/heads/main');
  const commit = useSignal('');
  const result = useSignal('');
  const push = async () => {
    const { revisions } = await send<PushedRevisions>('POST', '/push', {
      repo_url: repository.peek(),
      ref: ref.peek(),
      ...(commit.peek() === '' ? {} : { commit_sha: commit.peek() }),
    });
    result.value =
      revisions.length === 0
        ? 'No deployment follows this ref.'
        : `The push created ${formatCount(revisions.length, 'revision')}.`;
    await onPushed();
  };
  return (
    <Card title="Report a push">
      <div class="pad stack">
        {known.length === 0 ? null : (
          <div class="row wrap">
            {known.map((url) => (
              <Button key={url} size="little" onAct={() => (repository.value = url)}>
                <UntrustedText text={url} />
              </Button>
            ))}
          </div>
        )}
        <div class="push-form">
          <Field label="Repository" value={repository.value} onValue={(text) => (repository.value = text)} />
          <Field label="Ref" value={ref.value} onValue={(text) => (ref.value = text)} />
          <Field
            label="Commit"
            value={commit.value}
            placeholder="the newest"
            onValue={(text) => (commit.value = text)}
          />
        </div>
        <div class="row wrap">
          <Button
            kind="main"
            icon="push"
            disabled={repository.value === '' || ref.value === '' ? 'Enter a repository and a ref first' : ''}
            onAct={push}
          >
            Report push
          </Button>
          <output role="status">{result.value}</output>
        </div>
      </div>
    </Card>
  );
}

function PushRow({ push }: { push: PushList['pushes'][number] }): JSX.Element {
  return (
    <div class="push-row">
      <div class="two-lines">
        <a
          data-row=""
          href={pathOf({ screen: 'logs', id: push.deployment_id }, { revision: push.revision_id })}
        >
          <UntrustedText text={`${push.deployment} #${push.number}`} />
        </a>
        <span>
          <UntrustedText text={push.ref} />
        </span>
      </div>
      <StateMark state={stateOf(push.status)} />
      <span>{push.commit === null ? null : <Commit commit={push.commit} />}</span>
      <span class="dim">
        reported by <UntrustedText text={push.channels.join(', ')} />
      </span>
      <span class="dim">
        <Age at={push.created_at_ms} />
      </span>
    </div>
  );
}
