/**
 * Style sheet of the HTML report. The report's content security policy permits only this style sheet, identified by its
 * hash.
 */
export const PAGE_STYLE = `:root { color-scheme: light dark;
--canvas: light-dark(#f5f5f2, #0f1012); --surface: light-dark(#ffffff, #17181b); --sunken: light-dark(#efefeb, #121316); --hover: light-dark(#f4f4f0, #1d1f23);
--line: light-dark(#e4e4de, #292b30); --line-2: light-dark(#cfcfc7, #3a3d44);
--ink: light-dark(#17181a, #edeeef); --ink-2: light-dark(#4a4c51, #b4b7bd); --ink-3: light-dark(#64666c, #92969e); --live: light-dark(#2f4dd0, #93a8ff);
--ok: light-dark(#15693a, #5fcb8e); --ok-soft: light-dark(#e2f3e8, #10301f); --ok-fill: light-dark(#2b9259, #3fa56d);
--bad: light-dark(#b0212c, #ff918c); --bad-soft: light-dark(#fcebea, #2d1618); --bad-fill: light-dark(#d03b43, #e05a5c);
--wait: light-dark(#855000, #f2bd5e); --wait-soft: light-dark(#fcf0d8, #2b210c); --wait-fill: light-dark(#b87503, #c68e2a);
--rest: light-dark(#5a5d64, #a3a7af); --rest-soft: light-dark(#ebebe7, #26282d); --rest-fill: light-dark(#85878d, #70747e);
--plus: light-dark(#d5f0de, #16402a); --minus: light-dark(#fbdcda, #4d1c20);
--lift: 0 1px 2px light-dark(rgb(20 21 24 / 0.06), rgb(0 0 0 / 0.4));
--sans: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; --mono: ui-monospace, "SF Mono", "Cascadia Code", Menlo, Consolas, monospace; }
* { box-sizing: border-box; margin: 0; }
body { background: var(--canvas); color: var(--ink); font: 400 0.8125rem/1.25rem var(--sans); padding: 1.5rem; }
main { display: grid; gap: 1rem; grid-template-columns: minmax(0, 1fr); margin: 0 auto; max-width: 80rem; }
a { color: var(--live); }
a:focus-visible, summary:focus-visible { outline: 2px solid var(--live); outline-offset: -2px; }
svg.icon { display: block; fill: none; flex: none; height: 1rem; stroke: currentColor; stroke-linecap: round; stroke-linejoin: round; stroke-width: 1.5; width: 1rem; }
svg .solid { fill: currentColor; stroke: none; }
svg .cut { stroke: var(--surface); }
.ok { color: var(--ok); } .bad { color: var(--bad); } .wait { color: var(--wait); } .rest { color: var(--rest); }
.verdict, .card { background: var(--surface); border: 1px solid var(--line); border-radius: 10px; box-shadow: var(--lift); min-width: 0; overflow: clip; }
.verdict { align-items: center; border-left-width: 3px; display: grid; gap: 1rem; grid-template-columns: max-content minmax(0, 1fr) max-content; padding: 1rem; }
.verdict.bad { border-left-color: var(--bad-fill); } .verdict.ok { border-left-color: var(--ok-fill); } .verdict.wait { border-left-color: var(--wait-fill); }
.verdict > .glyph { border-radius: 10px; display: grid; height: 2.5rem; place-items: center; width: 2.5rem; }
.verdict.bad > .glyph { background: var(--bad-soft); } .verdict.ok > .glyph { background: var(--ok-soft); } .verdict.wait > .glyph { background: var(--wait-soft); }
.verdict svg.icon { height: 1.5rem; width: 1.5rem; }
.verdict h1 { color: var(--ink); font: 600 1rem/1.5rem var(--sans); }
.verdict p { color: var(--ink-2); overflow-wrap: anywhere; }
.facts { color: var(--ink); display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; }
.facts div { display: flex; gap: 0.375rem; }
.facts dt { color: var(--ink-3); }
.facts dd { font-variant-numeric: tabular-nums; font-weight: 500; overflow-wrap: anywhere; }
.card > header { align-items: center; border-bottom: 1px solid var(--line); display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; justify-content: space-between; min-height: 2.75rem; padding: 0.5rem 1rem; }
.card > footer { border-top: 1px solid var(--line); color: var(--ink-3); font-size: 0.75rem; overflow-wrap: anywhere; padding: 0.5rem 1rem; }
h2 { font: 600 0.8125rem/1.25rem var(--sans); }
.note { color: var(--ink-2); font-size: 0.75rem; }
.commits { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; }
.commit { background: var(--rest-soft); border-radius: 4px; font: 400 0.75rem/1 var(--mono); padding: 0.2rem 0.3rem; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid var(--line); font-weight: 400; padding: 0.5rem; text-align: left; }
tr > :first-child { padding-left: 1rem; } tr > :last-child { padding-right: 1rem; }
tbody tr:last-child > * { border-bottom: 0; }
thead th { color: var(--ink-3); font-size: 0.75rem; }
tbody th { font-weight: 600; overflow-wrap: anywhere; }
.number { font-variant-numeric: tabular-nums; text-align: right; white-space: nowrap; }
td.picture { width: 36%; } td.picture svg { display: block; height: 2rem; overflow: visible; width: 100%; }
.zero { stroke: var(--line-2); } .margin { fill: var(--rest-soft); } .whisker { stroke-width: 2; }
.whisker.bad { stroke: var(--bad-fill); } .whisker.ok { stroke: var(--ok-fill); } .whisker.wait { stroke: var(--wait-fill); } .whisker.rest { stroke: var(--rest-fill); }
.dot.bad { fill: var(--bad-fill); } .dot.ok { fill: var(--ok-fill); } .dot.wait { fill: var(--wait-fill); } .dot.rest { fill: var(--rest-fill); }
.state { align-items: center; display: inline-flex; gap: 0.375rem; white-space: nowrap; }
.columns { align-items: center; column-gap: 1rem; display: grid; grid-template-columns: 1rem minmax(8rem, 1fr) minmax(0, 1.6fr) minmax(0, 1.6fr) 6.5rem; padding: 0 1rem; }
.columns.head { border-bottom: 1px solid var(--line); color: var(--ink-3); font-size: 0.75rem; height: 2rem; }
.case { border-bottom: 1px solid var(--line); }
.case:last-child { border-bottom: 0; }
.case > summary { cursor: pointer; list-style: none; min-height: 3.5rem; }
.case > summary::-webkit-details-marker { display: none; }
summary.columns:hover { background: var(--hover); }
p.columns { min-height: 3.5rem; }
.name { display: grid; min-width: 0; }
.name > :first-child { font-weight: 500; overflow-wrap: anywhere; }
.name > :last-child { font-size: 0.75rem; }
.cut-off { color: var(--ink-2); overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.pair { border-top: 1px solid var(--line); display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
.pair > div { padding: 0.75rem 1rem; }
.pair > div + div { border-left: 1px solid var(--line); }
.pair h3 { color: var(--ink-3); display: flex; font: 500 0.75rem/1rem var(--sans); gap: 0.5rem; justify-content: space-between; margin-bottom: 0.5rem; }
.pair.alone { grid-template-columns: minmax(0, 1fr); }
.answer { font-size: 0.875rem; line-height: 1.5rem; overflow-wrap: anywhere; white-space: pre-wrap; }
del, ins { border-radius: 4px; box-decoration-break: clone; -webkit-box-decoration-break: clone; padding: 0.05rem 0.25rem; text-decoration: none; }
del { background: var(--minus); text-decoration: line-through var(--bad) 1px; }
ins { background: var(--plus); }
.why { border-top: 1px solid var(--line); color: var(--ink-2); font-size: 0.75rem; overflow-wrap: anywhere; padding: 0.5rem 1rem; }
.scores-of-case { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; }
.pips { align-items: center; display: inline-flex; gap: 3px; }
.pip { border-radius: 3px; height: 0.75rem; width: 0.75rem; }
.pip.passed { background: var(--ok-fill); } .pip.failed { box-shadow: inset 0 0 0 2px var(--bad-fill); }
@media (max-width: 45rem) {
body { padding: 1rem; }
.verdict { grid-template-columns: max-content minmax(0, 1fr); } .verdict .facts { grid-column: 1 / -1; }
.picture, .interval, .number:has(+ .picture) { display: none; }
.columns { grid-template-columns: 1rem minmax(0, 1fr) 6.5rem; } .columns.head { display: none; }
.columns > .cut-off { grid-column: 2 / -1; } .case > summary, p.columns { padding-block: 0.5rem; }
.columns > .number { grid-column: 3; grid-row: 1; }
.pair { grid-template-columns: minmax(0, 1fr); } .pair > div + div { border-left: 0; border-top: 1px solid var(--line); }
}
@media print { body { background: none; } .verdict, .card { box-shadow: none; } }
`;

