import { Graph as DagreGraph, layout } from '@dagrejs/dagre';

/** A graph as the agent server returns it for drawing. */
export interface DrawnGraph {
  nodes: readonly { id: string | number; type?: string; data?: unknown }[];
  edges: readonly {
    source: string | number;
    target: string | number;
    conditional?: boolean;
    data?: unknown;
  }[];
}

export interface PlacedNode {
  id: string;
  name: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface PlacedEdge {
  source: string;
  target: string;
  conditional: boolean;
  label: string;
  points: readonly { x: number; y: number }[];
}

/** A labeled box around the nodes of an inner graph, whose IDs have the form `outer:inner`. */
export interface PlacedBox {
  name: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface PlacedGraph {
  width: number;
  height: number;
  nodes: PlacedNode[];
  edges: PlacedEdge[];
  boxes: PlacedBox[];
}

const HEIGHT = 36;
const LETTER = 8;
const MARGIN = 12;

/** Computes the position of every node, from top to bottom. */
export function placeGraph(graph: DrawnGraph): PlacedGraph {
  const drawing = new DagreGraph({ multigraph: true });
  drawing.setGraph({ rankdir: 'TB', nodesep: 30, ranksep: 50, marginx: MARGIN, marginy: MARGIN });
  const known = new Set(graph.nodes.map(({ id }) => String(id)));
  for (const { id } of graph.nodes) {
    const name = shownName(String(id));
    drawing.setNode(String(id), { width: Math.max(name.length * LETTER + 24, 60), height: HEIGHT });
  }
  const edges = graph.edges.filter(
    ({ source, target }) => known.has(String(source)) && known.has(String(target)),
  );
  edges.forEach(({ source, target }, index) => {
    drawing.setEdge(String(source), String(target), {}, String(index));
  });
  layout(drawing);
  const nodes = graph.nodes.map(({ id }): PlacedNode => {
    const { x, y, width, height } = drawing.node(String(id)) as Omit<PlacedNode, 'id' | 'name'>;
    return { id: String(id), name: shownName(String(id)), x, y, width, height };
  });
  const { width = 0, height = 0 } = drawing.graph() as { width?: number; height?: number };
  return {
    width,
    height,
    nodes,
    boxes: boxesOf(nodes),
    edges: edges.map(({ source, target, conditional, data }, index) => ({
      source: String(source),
      target: String(target),
      conditional: conditional === true,
      label: typeof data === 'string' ? data : '',
      points: (drawing.edge(String(source), String(target), String(index)) as Pick<PlacedEdge, 'points'>)
        .points,
    })),
  };
}

/** Returns the label of a node: `start` and `end` for the end points, or else the last part of the node's path. */
function shownName(id: string): string {
  if (id === '__start__') return 'start';
  if (id === '__end__') return 'end';
  return id.split(':').at(-1) ?? id;
}

function boxesOf(nodes: readonly PlacedNode[]): PlacedBox[] {
  const inner = Map.groupBy(
    nodes.filter(({ id }) => id.includes(':')),
    ({ id }) => id.slice(0, id.lastIndexOf(':')),
  );
  return [...inner].map(([name, members]) => {
    const left = Math.min(...members.map(({ x, width }) => x - width / 2)) - MARGIN;
    const right = Math.max(...members.map(({ x, width }) => x + width / 2)) + MARGIN;
    const top = Math.min(...members.map(({ y, height }) => y - height / 2)) - MARGIN;
    const bottom = Math.max(...members.map(({ y, height }) => y + height / 2)) + MARGIN;
    return { name, x: left, y: top, width: right - left, height: bottom - top };
  });
}
