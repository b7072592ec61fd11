import { existsSync } from 'node:fs';
import { registerHooks, type ResolveHookSync } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { sharedFoldersAbove } from '../../../os/shared-folders.ts';

/**
 * Refuses to load packages from parent folders where every user of the machine can create files. Node searches
 * `node_modules` in every folder above a module, so another user could place code in `/tmp/node_modules`.
 */
export function refuseSharedModules(folder: string): void {
  const shared = sharedFoldersAbove(folder);
  if (shared.length > 0) registerHooks({ resolve: createResolveHook(folder, shared) });
}

/**
 * Creates the hook that refuses packages of shared folders.
 * @param folder Real path of the agent's folder.
 * @param shared Parent folders of `folder` whose packages are refused, nearest first.
 */
function createResolveHook(folder: string, shared: readonly string[]): ResolveHookSync {
  const nearest = shared[0] ?? path.parse(folder).root;
  const [own = ''] = path.relative(nearest, folder).split(path.sep);
  const ours = pathToFileURL(path.join(nearest, own, path.sep)).href;
  return (specifier, context, next) => {
    const result = next(specifier, context);
    const { parentURL } = context;
    if (result.url.startsWith(ours) || !result.url.startsWith('file:')) return result;
    if (parentURL?.startsWith('file:') !== true) return result;
    const name = packageNameOf(specifier);
    if (name === undefined) return result;
    const found = folderWith(name, path.dirname(fileURLToPath(parentURL)));
    if (found === undefined || !shared.includes(found)) return result;
    throw Object.assign(
      new Error(
        `Cannot find package '${name}' imported from ${fileURLToPath(parentURL)}: ${path.join(found, 'node_modules')} is not used, because every user of this machine can write to it`,
      ),
      { code: 'ERR_MODULE_NOT_FOUND' },
    );
  };
}

/** Returns the package of an import, or `undefined` for paths, URLs, built-in modules and imports within a package. */
function packageNameOf(specifier: string): string | undefined {
  if (/^(?:[./#]|[a-z][a-z+.-]+:)/i.test(specifier)) return undefined;
  return /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0];
}

/** Returns this folder or its nearest parent whose `node_modules` contains the package. */
function folderWith(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = path.dirname(folder)) {
    if (existsSync(path.join(folder, 'node_modules', name))) return folder;
    if (folder === path.dirname(folder)) return undefined;
  }
}
