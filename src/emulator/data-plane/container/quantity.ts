const FACTORS: Record<string, number> = {
  m: 1e-3,
  '': 1,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  Ki: 1024,
  Mi: 1024 ** 2,
  Gi: 1024 ** 3,
  Ti: 1024 ** 4,
};

/** A resource quantity of a cluster (`500m`, `0.5`, `64Mi`, `1e3`) as a number; undefined when it is none. */
export function parseQuantity(text: string): number | undefined {
  const parts = /^(\d+(?:\.\d*)?|\.\d+)(?:[eE]([+-]?\d{1,3})|([A-Za-z]{0,2}))$/.exec(text.trim());
  if (!parts) return undefined;
  const [, digits, exponent, suffix = ''] = parts;
  if (exponent !== undefined) return Number(digits) * 10 ** Number(exponent);
  const factor = Object.hasOwn(FACTORS, suffix) ? FACTORS[suffix] : undefined;
  return factor === undefined ? undefined : Number(digits) * factor;
}
