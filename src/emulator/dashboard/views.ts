import type { ProxyRule } from '../../contract/sandbox.ts';
import { secretReferencesIn } from '../../contract/secret-template.ts';
import type { LifecycleEvent } from '../admin/events.ts';
import type { JournalSummary, Span } from '../admin/journal.ts';
import type { RuleList } from '../admin/faults.ts';
import type { DashboardEvent, RequestDetail } from '../../contract/dashboard/events.ts';
import type { ActiveFaultRules } from '../../contract/dashboard/faults.ts';
import { OBSERVED_SURFACES, type RequestSummary } from '../../contract/dashboard/requests.ts';
import type { DashboardLogLine } from '../../contract/dashboard/logs.ts';
import type { RevisionSummary, SourceLabel } from '../../contract/dashboard/deployments.ts';
import type { AuditLine, SandboxSummary } from '../../contract/dashboard/sandboxes.ts';
import { isFinal } from '../../contract/statuses.ts';
import type { AuditEntry } from '../../credential-proxy/messages.ts';
import type { DeploymentRow, LogLine, RevisionRow, SandboxRow } from '../ports/store.ts';

// Converts a journal entry, which contains no secrets, to its displayed form.

export function toRequestSummary(entry: JournalSummary): RequestSummary {
  const { fault } = entry;
  return {
    seq: entry.seq,
    at_ms: entry.at,
    surface: OBSERVED_SURFACES.find((one) => one === entry.surface) ?? 'control-plane',
    method: entry.method,
    path: entry.path,
    query: entry.query ?? null,
    status: entry.status,
    ms: entry.ms,
    deployment_id: entry.deploymentId ?? null,
    fault: fault === undefined ? null : { rule: fault.rule, effects: [...fault.effects] },
    replay_of: entry.replayOf ?? null,
    began: entry.began,
    ended: entry.ended,
  };
}

/** Returns the parts of a request's duration. */
export function toTimes({ ms, times }: JournalSummary): RequestDetail['times'] {
  if (times === undefined) return null;
  const { held, decided } = times;
  return { held_ms: held, decide_ms: decided, send_ms: Math.max(0, ms - held - decided) };
}

export function toDashboardEvent({ item, began }: Span<LifecycleEvent>): DashboardEvent {
  const { at, ...event } = item;
  return { ...event, at_ms: Date.parse(at), moment: began };
}

/**
 * Converts fault rules to the format of the dashboard. `lastHits` maps a rule's ID to the newest requests that the rule
 * affected.
 */
export function toFaultRules(
  { revision, seed, rules }: RuleList,
  lastHits: (rule: string) => readonly number[],
): ActiveFaultRules {
  return {
    revision,
    seed,
    rules: rules.map(({ rule, ...counted }) => ({
      ...counted,
      rule: { ...rule, match: { ...rule.match }, then: { ...rule.then } },
      last_hits: [...lastHits(counted.id)],
    })),
  };
}

export function toLogLine(line: LogLine): DashboardLogLine {
  return {
    id: line.id,
    revision_id: line.revisionId,
    kind: line.kind,
    level: line.level,
    at_ms: line.at,
    message: line.message,
  };
}

function withoutCredentials(url: string): string {
  return url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^\s/?#@]+@/i, '$1');
}

export function toSourceLabel(
  { source, sourceConfig }: Pick<DeploymentRow, 'source' | 'sourceConfig'>,
  config: RevisionRow['config'] | undefined,
): SourceLabel {
  const repository = sourceConfig.repo_url ?? null;
  return {
    source,
    repository: repository === null ? null : withoutCredentials(repository),
    ref: config?.repo_ref ?? null,
    commit: config?.repo_commit_sha ?? null,
    image: config?.image_uri ?? null,
    tarball: config?.source_tarball_path ?? null,
  };
}

/** Times at which revisions started and stopped serving, keyed by revision ID. */
export type ServingSpans = ReadonlyMap<string, { from_ms: number; until_ms: number | null }>;

/**
 * Returns the serving times of a deployment's revisions. A revision serves from DEPLOYED until the next revision is
 * DEPLOYED. Only the active revision has no end of serving, so an older revision never appears to serve.
 */
