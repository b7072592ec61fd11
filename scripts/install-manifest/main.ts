import { writeFile } from 'node:fs/promises';
import { INSTALL_MANIFEST, renderInstallManifest } from './render.ts';

// `npm run install-manifest` writes deploy/kubernetes/install.yaml from the chart. The program of the cluster, which
// contains helm, is required.
await writeFile(INSTALL_MANIFEST, await renderInstallManifest());
