/** The post phase of `sandbox/action.yml`, after the job and whatever became of main. */
export const sandboxPost = async (): Promise<void> => (await import('./main.ts')).sandboxPost();