/** SHA-256 of {@link PAGE_STYLE}, in the format of the content security policy. */
export const PAGE_STYLE_HASH = 'sha256-rcxLl3g5xy6/2CaUqQHfTwCc1kI+vf6dBuSGc+f2LkA=';

/** Shapes of the verdict icons on a grid of 16 pixels, as the content of an SVG image. */
export const PAGE_ICONS = {
  worse:
    '<rect class="solid" x="1.7" y="1.7" width="12.6" height="12.6" rx="3"/><path class="cut" d="M8 4.8v6M5.4 8.3L8 10.9l2.6-2.6"/>',
  better:
    '<rect class="solid" x="1.7" y="1.7" width="12.6" height="12.6" rx="3"/><path class="cut" d="M8 11.2v-6M5.4 7.7L8 5.1l2.6 2.6"/>',
  same: '<path d="M3.5 6.2h9M3.5 9.8h9"/>',
  unclear:
    '<circle cx="8" cy="8" r="5.8"/><path d="M6.2 6.5c0-1.1.8-1.7 1.8-1.7s1.8.7 1.8 1.6c0 1.3-1.8 1.4-1.8 2.7M8 11.1v.1"/>',
  broken:
    '<path class="solid" d="M5.3 1.7h5.4l3.6 3.6v5.4l-3.6 3.6H5.3l-3.6-3.6V5.3z"/><path class="cut" d="M6 6l4 4M10 6l-4 4"/>',
  passed: '<circle cx="8" cy="8" r="5.8"/><path d="M5.4 8.2l1.8 1.8 3.4-3.8"/>',
  flaky: '<path d="M1.8 9.5l2.7-4 2.6 5.5 2.7-6 2.2 4.5 2.2-2"/>',
  changed: '<path d="M3.5 5.8h9M3.5 10.2h9M10.5 3L5.5 13"/>',
  errored: '<path d="M8 2.5L14.2 13H1.8zM8 6.5v3M8 11.2v.1"/>',
} as const;
