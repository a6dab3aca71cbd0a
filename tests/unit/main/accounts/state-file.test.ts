import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { StateFile, StateFileError } from '#accounts/state-file.ts'

const place = () => join(mkdtempSync(join(tmpdir(), 'skein-state-')), 'skein.json')
const account = {
  id: '6f9bd2a2-5a4e-4a3f-8f63-0d2d35b8a001',
  origin: 'https://x.example',
  email: 'a@x.example',
  organization: 'X',
}
const text = (accounts: unknown, version = 1) =>
  JSON.stringify({ version, accounts, settings: { sendKey: 'ctrl+enter', theme: 'dark', doNotDisturb: true } })

const opened: StateFile[] = []

function open(path: string) {
  const heard: string[] = []
  const logged: string[] = []
  const file = new StateFile(path, {
    log: (level, message) => logged.push(`${level}: ${message}`),
    onRead: () => heard.push('read'),
    onProblem: () => heard.push('problem'),
  })
  opened.push(file)
  return { file, heard, logged }
}

/** The code of the error that a function throws. */
function codeOf(action: () => void): string {
  try {
    action()
  } catch (error) {
    return error instanceof StateFileError ? error.code : 'another error'
  }
  return 'none'
}

afterEach(() => {
  for (const file of opened.splice(0)) file.stop()
})

