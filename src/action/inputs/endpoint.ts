import { parseRegion } from './parsers.ts';
import type { SharedReader, CommonReader } from './reader.ts';
import { checkAgentUrl, checkBaseUrl } from '../../clients/base-url.ts';
import { proxySettings, invalidProxies } from '../../clients/network-environment.ts';
import {
  controlPlaneUrlOf,
  type Dialect,
  dialectOf,
  isSelfHosted,
  tracingUrlOfControlPlane,
} from '../../contract/dialect.ts';

import { invalid, type Parsed, valid } from './problem.ts';

export interface Endpoint {
  /** URL of the control plane without a trailing slash. For a self-hosted installation, the URL ends in `/api-host`. */
  baseUrl: string;
  dialect: Dialect;
  /** True if the inputs allow unencrypted HTTP to remote machines. */
  allowInsecureHost: boolean;
  /** Name of the environment variable that set the URL; absent if an input set the URL or the default applies. */
  variable?: string;
}

const INSECURE_HINT = 'Use https, or set `allow-insecure-host: true` if you trust the network in between.';

type ParseUrl = (text: string, allowInsecureHost: boolean) => Parsed<string>;

/**
 * Creates a parser that applies the rules of the HTTP client, so an invalid URL is refused before any request.
 * @param example Sentence that shows a valid URL.
 */
function urlParser(check: typeof checkBaseUrl, example: string): ParseUrl {
  return (text, allowInsecureHost) => {
    const checked = check(text, { allowInsecureHost });
    if (checked.kind === 'ok') return valid(checked.url);
    const isPlainHttp = URL.parse(text)?.protocol === 'http:';
    return invalid(`the URL ${checked.problem}`, isPlainHttp ? INSECURE_HINT : example);
  };
}

const parseBaseUrl = urlParser(checkBaseUrl, 'The URL looks like https://example.org/api-host.');

/** Parses the URL of an agent. */
export const parseAgentUrl = urlParser(
  checkAgentUrl,
  'The URL looks like https://agent.example.org; the deploy step returns it in the output deployment-url.',
);

/** Returns whether two URLs of agents are equal, apart from the letter case of the host and a trailing slash. */
export function isSameAgentUrl(one: string, other: string): boolean {
  const normalize = (text: string) => {
    const url = URL.parse(text);
    return url === null ? text : `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, '')}`;
  };
  return normalize(one) === normalize(other);
}

/** Parses the URL of the API for datasets and experiments. */
export const parseTracingApiUrl = urlParser(
  checkAgentUrl,
  'The URL looks like https://api.smith.langchain.com, or https://example.org/api/v1 for a self-hosted service.',
);

/** Returns the API dialect of the control plane, inferred from the URL for `auto`. */
function chooseDialect(word: 'auto' | Dialect, baseUrl: string): Dialect {
  return word === 'auto' ? dialectOf(baseUrl) : word;
}

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Returns the control plane's URL from the inputs (URL or region), or else from the environment variables of the
 * official CLI. Inputs take precedence, because earlier steps of the job might change the environment.
 */
export function readEndpoint(reader: SharedReader, env: Env): Endpoint | undefined {
  const allowInsecureHost = reader.read('allow-insecure-host') ?? false;
  const dialect = reader.read('api-dialect');
  const ofUrl = reader.readWith('control-plane-url', (text) => parseBaseUrl(text, allowInsecureHost));
  const ofRegion = reader.read('region');
  if (reader.raw['control-plane-url'] !== undefined && reader.raw.region !== undefined) {
    reader.addProblem(
      'region',
      'region and control-plane-url are mutually exclusive',
      'Set only one of them.',
    );
    return undefined;
  }
  const given = (reader.raw['control-plane-url'] ?? reader.raw.region) !== undefined;
  const found = given ? undefined : readVariable(reader, env, allowInsecureHost);
  const parsed = given ? (ofUrl ?? ofRegion) : found === undefined ? defaultBaseUrl() : found.baseUrl;
  if (parsed === undefined || dialect === undefined) return undefined;
  const variable = found && { variable: found.variable };
  return { baseUrl: parsed, dialect: chooseDialect(dialect, parsed), allowInsecureHost, ...variable };
}

/** Variables that can contain the control plane's URL, in order of precedence, with their parsers. */
const VARIABLES: readonly [string, (text: string, allowInsecureHost: boolean) => Parsed<string>][] = [
  ['LANGGRAPH_HOST_URL', parseBaseUrl],
  ['LANGSMITH_ENDPOINT', parseTracingUrl],
];

/**
 * Reads the control plane's URL from the environment, or returns `undefined` if no variable is set. If the URL is
 * invalid, the result has no `baseUrl`, and the reader contains the problem.
 */
