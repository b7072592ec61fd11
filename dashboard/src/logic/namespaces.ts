/** A node in the tree of namespaces. `path` contains the labels from the root to the node. */
export interface NamespaceNode {
  label: string;
  path: readonly string[];
  children: NamespaceNode[];
}

/** Builds the tree of namespaces. Prefixes of namespaces become nodes too. Siblings are sorted by label. */
export function namespaceTree(namespaces: readonly (readonly string[])[]): NamespaceNode[] {
  const root: NamespaceNode = { label: '', path: [], children: [] };
  for (const namespace of namespaces) {
    let node = root;
    for (const [depth, label] of namespace.entries()) {
      let next = node.children.find((one) => one.label === label);
      if (next === undefined) {
        next = { label, path: namespace.slice(0, depth + 1), children: [] };
        node.children.push(next);
      }
      node = next;
    }
  }
  sort(root);
  return root.children;
}

function sort(node: NamespaceNode): void {
  node.children.sort((a, b) => a.label.localeCompare(b.label));
  for (const child of node.children) sort(child);
}

/** Returns the visible rows of the tree with their depths. Children of folded nodes are omitted. */
export function namespaceRows(
  nodes: readonly NamespaceNode[],
  isFolded: (path: string) => boolean,
  depth = 0,
): { node: NamespaceNode; depth: number }[] {
  return nodes.flatMap((node) => [
    { node, depth },
    ...(isFolded(pathText(node.path)) ? [] : namespaceRows(node.children, isFolded, depth + 1)),
  ]);
}

/** Returns the text of a namespace for the URL. Labels never contain a period. */
export const pathText = (path: readonly string[]): string => path.join('.');

/** Returns the labels of a namespace from the text that `pathText` returned. */
export const pathOfText = (text: string): string[] => (text === '' ? [] : text.split('.'));
