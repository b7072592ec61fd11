import { type ControlPlane, createControlPlane } from '../../src/clients/control-plane.ts';
import type { Dialect } from '../../src/contract/dialect.ts';
import { type Handler, json, serve, testTransport } from './support.ts';

export const ID = '11111111-1111-4111-8111-111111111111';
/** Returns a deployment as in a response of the service. */
export const deployment = (over: object = {}) => ({ id: ID, name: 'demo', status: 'READY', ...over });

/** Responds with a list, in pages of at most `size` entries. */
export const paged =
  (all: readonly object[], { size = 100, extra = () => ({}) }: Paging = {}): Handler =>
  ({ url }, response) => {
    const offset = Number(new URL(url ?? '', 'http://x').searchParams.get('offset'));
    json(response, 200, { resources: all.slice(offset, offset + size), ...extra(offset) });
  };
interface Paging {
  size?: number;
  /** Returns further fields of a response, by the offset of its page. */
  extra?: (offset: number) => object;
}

/** Runs `use` with a client of a local server that responds with `handler`. */
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
