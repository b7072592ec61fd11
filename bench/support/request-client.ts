import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { TlsDriven, TlsLoad } from './tls-load.ts';

/** A process that sends requests on command. */
export interface RequestClient {
  drive(load: TlsLoad): Promise<TlsDriven>;
  stop(): Promise<void>;
}

/** Starts a separate client, which can send requests at the same time without sharing an event loop. */
export function startRequestClient(): RequestClient {
  const child = fork(path.join(import.meta.dirname, 'tls-load.ts'), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  return {
    async drive(load) {
      const answer = once(child, 'message');
      child.send(load);
      const [reported] = (await answer) as [{ driven?: TlsDriven; failure?: string }];
      if (reported.driven === undefined) throw new Error(reported.failure);
      return reported.driven;
    },
    async stop() {
      const gone = once(child, 'exit');
      child.disconnect();
      await gone;
    },
  };
}
