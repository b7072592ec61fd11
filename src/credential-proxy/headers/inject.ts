import { type Parsed, ok, invalid } from '../canonical/checked.ts';
import { normalizeHeaderName } from './names.ts';

/** Headers as Node gives and takes them raw: name, value, name, value. */
export type RawHeaders = readonly string[];

/** Of one hop only (RFC 9110 §7.6.1); `Expect` is answered by us. Looks, see `lookOf`. */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
  'http2-settings',
]);

/** What no `Connection` may take out of a message: without these the message would be another one. */
const END_TO_END = new Set([
  'host',
  'content-length',
  'transfer-encoding',
  'content-type',
  'content-encoding',
]);

/**
 * The client's headers as they go on (facts D.4): without hop-by-hop headers, those that `Connection` names, any
 * `Proxy-*`, and any that looks like one of the rule's; then the rule's own, last. A `Connection` that names a header
 * of the message itself is refused. `Host` and framing stay as the client sent them, for the caller to judge.
 */
export function forwardHeaders(
  raw: RawHeaders,
  injected: readonly { name: string; value: string }[],
): Parsed<string[]> {
  const nominated = connectionOptions(raw);
  if (nominated.some((name) => END_TO_END.has(name))) {
    return invalid('Connection names a header that belongs to the message');
  }
  // Once per request, for each header: plain loops over short lists are the quickest here.
  const ours = injected.map(({ name }) => normalizeHeaderName(name));
  const out: string[] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = raw[index] ?? '';
    const look = normalizeHeaderName(name);
    const isOfHop = HOP_BY_HOP.has(look) || look.startsWith('proxy-') || nominated.includes(look);
    if (!isOfHop && !ours.includes(look)) out.push(name, raw[index + 1] ?? '');
  }
  for (const { name, value } of injected) out.push(name, value);
  return ok(out);
}

/** Name and value of each header line, in order. */
export function headerPairs(raw: RawHeaders): [name: string, value: string][] {
  return Array.from({ length: Math.floor(raw.length / 2) }, (_, index) => [
    raw[index * 2] ?? '',
    raw[index * 2 + 1] ?? '',
  ]);
}

const NONE: readonly string[] = [];

/** Nearly no request has any: an array is made only for those. */
function connectionOptions(raw: RawHeaders): readonly string[] {
  let options: string[] | undefined;
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const key = raw[index] ?? '';
    if (key.length !== 10 || key.toLowerCase() !== 'connection') continue;
    options ??= [];
    for (const option of (raw[index + 1] ?? '').split(',')) options.push(normalizeHeaderName(option.trim()));
  }
  return options ?? NONE;
}
