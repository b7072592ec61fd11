import { createHmac, randomBytes } from 'node:crypto';
import type { SpanExport } from '../ports/context.ts';
import { isSameSecret } from './authenticate.ts';

/** Path where the emulator receives spans. */
export const SPANS_PATH = '/_local/otlp/v1/traces';

/**
 * Creates the tokens and variables for agents of this emulator process. The tokens become invalid when the process
 * ends, because the agents end at the same time.
 *
 * @param origin URL of this process for programs on this machine, without a path.
 */
export function createSpanExport(origin: string): SpanExport {
  const key = randomBytes(32);
  const token = (deploymentId: string): string =>
    `${deploymentId}.${createHmac('sha256', key).update(deploymentId).digest('base64url')}`;
  return {
    token,
    variables: (deploymentId) => ({
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${origin}${SPANS_PATH}`,
      OTEL_EXPORTER_OTLP_TRACES_HEADERS: `x-api-key=${token(deploymentId)}`,
      OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/protobuf',
    }),
    deploymentOf(given) {
      const deploymentId = given.slice(0, given.indexOf('.'));
      return isSameSecret(given, token(deploymentId)) ? deploymentId : undefined;
    },
  };
}
