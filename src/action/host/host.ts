import type { Redactor } from '../../redaction/redactor.ts';
import type { RunEvent } from '../event.ts';
import { REASONS } from '../outcome.ts';
import type { PhaseSpan } from '../run-record.ts';
import { shorten, DISPLAY_MAX } from '../text.ts';

/**
 * A message that GitHub shows on the run's page. GitHub limits the number of annotations per step, so annotations are
 * not used for progress.
 */
export interface Annotation {
  level: 'error' | 'warning' | 'notice';
  title: string;
  message: string;
  /** Path of a file in the repository, and the line of the file where GitHub shows the message. */
  file?: string | undefined;
  line?: number | undefined;
}

/** Shows a wait for a revision on an interactive host, such as a terminal. */
export interface Progress {
  /**
   * Begins a wait. `usualMs` is the duration of earlier revisions in milliseconds, or `undefined` if the duration is
   * unknown.
   */
  begin(wait: { title: string; usualMs: number | undefined }): void;
  /** Shows the phases of the rollout so far. */
  update(timeline: readonly PhaseSpan[]): void;
  /** Shows the latest log lines of the current phase. */
  showLog(lines: readonly string[]): void;
  end(): void;
}

/**
 * Interface between the action and the program that runs the action: GitHub's runner, the command line, or a test. The
 * host provides the environment, and receives the log, outputs, masks, summary and state.
 */
export interface Host {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Event of the run; absent if the host provides GitHub's variables and event file instead. */
  readonly event?: RunEvent | undefined;
  /** Command that explains a reason code; absent if the host has no such command. */
  readonly explainCommand?: string | undefined;
  /** Shows waits; absent if the host shows only the log. */
  readonly progress?: Progress | undefined;
  /** Returns the content of a file, such as the event file, or throws if the file cannot be read. */
  readFile(path: string): string;
  log(line: string): void;
  startGroup(title: string): void;
  endGroup(): void;
  annotate(annotation: Annotation): void;
  /** Tells the runner to mask this string in all following lines of the job's log. */
  mask(text: string): void;
  setOutput(name: string, value: string): Promise<void>;
  saveState(name: string, value: string): Promise<void>;
  /** Adds Markdown to the step's summary, without calling `markdown` if the host has no summaries. */
  addSummary(markdown: () => string): Promise<void>;
}

/**
 * Maximum length of a summary in characters, because GitHub's limit is 1 MiB, and a character occupies up to four
 * bytes.
 */
const SUMMARY_MAX = 250_000;

/** Wraps a host so that everything that it outputs is redacted and shortened. */
export function createRedactingHost(host: Host, redactor: Pick<Redactor, 'redact'>): Host {
  const redact = (text: string) => shorten(redactor.redact(text), DISPLAY_MAX);
  return {
    env: host.env,
    event: host.event,
    explainCommand: host.explainCommand,
    progress: host.progress && redactingProgress(host.progress, redact),
    readFile: (path) => host.readFile(path),
    // Bypasses the redactor, because the mask command needs the secret itself.
    mask: (text) => host.mask(text),
    log: (line) => host.log(redact(line)),
    startGroup: (title) => host.startGroup(redact(title)),
    endGroup: () => host.endGroup(),
    annotate: ({ level, title, message, file, line }) =>
      host.annotate({
        level,
        title: redact(title),
        message: redact(message),
        ...(file === undefined ? {} : { file: redact(file), line }),
      }),
    setOutput: async (name, value) => {
      const redacted = redactValue(value, redact);
      if (redacted !== value && parseObject(value) === undefined) {
        host.log(`The output ${name} contains a masked value, which is replaced by asterisks.`);
      }
      await host.setOutput(name, redacted);
    },
    saveState: (name, value) => host.saveState(name, redactValue(value, redact)),
    addSummary: (markdown) => host.addSummary(() => shorten(redactor.redact(markdown()), SUMMARY_MAX)),
  };
}

function redactingProgress(progress: Progress, redact: (text: string) => string): Progress {
  return {
    begin: ({ title, usualMs }) => progress.begin({ title: redact(title), usualMs }),
    update: (timeline) => progress.update(timeline.map((span) => ({ ...span, status: redact(span.status) }))),
    // Redacts all lines together, because a secret can span several lines.
    showLog: (lines) => progress.showLog(redact(lines.join('\n')).split('\n')),
    end: () => progress.end(),
  };
}

/**
 * Redacts an output value that programs read. The result of redacting valid JSON is valid JSON. Does not redact words
 * that cannot reveal a secret, so a secret with the value `deployed` does not hide every outcome.
 */
function redactValue(value: string, redact: (text: string) => string): string {
  const json = parseObject(value);
  if (json === undefined) return isOpen(value) ? value : redact(value);
  return JSON.stringify(json, (_key, part: unknown) =>
    typeof part === 'string' && !isOpen(part) ? redact(part) : part,
  );
}

function parseObject(text: string): unknown {
  if (!text.startsWith('{')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Words for the action's outcomes. Like IDs, commits and numbers, the words are never redacted. */
const WORDS: ReadonlySet<string> = new Set([
  'reading',
  'uploading',
  'writing',
  'waiting',
  'reported',
  ...Object.entries(REASONS).flatMap(([kind, reasons]) => [kind, ...Object.keys(reasons)]),
]);
const SERVICE_ID =
  /^([0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9]+(\.[0-9]+)?)$/;

function isOpen(text: string): boolean {
  return text === '' || text === 'true' || text === 'false' || WORDS.has(text) || SERVICE_ID.test(text);
}
