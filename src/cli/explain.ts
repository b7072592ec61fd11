import path from 'node:path';
import { readPlainText, WRITTEN_MAX_BYTES } from '../os/plain-file.ts';
import { nearestInput } from '../action/inputs/reader.ts';
import { REASONS } from '../action/outcome.ts';
import { troubleshootingPage } from '../action/report/links.ts';
import { TROUBLESHOOTING_FOLDER } from './installation.ts';
import { type CommandLineContext, readRelease } from './run.ts';

const USAGE = `usage: agent-deploy explain [reason code]

Explains a reason code and how to resolve it, from the pages in docs/troubleshooting of this version. Without a code,
lists all codes by outcome.
`;

/** Runs `agent-deploy explain`. Returns the exit code: 1 if the reason code does not exist, or else 0. */
export async function explain(
  argv: readonly string[],
  { print, view }: Pick<CommandLineContext, 'print' | 'view'>,
): Promise<0 | 1> {
  const [given, extra] = argv;
  if (given === '--help' || given === '-h') {
    print(USAGE);
    return 0;
  }
  if (given === undefined) {
    print(listOfCodes());
    return 0;
  }
  // Users can also pass the URL of the page about a reason code. The fragment of the URL is the reason code.
  const code = given.slice(given.lastIndexOf('#') + 1).toLowerCase();
  const section = extra === undefined ? await readSection(code) : undefined;
  if (section === undefined) {
    const codes = Object.values(REASONS).flatMap((reasons) => Object.keys(reasons));
    const nearest = extra === undefined ? await nearestInput(code, codes) : undefined;
    const hint =
      nearest === undefined
        ? '`agent-deploy explain` lists the reason codes.'
        : `Did you mean \`agent-deploy explain ${nearest}\`?`;
    const mistake =
      extra === undefined ? 'This reason code does not exist.' : 'Specify only one reason code.';
    view.print(`${mistake} ${hint}`);
    return 1;
  }
  print(`${withLinks(section, await readRelease())}\n`);
  return 0;
}

function listOfCodes(): string {
  const groups = Object.entries(REASONS).map(([kind, reasons]) =>
    [kind, ...Object.entries(reasons).map(([code, text]) => `  ${code.padEnd(26)}${text}`)].join('\n'),
  );
  return `${groups.join('\n\n')}\n`;
}

/** Returns the section about a reason code without its heading, or `undefined` if the reason code does not exist. */
async function readSection(code: string): Promise<string | undefined> {
  const page = troubleshootingPage(code);
  if (page === undefined) return undefined;
  const file = path.join(TROUBLESHOOTING_FOLDER, `${page}.md`);
  const text = await readPlainText(file, { maxBytes: WRITTEN_MAX_BYTES });
  const heading = `\`${code}\`\n`;
  return text
    .split(/^##+ /m)
    .find((section) => section.startsWith(heading))
    ?.slice(heading.length)
    .trim();
}

/** Converts relative links in a section to URLs on GitHub, because the package does not contain the linked pages. */
function withLinks(
  section: string,
  { version, repository }: Awaited<ReturnType<typeof readRelease>>,
): string {
  const root = repository === undefined ? undefined : `https://github.com/${repository}/blob/v${version}/`;
  return section.replaceAll(/\[([^\]]+)\]\(([^)\s]+)\)/g, (_, text: string, target: string) => {
    if (/^https?:/.test(target)) return `${text} (${target})`;
    const [, code = ''] = target.split('#');
    if (troubleshootingPage(code) !== undefined) return `${text} (agent-deploy explain ${code})`;
    const page = path.posix.join('docs/troubleshooting', target);
    return root === undefined ? `${text} (${page} in the project)` : `${text} (${root}${page})`;
  });
}
