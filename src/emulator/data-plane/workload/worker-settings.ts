import { parseEnv } from 'node:util';
import { PlainFileError, WRITTEN_MAX_BYTES, readPlainText } from '../../../os/plain-file.ts';
import { resolveInside } from '../../../os/checkout-reader.ts';
import { kindOfName } from '../../../redaction/classify.ts';
import type { AuthSettings } from '../../ports/agent-auth.ts';
import type { WorkerSpec } from '../../ports/worker.ts';
import { corsInEnvironment } from '../../server/cors.ts';
import type { Artifact } from '../build/artifact.ts';
import { reservedNames } from '../environment.ts';
import { toAgentSettings } from './agent-settings.ts';
import { appSpec, httpSettings } from './http-settings.ts';
import type { ServingAttributes } from './workload.ts';

/** Default of `auth.cache` in the hosted service: lifetime of a cached result in seconds. */
const CACHE_TTL_S = 60;
const CACHE_MAX_SIZE = 1_000;

/** Settings from the configuration that are the same on this machine and in an image. */
type WorkerSettings = Omit<
  WorkerSpec,
  'deploymentId' | 'revisionId' | 'env' | 'cwd' | 'python' | 'container'
>;

/**
 * Returns the settings for starting the worker of an artifact.
 * @throws StepFailure if the configuration refers to a variable that is missing in `env`.
 */
export function workerSettings(artifact: Artifact, env: Readonly<Record<string, string>>): WorkerSettings {
  const { sections, modules, language, graphs, ui } = artifact;
  return {
    graphs,
    auth: authOf(artifact),
    ui: sections.http?.disable_ui === true ? undefined : ui,
    cors: corsInEnvironment(sections.http?.cors, env),
    http: httpSettings(artifact, env),
    app: appSpec(artifact),
    ...toAgentSettings(sections, modules, language),
  };
}

/** Returns the attributes of a revision built from code, which are stored for all replicas that serve the revision. */
export function servingFacts(artifact: Artifact): ServingAttributes {
  const { sections, modules, language, command } = artifact;
  if (command !== undefined) return { bringsServer: true, bringsAuth: false, agentSettings: null };
  return {
    bringsServer: false,
    bringsAuth: modules['auth.path'] !== undefined,
    agentSettings: toAgentSettings(sections, modules, language).settings ?? null,
  };
}

/** Returns the module that authenticates requests, and the emulator's own authentication settings. */
function authOf({
  modules,
  sections,
  language,
}: Pick<Artifact, 'modules' | 'sections' | 'language'>): WorkerSpec['auth'] {
  const module = modules['auth.path'];
  if (!module) return undefined;
  const { cache, ...auth } = sections.auth ?? {};
  const settings: AuthSettings = {
    disableStudioAuth: auth.disable_studio_auth,
    allowApiKeys: auth.allow_langsmith_api_keys,
    openapi: auth.openapi,
    ...(language === 'javascript' &&
      cache?.cache_keys && {
        cache: {
          keys: cache.cache_keys,
          ttlSeconds: cache.ttl_seconds ?? CACHE_TTL_S,
          maxSize: cache.max_size ?? CACHE_MAX_SIZE,
        },
      }),
  };
  return { ...module, settings };
}

/** Matches a URL that contains a user or a password. */
const WITH_CREDENTIALS = /:\/\/[^/\s]*@/;

/** Returns the values that look secret. Other values, such as plain settings in `.env`, can appear in a log. */
function secretsAmong(values: Readonly<Record<string, string>>): string[] {
  return Object.entries(values).flatMap(([name, value]) =>
    kindOfName(name) === 'secret' || WITH_CREDENTIALS.test(value) ? [value] : [],
  );
}

/** Receives secrets and warnings while the variables of a configuration are read. */
interface ConfigLog {
  addSecrets(values: string[]): void;
  warn(message: string): void;
}

/**
 * Returns the variables of the graph configuration's `env`. Ignores a missing file, because `.env` is rarely committed.
 */
export async function configEnvironment(
  { env, folder }: Pick<Artifact, 'env' | 'folder'>,
  log: ConfigLog,
): Promise<Record<string, string>> {
  const values = await readValues(env, folder, (message) => log.warn(message));
  log.addSecrets(secretsAmong(values));
  for (const name of reservedNames(values)) {
    log.warn(
      `The graph configuration sets ${name}, which is ignored, because the platform sets this variable itself.`,
    );
    Reflect.deleteProperty(values, name);
  }
  return values;
}

async function readValues(
  env: Artifact['env'],
  folder: string,
  warn: (message: string) => void,
): Promise<Record<string, string>> {
  switch (env.kind) {
    case 'none':
      return {};
    case 'values':
      return { ...env.values };
    case 'file': {
      const file = await resolveInside(folder, folder, env.path);
      if (file.kind !== 'inside') {
        warn(
          `The graph configuration names the environment file ${env.path}, but this commit does not contain it, so none of its variables is set. For dev, create the file in the folder of the configuration. For a deployment, add its variables as secrets.`,
        );
        return {};
      }
      const text = await readPlainText(file.path, { maxBytes: WRITTEN_MAX_BYTES, within: folder }).catch(
        (error: unknown) => {
          if (!(error instanceof PlainFileError)) throw error;
          warn(
            `The graph configuration names the environment file ${env.path}, but this file ${error.message}, so none of its variables is set.`,
          );
          return '';
        },
      );
      const values = parseEnv(text);
      return Object.fromEntries(
        Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined),
      );
    }
  }
}
