import { parseArgs } from 'node:util';
import { isLoopback } from '../../src/clients/base-url.ts';
import { REGION_HOSTS, type Region } from '../../src/contract/dialect.ts';
import type { Budget } from './guard.ts';
import { SCENARIOS, type ScenarioId } from './inferences.ts';

/** The parsed command line and environment of `npm run test:live`. */
export type LiveCommand =
  | { kind: 'help' }
  | { kind: 'list' }
  | {
      kind: 'run';
      apiKey: string;
      workspaceId: string | undefined;
      controlPlaneUrl: string;
      budget: Budget;
      leftoverMs: number;
      only: ScenarioId[] | undefined;
      /** Folder for the result. */
      out: string;
    };

export const USAGE = `npm run test:live [-- options]   compares the documentation with the real service, with LANGSMITH_API_KEY
  --region <region>         ${Object.keys(REGION_HOSTS).join(', ')} (default: us)
  --url <URL>               an emulator on this machine, instead of a region
  --only <scenarios>        some of ${SCENARIOS.map(({ id }) => id)
    .filter((id) => id !== 'sweep')
    .join(', ')}, separated by commas
  --max-deployments <n>     maximum number of deployments (default: 5)
  --max-requests <n>        maximum number of requests (default: 1500)
  --max-minutes <n>         maximum duration of the scenarios (default: 60)
  --leftover-hours <n>      minimum age of leftovers of other runs that are deleted (default: 6)
  --out <folder>            folder for live.html, live.md and live.json (default: .tmp/live)
  --list                    lists the statements that are checked, without a request
  --help                    this text`;

/** Parses the command line. Throws with a sentence for the user if the command line or the environment is invalid. */
export function parseLiveCommand(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): LiveCommand {
  const { values } = parseArgs({
    args: [...args],
    strict: true,
    allowPositionals: false,
    options: {
      region: { type: 'string' },
      url: { type: 'string' },
      only: { type: 'string' },
      'max-deployments': { type: 'string', default: '5' },
      'max-requests': { type: 'string', default: '1500' },
      'max-minutes': { type: 'string', default: '60' },
      'leftover-hours': { type: 'string', default: '6' },
      out: { type: 'string', default: '.tmp/live' },
      list: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return { kind: 'help' };
  if (values.list) return { kind: 'list' };
  const apiKey = env['LANGSMITH_API_KEY']?.trim() ?? '';
  if (apiKey === '') {
    throw new Error(
      'LANGSMITH_API_KEY is not set: set it to a key of a workspace in which deployments may be created',
    );
  }
  return {
    kind: 'run',
    apiKey,
    workspaceId: env['LANGSMITH_WORKSPACE_ID']?.trim() || undefined,
    controlPlaneUrl: urlOf(values.region, values.url),
    budget: {
      deployments: numberOf('max-deployments', values['max-deployments'], 100),
      requests: numberOf('max-requests', values['max-requests'], 100_000),
      minutes: numberOf('max-minutes', values['max-minutes'], 360),
    },
    leftoverMs: numberOf('leftover-hours', values['leftover-hours'], 24 * 365) * 3_600_000,
    only: scenariosOf(values.only),
    out: values.out,
  };
}

function urlOf(region: string | undefined, url: string | undefined): string {
  if (url !== undefined) {
    if (region !== undefined) throw new Error('--region and --url exclude each other: pass only one of them');
    const parsed = URL.parse(url);
    if (parsed === null)
      throw new Error('--url is not a URL: pass the address of an emulator, such as http://127.0.0.1:4400');
    if (!isLoopback(parsed.hostname)) {
      throw new Error('--url is not on this machine: for the real service, pass --region instead');
    }
    return url;
  }
  const name = region ?? 'us';
  if (!Object.hasOwn(REGION_HOSTS, name)) {
    throw new Error(`--region ${name} is unknown: pass one of ${Object.keys(REGION_HOSTS).join(', ')}`);
  }
  return REGION_HOSTS[name as Region];
}

function numberOf(name: string, text: string, max: number): number {
  const value = /^[0-9]{1,9}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > max) throw new Error(`--${name} is ${text}: pass a whole number from 1 to ${max}`);
  return value;
}

function scenariosOf(text: string | undefined): ScenarioId[] | undefined {
  if (text === undefined) return undefined;
  return text.split(',').map((name) => {
    const found = SCENARIOS.find(({ id }) => id === name.trim() && id !== 'sweep');
    if (found === undefined) throw new Error(`--only contains ${name}, which is not a scenario: see --help`);
    return found.id;
  });
}
