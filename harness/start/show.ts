import type { ActionRun } from '../runner/index.ts';
import { renderMarkdown } from './markdown.ts';
import { seconds, type Terminal } from './terminal.ts';

/** Throws with the action's own reasons when a run did not succeed. */
export function succeed(run: ActionRun, signal: AbortSignal): ActionRun {
  signal.throwIfAborted();
  if (run.outcome === 'success') return run;
  const reasons = run.annotations.filter((item) => item.level === 'error').map((item) => item.message);
  throw new Error(
    `the action ended with ${run.outputs['outcome'] ?? run.outcome} (exit code ${run.exitCode}): ${reasons.join('; ') || 'see its log above'}`,
  );
}

/** An output that has to be there. */
export function output(run: ActionRun, name: string): string {
  const value = run.outputs[name] ?? '';
  expectThat(value !== '', `the action should have set the output ${name}`);
  return value;
}

/** Shows what a run gave: its outputs, its summary. */
export function show(run: ActionRun, terminal: Terminal): void {
  terminal.detail(`outputs (in ${seconds(run.main?.durationMs ?? run.durationMs)}):`);
  for (const [name, value] of Object.entries(run.outputs)) {
    if (value !== '' && name !== 'result') terminal.detail(`  ${name.padEnd(20)} ${value}`);
  }
  terminal.detail('job summary:');
  for (const line of renderMarkdown(run.summary)) terminal.detail(line === '' ? '' : `  ${line}`);
}

/** Throws when something the tour shows is not so. */
export function expectThat(holds: boolean, what: string): void {
  if (!holds) throw new Error(`${what}, and that is not so`);
}

/** The beginning of an id or a commit. */
export function short(id: string | undefined): string {
  return id === undefined || id === '' ? '(none)' : id.slice(0, 8);
}
