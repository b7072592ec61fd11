import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import * as z from 'zod';
import { until } from '../until.ts';
import { type ClusterApi, accepted } from './api.ts';
import { findDefinitions } from './build.ts';

const Definition = z.looseObject({
  apiVersion: z.string(),
  kind: z.literal('CustomResourceDefinition'),
  metadata: z.looseObject({ name: z.string() }),
  spec: z.looseObject({
    group: z.string(),
    names: z.looseObject({ plural: z.string() }),
    versions: z.tuple([z.looseObject({ name: z.string() })]).rest(z.unknown()),
  }),
});

/** Installs the definition of the routes of the Gateway API, so that the API server validates routes. */
export const installGatewayApi = (api: ClusterApi): Promise<void> =>
  install(api, findDefinitions('gateway-api'));

async function install(api: ClusterApi, files: readonly string[]): Promise<void> {
  for (const file of files) {
    const definition = Definition.parse(parse(await readFile(file, 'utf8')));
    accepted(await api.apply(definition));
    const { group, names, versions } = definition.spec;
    const place = `/apis/${group}/${versions[0].name}/namespaces/default/${names.plural}`;
    await until(async () => (await api.request('GET', place)).status === 200, names.plural);
  }
}
