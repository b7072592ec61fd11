import type { WriteLog } from '../build/step-context.ts';
import { StepAborted, StepFailure } from '../build/step-failure.ts';
import type { Engine } from './engine.ts';
import type { ContainerPlan } from './plan.ts';

/** How long an image may take to come, in milliseconds. */
const PULL_MS = 15 * 60_000;

/**
 * Has the images of these containers at hand: what is on the machine already is used, what is not is pulled, with the
 * engine's words in the log.
 * @throws StepFailure naming the image that cannot be had, StepAborted.
 */
export async function ensureImages(
  engine: Engine,
  containers: readonly ContainerPlan[],
  log: WriteLog,
  signal: AbortSignal,
): Promise<void> {
  const done = new Set<string>();
  for (const { name, image, pull } of containers) {
    if (done.has(image)) continue;
    done.add(image);
    const present = pull !== 'always' && (await engine.run(['image', 'inspect', image], { signal })).ok;
    if (signal.aborted) throw new StepAborted('given up before the image was there');
    if (present) {
      log(`The image ${image} is on this machine.`);
      continue;
    }
    if (pull === 'never') {
      throw new StepFailure(
        `The image ${image} of the container ${name} is not on this machine, and its imagePullPolicy is Never. Bring it here, or let it be pulled.`,
      );
    }
    log(`Pulling the image ${image}`);
    const {
      ok,
      end,
      errorTail: said,
    } = await engine.run(['pull', image], {
      signal,
      timeoutMs: PULL_MS,
      onLine: (line) => log(line),
    });
    if (signal.aborted) throw new StepAborted('given up while the image was pulled');
    if (ok) continue;
    const why = end.kind === 'timeout' ? `it took longer than ${PULL_MS / 60_000} minutes` : said;
    throw new StepFailure(
      `The image ${image} could not be pulled with ${engine.program}: ${why || 'it gave no reason'}. Check its name; for a private registry, log in with "${engine.program} login" as the user the emulator runs as.`,
    );
  }
}
