import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { type ClusterApi, accepted } from '../api.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
/** Name and key of the ConfigMap that lists the programs of a namespace's images. */
const NAME = 'node-double-images';
const KEY = 'images';

const Image = z.object({
  /** Program and its first arguments. */
  entrypoint: z.array(z.string()).min(1),
  /** Further arguments, which are used if the container specifies none. */
  args: z.array(z.string()).default([]),
  /**
   * Command lines of commands inside the image, by name. A container may specify one of these commands instead of the
   * entry point.
   */
  commands: z.record(z.string(), z.array(z.string())).default({}),
  /** Variables in addition to the variables that every container has. */
  env: z.record(z.string(), z.string()).default({}),
  /** Working directory of the program; the default is a new folder. */
  cwd: z.string().optional(),
});
/**
 * An image of the simulated node, which is a program of this machine. In the strings of an image, `$(POD_IP)` is the
 * address of the pod, and `$(POD_FOLDER)` is a folder that is removed with the pod.
 */
export type Image = z.infer<typeof Image>;

/** Name of the emulator's image, which runs the program of this checkout. */
export const EMULATOR_IMAGE = 'registry.test/agent-deploy-emulator:checkout';

const PRELOAD = path.join(import.meta.dirname, 'pod-network.ts');
const node = (...args: string[]): string[] => [
  process.execPath,
  '--import',
  `file://${PRELOAD}?address=$(POD_IP)`,
  ...args,
];
const emulator = node(path.join(ROOT, 'scripts/run.mjs'), path.join(ROOT, 'src/emulator/cli/main.ts'));
const OWN: Image = {
  entrypoint: emulator,
  args: [],
  commands: { 'agent-deploy-emulator': emulator },
  env: {},
  cwd: ROOT,
};

/** Returns an image that runs this Node module, which listens only on the address of its pod. */
export function nodeImage(module: string | URL, env: Record<string, string> = {}): Image {
  const file = module instanceof URL ? fileURLToPath(module) : path.resolve(module);
  return { entrypoint: node(file), args: [], commands: {}, env };
}

/**
 * Registers images by their full names, for pods of this namespace that start later. The simulated node runs these
 * images as processes, and only simulates pods with other images.
 */
export async function playImages(
  api: ClusterApi,
  namespace: string,
  images: Readonly<Record<string, z.input<typeof Image>>>,
): Promise<void> {
  const metadata = { name: NAME, namespace };
  const data = { [KEY]: JSON.stringify(images) };
  accepted(await api.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data }));
}

const Images = z.looseObject({ data: z.object({ [KEY]: z.string() }) });

/** Returns the registered images of this namespace. */
export async function readImages(api: ClusterApi, namespace: string): Promise<ReadonlyMap<string, Image>> {
  const { status, body } = await api.request('GET', `/api/v1/namespaces/${namespace}/configmaps/${NAME}`);
  const given =
    status === 200 ? z.record(z.string(), Image).parse(JSON.parse(Images.parse(body).data[KEY])) : {};
  return new Map([[EMULATOR_IMAGE, OWN], ...Object.entries(given)]);
}
