import type { Page } from 'playwright-core';
import * as z from 'zod';

// Scripts for the page are strings, because these tests have no browser types.

const FIND_MOTION = `(() => {
  const moves = ({ animationName, transitionDuration, scrollBehavior }) =>
    animationName !== 'none' || scrollBehavior === 'smooth' || !/^0s(, 0s)*$/.test(transitionDuration);
  const found = [...document.querySelectorAll('*')].flatMap((element) =>
    [null, '::before', '::after', '::backdrop']
      .filter((part) => moves(getComputedStyle(element, part)))
      .map((part) => element.cloneNode(false).outerHTML.slice(0, 120) + (part ?? '')),
  );
  return [...new Set([...found, ...document.getAnimations().map((one) => 'animation ' + one.constructor.name)])];
})()`;

/** Returns the elements whose styles animate or transition, or scroll smoothly. */
export async function findMotion(page: Page): Promise<string[]> {
  return z.array(z.string()).parse(await page.evaluate(FIND_MOTION));
}

const FIND_LAYOUT_PROBLEMS = `(() => {
  const problems = [];
  const root = document.documentElement;
  const shown = { opacityProperty: true, visibilityProperty: true };
  const name = (element) => element.cloneNode(false).outerHTML.slice(0, 160) + ' ' + element.textContent.slice(0, 60);
  const dialog = document.querySelector('dialog[open]');
  const scope = dialog ?? document.querySelector('.menu-items') ?? document.body;
  if (root.scrollWidth > root.clientWidth) problems.push('the page scrolls sideways');
  const styles = new Map();
  const styleOf = (element) => {
    if (!styles.has(element)) styles.set(element, getComputedStyle(element));
    return styles.get(element);
  };
  const isHidden = (element) => element.closest('.visually-hidden, .sprite, .skip, [hidden]') !== null;
  const ancestorsOf = (element) => {
    const all = [];
    for (let one = element; one !== null; one = one.parentElement) all.push(one);
    return all;
  };
  const layerOf = (element) =>
    ancestorsOf(element).find((one) => /^(fixed|sticky)$/.test(styleOf(one).position) || one.matches('.menu-items')) ?? root;

  // The visible boxes of all texts, and texts that an element cuts off.
  const boxes = [];
  const texts = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const parent = text.parentElement;
    if (text.data.trim() === '' || parent.closest('svg, script, style, option, textarea') !== null) continue;
    if (isHidden(parent) || !parent.checkVisibility(shown)) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const rect of range.getClientRects()) {
      if (rect.width < 1 || rect.height < 1) continue;
      const box = { left: rect.left, right: rect.right, top: rect.top, bottom: rect.bottom };
      let scrollsX = false;
      let scrollsY = false;
      let cut;
      for (const one of ancestorsOf(parent)) {
        if (one === document.body || one === root) break;
        const style = styleOf(one);
        if (style.display === 'inline' || style.display === 'contents') continue;
        const edge = one.getBoundingClientRect();
        const overflows = { x: style.overflowX !== 'visible', y: style.overflowY !== 'visible' };
        if (overflows.x) {
          if (/auto|scroll/.test(style.overflowX)) scrollsX = true;
          const isOut = rect.right > edge.right + 1 || rect.left < edge.left - 1;
          const hasEllipsis = style.textOverflow === 'ellipsis';
          if (isOut && !scrollsX && !hasEllipsis) cut = one;
          // An ellipsis that leaves less than three letters says nothing.
          if (isOut && !scrollsX && hasEllipsis && edge.width < 24) cut = one;
          if (isOut && hasEllipsis) scrollsX = true;
          box.left = Math.max(box.left, edge.left);
          box.right = Math.min(box.right, edge.right);
        }
        if (overflows.y) {
          if (/auto|scroll/.test(style.overflowY)) scrollsY = true;
          const isClamped = style.webkitLineClamp !== 'none';
          // A line that is cut at a pixel is the font's own height.
          const isOut = rect.bottom > edge.bottom + 3 || rect.top < edge.top - 3;
          if (isOut && !scrollsY && !isClamped) cut = one;
          if (isOut && isClamped) scrollsY = true;
          box.top = Math.max(box.top, edge.top);
          box.bottom = Math.min(box.bottom, edge.bottom);
        }
        if (style.position === 'fixed') break;
      }
      if (cut !== undefined) problems.push('cut: ' + text.data.trim().slice(0, 60) + ' in ' + name(cut));
      if (!scrollsX && (rect.right > root.clientWidth + 1 || rect.left < -1))
        problems.push('beyond the edge: ' + name(parent));
      if (box.right - box.left > 1 && box.bottom - box.top > 1) boxes.push({ ...box, parent, text });
    }
  }
  // Texts that cover each other.
  boxes.sort((a, b) => a.top - b.top);
  for (const [at, a] of boxes.entries()) {
    for (let next = at + 1; next < boxes.length && boxes[next].top < a.bottom - 3; next += 1) {
      const b = boxes[next];
      if (a.text === b.text || layerOf(a.parent) !== layerOf(b.parent)) continue;
      const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const height = Math.min(a.bottom, b.bottom) - b.top;
      if (width > 2 && height > 3)
        problems.push('overlap: ' + name(a.parent) + ' and ' + name(b.parent));
    }
  }
  // Controls that a pointer cannot reach, even after scrolling.
  const controls = 'a[href], button, input, select, textarea, summary, [role=switch], [role=treeitem], [role=menuitem], [role=option]';
  const places = new Map();
  const keep = (element) => {
    for (const one of ancestorsOf(element)) if (!places.has(one)) places.set(one, [one.scrollLeft, one.scrollTop]);
  };
  for (const control of scope.querySelectorAll(controls)) {
    if (isHidden(control) || !control.checkVisibility(shown)) continue;
    keep(control);
    control.scrollIntoView({ block: 'center', inline: 'center' });
    const [rect] = control.getClientRects();
    if (rect === undefined || rect.width < 1 || rect.height < 1) {
      problems.push('no size: ' + name(control));
      continue;
    }
    const [left, right] = [Math.max(0, rect.left), Math.min(innerWidth, rect.right)];
    const [top, bottom] = [Math.max(0, rect.top), Math.min(innerHeight, rect.bottom)];
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const labels = [...(control.labels ?? [])];
    if (hit === null || !(control.contains(hit) || labels.some((label) => label.contains(hit))))
      problems.push('not reached: ' + name(control) + ' below ' + (hit === null ? 'nothing' : name(hit)));
  }
  for (const [element, [left, top]] of places) {
    element.scrollLeft = left;
    element.scrollTop = top;
  }
  return [...new Set(problems)];
})()`;

/**
 * Returns the parts of a page, or of its open dialog or menu, that a reader cannot see or use: strings that are
 * truncated or overlap, controls that are covered, and parts beyond the edge of the window. Lists and panes are
 * allowed to scroll.
 */
export async function layoutProblems(page: Page): Promise<string[]> {
  return z.array(z.string()).parse(await page.evaluate(FIND_LAYOUT_PROBLEMS));
}
