import type { Box, BoxOptions } from '../../../src/box/box.ts';
import type { CredentialProxy } from '../../../src/credential-proxy/port.ts';

const notAsked = () => Promise.reject(new Error('not asked'));

/** Creates a box that runs commands with these functions and has no files and no ports. */
export function createFakeBox({ id, level }: BoxOptions, functions: Pick<Box, 'run' | 'stop'>): Box {
  return {
    id,
    level,
    readFile: notAsked,
    writeFile: notAsked,
    connect: notAsked,
    search: notAsked,
    trust: async () => {},
    ended: new Promise(() => {}),
    ...functions,
  };
}

/** Creates a credential proxy with these functions, which runs no process and is never detached. */
export function createFakeProxy(
  functions: Pick<CredentialProxy, 'push' | 'stop'> & Partial<CredentialProxy>,
): CredentialProxy {
  return {
    address: { host: '127.0.0.1', port: 3128 },
    pid: 4711,
    remove: async () => {},
    explain: notAsked,
    metrics: async () => '',
    onAudit: () => {},
    ended: new Promise(() => {}),
    detach: notAsked,
    ...functions,
  };
}
