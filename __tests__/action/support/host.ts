import type { Annotation, Host } from '../../../src/action/host/host.ts';

export interface FakeHost extends Host {
  readonly lines: string[];
  readonly outputs: Record<string, string>;
  readonly annotations: Annotation[];
  readonly masks: string[];
  readonly state: Record<string, string>;
  readonly summaries: string[];
  /** Returns all output of the process, except commands that mask values. */
  everything(): string;
}

/** Creates a runner that records its calls. */
export function createFakeHost(
  env: Record<string, string | undefined>,
  files: Record<string, string> = {},
): FakeHost {
  const lines: string[] = [];
  const outputs: Record<string, string> = {};
  const annotations: Annotation[] = [];
  const masks: string[] = [];
  const state: Record<string, string> = {};
  const summaries: string[] = [];
  return {
    env,
    lines,
    outputs,
    annotations,
    masks,
    state,
    summaries,
    readFile: (path) => {
      const text = files[path];
      if (text === undefined) throw new Error(`no such file: ${path}`);
      return text;
    },
    log: (line) => lines.push(line),
    startGroup: (title) => lines.push(`::group::${title}`),
    endGroup: () => lines.push('::endgroup::'),
    annotate: (annotation) => annotations.push(annotation),
    mask: (text) => masks.push(text),
    setOutput: async (name, value) => {
      outputs[name] = value;
    },
    saveState: async (name, value) => {
      state[name] = value;
    },
    addSummary: async (markdown) => {
      summaries.push(markdown());
    },
    everything: () => JSON.stringify([lines, outputs, annotations, state, summaries]),
  };
}
