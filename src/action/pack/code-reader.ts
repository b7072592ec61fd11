import { realpath } from 'node:fs/promises';
import path from 'node:path';
import type { CodeReader } from '../../agent-code/code-reader.ts';
import { findNeededVariables } from '../../agent-code/needed-variables.ts';
import { readPlainText, WRITTEN_MAX_BYTES } from '../../os/plain-file.ts';
import type { FindNeededVariables } from '../verb-context.ts';
import { unneededNames } from './exclusions.ts';
import { gitFiles, walk } from './git-files.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Creates a reader of the code below `root`, an absolute real path. Never follows links that lead outside `root`. */
export function createCodeReader(root: string, env: Env, signal: AbortSignal): CodeReader {
  let files: Promise<readonly string[]> | undefined;
  return {
    files: () => (files ??= list(root, env, signal)),
    read: (file) =>
      readPlainText(path.join(root, file), { maxBytes: WRITTEN_MAX_BYTES, within: root }).catch(
        () => undefined,
      ),
  };
}

async function list(root: string, env: Env, signal: AbortSignal): Promise<readonly string[]> {
  const useless = unneededNames(new Set());
  const found = await gitFiles(root, path.parse(root).root, useless, env, signal);
  return found?.paths ?? (await walk(root, useless));
}

/**
 * Creates a function that searches the code in the workspace for the environment variables that the code reads. The
 * function returns an empty result if the inputs specify code other than the event's code.
 */
export function createFindNeededVariables(env: Env, signal: AbortSignal): FindNeededVariables {
  return async ({ source, sourcePath, graphConfigPath }) => {
    const isOther = ['REF', 'COMMIT', 'REPO-URL'].some((input) => Boolean(env[`INPUT_${input}`]));
    if (source === 'git_host' && isOther) return [];
    const root = await realpath(path.resolve(env['GITHUB_WORKSPACE'] || '.'));
    const folder = source === 'internal_source' ? path.resolve(root, sourcePath) : root;
    const config = path.relative(root, path.resolve(folder, graphConfigPath)).split(path.sep).join('/');
    if (config.startsWith('..') || path.isAbsolute(config)) return [];
    return findNeededVariables(createCodeReader(root, env, signal), config, {
      packsEnvFile: source === 'internal_source',
    });
  };
}
