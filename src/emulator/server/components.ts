import type * as z from 'zod';
import {
  DeploymentCreate,
  DeploymentPatch,
  DeploymentResponse,
  RevisionResponse,
} from '../../contract/deployment.ts';
import { Integration } from '../../contract/integration.ts';
import { Listener, ListenerCreate } from '../../contract/listener.ts';
import { LogEntry, LogPage } from '../../contract/logs.ts';
import {
  Container,
  EnvVar,
  LocalObjectReference,
  ResourceRequirements,
  Volume,
  VolumeMount,
} from '../../contract/pod.ts';
import { ResourceSpec } from '../../contract/resource-spec.ts';
import { Assistant } from '../../contract/assistant.ts';
import { Run, RunCreate, StreamMode } from '../../contract/run.ts';
import {
  ListenerConfig,
  Secret,
  SecretReference,
  SourceConfig,
  SourceRevisionConfig,
} from '../../contract/source.ts';
import { Thread, PartialThreadState } from '../../contract/thread.ts';
import { TracingProject } from '../../contract/tracing.ts';

/** The shapes the API document names, under the spec's names (spec §2). */
export const components: Record<string, z.ZodType> = {
  Deployment: DeploymentResponse,
  DeploymentCreate,
  DeploymentPatch,
  SourceConfig,
  SourceRevisionConfig,
  ListenerConfig,
  ResourceSpec,
  Secret,
  SecretReference,
  Revision: RevisionResponse,
  LocalObjectReference,
  Volume,
  VolumeMount,
  Container,
  EnvVar,
  ResourceRequirements,
  Integration,
  Listener,
  ListenerCreate,
  LogEntry,
  LogPage,
  TracingProject,
  Assistant,
  Thread,
  ThreadState: PartialThreadState,
  StreamMode,
  Run,
  RunCreate,
};
