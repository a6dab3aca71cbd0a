import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { nodeNames } from '#renderer/parts/editor/markdown/family/syntax-node.ts'
import { pageLiterals } from '#support/page-literals.ts'

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
  'state/commands/press.ts: AltGraph': 'the name of a key',
  'state/commands/press.ts: ArrowEnd': 'a key of the notation',
  'state/commands/press.ts: ArrowStart': 'a key of the notation',
  'state/commands/press.ts: CapsLock': 'the name of a key',
  'state/routes/route-history.ts: the history has lost its place': 'for the log',
  'features/feeds/feed-model.svelte.ts: a message without its conversation': 'for the log',
  'features/conversation/Conversation.svelte: Files': 'a type of what is dragged',
  'parts/media/cleaning/jpeg.ts: Adobe': 'the mark of a segment',
  'parts/media/cleaning/orientation.ts: Exif\0\0': 'the mark of a segment',
  'parts/media/cleaning/png.ts: tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST pHYs sPLT acTL fcTL fdAT':
    'names of chunks',
  'parts/clipboard/page-elements.ts: script style noscript template head title meta link svg select datalist object iframe canvas audio video button textarea col colgroup':
    'names of elements',
  'parts/clipboard/read-html.ts: div address dt dd summary center fieldset li tr legend caption tbody thead tfoot':
    'names of elements',
  'parts/clipboard/read-html.ts: p section article header footer main nav aside figure figcaption form details dl hgroup':
    'names of elements',
  'parts/messages/message/MessageEditor.svelte: Files': 'a type of what is dragged',
  'parts/editor/completion/taken-by-enter.ts: column id data getter setter value nullable staticmethod classmethod property dataclass pytest app latest next':
    'words of programs',
  'parts/editor/completion/taken-by-enter.ts: define ifdef ifndef if else elif endif undef pragma region endregion error warning line shebang':
    'words of programs',
  'parts/editor/completion/taken-by-enter.ts: forward apply override test before after param return returns throws deprecated see since author version type':
    'words of programs',
  'parts/editor/completion/taken-by-enter.ts: media import charset font-face keyframes supports layer container page property namespace include mixin extend use':
    'words of programs',
  'parts/editor/completion/taken-by-enter.ts: typedef ts-ignore ts-expect-error component injectable input output autowired bean service controller entity table':
    'words of programs',
  'ui/overlay/Dialog.svelte: dialog scrolls': 'classes',
  'app/lazy-parts.ts: ./Panel.svelte': 'a module',
  'features/people/PersonCard.svelte: .actions button': 'a selector',
  'features/settings/account-settings.ts: ar bg ca cs da de en en-gb es fa fi fr hi hu it ja ko lt nl pl pt ro ru sr sv ta tr uk vi zh-hans zh-tw':
    'codes of languages',
}

/** Whether a text names nodes of the syntax tree of messages, alone or in a rule of the highlighting. */
function isSyntax(found: string): boolean {
  const [, text = ''] = /^parts\/editor\/(?:completion|markdown)\/(?:family\/)?[\w-]+\.ts: (.*)$/.exec(found) ?? []
  const names = text.split(' ').map((word) => word.replace(/\/\.\.\.$/, '').replace(/\$\{\}$/, '1'))
  return names.every((name) => (nodeNames as readonly string[]).includes(name))
}

/** Values of `KeyboardEvent.key`. */
const keys = /^(Arrow(Up|Down|Left|Right)|Backspace|Ctrl|Delete|End|Enter|Escape|Home|Page(Down|Up)|Tab)$/
const isCss = /^(px|translate\(|px\) scale\(|px, ?|color-mix\(.*)$/
const isMarkup = /^<.*>$/

/** The texts of the page that the catalogue does not have. */
function untranslated(): string[] {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'))
  return (
    files
      .filter((file) => /\.(svelte|ts)$/.test(file) && !file.endsWith('.d.ts'))
      // The texts of a feature are a part of the catalogue, and its fixtures are of the tests.
      .filter((file) => !/^features\/[\w/-]+\/(en|de|fixtures)\.ts$/.test(file))
      .flatMap((file) =>
        pageLiterals(file, readFileSync(join(root, file), 'utf8'))
          .filter(({ text }) => !keys.test(text) && !isCss.test(text) && !isMarkup.test(text))
          .map(({ text }) => `${file}: ${text}`),
      )
      .sort()
  )
}

/** All files of the page are parsed. */
const allowedMs = 30_000

describe('the texts of the page', { timeout: allowedMs }, () => {
  it('are in the catalogue, with listed exceptions', () => {
    const found = untranslated().filter((text) => !/: (.|\$\{\}<mark.*)$/.test(text) && !isSyntax(text))
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
    ['<script lang="ts">const said = \'Text copied.\'</script>', 'Text copied.'],
    ['<script lang="ts">const said = `Open ${name}`</script>', 'Open ${}'],
  ])('must not be in %s', (source, text) => {
    expect(pageLiterals('A.svelte', source).map((literal) => literal.text)).toEqual([text])
  })

  it.each([
    '<p class="not sent">{phrases.title}</p>',
    "<script lang=\"ts\">import X from '@lucide/svelte/icons/x'; const kind = 'topic'</script>",
    '<a href="./A page">{name}</a>',
  ])('may be in %s', (source) => {
    expect(pageLiterals('A.svelte', source)).toEqual([])
  })
})
