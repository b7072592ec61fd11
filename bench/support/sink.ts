import { type BareServer, startBareServer } from './bare-server.ts';

/** Starts a bare server that writes every body to one file. */
export function startSink(file: string): Promise<BareServer> {
  return startBareServer('sink-server.ts', { env: { SINK_FILE: file } });
}
