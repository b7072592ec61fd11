import { UsageError } from '../ports/usage-error.ts';
import { type Command, parseFlags } from './command.ts';
import { untilSignal } from './lifetime.ts';

const FLAGS = {
  revision: { type: 'string' },
  'data-dir': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Builds one revision in a cluster's pod. Exits with 0 once the control plane has stored the result. */
export const build: Command = {
  usage: (program) => `usage: ${program} build --revision <id> [--data-dir <folder>]

  The control plane starts this command in a pod with --runtime kubernetes. It fetches the job of building one revision, builds
  it, and returns the log and the result. Environment variables: EMULATOR_PLANE_URL and EMULATOR_BUILD_TOKEN`,
  async run(argv, { env, log }) {
    const { values } = parseFlags(argv, FLAGS);
    const { revision, 'data-dir': dataDir } = values;
    if (revision === undefined) throw new UsageError('--revision: needs the ID of the revision to build');
    // The module is loaded here and not at the start of the program, because only pods need the module.
    const { readAndRemoveBuildVariables, STOPPED_STATUS } = await import(
      '../data-plane/build-pod/variables.ts'
    );
    const settings = readAndRemoveBuildVariables(env);
    if (typeof settings === 'string') throw new UsageError(settings);
    const ending = new AbortController();
    void untilSignal().then((signal) => ending.abort(new Error(`the pod received ${signal}`)));
    const { startBuildPod } = await import('../data-plane/build-pod/start.ts');
    const building = startBuildPod({
      revisionId: revision,
      settings,
      dataDir,
      env,
      log: (line) => log(`build: ${line}`),
      ending: ending.signal,
    });
    return building.catch((error: unknown) => {
      if (ending.signal.aborted) return STOPPED_STATUS;
      throw error;
    });
  },
};
