import type * as z from 'zod';
import { DeploymentAnswer, DeploymentCreate, DeploymentPatch } from '../../contract/deployment.ts';
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
import { RevisionAnswer } from '../../contract/revision.ts';
import { Run, RunCreate, StreamMode } from '../../contract/run.ts';
import { Secret, SecretReference } from '../../contract/secret.ts';
import { ListenerConfig, SourceConfig, SourceRevisionConfig } from '../../contract/source.ts';
import { Thread, ThreadStateFound } from '../../contract/thread.ts';
import { TracingProject } from '../../contract/tracing-project.ts';

/** The shapes the API document names, under the spec's names (spec §2). */
export const components: Record<string, z.ZodType> = {
  Deployment: DeploymentAnswer,
  DeploymentCreate,
  DeploymentPatch,
  SourceConfig,
  SourceRevisionConfig,
  ListenerConfig,
  ResourceSpec,
  Secret,
  SecretReference,
  Revision: RevisionAnswer,
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
  ThreadState: ThreadStateFound,
  StreamMode,
  Run,
  RunCreate,
};
