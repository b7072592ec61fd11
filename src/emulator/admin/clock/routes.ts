import { isoTime } from '../../ports/clock.ts';
import type { ServerResponse } from 'node:http';
import * as z from 'zod';
import { ClockState } from '../../../contract/dashboard/controls.ts';
import { DetailError } from '../../../contract/error-bodies.ts';
import type { EmulatorConfig } from '../../ports/context.ts';
import { HttpError, invalidField } from '../../server/http-error.ts';
import { NDJSON, routesOf, type Route } from '../../server/route.ts';
import type { ClockControl } from './emulator-clock.ts';
import { MoveLimitError } from './movable-time.ts';
import { ChosenName, Instant, MAX_TIME_MS, SessionLine, SessionOpening } from './session-shapes.ts';
import type { ClockSessions } from './sessions.ts';
import type { Participant } from './virtual-time.ts';

const api = routesOf('local', 'local');
const TEN_YEARS_MS = 10 * 366 * 24 * 60 * 60 * 1000;

/** Body of POST /_local/clock. */
const ClockChange = z
  .strictObject({
    /**
     * Number of milliseconds by which time advances. On virtual time, the response is sent once every woken sleeper
     * sleeps again. On real time, the response is sent once the runs and webhooks that became due have ended.
     */
    advance_ms: z.int().min(0).max(TEN_YEARS_MS).optional(),
    /** Moment to which time advances, in epoch milliseconds. A moment in the past has no effect. */
    advance_to_ms: Instant.optional(),
    /** New skew of the emulator's current time, in milliseconds. */
    skew_ms: z.int().min(-TEN_YEARS_MS).max(TEN_YEARS_MS).optional(),
  })
  .refine((change) => Object.values(change).filter((value) => value !== undefined).length === 1, {
    message: 'must contain exactly one of advance_ms, advance_to_ms and skew_ms',
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

const isReal = { 409: { description: 'The clock is real', schema: DetailError } };

const cannotMove = {
  409: {
    description: 'Other emulators share the clock, or too many moments are due',
    schema: DetailError,
  },
};

const isGone = { 404: { description: 'The session has ended', schema: DetailError } };

const TOO_LATE = `the clock cannot advance beyond ${isoTime(MAX_TIME_MS)}. Reset the emulator to start again`;

const REAL = 'The clock is real: only a virtual clock can be joined. Start with --clock virtual.';

const SHARED =
  'The clock of --runtime kubernetes cannot be moved, because its pods and replicas have separate clocks. Use --runtime process.';

const OTHERS = 'Other emulators use this database, and their clocks would not move. Stop them first.';

export interface ClockRouteDependencies {
  clockControl: ClockControl;
  config: Pick<EmulatorConfig, 'runtime'>;
  /**
   * Returns the number of other emulators that use the same database, whose clocks do not move with this emulator's
   * clock.
   */
  otherEmulators: () => number;
}

/**
 * Creates the routes that read and control the clock and let other processes participate in virtual time.
 * `dependencies` is read again on each request.
 */
export function clockRoutes(dependencies: ClockRouteDependencies): Route[] {
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
    api.get('/_local/clock', {
      summary: "Read the emulator's time, and the participants that wait for it",
      responses: { 200: { description: 'The clock', schema: ClockState } },
      handler: () => ({ status: 200, body: stateOf(dependencies.clockControl) }),
    }),
    api.post('/_local/clock', {
      summary: "Advance time, or shift the service's time",
      body: ClockChange,
      responses: { 200: { description: 'The clock after the change', schema: ClockState }, ...cannotMove },
      async handler({ body, signal }) {
        const { clockControl, config } = dependencies;
        const { skew_ms: skewMs, advance_ms: byMs, advance_to_ms: toMs } = body;
        if (skewMs !== undefined) clockControl.clock.skew(skewMs);
        const now = clockControl.clock.now();
        const target = toMs ?? (byMs === undefined ? undefined : now + byMs);
        if (target === undefined) return { status: 200, body: stateOf(clockControl) };
        if (target > MAX_TIME_MS) throw invalidField(['body', 'advance_ms'], TOO_LATE);
        if (config.runtime === 'kubernetes') throw new HttpError(409, SHARED);
        if (dependencies.otherEmulators() > 0) throw new HttpError(409, OTHERS);
        const advanced =
          byMs === undefined ? clockControl.advanceTo(target, signal) : clockControl.advanceBy(byMs, signal);
        await advanced.catch((error: unknown) => {
          if (!(error instanceof MoveLimitError)) throw error;
          throw new HttpError(409, `The clock moved, but not far enough: ${error.message}.`, {
            cause: error,
          });
        });
        return { status: 200, body: stateOf(clockControl) };
      },
    }),
    api.post('/_local/clock/sessions', {
      summary: 'Participate in virtual time for as long as the response is read',
      body: SessionOpening,
      responses: { 200: { description: 'Lines of JSON', schema: SessionLine, type: NDJSON }, ...isReal },
      handler({ body, signal }) {
        const { sessions } = virtual();
        return { stream: (response) => streamSession(sessions, body, response, signal) };
      },
    }),
    api.delete('/_local/clock/sessions/{session}', {
      summary: 'End a participation in virtual time',
      params: SessionPath,
      responses: { 200: { description: 'Done', schema: CurrentTime }, ...isReal, ...isGone },
      handler: ({ params }) => found(virtual().sessions.close(params.session)),
    }),
    api.post('/_local/clock/sessions/{session}/sleeps', {
      summary: 'Sleep until a time, at which the session is notified',
      params: SessionPath,
      body: SleepRequest,
      responses: { 200: { description: 'Asleep', schema: CurrentTime }, ...isReal, ...isGone },
      handler: ({ params, body }) =>
        found(virtual().sessions.sleep(params.session, body.sleep, body.until_ms)),
    }),
    api.delete('/_local/clock/sessions/{session}/sleeps/{sleep}', {
      summary: 'Sleep no longer',
      params: SleepPath,
      responses: { 200: { description: 'Awake', schema: CurrentTime }, ...isReal, ...isGone },
      handler: ({ params }) => found(virtual().sessions.cancel(params.session, params.sleep)),
    }),
  ];
}

/**
 * Streams the lines of a clock session to its process. The session lasts as long as its connection, so a killed process
 * cannot stop virtual time.
 */
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
  const { clock, virtual, movable, sessions } = parts;
  const now = clock.now();
  const nameOf = (who: Participant | undefined) =>
    who === undefined ? 'emulator' : (sessions?.nameOf(who) ?? 'participant');
  return {
    mode: clock.mode,
    now: isoTime(now),
    now_ms: now,
    skew_ms: parts.skew(),
    moved_ms: Math.round(movable?.moved() ?? 0),
    sleeping: (virtual?.sleepers() ?? []).map(({ who, until }) => ({
      who: nameOf(who),
      until: isoTime(until),
      until_ms: until,
    })),
    awake: virtual?.awake().map(nameOf) ?? (movable?.isPaused() === true ? ['emulator'] : []),
    sessions: sessions?.list() ?? [],
  };
}
