import type { ImageKeys } from '../../../graph-config/image.ts';
import type { DependencyPlan, PythonConfig } from '../../../graph-config/python.ts';

export interface AgentImagePlan {
  /** The image to begin with. */
  base: string;
  lines: readonly string[];
  /** The checkout, and the configuration's folder in it: absolute, and the same in the image. */
  checkout: string;
  folder: string;
  /** Installs what the agent needs; absent: it is there. */
  script: string | undefined;
}

/** The name of the build's second context, where the configuration lies below the root. */
export const CHECKOUT_CONTEXT = 'agent-deploy-checkout';

/**
 * The Dockerfile of an agent. Its lines come first and see the configuration's folder, as those of the hosted service do; then
 * the checkout is copied to where it lies on this machine, so that every path is the same in both.
 */
export function renderDockerfile({ base, lines, checkout, folder, script }: AgentImagePlan): string {
  const from = folder === checkout ? '' : `--from=${CHECKOUT_CONTEXT} `;
  return [
    `FROM ${base}`,
    ...lines,
    `COPY ${from}${list(['./', `${literal(checkout)}/`])}`,
    `WORKDIR ${literal(folder)}`,
    ...(script === undefined
      ? []
      : [`RUN --mount=type=cache,target=/root/.cache ${list(['/bin/sh', '-euc', script])}`]),
    '',
  ].join('\n');
}

const list = (parts: readonly string[]): string => JSON.stringify(parts);
/** Variables are replaced in the arguments of most instructions. */
const literal = (path: string): string => path.replaceAll(/[\\$]/g, String.raw`\$&`);

const BUILD_TOOLS = ['pip', 'setuptools', 'wheel'] as const;

/** Removes packages of tools without themselves, and of a system that does not want it. */
const REMOVE_TOOLS = `
import glob, os, shutil, site, sys
for name in sys.argv[1:]:
    for folder in site.getsitepackages():
        for path in glob.glob(os.path.join(folder, name)) + glob.glob(os.path.join(folder, name + "-*")):
            shutil.rmtree(path, ignore_errors=True)
`;

interface PythonInstall {
  plan: DependencyPlan;
  config: Pick<PythonConfig, 'installer' | 'source'>;
  /** Absolute, like every path of the plan. */
  pipConfigFile: string | undefined;
  /** The folder of `source.root`. */
  projectFolder: string | undefined;
  /** Where names of packages that are folders of another name are linked. */
  links: string;
  keep: ImageKeys['keep_pkg_tools'];
  /** The package that loads graphs. */
  library: string;
  /** Of the deployment: the first runs in the root in place of the installation, the second in the configuration's folder. */
  installCommand: string | null | undefined;
  buildCommand: string | null | undefined;
  checkout: string;
  folder: string;
}

/** The shell script that installs the packages of a Python agent into the Python of its image. */
export function installScript(install: PythonInstall): string {
  const { plan, config, pipConfigFile, projectFolder, links, keep, library } = install;
  const { installCommand, buildCommand } = install;
  const { source } = config;
  const what = [
    ...plan.requirements.map(quoted),
    ...plan.requirementFiles.map((file) => `-r ${quoted(file)}`),
    ...plan.packages.map((folder) => `-e ${quoted(folder)}`),
  ];
  const usesPip = config.installer === 'pip' || (config.installer === 'auto' && pipConfigFile !== undefined);
  const lines = [
    'fail() { echo "$1" >&2; exit 1; }',
    'python=$(command -v python3 || command -v python) || fail "The image has no Python."',
    `"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || fail "The Python of the image is older than 3.11."`,
    'export UV_BREAK_SYSTEM_PACKAGES=1 PIP_BREAK_SYSTEM_PACKAGES=1 PIP_ROOT_USER_ACTION=ignore PYTHONDONTWRITEBYTECODE=1',
    'constraints=; if [ -f /api/constraints.txt ]; then constraints="-c /api/constraints.txt"; fi',
    `if ${usesPip ? 'false' : 'command -v uv > /dev/null'}; then install() { uv pip install --python "$python" "$@"; }`,
    'elif "$python" -m pip --version > /dev/null 2>&1; then install() { "$python" -m pip install "$@"; }',
    'else fail "The image has no uv and no pip. Add one to it with dockerfile_lines, or name another base_image."; fi',
  ];
  if (pipConfigFile !== undefined) lines.push(`export PIP_CONFIG_FILE=${quoted(pipConfigFile)}`);
  if (installCommand) {
    lines.push(`(cd ${quoted(install.checkout)}; ${installCommand}\n)`);
  } else if (source.kind === 'uv' && projectFolder !== undefined) {
    const named = source.package === undefined ? '' : ` --package ${quoted(source.package)}`;
    lines.push(
      'command -v uv > /dev/null || fail "The image has no uv, which alone reads uv.lock."',
      `cd ${quoted(projectFolder)}`,
      `uv export --quiet --frozen --no-dev --python "$python"${named} --output-file /tmp/agent-deploy-requirements.txt`,
      'install -r /tmp/agent-deploy-requirements.txt',
    );
  } else {
    lines.push(`install $constraints ${[...what, library].join(' ')}`);
  }
  for (const { name, folder } of plan.flat) {
    lines.push(`mkdir -p ${quoted(links)} && ln -sfn ${quoted(folder)} ${quoted(`${links}/${name}`)}`);
  }
  if (buildCommand) lines.push(`(cd ${quoted(install.folder)}; ${buildCommand}\n)`);
  lines.push('command -v python3 > /dev/null || ln -s "$python" /usr/local/bin/python3');
  const kept = keep === true ? BUILD_TOOLS : Array.isArray(keep) ? keep : [];
  const removed = BUILD_TOOLS.filter((tool) => !kept.includes(tool));
  if (removed.length > 0) lines.push(`"$python" -c ${quoted(REMOVE_TOOLS)} ${removed.join(' ')}`);
  return lines.join('\n');
}

/** One word of a shell's command line. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
