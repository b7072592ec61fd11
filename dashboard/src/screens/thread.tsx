import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { titleOfValues } from '../../../src/contract/messages.ts';
import { forward, inspect } from '../live/api.ts';
import { navigateTo, query, setQuery } from '../live/navigation.ts';
import { usePageTitle } from '../live/page-title.ts';
import { useVisit } from '../live/visits.ts';
import { createLiveThread, type LiveThread } from '../live/run.ts';
import { agentUrl, deploymentById, deploymentName } from '../live/store.ts';
import { useThreadSteps } from '../live/thread-steps.ts';
import { runCommand } from '../logic/commands.ts';
import { pathOf, type ThreadRoute } from '../logic/paths.ts';
import { runBody } from '../logic/run-options.ts';
import type { TimelineRow } from '../logic/thread-steps.ts';
import { threadVerdict } from '../logic/thread-verdict.ts';
import { Problem } from '../parts/basics.tsx';
import { Bones } from '../parts/bones.tsx';
import { Button, ButtonLink, Menu } from '../parts/button.tsx';
import { useLoaded } from '../parts/loading.ts';
import { ConfirmByName } from '../parts/overlays.tsx';
import { Command, PageHead, Void } from '../parts/page.tsx';
import { StateEditor } from '../parts/state-editor.tsx';
import { StepDetail } from '../parts/step-detail.tsx';
import { StepsCard, useStepFilter, useStepKeys } from '../parts/steps-card.tsx';
import { ThreadFacts, type ThreadRow } from '../parts/thread-facts.tsx';
import { ThreadRuns } from '../parts/thread-runs.tsx';

/** Shows the history of a thread's state: its steps as a tree of branches, and the changes of each step. */
export default function ThreadScreen({ route }: { route: ThreadRoute }): JSX.Element {
  return <Thread key={`${route.id} ${route.thread}`} route={route} />;
}

function Thread({ route }: { route: ThreadRoute }): JSX.Element {
  const { id, thread } = route;
  const path = `/d/${id}/threads/${thread}`;
  const live = useMemo(() => createLiveThread(`/d/${id}`), [id]);
  useEffect(() => live.follow(thread), [live, thread]);
  const changes = [live.state.value, live.ended.value, live.view.value.nodes.length];
  const row = useLoaded(
    () => inspect.get<ThreadRow>(path, { include: 'ttl' }),
    [live.state.value === 'streaming', live.ended.value],
  );
  const steps = useThreadSteps(id, thread, changes);
  const timeline = steps.timeline.value;
  const title = titleOfValues(live.view.value.values) || 'Thread';
  usePageTitle(title);
  const editing = useSignal(false);
  const picking = useSignal(false);
  const { step = '', against = '' } = query.value;
  const filter = useStepFilter(timeline);
  const chosen = timeline.rows.find(({ key }) => key === step) ?? filter.rows[0] ?? timeline.rows[0];
  const reload = async () => {
    await Promise.all([row.reload(), steps.reload()]);
  };
  const assistant = row.value.value?.metadata['assistant_id'] ?? row.value.value?.metadata['graph_id'];
  const start = async (what: { input: unknown } | { command: unknown }, checkpoint: string | null) => {
    if (typeof assistant !== 'string')
      throw new Error('No run has used this thread, so its assistant is unknown.');
    await live.start(
      thread,
      runBody(
        assistant,
        what,
        checkpoint === null ? {} : { checkpoint: { checkpoint_id: checkpoint, checkpoint_ns: '' } },
      ),
    );
    // An empty parameter `step` chooses the newest step, so the chosen step changes while a run adds steps.
    setQuery({ step: '', against: '' });
  };
  useStepKeys({
    rows: filter.rows,
    chosen,
    timeline,
    route,
    run: () => start({ input: null }, chosen?.step.id ?? null),
  });
  return (
    <>
      <Head route={route} title={title} chosen={chosen} onEdit={() => (editing.value = true)} />
      <div class="page-body">
        <ThreadFacts route={route} live={live} row={row.value.value} timeline={timeline} onDone={reload} />
        <Problem text={row.problem.value || steps.problem.value || live.problem.value} />
        {chosen === undefined ? (
          <NoSteps route={route} isLoading={steps.total.value === null && steps.problem.value === ''} />
        ) : (
          <div class="thread-grid">
            <StepsCard
              route={route}
              timeline={timeline}
              total={steps.total.value ?? timeline.steps.size}
              filter={filter}
              chosen={chosen}
              picking={picking}
            />
            <div class="stack">
              <StepDetail
                key={chosen.key}
                route={route}
                row={chosen}
                timeline={timeline}
                live={live}
                against={against}
                picking={picking}
                onStart={start}
              />
              {editing.value ? (
                <StateEditor
                  key={chosen.step.id}
                  route={route}
                  row={chosen}
                  timeline={timeline}
                  assistant={typeof assistant === 'string' ? assistant : ''}
                  onClose={() => (editing.value = false)}
                  onDone={async (checkpoint) => {
                    editing.value = false;
                    await reload();
                    setQuery({ step: checkpoint });
                  }}
                />
              ) : null}
            </div>
          </div>
        )}
        <ThreadRuns
          newest={waitingState(live)}
          deployment={id}
          thread={thread}
          changes={[live.ended.value, live.state.value === 'streaming']}
        />
      </div>
    </>
  );
}

