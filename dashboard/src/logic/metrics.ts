/** One counter or gauge of the credential proxy. */
export interface Metric {
  name: string;
  labels: string;
  value: number;
}

const LINE = /^([A-Za-z_:][\w:]*)(?:\{(.*)\})? (\S+)/;

/** Parses metrics in the Prometheus text format. Zero values and the buckets of histograms are omitted. */
export function parseMetrics(text: string): Metric[] {
  return text.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = LINE.exec(line) ?? [];
    if (name === undefined || name.endsWith('_bucket')) return [];
    const number = Number(value);
    return Number.isFinite(number) && number !== 0 ? [{ name, labels, value: number }] : [];
  });
}
