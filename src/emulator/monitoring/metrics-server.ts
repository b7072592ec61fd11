import type { IncomingMessage, ServerResponse } from 'node:http';
import { listen } from '../server/http-server.ts';
import { createPrometheusMetrics, type PrometheusMetrics } from './prometheus.ts';

/** Path of the metrics on the metrics port. */
const METRICS_PATH = '/metrics';

/** Metrics of this process, and the port that serves them. */
export interface MetricsServer {
  readonly metrics: PrometheusMetrics;
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Opens the port that serves the metrics of this process. The port needs no key, because the metrics contain no IDs,
 * names or secrets; on a cluster, a network policy limits who can reach the port. The port has no other route.
 * @throws UsageError if the port cannot be opened.
 */
export async function openMetricsServer(address: { host: string; port: number }): Promise<MetricsServer> {
  const metrics = createPrometheusMetrics();
  let rendering: Promise<string> | undefined;
  /** Simultaneous scrapes share one result, so that many requests cannot cause many queries. */
  const render = () => {
    rendering ??= metrics.render().finally(() => {
      rendering = undefined;
    });
    return rendering;
  };
  const server = await listen((request, response) => void answer(request, response, render, metrics), {
    ...address,
    flag: '--metrics-port',
  }).catch((error: unknown) => {
    metrics.close();
    throw error;
  });
  return {
    metrics,
    url: `http://127.0.0.1:${server.port}${METRICS_PATH}`,
    async close() {
      await server.close(0);
      metrics.close();
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  render: () => Promise<string>,
  { contentType }: PrometheusMetrics,
): Promise<void> {
  request.resume();
  const [path] = (request.url ?? '').split('?');
  if (path !== METRICS_PATH) {
    response.writeHead(404, { 'content-type': 'text/plain' }).end(`Metrics are at ${METRICS_PATH}.\n`);
    return;
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { allow: 'GET, HEAD' }).end();
    return;
  }
  try {
    const text = await render();
    response.writeHead(200, { 'content-type': contentType }).end(text);
  } catch {
    response.writeHead(500, { 'content-type': 'text/plain' }).end('The metrics could not be read.\n');
  }
}
