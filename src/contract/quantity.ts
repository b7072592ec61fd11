const FACTORS: Readonly<Record<string, number>> = {
  n: 1e-9,
  u: 1e-6,
  m: 1e-3,
  '': 1,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  E: 1e18,
  Ki: 1024,
  Mi: 1024 ** 2,
  Gi: 1024 ** 3,
  Ti: 1024 ** 4,
  Pi: 1024 ** 5,
  Ei: 1024 ** 6,
};

/**
 * Parses a Kubernetes quantity (`500m`, `0.5`, `64Mi`, `1e3`). Returns `undefined` for text that the API server refuses,
 * and for negative quantities.
 */
export function parseQuantity(text: string): number | undefined {
  const [, digits, exponent, suffix = ''] =
    /^\+?(\d+\.?\d*|\.\d+)(?:([eE][+-]?\d+)|([a-zA-Z]*))$/.exec(text.trim()) ?? [];
  const factor = Object.hasOwn(FACTORS, suffix) ? FACTORS[suffix] : undefined;
  if (digits === undefined || factor === undefined) return undefined;
  return Number(digits + (exponent ?? '')) * factor;
}
