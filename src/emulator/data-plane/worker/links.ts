import { AsyncLocalStorage } from 'node:async_hooks';
import {
  createExchanges,
  type ExchangeAnswer,
  type ExchangeRequest,
  type Exchanges,
} from '../link/exchange.ts';
import type { FrameParts } from '../link/frames.ts';

/** The link to one replica of the control plane, as the worker has it. */
export interface Link {
  readonly number: number;
  readonly exchanges: Exchanges;
  /** Runs and queries that the worker has from it. */
  pending: number;
  isOpen: boolean;
  /** What is sent on a link that was lost is dropped. */
  send(report: object, parts?: FrameParts): void;
}

export interface Links {
  attach(number: number): void;
  /** The link is lost: what it asked for ends. Returns the link. */
  detach(number: number): Link | undefined;
  get(number: number): Link | undefined;
  /** Does work that a link asked for: calls that the work makes take the same link. */
  run<T>(link: Link, work: () => T): T;
  /**
   * Chooses the link for a call: `known` if it is open, else the link of the work that the call is made in, else the link with the
   * most under way. Returns `undefined` when there is none.
   */
  choose(known?: Link): Link | undefined;
}

export const NO_LINK = 'no replica of the control plane is connected to this agent at this moment';
export const LOST = 'the connection to the control plane was lost';

/** `serve` answers requests for the author's application. */
export function createLinks(
  send: (report: object, parts: FrameParts | undefined, link: number) => void,
  serve: (request: ExchangeRequest) => Promise<ExchangeAnswer>,
): Links {
  const open = new Map<number, Link>();
  const current = new AsyncLocalStorage<Link>();
  const links: Links = {
    attach(number) {
      const exchanges = createExchanges(
        (message, parts) => link.send(message, parts),
        (request) => links.run(link, () => serve(request)),
        1,
      );
      const link: Link = {
        number,
        exchanges,
        pending: 0,
        isOpen: true,
        send(report, parts) {
          if (link.isOpen) send(report, parts, number);
        },
      };
      open.set(number, link);
    },
    detach(number) {
      const link = open.get(number);
      if (link === undefined) return undefined;
      open.delete(number);
      link.isOpen = false;
      link.exchanges.end(new Error(LOST));
      return link;
    },
    get: (number) => open.get(number),
    run: (link, work) => current.run(link, work),
    choose(known) {
      if (known?.isOpen === true) return known;
      const own = current.getStore();
      if (own?.isOpen === true) return own;
      let found: Link | undefined;
      for (const link of open.values()) if (found === undefined || link.pending > found.pending) found = link;
      return found;
    },
  };
  return links;
}
