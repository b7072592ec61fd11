import { createHash, randomBytes } from 'node:crypto';
import { hashKey } from '../../server/authenticate.ts';
import type { RunningBox } from '../lifecycle/context.ts';

/** Maximum number of tokens per box. Clients request a new token shortly before their current token expires. */
const MAX_TOKENS = 1_000;

/** A box with its tokens and its number of connections. */
interface ServedBox {
  readonly running: RunningBox;
  /** Aborted when the box ends. */
  readonly ended: AbortSignal;
  /** Number of open requests and WebSockets of the box. */
  connections: number;
  readonly hashes: Set<string>;
}

/** Permission to access one port of one running box. */
export interface ServiceGrant {
  readonly sandboxName: string;
  readonly port: number;
  readonly box: ServedBox;
  /** First label of the host name for browsers, which differs for each port of each box. */
  readonly label: string;
  /** Expiry of the grant, in epoch milliseconds. */
  readonly expiresAt: number;
}

/** Tokens of service URLs. Memory contains only the hashes of the tokens. A token becomes invalid when its box ends. */
export class ServiceGrants {
  readonly #byHash = new Map<string, ServiceGrant>();
  readonly #boxes = new WeakMap<RunningBox, ServedBox>();
  readonly #now: () => number;
  /**
   * Random string that distinguishes this emulator's host names, because browsers send a host's cookies to all its
   * ports.
   */
  readonly #salt = randomBytes(16).toString('hex');

  /** @param now Returns the emulator's current time in epoch milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Issues a token for a port, or returns `undefined` if the box has the maximum number of unexpired tokens. */
  issue(
    running: RunningBox,
    { sandboxName, port, seconds }: { sandboxName: string; port: number; seconds: number },
  ): { token: string; grant: ServiceGrant } | undefined {
    const box = this.#boxOf(running);
    for (const hash of box.hashes) this.#liveGrant(hash);
    if (box.hashes.size >= MAX_TOKENS) return undefined;
    const token = randomBytes(32).toString('base64url');
    const named = createHash('sha256').update(JSON.stringify([this.#salt, running.box.id, port]));
    const grant: ServiceGrant = {
      sandboxName,
      port,
      box,
      label: `box-${named.digest('hex').slice(0, 32)}`,
      expiresAt: this.#now() + seconds * 1_000,
    };
    this.#byHash.set(hashKey(token), grant);
    box.hashes.add(hashKey(token));
    return { token, grant };
  }

  /** Returns the grant of a token, or `undefined` if the token is unknown, expired or revoked. */
  find(token: string): ServiceGrant | undefined {
    return this.#liveGrant(hashKey(token));
  }

  #liveGrant(hash: string): ServiceGrant | undefined {
    const grant = this.#byHash.get(hash);
    if (grant === undefined) return undefined;
    const { box, expiresAt } = grant;
    if (this.#now() < expiresAt && !box.running.isStopping && !box.ended.aborted) return grant;
    this.#byHash.delete(hash);
    box.hashes.delete(hash);
    return undefined;
  }

  #boxOf(running: RunningBox): ServedBox {
    const known = this.#boxes.get(running);
    if (known !== undefined) return known;
    const ended = new AbortController();
    const box: ServedBox = { running, ended: ended.signal, connections: 0, hashes: new Set() };
    this.#boxes.set(running, box);
    void running.box.ended.then(() => {
      ended.abort(new Error('the sandbox has ended'));
      for (const hash of box.hashes) this.#byHash.delete(hash);
      box.hashes.clear();
    });
    return box;
  }
}
