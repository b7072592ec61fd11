import { stripVTControlCharacters } from 'node:util';
import { GENERATED_MAX_BYTES, readPlainTextSync } from '../os/plain-file.ts';
import type { RunEvent } from '../action/event.ts';
import type { Host, Progress } from '../action/host/host.ts';
import { escapeCommands } from '../action/host/runner-host.ts';
import { INPUTS, VERIFY_INPUTS } from '../action/inputs/registry.ts';

/** Destination of the log: plain lines, or a terminal where the last lines are redrawn. */
export interface LogView {
  print: (line: string) => void;
  progress: Progress | undefined;
}

/** Values of a run's outputs, keyed by name. */
export type Outputs = ReadonlyMap<string, string>;

/** Creates a host that prints the log and stores the outputs until the end of the run. */
export function createCommandLineHost(
  env: Host['env'],
  event: RunEvent | undefined,
  view: LogView,
): { host: Host; outputs: Outputs } {
  const outputs = new Map<string, string>();
  let indent = '';
  const print = (text: string) => {
    for (const line of toPlainText(text).split('\n')) view.print(`${line === '' ? '' : indent}${line}`);
  };
  const { progress } = view;
  const host: Host = {
    env,
    event,
    explainCommand: 'agent-deploy explain',
    progress: progress && {
      begin: ({ title, usualMs }) => progress.begin({ title: oneLine(title), usualMs }),
      update: (timeline) =>
        progress.update(timeline.map((span) => ({ ...span, status: oneLine(span.status) }))),
      showLog: (lines) => progress.showLog(lines.map(oneLine)),
      end: () => progress.end(),
    },
    readFile: (path) => readPlainTextSync(path, { maxBytes: GENERATED_MAX_BYTES }),
    log: (line) => print(toFlags(line)),
    startGroup: (title) => {
      indent = '';
      print(title);
      indent = '  ';
    },
    endGroup: () => {
      indent = '';
    },
    annotate: ({ level, title, message, file, line }) =>
      print(`${level}: ${file === undefined ? '' : `${file}:${line ?? 1}: `}${title}: ${toFlags(message)}`),
    // No value is masked, because the action's code redacts all texts before it passes them to the host.
    mask: () => undefined,
    setOutput: async (name, value) => void outputs.set(name, value),
    // The state is not saved, because the command line has no later steps that could read the state.
    saveState: async () => undefined,
    addSummary: async () => undefined,
  };
  return { host, outputs };
}

/**
 * Removes the characters except newlines that a terminal or a CI would interpret, because logs and file names are
 * untrusted.
 */
export function toPlainText(text: string): string {
  const plain = stripVTControlCharacters(text.replaceAll('\r\n', '\n'));
  // oxlint-disable-next-line no-control-regex -- they are what is removed
  return escapeCommands(
    plain.replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, ''),
  );
}

const oneLine = (text: string): string => toPlainText(text).replaceAll(/(?<!\s)\s*\n\s*|\t/g, ' ');

/** Replaces inputs in the action's messages, such as `name: value`, with the corresponding flags. */
export function toFlags(text: string): string {
  return text.replaceAll(/`([a-z][a-z-]*): ([^`\n]+)`/g, (whole, name: string, value: string) => {
    if (name === 'action') return `\`agent-deploy ${value}\``;
    return Object.hasOwn(INPUTS, name) || Object.hasOwn(VERIFY_INPUTS, name)
      ? `\`--${name}=${value}\``
      : whole;
  });
}
