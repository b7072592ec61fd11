import { statfs } from 'node:fs/promises';

/** Less than this is as good as nothing: whoever needed more has failed, and whoever needs less may still go on. Bytes. */
const NOTHING = 1024 * 1024;

/** What to say of a step that failed for it. */
export const DISK_FULL =
  'There is no room left on the disk that holds the data directory. Make room there and deploy once more.';

/** Whether the disk that holds this folder is full. Programs that fail for that reason do not all say so. */
export async function isDiskFullAt(folder: string): Promise<boolean> {
  const disk = await statfs(folder).catch(() => undefined);
  return disk !== undefined && disk.bavail * disk.bsize < NOTHING;
}
