import type { Log } from './deploy/tools.ts';
import type { Host } from './host/port.ts';

/** The log of a verb on a host. `close` ends a group that a cancelled verb left open. */
export function createLog(host: Host): Log & { close(): void } {
  let open = false;
  const close = () => {
    if (open) host.endGroup();
    open = false;
  };
  return {
    line: (text) => host.log(text),
    warn: (about, text) =>
      host.annotate({ level: 'warning', title: `Agent Deploy: ${about}`, message: text }),
    group: async (title, work) => {
      // Groups do not nest: the runner folds by the next end.
      close();
      host.startGroup(title);
      open = true;
      try {
        return await work();
      } finally {
        close();
      }
    },
    close,
  };
}
