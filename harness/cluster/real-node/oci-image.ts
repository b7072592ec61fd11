import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, cp, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A container image with files of this machine. */
export interface Image {
  /** Name of the image with its tag. */
  name: string;
  /** Files and folders to copy, as pairs of source and target. */
  files: readonly (readonly [from: string, to: string])[];
  /** Entry point of the image, used if a container has no command. */
  entrypoint?: readonly string[];
  /** Default command, or arguments of the entry point, used if a container specifies none. */
  command?: readonly string[];
  /** User of the program; the default is root. */
  user?: string;
}

/** Returns the files of the running Node and its libraries, as pairs of source and target. */
export async function nodeFiles(): Promise<[from: string, to: string][]> {
  const { stdout } = await run('ldd', [process.execPath]);
  const libraries = [...stdout.matchAll(/(\/\S+\.so\S*)/g)].map(([, file = '']) => file);
  return [[process.execPath, '/bin/node'], ...libraries.map((file): [string, string] => [file, file])];
}

/** Writes the image into a folder as a tar file with the OCI image layout, and returns the file's path. */
export async function writeImage(below: string, image: Image): Promise<string> {
  const { name, files, entrypoint, command, user } = image;
  const folder = await mkdtemp(path.join(below, 'image-'));
  const root = path.join(folder, 'root');
  for (const [from, to] of files) {
    const target = path.join(root, to);
    await mkdir(path.dirname(target), { recursive: true });
    await cp(from, target, { recursive: true, dereference: true });
    await chmod(target, 0o755);
  }
  const layout = path.join(folder, 'layout');
  const blobs = path.join(layout, 'blobs/sha256');
  await mkdir(blobs, { recursive: true });
  const layerFile = path.join(folder, 'layer.tar');
  const owner = ['--owner=0', '--group=0', '--numeric-owner'];
  await run('tar', ['-C', root, ...owner, '-cf', layerFile, '.']);
  const digest = createHash('sha256')
    .update(await readFile(layerFile))
    .digest('hex');
  const layer = { digest: `sha256:${digest}`, size: (await stat(layerFile)).size };
  await rename(layerFile, path.join(blobs, digest));
  const put = async (value: object) => {
    const text = JSON.stringify(value);
    const sum = createHash('sha256').update(text).digest('hex');
    await writeFile(path.join(blobs, sum), text);
    return { digest: `sha256:${sum}`, size: Buffer.byteLength(text) };
  };
  const config = await put({
    architecture: process.arch === 'x64' ? 'amd64' : process.arch,
    os: 'linux',
    config: { Entrypoint: entrypoint, Cmd: command, User: user, Env: ['PATH=/bin'] },
    rootfs: { type: 'layers', diff_ids: [layer.digest] },
  });
  const type = 'application/vnd.oci.image';
  const manifest = await put({
    schemaVersion: 2,
    mediaType: `${type}.manifest.v1+json`,
    config: { mediaType: `${type}.config.v1+json`, ...config },
    layers: [{ mediaType: `${type}.layer.v1.tar`, ...layer }],
  });
  const annotations = {
    'io.containerd.image.name': name,
    'org.opencontainers.image.ref.name': name.split(':').at(-1),
  };
  const index = {
    schemaVersion: 2,
    manifests: [{ mediaType: `${type}.manifest.v1+json`, ...manifest, annotations }],
  };
  await writeFile(path.join(layout, 'index.json'), JSON.stringify(index));
  await writeFile(path.join(layout, 'oci-layout'), '{"imageLayoutVersion":"1.0.0"}');
  const file = path.join(below, `${path.basename(folder)}.tar`);
  await run('tar', ['-C', layout, '-cf', file, '.']);
  await rm(folder, { recursive: true });
  return file;
}
