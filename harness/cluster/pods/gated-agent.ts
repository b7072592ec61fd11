import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { nodeImage } from './images.ts';

/** Images of a test agent, with gates that decide whether its pods become ready. */
export interface GatedAgent {
  /**
   * Images for the simulated node. `registry.test/agent:<tag>` responds with its tag, and `:broken` prints a reason
   * and exits.
   */
  readonly images: Record<string, ReturnType<typeof nodeImage>>;
  image(tag: string): string;
  /** Prevents pods with this tag from becoming ready until `release` is called. */
  hold(tag: string): Promise<void>;
  release(tag: string): Promise<void>;
  close(): Promise<void>;
}

/** Last line that the image `broken` prints. */
export const LAST_WORDS = 'no such model: shop-7';

const PROGRAM = `
import { createServer } from 'node:http';
import { existsSync } from 'node:fs';
const { TAG, HELD, PORT } = process.env;
if (TAG === 'broken') {
  console.error('${LAST_WORDS}');
  process.exit(3);
}
const server = createServer((request, response) => {
  const isReady = request.url !== '/ok' || !existsSync(HELD);
  response.writeHead(isReady ? 200 : 503, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ tag: TAG, url: request.url }));
});
server.listen(Number(PORT ?? 8000), '0.0.0.0');
process.on('SIGTERM', () => server.close(() => process.exit(0)));
`;

/** Creates images with these tags, and the image `broken`. */
export async function makeGatedAgent(tags: readonly string[]): Promise<GatedAgent> {
  const folder = await mkdtemp(path.join(tmpdir(), 'agent-'));
  const program = path.join(folder, 'agent.mjs');
  await writeFile(program, PROGRAM);
  const image = (tag: string) => `registry.test/agent:${tag}`;
  const held = (tag: string) => path.join(folder, `held-${tag}`);
  const images: GatedAgent['images'] = Object.fromEntries(
    [...tags, 'broken'].map(
      (tag) => [image(tag), nodeImage(program, { TAG: tag, HELD: held(tag) })] as const,
    ),
  );
  return {
    images,
    image,
    hold: (tag) => writeFile(held(tag), ''),
    release: (tag) => rm(held(tag), { force: true }),
    close: () => rm(folder, { recursive: true }),
  };
}
