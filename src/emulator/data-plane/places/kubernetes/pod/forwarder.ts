import type { Frame } from '../../../link/frames.ts';

/** Forwards frames between the links of replicas and one worker, without parsing the frames. */
export interface Forwarder {
  /** Adds the link of a replica. `toReplica` receives the worker's frames for this link. */
  attach(toReplica: (frame: Frame) => void): ForwardedLink;
  /** Forwards a frame of the worker to the replica whose link has the frame's link number. */
  fromWorker(frame: Frame): void;
  /** Reports that the worker has ended all work of a link, so the link's number can be used again. */
  detached(number: number): void;
}

interface ForwardedLink {
  /** Forwards a frame of the replica to the worker. */
  fromReplica(frame: Frame): void;
  /** Reports that the link is lost, so the worker ends all work of the link. */
  end(): void;
}

/** Highest number of a link. Link 0 leads to the pod's own program. */
const MAX_LINK = 0xffff;

/**
 * Creates a forwarder. `forward` sends a frame to the worker, with the number of a link. `tell` sends the worker a
 * message about a link.
 */
export function createForwarder(
  forward: (frame: Frame, link: number) => void,
  tell: (message: { type: 'attach' | 'detach'; link: number }) => void,
): Forwarder {
  /** Receivers of frames by link number, with `undefined` for a lost link whose work has not ended yet. */
  const links = new Map<number, ((frame: Frame) => void) | undefined>();

  const freeNumber = (): number => {
    for (let number = 1; number <= MAX_LINK; number += 1) if (!links.has(number)) return number;
    throw new Error(`the worker already has the maximum number of links (${MAX_LINK})`);
  };

  return {
    attach(toReplica) {
      const number = freeNumber();
      links.set(number, toReplica);
      tell({ type: 'attach', link: number });
      return {
        fromReplica(frame) {
          if (links.get(number) === toReplica) forward(frame, number);
        },
        end() {
          if (links.get(number) !== toReplica) return;
          links.set(number, undefined);
          tell({ type: 'detach', link: number });
        },
      };
    },
    fromWorker: (frame) => links.get(frame.link)?.(frame),
    detached(number) {
      if (links.has(number) && links.get(number) === undefined) links.delete(number);
    },
  };
}
