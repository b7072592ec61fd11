import { type Box, BoxFileError, type BoxHost, type RunningCommand } from '../../../box/box.ts';

const WHY =
  'The emulator runs with --runtime stub, whose sandboxes run nothing: start it with --runtime process.';

/** Boxes that are there by name only. */
export function stubBoxHost(): BoxHost {
  return {
    report: () =>
      Promise.resolve({
        level: 'none',
        findings: ['With --runtime stub nothing runs in a sandbox, so that nothing has to be isolated.'],
        remedies: [],
      }),
    start: ({ id, level }) => {
      const ended = Promise.withResolvers<void>();
      const box: Box = {
        id,
        level,
        run: () => refusedCommand(),
        readFile: () => Promise.reject(new BoxFileError('other', WHY)),
        writeFile: () => Promise.reject(new BoxFileError('other', WHY)),
        trust: () => Promise.resolve(),
        ended: ended.promise,
        stop() {
          ended.resolve();
          return Promise.resolve();
        },
      };
      return Promise.resolve(box);
    },
  };
}

function refusedCommand(): RunningCommand {
  return {
    events: failing(),
    write: () => Promise.reject(new Error(WHY)),
    closeStdin: () => undefined,
    kill: () => undefined,
  };
}

// oxlint-disable-next-line require-yield -- it has nothing to tell
async function* failing(): AsyncGenerator<never> {
  await Promise.resolve();
  throw new Error(WHY);
}
