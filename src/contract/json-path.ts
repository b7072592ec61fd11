/** Returns the step of a path to a key: `.name`, or `["any key"]`. */
export function pathStep(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}
