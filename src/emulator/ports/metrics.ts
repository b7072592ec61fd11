import { REVISION_STATUSES } from '../../contract/statuses.ts';

/** Definition of one Prometheus metric of the control plane. */
interface MetricDefinition {
  readonly type: 'counter' | 'gauge' | 'histogram';
  /** Description of the metric, which Prometheus shows. */
  readonly help: string;
  /**
   * Labels, each with all values that the label can have, or with `'routes'` for the templates of the API's routes. No
   * label has an unlimited number of values, such as IDs or names of deployments.
   */
  readonly labels: Readonly<Record<string, readonly string[] | 'routes'>>;
  /** Upper bounds of a histogram's buckets, in seconds. */
  readonly buckets?: readonly number[];
}

const REQUEST_SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const QUERY_SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 10, 30];
const WORK_SECONDS = [1, 5, 15, 30, 60, 120, 300, 600, 1_200, 1_800, 3_600];
/** Label value that replaces every value that is not listed in a metric's definition. */
export const OTHER = 'other';

const VERBS: readonly string[] = ['get', 'list', 'watch', 'create', 'patch', 'delete', OTHER];
const SURFACES: readonly string[] = [
  'control-plane',
  'agent-server',
  'agent-pods',
  'tracing',
  'sandboxes',
  OTHER,
];
const METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', OTHER];
const STATUSES: readonly string[] = [...REVISION_STATUSES, OTHER];
const OUTCOMES = ['succeeded', 'failed', 'aborted'] as const;
/** Parts of a replica that `/_local/health` checks, and that the gauge of failing checks has as its label. */
const HEALTH_CHECKS = ['database', 'schema', 'keyring', 'lease', 'cluster'] as const;
export type HealthCheckName = (typeof HEALTH_CHECKS)[number];

/**
 * All metrics of the control plane, without the prefix `agent_deploy_` of their names. docs/kubernetes/metrics.md
 * contains this list.
 */
