import type { Pool } from 'undici';
import type { RefusalReason } from '../ingress/refusal.ts';

/** A request as it goes on. */
export interface UpstreamRequest {
  method: string;
  /** The client's own bytes. */
  target: string;
  /** Name and value in turn, the Host and what is injected among them. */
  headers: string[];
  hasBody: boolean;
}

/** Where it goes on: connections of its sandbox alone. */
export interface UpstreamPool {
  pool: Pool;
  /** Whether one of them is breaking off this very moment. */
  isResetting: () => boolean;
}

/** How an exchange ended, for the audit. */
export interface ExchangeResult {
  status: number | null;
  /** Null = answered in full; otherwise what went wrong. */
  failure: RefusalReason | 'client-gone' | null;
  bytesUp: number;
  bytesDown: number;
  masked: number;
  /** Whether the body could not be searched for the secrets that went out. */
  unsearched: boolean;
}