describe('skein.json', () => {
  it('of an earlier version keeps do-not-disturb, and damaged choices about it have their defaults', () => {
    const path = place()
    writeFileSync(path, text([account]))
    expect(open(path).file.state.settings).toMatchObject({
      doNotDisturb: true,
      quietUntil: null,
      quietHours: { isOn: false },
      sound: 'system',
      soundVolume: 100,
    })
    const settings = {
      doNotDisturb: true,
      quietUntil: 'soon',
      quietHours: { isOn: true },
      sound: 'gong',
      sidebarFirst: 'people',
      weekStart: 'friday',
      soundVolume: 900,
    }
    writeFileSync(path, JSON.stringify({ version: 1, accounts: [account], settings }))
    expect(open(path).file.state.settings).toMatchObject({
      doNotDisturb: true,
      quietUntil: null,
      quietHours: { isOn: false, days: [0, 1, 2, 3, 4] },
      sidebarFirst: 'streams',
      weekStart: 'system',
      sound: 'system',
      soundVolume: 100,
    })
  })

  it('is read as it was written, and only the user may read it', () => {
    const path = place()
    open(path).file.update({ accounts: [account] })
    expect(open(path).file.state.accounts).toEqual([account])
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it.each([
    ['an id that leads elsewhere', { id: '../../x' }],
    ['an id that is no UUID', { id: 'a' }],
    ['a server without encryption', { origin: 'http://x.example' }],
    ['a server with a path', { origin: 'https://x.example/y' }],
    ['a server with a name in it', { origin: 'https://me@x.example' }],
    ['no server', { origin: 'file:///etc' }],
    ['the id of another account', {}],
  ])('keeps no account with %s; the file is kept under another name', (_, change) => {
    const path = place()
    writeFileSync(path, text([account, { ...account, ...change }]))
    const { file } = open(path)
    expect(file.state.accounts).toEqual([account])
    expect(file.problem).toMatchObject({ kind: 'damaged', accounts: 1 })
  })

  it('counts as empty without a problem if it is missing', () => {
    const { file } = open(place())
    expect(file.state.accounts).toEqual([])
    expect(file.problem).toBeNull()
  })

  it('reports a problem while it cannot be read, retries, and writes nothing', async () => {
    const path = place()
    // No user can read a folder at its path.
    mkdirSync(path)
    const { file, heard, logged } = open(path)
    expect(file.problem).toMatchObject({
      kind: 'unreadable',
      failure: { code: 'SETTINGS_UNREADABLE', values: { path } },
    })
    expect(logged).toHaveLength(1)
    expect(codeOf(() => file.update({ accounts: [account] }))).toBe('SETTINGS_UNREADABLE')
    expect(statSync(path).isDirectory()).toBe(true)
    rmdirSync(path)
    writeFileSync(path, text([account]))
    await vi.waitFor(
      () => {
        expect(file.problem).toBeNull()
      },
      { timeout: 20_000 },
    )
    expect(heard).toContain('read')
    expect(file.state).toMatchObject({ accounts: [account], settings: { theme: 'dark' } })
    file.update({ accounts: [account, { ...account, id: '6f9bd2a2-5a4e-4a3f-8f63-0d2d35b8a002' }] })
    expect(open(path).file.state.accounts).toHaveLength(2)
  })

  it('is read immediately at the user’s request', () => {
    const path = place()
    mkdirSync(path)
    const { file, heard } = open(path)
    file.retry()
    expect(heard).toEqual(['problem'])
    rmdirSync(path)
    writeFileSync(path, text([account]))
    file.retry()
    expect(heard).toEqual(['problem', 'read', 'problem'])
    expect(file.state.accounts).toEqual([account])
  })

  it('is kept under a name with the time if it is damaged, and reports that', () => {
    const path = place()
    for (let count = 1; count <= 2; count += 1) {
      writeFileSync(path, '{"version":1,"accounts":[{')
      const { file } = open(path)
      expect(file.state.accounts).toEqual([])
      expect(existsSync(path)).toBe(false)
      const { problem } = file
      if (problem?.kind !== 'damaged') throw new Error('nothing is said')
      expect(problem.keptAs).toMatch(/skein\.json\.damaged-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(-\d+)?$/)
      expect(readFileSync(problem.keptAs, 'utf8')).toBe('{"version":1,"accounts":[{')
      file.dismissProblem()
      expect(file.problem).toBeNull()
    }
    // The second copy must not replace the first.
    expect(readdirSync(dirname(path))).toHaveLength(2)
  })

  it('keeps the undamaged parts', () => {
    const path = place()
    const written = text([account, { id: 5 }])
    writeFileSync(path, written)
    const { file } = open(path)
    expect(file.state.accounts).toEqual([account])
    expect(file.state.settings.theme).toBe('dark')
    expect(file.problem).toMatchObject({ kind: 'damaged', accounts: 1 })
    const keptAs = file.problem?.kind === 'damaged' ? file.problem.keptAs : ''
    expect(readFileSync(keptAs, 'utf8')).toBe(written)
    file.update({ settings: { ...file.state.settings, theme: 'light' } })
    expect(open(path).file.state).toMatchObject({ accounts: [account], settings: { theme: 'light' } })
  })

  it('keeps the chosen keys that it knows beside those that it does not', () => {
    const keys = {
      palette: ['Mod+J'],
      inbox: [],
      recent: ['Enter'],
      starred: 'S',
      of_another_version: ['X'],
      drafts: ['1', '2', '3', '4'],
    }
    const path = place()
    writeFileSync(path, JSON.stringify({ version: 1, accounts: [], settings: { theme: 'dark', keys } }))
    const { file } = open(path)
    expect(file.state.settings).toMatchObject({ theme: 'dark', keys: { palette: ['Mod+J'], inbox: [] } })
    expect(Object.keys(file.state.settings.keys)).toEqual(['palette', 'inbox'])
  })

  it('stays unchanged if a newer version wrote it', () => {
    const path = place()
    const written = text([account], 2)
    writeFileSync(path, written)
    const { file } = open(path)
    expect(file.problem).toMatchObject({ kind: 'unreadable', failure: { code: 'SETTINGS_NEWER' } })
    expect(codeOf(() => file.update({ accounts: [] }))).toBe('SETTINGS_NEWER')
    expect(readFileSync(path, 'utf8')).toBe(written)
  })

  it('reports a failed write, and keeps the stored state', () => {
    const path = place()
    const { file } = open(path)
    mkdirSync(path)
    expect(codeOf(() => file.update({ accounts: [account] }))).toBe('SETTINGS_NOT_STORED')
    expect(file.state.accounts).toEqual([])
    rmdirSync(path)
    file.update({ accounts: [account] })
    expect(open(path).file.state.accounts).toEqual([account])
  })
})
