import type { SessionLine, SessionOpening } from './session-shapes.ts';
import type { Participant, VirtualTime } from './virtual-time.ts';

/** Participants of virtual time in other processes, keyed by session name. */
export interface ClockSessions {
  /**
   * Opens a session whose participant does not sleep at first. Ends an open session with the same name, because the
   * process of that session no longer exists. The callback `tell` is called immediately with the current time, and
   * after every completed sleep. While the participant does not sleep, `tell` is also called with each new current
   * time. The callback `ended` is called when the session ends. The returned function ends the session.
   */
  open(opening: SessionOpening, tell: (line: SessionLine) => void, ended: () => void): () => void;
  /** Ends the session with this name. Returns false if the session does not exist. */
  close(session: string): boolean;
  /** Puts the session's participant to sleep until `untilMs`. Returns false if the session does not exist. */
  sleep(session: string, sleep: string, untilMs: number): boolean;
  /** Cancels a sleep that is not completed. Returns false if the session does not exist. */
  cancel(session: string, sleep: string): boolean;
  list(): { session: string; parent: string | null }[];
  nameOf(participant: Participant | undefined): string | undefined;
}

interface Session {
  participant: Participant;
  parent: string | undefined;
  sleeps: Map<string, AbortController>;
  tell: (line: SessionLine) => void;
  end: () => void;
}

export function createClockSessions(time: VirtualTime): ClockSessions {
  const sessions = new Map<string, Session>();
  // Participants that do not sleep receive the new time too. Time can advance while a participant does not sleep, if
  // all of its children sleep or if `advance` was called.
  time.onAdvance(() => {
    for (const { sleeps, tell } of sessions.values()) if (sleeps.size === 0) tell({ now_ms: time.now() });
  });

  const open: ClockSessions['open'] = ({ session: name, parent, now_ms: instant }, tell, ended) => {
    sessions.get(name)?.end();
    if (instant !== undefined) time.notBefore(instant);
    const participant = time.join(parent === undefined ? undefined : sessions.get(parent)?.participant);
    const session: Session = {
      participant,
      parent,
      sleeps: new Map(),
      tell,
      end() {
        if (sessions.get(name) !== session) return;
        sessions.delete(name);
        participant.leave();
        ended();
      },
    };
    sessions.set(name, session);
    // After a restart of the emulator, children can join before their parent.
    for (const other of sessions.values()) {
      if (other.parent === name) time.adopt(participant, other.participant);
    }
    tell({ now_ms: time.now() });
    return session.end;
  };

  return {
    open,
    close(name) {
      const session = sessions.get(name);
      session?.end();
      return session !== undefined;
    },
    sleep(name, sleep, untilMs) {
      const session = sessions.get(name);
      if (!session) return false;
      session.sleeps.get(sleep)?.abort();
      const stop = new AbortController();
      session.sleeps.set(sleep, stop);
      session.participant.sleep(untilMs - time.now(), stop.signal).then(
        () => {
          session.sleeps.delete(sleep);
          session.tell({ woken: sleep, now_ms: time.now() });
        },
        // The promise of a sleep rejects if the sleep was cancelled or the session ended, and neither is reported to
        // the participant.
        () => undefined,
      );
      return true;
    },
    cancel(name, sleep) {
      const session = sessions.get(name);
      session?.sleeps.get(sleep)?.abort();
      session?.sleeps.delete(sleep);
      return session !== undefined;
    },
    list: () => [...sessions].map(([session, { parent = null }]) => ({ session, parent })),
    nameOf: (participant) => [...sessions].find(([, session]) => session.participant === participant)?.[0],
  };
}
