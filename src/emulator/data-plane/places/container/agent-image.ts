import type { ImageKeys } from '../../../../graph-config/image.ts';
import type { DependencyPlan, PythonConfig } from '../../../../graph-config/python.ts';

export interface AgentImagePlan {
  base: string;
  lines: readonly string[];
  /**
   * Absolute path of the checkout, which is the same on this machine and in the image. `folder` is the absolute path of
   * the configuration's folder in the checkout.
   */
  checkout: string;
  folder: string;
  /** Shell script that installs the agent's packages; absent if no packages are installed. */
  script: string | undefined;
}

/** Name of the second build context, which is used if the configuration is not in the root of the checkout. */
export const CHECKOUT_CONTEXT = 'agent-deploy-checkout';

/**
 * Returns the Dockerfile of an agent. The configuration's `dockerfile_lines` come first, and can copy files from the
 * configuration's folder, as in the hosted service. The checkout has the same path in the image as on this machine, so
 * paths of the checkout are valid in both.
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
/** Escapes a path, because Docker expands variables in the arguments of most instructions. */
const literal = (path: string): string => path.replaceAll(/[\\$]/g, String.raw`\$&`);

const BUILD_TOOLS = ['pip', 'setuptools', 'wheel'] as const;

/** Python program that deletes packages, whose names are the program's arguments, from the image. */
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
  pipConfigFile: string | undefined;
  /** Absolute path of the folder in `source.root`, if set. */
  projectFolder: string | undefined;
  /** Folder for links to packages whose name differs from their folder's name. */
  links: string;
  keep: ImageKeys['keep_pkg_tools'];
  /** Requirement for the library with which the worker loads graphs. */
  library: string;
  /**
   * Install command of the deployment, which replaces the normal installation and runs in the root of the checkout. The
   * build command, `buildCommand`, runs in the configuration's folder.
   */
  installCommand: string | null | undefined;
  buildCommand: string | null | undefined;
  checkout: string;
  folder: string;
}

/** Returns the shell script that installs the packages of a Python agent into the image's Python. */
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
    'python=$(command -v python3 || command -v python) || fail "The image has no Python. Choose a base_image with Python 3.11 or newer."',
    `"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || fail "The Python of the image is older than 3.11. Choose a base_image with Python 3.11 or newer."`,
    'export UV_BREAK_SYSTEM_PACKAGES=1 PIP_BREAK_SYSTEM_PACKAGES=1 PIP_ROOT_USER_ACTION=ignore PYTHONDONTWRITEBYTECODE=1',
    'constraints=; if [ -f /api/constraints.txt ]; then constraints="-c /api/constraints.txt"; fi',
    `if ${usesPip ? 'false' : 'command -v uv > /dev/null'}; then install() { uv pip install --python "$python" "$@"; }`,
    'elif "$python" -m pip --version > /dev/null 2>&1; then install() { "$python" -m pip install "$@"; }',
    'else fail "The image has no uv and no pip. Install one of them with dockerfile_lines, or choose another base_image."; fi',
  ];
  if (pipConfigFile !== undefined) lines.push(`export PIP_CONFIG_FILE=${quoted(pipConfigFile)}`);
  if (installCommand) {
    lines.push(`(cd ${quoted(install.checkout)}; ${installCommand}\n)`);
  } else if (source.kind === 'uv' && projectFolder !== undefined) {
    const named = source.package === undefined ? '' : ` --package ${quoted(source.package)}`;
    lines.push(
      'command -v uv > /dev/null || fail "The image has no uv, which is needed to read uv.lock. Install uv with dockerfile_lines, or choose another base_image."',
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

/** Quotes a string as one word of a shell command line. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
