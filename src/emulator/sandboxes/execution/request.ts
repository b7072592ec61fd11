import type { BoxCommand } from '../../../box/box.ts';
import {
  COMMAND_TIMEOUT_DEFAULT_S,
  type ExecuteBody,
  type ExecuteMessage,
} from '../../../contract/sandbox-execution.ts';
import type { SandboxSettings } from '../../ports/store-sandboxes.ts';

/** A command as it is begun. */
export interface CommandRequest extends BoxCommand {
  id: string;
  closeStdin: boolean;
  killOnDisconnect: boolean;
  /** Milliseconds with nobody listening after which it is ended; null = it goes on. */
  idleMs: number | null;
  /** Milliseconds its output can be asked for after its end; null = as long as the box runs. */
  keptMs: number | null;
}

type Execute = Extract<ExecuteMessage, { type: 'execute' }>;
/** What both ways to run a command say. */
type Said = Pick<ExecuteBody, 'command' | 'shell' | 'env' | 'cwd' | 'run_config'>;

const SHELL = '/bin/sh';
/** Of a terminal whose size nobody tells. */
const TERMINAL = { rows: 24, columns: 80 };
const IDLE_DEFAULT_S = 300;
const KEPT_DEFAULT_S = 600;

/** A command as it is asked for over HTTP: nobody can come back to it. */
export function fromExecuteBody(id: string, body: ExecuteBody, settings: SandboxSettings): CommandRequest {
  return {
    ...common(body, settings, body.timeout ?? COMMAND_TIMEOUT_DEFAULT_S),
    id,
    terminal: null,
    closeStdin: true,
    killOnDisconnect: true,
    idleMs: null,
    keptMs: 0,
  };
}

/** The same over a WebSocket. */
export function fromExecuteMessage(id: string, message: Execute, settings: SandboxSettings): CommandRequest {
  return {
    ...common(message, settings, message.timeout_seconds ?? COMMAND_TIMEOUT_DEFAULT_S),
    id: message.command_id ?? id,
    terminal: message.pty === true ? TERMINAL : null,
    closeStdin: message.close_stdin === true && message.pty !== true,
    killOnDisconnect: message.kill_on_disconnect === true,
    idleMs: duration(message.idle_timeout_seconds ?? IDLE_DEFAULT_S),
    keptMs: duration(message.ttl_seconds ?? KEPT_DEFAULT_S),
  };
}

function common(said: Said, { runConfig }: SandboxSettings, seconds: number) {
  const workDir = runConfig?.['work_dir'];
  return {
    command: said.command,
    shell: said.shell ?? SHELL,
    cwd: said.cwd ?? said.run_config?.work_dir ?? (typeof workDir === 'string' ? workDir : null),
    env: { ...said.run_config?.env_vars, ...said.env },
    // 0 asks for no limit.
    timeoutMs: seconds === 0 ? null : Math.ceil(seconds * 1_000),
  };
}

/** Milliseconds, at most what a timer can be set to; below 0: without end. */
function duration(seconds: number): number | null {
  return seconds < 0 ? null : Math.min(Math.ceil(seconds * 1_000), 2 ** 31 - 1);
}
