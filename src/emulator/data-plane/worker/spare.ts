import { realpathSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import type { WorkerCommand } from '../link/commands.ts';
import { refuseSharedModules } from './shared-modules.ts';

/**
 * Imports libraries into a spare worker, so the revision that follows finds them in memory. Imports only files below the
 * folder `modules`, because a link could lead to the code of a checkout. A library that cannot be imported is left to
 * the revision, which reports the problem.
 */
export async function importLibraries({
  imports,
  modules,
}: Extract<WorkerCommand, { type: 'prepare' }>): Promise<void> {
  if (modules === undefined) return;
  const root = realpathSync(modules);
  const parent = pathToFileURL(path.join(root, 'spare.mjs')).href;
  const allowed = pathToFileURL(path.join(root, path.sep)).href;
  for (const name of imports) {
    try {
      const url = import.meta.resolve(name, parent);
      if (url.startsWith(allowed)) await import(url);
    } catch {
      // The import fails again with the revision's code.
    }
  }
}

/** Moves this process into the folder of a revision, and sets the variables that only this revision has. */
export function enterRevision({
  cwd,
  env,
}: NonNullable<Extract<WorkerCommand, { type: 'load' }>['process']>): void {
  process.chdir(cwd);
  for (const [name, value] of Object.entries(env)) {
    if (value === null) Reflect.deleteProperty(process.env, name);
    else process.env[name] = value;
  }
  refuseSharedModules(process.cwd());
}
