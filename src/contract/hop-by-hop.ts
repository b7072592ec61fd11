/** Hop-by-hop headers (RFC 9110, section 7.6.1) in lower case, which are never forwarded. */
export const HOP_BY_HOP = [
  'connection',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
] as const;
