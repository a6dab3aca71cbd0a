import { describe, expect, it } from 'vitest'
import {
  contextEntries,
  type Clicked,
  type ContextEntry,
  type ContextSpelling,
} from '#shell/menus/context-menu-items.ts'
import type { DesktopPlatform } from '#shell/system/desktop-platform.ts'
import { menuTemplate } from '#shell/menus/menu.ts'

const platforms: readonly DesktopPlatform[] = ['win32', 'darwin', 'linux']
const off: ContextSpelling = { isEnabled: false, languages: [], available: ['de', 'fr'] }
const flags = {
  canUndo: true,
  canRedo: false,
  canCut: false,
  canCopy: false,
  canPaste: true,
  canDelete: false,
  canSelectAll: true,
}
const nothing: Clicked = {
  isEditable: false,
  selectionText: '',
  linkURL: '',
  linkText: '',
  mediaType: 'none',
  hasImageContents: false,
  misspelledWord: '',
  dictionarySuggestions: [],
  formControlType: 'none',
  editFlags: flags,
}

function nameOf(entry: ContextEntry): string {
  switch (entry.kind) {
    case 'separator':
      return '–'
    case 'role':
      return entry.isEnabled ? entry.role : `(${entry.role})`
    case 'submenu':
      return `${entry.label}: ${entry.entries.map(nameOf).join(', ')}`
    case 'note':
      return `(${entry.label})`
    case 'action':
      return entry.isChecked === true ? `✓ ${entry.label}` : entry.label
  }
}

function menu(clicked: Partial<Clicked>, platform: DesktopPlatform = 'linux', spelling = off): string[] {
  return contextEntries({ ...nothing, ...clicked }, platform, spelling).map(nameOf)
}

describe('the context menu', () => {
  it('has no entries where no action is possible', () => {
    for (const platform of platforms) {
      expect(menu({}, platform)).toEqual([])
      expect(menu({ selectionText: ' \n' }, platform)).toEqual([])
      expect(menu({ mediaType: 'image' }, platform)).toEqual([])
      expect(menu({ linkURL: 'javascript:alert(1)' }, platform)).toEqual([])
    }
  })

  it('has the possible edit commands in a text field, and toggles spell checking', () => {
    expect(menu({ isEditable: true, formControlType: 'text-area' })).toEqual([
      ...['undo', '(redo)', '–', '(cut)', '(copy)', 'paste', 'pasteAndMatchStyle', '(delete)', '–', 'selectAll', '–'],
      ...['Check Spelling While Typing', 'Languages: German, French'],
    ])
    // The Markdown editor is not a form control.
    expect(menu({ isEditable: true, formControlType: 'none' })).toContain('pasteAndMatchStyle')
    expect(menu({ isEditable: true, formControlType: 'input-text' })).not.toContain('pasteAndMatchStyle')
    const on = { isEnabled: true, languages: ['fr'], available: ['de', 'fr'] }
    expect(menu({ isEditable: true }, 'win32', on).slice(-2)).toEqual([
      '✓ Check Spelling While Typing',
      'Languages: German, ✓ French',
    ])
    expect(menu({ isEditable: true }, 'darwin', { ...on, available: [] }).at(-1)).toBe('✓ Check Spelling While Typing')
  })

  it('offers five corrections for a misspelled word or an entry without any, and can learn the word', () => {
    const dictionarySuggestions = ['one', 'two', 'three', 'four', 'five', 'six']
    expect(menu({ isEditable: true, misspelledWord: 'onee', dictionarySuggestions }).slice(0, 7)).toEqual([
      ...['one', 'two', 'three', 'four', 'five', 'Add to Dictionary', '–'],
    ])
    expect(menu({ isEditable: true, misspelledWord: 'xyzzy' }).slice(0, 2)).toEqual([
      '(No suggestions)',
      'Add to Dictionary',
    ])
  })

  it('has no spell checking in a password field', () => {
    expect(menu({ isEditable: true, formControlType: 'input-password' }).at(-1)).toBe('selectAll')
  })

  it('opens and copies a link, and copies only the address of a mail link', () => {
    expect(contextEntries({ ...nothing, linkURL: 'https://example.com/?a&b' }, 'linux', off)).toEqual([
      {
        kind: 'action',
        label: 'Open Link',
        action: { kind: 'open_link', address: 'https://example.com/?a&b', shown: '' },
        isChecked: null,
      },
      {
        kind: 'action',
        label: 'Copy Link',
        action: { kind: 'copy_text', text: 'https://example.com/?a&b' },
        isChecked: null,
      },
    ])
    const mail = contextEntries({ ...nothing, linkURL: 'mailto:ada%2Bx@example.com?subject=x' }, 'linux', off)
    expect(mail[1]).toMatchObject({ label: 'Copy Email Address', action: { text: 'ada+x@example.com' } })
    const odd = contextEntries({ ...nothing, linkURL: 'mailto:100%@example.com' }, 'linux', off)
    expect(odd[1]).toMatchObject({ action: { text: '100%@example.com' } })
  })

  it.each([
    ['https://evil.example/', 'https://bank.example/login', ['Open Link…', 'Copy Email Address']],
    ['https://evil.example/', 'www.bank.de', ['Open Link…', 'Copy Email Address']],
    ['https://evil.example/', '\u2068bank.com\u2069 ', ['Open Link…', 'Copy Email Address']],
    ['mailto:mallory@evil.example', 'ada@example.com', ['Open Link…', 'Copy Email Address']],
    ['https://docs.bank.de/a', 'https://bank.de', ['Open Link', 'Copy Link']],
    ['https://example.com/', 'the minutes', ['Open Link', 'Copy Link']],
    ['mailto:ada@example.com', 'ada@example.com', ['Send Email', 'Copy Email Address']],
    ['https://example.com/', '', ['Open Link', 'Copy Link']],
  ])('asks like a click about a link to %s that shows %j', (linkURL, linkText, labels) => {
    const entries = contextEntries({ ...nothing, linkURL, linkText }, 'linux', off)
    expect(entries.map(nameOf)).toEqual(labels)
    expect(entries[0]).toMatchObject({ action: { kind: 'open_link', shown: linkText } })
  })

  it('copies a picture, and combines the entries of picture, link and selection', () => {
    const clicked = { mediaType: 'image', hasImageContents: true, linkURL: 'https://example.com/', selectionText: 'a' }
    expect(menu({ ...clicked, editFlags: { ...flags, canCopy: true } })).toEqual([
      ...['Open Link', 'Copy Link', '–', 'Copy Image', '–', 'copy'],
    ])
  })

  it('copies selected text, and looks it up on macOS by its beginning', () => {
    const selectionText = ` a long\n selection that does not fit into a menu at all `
    expect(menu({ selectionText })).toEqual(['(copy)'])
    expect(menu({ selectionText }, 'darwin')).toEqual(['Look Up “a long selection that does n…”', '(copy)'])
  })
})

