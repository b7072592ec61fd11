import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');

// Where things are in this installation: the sources. The packager puts a module of its own in the place of this one.

/** The package's own manifest, and those of the actions, whose inputs are flags. */
export const MANIFESTS = {
  own: path.join(ROOT, 'package.json'),
  deploy: path.join(ROOT, 'action.yml'),
  verify: path.join(ROOT, 'verify/action.yml'),
};

/** What `explain` prints sections of. */
export const TROUBLESHOOTING_PAGE = path.join(ROOT, 'docs/troubleshooting.md');
