import path from 'node:path';

/** Where everything lies that a run writes on the runner: below one folder, for this user alone. */
export interface SandboxPaths {
  folder: string;
  auditFile: string;
  /** Values that variables had before they were exported. */
  restoreFile: string;
  caFile: string;
  bundleFile: string;
  envFile: string;
  /** Nothing else is in it: the box is given the folder. */
  socketFolder: string;
  socketPath: string;
  boxFolder: string;
}

/** Pure. */
export function sandboxPaths(folder: string): SandboxPaths {
  const at = (...parts: string[]) => path.join(folder, ...parts);
  return {
    folder,
    auditFile: at('audit.jsonl'),
    restoreFile: at('restore.json'),
    caFile: at('ca.pem'),
    bundleFile: at('ca-bundle.pem'),
    envFile: at('env.sh'),
    socketFolder: at('s'),
    socketPath: at('s', 'p'),
    boxFolder: at('box'),
  };
}
