import { EventEmitter } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { App, Certificate, Request, Session } from 'electron'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { OwnAuthority } from '#contract/app.ts'
import { OwnAuthorities } from '#network/authorities/own-authorities.ts'
import { makeCertificate, type TestCertificate } from '#support/certificates.ts'

type Verify = Parameters<Session['setCertificateVerifyProc']>[0]

const [unknownAuthority, wrongName] = [-202, -200]
const [accepted, asChromium] = [0, -3]

const root = await makeCertificate({ name: 'Example Root', isAuthority: true, validUntil: 30 })
const second = await makeCertificate({ name: 'Second Root', isAuthority: true })
const server = await makeCertificate({ name: 'server', by: root, hosts: ['chat.example.test'] })

function temporaryDirectory(): string {
  const folder = mkdtempSync(join(tmpdir(), 'skein-authorities-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}

/** A session with the check that was set last, and the number of times that its connections were closed. */
function session() {
  const state: { verify: Verify; closed: number } = { verify: null, closed: 0 }
  const made = {
    setCertificateVerifyProc: (verify: Verify) => void (state.verify = verify),
    closeAllConnections: () => Promise.resolve(void (state.closed += 1)),
  } as unknown as Session // the members that are used
  const ask = (request: Partial<Request>) =>
    new Promise<number>((resolve) => {
      state.verify?.(request as Request, resolve)
    })
  return { made, state, ask }
}

function open({ path = join(temporaryDirectory(), 'authorities.pem'), trusts = true } = {}) {
  const asked: (readonly OwnAuthority[])[] = []
  const warned: string[] = []
  const app = new EventEmitter()
  const own = new OwnAuthorities({
    path,
    confirm: (offered) => {
      asked.push(offered)
      return Promise.resolve(trusts)
    },
    onChanged: () => undefined,
    log: (_, message) => void warned.push(message),
  })
  const first = session()
  own.start(app as unknown as App, [first.made])
  return { own, app, first, asked, warned, path }
}

const request = (errorCode: number): Partial<Request> => ({
  hostname: 'chat.example.test',
  certificate: { data: server.pem } as unknown as Certificate,
  errorCode,
})

const add = (own: OwnAuthorities, ...files: readonly TestCertificate[]) =>
  own.add(Buffer.from(files.map(({ pem }) => pem).join('\n')))

describe('the user’s certificate authorities', () => {
  it('decide only where Chromium does not know the authority', async () => {
    const { own, first } = open()
    expect(first.state.verify).toBeNull()
    expect(await add(own, root)).toEqual({ ok: true, value: { added: 1, isCancelled: false } })
    expect(await first.ask(request(unknownAuthority))).toBe(accepted)
    expect(await first.ask(request(wrongName))).toBe(asChromium)
    expect(await first.ask(request(0))).toBe(asChromium)
    expect(await first.ask({ ...request(unknownAuthority), hostname: 'other.example.test' })).toBe(asChromium)
    expect(await own.remove(own.list[0]?.fingerprint ?? '')).toEqual({ ok: true, value: null })
    expect(await first.ask(request(unknownAuthority))).toBe(asChromium)
    // What was verified before a change is verified again.
    expect(first.state.closed).toBe(2)
  })

  it('hold for sessions that are made later, and for a chain that Electron gives', async () => {
    const { own, app } = open()
    await add(own, root)
    const later = session()
    app.emit('session-created', later.made)
    const between = await makeCertificate({ name: 'Between', by: root, isAuthority: true })
    const below = await makeCertificate({ name: 'below', by: between, hosts: ['chat.example.test'] })
    const certificate = { data: below.pem, issuerCert: { data: between.pem } } as unknown as Certificate
    expect(await later.ask({ ...request(unknownAuthority), certificate })).toBe(accepted)
    // A chain without an end is read to the bound.
    const endless = { data: below.pem } as { data: string; issuerCert?: unknown }
    endless.issuerCert = endless
    expect(await later.ask({ ...request(unknownAuthority), certificate: endless as Certificate })).toBe(asChromium)
  })

  it('are asked about with name and fingerprint, once each, and are kept for the next start', async () => {
    const { own, asked, path } = open()
    await add(own, root, second, root)
    expect(asked).toEqual([own.list])
    expect(own.list.map(({ name }) => name)).toEqual(['Example Root', 'Second Root'])
    expect(own.list[0]?.fingerprint).toMatch(/^(?:[0-9A-F]{2}:){31}[0-9A-F]{2}$/)
    expect(await add(own, second)).toEqual({ ok: true, value: { added: 0, isCancelled: false } })
    expect(asked).toHaveLength(1)
    const again = open({ path })
    expect(again.own.list).toEqual(own.list)
    expect(await again.first.ask(request(unknownAuthority))).toBe(accepted)
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('are not trusted if the user cancels', async () => {
    const { own, path, first } = open({ trusts: false })
    expect(await add(own, root)).toEqual({ ok: true, value: { added: 0, isCancelled: true } })
    expect(own.list).toEqual([])
    expect(first.state.verify).toBeNull()
    expect(() => readFileSync(path)).toThrow('ENOENT')
  })

  it('come from PEM and DER; anything else is refused with its reason', async () => {
    const { own, asked } = open()
    const refused = async (file: Buffer) => {
      const result = await own.add(file)
      return result.ok ? null : result.error.code
    }
    const old = await makeCertificate({ name: 'Old', isAuthority: true, validFrom: -9, validUntil: -1 })
    const weak = await makeCertificate({ name: 'Weak', isAuthority: true, rsaBits: 1024 })
    expect(await refused(Buffer.from('hello'))).toBe('AUTHORITY_UNREADABLE')
    expect(await refused(Buffer.alloc(0))).toBe('AUTHORITY_UNREADABLE')
    expect(await refused(Buffer.from(server.pem))).toBe('AUTHORITY_NOT_ONE')
    expect(await refused(Buffer.from(`${root.pem}\n${server.pem}`))).toBe('AUTHORITY_NOT_ONE')
    expect(await refused(Buffer.from(old.pem))).toBe('AUTHORITY_EXPIRED')
    expect(await refused(Buffer.from(weak.pem))).toBe('AUTHORITY_WEAK')
    expect([own.list, asked]).toEqual([[], []])
    expect(await refused(root.der)).toBeNull()
    // With Windows' line ends and a text before it, as OpenSSL writes it.
    expect(await refused(Buffer.from(`subject=Second\r\n${second.pem.replaceAll('\n', '\r\n')}`))).toBeNull()
    expect(own.list).toHaveLength(2)
  })

  it('are at most fifty', async () => {
    const { own } = open()
    const many = await Promise.all(
      Array.from({ length: 51 }, (_, index) => makeCertificate({ name: `Root ${index}`, isAuthority: true })),
    )
    expect(await add(own, ...many)).toEqual({ ok: false, error: { code: 'AUTHORITIES_FULL', values: { most: 50 } } })
    expect((await add(own, ...many.slice(1))).ok).toBe(true)
    expect((await add(own, root)).ok).toBe(false)
  })

  it('stay as they are if the file cannot be written, and a damaged file trusts nobody', async () => {
    const path = join(temporaryDirectory(), 'authorities.pem')
    mkdirSync(path)
    const { own, first } = open({ path })
    expect(await add(own, root)).toEqual({ ok: false, error: { code: 'AUTHORITIES_NOT_STORED' } })
    expect(own.list).toEqual([])
    expect(first.state.verify).toBeNull()
    const damaged = join(temporaryDirectory(), 'authorities.pem')
    writeFileSync(damaged, root.pem.slice(0, 200))
    const { own: none, warned } = open({ path: damaged })
    expect(none.list).toEqual([])
    expect(warned).toEqual(['the user’s certificate authorities are damaged and not used (AUTHORITY_UNREADABLE)'])
  })

  it('have names in one line, whatever their makers wrote', async () => {
    const { own } = open()
    await add(own, await makeCertificate({ name: `Nice\nRoot\u202e ${'x'.repeat(300)}`, isAuthority: true }))
    expect(own.list[0]?.name).toMatch(/^Nice/)
    expect(own.list[0]?.name).not.toMatch(/[\n\u202e]/)
    expect(own.list[0]?.name.length).toBeLessThanOrEqual(200)
  })
})
