// Functions that benches run in a page. The browser evaluates this file as a script, so the file must not contain
// imports.
const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

globalThis.probes = {
  /** Scrolls an element up and down by `step` pixels per frame, and returns the times between frames. */
  async scroll(selector, frames, step) {
    const element = document.querySelector(selector);
    element.scrollTop = 0;
    const gaps = [];
    let by = step;
    let before = await frame();
    for (let count = 0; count < frames; count += 1) {
      element.scrollTop += by;
      if (element.scrollTop + element.clientHeight >= element.scrollHeight - 1) by = -step;
      else if (element.scrollTop === 0) by = step;
      const at = await frame();
      gaps.push(at - before);
      before = at;
    }
    return gaps;
  },

  /** Replaces the page with a table of this number of request rows, in a box of the same height. */
  plainTable(count) {
    const box = Object.assign(document.createElement('div'), { id: 'plain' });
    box.style.height = '600px';
    box.style.overflow = 'auto';
    const table = document.createElement('table');
    for (let row = 1; row <= count; row += 1) {
      const path = `/v2/deployments?name_contains=agent-${row}`;
      const line = table.insertRow();
      for (const text of [row, '12:00:00.000', 'control-plane', 'GET', path, 200, 1, '']) {
        line.insertCell().textContent = String(text);
      }
    }
    box.append(table);
    document.body.replaceChildren(box);
  },

  /**
   * Sends a request to the control plane, waits for the frame where the page shows the request, and returns the
   * milliseconds from the response to this frame by the page's clock.
   */
  async change(key, mark) {
    const shown = (async () => {
      while (!document.body.textContent.includes(mark)) await frame();
      return performance.now();
    })();
    await fetch(`/v2/deployments?name_contains=${mark}`, { headers: { 'x-api-key': key } });
    const at = performance.now();
    return Math.max((await shown) - at, 0);
  },

  /** Replaces the page with a list that polls for new requests every `every` milliseconds. */
  async poll(key, every) {
    const list = document.createElement('ol');
    document.body.replaceChildren(list);
    let after = 0;
    const look = async () => {
      const answer = await fetch(`/_local/journal?after=${after}`, { headers: { 'x-api-key': key } });
      const { entries } = await answer.json();
      for (const entry of entries) {
        after = entry.seq;
        list.append(Object.assign(document.createElement('li'), { textContent: JSON.stringify(entry) }));
      }
      setTimeout(look, every);
    };
    await look();
  },

  /** Returns the time of the first contentful paint, in milliseconds from the start of the navigation. */
  async firstPaint() {
    for (;;) {
      const [entry] = performance.getEntriesByName('first-contentful-paint');
      if (entry !== undefined) return entry.startTime;
      await frame();
    }
  },
};
