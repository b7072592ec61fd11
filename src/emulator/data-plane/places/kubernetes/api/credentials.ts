import { isAbsolute } from 'node:path';
import * as z from 'zod';
import { readPlainText, WRITTEN_MAX_BYTES } from '../../../../../os/plain-file.ts';
import { type Clock, rejectOnAbort } from '../../../../../clients/clock.ts';
import { oneLine } from '../../../../../clients/errors.ts';
import { parseJson } from '../../../../../contract/json-safety.ts';
import { errorCode } from '../../../../../os/errors.ts';
import { findProgram } from '../../../../../os/search-path.ts';
import { describeProcessEnd, type Processes } from '../../../../ports/processes.ts';
import type { ClusterAccess, CredentialPlugin, TextSource } from './kubeconfig.ts';

/**
 * Credentials of this client, and the cluster's certificate authority. All fields except the certificate authority
 * (`ca`) are secret.
 */
export interface Credentials {
  token: string | undefined;
  /** Client certificate and its key as PEM. */
  identity: { cert: string; key: string } | undefined;
  ca: string | undefined;
}

export interface CredentialOptions {
  access: ClusterAccess;
  processes: Processes;
  /** Environment of a credential plugin, which is a program that the operator installed. */
  env: Readonly<Record<string, string | undefined>>;
  /**
   * Working directory of a credential plugin, which is never a checkout, because files in a checkout could configure
   * the plugin.
   */
  home: string;
  clock: Clock;
  redact: (text: string) => string;
}

export interface CredentialProvider {
  /**
   * Returns the current credentials. Reads the credentials again if they could have changed.
   * @throws CredentialError if the credentials cannot be read, or the signal's reason after an abort.
   */
  current(signal: AbortSignal): Promise<Credentials>;
  /**
   * Reports that the cluster rejected these credentials, so the next call of `current` reads the credentials again.
   * Returns whether the credentials can change.
   */
  refuse(refused: Credentials): boolean;
}

/** Thrown when a file or plugin provides no credentials, with a message that contains no secret. */
export class CredentialError extends Error {
  override readonly name = 'CredentialError';
  readonly hint: string;
  constructor(message: string, hint: string, cause?: unknown) {
    super(message, { cause });
    this.hint = hint;
  }
}

/**
 * Milliseconds for which a credential file is cached, as in Kubernetes' clients. Most credential files are renewed
 * every hour.
 */
const FILE_VALID_MS = 60_000;
/** Minimum number of milliseconds between two starts of a plugin, even if its credentials expire sooner. */
const PLUGIN_VALID_MS = 10_000;
/** Number of milliseconds before credentials expire when they are renewed. */
const EXPIRY_MARGIN_MS = 10_000;
const PLUGIN_TIMEOUT_MS = 60_000;
const PLUGIN_MAX_BYTES = 1024 * 1024;

const ExecCredential = z.object({
  kind: z.literal('ExecCredential'),
  status: z.object({
    token: z.string().nullish(),
    clientCertificateData: z.string().nullish(),
    clientKeyData: z.string().nullish(),
    expirationTimestamp: z.iso.datetime({ offset: true }).nullish(),
  }),
});

interface Loaded {
  credentials: Credentials;
  loadedAt: number;
  validUntil: number;
}

/** Creates the provider of a cluster's credentials without reading any credentials. */
export function createCredentials(options: CredentialOptions): CredentialProvider {
  const { access, clock } = options;
  let loaded: Loaded | undefined;
  let loading: Promise<Loaded> | undefined;

  const load = (): Promise<Loaded> => {
    // Concurrent calls share one read of the credentials.
    loading ??= loadCredentials(options)
      .then((fresh) => (loaded = fresh))
      .finally(() => {
        loading = undefined;
      });
    return loading;
  };

  return {
    async current(signal) {
      const before = loaded;
      if (before !== undefined && clock.now() < before.validUntil) return before.credentials;
      try {
        const { credentials } = await rejectOnAbort(signal, load);
        return credentials;
      } catch (error) {
        // The previous credentials are used, because another program may be writing the file, and the cluster may still
        // accept them.
        if (error instanceof CredentialError && before !== undefined && loaded === before) {
          return before.credentials;
        }
        throw error;
      }
    },
    refuse(refused) {
      const { certificate, plugin, token } = access;
      const isCurrent = loaded?.credentials === refused;
      // If the cluster rejects fresh credentials, the plugin is not started again, because it could be started
      // endlessly.
      const isFresh = isCurrent && clock.now() < (loaded?.loadedAt ?? 0) + PLUGIN_VALID_MS;
      if (plugin !== undefined && isFresh) return false;
      if (isCurrent) loaded = undefined;
      const sources = [token, certificate?.cert, certificate?.key];
      return plugin !== undefined || sources.some((source) => source?.kind === 'file');
    },
  };
}

