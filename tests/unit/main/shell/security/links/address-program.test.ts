import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { lacksProgram, type AddressProgramPorts } from '#shell/security/links/address-program.ts'
import { askProgram, type Ask } from '#shell/system/ask-program.ts'

function desktop(over: Partial<AddressProgramPorts> & { answer?: string | null } = {}) {
  const asked: string[] = []
  const ports: AddressProgramPorts = {
    env: { PATH: '/usr/local/bin:/usr/bin' },
    isProgram: (path) => path.startsWith('/usr/bin/xdg-'),
    ask(program, args) {
      asked.push([program, ...args].join(' '))
      return Promise.resolve(over.answer === undefined ? '' : over.answer)
    },
    ...over,
  }
  return { ports, asked, lacks: (address: string) => lacksProgram(address, ports) }
}

describe('a Linux desktop', () => {
  it('has no program for a scheme without a desktop file', async () => {
    const { lacks, asked } = desktop({ answer: '\n' })
    expect(await lacks('tel:+4722225555')).toBe(true)
    expect(await lacks('MAILTO:ada@example.com')).toBe(true)
    expect(asked).toEqual([
      'xdg-mime query default x-scheme-handler/tel',
      'xdg-mime query default x-scheme-handler/mailto',
    ])
  })

  it('has the program that a desktop file names', async () => {
    expect(await desktop({ answer: 'org.gnome.Calls.desktop\n' }).lacks('tel:1')).toBe(false)
  })

  it('may have a program if the tool is missing, fails or hangs', async () => {
    expect(await desktop({ answer: null }).lacks('tel:1')).toBe(false)
  })

  it('may have browsers without a desktop file', async () => {
    const { lacks, asked } = desktop()
    expect(await lacks('https://example.com/')).toBe(false)
    expect(await lacks('http://example.com/')).toBe(false)
    expect(asked).toEqual([])
  })

  it.each([
    ['BROWSER', 'tel:1', 'firefox'],
    ['MAILER', 'mailto:ada@example.com', 'mutt'],
    ['FLATPAK_ID', 'tel:1', 'org.skein.desktop'],
    ['SNAP', 'tel:1', '/snap/skein/1'],
  ])('may have a program by the environment’s %s', async (name, address, value) => {
    expect(await desktop({ env: { PATH: '/usr/bin', [name]: value } }).lacks(address)).toBe(false)
    expect(await desktop({ env: { PATH: '/usr/bin', [name]: '' } }).lacks(address)).toBe(true)
  })

  it('opens nothing without the tool that Electron starts', async () => {
    const none = desktop({ isProgram: () => false })
    expect(await none.lacks('https://example.com/')).toBe(true)
    expect(none.asked).toEqual([])
    const noMail = desktop({ isProgram: (path) => path === '/usr/bin/xdg-open' })
    expect(await noMail.lacks('mailto:ada@example.com')).toBe(true)
    expect(await noMail.lacks('https://example.com/')).toBe(false)
    // Without a PATH the system searches default folders.
    expect(await desktop({ env: {}, isProgram: () => false, answer: 'x.desktop' }).lacks('tel:1')).toBe(false)
  })

  it('is not queried about a text that is not an address', async () => {
    const { lacks, asked } = desktop()
    expect(await lacks('no address')).toBe(false)
    expect(asked).toEqual([])
  })

  it.runIf(process.platform === 'linux' && hasXdgMime())(
    'answers the real query as the sentence assumes',
    async () => {
      const ask: Ask = (program, args) => askProgram(program, args, 60_000)
      const ports = { env: { PATH: process.env.PATH }, isProgram: () => true, ask }
      expect(await lacksProgram('skein-no-such-scheme:x', ports)).toBe(true)
    },
    60_000,
  )
})

function hasXdgMime(): boolean {
  try {
    execFileSync('xdg-mime', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
