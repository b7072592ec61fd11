import type { Display } from '../inputs/settings.ts';
import { DEFAULT_POLICY, exitCodeOf, type Outcome, type OutcomeKind, severityOf } from '../outcome.ts';
import { announce } from '../report/announce.ts';
import { troubleshootingLink } from '../report/links.ts';
import { spellDuration } from '../report/headline.ts';
import { shortSummary } from '../report/short-summary.ts';
import { errorMessage } from '../../os/errors.ts';
import { DISPLAY_MAX, shorten } from '../text.ts';
import type { EmulatorContext } from './context.ts';
import type { EmulatorRecord } from './record.ts';

/** Names of the outputs of `emulator/action.yml`, in the order of the documentation. */
export const EMULATOR_OUTPUTS = [
  'outcome',
  'reason-code',
  'control-plane-url',
  'api-key',
  'workspace-id',
  'sandbox-url',
  'tracing-url',
  'admin-url',
  'log-folder',
  'version',
  'duration-seconds',
  'result',
] as const;

/**
 * Name of the output that contains the API key. The output with the API key is not redacted, and is written only if the
 * emulator is ready.
 */
const SECRET_OUTPUT = 'api-key';
type EmulatorOutput = Exclude<(typeof EMULATOR_OUTPUTS)[number], typeof SECRET_OUTPUT>;

/**
 * The JSON in the output `result`, which is made for programs. New fields can be added to `result`, but any other
 * change requires a new `schema_version`.
 */
interface EmulatorResultJson {
  schema_version: 1;
  outcome: OutcomeKind;
  reason_code: string;
  message: string;
  version: string | null;
  urls: { control_plane: string; sandbox: string; tracing: string; admin: string } | null;
  workspace_id: string | null;
  log_folder: string | null;
  duration_seconds: number;
}

/** Reports the outcome in outputs, log and summary, and returns the exit code. */
export async function reportEmulator(
  context: EmulatorContext,
  end: Outcome,
  display: Display,
): Promise<0 | 1> {
  const { host, plain, record, state, clock, redact } = context;
  const severity = severityOf(end.kind, DEFAULT_POLICY);
  const isServing = end.kind === 'provided';
  const shown: EmulatorRecord = isServing ? record : { ...record, serving: undefined };
  for (const [name, value] of Object.entries(emulatorOutputs(end, shown, clock.now()))) {
    await attempt(context, `output ${name}`, () => host.setOutput(name, value));
  }
  // Does not redact the output with the API key, because later steps read the key from the output. The runner masks the
  // API key in logs.
  await attempt(context, `output ${SECRET_OUTPUT}`, () =>
    plain.setOutput(SECRET_OUTPUT, shown.serving?.apiKey ?? ''),
  );
  const message = shorten(redact(end.message), DISPLAY_MAX);
  const help = troubleshootingLink(host.env, end.reason);
  announce(host, { ...end, message }, { severity, help, annotations: display.annotations });
  if (display.summary) {
    const notes: [string, string | undefined][] = [
      ['control plane', shown.serving?.urls.controlPlane],
      ['version', record.version],
      ['took', spellDuration(clock.now() - record.startedAt)],
    ];
    await attempt(context, 'job summary', () =>
      host.addSummary(() => {
        const parts = shortSummary('Emulator', { ...end, message }, { severity, help, notes });
        return `${parts.join('\n\n')}\n`;
      }),
    );
  }
  Object.assign(state, { stage: 'reported', serving: isServing });
  await context.checkpoint();
  return exitCodeOf(end.kind, DEFAULT_POLICY);
}

async function attempt(context: EmulatorContext, what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    context.host.log(`The ${what} could not be written: ${errorMessage(error)}`);
  }
}

/** Returns the values of all outputs except the secret output, with an empty string for each unknown value. */
function emulatorOutputs(end: Outcome, record: EmulatorRecord, now: number): Record<EmulatorOutput, string> {
  const { serving, version, logFolder } = record;
  const urls = serving?.urls;
  const seconds = Math.round(Math.max(0, now - record.startedAt) / 100) / 10;
  const result: EmulatorResultJson = {
    schema_version: 1,
    outcome: end.kind,
    reason_code: end.reason,
    message: end.message,
    version: version ?? null,
    urls: urls
      ? {
          control_plane: urls.controlPlane,
          sandbox: urls.sandboxes,
          tracing: urls.tracing,
          admin: urls.admin,
        }
      : null,
    workspace_id: serving?.workspaceId ?? null,
    log_folder: logFolder ?? null,
    duration_seconds: seconds,
  };
  return {
    outcome: end.kind,
    'reason-code': end.reason,
    'control-plane-url': urls?.controlPlane ?? '',
    'workspace-id': serving?.workspaceId ?? '',
    'sandbox-url': urls?.sandboxes ?? '',
    'tracing-url': urls?.tracing ?? '',
    'admin-url': urls?.admin ?? '',
    'log-folder': logFolder ?? '',
    version: version ?? '',
    'duration-seconds': String(seconds),
    result: JSON.stringify(result),
  };
}
