import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pushEvent } from '../../../harness/events.ts';

/** Writes a small action to a folder of its own: `main` and `post` are the bodies of its entries. */
export async function fixtureAction(parts: {
  inputs?: Record<string, Record<string, unknown>>;
  main: string;
  post?: string;
  postIf?: string;
  using?: string;
}): Promise<{ actionYml: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fixture-action-'));
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
  // JSON is YAML.
  await writeFile(path.join(folder, 'action.yml'), JSON.stringify(manifest));
  return {
    actionYml: path.join(folder, 'action.yml'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

export const somePush = pushEvent({ branch: 'main', before: 'a'.repeat(40), after: 'd'.repeat(40) });
