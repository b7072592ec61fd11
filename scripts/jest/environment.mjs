// Environment where jest runs a suite: the worker process itself instead of a VM context, so that Node loads modules
// once for all suites of a worker. Suites may change the process, and `teardown` reverts the known changes.
import { flushCompileCache } from 'node:module';
import process from 'node:process';
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

/** Maximum number of lines of an action's log in the error of a failed test. */
const LOG_LINES = 40;

export default class ProcessEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  fakeTimers = null;

  #before = {
    env: { ...process.env },
    cwd: process.cwd(),
    exit: process.exit,
    exitCode: process.exitCode,
    console: globalThis.console,
    stackTraceLimit: Error.stackTraceLimit,
  };

  constructor({ projectConfig }) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  async setup() {
    // Limits the frames of a stack. jest sets 100, and each `expect` captures a stack.
    Error.stackTraceLimit = 20;
  }

  async teardown() {
    this.fakeTimersModern.dispose();
    // The cache is flushed here and not only at exit, because jest kills a worker whose exit takes longer than half a
    // second.
    flushCompileCache();
    this.moduleMocker.restoreAllMocks();
    const { env, cwd, exit, exitCode, console, stackTraceLimit } = this.#before;
    for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
    Object.assign(process.env, env);
    if (process.cwd() !== cwd) process.chdir(cwd);
    process.exit = exit;
    process.exitCode = exitCode;
    globalThis.console = console;
    Error.stackTraceLimit = stackTraceLimit;
  }

  /**
   * Adds the last log lines of the actions that a failed test ran to the test's error, so that the output of a check
   * explains the failure.
   */
  handleTestEvent(event) {
    const logs = (globalThis[Symbol.for('agent-deploy.action-logs')] ??= []);
    if (event.name === 'test_start') logs.length = 0;
    if (event.name !== 'test_fn_failure' || !(event.error instanceof Error) || logs.length === 0) return;
    const { error } = event;
    const added = logs.map((log) => log.split('\n').slice(-LOG_LINES).join('\n'));
    const message = [error.message, 'The test ran the action, which printed:', ...added].join('\n\n');
    error.stack = (error.stack ?? '').replace(error.message, () => message);
    error.message = message;
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  // jest requires this method, but only runs scripts in the context if it loads modules itself.
  getVmContext() {
    return null;
  }
}
