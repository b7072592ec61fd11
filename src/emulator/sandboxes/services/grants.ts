import { createHash, randomBytes } from 'node:crypto';
import { hashKey } from '../../server/authenticate.ts';
import type { RunningBox } from '../lifecycle/context.ts';

/** The tokens that one box may have at a time: clients ask for another one when theirs is about to expire. */
const MAX_TOKENS = 1_000;

/** A box with its tokens and connections. */
interface ServedBox {
  readonly running: RunningBox;
  /** Aborted when the box ends. */
  readonly ended: AbortSignal;
  /** How many requests and WebSockets are open. */
  connections: number;
  readonly hashes: Set<string>;
}

/** The right to reach one port of one running box. */
export interface ServiceGrant {
  readonly sandboxName: string;
  readonly port: number;
  readonly box: ServedBox;
  /** The first part of the host name that browsers use for it: each port of each box has its own. */
  readonly label: string;
  /** In milliseconds since 1970. */
  readonly expiresAt: number;
}

/** The tokens of service URLs. Only their hashes are kept, and only in memory: they end with the box that runs now. */
export class ServiceGrants {
  readonly #byHash = new Map<string, ServiceGrant>();
  readonly #boxes = new WeakMap<RunningBox, ServedBox>();
  readonly #now: () => number;
  /** Gives each emulator its own host names: a browser keeps the cookies of a name for every port. */
  readonly #salt = randomBytes(16).toString('hex');

  /** @param now the service's clock, in milliseconds since 1970 */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Issues a token for a port; undefined if the box has too many that have not expired. */
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

  /** The grant of a token; undefined if the token is unknown, has expired or was revoked. */
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
