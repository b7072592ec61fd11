import * as z from 'zod';
import { cIdentifier, optional } from './primitives.ts';

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

/** What anything in a configuration may be described by (facts: service §3.4). */
const description = z.string().max(1024);

/** One external service: which requests match, and what is added to them (spec §2.10; facts: service §3.4). */
export const ProxyRule = z.object({
  name: z.string().min(1).max(128),
  /** Absent = a header rule; the provider types (`aws`, `gcp`, `azure`) sign requests, which our proxy does not. */
  type: optional(z.string().max(32)),
  /** Absent = true. A rule that is off is kept and checked, and matches nothing. */
  enabled: optional(z.boolean()),
  description: optional(description),
  match_hosts: optional(z.array(z.string().min(1))),
  match_paths: optional(z.array(z.string().min(1))),
  /** Each `name: value`; all of them must be on the request. */
  match_headers: optional(z.array(z.string().min(1))),
  headers: optional(z.array(ProxyHeader)),
  no_proxy: optional(z.array(z.string().min(1))),
  /** Harmless values for tools that do not start without a variable; set in the sandbox while the rule is on. */
  env_vars: optional(z.record(cIdentifier, z.string().regex(/^[^\0]*$/, 'must not contain NUL'))),
});
export type ProxyRule = z.infer<typeof ProxyRule>;

/** Which hosts may be reached at all: one of the two lists (facts: service §3.4). */
export const AccessControl = z.object({
  allow_list: optional(z.array(z.string().min(1))),
  deny_list: optional(z.array(z.string().min(1))),
});
export type AccessControl = z.infer<typeof AccessControl>;

/** The credential proxy's configuration of one sandbox (spec §2.10; facts: service §3.4). */
export const ProxyConfig = z.object({
  rules: optional(z.array(ProxyRule)),
  no_proxy: optional(z.array(z.string().min(1))),
  access_control: optional(AccessControl),
  /** Headers that come from a URL of the user's: not served by our proxy, and refused rather than ignored. */
  callbacks: optional(z.array(z.looseObject({}))),
  description: optional(description),
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
