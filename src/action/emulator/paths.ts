import path from 'node:path';

/** Paths of all files that a run writes on the runner, in one folder that only this user can access. */
export interface EmulatorPaths {
  install: string;
  data: string;
  /** File with the emulator's standard output, which contains the API key. */
  ready: string;
  seed: string;
  faults: string;
  /** Folder that remains after the job and can be uploaded as an artifact, because the folder contains no secret. */
  logs: string;
  log: string;
  journal: string;
}

/** Returns the paths of the files in a run's folder. */
export function emulatorPaths(folder: string): EmulatorPaths {
  const at = (...parts: string[]) => path.join(folder, ...parts);
  return {
    install: at('install'),
    data: at('data'),
    ready: at('ready.json'),
    seed: at('seed.yaml'),
    faults: at('faults.yaml'),
    logs: at('logs'),
    log: at('logs', 'emulator.log'),
    journal: at('logs', 'journal.jsonl'),
  };
}
