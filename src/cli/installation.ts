import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');

// Paths in this installation. This module contains the paths of the sources; the packager replaces it.

/** Manifests of the package and of the actions, whose inputs are flags. */
export const MANIFESTS = {
  own: path.join(ROOT, 'package.json'),
  deploy: path.join(ROOT, 'action.yml'),
  verify: path.join(ROOT, 'verify/action.yml'),
};

/** Folder of the pages whose sections `explain` prints. */
export const TROUBLESHOOTING_FOLDER = path.join(ROOT, 'docs/troubleshooting');
