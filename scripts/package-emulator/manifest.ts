import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { DEPENDENCIES } from './bundle.ts';

const Locked = z.looseObject({
  version: z.string(),
  dependencies: z.record(z.string(), z.string()).optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
});
const LockFile = z.object({ packages: z.record(z.string(), z.looseObject({})) });
const Repository = z.object({ version: z.string(), description: z.string(), license: z.string() });

/** Contents of `package.json` and `npm-shrinkwrap.json` in the package. */
export interface Manifests {
  version: string;
  /** Names of the packages that npm installs together with the package. */
  installed: string[];
  manifest: object;
  shrinkwrap: object;
}

/**
 * Returns the manifest of the package, and its shrinkwrap. Both contain the version of the repository, and the exact
 * dependencies of the repository's lock file, with their hashes and without their registry. `repository` is the name
 * on GitHub, with which provenance statements are compared. Throws if the lock file lacks a dependency.
 */
export async function manifestsOf(root: string, repository: string | undefined): Promise<Manifests> {
  const { version, license } = Repository.parse(await readJson(path.join(root, 'package.json')));
  const { packages } = LockFile.parse(await readJson(path.join(root, 'package-lock.json')));
  const locked = lockedFor(packages, DEPENDENCIES);
  const dependencies = Object.fromEntries(
    DEPENDENCIES.map((name) => [name, Locked.parse(packages[`node_modules/${name}`]).version]),
  );
  const shared = { name: 'agent-deploy-emulator', version, license, dependencies };
  const engines = { node: '>=24' };
  const bin = {
    'agent-deploy-emulator': 'bin/agent-deploy-emulator.cjs',
    'agent-deploy': 'bin/agent-deploy.cjs',
  };
  return {
    version,
    installed: Object.keys(locked).map((place) => place.replace('node_modules/', '')),
    manifest: {
      ...shared,
      description:
        'An emulator of the control plane of LangSmith Deployment that builds and runs agents, and a command line that deploys to either',
      keywords: ['langgraph', 'langsmith', 'emulator', 'agents', 'deployment'],
      ...(repository !== undefined && {
        repository: { type: 'git', url: `git+https://github.com/${repository}.git` },
        homepage: `https://github.com/${repository}#readme`,
      }),
      type: 'module',
      engines,
      bin,
      exports: {
        '.': { types: './lib/index.d.mts', default: './lib/index.mjs' },
        './package.json': './package.json',
      },
      publishConfig: { access: 'public', provenance: true },
    },
    shrinkwrap: {
      name: shared.name,
      version,
      lockfileVersion: 3,
      requires: true,
      packages: {
        '': { ...shared, engines, bin },
        ...locked,
      },
    },
  };
}

async function readJson(file: string): Promise<unknown> {
  return JSON.parse(await readFile(file, 'utf8'));
}

/** Returns the lock file's entries for these packages and all their dependencies. */
function lockedFor(packages: z.infer<typeof LockFile>['packages'], names: readonly string[]): object {
  const found = new Map<string, object>();
  const add = (name: string): void => {
    const place = `node_modules/${name}`;
    const entry = packages[place];
    if (entry === undefined) throw new Error(`package-lock.json has no ${place}: run npm ci`);
    if (found.has(place)) return;
    const { dev: _dev, resolved: _resolved, ...kept } = entry;
    found.set(place, kept);
    const { dependencies, optionalDependencies } = Locked.parse(entry);
    for (const next of Object.keys({ ...dependencies, ...optionalDependencies })) add(next);
  };
  for (const name of names) add(name);
  return Object.fromEntries([...found].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
