import { type BareServer, startBareServer } from './bare-server.ts';

/** Starts a bare server that answers every request with one body. */
export function startEcho(body: string): Promise<BareServer> {
  return startBareServer('echo-server.ts', { env: { ECHO_BODY: body } });
}
