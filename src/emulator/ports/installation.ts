import path from 'node:path';

/** The programs that an emulator starts besides git, installers and agents, by absolute path. */
export interface Programs {
  /** Runs the graphs of one revision in TypeScript. */
  worker: string;
  /** Describes the types of their source, for a worker; and the folder with everything that it imports. */
  typeParser: { entry: string; folder: string };
  /** Runs those in Python; the interpreter is the revision's. */
  pythonWorker: string;
  /** Ends what is left of an emulator that was killed. */
  supervisor: string;
  credentialProxy: string;
  /** The first program of every box, and the folder with everything it imports, which the box shows. */
  boxSupervisor: { entry: string; folder: string };
}

const SOURCES = path.resolve(import.meta.dirname, '../..');
const WORKER = path.join(SOURCES, 'emulator/data-plane/worker');
const BOX = path.join(SOURCES, 'box/supervisor');

// Where things are in this installation: the sources. The packager puts a module of its own in the place of this one.

export const PROGRAMS: Programs = {
  worker: path.join(WORKER, 'main.ts'),
  typeParser: { entry: path.join(WORKER, 'type-parser.ts'), folder: SOURCES },
  pythonWorker: path.join(WORKER, 'python/start.py'),
  supervisor: path.join(SOURCES, 'emulator/data-plane/places/process/supervisor-program.ts'),
  credentialProxy: path.join(SOURCES, 'credential-proxy/main.ts'),
  boxSupervisor: { entry: path.join(BOX, 'main.ts'), folder: BOX },
};

/** The folder with the files of the dashboard's page. */
export const DASHBOARD_FILES = path.resolve(SOURCES, '../dist/dashboard');

/** A compressed data file of this version without data, which a temporary one begins as; undefined: it is migrated to that. */
export const EMPTY_STORE: string | undefined = undefined;
