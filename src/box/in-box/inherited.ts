import { closeSync, readdirSync, readFileSync } from 'node:fs';

const CLOSE_ON_EXEC = 0o2000000;

/**
 * Closes what this program inherited besides its three pipes: Node opens all of its own to be closed on exec, so that
 * whatever is not came from outside and would go on to every command.
 */
export function closeInheritedFds(): void {
  if (process.platform !== 'linux') return;
  for (const name of readdirSync('/proc/self/fdinfo')) {
    const fd = Number(name);
    if (fd <= 2) continue;
    try {
      const [, flags] = /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${name}`, 'utf8')) ?? [];
      if (flags !== undefined && (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) === 0) closeSync(fd);
    } catch {
      // Closed meanwhile: the one that listed this very folder.
    }
  }
}
