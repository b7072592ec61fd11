/** What a failure is called and says, in words: whoever threw it may have put anything in its fields. Never throws. */
export function describeFailure(failure: unknown): { error: string; message: string } {
  if (!(failure instanceof Error)) return { error: 'Error', message: inWords(failure) };
  const { name, message }: { name: unknown; message: unknown } = failure;
  return { error: typeof name === 'string' && name !== '' ? name : 'Error', message: inWords(message) };
}

function inWords(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    // What can be told as JSON says more than "[object Object]".
    return (typeof value === 'object' ? JSON.stringify(value) : undefined) ?? String(value);
  } catch {
    return 'it cannot be put in words';
  }
}
