import { UsageError } from '../ports/usage-error.ts';
import { type Command, parseFlags } from './command.ts';
import { untilSignal } from './lifetime.ts';

const FLAGS = {
  deployment: { type: 'string' },
  'data-dir': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Serves one revision in a cluster's pod. Exits with 0 after a stop request, or else with the agent's status. */
export const agent: Command = {
  usage: (program) => `usage: ${program} agent --deployment <id> [--data-dir <folder>]

  The control plane starts this command in pods with --runtime kubernetes. It fetches a built revision, starts its agent, and
  accepts links from the replicas of the control plane. Environment variables: EMULATOR_PLANE_URL, EMULATOR_AGENT_TOKEN,
  EMULATOR_AGENT_REVISION, EMULATOR_AGENT_POD, and PORT (8000 by default)`,
  async run(argv, { env, print }) {
    const { values } = parseFlags(argv, FLAGS);
    const { deployment, 'data-dir': dataDir } = values;
    if (deployment === undefined)
      throw new UsageError('--deployment: needs the ID of the deployment to serve');
    // The module is loaded here and not at the start of the program, because only pods need the module.
    const { readPodVariables } = await import('../data-plane/places/kubernetes/pod/variables.ts');
    const settings = readPodVariables(env);
    if (typeof settings === 'string') throw new UsageError(settings);
    const ending = new AbortController();
    void untilSignal().then((signal) => ending.abort(new Error(`the pod received ${signal}`)));
    const { startAgentPod } = await import('../data-plane/places/kubernetes/pod/start.ts');
    return startAgentPod({
      deploymentId: deployment,
      settings,
      dataDir,
      env,
      print,
      ending: ending.signal,
    });
  },
};
