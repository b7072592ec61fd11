import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A new folder with files, which is removed at the end of its scope. */
export interface TestFolder extends AsyncDisposable {
  readonly path: string;
  /** Writes files, given as a map from path to content. */
  write(files: Readonly<Record<string, string>>): Promise<void>;
}

export async function testFolder(files: Readonly<Record<string, string>> = {}): Promise<TestFolder> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'agent-deploy-dev-')));
  const write = async (more: Readonly<Record<string, string>>) => {
    for (const [name, text] of Object.entries(more)) {
      await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
      await writeFile(path.join(folder, name), text);
    }
  };
  await write(files);
  return {
    path: folder,
    write,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
