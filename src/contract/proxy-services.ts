import type { ProxyConfig, ProxyRule, ProxyServiceName, ProxyServiceUse } from './sandbox.ts';

interface ServiceTemplate {
  hosts: string[];
  paths: string[];
  /** Name and value of the header with the key. `KEY` in the value is replaced by the name of the secret. */
  header: [name: string, value: string];
  /** Name of the secret, and of the variable that clients of the service read. */
  secret: string;
}

/** Hosts, paths and headers of well-known APIs, except AWS, whose requests are signed. */
const TEMPLATES: Readonly<Record<Exclude<ProxyServiceName, 'aws'>, ServiceTemplate>> = {
  anthropic: {
    hosts: ['api.anthropic.com'],
    paths: ['/v1/*'],
    header: ['X-Api-Key', '{KEY}'],
    secret: 'ANTHROPIC_API_KEY',
  },
  github: {
    hosts: ['api.github.com'],
    paths: [],
    header: ['Authorization', 'Bearer {KEY}'],
    secret: 'GITHUB_TOKEN',
  },
  google: {
    hosts: ['generativelanguage.googleapis.com'],
    paths: [],
    header: ['X-Goog-Api-Key', '{KEY}'],
    secret: 'GOOGLE_API_KEY',
  },
  langsmith: {
    hosts: ['api.smith.langchain.com', 'eu.api.smith.langchain.com'],
    paths: [],
    header: ['X-Api-Key', '{KEY}'],
    secret: 'LANGSMITH_API_KEY',
  },
  mistral: {
    hosts: ['api.mistral.ai'],
    paths: ['/v1/*'],
    header: ['Authorization', 'Bearer {KEY}'],
    secret: 'MISTRAL_API_KEY',
  },
  openai: {
    hosts: ['api.openai.com'],
    paths: ['/v1/*'],
    header: ['Authorization', 'Bearer {KEY}'],
    secret: 'OPENAI_API_KEY',
  },
  slack: {
    hosts: ['slack.com'],
    paths: ['/api/*'],
    header: ['Authorization', 'Bearer {KEY}'],
    secret: 'SLACK_BOT_TOKEN',
  },
};

/** Value of the variable that clients of a service read, because many clients do not start without a key. */
const NO_KEY = 'added-by-the-credential-proxy';

/**
 * Replaces `services` of a configuration by ordinary rules after the other rules, so that every proxy can serve the
 * configuration.
 */
export function expandServices({ services, ...config }: ProxyConfig): ProxyConfig {
  if (services === undefined || services === null) return config;
  return { ...config, rules: [...(config.rules ?? []), ...services.map(ruleFor)] };
}

function ruleFor(use: ProxyServiceUse): ProxyRule {
  const { service, secret, match_paths: paths } = use;
  if (service === 'aws') return awsRule(use);
  const template = TEMPLATES[service];
  const [name, value] = template.header;
  const matchPaths = paths ?? template.paths;
  return {
    name: service,
    match_hosts: template.hosts,
    ...(matchPaths.length > 0 && { match_paths: matchPaths }),
    headers: [{ name, type: 'workspace_secret', value: value.replace('KEY', secret ?? template.secret) }],
    env_vars: { [template.secret]: NO_KEY },
  };
}

/**
 * Returns a rule that signs requests to endpoints of one AWS region. The rule has no wildcard, so a sandbox reaches only
 * the listed APIs and buckets with the key.
 */
function awsRule({
  region,
  endpoints,
  match_paths: paths,
  session_token: session,
}: ProxyServiceUse): ProxyRule {
  const domain = region?.startsWith('cn-') === true ? 'amazonaws.com.cn' : 'amazonaws.com';
  return {
    name: 'aws',
    match_hosts: (endpoints ?? []).map((endpoint) => `${endpoint}.${region}.${domain}`),
    ...(paths && paths.length > 0 && { match_paths: paths }),
    sign: {
      aws: {
        access_key_id: '{AWS_ACCESS_KEY_ID}',
        secret_access_key: '{AWS_SECRET_ACCESS_KEY}',
        ...(session === true && { session_token: '{AWS_SESSION_TOKEN}' }),
        region,
      },
    },
    env_vars: { AWS_REGION: region ?? '', AWS_DEFAULT_REGION: region ?? '' },
  };
}
