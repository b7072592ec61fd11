import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach } from '@jest/globals';
import { pushEvent } from '../../../harness/events.ts';
import { runAction } from '../../../harness/runner/run-action.ts';
import type { ActionRun, RunActionOptions } from '../../../harness/runner/types.ts';

const folders: string[] = [];
afterEach(async () => {
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
});

/**
 * Writes a small action with these bodies of `main` and `post` into a folder that is removed after the test. Returns
 * the path of its manifest.
 */
export async function fixtureAction(parts: {
  inputs?: Record<string, Record<string, unknown>>;
  main: string;
  post?: string;
  postIf?: string;
  using?: string;
}): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fixture-action-'));
  folders.push(folder);
  await mkdir(path.join(folder, 'dist'));
  await writeFile(path.join(folder, 'dist', 'main.mjs'), parts.main);
  if (parts.post !== undefined) await writeFile(path.join(folder, 'dist', 'post.mjs'), parts.post);
  const manifest = {
    name: 'Fixture',
    inputs: parts.inputs ?? {},
    runs: {
      using: parts.using ?? 'node24',
      main: 'dist/main.mjs',
      ...(parts.post === undefined ? {} : { post: 'dist/post.mjs' }),
      ...(parts.postIf === undefined ? {} : { 'post-if': parts.postIf }),
    },
  };
  // A JSON document is valid YAML.
  await writeFile(path.join(folder, 'action.yml'), JSON.stringify(manifest));
  return path.join(folder, 'action.yml');
}

export const somePush = pushEvent({ branch: 'main', before: 'a'.repeat(40), after: 'd'.repeat(40) });

/** Runs an action of `fixtureAction`, by default for a push. */
export async function runFixture(
  parts: Parameters<typeof fixtureAction>[0],
  options: Partial<RunActionOptions> = {},
): Promise<ActionRun> {
  return runAction({ actionYml: await fixtureAction(parts), event: somePush, ...options });
}
