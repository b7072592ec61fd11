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

/** GitHub's limits: number of annotations per level and step, and length of a message in characters. */
const PER_LEVEL = 10;
const MESSAGE_LENGTH = 4096;

/** One phase of one step in the job's log. The phase reads lines, executes their commands, and counts annotations. */
export class StepLog {
  readonly commands: string[] = [];
  readonly deprecatedCommands: string[] = [];
  readonly annotations: Annotation[] = [];
  /** True if a command could not be processed, so that the step failed regardless of its exit code. */
  commandFailed = false;
  readonly #job: JobLog;
  readonly #options: StepLogOptions;
  readonly #startedAt = performance.now();

  constructor(job: JobLog, options: StepLogOptions) {
    this.#job = job;
    this.#options = options;
  }

  /** Processes one line that the process printed. */
  take(raw: string, stream: 'stdout' | 'stderr'): void {
    const command = parseStdoutCommand(raw);
    if (command === null) return this.#add(raw, stream, this.#mask(raw), null);
    this.commands.push(command.name);
    this.#obey(command, raw, stream);
  }

  /** Adds a line that the runner itself prints. */
  print(text: string): void {
    this.#add(text, 'runner', this.#mask(text), null);
  }

  /** Adds an error or a warning of the runner, with an annotation. */
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
        // The actions of this repository never use deprecated commands, so the line is untrusted text that was printed
        // without escaping.
        this.deprecatedCommands.push(name);
        this.say('error', `Unable to process command '${raw}' successfully.`);
        this.commandFailed = true;
        return show(raw);
    }
  }

  /** Stores an annotation, whose message the runner masks, but not its properties. */
  #annotate(
    level: Annotation['level'],
    message: string,
    { title, file, line }: Readonly<Record<string, string>>,
    from: Annotation['from'],
  ): void {
    if (this.annotations.filter((item) => item.level === level).length >= PER_LEVEL) return;
    // The path of a file in the workspace becomes relative, and any other path stays unchanged.
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

/** Log of one job: the printed and the shown lines of its steps. All steps share one masker. */
export class JobLog {
  readonly masker = new Masker();
  readonly lines: LogLine[] = [];
  /** Values that were shown before they were masked. */
  readonly lateMasks: MaskViolation[] = [];
  /** The values that steps masked, in order. */
  readonly masks: string[] = [];
  readonly #names = new Map<string, string>();
  readonly #summaries: { phase: Phase; text: string }[] = [];
  readonly #onLine: ((line: string, phase: Phase) => void) | undefined;

  constructor(onLine?: (line: string, phase: Phase) => void) {
    this.#onLine = onLine;
  }

  /**
   * Masks a value in all later lines, and records the places where it was already shown.
   * @param name name of a value that the job itself masks; masks of steps are numbered
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

  /** Returns the masked values by name, each with all its masked forms. */
  get hidden(): { name: string; forms: string[] }[] {
    return this.masker.values.map(({ value, forms }) => ({ name: this.#names.get(value) ?? '', forms }));
  }

  /** Stores the summary of a step. Masks the summary line by line, as the runner does before it uploads a summary. */
  summarize(phase: Phase, raw: string): void {
    const text = splitLines(raw)
      .map((line) => `${this.masker.mask(line)}\n`)
      .join('');
    if (text !== '') this.#summaries.push({ phase, text });
  }

  /** Returns the uploaded summaries. */
  summary(): string {
    return this.#summaries.map((item) => item.text).join('\n');
  }
}
