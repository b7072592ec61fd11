import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import type { DeploymentSummary } from '../../../src/contract/dashboard/deployments.ts';
import { errorText, inspect } from '../live/api.ts';
import { query, setQuery } from '../live/navigation.ts';
import { createLiveThread, type LiveThread } from '../live/run.ts';
import { useThreadList } from '../live/thread-list.ts';
import { formatMoment, shortId, visibleLine } from '../logic/format.ts';
import type { DrawnGraph, PlacedGraph } from '../logic/graph-layout.ts';
import { nodeState } from '../logic/run-view.ts';
import { SUMMARY_STATES } from '../logic/thread-verdict.ts';
import { stateOf } from '../logic/words.ts';
import { pathOf } from '../logic/paths.ts';
import { AssistantField, useAssistants } from '../parts/assistants.tsx';
import { ActionButton, Empty, Field, UntrustedText, Problem } from '../parts/basics.tsx';
import { useLoaded } from '../parts/loading.ts';
import { threadTitle } from '../parts/thread-column.tsx';

/**
 * Maximum number of nodes that are laid out without the user's request, because the layout of a larger graph takes
 * seconds.
 */
const MANY = 150;

interface RunRow {
  run_id: string;
  status: string;
  created_at: string;
}

/** Shows the graph of an assistant, and highlights the nodes that run. */
export function Graph({ deployment }: { deployment: DeploymentSummary }): JSX.Element {
  const base = `/d/${deployment.id}`;
  const { thread = '', run = '', xray = '' } = query.value;
  const assistants = useAssistants(deployment);
  const assistant = assistants.chosen?.assistant_id ?? '';
  const graph = useLoaded(
    async () =>
      assistant === ''
        ? null
        : await inspect.get<DrawnGraph>(`${base}/assistants/${assistant}/graph`, {
            xray: xray === '' ? '' : 'true',
          }),
    [assistant, assistants.chosen?.version, deployment.active_revision_id, xray],
  );
  const live = useMemo(() => createLiveThread(base), [base]);
  useEffect(() => live.follow(thread), [live, thread]);
  useEffect(() => {
    if (run !== '') live.replay(run);
  }, [live, thread, run]);
  const placed = useSignal<PlacedGraph | null>(null);
  const problem = useSignal('');
  const large = (graph.value.value?.nodes.length ?? 0) > MANY;
  const place = async () => {
    const drawn = graph.value.peek();
    // The layout code is loaded on demand: it is the largest part of the bundle, and most users never open a graph.
    placed.value = drawn === null ? null : (await import('../logic/graph-layout.ts')).placeGraph(drawn);
  };
  useEffect(() => {
    placed.value = null;
    if (graph.value.value !== null && !large)
      place().catch((error: unknown) => (problem.value = errorText(error)));
  }, [graph.value.value]);
  const { nodes, running } = live.view.value;
  return (
    <>
      <form class="toolbar graph-fields" onSubmit={(event) => event.preventDefault()}>
        <AssistantField assistants={assistants} />
        <label class="check">
          <input
            type="checkbox"
            checked={xray !== ''}
            onChange={() => setQuery({ xray: xray === '' ? 'yes' : '' })}
          />
          Inner graphs
        </label>
        <RunFields deployment={deployment.id} live={live} thread={thread} run={run} />
        {thread === '' ? null : (
          <a
            class="link"
            href={pathOf({ screen: 'playground', id: deployment.id, thread }, { assistant, thread })}
          >
            Show in the playground
          </a>
        )}
      </form>
      <Problem
        text={assistants.loaded.problem.value || graph.problem.value || live.problem.value || problem.value}
      />
      <RunState live={live} thread={thread} />
      {large && placed.value === null ? (
        <Empty>
          Drawing {graph.value.value?.nodes.length} nodes takes a while.{' '}
          <ActionButton onAct={place}>Draw the graph</ActionButton>
        </Empty>
      ) : null}
      {placed.value === null ? null : <Drawing graph={placed.value} done={nodes} running={running} />}
      {graph.value.value === null ? null : (
        <EdgeTable graph={graph.value.value} running={running} done={nodes} />
      )}
    </>
  );
}

