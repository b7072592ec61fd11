import path from 'node:path';
import type { Annotation } from '../types.ts';

/** GitHub keeps so many annotations of a level for one step, and so much of a message. */
const PER_LEVEL = 10;
const MESSAGE_LENGTH = 4096;

/** The annotations of one phase of a step. */
export class Annotations {
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
