import { isAbsolute } from 'node:path';
import * as z from 'zod';
import { readPlainText, WRITTEN_MAX_BYTES } from '../../../../os/plain-file.ts';
import { type Clock, unlessAborted } from '../../../../clients/clock.ts';
import { oneLine } from '../../../../clients/errors.ts';
import { parseJson } from '../../../../contract/json-safety.ts';
import { errorCode } from '../../../../os/errors.ts';
import { findProgram } from '../../../../os/search-path.ts';
import { describeProcessEnd, type Processes } from '../../../ports/processes.ts';
import type { ClusterAccess, CredentialPlugin, TextSource } from './kubeconfig.ts';

/** What identifies this client to the cluster, and the cluster to this client. All but `ca` is secret. */
export interface Credentials {
  token: string | undefined;
  /** As PEM. */
  identity: { cert: string; key: string } | undefined;
  ca: string | undefined;
}

export interface CredentialOptions {
  access: ClusterAccess;
  processes: Processes;
  /** The environment of a plugin, which is the operator's own program. */
  env: Readonly<Record<string, string | undefined>>;
  /** Where a plugin starts: never in a checkout, whose files may configure it. */
  home: string;
  clock: Clock;
  redact: (text: string) => string;
}

/** Gives the credentials of a cluster as they are now. */
export interface CredentialProvider {
  /**
   * Those in use, read again when they may have changed.
   * @throws CredentialError, or the signal's reason.
   */
  current(signal: AbortSignal): Promise<Credentials>;
  /** The cluster refused these: the next call reads them again. Gives whether they can change at all. */
  refuse(refused: Credentials): boolean;
}

/** A file or a plugin gave no credentials. The message names it, and holds nothing secret. */
export class CredentialError extends Error {
  override readonly name = 'CredentialError';
  readonly hint: string;
  constructor(message: string, hint: string, cause?: unknown) {
    super(message, { cause });
    this.hint = hint;
  }
}

/** Files of credentials are renewed in place, usually every hour; a minute is what the cluster's own clients wait. */
const FILE_VALID_MS = 60_000;
/** A plugin is not started more often than that, even if its credentials expire earlier. */
const PLUGIN_VALID_MS = 10_000;
/** So much earlier than their expiry are credentials renewed. */
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

/** Makes the provider of a cluster's credentials; reads nothing yet. */
export function createCredentials(options: CredentialOptions): CredentialProvider {
  const { access, clock } = options;
  let loaded: Loaded | undefined;
  let loading: Promise<Loaded> | undefined;

  const load = (): Promise<Loaded> => {
    // Requests that come meanwhile wait for the same file and the same start of a plugin.
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
        const { credentials } = await unlessAborted(signal, load);
        return credentials;
      } catch (error) {
        // A file that is just being replaced: the credentials before may still be accepted.
        if (error instanceof CredentialError && before !== undefined && loaded === before) {
          return before.credentials;
        }
        throw error;
      }
    },
    refuse(refused) {
      const { certificate, plugin, token } = access;
      const isCurrent = loaded?.credentials === refused;
      // A plugin whose credentials are refused at once is not started in a loop.
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
      'Check the file that the kubeconfig names, and that this user can read it.',
      error,
    );
  }
  if (text.trim() === '') {
    throw new CredentialError(`${source.file} is empty`, 'Check what writes this file.');
  }
  return text;
}

/** A token becomes a header: a line end in it would be another one. */
function checkToken(text: string | undefined, label: string): string | undefined {
  const token = text?.trim();
  if (!token) return undefined;
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw new CredentialError(
    `the token of ${label} has characters that no token has`,
    'Check that it is one token, without spaces or line ends.',
  );
}

/**
 * Starts the plugin of the operator's kubeconfig and reads what it prints.
 * @throws CredentialError.
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
    : 'Run it in a terminal, as the user the emulator runs as, to see why.';
  const env = Object.fromEntries(
    Object.entries(options.env).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );
  let command = plugin.command;
  if (!isAbsolute(command)) {
    // Never one from the checkout, whose programs are often on the search path.
    const program = await findProgram(command, env);
    if (program === undefined) throw new CredentialError(`${who} is not on the search path`, hint);
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
  // A line longer than the reader's limit comes in pieces: a line end is never a part of this JSON's values.
  const parsed = ExecCredential.safeParse(parseJson(stdout.join('')));
  if (!parsed.success) throw new CredentialError(`${who} printed no ExecCredential`, hint);
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
