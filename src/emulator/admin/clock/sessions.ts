import type { ServerResponse } from 'node:http';
import * as z from 'zod';
import { DetailError } from '../../../contract/errors.ts';
import { HttpError, invalidField } from '../../server/http-error.ts';
import { NDJSON, route, type Route } from '../../server/route.ts';
import type { ClockControl } from './emulator-clock.ts';
import type { Participant, VirtualTime } from './virtual-time.ts';

/** The last moment that time may be moved to: what is kept from then on for a thousand years still has a date. */
export const MAX_TIME_MS = Date.UTC(8_000, 0, 1);

/** Moments are kept as whole milliseconds; a sleep never ends too early. */
const instant = z.number().min(0).max(MAX_TIME_MS).transform(Math.ceil);

const name = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be letters, digits, - and _');

const TEN_YEARS_MS = 10 * 366 * 24 * 60 * 60 * 1000;

/** What the clock shows. Times for machines are epoch milliseconds, `now` is for people. */
const ClockState = z.object({
  mode: z.enum(['real', 'virtual']),
  /** The service's own time, skew included. */
  now: z.string(),
  now_ms: z.number(),
  skew_ms: z.number(),
  /** Who sleeps until when, in the order of waking. `who`: `emulator`, `participant` in its process, or a session. */
  sleeping: z.array(z.object({ who: z.string(), until: z.string(), until_ms: z.number() })),
  /** Who keeps time from moving. */
  awake: z.array(z.string()),
  /** Who takes part from other processes. */
  sessions: z.array(z.object({ session: z.string(), parent: z.string().nullable() })),
});

type ClockState = z.infer<typeof ClockState>;

/** Body of POST /_local/clock. */
const ClockChange = z
  .strictObject({
    /** Moves virtual time on; the answer comes when everything that was woken sleeps again. */
    advance_ms: z.int().min(0).max(TEN_YEARS_MS).optional(),
    /** The service's own time is off by this from now on. */
    skew_ms: z.int().min(-TEN_YEARS_MS).max(TEN_YEARS_MS).optional(),
  })
  .refine((change) => Object.values(change).filter((value) => value !== undefined).length === 1, {
    message: 'takes one of advance_ms and skew_ms',
  });

/** Body of POST /_local/clock/sessions. The open answer is the participation: who closes it has left. */
const SessionOpening = z.strictObject({
  /** Chosen by who joins, so that it finds itself again after a restart of the emulator. */
  session: name,
  /** The session that waits for this one; it may come later. */
  parent: name.optional(),
  /** Time has been so late already: it does not go back. */
  now_ms: instant.optional(),
});

type SessionOpening = z.infer<typeof SessionOpening>;

/** One line of the answer: first the present, then each sleep that is over, and the present when it moved unslept. */
const SessionLine = z.object({ now_ms: z.number(), woken: name.optional() });

type SessionLine = z.infer<typeof SessionLine>;

const SessionPath = z.object({ session: name });

const SleepPath = z.object({ session: name, sleep: name });

/** Body of POST /_local/clock/sessions/{session}/sleeps. */
const SleepRequest = z.strictObject({
  /** Chosen by the sleeper; comes back as `woken`. */
  sleep: name,
  until_ms: instant,
});

/** The present time. */
const CurrentTime = z.object({ now_ms: z.number() });

