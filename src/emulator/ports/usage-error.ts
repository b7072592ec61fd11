/**
 * Error for a flag, setting, port or file that prevents the start of the emulator. The message is one line with a hint.
 * The command line exits with 2 and starts nothing.
 */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
