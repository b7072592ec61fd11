import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startEmulator, type EmulatorHandle } from '../../harness/emulator.ts';
import { layOutPackage, type PackedEmulator, packEmulator } from '../../harness/emulator-package.ts';
import { until } from '../../harness/until.ts';

// Program that runs the packed command line in a real terminal, which Python's standard library creates.

const PTY = `
import os, pty, sys
sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))
`;

let folder = '';
let packed: PackedEmulator;
let emulator: EmulatorHandle;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ad-test-terminal-'));
  packed = await layOutPackage(await packEmulator(folder), folder);
  emulator = await startEmulator({ runtime: 'stub' });
});
afterAll(async () => {
  await emulator.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Deploys an image in a terminal, where one stage of the rollout takes a while. */
async function startInTerminal(stageMs: number, more: Record<string, string> = {}) {
  const name = `agent-${randomBytes(4).toString('hex')}`;
  await emulator.setFaults([
    { match: { deployment: name, stage: 'DEPLOYING' }, effect: { duration_ms: stageMs } },
  ]);
  const flags = [
    '--deployment-name',
    name,
    '--image-uri',
    'registry.example.org/a/b:1',
    '--poll-interval',
    '1s',
  ];
  const command = [process.execPath, packed.commandLine, 'deploy', ...flags];
  const child = spawn('python3', ['-c', PTY, ...command], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      TERM: 'xterm',
      LANGSMITH_API_KEY: emulator.apiKey,
      AGENT_DEPLOY_CONTROL_PLANE_URL: emulator.urls.controlPlane,
      ...more,
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let written = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (written += text));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { ended, written: () => written, type: (keys: string) => child.stdin.write(keys) };
}

/**
 * Returns the visible lines of a terminal after a program wrote lines and the sequence that moves up and erases the
 * rest.
 */
function screenOf(written: string): string[] {
  const lines: string[] = [];
  // oxlint-disable-next-line no-control-regex -- the sequences that the view writes
  for (const [part, up] of written.matchAll(/\u001b\[(\d+)A\u001b\[J|[^\u001b\n]*\n/g)) {
    if (up === undefined) lines.push(part.trimEnd());
    else lines.splice(-Number(up));
  }
  return lines;
}

describe('the command line in a terminal', () => {
  // docs/cli.md#terminal
  test('shows the current wait on one line, which it removes afterwards, and preserves the log lines', async () => {
    const { ended, written } = await startInTerminal(5_000);
    expect(await ended).toBe(0);
    expect(written()).toMatch(/Waiting for revision [0-9a-f-]+ {2}[1-9]s/);
    expect(written()).toMatch(/› DEPLOYING {2}[1-9]s/);
    const screen = screenOf(written());
    expect(screen.filter((line) => line.includes('›') || line.includes('⠋'))).toEqual([]);
    expect(screen.filter((line) => line.endsWith('  DEPLOYED'))).toHaveLength(1);
    expect(screen).toContain('Outcome: deployed (rolled-out)');
  });

  // docs/cli.md#terminal
  test('prints plain lines if its output is not a terminal', async () => {
    const { ended, written } = await startInTerminal(1_000, { CI: 'true' });
    expect(await ended).toBe(0);
    expect(written()).not.toContain('\u001b');
    expect(written()).toContain('Outcome: deployed (rolled-out)');
  });

  // docs/cli.md#interrupt
  test('ends cleanly on Ctrl-C', async () => {
    const { ended, written, type } = await startInTerminal(600_000);
    await until(async () => written().includes('› DEPLOYING'));
    type('\u0003');
    expect(await ended).toBe(1);
    expect(screenOf(written())).toContain('Outcome: cancelled (signal)');
  });
});
