import { createControlPlane } from '../../src/clients/control-plane.ts';
import type { ControlPlane } from '../../src/clients/control-plane-port.ts';
import type { Dialect } from '../../src/contract/dialect.ts';
import { type Handler, serve, testTransport } from './support.ts';

export const ID = '11111111-1111-4111-8111-111111111111';
/** A deployment as a server might answer it. */
export const deployment = (over: object = {}) => ({ id: ID, name: 'demo', status: 'READY', ...over });

/** Runs `use` with a client of a local server that answers with `handler`. */
export async function withControlPlane(
  handler: Handler,
  use: (controlPlane: ControlPlane, server: Awaited<ReturnType<typeof serve>>) => Promise<void>,
  options: { dialect?: Dialect; prefix?: string; readDeadline?: () => number | undefined } = {},
): Promise<void> {
  await using server = await serve(handler);
  await using transport = testTransport();
  const controlPlane = createControlPlane({
    transport,
    baseUrl: `${server.url.origin}${options.prefix ?? ''}`,
    dialect: options.dialect ?? 'generic',
    apiKey: 'the-key',
    workspaceId: 'the-workspace',
    ...(options.readDeadline && { readDeadline: options.readDeadline }),
  });
  await use(controlPlane, server);
}
