import type { ClusterAccess } from './api.ts';

/** Returns a kubeconfig with one context, `test`, as JSON, which is valid YAML. */
export function renderKubeconfig({ url, ca, token }: ClusterAccess, namespace = 'default'): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      {
        name: 'test',
        cluster: { server: url, 'certificate-authority-data': Buffer.from(ca).toString('base64') },
      },
    ],
    users: [{ name: 'test', user: { token } }],
    contexts: [{ name: 'test', context: { cluster: 'test', user: 'test', namespace } }],
    'current-context': 'test',
  });
}
