// `npm run test:live` runs this program, which runs the built actions against the real service or an emulator.
import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { INFERENCES } from './inferences.ts';
import { type LiveCommand, parseLiveCommand, USAGE } from './options.ts';
import { livePage } from './page.ts';
import { runLive } from './run.ts';
import { isGreen, liveSummary, resultSentence, resultTitle } from './texts.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const printError = (line: string): void => void process.stderr.write(`${line}\n`);

process.exitCode = await main();

async function main(): Promise<number> {
  let command: LiveCommand;
  try {
    command = parseLiveCommand(process.argv.slice(2), process.env);
  } catch (error) {
    printError(error instanceof Error ? error.message : String(error));
    printError(USAGE);
    return 2;
  }
  if (command.kind === 'help') {
    print(USAGE);
    return 0;
  }
  if (command.kind === 'list') {
    for (const { id, doc, claim } of INFERENCES) print(`${id}\n  ${claim}\n  ${doc}`);
    return 0;
  }
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (!controller.signal.aborted) print('Stopping: everything that this run created is deleted first.');
      controller.abort();
    });
  }
  const result = await runLive({
    ...command,
    signal: controller.signal,
    onLine: print,
  });
  const { out } = command;
  const place = { docsUrl: docsUrl(process.env) };
  await mkdir(out, { recursive: true });
  await writeFile(path.join(out, 'live.json'), `${JSON.stringify(result, null, 2)}\n`);
  await writeFile(path.join(out, 'live.html'), livePage(result, place));
  const summary = liveSummary(result);
  await writeFile(path.join(out, 'live.md'), summary);
  const summaryFile = process.env['GITHUB_STEP_SUMMARY'];
  if (summaryFile !== undefined && summaryFile !== '') await appendFile(summaryFile, summary);
  print(`\n${resultTitle(result)}`);
  print(resultSentence(result));
  for (const { state, id, expected, seen } of result.inferences) {
    if (state === 'wrong') print(`  ${id}: expected ${expected}, but saw ${seen}`);
  }
  print(`Result: ${path.join(out, 'live.html')}`);
  if (result.ended === 'stopped') return 130;
  return isGreen(result) ? 0 : 1;
}

/** Returns the URL of the repository's files in a job on GitHub. */
function docsUrl(env: NodeJS.ProcessEnv): string | undefined {
  const [server, repository, sha] = [env['GITHUB_SERVER_URL'], env['GITHUB_REPOSITORY'], env['GITHUB_SHA']];
  return server && repository && sha ? `${server}/${repository}/blob/${sha}` : undefined;
}