export const METRICS = {
  http_requests_total: {
    type: 'counter',
    help: 'Requests by route and class of the status; "none" is a connection that ended without a response',
    labels: {
      surface: SURFACES,
      method: METHODS,
      route: 'routes',
      status: ['1xx', '2xx', '3xx', '4xx', '5xx', 'none'],
    },
  },
  http_request_duration_seconds: {
    type: 'histogram',
    help: 'Time until the status of the response is known, excluding the duration of streams',
    labels: { surface: SURFACES, route: 'routes' },
    buckets: REQUEST_SECONDS,
  },
  errors_total: {
    type: 'counter',
    help: 'Internal failures of this replica by code; clients receive a 500 or 503',
    labels: {
      code: [
        'locked',
        'newer',
        'unusable',
        'full',
        'keyring',
        'sealed',
        'conflict',
        'too-long',
        'busy',
        'unavailable',
        'uncertain',
        'behind',
        'misuse',
        'internal',
      ],
    },
  },
  revisions: {
    type: 'gauge',
    help: 'Unfinished revisions of the whole control plane, by status',
    labels: { status: STATUSES },
  },
  oldest_revision_age_seconds: {
    type: 'gauge',
    help: 'Time since the last change of the unfinished revision that changed least recently, by status',
    labels: { status: STATUSES },
  },
  runs: {
    type: 'gauge',
    help: 'Unfinished runs of the whole control plane: pending runs wait in the queue',
    labels: { status: ['pending', 'running'] },
  },
  oldest_run_age_seconds: {
    type: 'gauge',
    help: 'Time since the creation of the oldest unfinished run, without runs that start later',
    labels: { status: ['pending', 'running'] },
  },
  builds_in_progress: { type: 'gauge', help: 'Builds for which this replica waits', labels: {} },
  build_duration_seconds: {
    type: 'histogram',
    help: 'Duration of builds by outcome; "aborted" builds were cancelled or continue at another replica',
    labels: { outcome: OUTCOMES },
    buckets: WORK_SECONDS,
  },
  rollouts_in_progress: { type: 'gauge', help: 'Rollouts for which this replica waits', labels: {} },
  rollout_duration_seconds: {
    type: 'histogram',
    help: 'Duration of rollouts by outcome, from the start of the pods to their readiness',
    labels: { outcome: OUTCOMES },
    buckets: WORK_SECONDS,
  },
  lease_renewals_total: {
    type: 'counter',
    help: "Renewals of this replica's lease by result",
    labels: { result: ['kept', 'evicted', 'failed'] },
  },
  lease_age_seconds: {
    type: 'gauge',
    help: "Time since the last successful renewal of this replica's lease",
    labels: {},
  },
  leases_lost_total: { type: 'counter', help: 'Leases that this process lost', labels: {} },
  evicted_replicas_total: {
    type: 'counter',
    help: 'Other replicas that this replica evicted, because their leases had expired',
    labels: {},
  },
  replicas: { type: 'gauge', help: 'Replicas with a lease, according to this replica', labels: {} },
  claimed_deployments: { type: 'gauge', help: 'Deployments whose work this replica has claimed', labels: {} },
  links: { type: 'gauge', help: 'Open links from this replica to agent pods', labels: {} },
  linked_deployments: {
    type: 'gauge',
    help: 'Deployments to which this replica has at least one link',
    labels: {},
  },
  idle_agents: {
    type: 'gauge',
    help: 'Agents without pods because they are idle, at the replica that scales agents; 0 at other replicas',
    labels: {},
  },
  links_opened_total: {
    type: 'counter',
    help: 'Attempts of this replica to open a link to an agent pod',
    labels: { outcome: ['succeeded', 'failed'] },
  },
  cluster_requests_total: {
    type: 'counter',
    help: 'Requests of this replica to the API server by verb and outcome, without repetitions; a watch counts when it ends',
    labels: {
      verb: VERBS,
      outcome: [
        'succeeded',
        'not-found',
        'forbidden',
        'invalid',
        'busy',
        'exists',
        'conflict',
        'refused',
        'unauthorized',
        'credentials',
        'expired',
        'unavailable',
        'malformed',
      ],
    },
  },
  database_query_duration_seconds: {
    type: 'histogram',
    help: 'Duration of statements, without the wait for a connection',
    labels: { kind: ['read', 'write', 'transaction'] },
    buckets: QUERY_SECONDS,
  },
  database_wait_seconds: {
    type: 'histogram',
    help: 'Time that statements and transactions waited for a connection',
    labels: { pool: ['readers', 'writers'] },
    buckets: QUERY_SECONDS,
  },
  database_connections: {
    type: 'gauge',
    help: 'Connections by pool and state; "waiting" counts the callers that wait for a connection',
    labels: { pool: ['readers', 'writers'], state: ['busy', 'idle', 'waiting'] },
  },
  ready: {
    type: 'gauge',
    help: '1 while this replica serves requests, 0 while it starts or waits for its database',
    labels: {},
  },
  check_failing: {
    type: 'gauge',
    help: '1 if a check of /_local/health fails, or else 0',
    labels: { check: HEALTH_CHECKS },
  },
} as const satisfies Record<string, MetricDefinition>;

/** Prefix of the names of the control plane's metrics. */
export const METRIC_PREFIX = 'agent_deploy_';

type Definitions = typeof METRICS;
export type MetricName = keyof Definitions;
type NameOf<Type extends MetricDefinition['type']> = {
  [Name in MetricName]: Definitions[Name]['type'] extends Type ? Name : never;
}[MetricName];

type ValueOf<Values> = Values extends readonly (infer Value)[] ? Value : string;

/** Labels of a metric. A value that is not listed is recorded as `other`. */
type LabelsOf<Name extends MetricName> = {
  readonly [Label in keyof Definitions[Name]['labels']]: ValueOf<Definitions[Name]['labels'][Label]>;
};

/**
 * Records what happens in this process for Prometheus. The parts of the emulator receive this interface, and record
 * nothing themselves. A new metric is a row of `METRICS`.
 */
export interface Metrics {
  /** Increases a counter or a gauge. */
  add<Name extends NameOf<'counter' | 'gauge'>>(name: Name, labels: LabelsOf<Name>, amount?: number): void;
  set<Name extends NameOf<'gauge'>>(name: Name, labels: LabelsOf<Name>, value: number): void;
  /** Records one duration in a histogram. */
  observe<Name extends NameOf<'histogram'>>(name: Name, labels: LabelsOf<Name>, seconds: number): void;
  /**
   * Calls `update` before each scrape, so that it can set gauges. A failure of `update` is ignored, and a scrape does not
   * wait longer than a few seconds for it. The returned function removes `update`.
   */
  beforeScrape(update: () => void | Promise<void>): () => void;
}

/** Metrics of a process without a metrics port, which record nothing. */
export const NO_METRICS: Metrics = {
  add: () => undefined,
  set: () => undefined,
  observe: () => undefined,
  beforeScrape: () => () => undefined,
};
