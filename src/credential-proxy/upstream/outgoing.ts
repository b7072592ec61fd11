import type { Pool } from 'undici';
import type { RefusalReason } from '../ingress/refusal.ts';

/** A request as it goes on. */
export interface Outgoing {
  method: string;
  /** The client's own bytes. */
  target: string;
  /** Name and value in turn, the Host and what is injected among them. */
  headers: string[];
  hasBody: boolean;
}

/** Where it goes on: connections of its sandbox alone. */
export interface Way {
  pool: Pool;
  /** Whether one of them is breaking off this very moment. */
  isResetting: () => boolean;
}

/** How an exchange ended, for the audit. */
export interface Ended {
  status: number | null;
  /** Null = answered in full; otherwise what went wrong. */
  trouble: RefusalReason | 'client-gone' | null;
  bytesUp: number;
  bytesDown: number;
  masked: number;
  /** Whether the body could not be searched for the secrets that went out. */
  unsearched: boolean;
}
