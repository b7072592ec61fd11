import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { DeploymentSummary } from '../../../src/contract/dashboard/deployments.ts';
import { useKeys } from '../live/keys.ts';
import { navigateTo, query, setQuery } from '../live/navigation.ts';
import { usePageTitle } from '../live/page-title.ts';
import { useVisit } from '../live/visits.ts';
import { cancelRun } from '../live/run.ts';
import { agentUrl, deployments } from '../live/store.ts';
import { type LiveThreads, useThreadList } from '../live/thread-list.ts';
import { textOfParts } from '../logic/chat-messages.ts';
import { assistantCommand } from '../logic/commands.ts';
import { type Route, pathOf } from '../logic/paths.ts';
import { threadVerdict } from '../logic/thread-verdict.ts';
import { chooseDeployment, hasGraphs, NoGraphs } from '../parts/agent-kind.tsx';
import { AssistantVersions } from '../parts/assistants.tsx';
import { Bones } from '../parts/bones.tsx';
import { Button, ButtonLink } from '../parts/button.tsx';
import { type ChatSession, useChatSession } from '../parts/chat-session.ts';
import { Pick } from '../parts/filters.tsx';
import { Dialog } from '../parts/overlays.tsx';
import { DeployWays } from '../parts/deploy-ways.tsx';
import { Command, PageHead, Void } from '../parts/page.tsx';
import { RunOptionsForm } from '../parts/run-options.tsx';
import { type Panel, PANELS, SidePanel } from '../parts/side-panel.tsx';
import { Talk } from '../parts/talk.tsx';
import { ThreadColumn, threadTitle } from '../parts/thread-column.tsx';

/** Minimum width in pixels of a window that shows the threads and the side panel next to the conversation. */
const COLUMN_FROM = 1_024;
const PANEL_FROM = 1_280;

/** Shows the threads of an agent, a conversation with the agent, and the frames that the page sent and received. */
export default function PlaygroundScreen({
  route: { id, thread },
}: {
  route: Extract<Route, { screen: 'playground' }>;
}): JSX.Element {
  const deployment = chooseDeployment(id);
  // Links from other screens contain the thread's ID in a query parameter.
  const { thread: queried = '' } = query.value;
  if (deployment === undefined) {
    return (
      <>
        <PageHead title="Playground" />
        <div class="page-body">
          {deployments.value === null ? (
            <Bones />
          ) : (
            <>
              <Void icon="chat" title="No agent to talk to">
                Deploy an agent first. The agent appears here once a revision is serving.
              </Void>
              <DeployWays />
            </>
          )}
        </div>
      </>
    );
  }
  if (!hasGraphs(deployment)) {
    return (
      <>
        <PageHead title="Playground" acts={<AgentPick deployment={deployment} />} />
        <NoGraphs deployment={deployment} />
      </>
    );
  }
  return <Playground key={deployment.id} deployment={deployment} thread={thread ?? queried} />;
}

/** A field in which the user chooses an agent. If only one agent exists, the field is not rendered. */
function AgentPick({ deployment }: { deployment: DeploymentSummary }): JSX.Element | null {
  if ((deployments.value ?? []).length < 2) return null;
  return (
    <Pick
      label="Agent"
      value={deployment.id}
      options={(deployments.value ?? []).map((one) => [one.id, one.name] as const)}
      onValue={(value) => navigateTo({ screen: 'playground', id: value, thread: null })}
    />
  );
}

function Playground({ deployment, thread }: { deployment: DeploymentSummary; thread: string }): JSX.Element {
  const chat = useChatSession(deployment, thread);
  const { session, settings, assistants } = chat;
  const { live, base } = session;
  const { assistant: wanted = '' } = query.value;
  const list = useThreadList({ deployment: deployment.id }, [thread, live.ended.value, live.state.value]);
  const panel = usePanel();
  const newThread = () => {
    navigateTo(
      { screen: 'playground', id: deployment.id, thread: null },
      wanted === '' ? {} : { assistant: wanted },
    );
    queueMicrotask(() => document.querySelector<HTMLElement>('[data-composer]')?.focus());
  };
  usePlaygroundKeys(session, { newThread, togglePanel: () => panel.toggle() });
  if (assistants.loaded.value.value?.length === 0) {
    return (
      <>
        <PageHead title="Playground" acts={<AgentPick deployment={deployment} />} />
        <Void icon="chat" title="This agent has no assistant">
          <Command command={assistantCommand(agentUrl(deployment))} />
        </Void>
      </>
    );
  }
  const sidePanel = (
    <SidePanel
      session={session}
      panel={panel.shown ?? 'frames'}
      onPanel={(next) => panel.show(next)}
      options={
        <>
          <AssistantVersions base={base} assistants={assistants} />
          <RunOptionsForm {...settings} />
        </>
      }
    />
  );
  const hasPanel = panel.shown !== null && panel.width >= PANEL_FROM;
  return (
    <div class="playground-screen">
      <PlaygroundHead session={session} assistants={assistants} list={list} panel={panel} onNew={newThread} />
      <div class={`chat-grid ${hasPanel ? '' : 'without-panel'}`}>
        {panel.width < COLUMN_FROM ? null : (
          <aside class="thread-column" aria-label="Threads">
            <ThreadColumn deployment={deployment.id} current={thread} list={list} onNew={newThread} />
          </aside>
        )}
        <Talk
          key={`${wanted} ${thread}`}
          session={session}
          schema={chat.inputSchema}
          isReady={chat.isReady}
          problem={chat.problem}
          optionCount={Object.keys(settings.options.value).length}
          onOptions={() => panel.show('options')}
        />
        {hasPanel ? (
          <aside class="side-panel" aria-label="Frames, state, steps and options">
            {sidePanel}
          </aside>
        ) : null}
      </div>
      {panel.width >= PANEL_FROM || panel.sheet.value !== 'panel' ? null : (
        <Dialog title="Frames, state, steps and options" sheet onClose={() => (panel.sheet.value = '')}>
          <div class="side-panel">{sidePanel}</div>
        </Dialog>
      )}
      {panel.width >= COLUMN_FROM || panel.sheet.value !== 'threads' ? null : (
        <Dialog title="Threads" sheet onClose={() => (panel.sheet.value = '')}>
          <ThreadColumn
            deployment={deployment.id}
            current={thread}
            list={list}
            onNew={() => {
              panel.sheet.value = '';
              newThread();
            }}
            onGo={() => (panel.sheet.value = '')}
          />
        </Dialog>
      )}
    </div>
  );
}

