/** The process inside a box, which the sandbox action starts. */
export const boxSupervisor = async (): Promise<void> => {
  await import('../../box/supervisor/main.ts');
};
