import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { WAIT_LIMIT_MS } from '../../../harness/hang-limit.ts';
import { createBoxHost, removeBoxFolder } from '../../../src/box/host.ts';
import type { Box, BoxCommand, BoxHost, BoxOptions, IsolationLevel } from '../../../src/box/box.ts';

const PROGRAM = path.resolve(import.meta.dirname, '../../../src/box/supervisor');

function boxHost(): BoxHost {
  return createBoxHost({
    supervisor: { entry: path.join(PROGRAM, 'main.ts'), folder: PROGRAM },
    node: process.execPath,
    sudo: false,
  });
}

/** Boxes of a test, which are stopped when the test ends, and whose folders are then deleted. */
export class Boxes implements AsyncDisposable {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'boxes-'));
  readonly host = boxHost();
  private readonly started: Box[] = [];
  private readonly level: IsolationLevel;

  constructor(level: IsolationLevel) {
    this.level = level;
  }

  async start(options: Partial<BoxOptions> = {}): Promise<Box> {
    const id = options.id ?? `box-${this.started.length}`;
    const box = await this.host.start({
      id,
      folder: path.join(this.folder, id),
      binds: [],
      proxySocket: null,
      proxyAddress: null,
      proxyUser: null,
      caPem: null,
      noProxy: [],
      env: {},
      limits: { memoryBytes: null, cpuMillicores: null, processes: null },
      level: this.level,
      ...options,
    });
    this.started.push(box);
    return box;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.started.map((box) => box.stop()));
    removeBoxFolder(this.folder);
  }
}

export interface CommandResult {
  stdout: string;
  stderr: string;
  code: number;
  reason: string;
}

export function commandOf(command: string, options: Partial<BoxCommand> = {}): BoxCommand {
  return {
    command,
    shell: '/bin/sh',
    cwd: null,
    env: {},
    timeoutMs: WAIT_LIMIT_MS,
    terminal: null,
    ...options,
  };
}

/** Runs a command to its end. */
export async function run(
  box: Box,
  command: string,
  options: Partial<BoxCommand> = {},
): Promise<CommandResult> {
  const ran: CommandResult = { stdout: '', stderr: '', code: -1, reason: '' };
  for await (const event of box.run(commandOf(command, options)).events) {
    if (event.kind === 'stdout' || event.kind === 'stderr') ran[event.kind] += event.data.toString('utf8');
    if (event.kind === 'exit') Object.assign(ran, { code: event.code, reason: event.reason });
  }
  return ran;
}

export async function* bytes(...pieces: (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield typeof piece === 'string' ? Buffer.from(piece) : piece;
}

export async function textOf(
  box: Box,
  file: string,
  range: { start: number; end: number | null } | null = null,
) {
  const { data } = await box.readFile(file, range);
  const chunks: Uint8Array[] = [];
  for await (const chunk of data) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
