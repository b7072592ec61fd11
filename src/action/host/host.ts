import type { Redactor } from '../../redaction/redactor.ts';
import { REASONS } from '../outcome.ts';
import { shorten, DISPLAY_MAX } from '../text.ts';

/** One line GitHub shows on the run's page. There are few per step: they are used for reasons, not for progress. */
export interface Annotation {
  level: 'error' | 'warning' | 'notice';
  title: string;
  message: string;
}

/**
 * The runner as the action sees it: environment in; log, outputs, masks, summary and state out. The only interface to
 * GitHub's runner, so a test can replace it.
 */
export interface Host {
  readonly env: Readonly<Record<string, string | undefined>>;
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
