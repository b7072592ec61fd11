/**
 * The one table between the spec's names and the hosted service's (DESIGN §4). Nothing else knows both.
 */
export type Dialect = 'generic' | 'langsmith';

export const DIALECT_TABLE = {
  sources: [{ generic: 'git_host', langsmith: 'github' }],
  fields: [{ generic: 'graph_config_path', langsmith: 'langgraph_config_path' }],
  paths: [{ generic: '/v1/integrations/git_host/install', langsmith: '/v1/integrations/github/install' }],
} as const;
