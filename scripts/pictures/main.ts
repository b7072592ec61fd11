// `npm run pictures` draws docs/images from real runs; `-- reports` or `-- dashboard` draws only these, and
// `-- screens [folder]` draws every screen of the dashboard for review, outside of docs. The dashboard
// belongs to an emulator that has built and run agents (`scene.ts`), with the page of `npm run package`. For the
// reports, the built action deploys the example agent to the emulator, a pull request gets its preview, and a real
// browser renders the action's Markdown with GitHub's style sheet and Mermaid. All pictures exist in light and dark
// mode. Needs a Chromium (CHROMIUM specifies its program) and, for the reports, the network once, to install the
// renderer.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { startEmulator } from '../../harness/emulator.ts';
import { deploy } from '../../harness/start/deploy.ts';
import { startOwnGitHub } from '../../harness/start/github.ts';
import { changeEchoAgent, echoRepository } from '../../harness/start/source.ts';
import { drawDashboard } from './dashboard.ts';
import { type Page, renderPage } from './page.ts';
import { drawScreens } from './screens.ts';

const root = path.resolve(import.meta.dirname, '..', '..');
const images = path.join(root, 'docs/images');
const tools = path.join(root, '.tmp/pictures');
const RENDERER = ['github-markdown-css@5.9.0', 'mermaid@12.3.0', 'puppeteer-core@25.16.0'];
const WIDTH = 860;
const GREETING = 'GREETING=a secret that no picture may show';
const ANSWERS = `
- name: answers as v2
  input: { messages: [{ role: user, content: hello }] }
  expect: { last-message: 'v2: hello' }
`;

/** Functions of the browser library that this script uses. The library is installed outside the repository. */
interface Browser {
  newPage(): Promise<{
    setViewport(size: { width: number; height: number; deviceScaleFactor: number }): Promise<void>;
    goto(url: string, options: { waitUntil: 'load' }): Promise<unknown>;
    setContent(html: string, options: { waitUntil: 'load' }): Promise<void>;
    waitForFunction(text: string): Promise<unknown>;
    $(selector: string): Promise<{
      screenshot(options: { path: string; type: 'webp'; quality: number }): Promise<unknown>;
    } | null>;
    close(): Promise<void>;
  }>;
  close(): Promise<void>;
}

/** Returns the Markdown of a deploy's summary and of a preview's comment, from a run on the emulator. */
async function runExample(): Promise<{ summary: string; comment: string }> {
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
    await deploy({ ...request, name, github: pull, event: pull.event('opened') }, terminal);
    const [comment] = pull.comments();
    if (comment === undefined) throw new Error('the preview left no comment; its log is above');
    return { summary, comment };
  } finally {
    await emulator.stop();
    await github.close();
    await repository.remove();
  }
}

async function openBrowser(): Promise<Browser> {
  if (!existsSync(path.join(tools, 'node_modules/mermaid'))) {
    mkdirSync(tools, { recursive: true });
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--prefix', tools, ...RENDERER], {
      stdio: 'inherit',
    });
  }
  const library = pathToFileURL(
    path.join(tools, 'node_modules/puppeteer-core/lib/esm/puppeteer/puppeteer-core.js'),
  );
  // The library is not among the repository's packages, so only the functions in use are typed.
  const { default: puppeteer } = (await import(library.href)) as {
    default: { launch(options: { executablePath: string; args: string[] }): Promise<Browser> };
  };
  return puppeteer.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--hide-scrollbars', '--allow-file-access-from-files'],
  });
}

/** Takes pictures of the action's output as GitHub shows it. */
async function drawReports(): Promise<void> {
  const read = (file: string) => readFileSync(path.join(tools, 'node_modules', file), 'utf8');
  const { summary, comment } = await runExample();
  const browser = await openBrowser();
  try {
    const pages: Page[] = [
      { name: 'summary', title: 'deploy summary', markdown: summary },
      { name: 'comment', title: '**github-actions** bot commented now', markdown: comment },
    ];
    for (const theme of ['light', 'dark'] as const) {
      const stylesheet = read(`github-markdown-css/github-markdown-${theme}.css`);
      for (const page of pages) {
        const tab = await browser.newPage();
        await tab.setViewport({ width: WIDTH, height: 900, deviceScaleFactor: 2 });
        const mermaid = read('mermaid/dist/mermaid.min.js');
        await tab.setContent(renderPage(page, { theme, stylesheet, mermaid }), { waitUntil: 'load' });
        await tab.waitForFunction('window.drawn === true');
        const frame = await tab.$('.frame');
        await frame?.screenshot({
          path: path.join(images, `${page.name}-${theme}.webp`),
          type: 'webp',
          quality: 80,
        });
        await tab.close();
        console.log(`pictures: docs/images/${page.name}-${theme}.webp`);
      }
    }
  } finally {
    await browser.close();
  }
}

const [asked, folder = path.join(root, '.tmp/screens')] = process.argv.slice(2);
mkdirSync(images, { recursive: true });
if (asked === 'screens') {
  for (const file of await drawScreens(path.resolve(folder))) console.log(`pictures: ${file}`);
} else if (asked !== undefined && asked !== 'reports' && asked !== 'dashboard') {
  console.error(`pictures: there are reports, dashboard and screens, not ${asked}`);
  process.exitCode = 2;
} else {
  if (asked !== 'dashboard') await drawReports();
  if (asked !== 'reports') {
    for (const file of await drawDashboard(images))
      console.log(`pictures: docs/images/${path.basename(file)}`);
  }
}
