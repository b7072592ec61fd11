import path from 'node:path';
import { lateMask, Masker } from './masks.ts';
import type { Annotation, LogLine, MaskViolation, Phase } from './types.ts';
import { splitLines } from './process.ts';
import { isCommand, parseStdoutCommand, type StdoutCommand, trim } from './workflow-commands.ts';

interface StepLogOptions {
  step: number;
  phase: Phase;
  debug: boolean;
  workspace: string;
  /** ACTIONS_ALLOW_UNSECURE_COMMANDS=true in the step's environment: `set-env` and `add-path` work again. */
  unsecure: boolean;
}

/** One phase of one step in the log of its job: reads its lines, obeys the commands in them, counts its annotations. */
export class StepLog {
  readonly commands: string[] = [];
  readonly deprecatedCommands: string[] = [];
  /** What came by the old stdout commands. */
  readonly outputs: Record<string, string> = {};
  readonly state: Record<string, string> = {};
  readonly env: Record<string, string> = {};
  readonly paths: string[] = [];
  /** A command could not be processed: the step has failed, with any exit code. */
  commandFailed = false;
  readonly #job: JobLog;
  readonly #options: StepLogOptions;
  readonly #annotations: Annotations;
  readonly #startedAt = performance.now();
  #echo: boolean;
  #resume: string | null = null;

  constructor(job: JobLog, options: StepLogOptions) {
    this.#job = job;
    this.#options = options;
    this.#echo = options.debug;
    this.#annotations = new Annotations(options.workspace);
  }

  get annotations(): Annotation[] {
    return this.#annotations.kept;
  }

  /** Annotations over the ten of their level. */
  get dropped(): number {
    return this.#annotations.dropped;
  }