/** Fields in which the user chooses the runs to highlight: the new runs of a thread, or one earlier run. */
function RunFields({
  deployment,
  live,
  thread,
  run,
}: {
  deployment: string;
  live: LiveThread;
  thread: string;
  run: string;
}): JSX.Element {
  const { ended, state } = live;
  const base = `/d/${deployment}`;
  const threads = useThreadList({ deployment }, [ended.value, state.value]);
  const runs = useLoaded(
    async () =>
      thread === '' ? [] : await inspect.get<RunRow[]>(`${base}/threads/${thread}/runs`, { limit: 100 }),
    [base, thread, ended.value, state.value],
  );
  const known = (threads.threads.value ?? []).map(
    (one) =>
      [
        one.thread_id,
        `${visibleLine(threadTitle(one).slice(0, 60))} · ${SUMMARY_STATES[one.state].word}`,
      ] as const,
  );
  const knownRuns = (runs.value.value ?? []).map(
    (one) =>
      [one.run_id, `${formatMoment(Date.parse(one.created_at))} · ${stateOf(one.status).word}`] as const,
  );
  const withChosen = (list: (readonly [string, string])[], id: string) =>
    id === '' || list.some(([one]) => one === id) ? list : [[id, shortId(id)] as const, ...list];
  return (
    <>
      <Field
        label="Thread"
        value={thread}
        onValue={(value) => setQuery({ thread: value, run: '' })}
        options={[['', 'none'], ...withChosen(known, thread)]}
      />
      <Field
        label="Run"
        value={run}
        onValue={(value) => setQuery({ run: value })}
        options={[['', 'live'], ...withChosen(knownRuns, run)]}
      />
      <Problem text={threads.problem.value || runs.problem.value} />
    </>
  );
}

function RunState({ live, thread }: { live: LiveThread; thread: string }): JSX.Element {
  const { nodes, running, hasTasks, error } = live.view.value;
  const isUnderWay = live.state.value === 'streaming';
  return (
    <>
      <p role="status">
        {thread === '' ? 'Choose a thread to highlight the nodes of its runs.' : ''}
        {running.length === 0 ? '' : <UntrustedText text={`Running: ${running.join(', ')}. `} />}
        {isUnderWay && !hasTasks ? 'A run is active, but its stream does not report when nodes start. ' : ''}
        {nodes.length === 0 ? '' : <UntrustedText text={`Done: ${nodes.join(' → ')}`} />}
      </p>
      <Problem text={error ?? ''} />
    </>
  );
}

function Drawing({
  graph,
  done,
  running,
}: {
  graph: PlacedGraph;
  done: readonly string[];
  running: readonly string[];
}): JSX.Element {
  return (
    <div class="scroll graph card pad" aria-hidden="true">
      <svg width={graph.width} height={graph.height} viewBox={`0 0 ${graph.width} ${graph.height}`}>
        <defs>
          <marker
            id="arrow"
            viewBox="0 0 8 8"
            refX="8"
            refY="4"
            markerWidth="8"
            markerHeight="8"
            orient="auto"
          >
            <path d="M0 0 L8 4 L0 8 z" class="arrow" />
          </marker>
        </defs>
        {graph.boxes.map((box) => (
          <g key={box.name}>
            <rect x={box.x} y={box.y} width={box.width} height={box.height} rx="8" class="box" />
            <text x={box.x + 6} y={box.y + 12} class="box-name">
              {box.name}
            </text>
          </g>
        ))}
        {graph.edges.map((edge, index) => (
          <path
            key={index}
            d={edge.points.map(({ x, y }, number) => `${number === 0 ? 'M' : 'L'}${x} ${y}`).join(' ')}
            class={edge.conditional ? 'edge conditional' : 'edge'}
            marker-end="url(#arrow)"
          >
            <title>{edge.label}</title>
          </path>
        ))}
        {graph.nodes.map((node) => (
          <g key={node.id} class={`node ${nodeState(node.id, done, running)}`}>
            <rect
              x={node.x - node.width / 2}
              y={node.y - node.height / 2}
              width={node.width}
              height={node.height}
              rx="8"
            />
            <text x={node.x} y={node.y + 5} text-anchor="middle">
              {node.name}
            </text>
          </g>
        ))}
      </svg>
    </div>
  );
}

function EdgeTable({
  graph,
  done,
  running,
}: {
  graph: DrawnGraph;
  done: readonly string[];
  running: readonly string[];
}): JSX.Element {
  return (
    <details>
      <summary>Show as table</summary>
      <div class="scroll" tabIndex={0} role="group" aria-label="Nodes">
        <table class="plain-table">
          <thead>
            <tr>
              <th scope="col">Node</th>
              <th scope="col">State</th>
              <th scope="col">Leads to</th>
            </tr>
          </thead>
          <tbody>
            {graph.nodes.map(({ id }) => (
              <tr key={id}>
                <th scope="row">
                  <UntrustedText text={String(id)} />
                </th>
                <td>{nodeState(String(id), done, running)}</td>
                <td>
                  {graph.edges
                    .filter(({ source }) => source === id)
                    .map(
                      ({ target, conditional }) => `${target}${conditional === true ? ' (conditional)' : ''}`,
                    )
                    .join(', ')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
