import type { SpellingState } from '#contract/app.ts'
import { catalogue } from '#i18n/catalogue.ts'
import type { DesktopPlatform } from '../system/desktop-platform.ts'
import { judgeLink } from '../security/links/link-judgement.ts'

/** What the menu shows of the check of spelling. */
export type ContextSpelling = Pick<SpellingState, 'isEnabled' | 'languages' | 'available'>

/** The clicked element: the fields of Electron's `ContextMenuParams` that its menu depends on. */
export interface Clicked {
  readonly isEditable: boolean
  readonly selectionText: string
  readonly linkURL: string
  /** The text of the link; empty for a picture. */
  readonly linkText: string
  readonly mediaType: string
  readonly hasImageContents: boolean
  readonly misspelledWord: string
  readonly dictionarySuggestions: readonly string[]
  readonly formControlType: string
  readonly editFlags: Readonly<
    Record<'canUndo' | 'canRedo' | 'canCut' | 'canCopy' | 'canPaste' | 'canDelete' | 'canSelectAll', boolean>
  >
}

/** The effect of an entry without a role of Electron. */
export type ContextAction =
  | { readonly kind: 'replace_word'; readonly word: string }
  | { readonly kind: 'learn_word'; readonly word: string }
  | { readonly kind: 'look_up' }
  | { readonly kind: 'open_link'; readonly address: string; readonly shown: string }
  | { readonly kind: 'copy_text'; readonly text: string }
  | { readonly kind: 'copy_image' }
  | { readonly kind: 'toggle_spelling' }
  | { readonly kind: 'toggle_language'; readonly language: string }

export type ContextEntry =
  | { readonly kind: 'separator' }
  | {
      readonly kind: 'role'
      readonly role: 'undo' | 'redo' | 'cut' | 'copy' | 'paste' | 'pasteAndMatchStyle' | 'delete' | 'selectAll'
      readonly isEnabled: boolean
    }
  | {
      readonly kind: 'action'
      readonly label: string
      readonly action: ContextAction
      /** Null for an entry without a check mark. */
      readonly isChecked: boolean | null
    }
  | { readonly kind: 'note'; readonly label: string }
  | { readonly kind: 'submenu'; readonly label: string; readonly entries: readonly ContextEntry[] }

const mostSuggestions = 5
const longestLookUp = 30
/** Multi-line fields; `none` is the field of the Markdown editor. */
const holdsForms: ReadonlySet<string> = new Set(['text-area', 'none'])
/** Fields without spell checking, such as passwords. */
const unchecked: ReadonlySet<string> = new Set([
  'input-password',
  'input-email',
  'input-url',
  'input-number',
  'input-telephone',
])

/**
 * The entries of a context menu; no menu opens without entries. The page suppresses this menu for its own ones with
 * `preventDefault` of the event.
 */
export function contextEntries(
  clicked: Clicked,
  platform: DesktopPlatform,
  spelling: ContextSpelling,
): readonly ContextEntry[] {
  const groups = clicked.isEditable
    ? [suggestions(clicked), editing(clicked), checking(clicked, platform, spelling)]
    : [link(clicked, platform), image(clicked), selection(clicked, platform)]
  return groups
    .filter((group) => group.length > 0)
    .flatMap((group, index) => (index === 0 ? group : [{ kind: 'separator' } as const, ...group]))
}

function action(label: string, of: ContextAction, isChecked: boolean | null = null): ContextEntry {
  return { kind: 'action', label, action: of, isChecked }
}

function suggestions({ misspelledWord, dictionarySuggestions }: Clicked): readonly ContextEntry[] {
  if (misspelledWord === '') return []
  const suggested = dictionarySuggestions.slice(0, mostSuggestions)
  return [
    ...(suggested.length === 0
      ? [{ kind: 'note', label: catalogue.menus.noSuggestions } as const]
      : suggested.map((word) => action(word, { kind: 'replace_word', word }))),
    action(catalogue.menus.addToDictionary, { kind: 'learn_word', word: misspelledWord }),
  ]
}

function editing({ editFlags: can, formControlType }: Clicked): readonly ContextEntry[] {
  const role = (name: Extract<ContextEntry, { kind: 'role' }>['role'], isEnabled: boolean) =>
    ({ kind: 'role', role: name, isEnabled }) as const
  const separator = { kind: 'separator' } as const
  return [
    ...[role('undo', can.canUndo), role('redo', can.canRedo), separator],
    ...[role('cut', can.canCut), role('copy', can.canCopy), role('paste', can.canPaste)],
    ...(holdsForms.has(formControlType) ? [role('pasteAndMatchStyle', can.canPaste)] : []),
    ...[role('delete', can.canDelete), separator, role('selectAll', can.canSelectAll)],
  ]
}

function checking(
  { formControlType }: Clicked,
  platform: DesktopPlatform,
  { isEnabled, languages, available }: ContextSpelling,
): readonly ContextEntry[] {
  if (unchecked.has(formControlType)) return []
  const toggle = action(catalogue.menus.checkSpelling, { kind: 'toggle_spelling' }, isEnabled)
  if (platform === 'darwin' || available.length === 0) return [toggle]
  const entries = available.map((language) =>
    action(
      catalogue.menus.languageName(language),
      { kind: 'toggle_language', language },
      isEnabled && languages.includes(language),
    ),
  )
  return [toggle, { kind: 'submenu', label: catalogue.menus.languages, entries }]
}

function link({ linkURL, linkText: shown }: Clicked, platform: DesktopPlatform): readonly ContextEntry[] {
  const judged = linkURL === '' ? null : judgeLink(linkURL, platform, shown)
  if (judged === null || judged.kind === 'refuse') return []
  const { address } = judged
  const isMail = address.startsWith('mailto:')
  const isAsked = judged.kind === 'ask'
  const isBare = isMail || /^(?:tel|callto|sips?|smsto|sms):/.test(address)
  const openLabel = isAsked ? catalogue.menus.openAsked : isMail ? catalogue.menus.writeMail : catalogue.menus.openLink
  return [
    action(openLabel, { kind: 'open_link', address, shown }),
    action(isMail || isAsked ? catalogue.menus.copyAddress : catalogue.menus.copyLink, {
      kind: 'copy_text',
      text: isBare ? bareAddress(address) : address,
    }),
  ]
}

/** A phone number or mail address without its scheme and parameters. */
function bareAddress(address: string): string {
  return decoded(address.replace(/^[a-z]+:/, '').replace(/[?;].*$/, ''))
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function image({ mediaType, hasImageContents }: Clicked): readonly ContextEntry[] {
  return mediaType === 'image' && hasImageContents ? [action(catalogue.menus.copyImage, { kind: 'copy_image' })] : []
}

function selection({ selectionText, editFlags }: Clicked, platform: DesktopPlatform): readonly ContextEntry[] {
  const text = selectionText.trim()
  if (text === '') return []
  const copy = { kind: 'role', role: 'copy', isEnabled: editFlags.canCopy } as const
  if (platform !== 'darwin') return [copy]
  const shown = [...text].length > longestLookUp ? `${[...text].slice(0, longestLookUp - 1).join('')}…` : text
  return [action(catalogue.menus.lookUp(shown.replaceAll(/\s+/g, ' ')), { kind: 'look_up' }), copy]
}
