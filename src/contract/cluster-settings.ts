import * as z from 'zod';
import { ImageRules } from './image-rules.ts';
import { UUID } from './patterns.ts';
import { AgentResources, WorkspaceRules } from './workspace-rules.ts';

/** Matches the name of a Kubernetes object, such as a Secret or a runtime class. */
const OBJECT_NAME = /^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/;
const objectName = z
  .string()
  .regex(OBJECT_NAME, 'must be the name of a Kubernetes object: lower-case letters, digits, "-" and "."');
const image = z.string().regex(/^\S+$/, 'must be an image, such as registry.example/redis:6');

const Toleration = z.strictObject({
  key: z.string().exactOptional(),
  operator: z.enum(['Exists', 'Equal']).exactOptional(),
  value: z.string().exactOptional(),
  effect: z.enum(['NoSchedule', 'PreferNoSchedule', 'NoExecute']).exactOptional(),
  tolerationSeconds: z.int().exactOptional(),
});

/** Nodes and container runtime of pods, in the form of a pod's specification. */
export const PodPlacement = z.strictObject({
  nodeSelector: z.record(z.string(), z.string()).optional(),
  tolerations: z.array(Toleration).optional(),
  runtimeClassName: objectName.optional(),
});
export type PodPlacement = z.infer<typeof PodPlacement>;

/** Settings for the pods of one workspace, or for the pods of all workspaces. */
const WorkspacePods = z.strictObject({
  ...PodPlacement.shape,
  /** Settings of build pods that differ from the settings of agents and their databases. */
  builds: PodPlacement.optional(),
});

/** Settings of pods, and rules for requests (docs/kubernetes/tenants.md), of one workspace. */
const WorkspaceSettings = z.strictObject({ ...WorkspacePods.shape, ...WorkspaceRules.shape });

/** Content of the file of `--cluster-settings`, which administrators of the cluster write. */
export const ClusterSettings = z.strictObject({
  /** Images of the databases that `db_*` and `redis_*` start, and rules for the images of deployments. */
  images: z
    .strictObject({ postgres: image.optional(), redis: image.optional(), ...ImageRules.shape })
    .optional(),
  /**
   * Secrets with credentials for registries, in the namespaces of agents. Agents, builds and databases pull their images
   * with them.
   */
  imagePullSecrets: z.array(z.strictObject({ name: objectName })).optional(),
  /** Settings for all workspaces. Each field of a workspace's own settings replaces the same field here. */
  defaults: WorkspacePods.optional(),
  /** Requests and limits of agents whose deployment sets none. */
  resources: AgentResources.optional(),
  /** Settings and rules by the ID of the workspace. */
  workspaces: z
    .record(z.string().toLowerCase(), WorkspaceSettings)
    .superRefine((workspaces, context) => {
      for (const id of Object.keys(workspaces)) {
        if (UUID.test(id)) continue;
        context.addIssue({ code: 'custom', path: [id], message: 'must be the ID of a workspace (a UUID)' });
      }
    })
    .optional(),
});
export type ClusterSettings = z.infer<typeof ClusterSettings>;
