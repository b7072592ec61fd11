// A program that starts a sandbox and runs commands in it, in a separate process that tests can kill and run as
// another user. The argument is JSON of type `Asked`. The program prints one JSON line for each command, and then
// waits for the end of its standard input.
import process from 'node:process';
import { createBoxHost } from '../../../src/box/host.ts';
import type { BoxOptions } from '../../../src/box/box.ts';

export interface Asked {
  /** User ID to switch to, or null for the current user. */
  uid: number | null;
  node: string;
  program: string;
  box: Partial<BoxOptions> & { id: string; folder: string };
  commands: string[];
  timeoutMs: number;
}

export interface Report {
  command: string;
  stdout: string;
  stderr: string;
  code: number;
  reason: string;
}

const asked = JSON.parse(process.argv[2] ?? '') as Asked;
if (asked.uid !== null) {
  process.setgroups?.([]);
  process.setgid?.(asked.uid);
  process.setuid?.(asked.uid);
}
const host = createBoxHost({
  supervisor: { entry: `${asked.program}/main.ts`, folder: asked.program },
  node: asked.node,
  sudo: false,
});
const say = (what: unknown) => process.stdout.write(`${JSON.stringify(what)}\n`);
say(await host.report());
const box = await host.start({
  binds: [],
  proxySocket: null,
  proxyAddress: null,
  proxyUser: null,
  caPem: null,
  noProxy: [],
  env: {},
  limits: { memoryBytes: null, cpuMillicores: null, processes: null },
  level: 'namespaces',
  ...asked.box,
});
for (const command of asked.commands) {
  const report: Report = { command, stdout: '', stderr: '', code: -1, reason: '' };
  const running = box.run({
    command,
    shell: '/bin/bash',
    cwd: null,
    env: {},
    timeoutMs: asked.timeoutMs,
    terminal: null,
  });
  for await (const event of running.events) {
    if (event.kind === 'stdout' || event.kind === 'stderr') report[event.kind] += event.data.toString('utf8');
    if (event.kind === 'exit') Object.assign(report, { code: event.code, reason: event.reason });
  }
  say(report);
}
process.stdin.on('close', () => void box.stop().then(() => process.exit(0)));
process.stdin.resume();
