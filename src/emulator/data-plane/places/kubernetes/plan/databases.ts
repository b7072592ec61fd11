import type { Deployment, StatefulSet } from 'kubernetes-types/apps/v1.js';
import type { EnvVar, PodSpec, ResourceRequirements, Secret, Service } from 'kubernetes-types/core/v1.js';
import type { NetworkPolicy } from 'kubernetes-types/networking/v1.js';
import { deriveResourceSpec, type ResourceSpec } from '../../../../../contract/resource-spec.ts';
import {
  type Component,
  type DeploymentIdentity,
  immutableSecret,
  labelsOf,
  LABELS,
  type Manifest,
  type Owner,
  ownerReferences,
  serviceName,
} from './objects.ts';
import { type PlacedPod, placementFields } from './placement.ts';
import { podResources } from './pod-template.ts';

export interface DatabaseRequest {
  identity: DeploymentIdentity;
  owner: Owner;
  /** Stored resource spec of the revision in the rollout. */
  spec: ResourceSpec | null | undefined;
  /** New random passwords of letters and digits, each of which is used only if its Secret does not exist yet. */
  passwords: { postgres: string; redis: string };
  images: { postgres: string; redis: string };
  /** Settings of the workspace for its pods; absent if the cluster's administrators set nothing. */
  placed?: PlacedPod | undefined;
  existing?: StatefulSet;
}

/** Kubernetes objects for the databases of a deployment. */
export interface DatabasePlan {
  /** Secrets with passwords, which are created and never applied, so an existing Secret keeps its password. */
  secrets: Manifest<Secret>[];
  services: Manifest<Service>[];
  /** Policy that permits connections only from agents of the deployment; `undefined` without databases. */
  networkPolicy: Manifest<NetworkPolicy> | undefined;
  workloads: (Manifest<StatefulSet> | Manifest<Deployment>)[];
  /** Variables for the agent's pods, with the addresses of the databases. */
  variables: EnvVar[];
  /** Sentences for the log about settings that have no effect. */
  notes: string[];
}

export type DatabasePlanResult =
  | { kind: 'plan'; plan: DatabasePlan }
  | { kind: 'problems'; problems: string[] };

const DATABASE_FIELDS = [
  'db_cpu',
  'db_cpu_limit',
  'db_memory_mb',
  'db_memory_limit_mb',
  'db_storage_gi',
  'db_max_connections',
] as const;
const REDIS_FIELDS = ['redis_cpu', 'redis_cpu_limit', 'redis_memory_mb', 'redis_memory_limit_mb'] as const;
const DEFAULT_STORAGE_GI = 10;
/** Maximum number of connections that PostgreSQL supports. */
const MAX_CONNECTIONS = 262_143;
/** Role of the agent, and name of its database. */
const USER = 'agent';
/** Superuser of new databases, which accepts no password after the first start. */
const SUPERUSER = 'postgres';
/** Folder of the image whose files PostgreSQL runs once, when it creates its data. */
const INIT_MOUNT = '/docker-entrypoint-initdb.d';
const INIT_VARIABLE = 'AGENT_DEPLOY_INIT';
/** Extensions that only a superuser can create. An agent can create trusted extensions such as `pg_trgm` itself. */
const EXTENSIONS = ['vector'] as const;
/**
 * Script that creates the role and the database of the agent. A superuser could read files and run programs of the
 * pod (`COPY … PROGRAM`), so the agent's role is not a superuser. The superuser has no password, so only processes in
 * the pod can connect as superuser, over the socket.
 */
export const INIT_SQL = `\\getenv password POSTGRES_PASSWORD
CREATE ROLE ${USER} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION PASSWORD :'password';
CREATE DATABASE ${USER} OWNER ${USER};
\\connect ${USER}
SELECT format('CREATE EXTENSION %I', name) FROM pg_available_extensions WHERE name IN (${EXTENSIONS.map((name) => `'${name}'`).join(', ')}) \\gexec
ALTER ROLE ${SUPERUSER} PASSWORD NULL;
`;
const POSTGRES_PORT = 5432;
const REDIS_PORT = 6379;
const REDIS_MOUNT = '/etc/agent-deploy';
const REDIS_FILE = 'redis.conf';
/**
 * Mount point of the volume. The data is in a subfolder, because PostgreSQL needs an empty folder, and the root of a
 * new volume may contain `lost+found`.
 */
const DATA_MOUNT = '/var/lib/postgresql/data';
const DATA_FOLDER = `${DATA_MOUNT}/pgdata`;

const isGiven = (spec: ResourceSpec, fields: readonly (keyof ResourceSpec)[]): boolean =>
  fields.some((field) => typeof spec[field] === 'number');

/**
 * Plans the PostgreSQL database and the Redis of a deployment. A database is planned only if one of its fields is set,
 * because some images include their own databases. A database stays until the deployment is deleted, even if a later
 * revision does not request a database.
 */
