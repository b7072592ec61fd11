import * as z from 'zod';
import { parseExactJson } from './exact-json.ts';
import { BULK_DELETE_MAX, LOG_PAGE_DEFAULT, LOG_PAGE_MAX, PAGE_DEFAULT, PAGE_MAX } from './limits.ts';
import { uuid } from './primitives.ts';

/**
 * Converts digits in a query string to a number. A value that is not digits stays unchanged, and the parameter's schema
 * rejects the value.
 */
const digits = (value: unknown): unknown =>
  typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : value;

export const queryInt = (min: number, max = Number.MAX_SAFE_INTEGER) =>
  z.preprocess(digits, z.int().min(min).max(max));

const truths: Record<string, boolean> = { true: true, '1': true, false: false, '0': false };
/** Schema of `true`, `false`, `1` or `0` in a query string, in any letter case. */
export const queryBoolean = z.preprocess(
  (value) => (typeof value === 'string' ? (truths[value.toLowerCase()] ?? value) : value),
  z.boolean(),
);

/** Creates the schema of a comma-separated list in a query string. The schema drops empty entries. */
const queryList = <T extends z.ZodType<unknown, string>>(item: T) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? value.split(',').filter((entry) => entry !== '') : value),
    z.array(item),
  );

/** Parses JSON in a query string. Returns a string that is not JSON unchanged, so the schema rejects the string. */
export function fromJsonText(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    const parsed: unknown = parseExactJson(value);
    // JSON with the key `__proto__` is returned unparsed, because a map would silently lose this key (json-safety.ts).
    return typeof parsed === 'object' && parsed !== null && Object.hasOwn(parsed, '__proto__')
      ? value
      : parsed;
  } catch {
    return value;
  }
}

/** Converts a query parameter, which can be JSON, a comma-separated list or a repeated parameter, to a list. */
export function asList(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  return value.startsWith('[') ? fromJsonText(value) : value.split(',').filter((entry) => entry !== '');
}

export const pageQuery = {
  limit: queryInt(1, PAGE_MAX).default(PAGE_DEFAULT),
  offset: queryInt(0).default(0),
};

export const PageQuery = z.object(pageQuery);

export const DeploymentListQuery = z.object({
  ...pageQuery,
  name: z.string().optional(),
  name_contains: z.string().optional(),
  status: queryList(z.string()).optional(),
  image_version: z.string().optional(),
  deployment_type: z.string().optional(),
  deployment_ids: queryList(uuid).optional(),
  /** The emulator has no tags, so no deployment matches this filter. */
  tag_value_ids: queryList(uuid).optional(),
  /**
   * Filter of newer versions of the official command line, which matches no deployment, because the emulator's
   * deployments have no agent ID.
   */
  agent_id: z.string().optional(),
  agent_environment: z.string().optional(),
  /** Parameter without effect, because every returned deployment is reconciled. */
  remote_reconciled: queryBoolean.optional(),
});
export type DeploymentListQuery = z.infer<typeof DeploymentListQuery>;

export const RevisionListQuery = z.object({
  ...pageQuery,
  status: queryList(z.string()).optional(),
  /** Parameter without effect, because every returned revision is reconciled. */
  remote_reconciled: queryBoolean.optional(),
});
export type RevisionListQuery = z.infer<typeof RevisionListQuery>;

export const DeploymentDeleteQuery = z.object({
  delete_tracing_project: queryBoolean.default(false),
  force: queryBoolean.default(false),
});
export type DeploymentDeleteQuery = z.infer<typeof DeploymentDeleteQuery>;

/** Query of DELETE /v2/deployments. The parameter `deployment_ids` can be repeated. */
export const BulkDeleteQuery = z.object({
  deployment_ids: z.preprocess(
    (value) => (typeof value === 'string' ? [value] : value),
    z.array(uuid.toLowerCase()).min(1).max(BULK_DELETE_MAX),
  ),
});

export const logPageQuery = { limit: queryInt(1, LOG_PAGE_MAX).default(LOG_PAGE_DEFAULT) };
