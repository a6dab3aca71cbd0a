import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { pageLiterals } from '../../support/page-literals.ts'

const root = resolve(import.meta.dirname, '../../../renderer')

/** Texts that no user reads, with the reason. */
const allowed: Readonly<Record<string, string>> = {
  'app/page-errors.svelte.ts: ResizeObserver loop': 'the beginning of a message of Chromium',
  'app/page-errors.svelte.ts: something that is no error': 'for the log and the report',
  'bridge/view-client.svelte.ts: a view could not be brought up to date': 'for the log',
  'bridge/writing-first.ts: Alt': 'the name of a key',
  'bridge/writing-first.ts: AltGraph': 'the name of a key',
  'bridge/writing-first.ts: CapsLock': 'the name of a key',
  'bridge/writing-first.ts: Control': 'the name of a key',
  'bridge/writing-first.ts: Meta': 'the name of a key',
  'bridge/writing-first.ts: Shift': 'the name of a key',
  'main.ts: the page has no #app': 'for the log',
  'commands/press.ts: AltGraph': 'the name of a key',
  'commands/press.ts: ArrowEnd': 'a key of the notation',
  'commands/press.ts: ArrowStart': 'a key of the notation',
  'commands/press.ts: Dead': 'the name of a key',
  'commands/press.ts: Process': 'the name of a key',
  'commands/press.ts: Unidentified': 'the name of a key',
  'places/place-history.ts: the history has lost its place': 'for the log',
  'feeds/feed-model.svelte.ts: a message without its conversation': 'for the log',
  'conversation/Conversation.svelte: Files': 'a type of what is dragged',
  'media/cleaning/jpeg.ts: Adobe': 'the mark of a segment',
  'media/cleaning/orientation.ts: Exif\0\0': 'the mark of a segment',
  'media/cleaning/png.ts: tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST pHYs sPLT acTL fcTL fdAT':
    'names of chunks',
  'ui/overlay/Dialog.svelte: dialog scrolls': 'classes',
}

/** Parts of the syntax tree of what is written. */
const isSyntax =
  /^composer\/(completion|editor)\/[\w-]+\.ts: (Blockquote|Code(Block|Info|Mark|Text)|EmojiName|Emphasis|FencedCode|HTML(Block|Tag)|Inline(Code|Math)|LinkReference|Mention|PlaceLink|SetextHeading|Time)$/

/** Values of `KeyboardEvent.key`. */
const keys = /^(Arrow(Up|Down|Left|Right)|Backspace|Ctrl|Delete|End|Enter|Escape|Home|Page(Down|Up)|Tab)$/
const isCss = /^(px|translate\(|px\) scale\(|px, ?|color-mix\(.*)$/
const isMarkup = /^<.*>$/

/** The texts of the page that the catalogue does not have. */
function untranslated(): string[] {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'))
  return files
    .filter((file) => /\.(svelte|ts)$/.test(file) && !file.endsWith('.d.ts'))
    .flatMap((file) =>
      pageLiterals(file, readFileSync(join(root, file), 'utf8'))
        .filter(({ text }) => !keys.test(text) && !isCss.test(text) && !isMarkup.test(text))
        .map(({ text }) => `${file}: ${text}`),
    )
    .sort()
}

/** All files of the page are parsed. */
const allowedMs = 30_000

describe('the texts of the page', { timeout: allowedMs }, () => {
  it('are in the catalogue, exceptions aside', () => {
    const found = untranslated().filter((text) => !/: (.|\$\{\}<mark.*)$/.test(text) && !isSyntax.test(text))
    expect([...new Set(found)]).toEqual(Object.keys(allowed).sort())
  })

  it.each([
    ['<p>Not sent</p>', 'Not sent'],
    ['<b>{count} unread</b>', 'unread'],
    ['<button aria-label="Close"></button>', 'Close'],
    ['<input placeholder="name" />', 'name'],
    ['<Dialog title="Settings" />', 'Settings'],
    ["<p>{isOn ? 'Keep running' : ''}</p>", 'Keep running'],
    ['<button title="Remove {name}"></button>', 'Remove'],
    ['<script lang="ts">const said = \'The text was copied.\'</script>', 'The text was copied.'],
    ['<script lang="ts">const said = `Open ${name}`</script>', 'Open ${}'],
  ])('would not be %s', (source, text) => {
    expect(pageLiterals('A.svelte', source).map((literal) => literal.text)).toEqual([text])
  })

  it.each([
    '<p class="not sent">{phrases.title}</p>',
    "<script lang=\"ts\">import X from '@lucide/svelte/icons/x'; const kind = 'topic'</script>",
    '<a href="./A page">{name}</a>',
  ])('may be %s', (source) => {
    expect(pageLiterals('A.svelte', source)).toEqual([])
  })
})
