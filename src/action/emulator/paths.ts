import path from 'node:path';

/** All files that a run writes on the runner: below one folder, for this user alone. */
export interface EmulatorPaths {
  /** What npm installs. */
  install: string;
  /** The emulator's own data. */
  data: string;
  /** Its standard output; holds the key. */
  ready: string;
  seed: string;
  faults: string;
  /** The one folder that stays, for an artifact; holds no secret. */
  logs: string;
  log: string;
  journal: string;
}

/** The files in a folder of ours. */
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
