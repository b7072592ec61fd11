import type { ResourceSpec } from '../../contract/resource-spec.ts';
import type { Secret, SecretReference } from '../../contract/secret.ts';
import type { Source } from '../../contract/source.ts';
import type { Verb } from '../intent.ts';
import type { Policy } from '../outcome/exit-code.ts';
import type { Endpoint } from './endpoint.ts';

/** What the deployment is to be like. Undefined always means "not said": on an existing one it stays as it is. */
export interface Wanted {
  source: Source;
  /** The source was said, not guessed from the other inputs. */
  sourceSaid: boolean;
  repoUrl: string | undefined;
  integrationId: string | undefined;
  deploymentType: 'dev_free' | 'dev' | 'prod' | undefined;
  buildOnPush: boolean | undefined;
  installCommand: string | undefined;
  buildCommand: string | undefined;
  listenerId: string | undefined;
  k8sNamespace: string | undefined;
  customUrl: string | undefined;
  resourceSpec: ResourceSpec | undefined;
  secretReferences: SecretReference[] | undefined;
  ref: string | undefined;
  /** The commit that must be running in the end. */
  commit: string | undefined;
  graphConfigPath: string | undefined;
  imageUri: string | undefined;
  imageVersion: string | undefined;
  secrets: Secret[] | undefined;
  secretsStrategy: 'merge' | 'replace';
}

export type Target = { by: 'name'; name: string } | { by: 'id'; id: string };

/** Every input, checked and typed: nothing later on reads text. */
export interface Settings {
  verb: Verb;
  apiKey: string;
  workspaceId: string | undefined;
  endpoint: Endpoint;
  target: Target;
  wanted: Wanted;
  /** `ref` was given without `commit` and is not the event's: the commit is still to be found out. */
  resolveCommit: boolean;
  wait: boolean;
  waitTimeoutMs: number;
  pollIntervalMs: number;
  requestTimeoutMs: number;
  policy: Policy;
  force: boolean;
  dryRun: boolean;
  logLines: number;
}

/** How the result is shown; known even when other inputs are wrong. */
export interface Display {
  summary: boolean;
  annotations: boolean;
}
