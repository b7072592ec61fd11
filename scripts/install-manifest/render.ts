import { createHash } from 'node:crypto';
import path from 'node:path';
import { renderChart } from '../../harness/cluster/helm.ts';

/** Path of the manifest that the chart renders with its default values, for users without helm. */
export const INSTALL_MANIFEST = path.resolve(import.meta.dirname, '../../deploy/kubernetes/install.yaml');

const NAMESPACE = 'agent-deploy';

/** Image of the control plane in the manifest, which a release replaces. No registry can have this name. */
const IMAGE = 'registry.invalid/agent-deploy-emulator';

const HEAD = `# The chart of the control plane with its default values, for \`kubectl apply --filename install.yaml\`: docs/kubernetes.md#install.
# \`npm run install-manifest\` generates this file. The image of the manifest in a clone is in a registry that does not exist;
# the manifest of a release contains the image of the release.
---
apiVersion: v1
kind: Namespace
metadata:
  name: ${NAMESPACE}
  labels:
    pod-security.kubernetes.io/enforce: restricted
`;

/** Appends a hash of its definition to the name of the Job, because kubectl cannot change the pod of a Job. */
function nameJobByPod(manifest: string): string {
  const name = '\n  name: agent-deploy-migrate\n';
  const job = manifest.split('\n---').find((one) => one.includes(name));
  if (job === undefined) throw new Error('the chart has no Job that migrates: adapt nameJobByPod');
  const hash = createHash('sha256').update(job).digest('hex').slice(0, 8);
  return manifest.replace(name, `${name.trimEnd()}-${hash}\n`);
}

/**
 * Renders the manifest.
 * @throws Error with helm's output, or with instructions for building the program that contains helm.
 */
export async function renderInstallManifest(): Promise<string> {
  const rendered = await renderChart(
    { name: 'agent-deploy', namespace: NAMESPACE },
    { image: { repository: IMAGE } },
  );
  // Removes lines that only helm reads, or that apply only to installations with helm.
  const text = rendered
    .replaceAll(/^(?:# Source: | *helm\.sh\/).*\n/gm, '')
    .replaceAll(/^ *annotations:\n(?! )/gm, '')
    .replaceAll('app.kubernetes.io/managed-by: Helm', 'app.kubernetes.io/managed-by: kubectl')
    .replaceAll(/\n+---/g, '\n---');
  return HEAD + nameJobByPod(text);
}