describe('the application menu', () => {
  function look(platform: DesktopPlatform, isPackaged: boolean) {
    return menuTemplate({ platform, name: 'Skein', isPackaged, onCommand: () => undefined })
  }

  function entries(template: readonly Electron.MenuItemConstructorOptions[]): Electron.MenuItemConstructorOptions[] {
    return template.flatMap((entry) => [entry, ...(Array.isArray(entry.submenu) ? entries(entry.submenu) : [])])
  }

  it('starts with the program’s own menu on macOS: About, Services, Hide and Quit', () => {
    const [first] = look('darwin', true)
    expect(first?.label).toBe('Skein')
    const roles = entries([first ?? {}]).map(({ role }) => role)
    expect(roles).toEqual(expect.arrayContaining(['about', 'services', 'hide', 'hideOthers', 'unhide', 'quit']))
    expect(entries(look('darwin', true)).filter(({ role }) => role === 'quit')).toHaveLength(1)
    for (const platform of ['win32', 'linux'] as const) {
      expect(look(platform, true)[0]?.label).toBe('&File')
      expect(entries(look(platform, true)).map(({ role }) => role)).not.toContain('services')
    }
  })

  it('has reload and developer tools only in a run from the sources', () => {
    for (const platform of platforms) {
      const developing = (isPackaged: boolean) =>
        entries(look(platform, isPackaged)).filter(
          ({ role }) => role === 'reload' || role === 'toggleDevTools' || role === 'forceReload',
        )
      expect(developing(false)).toHaveLength(2)
      expect(developing(true)).toEqual([])
    }
  })

  it('has the settings once with their key, and uses roles for editing, zoom and full screen', () => {
    for (const platform of platforms) {
      const all = entries(look(platform, true))
      const keys = all.flatMap(({ accelerator }) => (accelerator === undefined ? [] : [accelerator]))
      expect(keys.sort()).toEqual([
        'CommandOrControl+,',
        'CommandOrControl+F',
        'CommandOrControl+K',
        'CommandOrControl+Shift+F',
        'CommandOrControl+Shift+V',
      ])
      const roles = all.map(({ role }) => role)
      expect(roles).toEqual(
        expect.arrayContaining([
          'editMenu',
          'resetZoom',
          'zoomIn',
          'zoomOut',
          'togglefullscreen',
          'windowMenu',
          'close',
        ]),
      )
    }
  })
})
