import path from 'node:path';
import { lateMask, Masker } from './masks.ts';
import type { Annotation, LogLine, MaskViolation, Phase } from './types.ts';
import { splitLines } from './process.ts';
import { parseStdoutCommand, type StdoutCommand, trim } from './workflow-commands.ts';

interface StepLogOptions {
  step: number;
  phase: Phase;
  debug: boolean;
  workspace: string;
}

/** GitHub keeps so many annotations of a level for one step, and so much of a message. */
const PER_LEVEL = 10;
const MESSAGE_LENGTH = 4096;

/** One phase of one step in the log of its job: reads its lines, obeys the commands in them, counts its annotations. */
export class StepLog {
  readonly commands: string[] = [];
  readonly deprecatedCommands: string[] = [];
  readonly annotations: Annotation[] = [];
  /** A command could not be processed: the step has failed, with any exit code. */
  commandFailed = false;
  readonly #job: JobLog;
  readonly #options: StepLogOptions;
  readonly #startedAt = performance.now();

  constructor(job: JobLog, options: StepLogOptions) {
    this.#job = job;
    this.#options = options;
  }

  /** One line of the process. */
  take(raw: string, stream: 'stdout' | 'stderr'): void {
    const command = parseStdoutCommand(raw);
    if (command === null) return this.#add(raw, stream, this.#mask(raw), null);
    this.commands.push(command.name);
    this.#obey(command, raw, stream);
  }

  /** A line of the runner itself. */
  print(text: string): void {
    this.#add(text, 'runner', this.#mask(text), null);
  }

  /** A complaint of the runner itself, with its annotation. */
  say(level: 'error' | 'warning', message: string): void {
    this.#annotate(level, message, {}, 'runner');
    this.print(`##[${level}]${message}`);
  }

  #obey(command: StdoutCommand, raw: string, stream: 'stdout' | 'stderr'): void {
    const { name, message, properties } = command;
    const show = (text: string | null) =>
      this.#add(raw, stream, text === null ? null : this.#mask(text), name);
    switch (name) {
      case 'add-mask':
        if (trim(message) === '') {
          show(null);
          return this.say('warning', "Can't add secret mask for empty string in ##[add-mask] command.");
        }
        show(this.#options.debug ? '::add-mask::***' : null);
        return this.#job.hide(message);
      case 'error':
      case 'warning':
      case 'notice':
        this.#annotate(name, message, properties, 'action');
        return show(message === '' ? null : `##[${name}]${message}`);
      case 'group':
        return show(`##[group]${message}`);
      case 'endgroup':
        return show('##[endgroup]');
      case 'debug':
        return show(this.#options.debug ? debugLines(message) : null);
      default:
        // No action of ours has a reason for any other: a text of others that got into the log as it was.
        this.deprecatedCommands.push(name);
        this.say('error', `Unable to process command '${raw}' successfully.`);
        this.commandFailed = true;
        return show(raw);
    }
  }

  /** Keeps an annotation: its message is masked, its properties never are. */
  #annotate(
    level: Annotation['level'],
    message: string,
    { title, file, line }: Readonly<Record<string, string>>,
    from: Annotation['from'],
  ): void {
    if (this.annotations.filter((item) => item.level === level).length >= PER_LEVEL) return;
    // A file of the workspace goes by its path below it; any other as given.
    const folder = `${this.#options.workspace}${path.sep}`;
    const below = file?.startsWith(folder) ? file.slice(folder.length).split(path.sep).join('/') : file;
    const masked = this.#mask(message).slice(0, MESSAGE_LENGTH);
    this.annotations.push({
      level,
      message: masked,
      title: title ?? null,
      file: below ?? null,
      line: line ?? null,
      from,
    });
  }

  #mask(text: string): string {
    return this.#job.masker.mask(text);
  }

  #add(raw: string, stream: LogLine['stream'], text: string | null, command: string | null): void {
    const { step, phase } = this.#options;
    const atMs = performance.now() - this.#startedAt;
    this.#job.add({ step, phase, stream, raw, text, command, atMs });
  }
}

function debugLines(text: string): string {
  return text
    .split(/\r\n|\n/)
    .map((line) => `##[debug]${line}`)
    .join('\n');
}

/** The log of one job: what its steps printed and what of that is shown. One masker serves all of it. */
export class JobLog {
  readonly masker = new Masker();
  readonly lines: LogLine[] = [];
  /** What was shown before its mask came. */
  readonly lateMasks: MaskViolation[] = [];
  /** The values that steps asked to hide, in order. */
  readonly masks: string[] = [];
  readonly #names = new Map<string, string>();
  readonly #summaries: { phase: Phase; text: string }[] = [];
  readonly #onLine: ((line: string, phase: Phase) => void) | undefined;

  constructor(onLine?: (line: string, phase: Phase) => void) {
    this.#onLine = onLine;
  }

  /**
   * Hides a value from now on, and notes where it has already been shown.
   * @param name what it is, when the job itself hides it; a step's masks are counted
   */
  hide(value: string, name?: string): void {
    const forms = this.masker.add(value);
    if (!this.#names.has(value)) {
      if (name === undefined && value !== '') this.masks.push(value);
      this.#names.set(value, name ?? `mask ${this.masks.length}`);
    }
    const known = this.#names.get(value) ?? '';
    this.lateMasks.push(...lateMask(known, forms, { lines: this.lines, summaries: this.#summaries }));
  }

  add(line: LogLine): void {
    this.lines.push(line);
    if (line.text !== null) this.#onLine?.(line.text, line.phase);
  }

  /** Every hidden value by its name, with all that hides it. */
  get hidden(): { name: string; forms: string[] }[] {
    return this.masker.values.map(({ value, forms }) => ({ name: this.#names.get(value) ?? '', forms }));
  }

  /** Takes the summary of a step: masked line by line, as it is uploaded. */
  summarize(phase: Phase, raw: string): void {
    const text = splitLines(raw)
      .map((line) => `${this.masker.mask(line)}\n`)
      .join('');
    if (text !== '') this.#summaries.push({ phase, text });
  }

  /** The uploaded summaries. */
  summary(): string {
    return this.#summaries.map((item) => item.text).join('\n');
  }
}