function NoSteps({
  route: { id, thread },
  isLoading,
}: {
  route: ThreadRoute;
  isLoading: boolean;
}): JSX.Element {
  if (isLoading) return <Bones rows={7} rowHeight={52} />;
  return (
    <Void
      icon="thread"
      title="No steps yet"
      acts={
        <ButtonLink kind="main" icon="chat" href={pathOf({ screen: 'playground', id, thread })}>
          Talk to the agent
        </ButtonLink>
      }
    >
      No run has started on this thread.{' '}
      <Command command={runCommand(agentUrl(deploymentById(id)), thread)} />
    </Void>
  );
}

/** Returns the state of a thread that waits or was stopped, or `undefined` if its newest run is active or finished. */
function waitingState(live: LiveThread) {
  const { interrupts, next } = live.view.value;
  if (live.state.value !== 'idle' || (interrupts.length === 0 && next.length === 0)) return undefined;
  return threadVerdict(live.view.value, 'idle');
}

function Head({
  route,
  title,
  chosen,
  onEdit,
}: {
  route: ThreadRoute;
  title: string;
  chosen: TimelineRow | undefined;
  onEdit: () => void;
}): JSX.Element {
  const { id, thread } = route;
  useVisit(route, { name: title === 'Thread' ? '' : title, icon: 'thread' });
  const deleting = useSignal(false);
  const path = `/d/${id}/threads/${thread}`;
  return (
    <>
      <PageHead
        crumbs={[
          { name: 'Threads', href: pathOf({ screen: 'threads' }) },
          { name: deploymentName(id), href: pathOf({ screen: 'threads' }, { deployment: id }) },
        ]}
        title={title}
        acts={
          <>
            <Button
              icon="edit"
              disabled={chosen === undefined ? 'The thread has no step yet' : ''}
              onAct={onEdit}
            >
              Change the state
            </Button>
            <Button
              icon="copy"
              onAct={async () => {
                const copy = await forward<ThreadRow>('POST', `${path}/copy`, {});
                navigateTo({ screen: 'thread', id, thread: copy.thread_id });
              }}
            >
              Copy thread
            </Button>
            <ButtonLink kind="main" icon="chat" href={pathOf({ screen: 'playground', id, thread })}>
              Continue in playground
            </ButtonLink>
            <Menu
              items={[
                {
                  label: 'Graph',
                  icon: 'node',
                  href: pathOf({ screen: 'deployment', id, tab: 'graph' }, { thread }),
                },
                { label: 'Delete', icon: 'close', danger: true, run: () => (deleting.value = true) },
              ]}
            />
          </>
        }
      />
      {deleting.value ? (
        <ConfirmByName
          name={thread}
          title="Delete the thread"
          action="Delete"
          onClose={() => (deleting.value = false)}
          onConfirm={async () => {
            await forward('DELETE', path);
            navigateTo({ screen: 'threads' });
          }}
        >
          <p>The state, steps and runs of the thread are deleted.</p>
        </ConfirmByName>
      ) : null}
    </>
  );
}
