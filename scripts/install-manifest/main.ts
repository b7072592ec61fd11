import { writeFile } from 'node:fs/promises';
import { INSTALL_MANIFEST, renderInstallManifest } from './render.ts';

// `npm run install-manifest` writes deploy/kubernetes/install.yaml from the chart. It needs the cluster's program,
// which contains helm.
await writeFile(INSTALL_MANIFEST, await renderInstallManifest());
