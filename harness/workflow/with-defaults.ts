import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseDocument } from 'yaml';

/** Something made for a while. */
interface Made {
  remove: () => Promise<void>;
}

/**
 * The same action in another folder, with other defaults for some of its inputs: a published workflow then reaches a
 * service of the test's own without a word of it being changed. Its files are linked, not copied.
 * Throws for an input the action does not declare.
 */
export async function withDefaults(
  actionYml: string,
  defaults: Readonly<Record<string, string>>,
): Promise<Made & { folder: string }> {
  const document = parseDocument(await readFile(actionYml, 'utf8'));
  for (const [name, value] of Object.entries(defaults)) {
    if (!document.hasIn(['inputs', name])) throw new Error(`${actionYml} declares no input '${name}'`);
    document.setIn(['inputs', name, 'default'], value);
  }
  const made = await mkdtemp(path.join(tmpdir(), 'agent-deploy-action-'));
  const source = path.dirname(path.resolve(actionYml));
  // What an action below the root runs stands beside its folder.
  const beside = /^\.\.\/([\w-]+)\//.exec(String(document.getIn(['runs', 'main'])))?.[1];
  const folder = beside === undefined ? made : path.join(made, 'action');
  if (beside !== undefined) {
    await mkdir(folder);
    await symlink(path.resolve(source, '..', beside), path.join(made, beside), 'junction');
  }
  await writeFile(path.join(folder, 'action.yml'), document.toString());
  for (const entry of await readdir(source, { withFileTypes: true })) {
    if (entry.name === path.basename(actionYml)) continue;
    // Windows wants to know what a link leads to.
    const kind = entry.isDirectory() ? 'junction' : 'file';
    await symlink(path.join(source, entry.name), path.join(folder, entry.name), kind);
  }
  return { folder, remove: () => rm(made, { recursive: true, force: true }) };
}

/**
 * The same reusable workflow in another file, with other defaults for some of its inputs. Throws for an input the
 * workflow does not take.
 */
export async function withCallDefaults(
  file: string,
  defaults: Readonly<Record<string, string>>,
): Promise<Made & { file: string }> {
  const document = parseDocument(await readFile(file, 'utf8'));
  for (const [name, value] of Object.entries(defaults)) {
    const place = ['on', 'workflow_call', 'inputs', name];
    if (!document.hasIn(place)) throw new Error(`${file} takes no input '${name}'`);
    document.setIn([...place, 'default'], value);
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'agent-deploy-workflow-'));
  const copy = path.join(folder, path.basename(file));
  await writeFile(copy, document.toString());
  return { file: copy, remove: () => rm(folder, { recursive: true, force: true }) };
}
