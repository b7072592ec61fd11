// `npm run pictures` draws docs/images from real runs. With `-- reports`, `-- verdicts`, `-- dashboard` or `-- tour`,
// the program draws only these pictures. With `-- screens [folder] [empty|clock|used]`, the program draws every screen
// of the dashboard for review, outside of docs: of an empty emulator, of emulators with other clocks, or of an emulator
// that has built and run agents (`scene.ts`); by default, of all three. The dashboard is the page of `npm run package`.
// For the reports, the built action deploys the example agent to the emulator, and a pull request gets its preview. The verdicts are the comments of the gate in the whole workflows of its tests. A real
// browser renders the action's Markdown with GitHub's style sheet. All pictures exist in light and dark mode. The
// program needs a Chromium (CHROMIUM specifies its path) and, for Markdown, the network once, to install the style
// sheet and fonts.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { startEmulator } from '../../harness/emulator.ts';
import { deploy } from '../../harness/start/deploy.ts';
import { startOwnGitHub } from '../../harness/start/github.ts';
import { changeEchoAgent, echoRepository } from '../../harness/start/source.ts';
import { drawDashboard } from './dashboard.ts';
import { drawPages } from './reports.ts';
import { drawScreens, SCREEN_GROUPS } from './screens.ts';
import { drawTour } from './tour.ts';

const root = path.resolve(import.meta.dirname, '..', '..');
const images = path.join(root, 'docs/images');
const tools = path.join(root, '.tmp/pictures');
/** Folder where the tests of the gate store their comments. */
const recorded = path.join(tools, 'reports');
const VERDICTS = '__tests__/acceptance/gate-verdicts.slow.test.ts';
const COMMENT = '**github-actions** bot commented now';
const GREETING = 'GREETING=a secret that no picture may show';
/** Manifest with an error, so that the build fails. */
const BROKEN = '{ "name": "echo-agent", "type": "module", }\n';
const ANSWERS = `
- name: answers as v2
  input: { messages: [{ role: user, content: hello }] }
  expect: { last-message: 'v2: hello' }
`;

/**
 * Returns the Markdown of a deploy's summary, and of the comment about a preview and about its broken next commit, from
 * runs on the emulator.
 */
async function runExample(): Promise<{ summary: string; comment: string; failed: string }> {
  const signal = new AbortController().signal;
  const emulator = await startEmulator();
  const github = await startOwnGitHub('support-agent');
  const repository = await echoRepository();
  const terminal = { quote: (line: string) => process.stderr.write(`${line}\n`) };
  try {
    const source = { repoUrl: repository.url, ref: 'refs/heads/main', remark: null };
    const request = { emulator, github, source, config: 'langgraph.json', secrets: GREETING, signal };
    const name = 'support-agent';
    const push = async (commit: string, verify?: string) => {
      const event = await github.pushed({ ...source, commit }, repository.dir);
      const run = await deploy({ ...request, name, event, ...(verify && { verify }) }, terminal);
      if (run.exitCode !== 0) throw new Error('the example was not deployed; its log is above');
      return run;
    };
    await push(await repository.head());
    const { summary } = await push(await changeEchoAgent(repository), ANSWERS);

    await repository.git('switch', '--quiet', '--create', 'friendlier-greeting');
    const commit = await changeEchoAgent(repository, 'v3');
    await github.pushed({ ...source, ref: 'refs/heads/friendlier-greeting', commit }, repository.dir);
    const pull = github.opened('friendlier-greeting');
    const verify = ANSWERS.replaceAll('v2', 'v3');
    await deploy({ ...request, name, verify, github: pull, event: pull.event('opened') }, terminal);
    const commentOf = () => {
      const [comment] = pull.comments();
      if (comment === undefined) throw new Error('the preview left no comment; its log is above');
      return withHosts(comment);
    };
    const comment = commentOf();
    const broken = await repository.commit(
      { 'package.json': BROKEN },
      'Remove a dependency from package.json',
    );
    await github.pushed({ ...source, ref: 'refs/heads/friendlier-greeting', commit: broken }, repository.dir);
    await deploy({ ...request, name, github: pull, event: pull.event('synchronize') }, terminal);
    return { summary: withHosts(summary), comment, failed: commentOf() };
  } finally {
    await emulator.stop();
    await github.close();
    await repository.remove();
  }
}

/** Replaces the emulator's addresses with addresses of an imaginary service. */
function withHosts(markdown: string): string {
  return markdown.replaceAll(/http:\/\/127\.0\.0\.1:\d+(?:\/[\w-]+)?/g, 'https://support-agent.example.com');
}

/** Links the docs of a reason code, which the action links if it runs from a repository on GitHub. */
function withDocs(markdown: string): string {
  return markdown.replaceAll(
    /(?<=^\*\*What to do:\*\* )see `[\w-]+`$/gm,
    '[$&](https://github.com/acme/agent-deploy/blob/v0/docs/troubleshooting.md)',
  );
}

/** Takes pictures of the action's output as GitHub shows it. */
async function drawReports(): Promise<string[]> {
  const { summary, comment, failed } = await runExample();
  const pages = [
    { name: 'summary', title: 'deploy summary', markdown: summary },
    { name: 'comment', title: COMMENT, markdown: comment },
    { name: 'comment-failed', title: COMMENT, markdown: withDocs(failed) },
  ];
  return drawPages(pages, images, tools);
}

/** Takes pictures of the gate's comments in the whole workflows of its tests. */
async function drawVerdicts(): Promise<string[]> {
  rmSync(recorded, { recursive: true, force: true });
  execFileSync(process.execPath, ['scripts/run.mjs', 'scripts/test.ts', '--slow', VERDICTS], {
    cwd: root,
    env: { ...process.env, RECORD_REPORTS: recorded },
    stdio: 'inherit',
  });
  const pages = readdirSync(recorded)
    .filter((file) => file.endsWith('.comment.md'))
    .map((file) => ({
      name: `gate-${file.replace('.comment.md', '')}`,
      title: COMMENT,
      markdown: withDocs(readFileSync(path.join(recorded, file), 'utf8')),
    }));
  return drawPages(pages, images, tools);
}

const DRAWINGS = {
  reports: drawReports,
  verdicts: drawVerdicts,
  dashboard: () => drawDashboard(images),
  // The tour consists of the pictures of the other steps.
  tour: () => drawTour(images),
} as const;

async function draw(asked: string | undefined, folder: string, group?: string): Promise<string[]> {
  if (asked === 'screens') return drawScreens(path.resolve(folder), group);
  mkdirSync(images, { recursive: true });
  const files: string[] = [];
  for (const [name, work] of Object.entries(DRAWINGS)) {
    if (asked === undefined || asked === name) files.push(...(await work()));
  }
  return files;
}

const [asked, folder = path.join(root, '.tmp/screens'), group] = process.argv.slice(2);
if (asked !== undefined && asked !== 'screens' && !Object.hasOwn(DRAWINGS, asked)) {
  console.error(`pictures: there are ${Object.keys(DRAWINGS).join(', ')} and screens, not ${asked}`);
  process.exitCode = 2;
} else if (group !== undefined && !SCREEN_GROUPS.includes(group)) {
  console.error(`pictures: the screens are of the emulators ${SCREEN_GROUPS.join(', ')}, not ${group}`);
  process.exitCode = 2;
} else {
  for (const file of await draw(asked, folder, group)) console.log(`pictures: ${path.relative(root, file)}`);
}
