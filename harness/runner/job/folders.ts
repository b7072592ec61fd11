import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { RunnerEvent } from '../../events/index.ts';

export interface JobFolders {
  /** Everything of the job but a workspace that was given. */
  root: string;
  workspace: string;
  temp: string;
  toolCache: string;
  eventFile: string;
}

/** Makes the folders of a job, and writes its event file. */
export async function makeFolders(event: RunnerEvent, workspace?: string): Promise<JobFolders> {
  const root = await realpath(await mkdtemp(path.join(tmpdir(), 'agent-deploy-runner-')));
  const temp = path.join(root, '_temp');
  const folders: JobFolders = {
    root,
    workspace: workspace ?? path.join(root, 'work', 'work'),
    temp,
    toolCache: path.join(root, '_tool'),
    eventFile: path.join(temp, '_github_workflow', 'event.json'),
  };
  await mkdir(folders.workspace, { recursive: true });
  await mkdir(folders.toolCache, { recursive: true });
  await mkdir(path.dirname(folders.eventFile), { recursive: true });
  await writeFile(folders.eventFile, JSON.stringify(event.payload, null, 2));
  return folders;
}

/** Removes them; a workspace that was given stays. */
export async function removeFolders(folders: JobFolders): Promise<void> {
  await rm(folders.root, { recursive: true, force: true, maxRetries: 3 });
}
