import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { limits } from '#server/base/limits.ts'
import type { ServerOptions } from '#server/base/options.ts'
import { tarHeader } from '#server/organization/exports/tar.ts'
import { Service } from '#support/service.ts'
import type { Account } from '#support/test-server.ts'

interface Export {
  readonly id: number
  readonly export_url: string | null
  readonly pending: boolean
  readonly failed_timestamp: number | null
  readonly deleted_timestamp: number | null
  readonly export_type?: number
}

async function world(options: ServerOptions = {}) {
  const service = await Service.start(options)
  const olga = service.person('Olga', 'owner')
  const noor = service.person('Noor')
  const mei = service.person('Mei')
  const general = await service.stream('general', [olga, noor])
  const attic = await service.stream('attic', [noor, mei], { invite_only: true })
  await service.say(noor, general, 'boats', 'said in public')
  await service.say(mei, attic, 'boats', 'said in the attic')
  await service.tell(noor, [mei], 'said directly')
  await service.tell(mei, [mei], 'said to nobody')
  const exported = async () => (await service.ok(olga, 'GET', '/export/realm')).exports as Export[] // shape of the endpoint
  /** Waits until no export is pending. */
  const written = async (): Promise<Export[]> => {
    for (;;) {
      const list = await exported()
      if (!list.some(({ pending }) => pending)) return list
      await new Promise(setImmediate)
    }
  }
  const download = (url: string | null | undefined) =>
    service.server.built.app.inject({ url: new URL(url ?? 'http://x/').pathname, headers: { host: 'test.example' } })
  return { service, olga, noor, mei, exported, written, download }
}

/** The files of a gzipped tar archive by their names. */
function unpacked(archive: Buffer): Map<string, string> {
  const bytes = gunzipSync(archive)
  const files = new Map<string, string>()
  let longName: string | undefined
  for (let at = 0; bytes[at] !== 0;) {
    const text = (from: number, length: number) =>
      bytes.toString('latin1', at + from, at + from + length).replace(/\0.*$/s, '')
    const size = Number.parseInt(text(124, 12), 8)
    const content = bytes.toString('utf8', at + 512, at + 512 + size)
    if (text(156, 1) === 'x') longName = /path=(.*)\n/.exec(content)?.[1]
    else {
      files.set(longName ?? text(0, 100), content)
      longName = undefined
    }
    at += 512 + Math.ceil(size / 512) * 512
  }
  return files
}

async function contents(w: Awaited<ReturnType<typeof world>>): Promise<Map<string, string>> {
  const [last] = (await w.written()).slice(-1)
  return unpacked((await w.download(last?.export_url)).rawPayload)
}

function saidIn(files: ReadonlyMap<string, string>): string[] {
  const list = JSON.parse(files.get('export/messages-000001.json') ?? '[]') as { content: string }[]
  return list.map(({ content }) => content)
}

