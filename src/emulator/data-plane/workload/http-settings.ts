import type {
  AppSpec,
  HeaderPatterns,
  HttpSettings,
  RouteGroup,
  WebhookSettings,
} from '../../ports/agent-http.ts';
import type { ConfigSections } from '../../../graph-config/schema.ts';
import type { Artifact } from '../build/artifact.ts';
import { StepFailure } from '../build/step.ts';

const APP = 'http.app';

/** Groups of routes that the `http` section can disable, by configuration key. */
const GROUPS = {
  disable_assistants: 'assistants',
  disable_event_streaming: 'event_streaming',
  disable_mcp: 'mcp',
  disable_meta: 'meta',
  disable_runs: 'runs',
  disable_store: 'store',
  disable_threads: 'threads',
} as const satisfies Record<string, RouteGroup>;

/**
 * Returns the HTTP settings of a revision with this environment. If the configuration requires authentication, callers
 * of a JavaScript application are authenticated before their requests reach the application, because the application is
 * a complete server. The worker of a Python application authenticates callers itself.
 * @throws StepFailure if a webhook header refers to a variable that is not allowed or not set.
 */
export function httpSettings(
  { language, modules, sections }: Pick<Artifact, 'language' | 'modules' | 'sections'>,
  env: Readonly<Record<string, string>>,
): HttpSettings {
  const { http = {}, webhooks } = sections;
  const disabled = Object.entries(GROUPS).flatMap(([key, group]) => (isSet(http, key) ? [group] : []));
  return {
    hasApp: modules[APP] !== undefined,
    disabled,
    disableWebhooks: http.disable_webhooks === true,
    mountPrefix: http.mount_prefix === '/' ? '' : (http.mount_prefix ?? ''),
    configurableHeaders: toPatterns(http.configurable_headers),
    authenticatesApp: language === 'javascript' && http.enable_custom_route_auth === true,
    webhooks: webhooks && toWebhooks(webhooks, env),
  };
}

/** Returns the agent's HTTP application for the worker, or `undefined` if the configuration has none. */
export function appSpec({ modules, sections }: Pick<Artifact, 'modules' | 'sections'>): AppSpec | undefined {
  const module = modules[APP];
  const { http } = sections;
  if (module === undefined || http?.app === undefined) return undefined;
  return {
    ...module,
    shown: http.app,
    authenticates: http.enable_custom_route_auth === true,
    authenticatesFirst: http.middleware_order === 'auth_first',
    mountPrefix: http.mount_prefix ?? '',
  };
}

function isSet(http: NonNullable<ConfigSections['http']>, key: string): boolean {
  return new Map<string, unknown>(Object.entries(http)).get(key) === true;
}

type Patterns = NonNullable<ConfigSections['http']>['configurable_headers'];

/** Returns the patterns of forwarded headers, or `undefined` (the default headers) if no pattern is set. */
function toPatterns(patterns: Patterns): HeaderPatterns | undefined {
  // `include` is an alias of `includes`, and `exclude` is an alias of `excludes`.
  const [includes = [], excludes = []] = [
    filled(patterns?.includes) ?? filled(patterns?.include),
    filled(patterns?.excludes) ?? filled(patterns?.exclude),
  ];
  return includes.length === 0 && excludes.length === 0 ? undefined : { includes, excludes };
}

const filled = (names: readonly string[] | undefined) => (names?.length ? names : undefined);

const DEFAULT_PREFIX = 'LG_WEBHOOK_';
const TEMPLATE = /\$\{\{((?:(?!\$\{\{)[^}])+)\}\}/g;

function toWebhooks(
  {
    headers = {},
    env_prefix: prefix = DEFAULT_PREFIX,
    allowed_fields: allowedFields,
    url,
  }: NonNullable<ConfigSections['webhooks']>,
  env: Readonly<Record<string, string>>,
): WebhookSettings {
  const fill = (name: string, text: string): string =>
    text.replaceAll(TEMPLATE, (_, inner: string) => {
      const expression = inner.trim();
      const refuse = (why: string): StepFailure =>
        new StepFailure(`The key "webhooks.headers.${name}" of the graph configuration ${why}`);
      const variable = /^env\.([^.]+)$/.exec(expression)?.[1];
      if (variable === undefined) {
        throw refuse(
          `contains the invalid template "${expression}". Use a template such as env.${prefix}TOKEN.`,
        );
      }
      if (!variable.startsWith(prefix)) {
        throw refuse(
          `uses the variable ${variable}, which does not begin with ${prefix}. Rename the variable, or set "webhooks.env_prefix".`,
        );
      }
      const value = new Map(Object.entries(env)).get(variable);
      if (value === undefined) {
        throw refuse(
          `uses the variable ${variable}, which is not set. Add it to the secrets of the deployment.`,
        );
      }
      return value;
    });
  return {
    headers: Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, fill(name, text)])),
    allowedFields,
    policy: url && {
      requireHttps: url.require_https ?? true,
      allowedDomains: (url.allowed_domains ?? []).map((domain) => domain.trim().toLowerCase()),
      allowedPorts: url.allowed_ports ?? [],
      maxUrlLength: url.max_url_length ?? 2_048,
      disableLoopback: url.disable_loopback ?? true,
      disablePrivateIps: url.disable_private_ips ?? false,
    },
  };
}