function readVariable(
  reader: SharedReader,
  env: Env,
  allowInsecureHost: boolean,
): { variable: string; baseUrl: string | undefined } | undefined {
  for (const [variable, parse] of VARIABLES) {
    const text = env[variable]?.trim();
    if (!text) continue;
    const parsed = parse(text, allowInsecureHost);
    if (parsed.ok) return { variable, baseUrl: parsed.value };
    for (const { message: problem, hint } of parsed.problems) {
      const help = `${hint} Alternatively, set \`control-plane-url\` or \`region\`, which take precedence over the environment.`;
      reader.addProblem(variable, `the environment variable is invalid: ${problem}`, help);
    }
    return { variable, baseUrl: undefined };
  }
  return undefined;
}

/** Returns the URL of the control plane that belongs to a tracing API. */
function parseTracingUrl(text: string, allowInsecureHost: boolean): Parsed<string> {
  if (URL.parse(text) === null) return parseBaseUrl(text, allowInsecureHost);
  const found = controlPlaneUrlOf(text);
  if (found !== undefined) return parseBaseUrl(found, allowInsecureHost);
  return invalid(
    'the URL belongs to the hosted service, but its control plane is unknown',
    'The URL looks like https://api.smith.langchain.com, optionally with a region prefix.',
  );
}

/**
 * Returns the URL of the API for datasets and experiments: the environment variable LANGSMITH_ENDPOINT, or else the URL
 * that belongs to the control plane. If an input sets the control plane, ignores the environment, because earlier steps
 * of the job might change the environment and the key is sent to the URL.
 */
export function tracingUrlOf(
  endpoint: Pick<Endpoint, 'baseUrl' | 'allowInsecureHost' | 'variable'>,
  env: Env,
): Parsed<string> {
  const text = tracingVariable(endpoint, env)?.value;
  const { allowInsecureHost } = endpoint;
  if (text === undefined)
    return parseTracingApiUrl(tracingUrlOfControlPlane(endpoint.baseUrl), allowInsecureHost);
  const parsed = parseTracingApiUrl(text, allowInsecureHost);
  if (parsed.ok) return isSelfHosted(parsed.value) ? valid(tracingUrlOfControlPlane(parsed.value)) : parsed;
  const problems = parsed.problems.map((one) => ({
    ...one,
    message: `the environment variable LANGSMITH_ENDPOINT is invalid: ${one.message}`,
  }));
  return { ok: false, problems };
}

/**
 * Returns the environment variable that sets the URL of the API for datasets, or `undefined` if no variable sets the
 * URL.
 */
export function tracingVariable(
  { variable }: Pick<Endpoint, 'variable'>,
  env: Env,
): { name: string; value: string } | undefined {
  const name = 'LANGSMITH_ENDPOINT';
  const value = env[name]?.trim();
  return variable === undefined || !value ? undefined : { name, value };
}

function defaultBaseUrl(): string {
  const us = parseRegion('us');
  if (!us.ok) throw new Error('the region us is missing from the contract');
  return us.value;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Matches the flag for a TLS key log in `NODE_OPTIONS`. Node treats underscores in flags as dashes. */
const KEY_LOG = /(^|[\s"'])--tls[-_]keylog([\s"'=]|$)/;
const DEBUGGER = /(^|[\s"'])--inspect([-_](brk|wait|port))?([\s"'=]|$)/;

/**
 * Reports invalid proxy variables, and variables that would reveal the key. If a problem is reported, the run does not
 * send any request.
 */
export function checkEnvironment(reader: Pick<CommonReader, 'addProblem'>, env: Environment): void {
  for (const variable of invalidProxies(proxySettings(env))) {
    reader.addProblem(
      variable,
      'the environment variable is not the URL of a proxy',
      'Write a URL such as http://proxy.example.org:3128, with special characters of the password percent-encoded.',
    );
  }
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0') {
    reader.addProblem(
      'NODE_TLS_REJECT_UNAUTHORIZED',
      'the environment variable is 0, so Node.js trusts any certificate and would send the key to any host that responds',
      'Remove the variable. To trust the CA of the service, set the environment variable NODE_EXTRA_CA_CERTS, or the input `ca-file` where the action has it, to a file of certificates (PEM).',
    );
  }
  const options = env['NODE_OPTIONS'];
  if (!options) return;
  if (KEY_LOG.test(options)) {
    reader.addProblem(
      'NODE_OPTIONS',
      'the environment variable contains --tls-keylog, which writes the keys of all TLS connections to a file, so that the API key can be read',
      'Unset the variable for this step.',
    );
  }
  if (DEBUGGER.test(options)) {
    reader.addProblem(
      'NODE_OPTIONS',
      'the environment variable contains --inspect, which lets every program on this machine read the key through the debugger',
      'Unset the variable for this step.',
    );
  }
}
