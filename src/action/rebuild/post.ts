import { realClock } from '../../clients/clock.ts';
import { errorMessage } from '../../os/errors.ts';
import { connectHttp } from '../connect.ts';
import { readRunEvent } from '../event.ts';
import type { Host } from '../host/host.ts';
import { readInputs } from '../inputs/read.ts';
import { LATER } from './conclude.ts';
import { type OwnThrowAway, removeThrowAways } from './remove.ts';

/** Time limit in milliseconds for retries of failed reads. */
const LIMIT_MS = 10_000;

/** Result of the deletion in the post step. `message` is a sentence. */
export interface PostRemoval {
  done: boolean;
  message: string;
}

/**
 * Deletes the throw-away deployment of a rebuild whose main phase was cancelled or killed. Never throws, because an
 * error in the post phase must not fail the job.
 */
export async function removeInPost(
  host: Host,
  own: OwnThrowAway,
  redact: (text: string) => string,
): Promise<PostRemoval> {
  try {
    return await remove(host, own, redact);
  } catch (error) {
    return notDeleted(own.name, errorMessage(error));
  }
}

async function remove(host: Host, own: OwnThrowAway, redact: (text: string) => string): Promise<PostRemoval> {
  const { env } = host;
  const { name } = own;
  const inputs = await readInputs(env, readRunEvent({ ...host, log: () => undefined }));
  if (!inputs.ok) return notDeleted(name, 'the inputs of the step are invalid');
  const until = realClock.now() + LIMIT_MS;
  const connection = await connectHttp({
    settings: inputs.settings,
    env,
    clock: realClock,
    redact,
    log: (line) => host.log(line),
    readDeadline: () => until,
  });
  try {
    const signal = AbortSignal.timeout(2 * LIMIT_MS);
    const { deleted, failures } = await removeThrowAways({ ...connection, signal }, own);
    if (failures.length > 0) return notDeleted(name, failures.join('; '));
    const message =
      deleted.length > 0
        ? `The throw-away deployment ${name} was deleted.`
        : `No throw-away deployment ${name} exists. If it appears later, the next rebuild or a sweep deletes it after its time has passed.`;
    return { done: true, message };
  } finally {
    await connection.close();
  }
}

function notDeleted(name: string, why: string): PostRemoval {
  return {
    done: false,
    message: `The throw-away deployment ${name} could not be deleted: ${why.replace(/\.$/, '')}. ${LATER}`,
  };
}
