import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'yaml';
import { interpretManifest, type ActionManifest } from './schema.ts';

/** An action whose manifest the runner would not load. The message is what the runner says of it. */
export class ManifestError extends Error {
  override name = 'ManifestError';
}

/** Reads the manifest of the action in a folder: `action.yml`, else `action.yaml`. Throws `ManifestError`. */
export async function findManifest(folder: string): Promise<ActionManifest> {
  for (const name of ['action.yml', 'action.yaml']) {
    const file = path.join(folder, name);
    const there = await stat(file).catch(() => null);
    if (there?.isFile()) return loadManifest(file);
  }
  throw new ManifestError(
    `Can't find 'action.yml', 'action.yaml' or 'Dockerfile' under '${folder}'. Did you forget to run actions/checkout before running your local action?`,
  );
}

/**
 * Reads an action's manifest. Throws `ManifestError` for what stops the runner before the action starts: no file, no
 * YAML, a key or value that has no place, an unknown `using`, no `main`.
 */
export async function loadManifest(file: string): Promise<ActionManifest> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new ManifestError(
      `Can't find 'action.yml', 'action.yaml' or 'Dockerfile' under '${path.dirname(file)}'. Did you forget to run actions/checkout before running your local action?`,
      { cause },
    );
  });
  try {
    return interpretManifest(parse(text), path.dirname(path.resolve(file)));
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause);
    throw new ManifestError(`${file}: ${problem}`, { cause });
  }
}
