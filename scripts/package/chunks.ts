import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Which dynamic imports share a chunk: by the path that they lead to, the first that fits. A chunk holds what is loaded
 * together; what two chunks need is split off by the bundler itself, so that no module comes twice.
 */
const CHUNKS: [RegExp, string][] = [
  // What every run of a main phase needs to its end, and post to its beginning.
  [/^action\/(start|report)\b/, 'phase'],
  // What a run needs once its inputs are right.
  [/^action\/(cancel|connect|redacting|github\/reporter)/, 'deploy'],
  [/^(box\/supervisor|credential-proxy\/main)/, ''],
  [/^action\/emulator\//, 'emulator'],
  [/^(action\/sandbox|box|credential-proxy|os)\/|^clients\/sandboxes/, 'sandbox'],
  [/^(action|clients)\/github|@actions\/github|^action\/paths\//, 'github'],
  [
    /^action\/(git|inputs|pack|preview|rollback|verify|watch)\b|^clients\/(agent-server|event-stream)|deploy\/source|@actions\/|levenshtein/,
    'verbs',
  ],
  [/^undici\//, 'company-proxy'],
  [/^clients\/|^action\/deploy\//, 'deploy'],
];

/** Names the chunks of a compiled tree: the bundler reads the name in a comment within `import()`. */
export async function nameChunks(lib: string): Promise<void> {
  for (const name of await readdir(lib, { recursive: true })) {
    if (!name.endsWith('.js')) continue;
    const file = path.join(lib, name);
    const text = await readFile(file, 'utf8');
    const named = text.replaceAll(/\bimport\(['"]([^'"]+)['"]\)/g, (whole, target: string) => {
      const resolved = target.startsWith('.')
        ? path
            .relative(lib, path.resolve(path.dirname(file), target))
            .split(path.sep)
            .join('/')
        : target;
      const chunk = CHUNKS.find(([pattern]) => pattern.test(resolved))?.[1] ?? '';
      return chunk === '' ? whole : `import(/* webpackChunkName: "${chunk}" */ '${target}')`;
    });
    if (named !== text) await writeFile(file, named);
  }
}
