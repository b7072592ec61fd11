import * as z from 'zod';
import { maxItems, dateTime, jsonObject, optional, text, uuid } from './primitives.ts';
import { queryBoolean, queryInt } from './query.ts';
import { LIST_MAX } from './limits.ts';

const configured = {
  config: optional(jsonObject),
  context: optional(jsonObject),
  metadata: optional(jsonObject),
  name: optional(text),
  description: optional(text),
};

export const AssistantCreate = z.object({
  graph_id: z.string().min(1),
  assistant_id: optional(uuid),
  if_exists: optional(z.enum(['raise', 'do_nothing'])),
  ...configured,
});
export type AssistantCreate = z.infer<typeof AssistantCreate>;

/** Body of PATCH /assistants/{id}. Fields that are set replace the current values, and metadata is merged. */
export const AssistantPatch = z.object({ graph_id: optional(z.string().min(1)), ...configured });
export type AssistantPatch = z.infer<typeof AssistantPatch>;

export const AssistantDeleteQuery = z.object({ delete_threads: queryBoolean.default(false) });

const filters = {
  graph_id: optional(z.string()),
  /** Part of the assistant's name, in any letter case. */
  name: optional(z.string()),
  metadata: optional(jsonObject),
};
const page = {
  limit: optional(z.int().min(1).max(1000)),
  offset: optional(z.int().min(0)),
};

export const AssistantCount = z.object(filters);
export type AssistantCount = z.infer<typeof AssistantCount>;

export const AssistantSearch = z.object({
  ...filters,
  ...page,
  sort_by: optional(z.enum(['assistant_id', 'graph_id', 'name', 'created_at', 'updated_at'])),
  sort_order: optional(z.enum(['asc', 'desc'])),
  select: optional(
    maxItems(
      LIST_MAX,
      z.array(
        z.enum([
          'assistant_id',
          'graph_id',
          'name',
          'description',
          'config',
          'context',
          'created_at',
          'updated_at',
          'metadata',
          'version',
        ]),
      ),
    ),
  ),
});
export type AssistantSearch = z.infer<typeof AssistantSearch>;

/** Body of POST /assistants/{id}/versions. */
export const VersionSearch = z.object({ metadata: optional(jsonObject), ...page });
export type VersionSearch = z.infer<typeof VersionSearch>;

/** Body of POST /assistants/{id}/latest. */
export const VersionChange = z.object({ version: z.int().min(1).max(Number.MAX_SAFE_INTEGER) });

const version = {
  assistant_id: uuid,
  graph_id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  config: jsonObject,
  context: jsonObject,
  metadata: jsonObject,
  version: z.int(),
  created_at: dateTime,
};

/** One version of an assistant in the server's format. `created_at` is the creation time of the version. */
export const AssistantVersion = z.looseObject(version);
export type AssistantVersion = z.infer<typeof AssistantVersion>;

/**
 * An assistant in the server's format. Each graph has a default assistant with an ID that is derived from the graph's
 * name, in addition to the assistants that clients create.
 */
export const Assistant = z.looseObject({ ...version, updated_at: dateTime });
export type Assistant = z.infer<typeof Assistant>;

/** An assistant in search results, which contains only the selected fields if the search sets `select`. */
export const AssistantSearchResult = Assistant.partial();

/** Query of GET /assistants/{id}/graph. `xray` is the number of levels of subgraphs to draw, or true for all levels. */
export const DrawingQuery = z.object({
  xray: z.union([queryInt(0, 1000), queryBoolean]).default(false),
});

/** Query of GET /assistants/{id}/subgraphs. */
export const SubgraphQuery = z.object({ recurse: queryBoolean.default(false) });

/** Response of GET /assistants/{id}/graph, in the format of the graph library. */
export const GraphDrawing = z.object({ nodes: z.array(jsonObject), edges: z.array(jsonObject) });

/** JSON schemas of a graph. A schema is null if the graph's worker does not know the schema. */
export const GraphSchema = z.object({
  graph_id: z.string(),
  input_schema: jsonObject.nullable(),
  output_schema: jsonObject.nullable(),
  state_schema: jsonObject.nullable(),
  config_schema: jsonObject.nullable(),
  context_schema: jsonObject.nullable(),
});

/** Response of GET /assistants/{id}/subgraphs, keyed by namespace. */
export const Subgraphs = z.record(z.string(), GraphSchema);
export type Subgraphs = z.infer<typeof Subgraphs>;
