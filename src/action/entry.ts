// Entry points of the files in `dist`; each export has the name of its file in camel case. The files are the phases of
// each `action.yml` and the processes of the sandbox action. All phases start from one module, so the bundle contains
// shared code only once.

export const main = async (): Promise<void> => (await import('./start.ts')).startDeploy();

export const post = async (): Promise<void> => (await import('./start.ts')).startPost();

/** Main phase of `verify/action.yml`, which has no post phase. */
export const verify = async (): Promise<void> => (await import('./start.ts')).startVerify();

export const sandbox = async (): Promise<void> => (await import('./start.ts')).startSandbox();

export const sandboxPost = async (): Promise<void> => (await import('./start.ts')).startSandboxPost();

export const emulator = async (): Promise<void> => (await import('./start.ts')).startEmulator();

export const emulatorPost = async (): Promise<void> => (await import('./start.ts')).startEmulatorPost();

/** Runs the credential proxy in a process that the sandbox action starts. */
export const credentialProxy = async (): Promise<void> => {
  await import('../credential-proxy/main.ts');
};

/** Runs the supervisor in a process that the sandbox action starts inside a sandbox. */
export const boxSupervisor = async (): Promise<void> => {
  await import('../box/supervisor/main.ts');
};