async function loadCredentials(options: CredentialOptions): Promise<Loaded> {
  const { access, clock } = options;
  const { token, certificate, ca, plugin } = access;
  const read = async (source: TextSource | undefined) => source && textOf(source);
  const cert = await read(certificate?.cert);
  const key = await read(certificate?.key);
  const plain: Credentials = {
    token: checkToken(await read(token), access.label),
    identity: cert !== undefined && key !== undefined ? { cert, key } : undefined,
    ca: await read(ca),
  };
  const sources = [token, ca, certificate?.cert, certificate?.key];
  const hasFile = sources.some((source) => source?.kind === 'file');
  const loadedAt = clock.now();
  const validUntil = hasFile ? loadedAt + FILE_VALID_MS : Number.POSITIVE_INFINITY;
  if (plugin === undefined) return { credentials: plain, loadedAt, validUntil };

  const given = await runPlugin(plugin, plain.ca, options);
  return {
    loadedAt,
    credentials: {
      ...plain,
      token: checkToken(given.token, access.label) ?? plain.token,
      identity: given.identity ?? plain.identity,
    },
    validUntil: Math.min(validUntil, given.validUntil),
  };
}

async function textOf(source: TextSource): Promise<string> {
  if (source.kind === 'text') return source.text;
  let text: string;
  try {
    text = await readPlainText(source.file, { maxBytes: WRITTEN_MAX_BYTES });
  } catch (error) {
    const code = errorCode(error) ?? 'unknown';
    throw new CredentialError(
      `${source.file} cannot be read (${code})`,
      'Check the path of the file, and that this user can read the file.',
      error,
    );
  }
  if (text.trim() === '') {
    throw new CredentialError(`${source.file} is empty`, 'Check the program that writes this file.');
  }
  return text;
}

/**
 * Returns the trimmed token. Refuses a token with a line break, because the part after the line break would become
 * another header.
 */
function checkToken(text: string | undefined, label: string): string | undefined {
  const token = text?.trim();
  if (!token) return undefined;
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw new CredentialError(
    `the token of ${label} contains characters that a token cannot contain`,
    'Check that the token contains no spaces or line breaks.',
  );
}

/**
 * Runs the credential plugin of the operator's kubeconfig and parses its output.
 * @throws CredentialError if the plugin fails or its output is invalid.
 */
async function runPlugin(
  plugin: CredentialPlugin,
  ca: string | undefined,
  options: CredentialOptions,
): Promise<{ token: string | undefined; identity: Credentials['identity']; validUntil: number }> {
  const { access, processes, home, clock, redact } = options;
  const who = `the exec plugin ${plugin.command}`;
  const hint = plugin.installHint
    ? oneLine(redact(plugin.installHint))
    : 'To see the reason, run the plugin in a terminal as the user that runs the emulator.';
  const env = Object.fromEntries(
    Object.entries(options.env).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );
  let command = plugin.command;
  if (!isAbsolute(command)) {
    // Programs in the checkout are skipped, because PATH often contains a folder of the checkout.
    const program = await findProgram(command, env);
    if (program === undefined) throw new CredentialError(`${who} was not found on PATH`, hint);
    command = program.file;
    env['PATH'] = program.path;
  }
  const stdout: string[] = [];
  let lastError = '';
  const { ended } = processes.start({
    command,
    args: plugin.args,
    cwd: home,
    env: { ...env, ...plugin.env, KUBERNETES_EXEC_INFO: JSON.stringify(execInfo(plugin, access, ca)) },
    kind: 'credentials',
    timeoutMs: PLUGIN_TIMEOUT_MS,
    maxOutputBytes: PLUGIN_MAX_BYTES,
    onLine(line, stream) {
      if (stream === 'stdout') stdout.push(line);
      else if (line.trim() !== '') lastError = line;
    },
  });
  const end = await ended;
  if (end.kind !== 'exit' || end.code !== 0) {
    const why = lastError === '' ? '' : `: ${oneLine(redact(lastError))}`;
    throw new CredentialError(`${who} ${describeProcessEnd(end)}${why}`, hint);
  }
  // The parts of an overlong line are joined, because values in this JSON contain no line breaks.
  const parsed = ExecCredential.safeParse(parseJson(stdout.join('')));
  if (!parsed.success) throw new CredentialError(`${who} did not print an ExecCredential object`, hint);
  const { token, clientCertificateData: cert, clientKeyData: key, expirationTimestamp } = parsed.data.status;
  if (!token && !(cert && key)) {
    throw new CredentialError(`${who} printed neither a token nor a certificate with its key`, hint);
  }
  return {
    token: token ?? undefined,
    identity: cert && key ? { cert, key } : undefined,
    validUntil: expirationTimestamp
      ? Math.max(Date.parse(expirationTimestamp) - EXPIRY_MARGIN_MS, clock.now() + PLUGIN_VALID_MS)
      : Number.POSITIVE_INFINITY,
  };
}

function execInfo(plugin: CredentialPlugin, access: ClusterAccess, ca: string | undefined): unknown {
  const cluster = {
    server: access.server,
    ...(access.serverName !== undefined && { 'tls-server-name': access.serverName }),
    ...(access.insecure && { 'insecure-skip-tls-verify': true }),
    ...(ca !== undefined && { 'certificate-authority-data': Buffer.from(ca).toString('base64') }),
  };
  return {
    apiVersion: plugin.apiVersion,
    kind: 'ExecCredential',
    spec: { interactive: false, ...(plugin.provideClusterInfo && { cluster }) },
  };
}
