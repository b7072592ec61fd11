import type { Assistant, AssistantCount, AssistantSearch } from '../../contract/assistant.ts';
import type { AssistantRow } from '../ports/store.ts';
import { toAssistant } from './assistants.ts';
import { contains } from './matching.ts';

const SORTED_BY = {
  assistant_id: (row: AssistantRow) => row.id,
  graph_id: (row: AssistantRow) => row.graphId,
  name: (row: AssistantRow) => row.name,
  created_at: (row: AssistantRow) => row.createdAt,
  updated_at: (row: AssistantRow) => row.updatedAt,
};

/** The assistants of a page, and how many there are over all pages. What is not sorted stays in the order given. */
export function searchAssistants(
  all: readonly AssistantRow[],
  query: AssistantSearch,
): { assistants: Partial<Assistant>[]; total: number } {
  const found = all.filter((row) => isWanted(row, query));
  const { sort_by: by, sort_order: order, select } = query;
  if (by) {
    const key = SORTED_BY[by];
    const turn = order === 'asc' ? 1 : -1;
    found.sort((a, b) => (key(a) === key(b) ? 0 : key(a) < key(b) ? -turn : turn));
  } else if (order === 'asc') found.reverse();
  const offset = query.offset ?? 0;
  const selected: ReadonlySet<string> = new Set(select);
  const shown = found.slice(offset, offset + (query.limit ?? 10)).map(toAssistant);
  return {
    assistants: select
      ? shown.map((one) => Object.fromEntries(Object.entries(one).filter(([field]) => selected.has(field))))
      : shown,
    total: found.length,
  };
}

/** How many assistants a search would find. */
export function countAssistants(all: readonly AssistantRow[], query: AssistantCount): number {
  return all.filter((row) => isWanted(row, query)).length;
}

function isWanted(row: AssistantRow, { graph_id: graphId, name, metadata }: AssistantCount): boolean {
  return (
    (graphId ?? row.graphId) === row.graphId &&
    row.name.toLowerCase().includes((name ?? '').toLowerCase()) &&
    contains(row.metadata, metadata ?? {})
  );
}
