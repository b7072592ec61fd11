import * as z from 'zod';

/** What an engine says of itself that matters here. */
export interface EngineInfo {
  version: string;
  /** How many cores it has for containers; undefined when it cannot limit them. */
  cpus: number | undefined;
  /** Whether it can limit memory. */
  memory: boolean;
  /** It is podman, whatever its program is called. */
  isPodman: boolean;
}

const Podman = z.looseObject({
  host: z.looseObject({
    cpus: z.number().optional(),
    cgroupControllers: z.array(z.string()).nullish(),
  }),
  version: z.looseObject({ Version: z.string().min(1) }),
});
const Docker = z.looseObject({
  ServerVersion: z.string().min(1),
  NCPU: z.number().optional(),
  MemoryLimit: z.boolean().optional(),
  CpuCfsQuota: z.boolean().optional(),
});

/** Reads what `info` prints as JSON; undefined when no server speaks in it. */
export function readEngineInfo(text: string): EngineInfo | undefined {
  const json = parsed(text);
  const podman = Podman.safeParse(json);
  if (podman.success) {
    const { host, version } = podman.data;
    const controllers = host.cgroupControllers ?? [];
    return {
      version: version.Version,
      cpus: controllers.includes('cpu') ? host.cpus : undefined,
      memory: controllers.includes('memory'),
      isPodman: true,
    };
  }
  const docker = Docker.safeParse(json);
  if (!docker.success) return undefined;
  const { ServerVersion: version, NCPU: cores, CpuCfsQuota: quota, MemoryLimit: memory } = docker.data;
  return {
    version,
    cpus: quota === true ? cores : undefined,
    memory: memory === true,
    isPodman: false,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
