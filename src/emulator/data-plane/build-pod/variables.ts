import type { Environment } from '../environment.ts';

/** Names of the environment variables of a build pod, whose environment contains no variables of the deployment. */
export const BUILD_VARIABLES = {
  planeUrl: 'EMULATOR_PLANE_URL',
  token: 'EMULATOR_BUILD_TOKEN',
} as const;

/** Time limit of a build with all its installs, in milliseconds, after which its token expires. */
export const BUILD_LIMIT_MS = 60 * 60_000;

export interface BuildSettings {
  planeUrl: string;
  token: string;
}

/**
 * Reads the variables of the pod and deletes them, because child programs inherit the environment. Returns a sentence
 * about the problem if a variable is invalid.
 */
export function readAndRemoveBuildVariables(env: Record<string, string | undefined>): BuildSettings | string {
  const { planeUrl = '', token = '' } = readAll(env);
  for (const name of Object.values(BUILD_VARIABLES)) Reflect.deleteProperty(env, name);
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
  return { planeUrl, token };
}

const readAll = (env: Environment): Partial<BuildSettings> => ({
  planeUrl: env[BUILD_VARIABLES.planeUrl] ?? '',
  token: env[BUILD_VARIABLES.token] ?? '',
});
