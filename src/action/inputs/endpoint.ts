import { checkAgentUrl, checkBaseUrl } from '../../clients/base-url.ts';
import { type Dialect, dialectOf, type Region, REGION_HOSTS } from '../../contract/dialect.ts';
import { invalid, valid, type Parsed, quote } from './problem.ts';

/** The control plane to talk to (spec §1, DESIGN §4). */
export interface Endpoint {
  /** Without a trailing slash; a self-hosted one ends in `/api-host`. */
  baseUrl: string;
  dialect: Dialect;
  /** Plain http to a host that is not this machine was allowed by an input. */
  allowInsecureHost: boolean;
  /** The environment variable that says so; not there when an input does, or none. */
  variable?: string;
}

const REGIONS = Object.keys(REGION_HOSTS) as Region[];

/** The base URL of a region. */
export function parseRegion(text: string): Parsed<string> {
  const region = REGIONS.find((name) => name === text);
  if (region !== undefined) return valid(REGION_HOSTS[region]);
  return invalid(
    `${quote(text)} is not one of ${REGIONS.join(', ')}`,
    'Write one of them, or give control-plane-url.',
  );
}

/** The address of a control plane, by the client's own rule: what it would refuse is refused before any request. */
export function parseBaseUrl(text: string, allowInsecureHost: boolean): Parsed<string> {
  const check = checkBaseUrl(text, { allowInsecureHost });
  if (check.kind === 'ok') return valid(check.url);
  const plainHttp = URL.parse(text)?.protocol === 'http:';
  return invalid(
    `the URL ${check.problem}`,
    plainHttp
      ? 'Use https, or set `allow-insecure-host: true` if the network in between is yours.'
      : 'It looks like https://example.org/api-host.',
  );
}

/** The address of an agent, by the client's own rule. */
export function parseAgentUrl(text: string, allowInsecureHost: boolean): Parsed<string> {
  const check = checkAgentUrl(text, { allowInsecureHost });
  if (check.kind === 'ok') return valid(check.url);
  return invalid(
    `the URL ${check.problem}`,
    URL.parse(text)?.protocol === 'http:'
      ? 'Use https, or set `allow-insecure-host: true` if the network in between is yours.'
      : 'It looks like https://agent.example.org, as the output deployment-url of the deploy.',
  );
}

/** Which names the control plane speaks: as told, or by its address. */
export function chooseDialect(word: 'auto' | Dialect, baseUrl: string): Dialect {
  return word === 'auto' ? dialectOf(baseUrl) : word;
}
