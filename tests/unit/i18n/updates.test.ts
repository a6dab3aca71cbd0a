import { describe, expect, it } from 'vitest'
import { textFailure } from '#support/text-failure.ts'
import type { UpdateNews, UpdateStep, UpdateWay } from '#contract/app.ts'
import { startableVersion, stepText, updateAct, waitingVersion, hindranceText } from '#i18n/updates.ts'

const now = Date.UTC(2026, 10, 24, 12)
const page = 'https://skein.example'
const installs: UpdateWay = { kind: 'install' }
const tells: UpdateWay = { kind: 'notify', hindrance: 'system_package' }
const news = (way: UpdateWay, step: UpdateStep, at: string | null = page): UpdateNews => ({ way, step, page: at })
const told: UpdateStep = { kind: 'notified', version: '1.1.0' }
const kept: UpdateStep = { kind: 'kept', version: '1.1.0' }
const staging: UpdateStep = { kind: 'staging', version: '1.1.0' }
const ready: UpdateStep = { kind: 'ready', version: '1.1.0' }

describe('what is said of new versions', () => {
  it('is nothing about the way where they install themselves, and a reason with what to do elsewhere', () => {
    expect(hindranceText(installs)).toBeNull()
    expect(hindranceText({ kind: 'none', hindrance: 'no_address' })).toContain(
      'This copy of Skein was built without an update address, so it doesn’t check for updates.',
    )
    expect(hindranceText({ kind: 'notify', hindrance: 'not_moved' })).toContain('Applications folder')
    const reasons = ['not_signed', 'not_installed', 'not_writable', 'system_package'] as const
    const sentences = reasons.map((reason) => hindranceText({ kind: 'notify', hindrance: reason }))
    expect(new Set(sentences).size).toBe(reasons.length)
  })

  it('is where it stands', () => {
    expect(stepText({ kind: 'idle', checkedAt: null }, now)).toBe('No updates found yet.')
    expect(stepText({ kind: 'idle', checkedAt: now }, now)).toMatch(/up to date\. Last checked: Today, \d\d:\d\d\.$/)
    expect(stepText({ kind: 'fetching', version: '1.1.0', part: 0.456 }, now)).toContain('46%')
    expect(stepText(ready, now)).toContain('the next time Skein starts')
    expect(stepText(kept, now)).toContain('only installed if you restart')
    expect(stepText(staging, now)).toContain('restarts in a moment')
    expect(stepText({ kind: 'failed', failure: textFailure('The disk is full.') }, now)).toBe('The disk is full.')
  })
})

describe('what there is to do about them', () => {
  it('is to look, to fetch, to restart, or to wait', () => {
    expect(updateAct(news(installs, { kind: 'idle', checkedAt: null }))).toMatchObject({ action: 'check' })
    expect(updateAct(news(installs, { kind: 'failed', failure: textFailure('x') }))).toMatchObject({ action: 'check' })
    expect(updateAct(news(installs, told))).toMatchObject({ action: 'fetch' })
    expect(updateAct(news(installs, ready))).toMatchObject({ action: 'restart' })
    expect(updateAct(news(installs, kept))).toMatchObject({ action: 'restart' })
    expect(updateAct(news(installs, staging))).toBeNull()
    expect(updateAct(news(installs, { kind: 'checking' }))).toBeNull()
    expect(updateAct(news(installs, { kind: 'fetching', version: '1.1.0', part: 0 }))).toBeNull()
  })

  it('is to go where packages are, where Skein cannot install them', () => {
    expect(updateAct(news(tells, told))).toEqual({ action: 'open', label: 'Open release page', page })
    expect(updateAct(news(tells, told, null))).toBeNull()
  })

  it('is nothing where nobody looks', () => {
    expect(updateAct(news({ kind: 'none', hindrance: 'no_address' }, { kind: 'idle', checkedAt: null }))).toBeNull()
  })
})

it('marks the menu while a version waits for the user', () => {
  expect(waitingVersion(news(installs, ready))).toBe('1.1.0')
  expect(waitingVersion(news(tells, told))).toBe('1.1.0')
  expect(waitingVersion(news(installs, { kind: 'fetching', version: '1.1.0', part: 0 }))).toBeNull()
  expect(waitingVersion(undefined)).toBeNull()
  expect([ready, kept, told, staging].map((step) => startableVersion(news(installs, step)))).toEqual([
    '1.1.0',
    '1.1.0',
    null,
    null,
  ])
})
