import { errorMessage } from '../os/errors.ts';
import { type HostCapabilities, detectCapabilities } from './capabilities.ts';
import { toIsolationReport } from './isolation-report.ts';
import { startNamespaced, startPlain, type SupervisorProgram } from './start.ts';
import { prepareProgram, type Program } from './box-folder.ts';
import { type Box, type BoxHost, type BoxOptions, BoxStartError, type IsolationReport } from './box.ts';

export { removeBoxFolder } from './box-folder.ts';

export interface BoxHostOptions {
  /**
   * Entry file of each box's first process, and the folder that contains this file and its imports. The supervisor's
   * folder is mounted in the box. The entry file is `supervisor/main.ts` if the emulator runs from sources, or else the
   * bundle's entry script.
   */
  supervisor: { entry: string; folder: string };
  /** Absolute path of the Node executable that runs the supervisor. The executable is also mounted in the box. */
  node: string;
  /** Allows password-less sudo if an ordinary user cannot create namespaces. */
  sudo: boolean;
}

/** Tests and reports the isolation that this machine achieves. */
export async function reportIsolation(options: { sudo: boolean }): Promise<IsolationReport> {
  return toIsolationReport(await detectCapabilities(options));
}

const ID = /^[A-Za-z0-9][A-Za-z0-9-]{0,62}$/;

/** Starts boxes on this machine. The machine's capabilities are detected once, on first use. */
export function createBoxHost(host: BoxHostOptions): BoxHost {
  let ability: Promise<HostCapabilities> | undefined;
  let program: Promise<Program> | undefined;
  const inUse = new Set<string>();
  // A failed detection is not cached, because its cause might be temporary.
  const find = () =>
    (ability ??= detectCapabilities(host).catch((error: unknown) => {
      ability = undefined;
      throw error;
    }));
  const prepare = () =>
    (program ??= prepareProgram(host.supervisor, host.node).catch((error: unknown) => {
      program = undefined;
      throw error;
    }));
  return {
    report: async () => toIsolationReport(await find()),
    start: async (options) => {
      const found = await find();
      check(options, found);
      if (inUse.has(options.folder)) {
        throw new BoxStartError(`box ${options.id} cannot be started: another box uses ${options.folder}`);
      }
      inUse.add(options.folder);
      const free = () => inUse.delete(options.folder);
      try {
        const box = await start({ node: host.node, program: await prepare() }, found, options);
        void box.ended.then(free);
        return box;
      } catch (error) {
        free();
        throw error;
      }
    },
  };
}

async function start(host: SupervisorProgram, found: HostCapabilities, options: BoxOptions): Promise<Box> {
  try {
    return await (options.level === 'namespaces' ? startNamespaced : startPlain)(host, found, options);
  } catch (error) {
    if (error instanceof BoxStartError) throw error;
    throw new BoxStartError(`box ${options.id} could not be started: ${errorMessage(error)}`, {
      cause: error,
    });
  }
}

function check({ id, level }: BoxOptions, found: HostCapabilities): void {
  if (!ID.test(id)) throw new BoxStartError('the name of a box must have 1 to 63 letters, digits and dashes');
  if (level !== 'namespaces' || found.level === 'namespaces') return;
  const { findings, remedies } = toIsolationReport(found);
  throw new BoxStartError(
    [`box ${id} cannot be started at level namespaces.`, findings[0], ...remedies].join(' '),
  );
}
