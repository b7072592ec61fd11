/**
 * Error for a flag, setting, port or file with which the emulator cannot start. Its message is one line with a hint.
 * The command line exits with 2, and nothing was started.
 */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