export function planDatabases(request: DatabaseRequest): DatabasePlanResult {
  const given = request.spec ?? {};
  const spec = deriveResourceSpec(given);
  if ((spec.db_max_connections ?? 0) > MAX_CONNECTIONS) {
    const problem = `resource_spec.db_max_connections: PostgreSQL allows at most ${MAX_CONNECTIONS}`;
    return { kind: 'problems', problems: [problem] };
  }
  const plan: DatabasePlan = {
    secrets: [],
    services: [],
    networkPolicy: undefined,
    workloads: [],
    variables: [],
    notes: [],
  };
  if (isGiven(given, DATABASE_FIELDS) || request.existing !== undefined) addPostgres(plan, request, spec);
  if (isGiven(given, REDIS_FIELDS)) addRedis(plan, request, spec);
  if (plan.workloads.length > 0) plan.networkPolicy = networkPolicy(request);
  return { kind: 'plan', plan };
}

function addPostgres(plan: DatabasePlan, request: DatabaseRequest, spec: ResourceSpec): void {
  const metadata = metadataOf(request, 'database', 'db');
  const { name, labels } = metadata;
  const password = request.passwords.postgres;
  const fromSecret = secretVariables(name);
  plan.secrets.push(
    immutableSecret(metadata, {
      password,
      uri: `postgres://${USER}:${password}@${name}:${POSTGRES_PORT}/${USER}?sslmode=disable`,
    }),
  );
  plan.services.push(service(metadata, { name: 'postgres', port: POSTGRES_PORT }));
  plan.variables.push(fromSecret('POSTGRES_URI', 'uri'), fromSecret('DATABASE_URI', 'uri'));
  const connections = spec.db_max_connections || undefined;
  const options = connections === undefined ? [] : ['-c', `max_connections=${connections}`];
  const start = hasAgentAsSuperuser(request.existing)
    ? {
        env: [
          { name: 'POSTGRES_USER', value: USER },
          { name: 'POSTGRES_DB', value: USER },
        ],
        args: options,
      }
    : {
        // The pod writes the script itself, because the control plane may not create a ConfigMap.
        command: [
          'sh',
          '-ec',
          `printf %s "$${INIT_VARIABLE}" >${INIT_MOUNT}/agent.sql; exec docker-entrypoint.sh "$@"`,
        ],
        args: ['sh', 'postgres', ...options],
        env: [
          { name: 'POSTGRES_USER', value: SUPERUSER },
          { name: 'POSTGRES_INITDB_ARGS', value: '--auth-host=scram-sha-256' },
          { name: INIT_VARIABLE, value: INIT_SQL },
        ],
        volumes: [{ name: 'init', emptyDir: { sizeLimit: '1Mi' } }],
        volumeMounts: [{ name: 'init', mountPath: INIT_MOUNT }],
      };
  if (start.command === undefined) {
    plan.notes.push(
      `The agent's role is a superuser of its database ${name}, because the database was created by an earlier version. Create the deployment again, or change the role as docs/kubernetes/tenants.md describes`,
    );
  }
  const ready = {
    // While PostgreSQL runs the script, it accepts connections only over its socket.
    exec: {
      command: ['pg_isready', '--username', USER, ...(start.command ? ['--host', '127.0.0.1'] : [])],
    },
    periodSeconds: 5,
    timeoutSeconds: 5,
  };
  plan.workloads.push({
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata,
    spec: {
      serviceName: name,
      replicas: 1,
      selector: { matchLabels: { ...labels } },
      // The deletion of a deployment also deletes the data of its database.
      persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete', whenScaled: 'Retain' },
      template: {
        metadata: { labels: { ...labels, ...OWN_NETWORK } },
        spec: pod(request, {
          image: request.images.postgres,
          name: 'postgres',
          port: POSTGRES_PORT,
          command: start.command,
          args: start.args,
          env: [
            ...start.env,
            { name: 'PGDATA', value: DATA_FOLDER },
            fromSecret('POSTGRES_PASSWORD', 'password'),
          ],
          resources: podResources(spec, 'db_'),
          readinessProbe: ready,
          volumeMounts: [{ name: 'data', mountPath: DATA_MOUNT }, ...(start.volumeMounts ?? [])],
          volumes: start.volumes,
        }),
      },
      volumeClaimTemplates: [
        {
          apiVersion: 'v1',
          kind: 'PersistentVolumeClaim',
          metadata: { name: 'data', labels: { ...labels } },
          spec: {
            accessModes: ['ReadWriteOnce'],
            resources: { requests: { storage: storageOf(request, spec, plan.notes) } },
          },
        },
      ],
    },
  });
}

/**
 * Returns whether an earlier version created the database, with the agent's role as its superuser. Such a database
 * keeps its settings, because the script runs only when PostgreSQL creates its data.
 */
const hasAgentAsSuperuser = (existing: StatefulSet | undefined): boolean =>
  existing?.spec?.template.spec?.containers.some(({ env }) =>
    env?.some(({ name, value }) => name === 'POSTGRES_USER' && value === USER),
  ) ?? false;

/**
 * Returns the storage size of the database. An existing StatefulSet keeps its size, because Kubernetes does not permit
 * changes to its volume claims.
 */
