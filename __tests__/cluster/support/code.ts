import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { EmulatorHandle } from '../../../harness/emulator.ts';
import type { FileTree } from '../../../harness/git.ts';
import { asked, type Deployment } from './planes.ts';

/**
 * Creates a deployment of these files, which are packed below `folder` and uploaded. Returns the deployment with the
 * revision that is built.
 */
export async function createUpload(
  plane: Pick<EmulatorHandle, 'api'>,
  name: string,
  files: FileTree,
  folder: string,
): Promise<Deployment> {
  const { id } = await asked<Deployment>(plane, 'POST', '/v2/deployments', {
    name,
    source: 'internal_source',
    source_config: {},
    source_revision_config: { graph_config_path: 'langgraph.json' },
    secrets: [],
  });
  const upload = await asked<{ upload_url: string; object_path: string }>(
    plane,
    'POST',
    `/v2/deployments/${id}/upload-url`,
  );
  const body = await packed(files, await mkdtemp(path.join(folder, 'upload-')));
  const put = await fetch(upload.upload_url, { method: 'PUT', body: Buffer.from(body) });
  if (!put.ok) throw new Error(`the upload was answered ${put.status}: ${await put.text()}`);
  return asked<Deployment>(plane, 'PATCH', `/v2/deployments/${id}`, {
    source_revision_config: { source_tarball_path: upload.object_path },
  });
}

async function packed(files: FileTree, folder: string): Promise<Buffer> {
  const tree = path.join(folder, 'tree');
  for (const [name, text] of Object.entries(files)) {
    if (text === null) continue;
    const file = path.join(tree, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  const archive = path.join(folder, 'source.tgz');
  await promisify(execFile)('tar', ['-czf', archive, '-C', tree, '.']);
  return readFile(archive);
}

/** Waits for the result of a run of the deployment's first assistant. */
export async function runOnce(
  plane: Pick<EmulatorHandle, 'api'>,
  id: string,
  input: object,
): Promise<unknown> {
  const [assistant] = await asked<{ assistant_id: string }[]>(
    plane,
    'POST',
    `/d/${id}/assistants/search`,
    {},
  );
  return asked(plane, 'POST', `/d/${id}/runs/wait`, { assistant_id: assistant?.assistant_id, input });
}
