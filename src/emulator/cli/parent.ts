/** The machine's process queries. */
export interface ParentProbe {
  ppid(): number;
  alive(pid: number): boolean;
}

/**
 * Calls `gone` once when the process that started this one has exited: another one has adopted us, or, where orphans
 * are not adopted, its ID is free. Checks every `everyMs`; keeps nothing alive. Returns a function that stops checking.
 */
export function watchParent(gone: () => void, machine: ParentProbe, everyMs: number): () => void {
  const parent = machine.ppid();
  const timer = setInterval(() => {
    if (machine.ppid() === parent && machine.alive(parent)) return;
    clearInterval(timer);
    gone();
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
