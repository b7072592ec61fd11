import type { ServerResponse } from 'node:http';
import { DetailError } from '../../../contract/errors.ts';
import { HttpError, invalidField } from '../../server/http-error.ts';
import { NDJSON, type Route, route } from '../../server/route.ts';
import type { ClockControl, Participant } from './emulator-clock.ts';
import type { ClockSessions } from './sessions.ts';
import {
  ClockChange,
  ClockState,
  MAX_TIME_MS,
  CurrentTime,
  SessionLine,
  SessionOpening,
  SessionPath,
  SleepPath,
  SleepRequest,
} from './wire.ts';

const surface = 'local';
const auth = 'local';
const isReal = { 409: { description: 'The clock is real', schema: DetailError } };
const isGone = { 404: { description: 'The session has ended', schema: DetailError } };
const TOO_LATE = `time goes no further than ${new Date(MAX_TIME_MS).toISOString()}: reset the emulator to begin again`;
const REAL = 'The clock is real: only a virtual one can be moved on and joined. Start with --clock virtual.';

/** The clock, and taking part in virtual time from another process (DESIGN §3). `deps` is looked at per request. */
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

/** The open connection is the participation: a process that was killed keeps nobody waiting. */
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