describe('an export of the organization', () => {
  it('has what all members can read, with its files, at an address that nobody guesses', async () => {
    const w = await world()
    const { service, olga, noor, download } = w
    const { uri } = await service.upload(noor, '/user_uploads', 'plän.txt', Buffer.from('a plan'))
    const hidden = await service.upload(noor, '/user_uploads', 'secret.txt', Buffer.from('a secret'))
    const general = Number((await service.ok(noor, 'GET', '/get_stream_id', { stream: 'general' })).stream_id)
    await service.say(noor, general, 'files', `[plan](${String(uri)})`)
    await service.tell(noor, [noor], `[secret](${String(hidden.uri)})`)
    await service.listen(olga)
    await service.listen(noor)
    expect(await service.ok(olga, 'POST', '/export/realm')).toMatchObject({ id: 1 })
    const files = await contents(w)
    expect(saidIn(files)).toEqual(['said in public', `[plan](${String(uri)})`])
    expect([...files.values()].filter((text) => text === 'a plan')).toHaveLength(1)
    const all = [...files.values()].join()
    for (const secret of ['said directly', 'said in the attic', 'attic', 'a secret', 'key-of']) {
      expect(all).not.toContain(secret)
    }
    expect([...files.keys()]).toEqual(
      expect.arrayContaining(['organization', 'users', 'user_groups', 'streams'].map((name) => `export/${name}.json`)),
    )
    const [one] = await w.exported()
    expect(one).not.toHaveProperty('export_type')
    expect(new URL(one?.export_url ?? '').pathname).toMatch(/^\/exports\/[\w-]{32}\/export\.tar\.gz$/)
    expect((await service.events(olga)).map(({ type }) => type)).toEqual(['realm_export', 'realm_export'])
    expect(await service.events(noor)).toEqual([])

    await service.restart()
    expect((await download(one?.export_url)).statusCode).toBe(200)
    await service.ok(olga, 'DELETE', '/export/realm/1')
    expect((await download(one?.export_url)).statusCode).toBe(404)
    expect(await w.exported()).toMatchObject([{ export_url: null, deleted_timestamp: service.context.nowSeconds() }])
    expect(await service.call(olga, 'DELETE', '/export/realm/1')).toMatchObject({ msg: 'Export already deleted' })
  })

  it('has failed if the server ended while it was written', async () => {
    const { service, olga, exported, written } = await world()
    await service.ok(olga, 'POST', '/export/realm')
    expect(await service.call(olga, 'DELETE', '/export/realm/1')).toMatchObject({ msg: 'Export still in progress' })
    await service.restart()
    expect(await exported()).toMatchObject([{ pending: false, failed_timestamp: service.context.nowSeconds() }])
    expect(await service.call(olga, 'DELETE', '/export/realm/1')).toMatchObject({ status: 400 })
    await service.ok(olga, 'POST', '/export/realm')
    expect(await written()).toMatchObject([{ export_url: null }, { failed_timestamp: null }])
  })

  it('is asked for by administrators only, five times a week', async () => {
    const { service, olga, noor, written } = await world()
    for (const [method, path] of [
      ['POST', '/export/realm'],
      ['GET', '/export/realm'],
      ['DELETE', '/export/realm/1'],
    ] as const) {
      expect(await service.call(noor, method, path)).toMatchObject({ code: 'UNAUTHORIZED_PRINCIPAL' })
    }
    expect(await service.call(olga, 'DELETE', '/export/realm/7')).toMatchObject({ msg: 'Invalid data export ID' })
    for (let count = 0; count < limits.exportsOfWeek.most; count += 1) await service.ok(olga, 'POST', '/export/realm')
    expect(await service.call(olga, 'POST', '/export/realm')).toMatchObject({ msg: 'Exceeded rate limit.' })
    expect((await written()).map(({ id }) => id)).toEqual([1, 2, 3, 4, 5])
  })

  it('is refused to be private before its level', async () => {
    const w = await world()
    expect(await w.service.ok(w.olga, 'POST', '/export/realm', { export_type: 2 })).toMatchObject({
      ignored_parameters_unsupported: ['export_type'],
    })
    expect(saidIn(await contents(w))).toEqual(['said in public'])
  })
})

describe('an export with private data', () => {
  it('has what consenting people can read, and needs a consenting owner', async () => {
    const w = await world({ featureLevel: 371 })
    const { service, olga, noor } = w
    const consent = (who: Account) => service.ok(who, 'PATCH', '/settings', { allow_private_data_export: true })
    await service.listen(olga)
    await consent(noor)
    expect((await service.events(olga)).map(({ type, user_id, consented }) => [type, user_id, consented])).toEqual([
      ['realm_export_consent', noor.id, true],
    ])
    expect(await service.call(olga, 'POST', '/export/realm', { export_type: 2 })).toMatchObject({ status: 400 })
    await consent(olga)
    expect(await service.ok(olga, 'GET', '/export/realm/consents')).toMatchObject({
      export_consents: [
        { user_id: olga.id, consented: true },
        { user_id: noor.id, consented: true },
        { consented: false },
      ],
    })
    expect(await service.call(noor, 'GET', '/export/realm/consents')).toMatchObject({ status: 400 })
    await service.ok(olga, 'POST', '/export/realm', { export_type: 2 })
    expect(saidIn(await contents(w))).toEqual(['said in public', 'said in the attic', 'said directly'])
    expect(await w.exported()).toMatchObject([{ export_type: 2 }])
    expect(await service.call(olga, 'POST', '/export/realm', { export_type: 3 })).toMatchObject({ status: 400 })
  })
})

describe('the header of a file in an archive', () => {
  it('has a checksum of its bytes, and a long name before it', () => {
    const header = tarHeader('export/users.json', 5, 1_700_000_000)
    const sum = header.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0)
    expect(header).toHaveLength(512)
    expect(Number.parseInt(header.toString('latin1', 148, 154), 8)).toBe(sum)
    const long = `export/${'ä'.repeat(200)}.json`
    const both = tarHeader(long, 5, 1)
    expect(both.toString('utf8', 512)).toContain(` path=${long}\n`)
    expect(both.length % 512).toBe(0)
    const [length = ''] = both.toString('latin1', 512).split(' ')
    expect(both.subarray(512, 512 + Number(length)).at(-1)).toBe(10)
  })
})
