import * as z from 'zod';
import { optional } from './primitives.ts';

/** How a header's value is given and kept (spec §2.10). */
export const HEADER_TYPES = ['workspace_secret', 'plaintext', 'opaque'] as const;

/** RFC 9110 token: anything else could split a header. */
const headerName = z.string().regex(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/, 'must be an HTTP header name');

/** One header that the proxy adds to matching requests (spec §2.10). `is_set` is what a read-back says of opaque. */
export const ProxyHeader = z.object({
  name: headerName,
  type: z.enum(HEADER_TYPES),
  value: optional(z.string().regex(/^[^\r\n\0]*$/, 'must not contain line breaks or NUL')),
  is_set: optional(z.boolean()),
});
export type ProxyHeader = z.infer<typeof ProxyHeader>;

/** One external service: which requests match, and what is added to them (spec §2.10). */
export const ProxyRule = z.object({
  name: z.string().min(1),
  match_hosts: optional(z.array(z.string().min(1))),
  match_paths: optional(z.array(z.string().min(1))),
  headers: optional(z.array(ProxyHeader)),
  no_proxy: optional(z.array(z.string().min(1))),
});
export type ProxyRule = z.infer<typeof ProxyRule>;

/** The credential proxy's configuration of one sandbox (spec §2.10). */
export const ProxyConfig = z.object({
  rules: optional(z.array(ProxyRule)),
  no_proxy: optional(z.array(z.string().min(1))),
});
export type ProxyConfig = z.infer<typeof ProxyConfig>;

/** Body of POST /api/v2/sandboxes/boxes (spec §2.10, §4.8). */
export const SandboxCreate = z.object({
  template_name: optional(z.string().min(1)),
  name: optional(z.string().min(1)),
  wait_for_ready: optional(z.boolean()),
  proxy_config: optional(ProxyConfig),
});
export type SandboxCreate = z.infer<typeof SandboxCreate>;

export const SANDBOX_STATUSES = ['provisioning', 'ready', 'failed', 'stopped', 'deleting'] as const;

/** A sandbox as answered (facts: service §3.2): open, because the interface is in preview. */
export const Sandbox = z.looseObject({
  id: z.string().nullish(),
  name: z.string(),
  status: z.string().nullish(),
  status_message: z.string().nullish(),
  dataplane_url: z.string().nullish(),
  template_name: z.string().nullish(),
  created_at: z.string().nullish(),
  updated_at: z.string().nullish(),
  proxy_config: z.looseObject({}).nullish(),
});
export type Sandbox = z.infer<typeof Sandbox>;

/** The workspace secrets that a `workspace_secret` value refers to: each `{KEY}` in it, once (spec §2.10). */
export function secretReferencesIn(value: string): string[] {
  return [...new Set(Array.from(value.matchAll(/\{([A-Za-z_][A-Za-z0-9_]*)\}/g), ([, key]) => key ?? ''))];
}
