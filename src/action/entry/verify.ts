/** The main phase of `verify/action.yml`, which has no other. */
export const verify = async (): Promise<void> => (await import('./main.ts')).verify();
