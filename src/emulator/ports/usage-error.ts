/**
 * Thrown when the emulator cannot start with a flag, a setting, a port or a file. The message is one line with a
 * hint. The command line exits with 2, and nothing was started.
 */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
