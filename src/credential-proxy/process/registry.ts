import { createHash, timingSafeEqual, X509Certificate } from 'node:crypto';
import type { Socket } from 'node:net';
import {
  type CertificateAuthorities,
  nextCertificateAuthorities,
  permittedNamesOf,
  signingOrder,
} from '../certificates/authority.ts';
import { createLeafCache, type LeafCache } from '../certificates/leaf-cache.ts';
import type { PushAnswer, PushProblem, SandboxPush } from '../messages.ts';
import { createKeyedLock } from '../../os/keyed-lock.ts';
import { compilePolicy } from '../policy/compile.ts';
import { sentinelOf } from '../sentinel.ts';
import type { Sandboxes, SandboxSnapshot } from '../snapshot.ts';
import { openSandboxSocket, type SandboxSocket, SocketError } from './unix-socket.ts';

interface RegistryPorts {
  now(): number;
  /** Called when a sandbox has a new snapshot or is removed. */
  configChanged(sandboxId: string): void;
  /** Called for each connection to a sandbox's Unix socket. */
  accept(socket: Socket, sandboxId: string): void;
}

/** A sandbox that the process serves. */
interface RegisteredSandbox {
  readonly snapshot: SandboxSnapshot;
  readonly leaves: LeafCache;
  readonly pushedAt: number;
}

/** The sandboxes of one process. Each sandbox has one snapshot, which a push replaces completely or not at all. */
export interface SandboxRegistry extends Sandboxes {
  push(push: SandboxPush): Promise<PushAnswer>;
  remove(sandboxId: string): Promise<void>;
  all(): RegisteredSandbox[];
  close(): void;
}

interface Entry extends RegisteredSandbox {
  tokenHash: Buffer;
  authorities: CertificateAuthorities;
  socket: SandboxSocket | null;
}

/** Hash that a token is compared with if the sandbox is unknown, so the check takes as long as for a wrong token. */
const NO_HASH = Buffer.alloc(32);

/** Creates a registry without sandboxes. */
export function createSandboxRegistry(ports: RegistryPorts): SandboxRegistry {
  const entries = new Map<string, Entry>();
  const runExclusive = createKeyedLock();

  const take = async (push: SandboxPush): Promise<PushAnswer> => {
    const { sandboxId } = push;
    const earlier = entries.get(sandboxId);
    const problems = problemsBesidesRules(push, earlier?.snapshot.revision ?? null);
    if (problems.length > 0) return { kind: 'refused', problems };
    const compiled = compilePolicy(push, (placeholder) => sentinelOf(push.tokenHash, placeholder));
    if (compiled.kind === 'refused') return compiled;
    const names = permittedNamesOf(compiled.policy);
    const authorities = await nextCertificateAuthorities(earlier?.authorities ?? null, names, ports.now());
    const socket = await socketOf(push, earlier);
    if (socket instanceof SocketError) return refusal('socketPath', socket.message);
    const { tokenHash, ...rest } = push;
    const leaves = earlier?.leaves ?? createLeafCache(() => ports.now());
    entries.set(sandboxId, {
      leaves,
      authorities,
      socket,
      tokenHash: Buffer.from(tokenHash, 'hex'),
      pushedAt: ports.now(),
      snapshot: Object.freeze({
        sandboxId,
        revision: push.revision,
        push: rest,
        policy: compiled.policy,
        leaves: leaves.minterFor(signingOrder(authorities)),
      }),
    });
    if (earlier?.socket !== socket) earlier?.socket?.close();
    ports.configChanged(sandboxId);
    const caPem = authorities.map(({ certPem }) => certPem).join('');
    return { kind: 'acked', revision: push.revision, caPem, warnings: compiled.warnings };
  };

  const socketOf = async (
    { socketPath, sandboxId }: SandboxPush,
    earlier: Entry | undefined,
  ): Promise<SandboxSocket | null | SocketError> => {
    if (socketPath === null) return null;
    if (earlier?.socket?.path === socketPath) return earlier.socket;
    try {
      return await openSandboxSocket(socketPath, (socket) => ports.accept(socket, sandboxId));
    } catch (error) {
      return error instanceof SocketError ? error : new SocketError('could not be opened');
    }
  };

  return {
    push: (push) => runExclusive(push.sandboxId, () => take(push)),
    remove: (sandboxId) =>
      runExclusive(sandboxId, async () => {
        const entry = entries.get(sandboxId);
        if (entry === undefined) return;
        entries.delete(sandboxId);
        entry.socket?.close();
        ports.configChanged(sandboxId);
      }),
    current: (sandboxId) => entries.get(sandboxId)?.snapshot ?? null,
    byToken(sandboxId, token) {
      const entry = entries.get(sandboxId);
      const given = createHash('sha256').update(token).digest();
      const same = timingSafeEqual(given, entry?.tokenHash ?? NO_HASH);
      return entry !== undefined && same ? entry.snapshot : null;
    },
    all: () => [...entries.values()],
    close() {
      for (const { socket } of entries.values()) socket?.close();
    },
  };
}

/** Returns all problems with a push except problems with its rules. Messages of problems never repeat a value. */
function problemsBesidesRules(push: SandboxPush, revision: number | null): PushProblem[] {
  const problems: PushProblem[] = [];
  if (revision !== null && push.revision <= revision) {
    problems.push({ loc: ['revision'], msg: `must be greater than the current revision ${revision}` });
  }
  if (push.sandboxId === '') problems.push({ loc: ['sandboxId'], msg: 'must not be empty' });
  if (!/^[0-9a-f]{64}$/.test(push.tokenHash)) {
    problems.push({ loc: ['tokenHash'], msg: 'must be a SHA-256 hash, 64 hexadecimal digits' });
  }
  push.extraRoots.forEach((pem, index) => {
    if (!isCertificate(pem))
      problems.push({ loc: ['extraRoots', index], msg: 'must be a certificate in PEM' });
  });
  if (push.upstreamProxy !== null && !isProxyUrl(push.upstreamProxy)) {
    problems.push({ loc: ['upstreamProxy'], msg: 'must be a URL that begins with http:// or https://' });
  }
  return problems;
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}

function isProxyUrl(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
}

function refusal(field: string, msg: string): PushAnswer {
  return { kind: 'refused', problems: [{ loc: [field], msg }] };
}
