import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import * as z from 'zod';
import { until } from '../until.ts';
import { type ClusterApi, accepted } from './api.ts';
import { findKedaDefinitions } from './build.ts';

const Definition = z.looseObject({
  apiVersion: z.string(),
  kind: z.literal('CustomResourceDefinition'),
  metadata: z.looseObject({ name: z.string() }),
  spec: z.looseObject({ names: z.looseObject({ plural: z.string() }) }),
});

/**
 * Installs the definitions of KEDA's objects, so that the API server validates such objects. No controller acts on the
 * objects. The product then treats the cluster as a cluster with KEDA, so a suite needs a separate cluster.
 */
export async function installKeda(api: ClusterApi): Promise<void> {
  for (const file of findKedaDefinitions()) {
    const definition = Definition.parse(parse(await readFile(file, 'utf8')));
    accepted(await api.apply(definition));
    const { plural } = definition.spec.names;
    const place = `/apis/keda.sh/v1alpha1/namespaces/default/${plural}`;
    await until(async () => (await api.request('GET', place)).status === 200, plural);
  }
}
