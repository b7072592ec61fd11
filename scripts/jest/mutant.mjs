// `scripts/mutate.ts` preloads this module into jest. The module replaces a range in the source of one module, as the
// variable MUTANT specifies.
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { readFileSync } from 'node:fs';
import process from 'node:process';

const { url: mutated, start, end, text } = JSON.parse(process.env.MUTANT ?? '{}');
if (mutated !== undefined) {
  const original = readFileSync(new URL(mutated), 'utf8');
  // The offsets of oxc-parser count UTF-16 units, as JavaScript strings do.
  const source = stripTypeScriptTypes(original.slice(0, start) + text + original.slice(end));
  registerHooks({
    load(url, context, nextLoad) {
      return url === mutated ? { source, format: 'module', shortCircuit: true } : nextLoad(url, context);
    },
  });
}