function storageOf({ existing }: DatabaseRequest, spec: ResourceSpec, notes: string[]): string {
  const asked = spec.db_storage_gi ? `${spec.db_storage_gi}Gi` : undefined;
  const [claim] = existing?.spec?.volumeClaimTemplates ?? [];
  const has = claim?.spec?.resources?.requests?.['storage'];
  if (has === undefined) return asked ?? `${DEFAULT_STORAGE_GI}Gi`;
  if (asked !== undefined && asked !== has) {
    notes.push(
      `resource_spec.db_storage_gi has no effect on the existing database, which has ${has}. Resize its PersistentVolumeClaim instead`,
    );
  }
  return has;
}

/** Adds Redis to the plan. The password is in a file, because other processes can read command-line arguments. */
function addRedis(plan: DatabasePlan, request: DatabaseRequest, spec: ResourceSpec): void {
  const metadata = metadataOf(request, 'redis', 'redis');
  const { name, labels } = metadata;
  const password = request.passwords.redis;
  plan.secrets.push(
    immutableSecret(metadata, {
      [REDIS_FILE]: `requirepass ${password}\n`,
      uri: `redis://:${password}@${name}:${REDIS_PORT}/0`,
    }),
  );
  plan.services.push(service(metadata, { name: 'redis', port: REDIS_PORT }));
  plan.variables.push(secretVariables(name)('REDIS_URI', 'uri'));
  plan.workloads.push({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata,
    spec: {
      replicas: 1,
      revisionHistoryLimit: 0,
      strategy: { type: 'Recreate' },
      selector: { matchLabels: { ...labels } },
      template: {
        metadata: { labels: { ...labels, ...OWN_NETWORK } },
        spec: pod(request, {
          image: request.images.redis,
          name: 'redis',
          port: REDIS_PORT,
          // The argument makes the image's own program use the planned configuration file.
          args: [`${REDIS_MOUNT}/${REDIS_FILE}`],
          env: [],
          resources: podResources(spec, 'redis_'),
          readinessProbe: { tcpSocket: { port: 'redis' }, periodSeconds: 5 },
          volumeMounts: [{ name: 'configuration', mountPath: REDIS_MOUNT, readOnly: true }],
          volumes: [
            {
              name: 'configuration',
              secret: { secretName: name, items: [{ key: REDIS_FILE, path: REDIS_FILE }] },
            },
          ],
        }),
      },
    },
  });
}

/** Label of all pods of databases. The chart's network policies deny all connections to these pods. */
const OWN_NETWORK = { [LABELS.network]: 'deployment' };

/** Returns the policy that permits connections to the deployment's databases only from the deployment's agents. */
function networkPolicy(request: DatabaseRequest): Manifest<NetworkPolicy> {
  const metadata = metadataOf(request, 'database', 'databases');
  const { [LABELS.component]: _, ...labels } = metadata.labels;
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata,
    spec: {
      podSelector: { matchLabels: { ...labels, ...OWN_NETWORK } },
      policyTypes: ['Ingress'],
      ingress: [
        {
          from: [
            {
              podSelector: {
                matchLabels: labels,
                matchExpressions: [{ key: LABELS.component, operator: 'In', values: ['agent', 'queue'] }],
              },
            },
          ],
        },
      ],
    },
  };
}

/** Returns variables whose values Kubernetes reads from a Secret. */
const secretVariables =
  (secret: string) =>
  (name: string, key: string): EnvVar => ({ name, valueFrom: { secretKeyRef: { name: secret, key } } });

function metadataOf(
  { identity, owner }: DatabaseRequest,
  component: Component,
  suffix: string,
): Manifest<object>['metadata'] {
  return {
    name: `${serviceName(identity.deploymentId)}-${suffix}`,
    namespace: identity.namespace,
    labels: labelsOf(identity, component),
    ownerReferences: ownerReferences(owner),
  };
}

function service(
  metadata: Manifest<object>['metadata'],
  { name, port }: { name: string; port: number },
): Manifest<Service> {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata,
    spec: {
      type: 'ClusterIP',
      selector: { ...metadata.labels },
      ports: [{ name, port, targetPort: name, protocol: 'TCP' }],
    },
  };
}

type Container = PodSpec['containers'][number];

function pod(
  { placed }: Pick<DatabaseRequest, 'placed'>,
  {
    port,
    command,
    args,
    resources,
    volumes,
    ...container
  }: Required<Pick<Container, 'name' | 'image' | 'env' | 'readinessProbe' | 'volumeMounts'>> & {
    port: number;
    command?: string[] | undefined;
    args: string[];
    resources: ResourceRequirements;
    volumes?: NonNullable<PodSpec['volumes']> | undefined;
  },
): PodSpec {
  return {
    ...placementFields(placed),
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    ...(volumes && { volumes }),
    containers: [
      {
        ...container,
        ...(command && { command }),
        ...(args.length > 0 && { args }),
        resources,
        ports: [{ name: container.name, containerPort: port, protocol: 'TCP' }],
      },
    ],
  };
}
