import { isoTime } from '../../ports/clock.ts';
import type { ServerResponse } from 'node:http';
import * as z from 'zod';
import { ClockState } from '../../../contract/dashboard/controls.ts';
import { DetailError } from '../../../contract/error-bodies.ts';
import { HttpError, invalidField } from '../../server/http-error.ts';
import { NDJSON, route, type Route } from '../../server/route.ts';
import type { ClockControl } from './emulator-clock.ts';
import { ChosenName, Instant, MAX_TIME_MS, SessionLine, SessionOpening } from './session-shapes.ts';
import type { ClockSessions } from './sessions.ts';
import type { Participant } from './virtual-time.ts';

const TEN_YEARS_MS = 10 * 366 * 24 * 60 * 60 * 1000;

/** Body of POST /_local/clock. */
const ClockChange = z
  .strictObject({
    /** Milliseconds to advance virtual time. The response is sent once every woken sleeper sleeps again. */
    advance_ms: z.int().min(0).max(TEN_YEARS_MS).optional(),
    /** New skew of the emulator's current time, in milliseconds. */
    skew_ms: z.int().min(-TEN_YEARS_MS).max(TEN_YEARS_MS).optional(),
  })
  .refine((change) => Object.values(change).filter((value) => value !== undefined).length === 1, {
    message: 'must contain exactly one of advance_ms and skew_ms',
  });

const SessionPath = z.object({ session: ChosenName });

const SleepPath = z.object({ session: ChosenName, sleep: ChosenName });

/** Body of POST /_local/clock/sessions/{session}/sleeps. */
const SleepRequest = z.strictObject({
  /** Name of the sleep, chosen by the sleeper and returned as `woken`. */
  sleep: ChosenName,
  until_ms: Instant,
});

const CurrentTime = z.object({ now_ms: z.number() });

const surface = 'local';

const auth = 'local';

const isReal = { 409: { description: 'The clock is real', schema: DetailError } };

const isGone = { 404: { description: 'The session has ended', schema: DetailError } };

const TOO_LATE = `the clock cannot advance beyond ${isoTime(MAX_TIME_MS)}. Reset the emulator to start again`;

const REAL = 'The clock is real: only a virtual one can be moved on and joined. Start with --clock virtual.';

/**
 * Creates the routes that read and control the clock and let other processes participate in virtual time.
 * `dependencies` is read on each request.
 */
export function clockRoutes(dependencies: { clockControl: ClockControl }): Route[] {
  const virtual = () => {
    const { virtual: time, sessions } = dependencies.clockControl;
    if (!time || !sessions) throw new HttpError(409, REAL);
    return { time, sessions };
  };
  const present = () => ({ status: 200, body: { now_ms: virtual().time.now() } });
  const found = (there: boolean) => {
    if (!there) throw new HttpError(404, 'The session has ended or does not exist. Join again.');
    return present();
  };
  return [
    route({
      surface,
      method: 'GET',
      path: '/_local/clock',
      summary: "The emulator's time, and the participants that wait for it",
      auth,
      responses: { 200: { description: 'The clock', schema: ClockState } },
      handler: () => ({ status: 200, body: stateOf(dependencies.clockControl) }),
    }),
    route({
      surface,
      method: 'POST',
      path: '/_local/clock',
      summary: "Advance virtual time, or shift the service's time",
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
        if (body.skew_ms !== undefined) dependencies.clockControl.clock.skew(body.skew_ms);
        return { status: 200, body: stateOf(dependencies.clockControl) };
      },
    }),
    route({
      surface,
      method: 'POST',
      path: '/_local/clock/sessions',
      summary: 'Take part in virtual time while the response is read',
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
      summary: 'Sleep until a time; the session is notified then',
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

/** Streams a session's lines. The session lasts as long as its connection, so a killed process does not stop time. */
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
    now: isoTime(now),
    now_ms: now,
    skew_ms: parts.skew(),
    sleeping: (virtual?.sleepers() ?? []).map(({ who, until }) => ({
      who: nameOf(who),
      until: isoTime(until),
      until_ms: until,
    })),
    awake: virtual?.awake().map(nameOf) ?? [],
    sessions: sessions?.list() ?? [],
  };
}
