/** One line GitHub shows on the run's page. There are few per step: they are spent on reasons, not on progress. */
export interface Annotation {
  level: 'error' | 'warning' | 'notice';
  title: string;
  message: string;
}

/**
 * The runner as the action sees it: environment in; log, outputs, masks, summary and state out. The program knows
 * nothing else of GitHub's runner, so a test may be the runner.
 */
export interface Host {
  /** Environment variables, inputs (`INPUT_…`) and state (`STATE_…`) included. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The text of a file, such as the event file. Throws when it cannot be read. */
  readFile(path: string): string;
  log(line: string): void;
  startGroup(title: string): void;
  endGroup(): void;
  annotate(annotation: Annotation): void;
  /** From here on the runner hides this text in every line of the job. */
  mask(text: string): void;
  setOutput(name: string, value: string): Promise<void>;
  /** Kept for the post step. */
  saveState(name: string, value: string): Promise<void>;
  /** Appends Markdown to the job summary. */
  addSummary(markdown: string): Promise<void>;
}
