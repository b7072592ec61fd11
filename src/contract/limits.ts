/** Every number the service limits or recommends, in one place. */

/** Cores: `cpu`, `queue_cpu`, `redis_cpu` and their limits. */
export const CPU_MIN = 0.1;
export const CPU_MAX = 8;
export const CPU_LIMIT_MAX = 16;

/** The maximum of any resource without bounds of its own: MB, GiB, replicas, connections. */
export const AMOUNT_MAX = 1_000_000_000;

/** Minimum memory of the hosted service's Redis, in MB. */
export const HOSTED_REDIS_MEMORY_MIN = 512;

/** Pages of deployments, revisions and listeners. */
export const PAGE_DEFAULT = 20;
export const PAGE_MAX = 100;

/** Log lines in one answer. */
export const LOG_PAGE_DEFAULT = 50;
export const LOG_PAGE_MAX = 1000;

/** Deployments named in one bulk delete. */
export const BULK_DELETE_MAX = 100;

/** Variables of a deployment, and its references to secrets, each. Not documented by the service. */
export const VARIABLES_MAX = 1_000;

/** Elements of any other list in a request. Not documented by the service. */
export const LIST_MAX = 1_000;

/** Changes of a thread's history in one request. Not documented by the service. */
export const CHANGES_MAX = 10_000;

/** Invalid fields that one response names. */
export const ERRORS_MAX = 100;

/** Bytes of an uploaded source tarball. */
export const TARBALL_MAX_BYTES = 209_715_200;

/** Characters of a deployment's name; on a self-hosted cluster a longer one becomes healthy but never ready. */
export const NAME_MAX = 63;
export const SELF_HOSTED_NAME_MAX = 21;

export const FEEDBACK_TOKEN_TTL_MS = 3 * 60 * 60 * 1000;

/**
 * Limits of the feedback keys of one run, the tokens per request, and the characters of a key. Not documented by the
 * service.
 */
export const FEEDBACK_KEYS_MAX = 1000;
export const FEEDBACK_KEY_MAX = 1000;

/** Seconds that a command of a sandbox may take unless it says so. */
export const COMMAND_TIMEOUT_DEFAULT_S = 60;

export const DOCUMENT_VERSION = '0.1.0';
