import type { Redactor } from '../../redaction/redactor.ts';
import type { RunEvent } from '../event.ts';
import { REASONS } from '../outcome.ts';
import type { PhaseSpan } from '../run-record.ts';
import { shorten, DISPLAY_MAX } from '../text.ts';

/** One line GitHub shows on the run's page. There are few per step: they are used for reasons, not for progress. */
export interface Annotation {
  level: 'error' | 'warning' | 'notice';
  title: string;
  message: string;
}

/** A wait for a revision as a host shows it that is watched, such as a terminal. */
export interface Progress {
  /** A wait begins. `usualMs`: how long earlier revisions took, if known. */
  begin(wait: { title: string; usualMs: number | undefined }): void;
  /** The phases so far. */
  update(timeline: readonly PhaseSpan[]): void;
  /** The latest lines of the log of this phase. */
  showLog(lines: readonly string[]): void;
  end(): void;
}

/**
 * The runner as the action sees it: environment in; log, outputs, masks, summary and state out. The only interface to
 * what runs the action: GitHub's runner, the command line, a test.
 */
export interface Host {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What the run is about, on a host without GitHub's variables and event file; absent: these say it. */
  readonly event?: RunEvent | undefined;
  /** The command that explains the reason code behind it, on a host that has one. */
  readonly explainCommand?: string | undefined;
  /** Absent: the log is all there is to see. */
  readonly progress?: Progress | undefined;
  /** The text of a file, such as the event file. Throws when it cannot be read. */
  readFile(path: string): string;
  log(line: string): void;
  startGroup(title: string): void;
  endGroup(): void;
  annotate(annotation: Annotation): void;
  /** From here on the runner masks this text in every line of the job. */
  mask(text: string): void;
  setOutput(name: string, value: string): Promise<void>;
  saveState(name: string, value: string): Promise<void>;
  /** Adds to the summary of the step. Without one (an old GitHub server) the text is not even made. */
  addSummary(markdown: () => string): Promise<void>;
}

/** GitHub's limit of a step's summary is 1 MiB, and a character takes up to four bytes. */
const SUMMARY_MAX = 250_000;

/** A host that redacts and bounds every text. */
export function createRedactingHost(host: Host, redactor: Pick<Redactor, 'redact'>): Host {
  const redact = (text: string) => shorten(redactor.redact(text), DISPLAY_MAX);
  return {
    env: host.env,
    event: host.event,
    explainCommand: host.explainCommand,
    progress: host.progress && redactingProgress(host.progress, redact),
    readFile: (path) => host.readFile(path),
    // Masking needs the secret itself.
    mask: (text) => host.mask(text),
    log: (line) => host.log(redact(line)),
    startGroup: (title) => host.startGroup(redact(title)),
    endGroup: () => host.endGroup(),
    annotate: ({ level, title, message }) =>
      host.annotate({ level, title: redact(title), message: redact(message) }),
    setOutput: async (name, value) => {
      const redacted = redactValue(value, redact);
      if (redacted !== value && parseObject(value) === undefined) {
        host.log(`The output ${name} holds a masked value, which is replaced by asterisks.`);
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
 * A value for programs: JSON stays valid, and words that cannot reveal a secret stay, so that a variable with the value
 * `deployed` does not make every outcome unreadable.
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

/** The outcome words of the action, and the service's IDs and commits. Numbers are allowed too. */
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
