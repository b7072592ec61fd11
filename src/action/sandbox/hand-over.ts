import type { RunnerSettings } from '../inputs/sandbox-settings.ts';
import { ActionError } from '../outcome/outcome.ts';
import { SECRET_OUTPUT } from './outputs.ts';
import type { SandboxPaths } from './paths.ts';
import { PROXY_USER, type ConfiguredProxy } from './serving.ts';
import { exportedValues, restoredValues, shellLines } from './variables.ts';
import type { SandboxContext, Variables } from './world.ts';

/**
 * Leaves the proxy to the steps that follow: its address as outputs, its variables in a file, and with `export-env` in
 * their environment. What post needs is written down before each thing that it would have to put right.
 */
export async function leaveProxyRunning(
  context: SandboxContext,
  settings: RunnerSettings,
  paths: SandboxPaths,
  { proxy, token, caPem, noProxy, envVars }: ConfiguredProxy,
): Promise<void> {
  const { machine, host, plain, record, state } = context;
  const { host: name, port } = proxy.address;
  const address = `http://${name}:${port}`;
  const proxyUrl = `http://${PROXY_USER}:${token}@${name}:${port}`;
  const roots = await machine.roots();
  await machine.writeFile(paths.caFile, caPem);
  await machine.writeFile(paths.bundleFile, `${roots.pem.trimEnd()}\n${caPem}`);
  const { caFile, bundleFile } = paths;
  const leading = await machine.variables({ proxyUrl, noProxy, caFile, bundleFile });
  const variables: Variables = {
    set: { ...envVars, ...leading.set },
    names: [...new Set([...Object.keys(envVars), ...leading.names])],
  };
  await machine.writeFile(paths.envFile, shellLines(variables));
  if (settings.exportEnv) {
    const restored = restoredValues(variables, host.env, { bundle: paths.bundleFile, roots: roots.file });
    await machine.writeFile(paths.restoreFile, JSON.stringify(restored));
  }
  const startTime = await machine.startTimeOf(proxy.pid);
  if (startTime === undefined) {
    throw new ActionError('proxy-failed', 'The credential proxy ended before it could be handed over.');
  }
  // A process that nobody knows of would hold the secrets until somebody finds it.
  state.proxy = { pid: proxy.pid, startTime, auditFile: paths.auditFile };
  record.stage = 'serving';
  await context.checkpoint();
  const detached = await proxy.detach();
  state.proxy = detached;
  await context.checkpoint();
  record.proxy = {
    address,
    caFile: paths.caFile,
    bundleFile: paths.bundleFile,
    envFile: paths.envFile,
  };
  // The token is masked in every log; the redactor would take it out of what is meant for programs, too.
  await plain.setOutput(SECRET_OUTPUT, proxyUrl);
  if (!settings.exportEnv) return;
  const exported = exportedValues(variables, host.env);
  for (const [variable, value] of Object.entries(exported)) await host.setVariable(variable, value);
}
