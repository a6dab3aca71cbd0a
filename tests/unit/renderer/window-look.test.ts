import { describe, expect, it } from 'vitest'
import type { Settings } from '#contract/app.ts'
import { WindowLook } from '#renderer/app/window-look.svelte.ts'

function system() {
  const preferences = new Map<string, { matches: boolean; readonly listeners: Set<() => void> }>()
  return {
    ask(query: string) {
      const preference = { matches: false, listeners: new Set<() => void>() }
      preferences.set(query, preference)
      return {
        get matches() {
          return preference.matches
        },
        addEventListener: (_: 'change', listener: () => void) => preference.listeners.add(listener),
        removeEventListener: (_: 'change', listener: () => void) => preference.listeners.delete(listener),
      }
    },
    prefers(query: string, matches: boolean) {
      const preference = preferences.get(query)
      if (preference === undefined) throw new Error(`nobody asks for ${query}`)
      preference.matches = matches
      for (const listener of preference.listeners) listener()
    },
  }
}

describe('the theme of the window', () => {
  it('is that of the system, also when it changes, until it is chosen', () => {
    let settings: Pick<Settings, 'theme' | 'contrast'> = { theme: 'system', contrast: 'system' }
    const desktop = system()
    const look = new WindowLook(
      () => settings,
      (query) => desktop.ask(query),
    )
    const end = look.follow()
    expect([look.theme, look.contrast]).toEqual(['light', 'usual'])
    desktop.prefers('(prefers-color-scheme: dark)', true)
    desktop.prefers('(prefers-contrast: more)', true)
    expect([look.theme, look.contrast]).toEqual(['dark', 'more'])
    settings = { theme: 'light', contrast: 'system' }
    desktop.prefers('(prefers-contrast: more)', false)
    expect([look.theme, look.contrast]).toEqual(['light', 'usual'])
    settings = { theme: 'dark', contrast: 'more' }
    desktop.prefers('(prefers-color-scheme: dark)', false)
    expect([look.theme, look.contrast]).toEqual(['dark', 'more'])
    end()
    settings = { theme: 'system', contrast: 'system' }
    desktop.prefers('(prefers-color-scheme: dark)', true)
    expect(look.theme).toBe('light')
  })
})
