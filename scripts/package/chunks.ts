import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Names of the chunks of dynamic imports. The first pattern that matches the path of the import is applied. A chunk
 * contains modules that are loaded together; the bundler separates modules that two chunks need.
 */
const CHUNKS: [RegExp, string][] = [
  // A run without a gate must not load the code of the gate, so no chunk for another purpose contains this code.
  [/^(action\/(gate\/|inputs\/gate-inputs|redacting-evaluation)|judgement\/|clients\/evaluation)/, ''],
  // Code that every run of a main phase needs until its end, and that a post phase needs at its start.
  [/^action\/(start|report)\b/, 'phase'],
  // Code that a run needs once its inputs are valid.
  [/^action\/(cancel|connect|redacting|github\/reporter)/, 'deploy'],
  [/^(box\/supervisor|credential-proxy\/main)/, ''],
  [/^action\/emulator\//, 'emulator'],
  [/^(action\/sandbox|box|credential-proxy|os)\/|inputs\/check-proxy-config|^clients\/sandboxes/, 'sandbox'],
  [/^(action|clients)\/github|@actions\/github|^action\/paths\//, 'github'],
  [/^action\/(verify\/|inputs\/(checks|verify-inputs)\b)|^clients\/(agent-server|event-stream)/, 'verify'],
  [/^action\/(git|inputs|pack|preview|rollback|watch)\b|deploy\/source|@actions\/|levenshtein/, 'verbs'],
  [/^undici\//, 'company-proxy'],
  [/^clients\/|^action\/deploy\//, 'deploy'],
];

/**
 * Adds names to the dynamic imports in a compiled tree. The bundler reads the name of a chunk from a comment in
 * `import()`.
 */
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