function usePlaygroundKeys(
  { base, thread, live }: ChatSession,
  { newThread, togglePanel }: { newThread: () => void; togglePanel: () => void },
): void {
  const stop = () => {
    const { runId } = live.view.peek();
    if (live.state.peek() === 'streaming' && runId !== null) void cancelRun(base, thread, runId, 'interrupt');
  };
  useKeys([
    { key: 'n', does: 'new thread', run: newThread },
    { key: 'Escape', does: 'stop the run', run: stop },
    { key: 'mod+.', does: 'show or hide the side panel', inFields: true, run: togglePanel },
  ]);
}

/** Shows the title and the state of the thread, and the field for the agent. */
function PlaygroundHead({
  session: { deployment, thread, live },
  assistants,
  list,
  panel,
  onNew,
}: {
  session: ChatSession;
  assistants: ReturnType<typeof useChatSession>['assistants'];
  list: LiveThreads;
  panel: ReturnType<typeof usePanel>;
  onNew: () => void;
}): JSX.Element {
  const summary = list.threads.value?.find((one) => one.thread_id === thread);
  const first = live.view.value.messages.find(({ type }) => type === 'human');
  const title =
    (first === undefined ? '' : textOfParts(first.parts).slice(0, 200)) ||
    (summary === undefined ? '' : threadTitle(summary)) ||
    (thread === '' ? 'New thread' : 'Thread');
  usePageTitle(title);
  useVisit(
    { screen: 'playground', id: deployment.id, thread },
    { name: first === undefined ? '' : title, icon: 'chat' },
  );
  const choices = assistants.loaded.value.value ?? [];
  const isNarrow = panel.width < COLUMN_FROM;
  return (
    <PageHead
      title={title.replace(/\s+/g, ' ')}
      state={thread === '' ? undefined : threadVerdict(live.view.value, live.state.value)}
      acts={
        <>
          <AgentPick deployment={deployment} />
          {choices.length < 2 ? null : (
            <Pick
              label="Assistant"
              value={assistants.chosen?.assistant_id ?? ''}
              options={choices.map((one) => [one.assistant_id, one.name || one.graph_id] as const)}
              onValue={(value) => setQuery({ assistant: value })}
            />
          )}
          {isNarrow ? (
            <Button icon="runs" label="Threads" onAct={() => (panel.sheet.value = 'threads')} />
          ) : null}
          {thread === '' ? null : (
            <>
              <ButtonLink
                icon="thread"
                label="Show the thread"
                href={pathOf({ screen: 'thread', id: deployment.id, thread })}
              />
              <ButtonLink
                icon="node"
                label="Show in the graph"
                href={pathOf(
                  { screen: 'deployment', id: deployment.id, tab: 'graph' },
                  { assistant: assistants.chosen?.assistant_id ?? '', thread },
                )}
              />
            </>
          )}
          <Button
            icon="panel"
            label={panel.shown === null ? 'Show the side panel' : 'Hide the side panel'}
            onAct={() => panel.toggle()}
          />
          {isNarrow ? (
            <Button icon="plus" label="New thread" onAct={onNew} />
          ) : (
            <Button icon="plus" onAct={onNew}>
              New thread
            </Button>
          )}
        </>
      }
    />
  );
}

/**
 * The displayed view of the side panel, or null while the panel is hidden. In a narrow window, the panel is a sheet.
 */
function usePanel() {
  const { panel = '' } = query.value;
  const width = useSignal(innerWidth);
  const sheet = useSignal<'' | 'panel' | 'threads'>('');
  useEffect(() => {
    const measure = () => (width.value = innerWidth);
    addEventListener('resize', measure);
    return () => removeEventListener('resize', measure);
  }, []);
  const isWide = width.value >= PANEL_FROM;
  const known = PANELS.find((name) => name === panel);
  const shown = panel === 'none' ? null : (known ?? (isWide ? 'frames' : null));
  return {
    width: width.value,
    sheet,
    shown: isWide ? shown : sheet.value === 'panel' ? (known ?? 'frames') : null,
    show(next: Panel) {
      setQuery({ panel: next });
      if (width.peek() < PANEL_FROM) sheet.value = 'panel';
    },
    toggle() {
      if (width.peek() < PANEL_FROM) sheet.value = sheet.peek() === 'panel' ? '' : 'panel';
      else setQuery({ panel: query.peek()['panel'] === 'none' ? '' : 'none' });
    },
  };
}
