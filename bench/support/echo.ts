import { type BareServer, startBareServer } from './bare-server.ts';

/** Starts a bare server that responds to every request with the same body. */
export function startEcho(body: string): Promise<BareServer> {
  return startBareServer('echo-server.ts', { env: { ECHO_BODY: body } });
}
