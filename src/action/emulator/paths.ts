import path from 'node:path';

/** All files that a run writes on the runner, below one folder that only this user can access. */
export interface EmulatorPaths {
  /** Files installed by npm. */
  install: string;
  /** The emulator's own data. */
  data: string;
  /** Standard output of the emulator, which contains the key. */
  ready: string;
  seed: string;
  faults: string;
  /** The only folder that is kept after the job, for upload as an artifact. It contains no secret. */
  logs: string;
  log: string;
  journal: string;
}

/** Returns the paths of the files in one of our folders. */
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
