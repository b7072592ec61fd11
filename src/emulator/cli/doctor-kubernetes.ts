import { errorMessage } from '../../os/errors.ts';
import { withTimeout } from '../../os/timeout.ts';
import { diagnoseCluster, evaluateClock } from '../data-plane/places/kubernetes/diagnose.ts';
import { createProcesses } from '../data-plane/places/process/processes.ts';
import { ownerToken } from '../../os/processes.ts';
import type { KubernetesConfig } from '../ports/context.ts';
import { type Diagnosis, fine, problem, unknown } from '../ports/diagnosis.ts';
import { type DatabaseFacts, inspectDatabase } from '../store/postgres/inspect.ts';
import type { CommandContext } from './command.ts';
import { checkKeyring } from './doctor-keyring.ts';

export interface DoctorSettings {
  config: KubernetesConfig;
  databaseUrl: string | undefined;
  keyringFile: string | undefined;
}

const DATABASE_MS = 20_000;
/** Oldest version of PostgreSQL that the store supports. */
const OLDEST_POSTGRES = 15;
/** Median duration of a statement, in milliseconds, above which requests become slow. */
const SLOW_MS = 50;

/**
 * Checks everything that a control plane in a cluster depends on, without changing anything.
 * @throws UsageError for a kubeconfig that cannot be used.
 */
export async function diagnose(
  { config, databaseUrl, keyringFile }: DoctorSettings,
  env: CommandContext['env'],
): Promise<Diagnosis[]> {
  const processes = createProcesses({ owner: await ownerToken() });
  try {
    const hosts = [databaseUrl, config.planeUrl].flatMap((url) => hostOf(url) ?? []);
    const [ofCluster, ofDatabase] = await Promise.all([
      diagnoseCluster({ config, processes, env, hosts: [...new Set(hosts)] }),
      diagnoseDatabase(databaseUrl, keyringFile),
    ]);
    return [...ofCluster, ...ofDatabase];
  } finally {
    await processes.close();
  }
}

/** Returns the name of a URL's host, or `undefined` for an address or a socket, which need no name service. */
function hostOf(url: string | undefined): string | undefined {
  const host = url !== undefined && URL.canParse(url) ? new URL(url).hostname : '';
  return /^[a-z0-9.-]*[a-z][a-z0-9.-]*$/i.test(host) ? host : undefined;
}

async function diagnoseDatabase(
  url: string | undefined,
  keyringFile: string | undefined,
): Promise<Diagnosis[]> {
  if (url === undefined) {
    return [unknown('database', 'no database was specified; set EMULATOR_DATABASE_URL to check it')];
  }
  try {
    const facts = await withTimeout(inspectDatabase(url, keyringFile), DATABASE_MS, 'no response');
    const found = evaluateDatabase(facts, { now: Date.now(), hasKeyring: keyringFile !== undefined });
    const isReadable = keyringFile !== undefined && facts.condition?.unapplied.length === 0;
    return isReadable ? [...found, ...(await diagnoseSecrets(url, keyringFile))] : found;
  } catch (error) {
    return [
      problem(
        'database',
        errorMessage(error),
        'Check the URL in EMULATOR_DATABASE_URL, the keyring, and the network connection to the database.',
      ),
    ];
  }
}

/** Lists the secrets that the keyring cannot decrypt, or returns no diagnosis if every secret can be decrypted. */
async function diagnoseSecrets(databaseUrl: string, keyringFile: string): Promise<Diagnosis[]> {
  const checked = await checkKeyring({ keyringFile, databaseUrl, dataDir: undefined });
  if (checked === undefined || checked.isOk) return [];
  const hint = 'Restore the keyring from its copy, or set the secrets again.';
  return [problem('secrets', checked.lines.join('; '), hint)];
}

/** Evaluates the facts about a database. `now` is the time of this machine's clock, in epoch milliseconds. */
export function evaluateDatabase(
  { display, version, latencyMs, now: theirs, condition }: DatabaseFacts,
  { now, hasKeyring }: { now: number; hasKeyring: boolean },
): Diagnosis[] {
  const latency = `a statement takes ${latencyMs.toFixed(1)} ms`;
  const found: Diagnosis[] = [
    Number.parseInt(version, 10) >= OLDEST_POSTGRES
      ? fine('database', `${display} responds, PostgreSQL ${version}`)
      : problem(
          'database',
          `${display} runs PostgreSQL ${version}, but version ${OLDEST_POSTGRES} or newer is needed`,
          'Upgrade the database server.',
        ),
    latencyMs <= SLOW_MS
      ? fine('latency of the database', latency)
      : problem(
          'latency of the database',
          `${latency}, and each request needs several statements`,
          'Use a database in the same region, and check its load.',
        ),
    evaluateClock(theirs, now, 'the database'),
  ];
  if (condition === undefined) {
    found.push(fine('schema', 'the database is empty; the first start creates the tables'));
    return found;
  }
  const { schema, unapplied, missingKeys, otherKeys } = condition;
  const names = (versions: readonly number[]) => versions.map((version) => `v${version}`).join(', ');
  found.push(
    unapplied.length === 0
      ? fine('schema', `schema ${schema} is the schema of this version`)
      : problem(
          'schema',
          `the schema ${schema} lacks ${unapplied.join(', ')}`,
          'Start this version of the control plane, which migrates the database.',
        ),
  );
  if (!hasKeyring) {
    found.push(unknown('keyring', 'no keyring was specified; set EMULATOR_KEYRING_FILE to check it'));
  } else if (otherKeys.length > 0) {
    found.push(
      problem(
        'keyring',
        `the keyring's ${names(otherKeys)} differs from the key that encrypted the data`,
        'Set EMULATOR_KEYRING_FILE to the keyring that belongs to this database, from your copy of the keyring.',
      ),
    );
  } else if (missingKeys.length === 0) {
    found.push(fine('keyring', 'the keyring contains every key that the data needs'));
  } else {
    const keys = names(missingKeys);
    found.push(
      problem(
        'keyring',
        `the keyring lacks ${keys}, so the secrets that it encrypts cannot be read`,
        `Add ${keys} to the keyring again, from your copy of the keyring.`,
      ),
    );
  }
  return found;
}

const MARKS = { ok: 'ok     ', problem: 'problem', unknown: 'unknown' } as const;

/** Renders the diagnoses as text: one line each, and a line with the hint for each problem. */
export function renderDiagnoses(diagnoses: readonly Diagnosis[]): string {
  return diagnoses
    .map(({ check, status, message, hint }) => {
      const line = `${MARKS[status]}  ${check}: ${message}\n`;
      return hint === undefined ? line : `${line}         ${hint}\n`;
    })
    .join('');
}
