import type * as z from 'zod';
import { DeploymentResponse, DeploymentCreate, DeploymentPatch } from '../../contract/deployment.ts';
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
import { RevisionResponse } from '../../contract/revision.ts';
import { Run, RunCreate, StreamMode } from '../../contract/run.ts';
import { Secret, SecretReference } from '../../contract/secret.ts';
import { ListenerConfig, SourceConfig, SourceRevisionConfig } from '../../contract/source.ts';
import { Thread, PartialThreadState } from '../../contract/thread.ts';
import { TracingProject } from '../../contract/tracing-project.ts';

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