  /** One line of the process. */
  take(raw: string, stream: 'stdout' | 'stderr'): void {
    const command = parseStdoutCommand(raw, this.#resume);
    if (command === null || (this.#resume !== null && command.name !== this.#resume.toLowerCase())) {
      this.#add(raw, stream, this.#mask(raw), null);
      return;
    }
    if (this.#resume !== null) {
      this.#resume = null;
      this.#add(raw, stream, this.#mask(raw), 'resume-commands');
      return;
    }
    this.commands.push(command.name);
    this.#obey(command, raw, stream);
  }

  /** A line of the runner itself. */
  print(text: string): void {
    this.#add(text, 'runner', this.#mask(text), null);
  }

  /** A complaint of the runner itself, with its annotation. */
  say(level: 'error' | 'warning', message: string): void {
    this.#annotations.add(level, this.#mask(message), {}, 'runner');
    this.print(`##[${level}]${message}`);
  }

  /** A line for those who debug. */
  debug(text: string): void {
    if (this.#options.debug) this.print(debugLines(text));
  }

  #obey(command: StdoutCommand, raw: string, stream: 'stdout' | 'stderr'): void {
    const { name, message, properties } = command;
    const show = (text: string | null) =>
      this.#add(raw, stream, text === null ? null : this.#mask(text), name);
    const echo = () => show(this.#echo ? raw : null);
    switch (name) {
      case 'add-mask':
        if (trim(message) === '') {
          show(null);
          return this.say('warning', "Can't add secret mask for empty string in ##[add-mask] command.");
        }
        show(this.#echo ? '::add-mask::***' : null);
        return this.#job.hide(message);
      case 'error':
      case 'warning':
      case 'notice':
        this.#annotations.add(name, this.#mask(message), properties, 'action');
        return show(message === '' ? null : `##[${name}]${message}`);
      case 'group':
        return show(`##[group]${message}`);
      case 'endgroup':
        return show('##[endgroup]');
      case 'debug':
        return show(this.#options.debug ? debugLines(message) : null);
      case 'stop-commands':
        return this.#stop(message, raw, show);
      case 'echo':
        echo();
        return this.#switchEcho(message, raw);
      case 'set-output':
      case 'save-state':
        echo();
        return this.#keep(name, properties['name'] ?? '', message, raw);
      case 'set-env':
      case 'add-path':
        echo();
        return this.#change(name, properties['name'] ?? '', message, raw);
      default:
        // Problem matchers: accepted, never applied here.
        return echo();
    }
  }

  #stop(token: string, raw: string, show: (text: string) => void): void {
    if (token === '' || token.toLowerCase() === 'pause-logging' || isCommand(token)) {
      show(raw);
      return this.#fail(
        "You cannot use a endToken that is an empty string, the string 'pause-logging', or another workflow command.",
      );
    }
    this.#resume = token;
    if (token.length > 6) this.#job.hide(token);
    show(raw);
  }

  #switchEcho(value: string, raw: string): void {
    const wanted = trim(value).toUpperCase();
    if (wanted === 'ON' || wanted === 'OFF') this.#echo = wanted === 'ON';
    else this.#refuse(raw, `Invalid echo command value. Possible values can be: 'on', 'off'.`);
  }

  #keep(name: 'set-output' | 'save-state', key: string, value: string, raw: string): void {
    this.deprecatedCommands.push(name);
    this.say('warning', `The \`${name}\` command is deprecated and will be disabled soon.`);
    if (key === '') return this.#refuse(raw, `Required field 'name' is missing in ##[${name}] command.`);
    (name === 'set-output' ? this.outputs : this.state)[key] = value;
  }

  #change(name: 'set-env' | 'add-path', key: string, value: string, raw: string): void {
    this.deprecatedCommands.push(name);
    if (!this.#options.unsecure) {
      return this.#refuse(
        raw,
        `The \`${name}\` command is disabled. Please upgrade to using Environment Files.`,
      );
    }
    if (name === 'add-path') this.paths.push(value);
    else if (key === '') this.#refuse(raw, `Required field 'name' is missing in ##[set-env] command.`);
    else if (key.toUpperCase() === 'NODE_OPTIONS') {
      this.say('error', `Can't update NODE_OPTIONS environment variable using ::set-env:: command.`);
    } else this.env[key] = value;
  }

  #refuse(raw: string, problem: string): void {
    this.say('error', `Unable to process command '${raw}' successfully.`);
    this.#fail(problem);
  }

  #fail(problem: string): void {
    this.say('error', problem);
    this.commandFailed = true;
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
  readonly #summaries: { phase: Phase; step: number; text: string }[] = [];
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
  summarize(step: number, phase: Phase, raw: string): void {
    const text = splitLines(raw)
      .map((line) => `${this.masker.mask(line)}\n`)
      .join('');
    if (text !== '') this.#summaries.push({ phase, step, text });
  }

  /** The uploaded summaries: of one step, or of all. */
  summary(step?: number): string {
    return this.#summaries
      .filter((item) => step === undefined || item.step === step)
      .map((item) => item.text)
      .join('\n');
  }
}

/** GitHub keeps so many annotations of a level for one step, and so much of a message. */
const PER_LEVEL = 10;
const MESSAGE_LENGTH = 4096;

/** The annotations of one phase of a step. */
class Annotations {
  readonly kept: Annotation[] = [];
  /** How many were over the limit of their level. */
  dropped = 0;
  readonly #counts = { error: 0, warning: 0, notice: 0 };
  readonly #workspace: string;

  constructor(workspace: string) {
    this.#workspace = workspace;
  }

  /** Takes one; the message is masked already, the properties never are. */
  add(
    level: Annotation['level'],
    message: string,
    properties: Readonly<Record<string, string>>,
    from: Annotation['from'],
  ): void {
    if (this.#counts[level] >= PER_LEVEL) {
      this.dropped += 1;
      return;
    }
    this.#counts[level] += 1;
    const { title, file, line } = properties;
    this.kept.push({
      level,
      message: message.slice(0, MESSAGE_LENGTH),
      title: title ?? null,
      file: file === undefined ? null : this.#below(file),
      line: line ?? null,
      from,
    });
  }

  /** A file of the workspace by its path below it; any other as given. */
  #below(file: string): string {
    const folder = `${this.#workspace}${path.sep}`;
    return file.startsWith(folder) ? file.slice(folder.length).split(path.sep).join('/') : file;
  }
}
