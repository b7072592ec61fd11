import * as z from 'zod';
import type { AppDocument, HttpSettings } from '../../ports/agent-http.ts';
import type { AuthSettings } from '../../ports/agent-auth.ts';
import type { AgentSettings } from '../../ports/store.ts';
import type { CorsSettings } from '../../ports/worker.ts';

const record = z.record(z.string(), z.unknown());
const texts = z.array(z.string()).readonly();
const patterns = z.object({ includes: texts, excludes: texts });
const milliseconds = z.int().positive();

const Cors = z.object({
  allow_origins: texts.optional(),
  allow_origin_regex: z.string().optional(),
  allow_methods: texts.optional(),
  allow_headers: texts.optional(),
  allow_credentials: z.boolean().optional(),
  expose_headers: texts.optional(),
  max_age: z.number().optional(),
}) satisfies z.ZodType<CorsSettings>;

/** Settings of an agent that the control plane applies, as a pod sends them. */
export const AgentSettingsBody = z.object({
  items: z.object({ ttlMs: milliseconds.optional(), refreshOnRead: z.boolean() }).optional(),
  threads: z.object({ ttlMs: milliseconds, strategy: z.enum(['delete', 'keep_latest']) }).optional(),
  isIndexed: z.boolean().optional(),
  hasPriority: z.boolean().optional(),
  changesRoutes: z.boolean().optional(),
}) satisfies z.ZodType<AgentSettings>;

const Auth = z.object({
  disableStudioAuth: z.boolean().optional(),
  allowApiKeys: z.boolean().optional(),
  cache: z.object({ keys: texts, ttlSeconds: z.number(), maxSize: z.number() }).optional(),
  openapi: record.optional(),
}) satisfies z.ZodType<AuthSettings>;

const Http = z.object({
  hasApp: z.boolean(),
  disabled: z
    .array(z.enum(['assistants', 'event_streaming', 'mcp', 'meta', 'runs', 'store', 'threads']))
    .readonly(),
  disableWebhooks: z.boolean(),
  mountPrefix: z.string().regex(/^(\/[^?#]*[^/?#])?$/),
  configurableHeaders: patterns.optional(),
  authenticatesApp: z.boolean(),
  webhooks: z
    .object({
      headers: z.record(z.string(), z.string()),
      allowedFields: texts.optional(),
      policy: z
        .object({
          requireHttps: z.boolean(),
          allowedDomains: texts,
          allowedPorts: z.array(z.number()).readonly(),
          maxUrlLength: z.number(),
          disableLoopback: z.boolean(),
          disablePrivateIps: z.boolean(),
        })
        .optional(),
    })
    .optional(),
}) satisfies z.ZodType<HttpSettings>;

const Document = z.object({
  paths: z.record(z.string().startsWith('/'), record),
  components: z.object({ schemas: record.optional() }).optional(),
}) satisfies z.ZodType<AppDocument>;

/** First message of a pod: all facts about the revision that a replica needs. */
export const PodFacts = z.object({
  type: z.literal('facts'),
  deploymentId: z.string().max(100),
  revisionId: z.string().max(100),
  language: z.enum(['javascript', 'python']),
  pid: z.int(),
  graphs: z.record(
    z.string(),
    z.object({
      name: z.string().min(1).max(500).optional().catch(undefined),
      description: z.string().optional(),
    }),
  ),
  protocol: z.boolean().catch(true),
  appDocument: Document.optional().catch(undefined),
  cors: Cors.optional(),
  settings: AgentSettingsBody.optional(),
  auth: Auth.optional(),
  http: Http.optional(),
  ui: z.record(z.string(), z.object({ files: texts })).optional(),
});
export type PodFacts = z.infer<typeof PodFacts>;
