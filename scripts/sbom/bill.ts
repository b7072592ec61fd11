import * as z from 'zod';

const Component = z.looseObject({
  'bom-ref': z.string(),
  name: z.string(),
  version: z.string(),
  purl: z.string(),
});

/** Fields in the output of `npm sbom --sbom-format cyclonedx` that a bill of materials uses. */
export const NpmBill = z.object({
  specVersion: z.literal('1.5'),
  components: z.array(Component),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()) })),
});

/** An installed version of an npm package. */
export interface PackageVersion {
  name: string;
  version: string;
}

/** The product that a bill describes. */
export interface Product {
  name: string;
  version: string;
  type: 'application' | 'container';
  purl: string;
}

/** A component of a bill of materials in CycloneDX 1.5. */
export interface BillComponent {
  'bom-ref': string;
  type: string;
  name: string;
  version: string;
  purl: string;
  [field: string]: unknown;
}

/** A bill of materials in CycloneDX 1.5. */
export interface Bill {
  bomFormat: 'CycloneDX';
  specVersion: '1.5';
  version: 1;
  metadata: { component: BillComponent };
  components: BillComponent[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

/**
 * Returns the bill of a product with these npm packages and other components. `whole` is npm's bill of this
 * repository, from which the hashes, licenses and dependencies of the packages are taken. The bill contains neither a
 * time nor a random serial number, so the same sources result in the same bytes.
 * @throws Error with the name of a package that npm's bill lacks.
 */
export function createBill(
  product: Product,
  whole: z.infer<typeof NpmBill>,
  packages: readonly PackageVersion[],
  others: readonly BillComponent[] = [],
): Bill {
  const known = new Map(whole.components.map((component) => [component['bom-ref'], component]));
  const included = packages.map(({ name, version }): BillComponent => {
    const component = known.get(`${name}@${version}`);
    if (component === undefined) throw new Error(`npm's bill of materials has no ${name}@${version}.`);
    // The product contains the package, so the package is required, even if it is a development dependency here.
    return { ...component, type: 'library', scope: 'required' };
  });
  const components = [...included, ...others].toSorted((a, b) => compare(a['bom-ref'], b['bom-ref']));
  const refs = new Set(components.map((component) => component['bom-ref']));
  const ref = `${product.name}@${product.version}`;
  const dependencies = whole.dependencies
    .filter((edge) => refs.has(edge.ref))
    .map((edge) => ({ ref: edge.ref, dependsOn: edge.dependsOn.filter((one) => refs.has(one)).toSorted() }));
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { 'bom-ref': ref, ...product } },
    components,
    dependencies: [{ ref, dependsOn: [...refs] }, ...dependencies].toSorted((a, b) => compare(a.ref, b.ref)),
  };
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** Returns the component of a program that is not an npm package. `kind` is the type of its package URL. */
export function programComponent(kind: string, { name, version }: PackageVersion): BillComponent {
  const purl = `pkg:${kind}/${name}@${encodeURIComponent(version)}`;
  return { 'bom-ref': purl, type: 'application', name, version, purl };
}

/**
 * Reads the output of `dpkg-query --show` with the package's name, version and architecture in each line, separated by
 * tabs.
 * @throws Error with the number of a line in another form, or if there is no line.
 */
export function parseDebianPackages(text: string): BillComponent[] {
  const lines = text.split('\n').filter((line) => line !== '');
  if (lines.length === 0) throw new Error('The list of Debian packages is empty.');
  return lines.map((line, index) => {
    const [, name, version, architecture] = /^([a-z0-9][a-z0-9+.-]+)\t(\S+)\t([a-z0-9-]+)$/.exec(line) ?? [];
    if (name === undefined || version === undefined || architecture === undefined) {
      throw new Error(
        `Line ${index + 1} of the list of Debian packages must be a name, a version and an architecture, separated by tabs.`,
      );
    }
    const purl = `pkg:deb/debian/${encodeURIComponent(name)}@${encodeURIComponent(version)}?arch=${architecture}`;
    return { 'bom-ref': purl, type: 'library', name, version, purl };
  });
}
