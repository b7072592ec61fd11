/** The eight groups of an IPv6 address. */
export type Groups = readonly number[];

const OCTET = /^(0|[1-9][0-9]{0,2})$/;

/** The four numbers of an IPv4 address in plain decimal, no leading zeros; anything else is undefined. */
export function parseIpv4(text: string): number[] | undefined {
  const octets = text.split('.');
  if (octets.length !== 4 || !octets.every((octet) => OCTET.test(octet) && Number(octet) < 256)) {
    return undefined;
  }
  return octets.map(Number);
}

/** The eight groups of an IPv6 address in any spelling, without brackets or zone; anything else is undefined. */
export function parseIpv6(text: string): Groups | undefined {
  if (!/^[0-9A-Fa-f:.]{2,45}$/.test(text) || !text.includes(':')) return undefined;
  // The platform's parser reads every spelling and writes one: what is left is to fill the gap.
  const url = URL.parse(`http://[${text}]/`);
  if (url === null) return undefined;
  const [head = '', tail] = url.hostname.slice(1, -1).split('::');
  const before = groupsOf(head);
  if (tail === undefined) return before;
  const after = groupsOf(tail);
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after];
}

/** The spelling of RFC 5952. */
export function formatIpv6(groups: Groups): string {
  const url = new URL(`http://[${groups.map((group) => group.toString(16)).join(':')}]/`);
  return url.hostname.slice(1, -1);
}

/** The IPv4 address inside `::ffff:a.b.c.d`. */
export function mappedIpv4(groups: Groups): string | undefined {
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  return isMapped ? ipv4At(groups, 6) : undefined;
}

/** The IPv4 address that two groups of an IPv6 address hold. */
export function ipv4At(groups: Groups, index: number): string {
  const [high = 0, low = 0] = groups.slice(index, index + 2);
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

function groupsOf(text: string): number[] {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
}
