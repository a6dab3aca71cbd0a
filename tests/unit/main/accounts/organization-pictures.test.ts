import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { IncomingMessage } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { addEmoji } from '#accounts/organization-pictures.ts'
import { Outgoing } from '#accounts/outgoing.ts'
import { gateTo } from '#support/asked-gate.ts'
import { listening } from '#support/listening.ts'

let server: Awaited<ReturnType<typeof listening>> | undefined
afterEach(() => {
  server?.close()
})

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer) // a request without an encoding
  return Buffer.concat(chunks).toString('latin1')
}

/** An account at a server that gives one answer; null ends the connection without one. */
async function setUp(answer: { readonly status: number; readonly body: object } | null) {
  const asked: { readonly call: string; readonly body: string }[] = []
  server = await listening((request, response) => {
    void (async () => {
      asked.push({ call: `${request.method ?? ''} ${request.url ?? ''}`, body: await bodyOf(request) })
      if (answer === null) response.destroy()
      else response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer.body))
    })()
  })
  const folder = mkdtempSync(join(tmpdir(), 'skein-emoji-'))
  return { asked, folder, account: { gate: gateTo(server.origin), outgoing: new Outgoing(folder) } }
}

const file = { name: 'boat.png', type: 'image/png', data: Buffer.from('\x89PNG boat', 'latin1').toString('base64') }

describe('a new emoji', () => {
  it('is uploaded, and its copy is removed', async () => {
    const { asked, folder, account } = await setUp({ status: 200, body: { result: 'success', msg: '' } })
    expect(await addEmoji(account, 'boat', file)).toEqual({ ok: true, value: null })
    expect(asked.map(({ call }) => call)).toEqual(['POST /api/v1/realm/emoji/boat'])
    expect(asked[0]?.body).toContain('filename="boat.png"')
    expect(asked[0]?.body).toContain('\x89PNG boat')
    expect(readdirSync(folder)).toEqual([])
  })

  it('is refused with the sentence of the server', async () => {
    const msg = 'A custom emoji with this name already exists.'
    const { account } = await setUp({ status: 400, body: { result: 'error', code: 'BAD_REQUEST', msg } })
    expect(await addEmoji(account, 'boat', file)).toMatchObject({
      ok: false,
      error: { code: 'TEXT', values: { text: msg } },
    })
  })

  it('has an unknown outcome if the connection ends without an answer, and is not sent again', async () => {
    const { asked, account } = await setUp(null)
    expect(await addEmoji(account, 'boat', file)).toEqual({ ok: false, error: { code: 'CHANGE_OUTCOME_UNKNOWN' } })
    expect(asked).toHaveLength(1)
  })
})
