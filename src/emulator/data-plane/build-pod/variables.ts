import type { Environment } from '../environment.ts';

/** Names of the environment variables of a build pod, whose environment contains no variables of the deployment. */
export const BUILD_VARIABLES = {
  planeUrl: 'EMULATOR_PLANE_URL',
  token: 'EMULATOR_BUILD_TOKEN',
} as const;

/** Time limit of a build with all its installs, in milliseconds, after which its token expires. */
export const BUILD_LIMIT_MS = 60 * 60_000;
/** Names of the variables with the fields that identify a build pod. */
export const POD_FIELDS = { EMULATOR_POD_NAME: 'metadata.name', EMULATOR_POD_UID: 'metadata.uid' } as const;

/**
 * Header with which a build pod identifies itself, as `<name>/<uid>`. All pods of a Job have the same token, but only the
 * Job's current pod may use it.
 */
export const POD_HEADER = 'x-agent-deploy-pod';

/** Exit status of a build that a signal stopped, after which its Job may start another pod: 128 + SIGTERM. */
export const STOPPED_STATUS = 143;

export interface BuildSettings {
  planeUrl: string;
  token: string;
  /** Identity of the pod for {@link POD_HEADER}, or `undefined` if a control plane of an earlier version started it. */
  pod: string | undefined;
}

/**
 * Reads the variables of the pod and deletes them, because child programs inherit the environment. Returns a sentence
 * about the problem if a variable is invalid.
 */
export function readAndRemoveBuildVariables(env: Record<string, string | undefined>): BuildSettings | string {
  const { planeUrl = '', token = '' } = readAll(env);
  const [name, uid] = Object.keys(POD_FIELDS).map((field) => env[field]);
  for (const own of [...Object.values(BUILD_VARIABLES), ...Object.keys(POD_FIELDS)])
    Reflect.deleteProperty(env, own);
  const missing = [
    ...(planeUrl === '' ? [BUILD_VARIABLES.planeUrl] : []),
    ...(token === '' ? [BUILD_VARIABLES.token] : []),
  ];
  if (missing.length > 0) {
    return `${missing.join(', ')} must be set. A control plane with --runtime kubernetes sets these variables when it starts a build`;
  }
  if (!/^https?:\/\//.test(planeUrl) || URL.parse(planeUrl) === null) {
    return `${BUILD_VARIABLES.planeUrl} must be an http or https URL`;
  }
  return { planeUrl, token, pod: name && uid ? `${name}/${uid}` : undefined };
}

const readAll = (env: Environment): Partial<BuildSettings> => ({
  planeUrl: env[BUILD_VARIABLES.planeUrl] ?? '',
  token: env[BUILD_VARIABLES.token] ?? '',
});
