import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import type { DeploymentSummary } from '../../../src/contract/dashboard/deployments.ts';
import { errorText, look } from '../live/api.ts';
import { query, setQuery } from '../live/navigation.ts';
import { createLiveRun, joinRun } from '../live/run.ts';
import type { DrawnGraph, PlacedGraph } from '../logic/graph-layout.ts';
import { ActionButton, Empty, Field, Foreign, Problem } from '../parts/basics.tsx';
import { useLoaded } from '../parts/loading.ts';

/** Above so many nodes the layout takes seconds: it is asked for. */
const MANY = 150;

interface AssistantRow {
  assistant_id: string;
  graph_id: string;
  name: string;
}

/** The graph of an assistant, with the nodes of a run lit as they run. */
export function Graph({ deployment }: { deployment: DeploymentSummary }): JSX.Element {
  const base = `/d/${deployment.id}`;
  const { assistant = '', thread = '', run = '', xray = '' } = query.value;
  const assistants = useLoaded(
    () => look.post<AssistantRow[]>(`${base}/assistants/search`, { limit: 100 }),
    [deployment.id, deployment.active_revision_id],
  );
  const chosen = assistant === '' ? (assistants.value.value?.[0]?.assistant_id ?? '') : assistant;
  const graph = useLoaded(
    async () =>
      chosen === ''
        ? null
        : await look.get<DrawnGraph>(`${base}/assistants/${chosen}/graph`, {
            xray: xray === '' ? '' : 'true',
          }),
    [chosen, xray],
  );
  const live = useMemo(createLiveRun, [run]);
  const placed = useSignal<PlacedGraph | null>(null);
  const problem = useSignal('');
  const large = (graph.value.value?.nodes.length ?? 0) > MANY;
  const place = async () => {
    const drawn = graph.value.peek();
    // The layout is the largest part of the page's program, and most never look at a graph.
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
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <Field
          label="Assistant"
          value={chosen}
          onValue={(value) => setQuery({ assistant: value })}
          options={(assistants.value.value ?? []).map(
            (one) => [one.assistant_id, one.name || one.graph_id] as const,
          )}
        />
        <label class="check">
          <input
            type="checkbox"
            checked={xray !== ''}
            onChange={() => setQuery({ xray: xray === '' ? 'yes' : '' })}
          />
          Inner graphs
        </label>
        <Field label="Thread (ID)" value={thread} onValue={(value) => setQuery({ thread: value.trim() })} />
        <Field label="Run (ID)" value={run} onValue={(value) => setQuery({ run: value.trim() })} />
        <ActionButton
          disabled={thread === '' || run === '' || live.state.value === 'streaming'}
          onAct={() => {
            live.view.value = { ...live.view.peek(), runId: run, lastEventId: '-1' };
            return joinRun(live, base, thread);
          }}
        >
          Light its nodes
        </ActionButton>
      </form>
      <Problem
        text={assistants.problem.value || graph.problem.value || live.problem.value || problem.value}
      />
      {large && placed.value === null ? (
        <Empty>
          {graph.value.value?.nodes.length} nodes take a while to place.{' '}
          <ActionButton onAct={place}>Draw them</ActionButton>
        </Empty>
      ) : null}
      {placed.value === null ? null : <Drawing graph={placed.value} done={nodes} running={running} />}
      {graph.value.value === null ? null : (
        <EdgeTable graph={graph.value.value} running={running} done={nodes} />
      )}
    </>
  );
}

/** A run names a node of an inner graph without its path. */
const isIn = (names: readonly string[], id: string): boolean =>
  names.includes(id) || names.includes(id.split(':').at(-1) ?? id);

function stateOf(id: string, done: readonly string[], running: readonly string[]): '' | 'running' | 'done' {
  if (isIn(running, id)) return 'running';
  return isIn(done, id) ? 'done' : '';
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
    <div class="scroll graph" aria-hidden="true">
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
          <g key={node.id} class={`node ${stateOf(node.id, done, running)}`}>
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
      <summary>The same as a table</summary>
      <div class="scroll" tabIndex={0} role="group" aria-label="Nodes">
        <table>
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
                  <Foreign text={String(id)} />
                </th>
                <td>{stateOf(String(id), done, running)}</td>
                <td>
                  {graph.edges
                    .filter(({ source }) => source === id)
                    .map(
                      ({ target, conditional }) =>
                        `${target}${conditional === true ? ' (on a condition)' : ''}`,
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