export function servingSpans(revisions: readonly RevisionRow[], activeId: string | null): ServingSpans {
  const starts = revisions
    .flatMap(({ id, seq, history }) => {
      const at = history.find(({ status }) => status === 'DEPLOYED')?.at;
      return at === undefined ? [] : [{ id, seq, at }];
    })
    // Two revisions might have started in the same millisecond, so their sequence numbers are compared too.
    .toSorted((a, b) => a.at - b.at || a.seq - b.seq);
  return new Map(
    starts.map(({ id, at }, index) => {
      const until = starts[index + 1]?.at ?? null;
      return [id, { from_ms: at, until_ms: id === activeId ? null : (until ?? at) }];
    }),
  );
}

export function toRevisionSummary(
  deployment: DeploymentRow,
  row: RevisionRow,
  { cause, spans }: { cause: RevisionSummary['cause']; spans: ServingSpans },
): RevisionSummary {
  return {
    id: row.id,
    deployment_id: row.deploymentId,
    number: row.seq,
    status: row.status,
    message: row.statusMessage,
    final: isFinal(row.status),
    source: toSourceLabel({ ...deployment, source: row.source }, row.config),
    cause,
    phases: row.history.map(({ status, at }) => ({ status, at_ms: at })),
    serving: spans.get(row.id) ?? null,
    created_at_ms: row.createdAt,
    updated_at_ms: row.updatedAt,
  };
}

/**
 * Converts a sandbox to its displayed form, without secrets. `used` contains the number of requests that used each rule
 * with a budget, keyed by the rule's name.
 */
export function toSandboxSummary(row: SandboxRow, used: ReadonlyMap<string, number>): SandboxSummary {
  const config = row.proxy?.config;
  return {
    id: row.id,
    workspace_id: row.workspaceId,
    name: row.name,
    status: row.status,
    message: row.statusMessage,
    template: row.settings.templateName,
    idle_ttl_s: row.settings.idleTtlSeconds,
    delete_after_stop_s: row.settings.deleteAfterStopSeconds,
    rules: (config?.rules ?? []).map((rule) => ({
      name: rule.name,
      enabled: rule.enabled !== false,
      hosts: rule.match_hosts ?? [],
      paths: rule.match_paths ?? [],
      headers: (rule.headers ?? []).map((header) => ({
        name: header.name,
        type: header.type,
        secrets: header.type === 'workspace_secret' ? secretReferencesIn(header.value ?? '') : [],
      })),
      signature: signatureOf(rule.sign),
      placeholders: (rule.placeholders ?? []).map(({ env, in: places, value }) => ({
        variable: env,
        places: places ?? ['header'],
        secrets: secretReferencesIn(value),
      })),
      budget: budgetOf(rule, used),
    })),
    no_proxy: config?.no_proxy ?? [],
    allow_list: config?.access_control?.allow_list ?? null,
    deny_list: config?.access_control?.deny_list ?? null,
    created_at_ms: row.createdAt,
    updated_at_ms: row.updatedAt,
    stopped_at_ms: row.stoppedAt,
  };
}

function signatureOf(sign: ProxyRule['sign']): SandboxSummary['rules'][number]['signature'] {
  if (sign?.aws) {
    const { access_key_id: id, secret_access_key: key, session_token: token, region, service } = sign.aws;
    const scope = [region && `region ${region}`, service && `service ${service}`].filter(Boolean);
    return {
      header: 'Authorization',
      method: ['AWS Signature Version 4', ...scope].join(', '),
      secrets: [...new Set([id, key, token ?? ''].flatMap(secretReferencesIn))],
    };
  }
  if (!sign?.hmac) return null;
  const { header, algorithm, secret } = sign.hmac;
  const method = algorithm === 'sha512' ? 'HMAC SHA-512' : 'HMAC SHA-256';
  return { header, method, secrets: secretReferencesIn(secret) };
}

function budgetOf(
  { name, budget }: ProxyRule,
  used: ReadonlyMap<string, number>,
): SandboxSummary['rules'][number]['budget'] {
  if (!budget) return null;
  const { uses, until } = budget;
  return { uses: uses ?? null, used: used.get(name) ?? 0, until_ms: until ? Date.parse(until) : null };
}

export function toAuditLine(entry: AuditEntry, seq: number): AuditLine {
  return {
    seq,
    at: entry.at,
    sandbox_id: entry.sandbox,
    rule: entry.rule,
    decision: entry.decision,
    reason: entry.reason,
    scheme: entry.scheme,
    method: entry.method,
    host: entry.host,
    port: entry.port,
    path: entry.path,
    status: entry.status,
    bytes_up: entry.bytesUp,
    bytes_down: entry.bytesDown,
    ms: entry.ms,
    injected: entry.injected,
    masked: entry.masked,
  };
}
