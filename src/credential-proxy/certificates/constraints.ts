import { AsnConvert } from '@peculiar/asn1-schema';
import {
  GeneralName,
  GeneralSubtree,
  GeneralSubtrees,
  id_ce_nameConstraints,
  NameConstraints,
} from '@peculiar/asn1-x509';
import { Extension } from './x509.ts';
import type { CompiledRule } from '../policy/model.ts';

/** What a sandbox's CA may sign for: host suffixes (a name and all below it) and single addresses, both canonical. */
export interface PermittedNames {
  readonly suffixes: readonly string[];
  readonly addresses: readonly string[];
}

/** No name below `.invalid` exists (RFC 2606): permitting only this forbids every host. */
const NOTHING = 'nothing.invalid';
const ANY_ADDRESS = ['0.0.0.0/0', '::/0'];

/** The names of these compiled rules, sorted and each once, so that equal sets are equal texts. */
export function permittedNamesOf(rules: readonly Pick<CompiledRule, 'hosts'>[]): PermittedNames {
  const hosts = rules.flatMap((rule) => rule.hosts.map(({ host }) => host));
  const texts = (ofName: boolean): string[] => {
    const chosen = hosts.filter(({ kind }) => (kind === 'name') === ofName).map(({ text }) => text);
    return [...new Set(chosen)].sort();
  };
  return { suffixes: texts(true), addresses: texts(false) };
}

/** Whether a CA with these constraints may sign for this canonical host. */
export function permits(names: PermittedNames, host: string): boolean {
  return (
    names.addresses.includes(host) ||
    names.suffixes.some((name) => host === name || host.endsWith(`.${name}`))
  );
}

/**
 * The critical extension that says so to every client: a CA key that is stolen is worth nothing for any other host
 * (facts D.7). A kind of name that no rule uses is forbidden outright, since "nothing permitted" would mean "all".
 */
export function nameConstraints({ suffixes, addresses }: PermittedNames): Extension {
  const permitted = [
    ...(suffixes.length > 0 ? suffixes : [NOTHING]).map((dNSName) => new GeneralName({ dNSName })),
    ...addresses.map(
      (address) => new GeneralName({ iPAddress: `${address}/${address.includes(':') ? 128 : 32}` }),
    ),
  ];
  const excluded = addresses.length > 0 ? [] : ANY_ADDRESS.map((iPAddress) => new GeneralName({ iPAddress }));
  const value = new NameConstraints({
    permittedSubtrees: subtrees(permitted),
    ...(excluded.length > 0 && { excludedSubtrees: subtrees(excluded) }),
  });
  return new Extension(id_ce_nameConstraints, true, AsnConvert.serialize(value));
}

function subtrees(names: GeneralName[]): GeneralSubtrees {
  return new GeneralSubtrees(names.map((base) => new GeneralSubtree({ base })));
}
