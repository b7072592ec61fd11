import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProcessEnd, Processes } from '../../seams/processes.ts';

export interface GitCall {
  args: string[];
  cwd: string;
  env?: Record<string, string>;
  signal: AbortSignal;
}
export interface GitAnswer {
  end: ProcessEnd;
  ok: boolean;
  stdout: string;
  stderr: string;
}
export type Git = (call: GitCall) => Promise<GitAnswer>;

/** A fetch from a slow host may take its time, a hanging one must end. */
const TIMEOUT_MS = 5 * 60_000;
const OUTPUT_BYTES = 4 * 1024 * 1024;

/**
 * Runs git with a configuration of ours and nobody else's: no hooks, no helpers, no transports that run programs, no
 * question on a terminal (DESIGN §6). `folder` takes the configuration file.
 */
export function createGit(options: {
  processes: Processes;
  folder: string;
  env: Record<string, string>;
  allowLocal: boolean;
}): Git {
  const { processes, folder, allowLocal } = options;
  const configFile = join(folder, 'gitconfig');
  let configured: Promise<void> | undefined;
  const configure = async () => {
    await mkdir(folder, { recursive: true });
    await writeFile(configFile, gitConfig(process.platform));
  };
  const base = {
    ...options.env,
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    // By file, not by variables: git drops those on its way to the program that serves a local repository.
    GIT_CONFIG_GLOBAL: configFile,
    GIT_ALLOW_PROTOCOL: allowLocal ? 'https:http:file' : 'https:http',
    GIT_TERMINAL_PROMPT: '0',
    GIT_LFS_SKIP_SMUDGE: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
  };
  return async ({ args, cwd, env, signal }) => {
    // One that could not be written, for want of room perhaps, is written by the next call.
    configured ??= configure().catch((error: unknown) => {
      configured = undefined;
      throw error;
    });
    await configured;
    const stdout: string[] = [];
    const stderr: string[] = [];
    const { ended } = processes.start({
      command: 'git',
      args,
      cwd,
      env: { ...base, ...env },
      kind: 'git',
      timeoutMs: TIMEOUT_MS,
      maxOutputBytes: OUTPUT_BYTES,
      signal,
      onLine: (line, stream) => (stream === 'stdout' ? stdout : stderr).push(line),
    });
    const end = await ended;
    return {
      end,
      ok: end.kind === 'exit' && end.code === 0,
      stdout: stdout.join('\n'),
      stderr: stderr.join('\n'),
    };
  };
}

function gitConfig(platform: NodeJS.Platform): string {
  const nowhere = platform === 'win32' ? 'NUL' : '/dev/null';
  return `[safe]
	# A local repository may belong to somebody else; with hooks off, reading it runs nothing of theirs.
	directory = *
[core]
	hooksPath = ${nowhere}
	autocrlf = false
	fsmonitor = false
	longpaths = true
[credential]
	helper =
[gc]
	auto = 0
[maintenance]
	auto = false
[submodule]
	recurse = false
[http]
	lowSpeedLimit = 1000
	lowSpeedTime = 60
${platform === 'win32' ? '\tsslBackend = schannel\n' : ''}`;
}
