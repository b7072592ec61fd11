import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plane } from '../../server/plane.ts';

const PATH = '/v2/deployments';

/** Creates a deployment that is built from tarballs, and whose first revision waits for a tarball. */
export const sourceDeployment = (plane: Plane, change: Record<string, unknown> = {}) =>
  plane.create({
    source: 'internal_source',
    source_revision_config: { graph_config_path: 'langgraph.json' },
    ...change,
  });

export interface Place {
  upload_url: string;
  object_path: string;
}

/** Requests an upload URL. */
export async function begin(plane: Plane, deploymentId: string): Promise<Place> {
  const answer = await plane.api('POST', `${PATH}/${deploymentId}/upload-url`);
  if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

export interface Sent {
  status: number;
  detail: string;
}

/** Uploads bytes to a presigned URL without a key, like the hosted service's clients. A stream is sent in chunks. */
export async function put(
  url: string,
  body: Uint8Array<ArrayBuffer> | string | ReadableStream | null,
  headers: Record<string, string> = {},
): Promise<Sent> {
  const response = await fetch(url, {
    method: 'PUT',
    body,
    headers: {
      'content-type': 'application/gzip',
      'x-goog-content-length-range': '0,209715200',
      ...headers,
    },
    ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
  });
  const text = await response.text();
  return { status: response.status, detail: text === '' ? '' : String(JSON.parse(text).detail) };
}

/** Uploads a tarball for this deployment, and returns the tarball's path. */
export async function uploaded(
  plane: Plane,
  deploymentId: string,
  content: Uint8Array<ArrayBuffer> | string = 'a tarball',
): Promise<string> {
  const { upload_url: url, object_path: path } = await begin(plane, deploymentId);
  const { status, detail } = await put(url, content);
  if (status !== 200) throw new Error(`${status} ${detail}`);
  return path;
}

export const patchPath = (plane: Plane, deploymentId: string, path: string) =>
  plane.api('PATCH', `${PATH}/${deploymentId}`, { source_revision_config: { source_tarball_path: path } });

/** Returns the files in the object store. */
export async function filesOf(plane: Plane): Promise<string[]> {
  return readdir(join(plane.deps.dataDir, 'uploads')).catch(() => []);
}
