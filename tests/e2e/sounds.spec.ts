import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { temporaryFolder } from './support/processes.ts'
import { expect, runsInElectron, test } from './support/skein.ts'
import { fixtureSound } from './support/sounds.ts'

test('a sound is served in ranges, is played and sought, and is saved', async ({ server, launch }) => {
  test.setTimeout(240_000)
  test.skip(runsInElectron, 'the dialog for saving cannot be answered there')
  const { email, api_key } = server.account('ada')
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(fixtureSound())], { type: 'audio/wav' }), 'hum.wav')
  const response = await fetch(`${server.url}/api/v1/user_uploads`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Basic ${Buffer.from(`${email}:${api_key}`).toString('base64')}` },
  })
  const { uri } = (await response.json()) as { uri: string }
  const id = await server.post('ada', { stream: 'general', topic: 'books' }, `[hum.wav](${uri})`)
  await server.stop()
  const database = new Database(`${server.folder}/organization.sqlite`)
  database
    .prepare('UPDATE message SET rendered = ? WHERE id = ?')
    .run(`<p><audio controls preload="metadata" src="${uri}" title="hum.wav"></audio></p>`, id)
  database.close()
  await server.start()

  const downloads = temporaryFolder('downloads')
  const app = await launch({ env: { SKEIN_HOST_DOWNLOADS: downloads } })
  await app.signIn(server.url)
  await app.open('books')
  const row = app.message('hum.wav')
  const player = row.locator('audio')
  const duration = () => player.evaluate((audio: HTMLAudioElement) => audio.duration)
  await expect.poll(duration, { timeout: 20_000 }).toBe(1)
  await player.evaluate((audio: HTMLAudioElement) => {
    audio.currentTime = 0.7
  })
  await expect.poll(() => player.evaluate((audio: HTMLAudioElement) => audio.seeking)).toBe(false)
  expect(await player.evaluate((audio: HTMLAudioElement) => audio.currentTime)).toBeCloseTo(0.7, 1)
  const source = (await player.getAttribute('src')) ?? ''
  const part = await app.page.request.get(source, { headers: { range: 'bytes=100-199' } })
  expect([part.status(), part.headers()['content-range']]).toEqual([206, `bytes 100-199/${fixtureSound().length}`])
  expect((await part.body()).equals(fixtureSound().subarray(100, 200))).toBe(true)
  await row.getByRole('link', { name: 'hum.wav' }).press('Enter')
  await expect(app.page.getByText('File saved.')).toBeVisible()
  expect(readFileSync(join(downloads, 'hum.wav')).equals(fixtureSound())).toBe(true)
})
