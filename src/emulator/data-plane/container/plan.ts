/** What one container is run with. Values of `env` may be secret. */
export interface ContainerPlan {
  /** Of the pod's container; the agent's own is `agent`. */
  name: string;
  image: string;
  /** `present`: what is on the machine is used, else it is pulled. */
  pull: 'present' | 'always' | 'never';
  entrypoint: string | undefined;
  args: string[];
  workingDir: string | undefined;
  env: ReadonlyMap<string, string>;
  mounts: MountPlan[];
  limits: { cpus?: number; memoryBytes?: number };
  /** Flags of the engine for what it may do. */
  security: string[];
  restart: 'always' | 'on-failure';
}

export interface MountPlan {
  volume: string;
  path: string;
  readOnly: boolean;
  /** One file of the volume in place of all of it. */
  file: string | undefined;
}

/** A volume that is made for the pod and goes with it. */
export type VolumePlan =
  | { name: string; kind: 'empty' }
  /** `files`: relative path → content, which is secret. */
  | { name: string; kind: 'files'; files: ReadonlyMap<string, string>; mode: number };

/** Everything that is run for one revision from images (spec §2.6 to 2.8). */
export interface PodPlan {
  volumes: VolumePlan[];
  /** Run to their end, one after the other, before the agent. */
  init: ContainerPlan[];
  agent: ContainerPlan;
  /** The port the agent is told to listen on, inside. */
  port: number;
  sidecars: ContainerPlan[];
  /** Values that no log may show. */
  secrets: string[];
  /** What was asked for and has no effect here, in words for the log. */
  notes: string[];
}

/** A plan, or everything that is in its way. */
export type PodPlanResult =
  | { kind: 'plan'; plan: PodPlan }
  | {
      kind: 'problems';
      /** What the cluster does not have. */
      missing: string[];
      /** What an engine on one machine cannot do. */
      problems: string[];
    };
