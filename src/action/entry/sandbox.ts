/** The main phase of `sandbox/action.yml`. */
export const sandbox = async (): Promise<void> => (await import('./main.ts')).sandbox();
