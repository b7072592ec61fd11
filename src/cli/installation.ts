import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');

// The packager replaces this module, which contains paths in the source tree, with a module that contains the paths in
// the package.

/**
 * Paths of this package's manifest and of the actions' manifests. The inputs of the actions are the flags of the
 * command line.
 */
export const MANIFESTS = {
  own: path.join(ROOT, 'package.json'),
  deploy: path.join(ROOT, 'action.yml'),
  verify: path.join(ROOT, 'verify/action.yml'),
};

/** Path of the folder with the pages whose sections `explain` prints. */
export const TROUBLESHOOTING_FOLDER = path.join(ROOT, 'docs/troubleshooting');

/** Paths of the programs that run a score command in a box. */
export const PROGRAMS = {
  credentialProxy: path.join(ROOT, 'src/credential-proxy/main.ts'),
  boxSupervisor: {
    entry: path.join(ROOT, 'src/box/supervisor/main.ts'),
    folder: path.join(ROOT, 'src/box/supervisor'),
  },
};
