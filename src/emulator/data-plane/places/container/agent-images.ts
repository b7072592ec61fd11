import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { memoizeAsync } from '../../../../clients/memoize.ts';
import { describeProcessEnd } from '../../../ports/processes.ts';
import { lastOutput } from '../../build/failure-lines.ts';
import { StepAborted, StepFailure, type WriteLog } from '../../build/step.ts';
import { type AgentImagePlan, CHECKOUT_CONTEXT, renderDockerfile } from './agent-image.ts';
import { createEngineFinder, type Engine, type EngineOptions } from './engine.ts';
import { NO_NETWORK } from './run-arguments.ts';

/** Builds images of agents from code. */
export interface AgentImages {
  /** Resolves to the reason why no container engine can be used, or to `undefined` if an engine is available. */
  unavailable(): Promise<string | undefined>;
  /**
   * Builds the image of a revision and returns the image's name. `home` is the revision's folder.
   * @throws StepFailure with the last lines of the engine's output
   * @throws StepAborted if the build was cancelled
   */
  build(request: ImageBuild): Promise<string>;
  /** Resolves to true if the image exists, or if no engine is available for the check. */
  has(image: string): Promise<boolean>;
  /** Removes the image of a revision, if the image was built in the revision's folder `home`. */
  remove(home: string, revisionId: string): Promise<void>;
  /** Removes the images that this process built; called if the emulator's data is temporary. */
  removeAll(): Promise<void>;
}

interface ImageBuild {
  revisionId: string;
  home: string;
  plan: AgentImagePlan;
  log: WriteLog;
  signal: AbortSignal;
  timeoutMs: number;
}

export interface AgentImagesOptions extends EngineOptions {
  dataDir: string;
}

/**
 * Label with the data folder of the emulator that built an image. If the folder no longer exists, the image can be
 * removed.
 */
const FOLDER_LABEL = 'dev.agent-deploy.data';
const LAST_LINES = 40;

const nameOf = (revisionId: string): string => `localhost/agent-deploy:${revisionId}`;
const folderOf = (home: string): string => join(home, 'image');

/**
 * Creates the builder of images. The builder uses the first engine that it finds, and searches for an engine when an
 * image is first needed.
 */
export function createAgentImages(options: AgentImagesOptions): AgentImages {
  const findEngine = createEngineFinder(options);
  const built = new Set<string>();
  const swept = memoizeAsync(async () => sweepImages(await need()));
  /**
   * False once the engine has failed to connect a build to a network, because the engine would fail for every build.
   */
  let hasNetwork = true;

  const need = async (): Promise<Engine> => {
    const found = await findEngine();
    if (found.kind === 'none')
      throw new StepFailure(
        `The agent runs in an image, but no container engine works on this machine (${found.reason}). Start the container engine that built the image, or deploy again.`,
      );
    return found.engine;
  };

  return {
    async unavailable() {
      const found = await findEngine();
      return found.kind === 'none' ? found.reason : undefined;
    },

    async build({ revisionId, home, plan, log, signal, timeoutMs }) {
      const engine = await need();
      await swept();
      const folder = folderOf(home);
      await mkdir(folder, { recursive: true });
      const file = join(folder, 'Dockerfile');
      await writeFile(file, renderDockerfile(plan));
      const image = nameOf(revisionId);
      built.add(image);
      const args = ['build', '--file', file, '--tag', image];
      args.push('--label', `${FOLDER_LABEL}=${options.dataDir}`);
      if (!engine.info.isPodman) args.push('--progress', 'plain');
      if (plan.script === undefined) {
        // The ignore file is empty, because the image needs all packages in the checkout, which the repository's ignore
        // file may exclude.
        const ignored = `${file}.dockerignore`;
        await writeFile(ignored, '');
        if (engine.info.isPodman) args.push('--ignorefile', ignored);
      }
      if (plan.folder !== plan.checkout) args.push('--build-context', `${CHECKOUT_CONTEXT}=${plan.checkout}`);
      log(`Building the image with ${engine.program} ${engine.info.version}, from ${plan.base}`);
      const attempt = async () => {
        const last: string[] = [];
        const network = !hasNetwork ? ['--network', 'host'] : [];
        const result = await engine.run([...args, ...network, plan.folder], {
          signal,
          timeoutMs,
          onLine(line) {
            const shown = shownOf(line);
            log(shown);
            last.push(shown);
            if (last.length > LAST_LINES) last.shift();
          },
        });
        return { ...result, last };
      };
      let result = await attempt();
      if (!result.ok && !signal.aborted && hasNetwork && NO_NETWORK.test(result.errorTail)) {
        hasNetwork = false;
        log(
          `${engine.program} cannot connect containers to a network on this machine. Containers use the network of this machine instead.`,
          'WARNING',
        );
        result = await attempt();
      }
      if (signal.aborted) throw new StepAborted('cancelled while the image was built');
      if (result.ok) return image;
      throw new StepFailure(
        `${engine.program} could not build the image: it ${describeProcessEnd(result.end)}. ${describeOutput(result.last)} To run agents on this machine without an image, start the emulator with --image-engine none.`,
      );
    },

    async has(image) {
      const found = await findEngine();
      return found.kind === 'none' || (await found.engine.run(['image', 'inspect', image])).ok;
    },

    async remove(home, revisionId) {
      const image = nameOf(revisionId);
      const isBuilt = (await stat(folderOf(home)).catch(() => undefined)) !== undefined;
      if (!isBuilt) return;
      built.delete(image);
      const found = await findEngine();
      if (found.kind === 'engine') await found.engine.run(['rmi', '--force', image]);
    },

    async removeAll() {
      if (built.size === 0) return;
      const found = await findEngine();
      if (found.kind === 'engine') await found.engine.run(['rmi', '--force', ...built]);
      built.clear();
    },
  };
}

/** Returns the visible part of a line that was overwritten, and truncates lines of the emulator's own script. */
function shownOf(line: string): string {
  const text = line.slice(line.lastIndexOf('\r') + 1);
  return text.includes('/bin/sh","-euc"') ? `${text.slice(0, text.indexOf('"-euc"'))}…` : text;
}

function describeOutput(lines: readonly string[]): string {
  const output = lines.filter((line) => !/^(STEP \d|-->|#\d+ (DONE|CACHED)|\s*$)/.test(line));
  const words = lastOutput(output);
  return words === '' ? 'It printed nothing.' : `Last output: ${words.replace(/\.?$/, '.')}`;
}

/** Removes the images of killed emulators whose temporary data folder no longer exists. */
async function sweepImages(engine: Engine): Promise<void> {
  const list = ['images', '--quiet', '--no-trunc', '--filter', `label=${FOLDER_LABEL}`];
  const { ok, stdout } = await engine.run(list);
  for (const id of new Set(ok ? stdout.split('\n').filter((line) => line !== '') : [])) {
    const format = `{{index .Config.Labels "${FOLDER_LABEL}"}}`;
    const { ok: known, stdout: folder } = await engine.run(['image', 'inspect', '--format', format, id]);
    const isGone = known && (await stat(folder.trim()).catch(() => undefined)) === undefined;
    if (isGone) await engine.run(['rmi', '--force', id]);
  }
}
