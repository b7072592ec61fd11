import { AsyncLocalStorage } from 'node:async_hooks';
import {
  createExchanges,
  type ExchangeAnswer,
  type ExchangeRequest,
  type Exchanges,
} from '../link/exchange.ts';
import type { FrameParts } from '../link/frames.ts';

/** The worker's end of a link to one replica of the control plane. */
export interface Link {
  readonly number: number;
  readonly exchanges: Exchanges;
  /** Number of unfinished runs and queries that the link requested. */
  pending: number;
  isOpen: boolean;
  /** Sends a report, or drops the report if the link is lost. */
  send(report: object, parts?: FrameParts): void;
}

export interface Links {
  attach(number: number): void;
  /** Marks a link as lost, ends everything that the link requested, and returns the link. */
  detach(number: number): Link | undefined;
  get(number: number): Link | undefined;
  /** Returns whether any link waits for a run or a query. */
  isBusy(): boolean;
  /** Calls `work` for the link that requested the work. Calls to the emulator inside `work` use this link. */
  run<T>(link: Link, work: () => T): T;
  /**
   * Chooses the first open link for a call: the link `known`, the link of the surrounding `run`, or the link with the
   * most pending requests. Returns `undefined` if no link is open.
   */
  choose(known?: Link): Link | undefined;
}

export const NO_LINK = 'no replica of the control plane is currently connected to this agent';
export const CONNECTION_LOST = 'the connection to the control plane was lost';

/** Creates an empty list of links. `serve` handles requests to the agent's application. */
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
      link.exchanges.end(new Error(CONNECTION_LOST));
      return link;
    },
    get: (number) => open.get(number),
    isBusy: () => [...open.values()].some(({ pending }) => pending > 0),
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
