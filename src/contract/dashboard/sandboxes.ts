import * as z from 'zod';
import { queryInt } from '../query.ts';

const PROXY_DECISIONS = ['inject', 'forward', 'tunnel', 'bypass', 'deny', 'refuse'] as const;

/** A rule of a sandbox's credential proxy, with the names of its headers but without their values. */
const ProxyRuleSummary = z.object({
  name: z.string(),
  enabled: z.boolean(),
  hosts: z.array(z.string()),
  paths: z.array(z.string()),
  headers: z.array(
    z.object({
      name: z.string(),
      type: z.string(),
      /** Names of the workspace secrets in the header's value, or empty if the value contains no workspace secrets. */
      secrets: z.array(z.string()),
    }),
  ),
  /** Signature that the rule adds to requests, or null. */
  signature: z
    .object({
      /** Header with the signature. */
      header: z.string(),
      /** Method of the signature, such as `HMAC SHA-256`. */
      method: z.string(),
      /** Names of the workspace secrets of the signing key. */
      secrets: z.array(z.string()),
    })
    .nullable(),
  placeholders: z.array(
    z.object({
      /** Variable of the sandbox that contains the sentinel. */
      variable: z.string(),
      /** Parts of a request in which the proxy replaces the sentinel, such as `header`. */
      places: z.array(z.string()),
      /** Names of the workspace secrets in the value that replaces the sentinel. */
      secrets: z.array(z.string()),
    }),
  ),
  /** Budget of the rule, or null if the rule has no budget. */
  budget: z
    .object({
      /** Number of requests that may use the rule, or null without this limit. */
      uses: z.number().nullable(),
      /** Number of requests that used the rule. */
      used: z.number(),
      /** Time in epoch milliseconds from which on the proxy refuses the rule's requests, or null without this limit. */
      until_ms: z.number().nullable(),
    })
    .nullable(),
});
type ProxyRuleSummary = z.infer<typeof ProxyRuleSummary>;

export const SandboxSummary = z.object({
  id: z.string(),
  workspace_id: z.string(),
  name: z.string(),
  status: z.string(),
  message: z.string().nullable(),
  template: z.string().nullable(),
  idle_ttl_s: z.number(),
  delete_after_stop_s: z.number(),
  rules: z.array(ProxyRuleSummary),
  /**
   * Hosts that the proxy's rules do not apply to. `allow_list` contains the permitted hosts, or is null if all hosts
   * are permitted.
   */
  no_proxy: z.array(z.string()),
  allow_list: z.array(z.string()).nullable(),
  deny_list: z.array(z.string()).nullable(),
  created_at_ms: z.number(),
  updated_at_ms: z.number(),
  stopped_at_ms: z.number().nullable(),
});
export type SandboxSummary = z.infer<typeof SandboxSummary>;

/** Response of GET …/sandboxes: the sandboxes of all workspaces, newest first. */
export const SandboxList = z.object({
  now_ms: z.number(),
  sandboxes: z.array(SandboxSummary),
  /**
   * Isolation level of sandboxes on this machine, and the results of the checks that determined the level, in the
   * format of `/_local/health`.
   */
  health: z.record(z.string(), z.unknown()),
});
export type SandboxList = z.infer<typeof SandboxList>;

/** Query of GET …/sandboxes/{id}/explain. */
export const ExplainQuery = z.object({ url: z.string().min(1).max(8_192) });

/** Response of GET …/sandboxes/{id}/explain: the rule that matches a GET request for the URL, with the reason. */
export const ProxyExplanation = z.object({
  url: z.string(),
  decision: z.enum(PROXY_DECISIONS),
  reason: z.string(),
  rule: z.string().nullable(),
  headers: z.array(z.string()),
  detail: z.string(),
});
export type ProxyExplanation = z.infer<typeof ProxyExplanation>;

/** Response of GET …/sandboxes/metrics: Prometheus metrics of the proxy, or empty until a sandbox needs the proxy. */
export const ProxyMetrics = z.object({ text: z.string() });
export type ProxyMetrics = z.infer<typeof ProxyMetrics>;

/** A line of the proxy's audit log, without queries, headers and values. */
export const AuditLine = z.object({
  /** Number of the line, starting at 1 and without gaps. */
  seq: z.int(),
  /** Time of the line in ISO 8601, in real time, because the proxy does not use virtual time. */
  at: z.string(),
  sandbox_id: z.string().nullable(),
  rule: z.string().nullable(),
  decision: z.enum(PROXY_DECISIONS),
  reason: z.string(),
  scheme: z.enum(['http', 'https', 'tunnel']),
  method: z.string().nullable(),
  host: z.string().nullable(),
  port: z.int().nullable(),
  path: z.string().nullable(),
  status: z.int().nullable(),
  bytes_up: z.int(),
  bytes_down: z.int(),
  ms: z.number(),
  /** Names of the headers that the proxy added to the request. */
  injected: z.array(z.string()),
  /** Number of secrets that the proxy masked in the response. */
  masked: z.int(),
});
export type AuditLine = z.infer<typeof AuditLine>;

/** Query of GET …/audit. */
export const AuditQuery = z.object({
  sandbox_id: z.guid().toLowerCase().optional(),
  before: queryInt(1).optional(),
  limit: queryInt(1, 10_000).default(500),
});
export type AuditQuery = z.infer<typeof AuditQuery>;

/** Response of GET …/audit, newest line first. */
export const AuditPage = z.object({
  epoch: z.string(),
  total: z.int(),
  first: z.int(),
  last: z.int(),
  lines: z.array(AuditLine),
  next: z.int().nullable(),
});
export type AuditPage = z.infer<typeof AuditPage>;
