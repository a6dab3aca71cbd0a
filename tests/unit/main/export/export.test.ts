import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Parser } from 'htmlparser2'
import { describe, expect, it } from 'vitest'
import type { Failure } from '#contract/base/failures.ts'
import type { ExportProgress } from '#contract/message-exports.ts'
import { FailureError } from '#engine/values/failures.ts'
import { checkScript } from '#main/export/assets/check-script.ts'
import {
  copyPicture,
  exportOf,
  exportOrigin,
  storedAccount,
  storedMessage,
  temporaryFolder,
} from '#support/export-world.ts'
import { hostileHtml } from '#tests/corpora/hostile-html.ts'

interface Manifest {
  readonly format: string
  readonly messages: number
  readonly gaps: readonly {
    readonly stream: string | null
    readonly after: string | null
    readonly before: string | null
  }[]
  readonly missingFiles: readonly { readonly path: string; readonly reason: string }[]
  readonly files: readonly { readonly path: string; readonly size: number; readonly sha256: string }[]
}

const manifestOf = (read: (file: string) => string) => JSON.parse(read('manifest.json')) as Manifest
const topic = (name: string) => ({ kind: 'topic', streamId: 1, topic: name }) as const

/** Runs the program of an export that checks it. */
function check(folder: string): Promise<{ readonly status: number; readonly output: string }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [join(folder, 'check.mjs')], (_error, stdout, stderr) => {
      resolve({ status: child.exitCode ?? -1, output: stdout + stderr })
    })
  })
}

/** The elements of a page with their attributes. */
function elementsOf(html: string): { readonly name: string; readonly attributes: Readonly<Record<string, string>> }[] {
  const elements: { name: string; attributes: Record<string, string> }[] = []
  const parser = new Parser({
    onopentag: (name, attributes) => {
      elements.push({ name, attributes })
    },
  })
  parser.end(html)
  return elements
}

const idsOf = (html: string) =>
  elementsOf(html).flatMap(({ attributes }) =>
    /^m\d+$/.test(attributes.id ?? '') ? [Number(attributes.id?.slice(1))] : [],
  )

