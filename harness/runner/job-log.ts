import { Masker } from './mask.ts';
import { parseStdoutCommand, type StdoutCommand } from './stdout-commands.ts';
import type { Annotation, LogLine, Phase } from './types.ts';

/** The log of one job: takes raw lines, obeys the commands in them, keeps what the job page would show. */
export class JobLog {
  readonly masker = new Masker();
  readonly lines: LogLine[] = [];
  readonly annotations: Annotation[] = [];
  readonly commands: string[] = [];
  readonly deprecatedCommands: string[] = [];
  readonly #debug: boolean;
  readonly #onLine: ((line: string, phase: Phase) => void) | undefined;
  #stopToken: string | null = null;
  #phase: Phase = 'main';
  #startedAt = 0;
  #deprecatedOutputs: Record<string, string> = {};
  #deprecatedState: Record<string, string> = {};

  constructor(options: { debug: boolean; onLine?: ((line: string, phase: Phase) => void) | undefined }) {
    this.#debug = options.debug;
    this.#onLine = options.onLine;
  }

  startPhase(phase: Phase): void {
    this.#phase = phase;
    this.#startedAt = performance.now();
    this.#stopToken = null;
    this.#deprecatedOutputs = {};
    this.#deprecatedState = {};
  }

  /** Outputs and state that came by the old stdout commands in this phase. */
  get deprecated(): { outputs: Record<string, string>; state: Record<string, string> } {
    return { outputs: this.#deprecatedOutputs, state: this.#deprecatedState };
  }

  /** One line of the process. */
  take(raw: string, stream: 'stdout' | 'stderr'): void {
    const stopped = this.#stopToken;
    if (stopped !== null && raw.trim() === `::${stopped}::`) {
      this.#stopToken = null;
      this.#add(raw, stream, null, 'resume-commands');
      return;
    }
    const command = stopped === null ? parseStdoutCommand(raw) : null;
    if (command === null) {
      this.#add(raw, stream, this.masker.mask(raw), null);
      return;
    }
    this.commands.push(command.name);
    this.#obey(command, raw, stream);
  }

  /** A line of the runner itself, with its annotation. */
  say(level: 'error' | 'warning', message: string): void {
    this.#annotate({ name: level, properties: {}, message }, 'runner');
    const text = this.masker.mask(message);
    this.#add(text, 'runner', `##[${level}]${text}`, null);
  }

  #obey(command: StdoutCommand, raw: string, stream: 'stdout' | 'stderr'): void {
    const show = (text: string | null) => this.#add(raw, stream, text, command.name);
    switch (command.name) {
      case 'add-mask':
        this.masker.add(command.message);
        return show('::add-mask::***');
      case 'error':
      case 'warning':
      case 'notice':
        this.#annotate(command, 'action');
        return show(`##[${command.name}]${this.masker.mask(command.message)}`);
      case 'group':
        return show(`##[group]${this.masker.mask(command.message)}`);
      case 'endgroup':
        return show('##[endgroup]');
      case 'debug':
        return show(this.#debug ? `##[debug]${this.masker.mask(command.message)}` : null);
      case 'stop-commands':
        this.#stopToken = command.message;
        return show(null);
      case 'set-output':
        this.deprecatedCommands.push(command.name);
        this.#deprecatedOutputs[command.properties['name'] ?? ''] = command.message;
        return show(null);
      case 'save-state':
        this.deprecatedCommands.push(command.name);
        this.#deprecatedState[command.properties['name'] ?? ''] = command.message;
        return show(null);
      case 'set-env':
      case 'add-path':
        this.deprecatedCommands.push(command.name);
        show(null);
        return this.say(
          'error',
          `The \`${command.name}\` command is disabled. Please upgrade to using Environment Files.`,
        );
      default:
        return show(null);
    }
  }

  #annotate(command: StdoutCommand, from: 'action' | 'runner'): void {
    const { properties } = command;
    const masked = (text: string | undefined) => (text === undefined ? null : this.masker.mask(text));
    const level = command.name === 'error' || command.name === 'warning' ? command.name : 'notice';
    this.annotations.push({
      level,
      message: this.masker.mask(command.message),
      title: masked(properties['title']),
      file: masked(properties['file']),
      line: properties['line'] ?? null,
      from,
    });
  }

  #add(raw: string, stream: LogLine['stream'], text: string | null, command: string | null): void {
    const atMs = performance.now() - this.#startedAt;
    this.lines.push({ phase: this.#phase, stream, raw, text, command, atMs });
    if (text !== null) this.#onLine?.(text, this.#phase);
  }
}
