import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { withTimeout } from '../../os/timeout.ts';
import { METRIC_PREFIX, type MetricName, METRICS, type Metrics, OTHER } from '../ports/metrics.ts';

/** Metrics that can be read in the text format of Prometheus. */
export interface PrometheusMetrics extends Metrics {
  /** Media type of the rendered metrics. */
  readonly contentType: string;
  /** Calls the functions of `beforeScrape`, and returns all metrics. */
  render(): Promise<string>;
  /** Stops the measurements of the process. */
  close(): void;
}

/** Maximum time that a scrape waits for the functions of `beforeScrape`, in milliseconds. */
const UPDATE_MS = 3_000;
/** Maximum number of route templates, a limit for agents that would define their own routes. */
const MAX_ROUTES = 500;

type Labels = Record<string, string>;

/** Creates all metrics of `METRICS`, and the usual metrics about the process and the event loop. */
export function createPrometheusMetrics(): PrometheusMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const counters = new Map<MetricName, Counter>();
  const gauges = new Map<MetricName, Gauge>();
  const histograms = new Map<MetricName, Histogram>();
  for (const [name, definition] of definitions()) {
    const options = {
      name: `${METRIC_PREFIX}${name}`,
      help: definition.help,
      labelNames: Object.keys(definition.labels),
      registers: [registry],
    };
    if (definition.type === 'counter') counters.set(name, new Counter(options));
    else if (definition.type === 'gauge') gauges.set(name, new Gauge(options));
    else histograms.set(name, new Histogram({ ...options, buckets: [...definition.buckets] }));
  }
  startAtZero(counters, gauges);
  const bounded = createLabelLimit();
  const updates = new Set<() => void | Promise<void>>();
  return {
    contentType: registry.contentType,
    add(name, labels, amount = 1) {
      (counters.get(name) ?? gauges.get(name))?.inc(bounded(name, labels), amount);
    },
    set(name, labels, value) {
      gauges.get(name)?.set(bounded(name, labels), value);
    },
    observe(name, labels, seconds) {
      histograms.get(name)?.observe(bounded(name, labels), seconds);
    },
    beforeScrape(update) {
      updates.add(update);
      return () => void updates.delete(update);
    },
    async render() {
      const all = [...updates].map(async (update) => update());
      // A metric whose update fails keeps its value. The gauge of failing checks shows why.
      await withTimeout(Promise.allSettled(all), UPDATE_MS).catch(() => undefined);
      return registry.metrics();
    },
    close: () => registry.clear(),
  };
}

const definitions = () => Object.entries(METRICS) as [MetricName, (typeof METRICS)[MetricName]][];

/**
 * Sets every counter whose label values are known to 0, because a counter that first appears with the value 1 has no
 * increase that an alert could find.
 */
function startAtZero(
  counters: ReadonlyMap<MetricName, Counter>,
  gauges: ReadonlyMap<MetricName, Gauge>,
): void {
  for (const [name, { labels }] of definitions()) {
    const entries: [string, readonly string[] | 'routes'][] = Object.entries(labels);
    const known = entries.flatMap(([label, values]) =>
      values === 'routes' ? [] : [[label, values] as const],
    );
    if (known.length < entries.length) continue;
    for (const one of combinations(known)) {
      counters.get(name)?.inc(one, 0);
      if (known.length > 0) gauges.get(name)?.set(one, 0);
    }
  }
}

function combinations(labels: readonly (readonly [string, readonly string[]])[]): Labels[] {
  return labels.reduce<Labels[]>(
    (all, [label, values]) => all.flatMap((one) => values.map((value) => ({ ...one, [label]: value }))),
    [{}],
  );
}

/** Returns a function that replaces label values that are not listed, so the number of time series has a limit. */
function createLabelLimit(): (name: MetricName, labels: Readonly<Record<string, unknown>>) => Labels {
  const routes = new Set<string>();
  const isKnownRoute = (route: string) => {
    if (routes.has(route)) return true;
    if (routes.size >= MAX_ROUTES) return false;
    routes.add(route);
    return true;
  };
  return (name, labels) => {
    const allowed: Readonly<Record<string, readonly string[] | 'routes'>> = METRICS[name].labels;
    return Object.fromEntries(
      Object.entries(labels).map(([label, value]) => {
        const text = String(value);
        const values = allowed[label] ?? [];
        const isListed = values === 'routes' ? isKnownRoute(text) : values.includes(text);
        return [label, isListed ? text : OTHER];
      }),
    );
  };
}
