import * as z from 'zod';
import { parseExactJson } from './exact-json.ts';
import { BULK_DELETE_MAX, LOG_PAGE_DEFAULT, LOG_PAGE_MAX, PAGE_DEFAULT, PAGE_MAX } from './limits.ts';
import { uuid } from './primitives.ts';

/**
 * Converts digits in a query string to a number. Other strings stay unchanged, and the schema of the number rejects
 * them.
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

/** Creates the schema of a comma-separated list in a query string. Empty entries of the list are dropped. */
const queryList = <T extends z.ZodType<unknown, string>>(item: T) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? value.split(',').filter((entry) => entry !== '') : value),
    z.array(item),
  );

/** Parses JSON in a query string. Returns other strings unchanged, and the parameter's schema rejects them. */
export function fromJsonText(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    const parsed: unknown = parseExactJson(value);
    // A map would silently lose the key `__proto__` (json-safety.ts), so JSON with this key is returned unparsed.
    return typeof parsed === 'object' && parsed !== null && Object.hasOwn(parsed, '__proto__')
      ? value
      : parsed;
  } catch {
    return value;
  }
}

/** Converts a list in a query string. The list can be JSON, comma-separated, or a repeated parameter. */
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
   * Newer versions of the official command line search for an agent's deployment with this filter. The emulator's
   * deployments belong to no agent, so no deployment matches the filter.
   */
  agent_id: z.string().optional(),
  agent_environment: z.string().optional(),
  /** Accepted without effect, because every returned deployment is reconciled. */
  remote_reconciled: queryBoolean.optional(),
});
export type DeploymentListQuery = z.infer<typeof DeploymentListQuery>;

export const RevisionListQuery = z.object({
  ...pageQuery,
  status: queryList(z.string()).optional(),
  /** Accepted without effect, because every returned revision is reconciled. */
  remote_reconciled: queryBoolean.optional(),
});
export type RevisionListQuery = z.infer<typeof RevisionListQuery>;

export const DeploymentDeleteQuery = z.object({
  delete_tracing_project: queryBoolean.default(false),
  force: queryBoolean.default(false),
});
export type DeploymentDeleteQuery = z.infer<typeof DeploymentDeleteQuery>;

/** Query of DELETE /v2/deployments. The query parameter of a bulk delete can be repeated. */
export const BulkDeleteQuery = z.object({
  deployment_ids: z.preprocess(
    (value) => (typeof value === 'string' ? [value] : value),
    z.array(uuid.toLowerCase()).min(1).max(BULK_DELETE_MAX),
  ),
});

export const logPageQuery = { limit: queryInt(1, LOG_PAGE_MAX).default(LOG_PAGE_DEFAULT) };
