import type { BoxOptions, IsolationLevel } from '../../../box/box.ts';
import type { SandboxRow } from '../../ports/store.ts';

/** Puts into a new box's folder what it is made from. */
export interface BoxFiles {
  /** Nothing to do when the folder is there: a box that is started again keeps its files. */
  prepareFolder(row: SandboxRow, folder: string): Promise<void>;
}

/** Programs of a box at most, unless the machine cannot count them. */
const PROCESSES = 1_024;

/** What a box is started with, from what its sandbox was asked for with. */
export function boxOptions(
  { id, settings }: Pick<SandboxRow, 'id' | 'settings'>,
  given: {
    folder: string;
    level: IsolationLevel;
    proxySocket: string | null;
    proxyAddress: BoxOptions['proxyAddress'];
    token: string;
    caPem: string;
    noProxy: string[];
    env: Record<string, string>;
  },
): BoxOptions {
  const { token, ...rest } = given;
  const cpuMillicores =
    settings.cpuMillicores ?? (settings.vcpus === null ? null : Math.round(settings.vcpus * 1_000));
  return {
    ...rest,
    id,
    binds: [],
    proxyUser: { name: `sbx-${id}`, token },
    limits: { memoryBytes: settings.memBytes, cpuMillicores, processes: PROCESSES },
  };
}
