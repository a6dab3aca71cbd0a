import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { resourceFolder } from '#build/icons/icons.ts'
import { trays } from '#browser-host/electron.ts'
import { record } from '#browser-host/recorder.ts'
import type { DesktopPlatform } from '#shell/system/desktop-platform.ts'
import { trayLook, SkeinTray } from '#shell/tray/tray.ts'

const platforms: readonly DesktopPlatform[] = ['win32', 'darwin', 'linux']
const iconFolder = join(resourceFolder, 'run-time')
const quiet = { unread: 0, mentions: 0, doNotDisturb: false }
const states = [
  ['no unread messages', quiet, 'idle'],
  ['5 unread', { ...quiet, unread: 5 }, 'unread'],
  ['5 unread, 2 mentions', { ...quiet, unread: 5, mentions: 2 }, 'mentioned'],
  ['5 unread, 2 mentions – do not disturb', { unread: 5, mentions: 2, doNotDisturb: true }, 'quiet'],
] as const

afterEach(() => {
  vi.unstubAllEnvs()
})

function makeTray(platform: DesktopPlatform, folder = iconFolder) {
  const reported: string[] = []
  const log: string[] = []
  const tray = new SkeinTray({
    platform,
    iconFolder: folder,
    log: (_level, line) => log.push(line),
    onOpen: () => reported.push('open'),
    onDoNotDisturb: (wish) => reported.push(`quiet ${wish}`),
  })
  return { tray, reported, log }
}

describe('the icon in the tray', () => {
  it.each(states)('shows its state on every system: %s', (text, state, name) => {
    expect(platforms.map((platform) => trayLook(platform, state))).toEqual([
      { file: `tray-${name}.ico`, isTemplate: false, toolTip: `Skein – ${text}` },
      { file: `${name}Template.png`, isTemplate: true, toolTip: `Skein – ${text}` },
      { file: `tray-${name}.png`, isTemplate: false, toolTip: `Skein – ${text}` },
    ])
    for (const platform of platforms) expect(existsSync(join(iconFolder, trayLook(platform, state).file))).toBe(true)
  })

  it.each([
    ['win32', 'tray-mentioned.ico', false, ['open']],
    ['darwin', 'mentionedTemplate.png', true, []],
    ['linux', 'tray-mentioned.png', false, ['open']],
  ] as const)(
    'has its picture on %s, and a click opens the window unless it opens a menu',
    (platform, image, isTemplate, opened) => {
      const { tray, reported, log } = makeTray(platform)
      expect(tray.isThere).toBe(true)
      tray.showCounts({ ...quiet, mentions: 1 })
      expect(record.trays.at(-1)).toMatchObject({ image, isTemplate })
      trays.at(-1)?.emit('click')
      expect(reported).toEqual(opened)
      expect(log).toEqual([])
    },
  )

  it('turns do-not-disturb on and off, for an hour and until the next morning, and names its end', () => {
    const { tray, reported } = makeTray('linux')
    tray.showCounts(quiet)
    const click = (label: string, checked = false) => {
      const entry = trays.at(-1)?.template.find((each) => each.label === label)
      entry?.click?.({ checked } as Electron.MenuItem, undefined, {})
    }
    click('Do not disturb', true)
    click('Do not disturb for an hour')
    click('Do not disturb until tomorrow at 9:00')
    tray.showCounts({ ...quiet, doNotDisturb: true, quietUntil: new Date(2026, 10, 30, 9).getTime() })
    click('Do not disturb until 09:00')
    expect(reported).toEqual(['quiet on', 'quiet hour', 'quiet tomorrow', 'quiet off'])
  })

  it('is missing on a desktop without a tray, and Skein continues', () => {
    vi.stubEnv('SKEIN_HOST_TRAY', 'none')
    const { tray, log } = makeTray('linux')
    tray.showCounts({ ...quiet, mentions: 1 })
    expect(tray.isThere).toBe(false)
    expect(log).toEqual(['there is no icon in the tray: Error: there is no tray'])
  })

  it('logs a missing picture', () => {
    const { log } = makeTray('win32', join(iconFolder, 'no such folder'))
    expect(log).toEqual(['the picture tray-idle.ico of the tray is missing'])
  })
})
