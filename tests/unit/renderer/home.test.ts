import { describe, expect, it } from 'vitest'
import type { NavigationMeta } from '#contract/navigation.ts'
import type { Route } from '#renderer/state/routes/routes.ts'
import { homeOf } from '#renderer/app/home.ts'

const window = (route: Route, home: NavigationMeta['home'] | undefined) =>
  ({
    shownRoute: { screen: { route }, navigation: { meta: home === undefined ? null : ({ home } as NavigationMeta) } },
  }) as const

describe('the home route of an account', () => {
  it.each([
    ['inbox', { kind: 'inbox' }],
    ['recent', { kind: 'recent' }],
    ['combined', { kind: 'feed', narrow: { kind: 'combined' } }],
  ] as const)('is %s if the account chose it and no route is open', (home, route) => {
    expect(homeOf(window({ kind: 'start' }, home))).toEqual(route)
  })

  it('does not replace a chosen route', () => {
    expect(homeOf(window({ kind: 'drafts' }, 'inbox'))).toBeNull()
    expect(homeOf(window({ kind: 'inbox' }, 'recent'))).toBeNull()
  })

  it('is unknown before the first registration, and without an account', () => {
    expect(homeOf(window({ kind: 'start' }, null))).toBeNull()
    expect(homeOf(window({ kind: 'start' }, undefined))).toBeNull()
    expect(homeOf({ shownRoute: null })).toBeNull()
  })
})
