import { controlPlaneUrlOf } from '../../contract/dialect.ts';
import type { InputReader } from './collector.ts';
import { chooseDialect, type Endpoint, parseBaseUrl, parseRegion } from './endpoint.ts';
import { invalid, type Parsed } from './problem.ts';
import type { RawInputs } from './raw.ts';
import { parseBoolean, parseWord } from './scalars.ts';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Where the control plane is: its address, or that of a region, or what the environment says as to the official CLI. An
 * input counts before the environment, which any earlier step of the job may have written.
 */
export function readEndpoint(collector: InputReader, raw: RawInputs, env: Env): Endpoint | undefined {
  const allowInsecureHost = collector.read('allow-insecure-host', parseBoolean) ?? false;
  const dialect = collector.read('api-dialect', (text) => parseWord(text, ['auto', 'generic', 'langsmith']));
  const ofUrl = collector.read('control-plane-url', (text) => parseBaseUrl(text, allowInsecureHost));
  const ofRegion = collector.read('region', parseRegion);
  if (raw['control-plane-url'] !== undefined && raw.region !== undefined) {
    collector.addProblem('region', 'control-plane-url is given too', 'Give one of them.');
    return undefined;
  }
  const given = (raw['control-plane-url'] ?? raw.region) !== undefined;
  const found = given ? undefined : takeVariable(collector, env, allowInsecureHost);
  const parsed = given ? (ofUrl ?? ofRegion) : found === undefined ? defaultBaseUrl() : found.baseUrl;
  if (parsed === undefined || dialect === undefined) return undefined;
  const variable = found && { variable: found.variable };
  return { baseUrl: parsed, dialect: chooseDialect(dialect, parsed), allowInsecureHost, ...variable };
}

/** The variables that say where the control plane is, the first that is set, and how each does. */
const VARIABLES: readonly [string, (text: string, allowInsecureHost: boolean) => Parsed<string>][] = [
  ['LANGGRAPH_HOST_URL', parseBaseUrl],
  ['LANGSMITH_ENDPOINT', parseTracingUrl],
];

/** Undefined: none is set. Without `baseUrl` it is wrong, and in the collector. */
function takeVariable(
  collector: InputReader,
  env: Env,
  allowInsecureHost: boolean,
): { variable: string; baseUrl: string | undefined } | undefined {
  for (const [variable, parse] of VARIABLES) {
    const text = env[variable]?.trim();
    if (!text) continue;
    const parsed = parse(text, allowInsecureHost);
    if (parsed.ok) return { variable, baseUrl: parsed.value };
    for (const { problem, cure } of parsed.problems) {
      const help = `${cure} Or give \`control-plane-url\` or \`region\`, which count before the environment.`;
      collector.addProblem(variable, `in the environment, ${problem}`, help);
    }
    return { variable, baseUrl: undefined };
  }
  return undefined;
}

/** The control plane beside a tracing API. */
function parseTracingUrl(text: string, allowInsecureHost: boolean): Parsed<string> {
  if (URL.parse(text) === null) return parseBaseUrl(text, allowInsecureHost);
  const found = controlPlaneUrlOf(text);
  if (found !== undefined) return parseBaseUrl(found, allowInsecureHost);
  return invalid(
    'the URL is one of the hosted service for which no control plane is known',
    'It looks like https://api.smith.langchain.com, with the region before it.',
  );
}

function defaultBaseUrl(): string {
  const us = parseRegion('us');
  if (!us.ok) throw new Error('the region us is missing from the contract');
  return us.value;
}
