import process from 'node:process';
import { startProxy } from '../../../src/credential-proxy/host/start-proxy.ts';

// An owner that a test can kill: tells the pid of its proxy and waits.
const proxy = await startProxy({ entry: process.argv[2] ?? '', auditFile: null, port: 0 });
process.send?.(proxy.pid);
