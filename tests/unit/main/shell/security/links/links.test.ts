import { beforeEach, describe, expect, it, vi } from 'vitest'
import { openLink } from '#shell/security/links/links.ts'

const desktop = vi.hoisted(() => ({
  asked: [] as Electron.MessageBoxOptions[],
  opened: [] as string[],
  copied: [] as string[],
  answer: 0,
  fails: false,
}))

vi.mock('electron', () => ({
  dialog: {
    showMessageBox(...args: Electron.MessageBoxOptions[]) {
      desktop.asked.push(...args.slice(-1))
      return Promise.resolve({ response: desktop.answer, checkboxChecked: false })
    },
  },
  shell: {
    openExternal(address: string) {
      desktop.opened.push(address)
      return desktop.fails ? Promise.reject(new Error('no program')) : Promise.resolve()
    },
  },
  clipboard: {
    writeText(text: string) {
      desktop.copied.push(text)
    },
  },
}))

const open = (address: string, shown: string | null = null) => openLink(address, { window: null, shown })
const choose = (label: string) => {
  desktop.answer = ['Open', 'Copy address', 'Cancel'].indexOf(label)
}

beforeEach(() => {
  Object.assign(desktop, { asked: [], opened: [], copied: [], answer: 0, fails: false })
})

describe('opening a link', () => {
  it('needs no question for a plain address', async () => {
    expect(await open('https://example.com/')).toEqual({ ok: true, value: null })
    expect(desktop).toMatchObject({ asked: [], opened: ['https://example.com/'] })
  })

  it('asks with the kind of program and the true address, and Escape opens nothing', async () => {
    choose('Cancel')
    expect(await open('tel:+4722225555', 'call us')).toEqual({ ok: true, value: null })
    expect(desktop.asked).toMatchObject([
      {
        message: 'Open this link in the phone program?',
        detail: 'The address is:\ntel:+4722225555',
        buttons: ['Open', 'Copy address', 'Cancel'],
        defaultId: 2,
        cancelId: 2,
      },
    ])
    expect(desktop).toMatchObject({ opened: [], copied: [] })
  })

  it('opens or copies the address by the answer', async () => {
    choose('Open')
    await open('magnet:?xt=urn:btih:c1')
    choose('Copy address')
    await open('sip:ada@example.com')
    expect(desktop).toMatchObject({ opened: ['magnet:?xt=urn:btih:c1'], copied: ['sip:ada@example.com'] })
  })

  it('names the true host if a user name, lookalike letters or the text could deceive', async () => {
    choose('Cancel')
    await open('https://bank.com@evil.example/')
    await open('https://аррӏе.com/')
    await open('https://evil.example/', 'https://bank.com')
    expect(desktop.asked.map(({ message }) => message)).toEqual([
      'Open this link to evil.example?',
      'Open this link to xn--80ak6aa92e.com?',
      'Open this link to evil.example?',
    ])
    expect(desktop.asked[0]?.detail).toContain('https://bank.com@evil.example/')
    expect(desktop.asked[1]?.detail).toContain('“аррӏе.com”')
    expect(desktop.asked[2]?.detail).toContain('“bank.com”')
  })

  it('shows both ends of a long address', async () => {
    choose('Cancel')
    await open(`ftp://files.example/${'a'.repeat(5_000)}/end.txt`)
    expect(desktop.asked[0]?.detail).toMatch(/^The address is:\nftp:\/\/files\.example\/a+ … a+\/end\.txt$/)
    expect(desktop.asked[0]?.detail?.length).toBeLessThan(600)
  })

  it('is refused without a question for a dangerous address', async () => {
    expect(await open('vbscript:x')).toEqual({ ok: false, error: { code: 'UNSAFE_LINK', values: { reason: 'code' } } })
    expect(desktop).toMatchObject({ asked: [], opened: [] })
  })

  it('reports that the system has no program for an address', async () => {
    desktop.fails = true
    const none = (kind: string) => ({ ok: false, error: { code: 'NO_PROGRAM_FOR_LINK', values: { kind } } })
    expect(await open('https://example.com/')).toEqual(none('web'))
    expect(await open('mailto:ada@example.com')).toEqual(none('mail'))
    expect(await open('tel:1')).toEqual(none('other'))
  })

  it('reports it on Linux after the attempt, although opening always resolves there', async () => {
    choose('Open')
    const asked: string[] = []
    const ports = (platform: 'linux' | 'darwin' | 'win32', lacks: boolean) => ({
      platform,
      lacksProgram(address: string) {
        asked.push(address)
        return Promise.resolve(lacks)
      },
    })
    const opened = (...given: Parameters<typeof ports>) =>
      openLink('tel:+4722225555', { window: null, shown: null }, ports(...given))
    expect(await opened('linux', true)).toMatchObject({ error: { code: 'NO_PROGRAM_FOR_LINK' } })
    expect(await opened('linux', false)).toEqual({ ok: true, value: null })
    expect(await opened('darwin', true)).toEqual({ ok: true, value: null })
    expect(await opened('win32', true)).toEqual({ ok: true, value: null })
    expect(desktop.opened).toHaveLength(4)
    expect(asked).toHaveLength(2)
  })
})
