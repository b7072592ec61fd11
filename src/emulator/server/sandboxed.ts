type Field = readonly [name: string, value: string];

/**
 * What keeps the answer of an agent's own code from becoming a page of this server, whose origin it has when it came by a
 * path of the main port.
 */
const SANDBOX: readonly Field[] = [
  ['content-security-policy', 'sandbox'],
  ['x-content-type-options', 'nosniff'],
];

/** The fields of an answer with those that keep it in a sandbox: its own policy can only add to ours. */
export function sandboxed(fields: readonly Field[]): Field[] {
  return [...fields.filter(([name]) => name.toLowerCase() !== 'x-content-type-options'), ...SANDBOX];
}
