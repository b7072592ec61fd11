import type { Display } from '../inputs/settings.ts';
import { DEFAULT_POLICY, exitCodeOf, type Outcome, type OutcomeKind, severityOf } from '../outcome.ts';
import { announce } from '../report/announce.ts';
import { troubleshootingLink } from '../report/links.ts';
import { errorMessage } from '../../os/errors.ts';
import { shorten, DISPLAY_MAX, TEXT_MAX } from '../text.ts';
import type { SandboxRecord } from './record.ts';
import { sandboxSummary } from './summary.ts';
import type { SandboxContext } from './context.ts';

/**
 * Reports the outcome of `sandbox/action.yml` in the outputs, one annotation and the job summary, and returns the exit
 * code. A failed write adds a log line, but does not change the outcome.
 */
export async function reportSandbox(context: SandboxContext, end: Outcome, display: Display): Promise<0 | 1> {
  const { host, record, clock, redactor } = context;
  const severity = severityOf(end.kind, DEFAULT_POLICY);
  for (const [name, value] of Object.entries(sandboxOutputs(end, record, clock.now()))) {
    await attempt(context, `output ${name}`, () => host.setOutput(name, value));
  }
  const redact = (text: string) => redactor.redact(text);
  // Redacts the message before escaping it, because a secret with Markdown escapes would not be recognized.
  const message = shorten(redact(end.message), DISPLAY_MAX);
  const help = troubleshootingLink(host.env, end.reason);
  announce(host, { ...end, message }, { severity, help, annotations: display.annotations });
  if (display.summary) {
    await attempt(context, 'job summary', () => {
      const shown = { ...end, message };
      return host.addSummary(() =>
        sandboxSummary(shown, severity, redactRecord(record, redact), { now: clock.now(), help }),
      );
    });
  }
  record.stage = 'reported';
  await context.checkpoint();
  return exitCodeOf(end.kind, DEFAULT_POLICY);
}

function redactRecord(record: SandboxRecord, hide: (text: string) => string): SandboxRecord {
  const { usage, isolation, sandbox } = record;
  const redact = (text: string) => shorten(hide(text), TEXT_MAX);
  return {
    ...record,
    sandbox: sandbox && {
      ...sandbox,
      name: redact(sandbox.name),
      status: sandbox.status && redact(sandbox.status),
    },
    warnings: record.warnings.map(redact),
    isolation: isolation && { ...isolation, findings: isolation.findings.map(redact) },
    usage: usage && {
      ...usage,
      rows: usage.rows.map((row) => ({ ...row, host: row.host === null ? null : redact(row.host) })),
    },
  };
}

async function attempt(context: SandboxContext, what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    context.host.log(`The ${what} could not be written: ${errorMessage(error)}`);
  }
}

/** Names of the outputs of `sandbox/action.yml`, in the order of the documentation. */
export const SANDBOX_OUTPUTS = [
  'outcome',
  'reason-code',
  'sandbox-name',
  'sandbox-id',
  'sandbox-status',
  'dataplane-url',
  'api-url',
  'swept',
  'exit-code',
  'isolation',
  'proxy-address',
  'proxy-url',
  'ca-file',
  'ca-bundle-file',
  'env-file',
  'requests',
  'usage',
  'duration-seconds',
  'result',
] as const;

/** Name of the output that contains a credential, written separately and only if the proxy is running. */
export const SECRET_OUTPUT = 'proxy-url';
type SandboxOutput = Exclude<(typeof SANDBOX_OUTPUTS)[number], typeof SECRET_OUTPUT>;

/**
 * The JSON in the output `result`, which is made for programs. New fields can be added to `result`, but any other
 * change requires a new `schema_version`.
 */
interface SandboxResultJson {
  schema_version: 1;
  outcome: OutcomeKind;
  reason_code: string;
  message: string;
  mode: string | null;
  sandbox: { name: string; id: string | null; status: string | null; dataplane_url: string | null } | null;
  swept: readonly { name: string; run_id: string; age_seconds: number; did: string }[] | null;
  command: { exit_code: number | null; ended: string } | null;
  isolation: { level: string; findings: readonly string[] } | null;
  proxy: { address: string } | null;
  usage: UsageJson | null;
  warnings: readonly string[];
  duration_seconds: number;
}

/** Usage of each rule as counts and names, without any values. */
interface UsageJson {
  requests: number;
  rows: {
    rule: string | null;
    host: string | null;
    decision: string;
    reason: string;
    requests: number;
    headers: readonly string[];
    masked: number;
    errors: number;
  }[];
}

function sandboxResult(end: Outcome, record: SandboxRecord, now: number): SandboxResultJson {
  const { sandbox, swept, command, isolation, proxy } = record;
  return {
    schema_version: 1,
    outcome: end.kind,
    reason_code: end.reason,
    message: end.message,
    mode: record.mode || null,
    sandbox: sandbox
      ? {
          name: sandbox.name,
          id: sandbox.id ?? null,
          status: sandbox.status ?? null,
          dataplane_url: sandbox.url ?? null,
        }
      : null,
    swept: sweptJson(swept),
    command: command ? { exit_code: command.exitCode ?? null, ended: command.ended } : null,
    isolation: isolation ?? null,
    proxy: proxy ? { address: proxy.address } : null,
    usage: usageJson(record),
    warnings: record.warnings,
    duration_seconds: secondsSince(record, now),
  };
}

/** Returns the values of all outputs except the secret output, with an empty string for each unknown value. */
function sandboxOutputs(end: Outcome, record: SandboxRecord, now: number): Record<SandboxOutput, string> {
  const { sandbox, command, isolation, proxy } = record;
  const [swept, usage] = [sweptJson(record.swept), usageJson(record)];
  return {
    outcome: end.kind,
    'reason-code': end.reason,
    'sandbox-name': sandbox?.name ?? '',
    'sandbox-id': sandbox?.id ?? '',
    'sandbox-status': sandbox?.status ?? '',
    'dataplane-url': sandbox?.url ?? '',
    'api-url': record.apiUrl ?? '',
    swept: swept === null ? '' : JSON.stringify({ sandboxes: swept }),
    'exit-code': command?.exitCode === undefined ? '' : String(command.exitCode),
    isolation: isolation?.level ?? '',
    'proxy-address': proxy?.address ?? '',
    'ca-file': proxy?.caFile ?? '',
    'ca-bundle-file': proxy?.bundleFile ?? '',
    'env-file': proxy?.envFile ?? '',
    requests: usage === null ? '' : String(usage.requests),
    usage: usage === null ? '' : JSON.stringify(usage),
    'duration-seconds': String(secondsSince(record, now)),
    result: JSON.stringify(sandboxResult(end, record, now)),
  };
}

function sweptJson(swept: SandboxRecord['swept']): SandboxResultJson['swept'] {
  if (swept === undefined) return null;
  return swept.map(({ name, runId, ageMs, did }) => ({
    name,
    run_id: runId,
    age_seconds: Math.round(ageMs / 1000),
    did,
  }));
}

function usageJson({ usage }: SandboxRecord): UsageJson | null {
  if (usage === undefined) return null;
  const rows = usage.rows.map(({ injected, refusedByHost, ...row }) => ({
    ...row,
    headers: injected,
    errors: refusedByHost,
  }));
  return { requests: usage.requests, rows };
}

function secondsSince({ startedAt }: SandboxRecord, now: number): number {
  return Math.round(Math.max(0, now - startedAt) / 100) / 10;
}
