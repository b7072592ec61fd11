import * as z from 'zod';
import { queryInt } from '../query.ts';

/** Decision of the credential proxy about a request. */
const PROXY_DECISIONS = ['inject', 'forward', 'tunnel', 'bypass', 'deny', 'refuse'] as const;

/** A rule of a sandbox's proxy, with the names of its headers but no values. */
const ProxyRuleSummary = z.object({
  name: z.string(),
  enabled: z.boolean(),
  hosts: z.array(z.string()),
  paths: z.array(z.string()),
  headers: z.array(z.object({ name: z.string(), type: z.string() })),
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
  /** Hosts reached without the proxy's rules, and hosts that may be reached at all; null for any host. */
  no_proxy: z.array(z.string()),
  allow_list: z.array(z.string()).nullable(),
  deny_list: z.array(z.string()).nullable(),
  created_at_ms: z.number(),
  updated_at_ms: z.number(),
  stopped_at_ms: z.number().nullable(),
});
export type SandboxSummary = z.infer<typeof SandboxSummary>;

/** Response of GET …/sandboxes: sandboxes of every workspace, newest first. */
export const SandboxList = z.object({
  now_ms: z.number(),
  sandboxes: z.array(SandboxSummary),
  /** Isolation level of sandboxes on this machine and the checks behind it, as in `/_local/health`. */
  health: z.record(z.string(), z.unknown()),
});
export type SandboxList = z.infer<typeof SandboxList>;

/** Query of GET …/sandboxes/{id}/explain. */
export const ExplainQuery = z.object({ url: z.string().min(1).max(8_192) });

/** Response: the rule that a GET of the URL would match, and why. No request is sent. */
export const ProxyExplanation = z.object({
  url: z.string(),
  decision: z.enum(PROXY_DECISIONS),
  reason: z.string(),
  rule: z.string().nullable(),
  headers: z.array(z.string()),
  detail: z.string(),
});
export type ProxyExplanation = z.infer<typeof ProxyExplanation>;

/** Response of GET …/sandboxes/metrics: Prometheus text; empty until a sandbox needs the proxy. */
export const ProxyMetrics = z.object({ text: z.string() });
export type ProxyMetrics = z.infer<typeof ProxyMetrics>;

/** A line of the proxy's audit log, without queries, headers or values. */
export const AuditLine = z.object({
  /** 1, 2, 3 … without gaps. */
  seq: z.int(),
  /** Real time, ISO 8601, because the proxy has no virtual time. */
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
  /** Names of the added headers. */
  injected: z.array(z.string()),
  /** Number of secrets masked in the response. */
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

/** Response, newest first. */
export const AuditPage = z.object({
  epoch: z.string(),
  total: z.int(),
  first: z.int(),
  last: z.int(),
  lines: z.array(AuditLine),
  next: z.int().nullable(),
});
export type AuditPage = z.infer<typeof AuditPage>;
