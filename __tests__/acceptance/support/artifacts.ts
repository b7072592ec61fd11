import { randomInt } from 'node:crypto';
import { cp, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from '@jest/globals';
import type { ActionSource } from '../../../harness/workflow/types.ts';

/** Artifacts of one workflow run, shared by all attempts of the run. */
export interface Artifacts {
  /** ID of the workflow run. */
  readonly runId: string;
  /** Maps `actions/upload-artifact` and `actions/download-artifact` to functions that use these artifacts. */
  readonly actions: (uses: string) => ActionSource | null;
  /** Returns the file names of each artifact, by the name of the artifact. */
  list(): Promise<Record<string, string[]>>;
  /** Returns the folder of an artifact. */
  folderOf(name: string): string;
}

/** Creates stores of artifacts for the tests of a file, with the rules of version 4 and later of both actions. */
export function useArtifacts(): () => Promise<Artifacts> {
  const roots: string[] = [];
  afterAll(async () => {
    await Promise.all(roots.map((root) => rm(root, { recursive: true, force: true })));
  });
  return async () => {
    const root = await mkdtemp(path.join(tmpdir(), 'ad-test-artifacts-'));
    roots.push(root);
    const folderOf = (name = 'artifact') => path.join(root, name);
    const exists = (file: string) =>
      stat(file).then(
        () => true,
        () => false,
      );
    return {
      runId: String(randomInt(10_000_000, 99_999_999)),
      folderOf,
      async list() {
        const names = await readdir(root);
        const files = names.map(async (name) => [name, (await readdir(folderOf(name))).toSorted()] as const);
        return Object.fromEntries(await Promise.all(files));
      },
      actions(uses) {
        if (uses.startsWith('actions/upload-artifact@')) {
          return {
            async play({ inputs, workspace, print }) {
              const from = path.resolve(workspace, inputs['path'] ?? '');
              if (!(await exists(from))) {
                print('No files were found with the provided path.');
                return { outcome: inputs['if-no-files-found'] === 'error' ? 'failure' : 'success' };
              }
              const to = folderOf(inputs['name']);
              if (await exists(to)) {
                if (inputs['overwrite'] !== 'true') {
                  print('::error::An artifact with this name already exists on the workflow run');
                  return { outcome: 'failure' };
                }
                await rm(to, { recursive: true });
              }
              await cp(from, to, { recursive: true });
              return {};
            },
          };
        }
        if (!uses.startsWith('actions/download-artifact@')) return null;
        return {
          async play({ inputs, workspace, print }) {
            const from = folderOf(inputs['name']);
            if (!(await exists(from))) {
              print('::error::Unable to download artifact: not found');
              return { outcome: 'failure' };
            }
            await cp(from, path.resolve(workspace, inputs['path'] ?? ''), { recursive: true });
            return {};
          },
        };
      },
    };
  };
}
