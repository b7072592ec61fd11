import path from 'node:path';

/**
 * Paths of the programs that an emulator starts besides git, installers and agents. All paths of programs are absolute.
 */
export interface Programs {
  /** Program that runs the graphs of one TypeScript revision. */
  worker: string;
  /** Program that describes the types of TypeScript graphs. `folder` contains everything that it imports. */
  typeParser: { entry: string; folder: string };
  /** Program that runs the graphs of one Python revision in the revision's interpreter. */
  pythonWorker: string;
  /** Program of the threads that decode large messages of agent pods. */
  frameDecoder: string;
  /** Program that stops the remaining processes of a killed emulator. */
  supervisor: string;
  credentialProxy: string;
  /** First program of every sandbox box. The box contains `folder`, which includes all imported files. */
  boxSupervisor: { entry: string; folder: string };
}

const SOURCES = path.resolve(import.meta.dirname, '../..');
const WORKER = path.join(SOURCES, 'emulator/data-plane/worker');
const BOX = path.join(SOURCES, 'box/supervisor');

// Paths of the programs in a checkout of the sources. The packager replaces this module.

export const PROGRAMS: Programs = {
  worker: path.join(WORKER, 'main.ts'),
  typeParser: { entry: path.join(WORKER, 'type-parser.ts'), folder: SOURCES },
  pythonWorker: path.join(WORKER, 'python/start.py'),
  frameDecoder: path.join(SOURCES, 'emulator/data-plane/link/decoder-thread.ts'),
  supervisor: path.join(SOURCES, 'emulator/data-plane/places/process/supervisor-program.ts'),
  credentialProxy: path.join(SOURCES, 'credential-proxy/main.ts'),
  boxSupervisor: { entry: path.join(BOX, 'main.ts'), folder: BOX },
};

export const DASHBOARD_FILES = path.resolve(SOURCES, '../dist/dashboard');

/**
 * Path of a compressed empty data file that is copied to each temporary data folder, or `undefined` if migrations
 * create the data file.
 */
export const EMPTY_STORE: string | undefined = undefined;
