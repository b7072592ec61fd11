/** Limits and recommended amounts of the service. */

/** Minimum and maximum of `cpu`, `queue_cpu`, `redis_cpu` and their limits, in cores. */
export const CPU_MIN = 0.1;
export const CPU_MAX = 8;
export const CPU_LIMIT_MAX = 16;

/**
 * Maximum amount of a resource without a specific maximum, in the unit of the resource: MB, GiB, replicas or
 * connections.
 */
export const AMOUNT_MAX = 1_000_000_000;

/**
 * Maximum number of pods of a `prod` deployment from code in the hosted service. Deployments of other types get one
 * pod.
 */
export const PODS_OF_PROD = 10;

/** Minimum memory of the hosted service's Redis, in MB. */
export const HOSTED_REDIS_MEMORY_MIN = 512;

/** Default and maximum number of deployments, revisions or listeners per page. */
export const PAGE_DEFAULT = 20;
export const PAGE_MAX = 100;

/** Default and maximum number of log lines per response. */
export const LOG_PAGE_DEFAULT = 50;
export const LOG_PAGE_MAX = 1000;

export const BULK_DELETE_MAX = 100;

/**
 * Maximum number of variables, and of references to secrets, per deployment. The service does not document the maximum.
 */
export const VARIABLES_MAX = 1_000;

/** Maximum number of elements of a list that has no specific maximum. The service does not document the maximum. */
export const LIST_MAX = 1_000;

/**
 * Maximum number of steps, and of state changes per step, in a request that creates a thread with a history. The
 * service does not document the maximum.
 */
export const CHANGES_MAX = 10_000;

export const ERRORS_MAX = 100;

export const TARBALL_MAX_BYTES = 209_715_200;

/**
 * Maximum length of a deployment's name in characters. On a self-hosted cluster, a deployment with a longer name than
 * `SELF_HOSTED_NAME_MAX` becomes healthy but never ready.
 */
export const NAME_MAX = 63;
export const SELF_HOSTED_NAME_MAX = 21;

export const FEEDBACK_TOKEN_TTL_MS = 3 * 60 * 60 * 1000;

/**
 * Maximum number of feedback keys per run and of feedback tokens per request, and maximum length of a feedback key in
 * characters, which the service does not document.
 */
export const FEEDBACK_KEYS_MAX = 1000;
export const FEEDBACK_KEY_MAX = 1000;

/**
 * Limits of evaluation data, which the service does not document. The limits bound the time of one request in the
 * emulator. Bytes are counted after decompression.
 */
export const MULTIPART_MAX_BYTES = 64 * 1024 * 1024;
export const MULTIPART_PARTS_MAX = 20_000;
export const EXAMPLES_PER_REQUEST_MAX = 5_000;
export const EXAMPLES_PER_DATASET_MAX = 50_000;
export const DATASETS_MAX = 10_000;
/** Maximum number of tracing projects of a workspace, including experiments. */
export const PROJECTS_MAX = 50_000;
export const RUNS_PER_REQUEST_MAX = 5_000;
/** Maximum number of experiments that one request compares. */
export const COMPARED_MAX = 100;
/** Maximum number of attachments of one example or traced run. */
export const ATTACHMENTS_MAX = 100;
/** Maximum number of tags of one dataset, and of splits of one example. */
export const DATASET_TAGS_MAX = 1_000;
/** Maximum length of names of datasets, tags, splits, attachments, experiments and runs. */
export const EVALUATION_NAME_MAX = 1_000;

/** Default time limit of a command in a sandbox, in seconds. */
export const COMMAND_TIMEOUT_DEFAULT_S = 60;

export const DOCUMENT_VERSION = '0.1.0';

/**
 * Version of the evaluation API that the emulator reports. Official clients do not call some routes if the version is
 * older.
 */
export const EVALUATION_API_VERSION = '0.18.0';
