/** The styles of all pages of an export. */
export const style = `:root {
  color-scheme: light dark;
  --text: light-dark(#1d2230, #e6e8ee);
  --text-2: light-dark(#5a6275, #a3abbd);
  --surface: light-dark(#ffffff, #15181f);
  --raised: light-dark(#f6f7f9, #1c2029);
  --line: light-dark(#dfe3ea, #2d3340);
  --accent: light-dark(#2d5bd0, #8fb0ff);
  --warning: light-dark(#7a4a00, #f0c27a);
  --warning-surface: light-dark(#fff6e5, #33291a);
}
* { box-sizing: border-box; }
html { scroll-padding-top: 72px; }
body {
  margin: 0;
  color: var(--text);
  background: var(--surface);
  font: 15px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif, 'Apple Color Emoji', 'Segoe UI Emoji',
    'Noto Color Emoji';
}
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.bar {
  position: sticky; top: 0; z-index: 1;
  display: flex; flex-wrap: wrap; gap: 8px 24px; align-items: center; justify-content: space-between;
  padding: 10px 24px;
  background: var(--raised);
  border-bottom: 1px solid var(--line);
}
.home {
  min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap;
  color: inherit; font-weight: 600; text-decoration: none;
}
.home:hover { text-decoration: underline; }
.search { display: flex; gap: 8px; }
.search label span { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.search input, .search button {
  height: 32px; padding: 0 10px;
  color: inherit; background: var(--surface);
  border: 1px solid var(--line); border-radius: 6px;
  font: inherit;
}
.search input { width: min(280px, 50vw); }
.search button { cursor: pointer; }
main { max-width: 880px; margin: 0 auto; padding: 24px; }
h1 { margin: 0 0 4px; font-size: 24px; line-height: 1.3; overflow-wrap: anywhere; }
h2 { margin: 32px 0 8px; font-size: 17px; overflow-wrap: anywhere; }
h1 + p, main > p { margin: 4px 0; color: var(--text-2); }
.list ul, .groups, .stated ul, #results ol { margin: 0; padding: 0; list-style: none; }
.list li, .groups li, .stated li { padding: 6px 0; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
.list li a, .groups li a { margin-inline-end: 8px; font-weight: 500; text-decoration: none; }
.list li a:hover, .groups li a:hover { text-decoration: underline; }
.count, .period { margin-inline-end: 8px; color: var(--text-2); font-size: 13px; }
.mark { margin-inline-start: 6px; color: var(--text-2); font-size: 12px; }
.parts { margin: 16px 0; }
.parts ol { display: flex; flex-wrap: wrap; gap: 4px 16px; margin: 0; padding: 0; list-style: none; font-size: 13px; }
.parts [aria-current] { color: inherit; font-weight: 600; text-decoration: none; }
.day {
  margin: 28px 0 8px; padding-bottom: 4px;
  border-bottom: 1px solid var(--line);
  color: var(--text-2); font-size: 13px; font-weight: 600;
}
.message { padding: 8px 12px; margin: 0 -12px; border-radius: 8px; break-inside: avoid; }
.message:target { background: light-dark(#eef3ff, #1e2740); }
.message > header { display: flex; flex-wrap: wrap; gap: 2px 8px; align-items: baseline; }
.sender { font-weight: 600; overflow-wrap: anywhere; }
.moment { color: var(--text-2); font-size: 12px; text-decoration: none; }
.moment:hover { text-decoration: underline; }
.content { overflow-wrap: anywhere; }
.content > :first-child { margin-top: 0; }
.content > :last-child { margin-bottom: 0; }
.content p { margin: 4px 0; }
.content :is(ul, ol) { margin: 4px 0; padding-inline-start: 28px; }
.content blockquote { margin: 6px 0; padding-inline-start: 12px; border-inline-start: 3px solid var(--line); color: var(--text-2); }
.content :is(h1, h2, h3, h4, h5, h6) { margin: 12px 0 4px; font-size: 16px; }
.content pre {
  overflow-x: auto; margin: 6px 0; padding: 10px 12px;
  background: var(--raised); border: 1px solid var(--line); border-radius: 6px;
  white-space: pre;
}
.content code { font: 13px/1.45 ui-monospace, 'SF Mono', Menlo, Consolas, monospace; }
.content :not(pre) > code { padding: 1px 4px; background: var(--raised); border-radius: 4px; }
.content table { display: block; max-width: 100%; overflow-x: auto; border-collapse: collapse; }
.content :is(th, td) { padding: 4px 10px; border: 1px solid var(--line); }
.align-left { text-align: left; }
.align-center { text-align: center; }
.align-right { text-align: right; }
.content img { max-width: 100%; max-height: 420px; height: auto; border-radius: 6px; vertical-align: bottom; }
.content img.emoji { width: 20px; height: 20px; border-radius: 0; vertical-align: text-bottom; }
.content video { max-width: 100%; max-height: 420px; border-radius: 6px; }
.content :is(.user-mention, .user-group-mention, .topic-mention) { padding: 0 3px; background: var(--raised); border-radius: 4px; }
.spoiler { margin: 6px 0; padding: 6px 12px; border: 1px solid var(--line); border-radius: 6px; }
.spoiler summary { cursor: pointer; }
.spoiler summary > p { display: inline; }
.missing, .refused, .note { color: var(--text-2); font-style: italic; }
.gap { margin: 12px 0; padding: 8px 12px; color: var(--warning); background: var(--warning-surface); border-radius: 6px; font-size: 13px; }
.reactions { display: flex; flex-wrap: wrap; gap: 4px; margin: 6px 0 0; padding: 0; list-style: none; }
.reactions li { padding: 0 8px; border: 1px solid var(--line); border-radius: 12px; font-size: 13px; }
#results ol li { border-top: 1px solid var(--line); }
#results a { display: grid; gap: 2px; padding: 8px 0; color: inherit; text-decoration: none; }
#results a:hover .found { text-decoration: underline; }
.found { color: var(--text-2); font-size: 13px; overflow-wrap: anywhere; }
.words { overflow-wrap: anywhere; }
@media print {
  .bar { position: static; }
  .search, .parts { display: none; }
  main { max-width: none; padding: 0; }
  .content pre { white-space: pre-wrap; }
}
`
