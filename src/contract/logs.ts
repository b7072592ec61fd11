import * as z from 'zod';
import { LOG_PAGE_DEFAULT, LOG_PAGE_MAX } from './limits.ts';
import { optional, uuid } from './primitives.ts';
import { logPageQuery, queryInt } from './query.ts';

export const LOG_LEVELS = ['DEBUG', 'INFO', 'WARNING', 'ERROR', 'CRITICAL'] as const;
const LogLevel = z.enum(LOG_LEVELS);
const LogType = z.enum(['build', 'deploy']);
const Order = z.enum(['asc', 'desc']);

/** Filters of all log queries. An empty string means no filter. */
const narrowed = {
  query: z.string().optional(),
  /** Level of the returned lines. Lines of higher levels are not returned. */
  level: LogLevel.optional(),
  /** ID of a run that the returned lines must contain. */
  run_id: z.string().optional(),
  /** Time of the oldest line to return. Lines with exactly the time `start_time` or `end_time` are returned too. */
  start_time: z.string().optional(),
  end_time: z.string().optional(),
};

/** Query of GET /v2/deployments/{id}/logs. `offset` is an opaque cursor. */
export const DeployLogQuery = z.object({
  ...logPageQuery,
  ...narrowed,
  order: Order.default('asc'),
  offset: z.string().optional(),
});
export type DeployLogQuery = z.infer<typeof DeployLogQuery>;

/** Query of GET /v2/deployments/{id}/revisions/{rev}/logs. */
export const RevisionLogQuery = DeployLogQuery.extend({ type: LogType });
export type RevisionLogQuery = z.infer<typeof RevisionLogQuery>;

/** Body of POST /v1/projects/{id}/revisions/{rev}/build_logs and …/deploy_logs. */
export const ProjectLogRequest = z.object({
  order: optional(Order).transform((order) => order ?? 'asc'),
  limit: optional(z.int().min(1).max(LOG_PAGE_MAX)).transform((limit) => limit ?? LOG_PAGE_DEFAULT),
  offset: optional(z.string()),
  query: optional(z.string()),
  level: optional(LogLevel),
  run_id: optional(z.string()),
  start_time: optional(z.string()),
  end_time: optional(z.string()),
});
export type ProjectLogRequest = z.infer<typeof ProjectLogRequest>;

export const DeploymentLogQuery = z.object({
  ...narrowed,
  deployment_id: uuid,
  revision_id: uuid.optional(),
  log_type: z.enum(['BUILD', 'DEPLOY']).default('DEPLOY'),
  sort_order: Order.default('asc'),
  page_size: queryInt(1, 100).default(20),
  cursor: z.string().optional(),
});
export type DeploymentLogQuery = z.infer<typeof DeploymentLogQuery>;

/** A log line in the service's format. `timestamp` is a number of epoch milliseconds or a string. */
export const LogEntry = z.looseObject({
  id: z.union([z.string(), z.number()]).nullish(),
  timestamp: z.union([z.string(), z.number()]).nullish(),
  level: z.string().nullish(),
  message: z.string().nullish(),
});
export type LogEntry = z.infer<typeof LogEntry>;

/** Log lines and the cursor of the next page. The cursor is null if no log lines exist yet. */
export const LogPage = z.looseObject({ logs: z.array(LogEntry), next_offset: z.string().nullish() });
export type LogPage = z.infer<typeof LogPage>;

/** Log lines with the field names of GET /v2/deployment-logs. */
export const DeploymentLogPage = z.looseObject({
  items: z.array(LogEntry),
  next_cursor: z.string().nullish(),
});
export type DeploymentLogPage = z.infer<typeof DeploymentLogPage>;
