/**
 * The emulator was asked for something it cannot be started with: a flag, a setting, a port or a file. The message is one
 * line that says what to do; the command line exits with 2 for it, and nothing was started.
 */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
