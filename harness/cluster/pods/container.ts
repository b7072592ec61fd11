import path from 'node:path';
import process from 'node:process';
import * as z from 'zod';
import { ContainerEnvironment, environmentOf, expand, type Settings } from './environment.ts';
import type { Image } from './images.ts';
import { ContainerPort, HttpGet, Probe } from './probes.ts';
import type { Program } from './processes.ts';

const Handler = z.looseObject({
  sleep: z.object({ seconds: z.number() }).optional(),
  httpGet: HttpGet.optional(),
});
/** Fields of a container that the simulated node reads. */
export const Container = ContainerEnvironment.extend({
  name: z.string(),
  image: z.string(),
  restartPolicy: z.string().optional(),
  command: z.array(z.string()).optional(),
  args: z.array(z.string()).optional(),
  ports: z.array(ContainerPort).default([]),
  startupProbe: Probe.optional(),
  readinessProbe: Probe.optional(),
  livenessProbe: Probe.optional(),
  lifecycle: z.looseObject({ preStop: Handler.optional() }).optional(),
});
export type Container = z.infer<typeof Container>;

/** Files, folders and settings that a program finds in its container. */
export interface ProgramContext {
  /** Home folder of the program, which is removed with the pod. */
  folder: string;
  settings: Settings;
  fields: (path: string) => string | undefined;
  address: string;
  hostname: string;
}

/**
 * Returns the program of a container: the command and arguments of the container, or else of the image.
 * @throws ConfigError with a kubelet's message if an object is missing.
 */
export async function programOf(
  container: Container,
  image: Image,
  { folder, settings, fields, address, hostname }: ProgramContext,
): Promise<Program> {
  const places = { POD_IP: address, POD_FOLDER: folder };
  const ofImage = (texts: readonly string[]) => texts.map((text) => expand(text, places));
  const own = await environmentOf(container, settings, fields);
  const ofContainer = (texts: readonly string[]) => texts.map((text) => expand(text, own));
  const given = Object.entries(image.env).map(([key, value]): [string, string] => [
    key,
    expand(value, places),
  ]);
  const [command, ...rest] = ofContainer(container.command ?? []);
  const args = container.args && ofContainer(container.args);
  const argv =
    command === undefined
      ? [...ofImage(image.entrypoint), ...(args ?? ofImage(image.args))]
      : [...ofImage(image.commands[command] ?? [command]), ...rest, ...(args ?? [])];
  const env: Record<string, string> = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    TMPDIR: path.join(folder, 'tmp'),
    HOSTNAME: hostname,
    ...Object.fromEntries(given),
    ...own,
  };
  return { argv, env, cwd: image.cwd ?? folder };
}
