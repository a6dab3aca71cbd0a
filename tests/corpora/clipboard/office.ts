import type { ClipboardEntry } from './entry.ts'

const wordStart =
  '<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word"><head><meta name=Generator content="Microsoft Word 15"><style><!-- p.MsoNormal { margin:0cm } @list l0:level1 { mso-level-text:"*" } --></style></head><body lang=EN-GB><!--StartFragment-->'
const wordEnd = '<!--EndFragment--></body></html>'
const mark = (text: string) =>
  `<![if !supportLists]><span style='mso-list:Ignore'>${text}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span><![endif]>`
const wordItem = (level: number, text: string, words: string) =>
  `<p class=MsoListParagraph style='margin-left:${level * 36}.0pt;text-indent:-18.0pt;mso-list:l0 level${level} lfo1'>${mark(text)}${words}<o:p></o:p></p>`

/** Word, Excel, LibreOffice and Google's programs. */
export const office: readonly ClipboardEntry[] = [
  {
    name: 'Word: paragraphs with bold words whose style speaks of other scripts',
    html: `${wordStart}<p class=MsoNormal>The <b style='mso-bidi-font-weight:normal'>final</b>\n offer <i style='mso-bidi-font-style:normal'>stands</i>.<o:p></o:p></p><p class=MsoNormal><o:p>&nbsp;</o:p></p><p class=MsoNormal>Regards</p>${wordEnd}`,
    markdown: 'The **final** offer *stands*.\n\nRegards',
    has: { strong: 1, em: 1, p: 2 },
  },
  {
    name: 'Word: a bulleted list of two levels',
    html: `${wordStart}${wordItem(1, '·', 'Bread')}${wordItem(2, 'o', 'Rye')}${wordItem(2, 'o', 'Wheat')}${wordItem(1, '·', 'Milk')}${wordEnd}`,
    markdown: '- Bread\n  - Rye\n  - Wheat\n- Milk',
    has: { ul: 2, li: 4 },
  },
  {
    name: 'Word: a numbered list that begins with three, and a paragraph after it',
    html: `${wordStart}${wordItem(1, '3.', 'Sign')}${wordItem(1, '4.', 'Send')}<p class=MsoNormal>Done</p>${wordEnd}`,
    markdown: '3. Sign\n4. Send\n\nDone',
    words: 'Sign\nSend\nDone',
    has: { 'ol[start="3"]': 1, li: 2, p: 1 },
  },
  {
    name: 'Word: numbers with letters below them',
    html: `${wordStart}${wordItem(1, '1.', 'One')}${wordItem(2, 'a)', 'A')}${wordItem(3, 'i.', 'I')}${wordItem(1, '2.', 'Two')}${wordEnd}`,
    markdown: '1. One\n  1. A\n    1. I\n2. Two',
    words: 'One\nA\nI\nTwo',
    has: { ol: 3, li: 4 },
  },
  {
    name: 'Word: a heading and a table',
    html: `${wordStart}<h1>Prices<o:p></o:p></h1><table class=MsoTableGrid border=1><tr style='mso-yfti-irow:0'><td width=100><p class=MsoNormal><b>Item</b><o:p></o:p></p></td><td><p class=MsoNormal><b>Price</b></p></td></tr><tr><td><p class=MsoNormal>Box</p></td><td><p class=MsoNormal>3 | 4</p></td></tr></table>${wordEnd}`,
    markdown: '# Prices\n\n| Item | Price |\n| --- | --- |\n| Box | 3 `|` 4 |',
    has: { h1: 1, table: 1, th: 2, 'td code': 1 },
  },
  {
    name: 'Word: a link, a footnote mark without an address, and hidden text',
    html: `${wordStart}<p class=MsoNormal>See <a href="https://x.example/plan">the plan</a><a href="#_ftn1" name="_ftnref1"><sup>[1]</sup></a><span style='mso-hide:all'>secret</span></p>${wordEnd}`,
    markdown: 'See [the plan](https://x.example/plan)[1]',
    words: 'See the plan[1]',
    has: { a: 1 },
  },
  {
    name: 'Word: words struck out, and a signature with marks',
    html: `${wordStart}<p class=MsoNormal><s>Old</s> new, file_name_1 * 2 ** 3</p>${wordEnd}`,
    markdown: '~~Old~~ new, file_name_1 * 2 ** 3',
    has: { del: 1, em: 0, strong: 0 },
  },
  {
    name: 'Excel: a range of cells',
    html: '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><style><!--table {mso-displayed-decimal-separator:"\\.";} .xl65 {font-weight:700;}--></style></head><body link="#0563C1"><table border=0 cellpadding=0 cellspacing=0 width=128><!--StartFragment--> <col width=64 span=2> <tr height=20 style=\'height:15.0pt\'>  <td height=20 class=xl65 width=64>a_b</td>  <td width=64>*Total*</td> </tr> <tr>  <td align=right>1</td>  <td align=right>2</td> </tr><!--EndFragment--></table></body></html>',
    markdown: '| a_b | `*Total*` |\n| --- | --- |\n| 1 | 2 |',
    has: { table: 1, th: 2, td: 2, em: 0 },
  },
  {
    name: 'Excel: one cell',
    html: '<html><body><table><!--StartFragment--> <tr height=20>  <td height=20 width=64>=SUM(A1)*2</td> </tr><!--EndFragment--></table></body></html>',
    markdown: null,
  },
  {
    name: 'Excel: merged cells and an empty row',
    html: '<table><tr><td colspan=2>Both</td></tr><tr><td></td><td></td></tr><tr><td>1</td><td>2</td></tr></table>',
    markdown: '| Both |  |\n| --- | --- |\n| 1 | 2 |',
    words: 'Both\n1\n2',
    has: { th: 2, td: 2 },
  },
  {
    name: 'LibreOffice Writer: paragraphs and a list with paragraphs in its items',
    html: '<html><head><style type="text/css">p { line-height: 115% }</style></head><body lang="en-GB" dir="ltr"><p class="western" style="margin-bottom: 0cm">First\n<b>line</b></p><ol><li><p>one</p></li><li><p>two</p><ul><li><p>inner</p></li></ul></li></ol></body></html>',
    markdown: 'First **line**\n\n1. one\n2. two\n  - inner',
    has: { ol: 1, ul: 1, li: 3 },
  },
  {
    name: 'LibreOffice Writer: marks at the beginning of a paragraph',
    html: '<p class="western">1986. A year</p><p class="western">- <i>dash</i></p><p class="western"># sharp</p><p class="western">&gt; more</p>',
    markdown: '  1986. A year\n\n  - *dash*\n\n  # sharp\n\n`>` more',
    words: '1986. A year\n- dash\n# sharp\n> more',
    has: { ol: 0, ul: 0, h1: 0, blockquote: 0, p: 4 },
  },
  {
    name: 'LibreOffice Calc: cells with fonts and values',
    html: '<table cellspacing="0" border="0"><colgroup width="85"></colgroup><tr><td height="17" align="left"><font face="Arial">Name</font></td><td align="left"><font>Sum</font></td></tr><tr><td>x</td><td align="right" sdval="3" sdnum="1033;">3</td></tr></table>',
    markdown: '| Name | Sum |\n| --- | --- |\n| x | 3 |',
    has: { table: 1 },
  },
  {
    name: 'Google Docs: words whose weight and slant are in styles',
    html: '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1f2e"><p dir="ltr" style="line-height:1.38;"><span style="font-size:11pt;font-weight:400;">Plain </span><span style="font-weight:700;font-style:normal;">bold</span><span style="font-weight:400;font-style:italic;"> slanted</span><span style="text-decoration:line-through;"> gone</span></p></b><br class="Apple-interchange-newline">',
    markdown: 'Plain **bold** *slanted* ~~gone~~',
    has: { strong: 1, em: 1, del: 1 },
  },
  {
    name: 'Google Docs: a nested list beside its item',
    html: '<b style="font-weight:normal;" id="docs-internal-guid-2"><ul><li dir="ltr" aria-level="1" style="list-style-type:disc;font-weight:400;"><p dir="ltr" role="presentation"><span style="font-weight:400">One</span></p></li><ul><li dir="ltr" aria-level="2"><p role="presentation"><span>Inner</span></p></li></ul><li><p><span>Two</span></p></li></ul></b>',
    markdown: '- One\n  - Inner\n- Two',
    has: { ul: 2, li: 3, strong: 0 },
  },
  {
    name: 'Google Docs: plain paragraphs',
    html: '<b style="font-weight:normal;" id="docs-internal-guid-3"><p><span style="font-weight:400">One *two* three</span></p></b>',
    markdown: null,
  },
  {
    name: 'Google Docs: a heading and a table with paragraphs in its cells',
    html: '<b style="font-weight:normal;" id="docs-internal-guid-4"><h2><span style="font-weight:400">C#</span></h2><div dir="ltr"><table><colgroup><col width="100"></colgroup><tbody><tr><td><p><span>a</span></p></td><td><p><span>b</span></p></td></tr><tr><td><p><span>1</span></p><p><span>2</span></p></td><td><p><span>3</span></p></td></tr></tbody></table></div></b>',
    markdown: '## `C#`\n\n| a | b |\n| --- | --- |\n| 1 2 | 3 |',
    words: 'C#\na\nb\n1 2\n3',
    has: { h2: 1, table: 1 },
  },
  {
    name: 'Google Sheets: cells with a bold header',
    html: '<google-sheets-html-origin><style type="text/css"><!--td {border: 1px solid #cccccc;}--></style><table xmlns="http://www.w3.org/1999/xhtml" cellspacing="0" data-sheets-root="1"><colgroup><col width="100"></colgroup><tbody><tr style="height:21px;"><td style="font-weight:bold;" data-sheets-value="{&quot;1&quot;:2}">Day</td><td style="font-weight:bold;">Who</td></tr><tr><td>Mon</td><td>me &amp; you</td></tr></tbody></table></google-sheets-html-origin>',
    markdown: '| Day | Who |\n| --- | --- |\n| Mon | me & you |',
    has: { table: 1, 'th strong': 0 },
  },
  {
    name: 'Outlook on the web: lines of divisions, and an empty one',
    html: '<div class="elementToProof">Hello <b>all</b>,</div><div><br></div><div>line one</div><div>line two</div>',
    markdown: 'Hello **all**,\n\nline one\nline two',
    has: { p: 2, br: 1 },
  },
  {
    name: 'A mail laid out by tables',
    html: '<table role="presentation"><tr><td><table><tr><td><h2>News</h2><p>Read <a href="https://x.example/n?a=1&amp;b=2">this</a></p></td></tr></table></td></tr></table>',
    markdown: '## News\n\nRead [this](https://x.example/n?a=1&b=2)',
    has: { table: 0, h2: 1, a: 1 },
  },
]
