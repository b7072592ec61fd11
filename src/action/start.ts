import process from 'node:process';
import { createRunnerHost } from './host/runner-host.ts';
import { type ActionDefinition, DEPLOY_ACTION, runMain, VERIFY_ACTION } from './main.ts';
import { startPhase } from './phase.ts';

export const startDeploy = (): Promise<void> => startMain(DEPLOY_ACTION);

export const startVerify = (): Promise<void> => startMain(VERIFY_ACTION);

export const startPost = async (): Promise<void> => (await import('./post.ts')).startPost();

export const startSandbox = async (): Promise<void> => (await import('./sandbox/start.ts')).startSandbox();

export const startSandboxPost = async (): Promise<void> =>
  (await import('./sandbox/start.ts')).startSandboxPost();

export const startEmulator = async (): Promise<void> => (await import('./emulator/start.ts')).startEmulator();

export const startEmulatorPost = async (): Promise<void> =>
  (await import('./emulator/start.ts')).startEmulatorPost();

/** Starts an action with the real environment, clock and network, and exits the process when the action ends. */
async function startMain(definition: ActionDefinition): Promise<void> {
  await startPhase((given) => {
    const host = createRunnerHost(process.env);
    return runMain({
      ...given,
      definition,
      host,
      connect: async (options) => (await import('./connect.ts')).connectHttp(options),
      resolveRef: async (...args) =>
        (await import('./git/resolve-ref.ts')).createResolveRef(process.env, (line) => host.log(line))(
          ...args,
        ),
      readSubject: async (...args) =>
        (await import('./git/read-subject.ts')).createReadSubject(process.env)(...args),
      packSource: async (...args) => (await import('./pack/pack.ts')).createPackSource(process.env)(...args),
      loadMachine: async () => (await import('./sandbox/machine.ts')).createRunnerMachine(),
      findNeededVariables: async (agent) =>
        (await import('./pack/code-reader.ts')).createFindNeededVariables(process.env, given.signal)(agent),
    });
  });
}
