import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { errorMessage } from '../../../os/errors.ts';
import type { ArtifactManifest, ArtifactPiece } from '../../ports/artifacts.ts';
import { type Artifact, createRevisionFolders } from '../build/artifact.ts';
import { StepFailure } from '../build/step.ts';
import { ArtifactManifestBody } from './manifest.ts';
import { PieceError, unpackPiece } from './unpack.ts';

export interface FetchArtifactOptions {
  /** The address of the control plane. */
  planeUrl: string;
  revisionId: string;
  /** The token of this revision's pods. */
  token: string;
  /** The folder that it is unpacked below, absolute. */
  root: string;
  signal: AbortSignal;
  log: (line: string) => void;
  /** How long the control plane may be silent before the request is sent again, in milliseconds. */
  silenceMs?: number;
  /** The first pause before a request is repeated, in milliseconds; it doubles up to 30 times that. */
  pauseMs?: number;
}

const SILENCE_MS = 30_000;
const PAUSE_MS = 500;
const MAX_PAUSE = 30;

/** The control plane refused for good: another attempt would end the same way. */
export class ArtifactRefused extends Error {
  override readonly name = 'ArtifactRefused';
}

/**
 * Fetches the artifact of a revision and unpacks it below `root`: its folder is then `revisions/<id>`. It repeats, from the byte where
 * it was cut, for as long as the control plane is away; what is there already is not fetched again.
 * @throws ArtifactRefused when it is not given out, PieceError when it is not what was built.
 */
export async function fetchArtifact(options: FetchArtifactOptions): Promise<void> {
  const { signal, log, root } = options;
  const startedAt = performance.now();
  const manifest = await retry(options, () => fetchManifest(options));
  let size = 0;
  // One after the other: each is written to the same disk.
  for (const piece of manifest.pieces) {
    await unpackPiece(piece, contentOf(options, piece), { root, signal });
    size += piece.size;
  }
  log(`Fetched the revision: ${size} bytes in ${Math.round(performance.now() - startedAt)} ms`);
}

/**
 * The same, ready to be started.
 * @throws StepFailure when the control plane does not give it out, or gave another one.
 */
export async function openArtifact(options: FetchArtifactOptions): Promise<Artifact> {
  const { root, revisionId } = options;
  try {
    await fetchArtifact(options);
  } catch (error) {
    if (!(error instanceof ArtifactRefused || error instanceof PieceError)) throw error;
    throw new StepFailure(error.message, { cause: error });
  }
  const artifact = await createRevisionFolders(join(root, 'revisions')).read(revisionId);
  if (artifact !== undefined) return artifact;
  throw new StepFailure(
    'What was fetched cannot be started: its Python is not in this image. Run agent pods with the image of the control plane (--agent-image).',
  );
}

async function fetchManifest(options: FetchArtifactOptions): Promise<ArtifactManifest> {
  const { revisionId } = options;
  const response = await request(options, '');
  const parsed = ArtifactManifestBody.safeParse(await response.json());
  if (!parsed.success || parsed.data.revisionId !== revisionId) {
    throw new ArtifactRefused('The control plane gave a manifest that this version does not understand.');
  }
  return parsed.data;
}

/** The bytes of a piece; where a connection ends early, the next one continues. */
async function* contentOf(options: FetchArtifactOptions, piece: ArtifactPiece): AsyncIterable<Uint8Array> {
  let received = 0;
  const { silenceMs = SILENCE_MS } = options;
  for (let attempt = 0; received < piece.size; attempt += 1) {
    const before = received;
    const silence = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(
        () => silence.abort(new Error(`it was silent for ${silenceMs / 1000} s`)),
        silenceMs,
      );
    };
    try {
      wait();
      const response = await request(options, `/${piece.digest}`, {
        from: received,
        signal: AbortSignal.any([options.signal, silence.signal]),
      });
      const body: AsyncIterable<Uint8Array> | null = response.body;
      if (body === null) throw new Error('it has no body');
      for await (const chunk of body) {
        received += chunk.length;
        // The one who takes it may be slow.
        clearTimeout(timer);
        yield chunk;
        wait();
      }
      if (received < piece.size) throw new Error(`it ended after ${received} of ${piece.size} bytes`);
    } catch (error) {
      await pauseAfter(options, error, received > before ? 0 : attempt);
    } finally {
      clearTimeout(timer);
    }
  }
}

async function retry<T>(options: FetchArtifactOptions, work: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      await pauseAfter(options, error, attempt);
    }
  }
}

/** Waits before the next attempt. @throws what makes another one pointless. */
async function pauseAfter(
  { signal, log, planeUrl, pauseMs = PAUSE_MS }: FetchArtifactOptions,
  error: unknown,
  attempt: number,
): Promise<void> {
  if (signal.aborted || error instanceof ArtifactRefused) throw error;
  log(`The control plane at ${planeUrl} does not give the revision yet: ${reasonOf(error)}`);
  await delay(pauseMs * Math.min(2 ** attempt, MAX_PAUSE), undefined, { signal });
}

async function request(
  { planeUrl, revisionId, token, signal, silenceMs = SILENCE_MS }: FetchArtifactOptions,
  path: string,
  more: { from?: number; signal?: AbortSignal } = {},
): Promise<Response> {
  const { from = 0 } = more;
  const response = await fetch(`${planeUrl.replace(/\/+$/, '')}/_pods/${revisionId}/artifact${path}`, {
    headers: { authorization: `Bearer ${token}`, ...(from > 0 && { range: `bytes=${from}-` }) },
    // The token is for this address alone.
    redirect: 'error',
    signal: more.signal ?? AbortSignal.any([signal, AbortSignal.timeout(silenceMs)]),
  });
  if (response.status === (from > 0 ? 206 : 200)) return response;
  const text = (await response.text()).slice(0, 300);
  if ([400, 401, 403, 404, 416].includes(response.status)) {
    throw new ArtifactRefused(`The control plane at ${planeUrl} refuses with ${response.status}: ${text}`);
  }
  throw new Error(`it answers ${response.status} ${text}`);
}

/** The reason of a failed request stands in its cause. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? `: ${errorMessage(error.cause)}` : '';
  return `${errorMessage(error)}${cause}`;
}