/** Participants of other processes, by the names they chose. */
export interface ClockSessions {
  /**
   * Adds a participant, awake; gives a function that ends it. A session of the same name that is still open has
   * lost its process, so it is ended. `tell` is given the present at once
   * and whenever it changes for one who does not sleep, and every sleep that is over.
   */
  open(opening: SessionOpening, tell: (line: SessionLine) => void, ended: () => void): () => void;
  /** Ends one by name. False: there is none. */
  close(session: string): boolean;
  /** Puts a session to sleep. False: there is none of that name. */
  sleep(session: string, sleep: string, untilMs: number): boolean;
  /** Ends a sleep before its time, if it is not over yet. False: there is no such session. */
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
  // Time may move past participants that do not sleep: parents, and all of them when it is advanced.
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
    // After a restart children may be back before the one they belong to.
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
        // It was cancelled, or the session has ended.
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

const surface = 'local';

const auth = 'local';

const isReal = { 409: { description: 'The clock is real', schema: DetailError } };

const isGone = { 404: { description: 'The session has ended', schema: DetailError } };

const TOO_LATE = `time goes no further than ${new Date(MAX_TIME_MS).toISOString()}: reset the emulator to begin again`;

const REAL = 'The clock is real: only a virtual one can be moved on and joined. Start with --clock virtual.';

/** The clock, and taking part in virtual time from another process. `deps` is looked at per request. */
export function clockRoutes(deps: { clockControl: ClockControl }): Route[] {
  const virtual = () => {
    const { virtual: time, sessions } = deps.clockControl;
    if (!time || !sessions) throw new HttpError(409, REAL);
    return { time, sessions };
  };
  const present = () => ({ status: 200, body: { now_ms: virtual().time.now() } });
  const found = (there: boolean) => {
    if (!there) throw new HttpError(404, 'No such session takes part: it has ended. Join again.');
    return present();
  };
  return [
    route({
      surface,
      method: 'GET',
      path: '/_local/clock',
      summary: 'The product time, and who waits for it',
      auth,
      responses: { 200: { description: 'The clock', schema: ClockState } },
      handler: () => ({ status: 200, body: stateOf(deps.clockControl) }),
    }),
    route({
      surface,
      method: 'POST',
      path: '/_local/clock',
      summary: "Move virtual time on, or set the service's own time wrong",
      auth,
      body: ClockChange,
      responses: { 200: { description: 'The clock afterwards', schema: ClockState }, ...isReal },
      async handler({ body, signal }) {
        if (body.advance_ms !== undefined) {
          const { time } = virtual();
          if (time.now() + body.advance_ms > MAX_TIME_MS)
            throw invalidField(['body', 'advance_ms'], TOO_LATE);
          await time.advance(body.advance_ms, signal);
        }
        if (body.skew_ms !== undefined) deps.clockControl.clock.skew(body.skew_ms);
        return { status: 200, body: stateOf(deps.clockControl) };
      },
    }),
    route({
      surface,
      method: 'POST',
      path: '/_local/clock/sessions',
      summary: 'Take part in virtual time for as long as this answer is read',
      auth,
      body: SessionOpening,
      responses: { 200: { description: 'Lines of JSON', schema: SessionLine, type: NDJSON }, ...isReal },
      handler({ body, signal }) {
        const { sessions } = virtual();
        return { stream: (response) => streamSession(sessions, body, response, signal) };
      },
    }),
    route({
      surface,
      method: 'DELETE',
      path: '/_local/clock/sessions/{session}',
      summary: 'Take part no longer',
      auth,
      params: SessionPath,
      responses: { 200: { description: 'Done', schema: CurrentTime }, ...isReal, ...isGone },
      handler: ({ params }) => found(virtual().sessions.close(params.session)),
    }),
    route({
      surface,
      method: 'POST',
      path: '/_local/clock/sessions/{session}/sleeps',
      summary: 'Sleep until a time; the session is told when it has come',
      auth,
      params: SessionPath,
      body: SleepRequest,
      responses: { 200: { description: 'Asleep', schema: CurrentTime }, ...isReal, ...isGone },
      handler: ({ params, body }) =>
        found(virtual().sessions.sleep(params.session, body.sleep, body.until_ms)),
    }),
    route({
      surface,
      method: 'DELETE',
      path: '/_local/clock/sessions/{session}/sleeps/{sleep}',
      summary: 'Sleep no longer',
      auth,
      params: SleepPath,
      responses: { 200: { description: 'Awake', schema: CurrentTime }, ...isReal, ...isGone },
      handler: ({ params }) => found(virtual().sessions.cancel(params.session, params.sleep)),
    }),
  ];
}

/** The open connection is the participation: a process that was killed holds nothing up. */
async function streamSession(
  sessions: ClockSessions,
  opening: SessionOpening,
  response: ServerResponse,
  signal: AbortSignal,
): Promise<void> {
  const over = Promise.withResolvers<void>();
  response.writeHead(200, { 'content-type': NDJSON });
  const end = sessions.open(
    opening,
    (line) => response.write(`${JSON.stringify(line)}\n`),
    () => over.resolve(),
  );
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  await over.promise;
  response.end();
}

function stateOf(parts: ClockControl): ClockState {
  const { clock, virtual, sessions } = parts;
  const now = clock.now();
  const nameOf = (who: Participant | undefined) =>
    who === undefined ? 'emulator' : (sessions?.nameOf(who) ?? 'participant');
  return {
    mode: clock.mode,
    now: new Date(now).toISOString(),
    now_ms: now,
    skew_ms: parts.skew(),
    sleeping: (virtual?.sleepers() ?? []).map(({ who, until }) => ({
      who: nameOf(who),
      until: new Date(until).toISOString(),
      until_ms: until,
    })),
    awake: virtual?.awake().map(nameOf) ?? [],
    sessions: sessions?.list() ?? [],
  };
}
