import { agentServerTables } from '../tables/agent-server-tables.ts';
import type { TableOf } from '../tables/columns.ts';
import { deploymentTables } from '../tables/deployments.ts';
import { evaluationTables } from '../tables/evaluation.ts';
import { feedbackTables } from '../tables/feedback.ts';
import { runSummaryTables } from '../tables/run-summaries.ts';
import { sandboxTables } from '../tables/sandboxes.ts';
import type { Table } from '../tables/table.ts';
import { workspaceTables } from '../tables/workspaces.ts';

// Workspaces are listed first, then datasets, then the projects that are experiments on datasets.
const { workspaces, ...ofWorkspaces } = workspaceTables;
const { datasets, ...ofDatasets } = evaluationTables;
const described = {
  workspaces,
  datasets,
  ...ofWorkspaces,
  ...deploymentTables,
  ...agentServerTables,
  ...runSummaryTables,
  ...ofDatasets,
  ...feedbackTables,
  ...sandboxTables,
};

/**
 * Types of all tables in queries. The column `ordinal` is the order of insertion, so pages of lists never depend on a
 * clock. Columns that end in `_json` contain JSON text, times are epoch milliseconds, and flags are 0 or 1.
 */
export type Tables = { [Name in keyof typeof described]: TableOf<(typeof described)[Name]['columns']> };

/** All tables in an order where each parent table precedes its child tables. */
export const TABLES: readonly (Table & { readonly name: keyof Tables })[] = Object.entries(described).map(
  ([name, table]: [string, Table]) => ({ name: name as keyof Tables, ...table }),
);