describe('an export', () => {
  it('has a page per conversation, whose manifest lists every file, and a checker that finds it complete', async () => {
    const database = storedAccount([
      storedMessage(1),
      storedMessage(2, { topic: 'Walks', timestamp: 1_790_100_000, edited_at: 1_790_100_100 }),
      storedMessage(3, { stream_id: null, topic: '', topic_key: '', direct_key: '2,3' }),
    ])
    const { folder, result, read } = await exportOf(database)
    expect(result).toMatchObject({ messages: 3, files: 0, missingFiles: 0 })
    const index = read('index.html')
    expect(index).toContain('#stream 1')
    expect(index).toContain('Person 2, Person 3')
    const pages = readdirSync(join(folder, 'conversations')).toSorted()
    expect(pages).toEqual(['0001-Walks.html', '0002-lunch.html', '0003-Person-2-Person-3.html'])
    const walks = read('conversations/0001-Walks.html')
    expect(idsOf(walks)).toEqual([2])
    expect(walks).toContain('>Edited<')
    expect(walks).toMatch(/<time datetime="2026-09-22T[\d:.]+Z">/)
    const listed = manifestOf(read).files.map(({ path }) => path)
    const found = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(folder.length + 1)
          .replaceAll('\\', '/'),
      )
    expect([...listed, 'manifest.json'].toSorted()).toEqual(found.toSorted())
    expect(await check(folder)).toEqual({ status: 0, output: `${listed.length} files agree with the manifest.\n` })
  })

  it('is found damaged after a byte was flipped, a file was removed, added, or the manifest is gone', async () => {
    const { folder, read } = await exportOf(storedAccount([storedMessage(1)]))
    const page = join(folder, 'conversations/0001-lunch.html')
    const bytes = readFileSync(page)
    const at = bytes.length - 30
    bytes[at] = (bytes[at] ?? 0) ^ 1
    writeFileSync(page, bytes)
    expect(await check(folder)).toMatchObject({
      status: 1,
      output: expect.stringContaining('0001-lunch.html has other contents') as string,
    })
    rmSync(page)
    writeFileSync(join(folder, 'more.html'), 'x')
    const { status, output } = await check(folder)
    expect(status).toBe(1)
    expect(output).toContain('0001-lunch.html is missing')
    expect(output).toContain('more.html is not in the manifest')
    expect(read('check.mjs').split('\n').length).toBeLessThanOrEqual(100)
    rmSync(join(folder, 'manifest.json'))
    expect(await check(folder)).toMatchObject({ status: 2 })
  })

  it('writes nothing that runs or is fetched, whatever the stored messages and names contain', async () => {
    const evil = '</script><script>window.pwned=1</script><img src=x onerror=window.pwned=1>'
    const rows = hostileHtml.map((content, index) =>
      storedMessage(index + 1, {
        content,
        plain: `${content} \u2028 \u202e`,
        topic: evil.slice(0, 60),
        topic_key: evil.slice(0, 60),
      }),
    )
    const database = storedAccount(rows, (store) => {
      const person = store.directory.people().find(({ id }) => id === 1)
      const stream = store.directory.streams().find(({ id }) => id === 1)
      if (person !== undefined)
        store.directory.putPerson({ ...person, name: `${evil}\u202e${'e\u0301\u0302'.repeat(100)}` })
      if (stream !== undefined) store.directory.putStream({ ...stream, name: evil })
    })
    const { folder, read } = await exportOf(database, { title: evil })
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    for (const file of files) expect(file).toMatch(/^[\p{L}\p{N}\p{M}./\\-]+$/u)
    for (const file of files.filter((name) => name.endsWith('.html'))) {
      for (const { name, attributes } of elementsOf(read(file))) {
        if (name === 'script') expect(attributes).toEqual({ src: 'assets/search.js' })
        expect(name).not.toMatch(/^(?:iframe|object|embed|svg|math|style|base|frame|applet)$/)
        for (const [attribute, value] of Object.entries(attributes)) {
          expect(attribute).not.toMatch(/^on|^style$|^srcset$|^background$|^formaction$/)
          if (attribute === 'src') expect(value).toMatch(/^(?:\.\.\/files\/|assets\/)/)
          if (attribute === 'href')
            expect(value).toMatch(/^(?:https?:|mailto:|\.\.\/|#|assets\/|conversations\/|lists\/|index\.html)/)
        }
      }
    }
    for (const file of files.filter((name) => name.startsWith('search'))) {
      if (file.endsWith('.js')) expect(read(file)).not.toMatch(/<\/?script|\u2028/)
    }
  })

  it('divides a long conversation into pages that together have every message once', async () => {
    const rows = Array.from({ length: 4_100 }, (_, index) => storedMessage(index + 1))
    const { folder, read } = await exportOf(storedAccount(rows))
    const pages = readdirSync(join(folder, 'conversations')).toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1))
    expect(pages).toEqual(['0001-lunch.html', '0001-lunch.2.html', '0001-lunch.3.html'])
    expect(pages.flatMap((page) => idsOf(read(`conversations/${page}`)))).toEqual(rows.map(({ id }) => id))
    expect(read('conversations/0001-lunch.html')).toContain('href="../conversations/0001-lunch.3.html"')
  })

  it('keeps links between its messages inside, also to a page that follows, and others as they are', async () => {
    const link = (path: string) => `<p><a href="${exportOrigin}/${path}">x</a></p>`
    const database = storedAccount([
      storedMessage(1, { content: link('#narrow/channel/1-stream-1/topic/old.20name/near/7') }),
      storedMessage(2, { content: link('#narrow/stream/1-stream-1/topic/Walks') }),
      storedMessage(3, { content: link('#narrow/channel/9/topic/elsewhere') }),
      storedMessage(4, { content: '<p><a href="https://other.example/x">x</a><a href="javascript:1">y</a></p>' }),
      storedMessage(7, { topic: 'Walks', topic_key: 'walks' }),
    ])
    const { read } = await exportOf(database)
    const hrefs = elementsOf(read('conversations/0002-lunch.html')).flatMap(({ attributes }) => attributes.href ?? [])
    expect(hrefs).toContain('../conversations/0001-Walks.html#m7')
    expect(hrefs).toContain('../conversations/0001-Walks.html')
    expect(hrefs).toContain(`${exportOrigin}/#narrow/channel/9/topic/elsewhere`)
    expect(hrefs).toContain('https://other.example/x')
    expect(hrefs.filter((href) => href.startsWith('javascript'))).toEqual([])
  })

  it('copies pictures and files, and states those that are missing', async () => {
    const content = `<p><a href="${exportOrigin}/user_uploads/1/plan.html">plan</a></p>
      <div class="message_inline_image"><a href="${exportOrigin}/user_uploads/1/cat.png"><img data-media="/user_uploads/1/cat.png" alt="cat"></a></div>
      <p><img data-media="/user_uploads/1/gone.png" alt="a dog"></p>`
    const { read, result, folder } = await exportOf(
      storedAccount([storedMessage(1, { content })]),
      {},
      {
        copyFile: (path, target) =>
          path.includes('gone')
            ? Promise.resolve({ kind: 'missing', failure: { code: 'FILE_GONE' } })
            : copyPicture(path, target),
      },
    )
    expect(result).toMatchObject({ files: 2, missingFiles: 1 })
    expect(manifestOf(read).missingFiles).toEqual([{ path: '/user_uploads/1/gone.png', reason: 'FILE_GONE' }])
    const page = read('conversations/0001-lunch.html')
    expect(page).toContain('<img src="../files/0002-cat.png" alt="cat" loading="lazy">')
    expect(page).toContain('Image not included: a dog')
    // No browser opens a copied page.
    expect(readdirSync(join(folder, 'files')).toSorted()).toEqual(['0001-plan.png', '0002-cat.png'])
    expect((await check(folder)).status).toBe(0)
  })

  it('asks for no further files after several without an answer', async () => {
    const asked: string[] = []
    const rows = Array.from({ length: 30 }, (_, index) =>
      storedMessage(index + 1, { content: `<img data-media="/user_uploads/1/${index}.png" alt="x">` }),
    )
    const { result } = await exportOf(
      storedAccount(rows),
      {},
      {
        copyFile: (path) => {
          asked.push(path)
          return Promise.resolve({ kind: 'missing', failure: { code: 'NOT_CONNECTED' } })
        },
      },
    )
    expect(result.missingFiles).toBe(30)
    expect(asked.length).toBeLessThan(10)
  })

  it('states periods that this computer may lack, in the list, between the messages and in the manifest', async () => {
    const database = storedAccount([storedMessage(10), storedMessage(50)], (store) => {
      for (const { id } of store.directory.streams()) {
        store.ranges.replace(`stream:${id}`, [{ low: 0, high: 0, live_epoch: 1 }])
      }
      store.ranges.replace('stream:1', [
        { low: 5, high: 20, live_epoch: null },
        { low: 40, high: 60, live_epoch: 1 },
      ])
      store.ranges.replace('direct', [{ low: 0, high: 60, live_epoch: 1 }])
    })
    const { read, result } = await exportOf(database)
    expect(result.gaps).toBe(2)
    const moment = (id: number) => new Date((1_790_000_000 + id) * 1000).toISOString()
    expect(manifestOf(read).gaps).toEqual([
      { stream: 'stream 1', conversation: null, after: null, before: moment(10) },
      { stream: 'stream 1', conversation: null, after: moment(10), before: moment(50) },
    ])
    const page = read('conversations/0001-lunch.html')
    expect(page.match(/class="gap"|id="m\d+"/g)).toEqual(['class="gap"', 'id="m10"', 'class="gap"', 'id="m50"'])
    expect(read('index.html')).toContain('What may be missing')
  })

  it('is data with one line per message in the other form', async () => {
    const database = storedAccount([
      storedMessage(1, {
        content: '<p><strong>hi</strong></p>',
        plain: 'hi',
        raw: '**hi**',
        reactions: JSON.stringify([{ type: 'unicode_emoji', code: '1f44d', name: '+1', users: [2, 3] }]),
      }),
      storedMessage(2, { topic: 'Walks', topic_key: 'walks' }),
    ])
    const { read, folder } = await exportOf(database, { form: 'json', narrow: topic('lunch'), title: 'lunch' })
    const lines = read('conversations/0001-lunch.jsonl').trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      {
        id: 1,
        time: '2026-09-21T14:13:21.000Z',
        sender: { id: 1, name: 'Person 1', email: 'p1@x' },
        topic: 'lunch',
        markdown: '**hi**',
        html: '<p dir="auto"><strong>hi</strong></p>',
        text: 'hi',
        edited: null,
        moved: null,
        starred: false,
        reactions: [{ type: 'unicode_emoji', code: '1f44d', name: '+1', users: [2, 3] }],
        widget: [],
        files: [],
      },
    ])
    expect(JSON.parse(read('conversations.json'))).toMatchObject({
      conversations: [{ file: 'conversations/0001-lunch.jsonl', kind: 'topic', topic: 'lunch', messages: 1 }],
      people: [{ id: 1, name: 'Person 1' }],
    })
    expect((await check(folder)).status).toBe(0)
  })

  it('reports its progress and ends when it is cancelled', async () => {
    const rows = Array.from({ length: 2_000 }, (_, index) => storedMessage(index + 1))
    const database = storedAccount(rows)
    const controller = new AbortController()
    const seen: ExportProgress[] = []
    const onProgress = (progress: ExportProgress) => {
      seen.push(progress)
      if (progress.kind === 'messages' && progress.done >= 500) controller.abort(new Error('cancelled'))
    }
    await expect(exportOf(database, {}, { onProgress }, controller.signal)).rejects.toThrow('cancelled')
    expect(seen[0]).toEqual({ kind: 'preparing' })
    expect(seen.at(-1)).toEqual({ kind: 'messages', done: 500, total: 2_000 })
  })

  it('fails with the reason if its folder is gone, or the disk is full while a file is copied', async () => {
    const database = storedAccount([storedMessage(1, { content: '<img data-media="/user_uploads/1/a.png" alt="x">' })])
    const codeOf = async (run: Promise<unknown>): Promise<Failure['code'] | null> =>
      run.then(
        () => null,
        (error: unknown) => (error instanceof FailureError ? error.code : null),
      )
    const gone = join(temporaryFolder(), 'gone')
    expect(await codeOf(exportOf(database, { folder: gone, withFiles: false }))).toBe('EXPORT_FOLDER_GONE')
    const full = exportOf(
      database,
      {},
      { copyFile: () => Promise.resolve({ kind: 'fatal', failure: { code: 'EXPORT_DISK_FULL' } }) },
    )
    expect(await codeOf(full)).toBe('EXPORT_DISK_FULL')
    expect(existsSync(gone)).toBe(false)
  })

  it('has a checker that needs nothing of Skein', () => {
    const imported = [...checkScript.matchAll(/from '([^']+)'/g)].map(([, name]) => name ?? '')
    expect(imported.length).toBeGreaterThan(0)
    for (const name of imported) expect(name).toMatch(/^node:/)
  })
})
