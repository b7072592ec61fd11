import type { RefusalReason } from './refusal.ts';

/** The parts of a parsed request's head that are judged before anything else. */
export interface RequestHead {
  method: string;
  url: string;
  httpVersion: string;
  /** Name and value in turn, as they came. */
  rawHeaders: readonly string[];
}

/** What a well-formed head says of its framing. */
export interface Framing {
  /** The text of its one Host; undefined only where none is needed. */
  host: string;
  /** Whether a body follows, of this length; null length = chunked. */
  body: { length: number | null } | null;
  /** The protocol it asks to change to. */
  upgrade: string | null;
}

export type CheckedRequestHead =
  | { kind: 'fine'; framing: Framing }
  | { kind: 'refused'; reason: RefusalReason };

const FORBIDDEN_METHODS = new Set(['TRACE', 'TRACK']);
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
const TARGET = /^[\x21\x22\x24-\x7e]+$/;
/** Names that some server behind us would read as framing although ours does not. */
const LOOK_ALIKES = new Set(['content_length', 'transfer_encoding', 'http2_settings']);

/**
 * Refuses whatever two parsers could read in two ways (facts D.5.7), on top of what Node's strict parser has refused:
 * several Host, Content-Length or Transfer-Encoding, a coding other than chunked, both lengths at once, control bytes.
 */
export function checkRequestHead({ method, url, httpVersion, rawHeaders }: RequestHead): CheckedRequestHead {
  const refuse = (reason: RefusalReason): CheckedRequestHead => ({ kind: 'refused', reason });
  let host: string | undefined;
  let length: string | undefined;
  let coding: string | undefined;
  let upgrade: string | undefined;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const [name = '', value = ''] = [rawHeaders[i], rawHeaders[i + 1]];
    if (!VALUE.test(value)) return refuse('ambiguous-request');
    const { length: size } = name;
    if (size !== 4 && size !== 7 && size !== 14 && size !== 17) continue;
    const key = name.toLowerCase();
    if (key === 'host') {
      if (host !== undefined) return refuse('ambiguous-request');
      host = value;
    } else if (key === 'content-length') {
      if (length !== undefined) return refuse('ambiguous-request');
      length = value;
    } else if (key === 'transfer-encoding') {
      if (coding !== undefined) return refuse('ambiguous-request');
      coding = value;
    } else if (key === 'upgrade') {
      if (upgrade !== undefined) return refuse('upgrade-refused');
      upgrade = value;
    } else if (LOOK_ALIKES.has(key)) return refuse('ambiguous-request');
  }
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return refuse('ambiguous-request');
  if (FORBIDDEN_METHODS.has(method)) return refuse('method-not-allowed');
  if (!TARGET.test(url)) return refuse('bad-target');
  if (host === undefined) return refuse('ambiguous-request');
  if (coding !== undefined && (length !== undefined || httpVersion === '1.0' || !/^chunked$/i.test(coding))) {
    return refuse('ambiguous-request');
  }
  if (length !== undefined && !/^[0-9]{1,15}$/.test(length)) return refuse('ambiguous-request');
  const size = length === undefined ? 0 : Number(length);
  const body = coding !== undefined ? { length: null } : size > 0 ? { length: size } : null;
  return { kind: 'fine', framing: { host, body, upgrade: upgrade ?? null } };
}
