import { describe, expect, it } from 'vitest'
import type { NavigationMeta } from '../../../preload/contract/views/navigation.ts'
import type { Place } from '../../../renderer/app/places.ts'
import { homeOf } from '../../../renderer/places/home.ts'

const window = (place: Place, home: NavigationMeta['home'] | undefined) =>
  ({
    place: { screen: { place }, navigation: { meta: home === undefined ? null : ({ home } as NavigationMeta) } },
  }) as const

describe('the home of an account', () => {
  it.each([
    ['inbox', { kind: 'inbox' }],
    ['recent', { kind: 'recent' }],
    ['combined', { kind: 'feed', narrow: { kind: 'combined' } }],
  ] as const)('is %s where the account wants it and nothing is chosen', (home, place) => {
    expect(homeOf(window({ kind: 'start' }, home))).toEqual(place)
  })

  it('does not lead away from a place that was chosen', () => {
    expect(homeOf(window({ kind: 'drafts' }, 'inbox'))).toBeNull()
    expect(homeOf(window({ kind: 'inbox' }, 'recent'))).toBeNull()
  })

  it('is not known before the first registration, and without an account', () => {
    expect(homeOf(window({ kind: 'start' }, null))).toBeNull()
    expect(homeOf(window({ kind: 'start' }, undefined))).toBeNull()
    expect(homeOf({ place: null })).toBeNull()
  })
})
