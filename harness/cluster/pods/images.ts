import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { type ClusterApi, accepted } from '../api.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
/** The name of the object that lists the programs of a namespace's images, and its one key. */
const NAME = 'node-double-images';
const KEY = 'images';

const Image = z.object({
  /** The program and its first arguments. */
  entrypoint: z.array(z.string()).min(1),
  /** More arguments, used if the container has none. */
  args: z.array(z.string()).default([]),
  /** The names of its commands inside the image. A container may use one of them instead of the entry point. */
  commands: z.record(z.string(), z.array(z.string())).default({}),
  /** Variables in addition to those of every container. */
  env: z.record(z.string(), z.string()).default({}),
  /** The working folder. Default: a new folder. */
  cwd: z.string().optional(),
});
/**
 * An image of the node double: a program of this machine. In its texts, `$(POD_IP)` is the address of the pod, and
 * `$(POD_FOLDER)` is a folder that is removed with the pod.
 */
export type Image = z.infer<typeof Image>;

/** The emulator's own image: the program of this checkout. */
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

/** An image whose program is this Node module. The module listens only on the address of its pod. */
export function nodeImage(module: string | URL, env: Record<string, string> = {}): Image {
  const file = module instanceof URL ? fileURLToPath(module) : path.resolve(module);
  return { entrypoint: node(file), args: [], commands: {}, env };
}

/**
 * Makes the node double run these images, by their full names, in pods of this namespace that start from now on. Pods
 * with other images pretend to run or to fail.
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

/** Returns the programs of the images of this namespace. */
export async function readImages(api: ClusterApi, namespace: string): Promise<ReadonlyMap<string, Image>> {
  const { status, body } = await api.request('GET', `/api/v1/namespaces/${namespace}/configmaps/${NAME}`);
  const given =
    status === 200 ? z.record(z.string(), Image).parse(JSON.parse(Images.parse(body).data[KEY])) : {};
  return new Map([[EMULATOR_IMAGE, OWN], ...Object.entries(given)]);
}
