import type { PushedAwsSigning } from '../messages.ts';

/** Region and service in the credential scope of an AWS signature. */
export interface AwsScope {
  region: string;
  service: string;
}

/** Service in the signature by the service in the host name, if the two differ. */
const SIGNING_NAMES: Readonly<Record<string, string>> = {
  appconfigdata: 'appconfig',
  'bedrock-agent': 'bedrock',
  'bedrock-agent-runtime': 'bedrock',
  'bedrock-agentcore-control': 'bedrock-agentcore',
  'bedrock-data-automation': 'bedrock',
  'bedrock-data-automation-runtime': 'bedrock',
  'bedrock-runtime': 'bedrock',
  email: 'ses',
  'lambda-url': 'lambda',
  'models-v2-lex': 'lex',
  oidc: 'sso-oauth',
  'personalize-events': 'personalize',
  'personalize-runtime': 'personalize',
  pinpoint: 'mobiletargeting',
  'runtime-v2-lex': 'lex',
  's3-accelerate': 's3',
  's3-accesspoint': 's3',
  's3-control': 's3',
};

/** Services with host names without a region. Unless the rule specifies a region, the region is us-east-1. */
const GLOBAL_SERVICES = new Set(['cloudfront', 'iam', 'organizations', 'route53', 's3', 'sts']);
/** Services whose host names have the region before the service. */
const REGION_FIRST = new Set(['aoss', 'es']);
/** Hosts of S3 that need other signatures or accept no signatures. */
const UNSUPPORTED = /^s3-(?:object-lambda|outposts|website)|^s3express/;

const REGION = /^[a-z]{2,8}(?:-[a-z]+){1,3}-\d{1,2}$/;

/**
 * Returns the region and the service of a request, from the rule or else from the host name. Returns `undefined` if a
 * part is unknown, or if the host name contains another region than the rule.
 */
export function scopeOf(
  signing: Pick<PushedAwsSigning, 'region' | 'service'>,
  host: string,
): AwsScope | undefined {
  const named = scopeInName(host);
  if (signing.region !== null && named.region !== undefined && named.region !== signing.region) {
    return undefined;
  }
  const service = signing.service ?? named.service;
  const region = signing.region ?? named.region ?? named.defaultRegion;
  return service === undefined || region === undefined ? undefined : { region, service };
}

/** Returns whether a host name belongs to AWS, so that it contains a service and usually a region. */
export function isAwsName(host: string): boolean {
  return DOMAINS.some((domain) => host === domain.slice(1) || host.endsWith(domain));
}

const DOMAINS = ['.amazonaws.com', '.amazonaws.com.cn', '.api.aws', '.on.aws'] as const;

/** Parts of a scope that a host name contains. */
interface NamedScope {
  service?: string;
  region?: string;
  /** Region of requests to a global endpoint, unless the rule specifies another region. */
  defaultRegion?: string;
}

function scopeInName(host: string): NamedScope {
  const domain = DOMAINS.find((one) => host.endsWith(one));
  if (domain === undefined) return {};
  const labels = host.slice(0, -domain.length).split('.');
  const last = labels.at(-1) ?? '';
  const previous = labels.at(-2) ?? '';
  // Old names of S3 contain the region in the same label, such as s3-eu-west-1.
  const [, dashed] = /^s3-(?:fips-)?(.+)$/.exec(last) ?? [];
  if (dashed !== undefined && REGION.test(dashed)) {
    return UNSUPPORTED.test(last) ? {} : { service: 's3', region: dashed };
  }
  if (REGION_FIRST.has(last) && REGION.test(previous)) return { service: last, region: previous };
  if (!REGION.test(last)) {
    const service = signingName(last);
    if (last === 's3-accelerate') return { service: 's3' };
    return service !== undefined && GLOBAL_SERVICES.has(service)
      ? { service, defaultRegion: 'us-east-1' }
      : {};
  }
  const label = previous === 'dualstack' ? (labels.at(-3) ?? '') : previous;
  const service = signingName(label);
  return service === undefined ? { region: last } : { service, region: last };
}

/** Returns the service in the signatures of requests to a host with this label. */
function signingName(label: string): string | undefined {
  const service = label.replace(/-fips$/, '');
  if (service === '' || UNSUPPORTED.test(service)) return undefined;
  return Object.hasOwn(SIGNING_NAMES, service) ? SIGNING_NAMES[service] : service;
}
