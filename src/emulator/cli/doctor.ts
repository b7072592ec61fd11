import { UsageError } from '../ports/usage-error.ts';
import { type Command, parseFlags } from './command.ts';
import { readEnvironment } from './environment.ts';
import { EMULATOR_FLAGS, readEmulatorFlags } from './flags.ts';

const FLAGS = {
  kubernetes: { type: 'boolean' },
  'data-dir': EMULATOR_FLAGS['data-dir'],
  json: { type: 'boolean' },
  kubeconfig: EMULATOR_FLAGS.kubeconfig,
  'kube-context': EMULATOR_FLAGS['kube-context'],
  namespace: EMULATOR_FLAGS.namespace,
  'agent-namespaces': EMULATOR_FLAGS['agent-namespaces'],
  'agent-image': EMULATOR_FLAGS['agent-image'],
  'plane-url': EMULATOR_FLAGS['plane-url'],
  'cluster-traffic': EMULATOR_FLAGS['cluster-traffic'],
  help: { type: 'boolean', short: 'h' },
} as const;

/**
 * Reports how well this machine isolates sandboxes, and exits with 0 for full isolation, or else with 1. With a data
 * folder or a database, also reports the secrets that its keyring cannot decrypt, and exits with 1 if one exists. With
 * `--kubernetes`, checks what a control plane in a cluster depends on, and exits with 0 if no check found a problem, or
 * else with 1 (docs/kubernetes/monitoring.md#doctor).
 */
export const doctor: Command = {
  usage: (program) => `usage: ${program} doctor [--data-dir <folder>]
       ${program} doctor --kubernetes [--json] [flags]

  reports how well this machine isolates sandboxes and how to improve the isolation, as JSON and as text

  --data-dir <folder>     also reports the secrets of this data folder that its keyring cannot decrypt
  --kubernetes            instead checks a cluster and a database for a control plane: permissions, policies, admission,
                          DNS, the image of agents, clocks, schema and keyring, each with a cure; changes nothing
  --json                  prints the results as JSON
  --kubeconfig, --kube-context, --namespace, --agent-namespaces, --agent-image, --plane-url, --cluster-traffic
                          as for the control plane
  EMULATOR_DATABASE_URL   the database to check, with its keyring in EMULATOR_KEYRING_FILE`,
  async run(argv, { env, print, log }) {
    const { values } = parseFlags(argv, FLAGS);
    if (values.kubernetes !== true) {
      const { 'data-dir': dataDir, ...ofCluster } = values;
      const [misplaced] = Object.keys(ofCluster);
      if (misplaced !== undefined) {
        throw new UsageError(`--${misplaced} checks a cluster: add --kubernetes, or omit the flag`);
      }
      const { keyringFile, databaseUrl } = readEnvironment(env);
      const { checkKeyring } = await import('./doctor-keyring.ts');
      const keyring = await checkKeyring({ keyringFile, databaseUrl, dataDir });
      const { reportIsolation } = await import('../../box/host.ts');
      const report = await reportIsolation({ sudo: false });
      print(`${JSON.stringify({ ...report, ...(keyring && { keyring: keyring.report }) })}\n`);
      for (const line of [`isolation: ${report.level}`, ...report.findings, ...report.remedies]) log(line);
      for (const line of keyring?.lines ?? []) log(line);
      return report.level === 'namespaces' && keyring?.isOk !== false ? 0 : 1;
    }
    const { kubernetes: _, json, 'data-dir': dataDir, ...own } = values;
    if (dataDir !== undefined) {
      throw new UsageError('--data-dir checks a data folder on this machine: omit it, or omit --kubernetes');
    }
    const { values: defaults } = parseFlags([], EMULATOR_FLAGS);
    const { options } = readEmulatorFlags({ ...defaults, ...own });
    const { databaseUrl, keyringFile, agentImage, planeUrl } = readEnvironment(env);
    const { diagnose, renderDiagnoses } = await import('./doctor-kubernetes.ts');
    const config = {
      ...options.kubernetes,
      agentImage: options.kubernetes?.agentImage ?? agentImage,
      planeUrl: options.kubernetes?.planeUrl ?? planeUrl,
    };
    const checks = await diagnose({ config, databaseUrl, keyringFile }, env);
    const hasProblem = checks.some(({ status }) => status === 'problem');
    print(json === true ? `${JSON.stringify({ ok: !hasProblem, checks })}\n` : renderDiagnoses(checks));
    return hasProblem ? 1 : 0;
  },
};
