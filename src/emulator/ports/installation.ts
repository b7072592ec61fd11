import path from 'node:path';

/** Programs that an emulator starts in addition to git, installers and agents, by absolute path. */
export interface Programs {
  /** Runs the graphs of one TypeScript revision. */
  worker: string;
  /** Describes the types of TypeScript graphs for a worker. `folder` contains everything that it imports. */
  typeParser: { entry: string; folder: string };
  /** Runs the graphs of one Python revision, in the interpreter of the revision. */
  pythonWorker: string;
  /** Stops the remaining processes of an emulator that was killed. */
  supervisor: string;
  credentialProxy: string;
  /** The first program of every box. `folder` contains everything that it imports, and is visible in the box. */
  boxSupervisor: { entry: string; folder: string };
}

const SOURCES = path.resolve(import.meta.dirname, '../..');
const WORKER = path.join(SOURCES, 'emulator/data-plane/worker');
const BOX = path.join(SOURCES, 'box/supervisor');

// Locations in this installation, which runs from the sources. The packager replaces this module.

export const PROGRAMS: Programs = {
  worker: path.join(WORKER, 'main.ts'),
  typeParser: { entry: path.join(WORKER, 'type-parser.ts'), folder: SOURCES },
  pythonWorker: path.join(WORKER, 'python/start.py'),
  supervisor: path.join(SOURCES, 'emulator/data-plane/places/process/supervisor-program.ts'),
  credentialProxy: path.join(SOURCES, 'credential-proxy/main.ts'),
  boxSupervisor: { entry: path.join(BOX, 'main.ts'), folder: BOX },
};

/** The folder with the files of the dashboard. */
export const DASHBOARD_FILES = path.resolve(SOURCES, '../dist/dashboard');

/**
 * Compressed data file of this version without data, from which a temporary data file starts. `undefined` if
 * migrations create the data file.
 */
export const EMPTY_STORE: string | undefined = undefined;
