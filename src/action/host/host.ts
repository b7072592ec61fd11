import type { Redactor } from '../../redaction/redactor.ts';
import type { RunEvent } from '../event.ts';
import { REASONS } from '../outcome.ts';
import type { PhaseSpan } from '../run-record.ts';
import { shorten, DISPLAY_MAX } from '../text.ts';

/**
 * A line that GitHub shows on the run's page. Their number per step is limited, so they are used for reasons instead
 * of progress.
 */
export interface Annotation {
  level: 'error' | 'warning' | 'notice';
  title: string;
  message: string;
}

/** Shows a wait for a revision on a host that is watched, such as a terminal. */
export interface Progress {
  /** Begins a wait. `usualMs` is the duration of earlier revisions, if known. */
  begin(wait: { title: string; usualMs: number | undefined }): void;
  /** Shows the phases so far. */
  update(timeline: readonly PhaseSpan[]): void;
  /** Shows the latest log lines of this phase. */
  showLog(lines: readonly string[]): void;
  end(): void;
}

/**
 * The runner as used by the action: it provides the environment, and receives log, outputs, masks, summary and state.
 * The only interface to the program that runs the action: GitHub's runner, the command line, or a test.
 */
export interface Host {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Event of the run on a host without GitHub's variables and event file; absent if those provide it. */
  readonly event?: RunEvent | undefined;
  /** Command that explains a reason code, on a host that has such a command. */
  readonly explainCommand?: string | undefined;
  /** Absent if only the log is visible. */
  readonly progress?: Progress | undefined;
  /** Returns the text of a file, such as the event file. Throws if it cannot be read. */
  readFile(path: string): string;
  log(line: string): void;
  startGroup(title: string): void;
  endGroup(): void;
  annotate(annotation: Annotation): void;
  /** Tells the runner to mask this text in all following lines of the job. */
  mask(text: string): void;
  setOutput(name: string, value: string): Promise<void>;
  saveState(name: string, value: string): Promise<void>;
  /** Adds to the summary of the step. The text is not created if summaries are not supported (old GitHub servers). */
  addSummary(markdown: () => string): Promise<void>;
}

/** Maximum length of a summary in characters. GitHub's limit is 1 MiB, and a character takes up to four bytes. */
const SUMMARY_MAX = 250_000;

/** Wraps a host so that every text is redacted and limited. */
export function createRedactingHost(host: Host, redactor: Pick<Redactor, 'redact'>): Host {
  const redact = (text: string) => shorten(redactor.redact(text), DISPLAY_MAX);
  return {
    env: host.env,
    event: host.event,
    explainCommand: host.explainCommand,
    progress: host.progress && redactingProgress(host.progress, redact),
    readFile: (path) => host.readFile(path),
    // The mask command needs the secret itself, so it bypasses the redactor.
    mask: (text) => host.mask(text),
    log: (line) => host.log(redact(line)),
    startGroup: (title) => host.startGroup(redact(title)),
    endGroup: () => host.endGroup(),
    annotate: ({ level, title, message }) =>
      host.annotate({ level, title: redact(title), message: redact(message) }),
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
    // A secret may span several lines.
    showLog: (lines) => progress.showLog(redact(lines.join('\n')).split('\n')),
    end: () => progress.end(),
  };
}

/**
 * Redacts a value for programs. JSON stays valid, and words that cannot reveal a secret stay, so that a variable with
 * the value `deployed` does not make every outcome unreadable.
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

/** Words of the action's outcomes, and the service's IDs and commits. Numbers are allowed too. */
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
