import { describe, expect, it } from 'vitest'
import type { FileOutcome, UploadItem } from '#contract/attachments.ts'
import type { Result } from '#contract/base/failures.ts'
import { addressPath, isStill, kindText, openFile, placeText, shownName } from '#renderer/features/files/file-menus.ts'
import { FilesScreen } from '#renderer/features/files/files-screen.svelte.ts'
import { noFilters, readChoices, textOf } from '#renderer/features/files/kept-choices.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { fileKindOf } from '#shared/file-name.ts'

const file = (id: number, name = `${id}.txt`): UploadItem => ({
  key: `upload:${id}`,
  kind: 'upload',
  id,
  name,
  fileKind: fileKindOf(name),
  size: 10,
  path: `/user_uploads/1/${id}/${name}`,
  createdAt: 1_700_000_000,
  uses: [],
  useCount: 0,
})

function setUp(items: readonly UploadItem[] = [], text = '') {
  const opened: { readonly query: object; onChange: () => void }[] = []
  const closed: unknown[] = []
  const asked: unknown[] = []
  const notices: string[] = []
  const waiting: ((result: Result<readonly FileOutcome[]>) => void)[] = []
  let listed = items
  const views = {
    open: (_accountId: string, query: object) => {
      const meta = { found: listed.length, hasMore: false }
      const view = { query, items: listed, meta, onChange: () => undefined }
      opened.push(view)
      return view
    },
    close: (view: { readonly query: unknown }) => closed.push(view.query),
  }
  const calls = {
    askOf: (accountId: string, name: string, input: unknown) => {
      asked.push([accountId, name, input])
      return new Promise((resolve) => waiting.push(resolve))
    },
  }
  const screen = new FilesScreen(
    { accountId: 'a', position: null, text },
    {
      bridge: {} as never,
      views: views as never,
      calls: calls as never,
      notify: (sentence) => notices.push(sentence),
    },
  )
  return {
    screen,
    opened,
    closed,
    asked,
    notices,
    last: () => opened.at(-1)?.query,
    chosen: () => screen.chosen.map(({ id }) => id),
    answer: (result: Result<readonly FileOutcome[]>) => waiting.shift()?.(result),
    /** Shows another list, as after a change elsewhere. */
    becomes: (next: readonly UploadItem[]) => {
      listed = next
      screen.sortBy(screen.sort === 'size' ? 'date' : 'size')
      opened.at(-1)?.onChange()
    },
  }
}

const done = (...fileIds: number[]): Result<readonly FileOutcome[]> => ({
  ok: true,
  value: fileIds.map((fileId) => ({ fileId, failure: null })),
})
const offline = { code: 'FILES_OFFLINE' } as const
const rows = clientLimits.filesStep.most

describe('the list of own files', () => {
  it('begins with all files, the newest first, and returns with its search, filters and order', () => {
    const { screen, last } = setUp()
    expect(last()).toEqual({ type: 'uploads', text: '', filters: noFilters, sort: 'date', rows })
    screen.search('a: b')
    screen.filter({ kind: 'picture', isUnused: true })
    screen.sortBy('name')
    const again = setUp([], screen.text)
    expect(again.last()).toEqual(last())
    expect(again.screen.isFiltered).toBe(true)
    again.screen.clear()
    expect([again.screen.isFiltered, again.screen.sort]).toEqual([false, 'name'])
  })

  it('takes no choices from a text of another version', () => {
    for (const text of ['', 'nonsense', 'cats:all:weight:', '::::', ':'.repeat(50)]) {
      expect(readChoices(text)).toMatchObject({ filters: noFilters, sort: 'date' })
    }
    const choices = { text: ':a:', filters: { kind: 'other', isUnused: false }, sort: 'size' } as const
    expect(readChoices(textOf(choices))).toEqual(choices)
  })

  it('asks once for each choice, and closes superseded views', () => {
    const { screen, opened, closed } = setUp()
    screen.search('a')
    screen.search('a')
    screen.sortBy('date')
    expect(opened).toHaveLength(2)
    opened[1]?.onChange()
    screen.close()
    expect(closed).toHaveLength(2)
  })
})

describe('the selection of files', () => {
  const five = [1, 2, 3, 4, 5].map((id) => file(id))

  it('takes single files and ranges in both directions', () => {
    const { screen, chosen } = setUp(five)
    screen.toggle(file(4))
    expect(chosen()).toEqual([4])
    screen.chooseTo(file(2), file(2))
    expect(chosen()).toEqual([2, 3, 4])
    screen.chooseTo(file(5), file(5))
    expect(chosen()).toEqual([4, 5])
    screen.toggle(file(4))
    expect(chosen()).toEqual([5])
    screen.chooseNone()
    screen.chooseTo(file(2), file(1))
    expect(chosen()).toEqual([1, 2])
    screen.chooseAll()
    expect([chosen(), screen.chosenAtOnce, screen.isFull]).toEqual([[1, 2, 3, 4, 5], null, false])
  })

  it('has at most as many files as one deletion', () => {
    const most = clientLimits.deletedFiles.most
    const many = Array.from({ length: most + 20 }, (_, id) => file(id))
    const { screen, chosen } = setUp(many)
    screen.chooseAll()
    expect([chosen().length, screen.isFull, screen.chosenAtOnce]).toEqual([most, true, most])
    screen.toggle(file(most + 1))
    expect(chosen()).toHaveLength(most)
    screen.chooseNone()
    screen.chooseTo(file(0), file(most + 19))
    expect([chosen().length, chosen().at(-1)]).toEqual([most, most + 19])
  })

  it('ends with another search or filter, stays in another order, and loses files that are gone', () => {
    const { screen, chosen, becomes } = setUp(five)
    screen.chooseAll()
    becomes(five.slice(1))
    expect(chosen()).toEqual([2, 3, 4, 5])
    screen.filter({ isUnused: true })
    expect(chosen()).toEqual([])
    screen.toggle(file(3))
    screen.search('x')
    expect(chosen()).toEqual([])
  })
})

describe('the deletion of files', () => {
  it('asks once about the selected files, or about one that is not selected', () => {
    const { screen, asked } = setUp([file(1), file(2), file(3)])
    screen.askToDelete(null)
    expect(screen.question).toBeNull()
    screen.toggle(file(1))
    screen.toggle(file(2))
    screen.askToDelete(file(3))
    expect(screen.question?.files).toEqual([file(3)])
    screen.askToDelete(file(1))
    expect(screen.question?.files).toEqual([file(1), file(2)])
    screen.closeQuestion()
    expect([screen.question, asked]).toEqual([null, []])
  })

  it('reports each outcome, and keeps the files that were not deleted selected', async () => {
    const { screen, asked, answer, chosen } = setUp([file(1), file(2), file(3)])
    screen.chooseAll()
    screen.askToDelete(null)
    const first = screen.confirm()
    await screen.confirm()
    expect(asked).toEqual([['a', 'files.delete', { fileIds: [1, 2, 3] }]])
    expect([screen.question?.isPending, screen.isDeleting(file(2))]).toEqual([true, true])
    const failure = { code: 'TEXT', values: { text: 'No.' } } as const
    answer({ ok: true, value: [1, 2, 3].map((fileId) => ({ fileId, failure: fileId === 2 ? failure : null })) })
    await first
    expect(screen.question).toBeNull()
    expect(screen.report).toEqual({ files: [file(1), file(2), file(3)], kept: [{ file: file(2), failure }] })
    expect([chosen(), screen.isDeleting(file(2))]).toEqual([[2], false])
    screen.dismissReport()
    expect(screen.report).toBeNull()
  })

  it('keeps the question and the selection offline', async () => {
    const { screen, answer, chosen } = setUp([file(1), file(2)])
    screen.chooseAll()
    screen.askToDelete(null)
    const first = screen.confirm()
    answer({ ok: false, error: offline })
    await first
    expect(screen.question).toMatchObject({ isPending: false, failure: offline })
    expect([chosen(), screen.report]).toEqual([[1, 2], null])
    const second = screen.confirm()
    expect(screen.question).toMatchObject({ isPending: true, failure: null })
    answer(done(1, 2))
    await second
    expect([screen.question, screen.report?.kept]).toEqual([null, []])
  })

  it('goes on after the question or the screen is closed, and tells the outcome there', async () => {
    const { screen, answer, notices } = setUp([file(1), file(2)])
    screen.askToDelete(file(1))
    const first = screen.confirm()
    screen.closeQuestion()
    answer({ ok: false, error: offline })
    await first
    expect([screen.question, screen.report?.kept]).toEqual([null, [{ file: file(1), failure: offline }]])
    screen.askToDelete(file(1))
    const second = screen.confirm()
    screen.close()
    answer(done(1))
    await second
    expect(notices).toEqual(['One file deleted.'])
    screen.askToDelete(file(2))
    const third = screen.confirm()
    answer({ ok: true, value: [{ fileId: 2, failure: { code: 'FILE_NOT_DELETED' } }] })
    await third
    expect(notices.at(-1)).toBe('One file wasn’t deleted. The server didn’t delete the file.')
  })
})

describe('a file of the list', () => {
  it('has a name on one line, without characters that hide its kind', () => {
    expect(shownName({ name: 'photo\u202egnp.exe' })).toBe('photognp.exe')
    expect(shownName({ name: 'a\nb/c\u0000.txt' })).toBe('a b-c.txt')
    expect(shownName({ name: `${'x'.repeat(5_000)}.pdf` })).toMatch(/^x{296}\.pdf$/)
    expect(shownName({ name: '' })).toBe('file')
  })

  it('has a kind by the end of its name', () => {
    const texts = ['a.PNG', 'b.mp4', 'c.flac', 'd.docx', 'e', 'f.constructor'].map((name) => kindText(file(1, name)))
    expect(texts).toEqual(['PNG image', 'Video', 'Audio', 'DOCX file', 'File', 'File'])
    expect(['a.png', 'a.gif', 'a.svg', 'a.mp4'].map((name) => isStill(file(1, name)))).toEqual([
      true,
      false,
      false,
      false,
    ])
  })

  it('has an address without characters that change it', () => {
    expect(addressPath({ path: '/user_uploads/1/ü/a?b#c%.txt' })).toBe('/user_uploads/1/%C3%BC/a%3Fb%23c%25.txt')
    expect(addressPath({ path: '/user_uploads/\ud800' })).toBe('/user_uploads/%EF%BF%BD')
  })

  it('opens with the other pictures and videos around it; any other file is saved', () => {
    const shown: unknown[] = []
    const saved: unknown[] = []
    const parts = {
      overlays: { openLightbox: (items: readonly { name: string }[], index: number) => shown.push([items, index]) },
      calls: { saveMedia: (path: string, name: string) => Promise.resolve(saved.push([path, name])) },
    } as never
    const listed = [file(1), file(2, 'a.png'), file(3, 'b.svg'), file(4, 'c.mp4')]
    openFile(parts, listed, file(4, 'c.mp4'))
    expect(shown).toMatchObject([
      [
        [
          { name: 'a.png', kind: 'picture' },
          { name: 'c.mp4', kind: 'video' },
        ],
        1,
      ],
    ])
    openFile(parts, listed, file(3, 'b.svg'))
    expect(saved).toEqual([['/user_uploads/1/3/b.svg', 'b.svg']])
  })

  it('names the places of its messages', () => {
    const narrow = { kind: 'topic', streamId: 1, topic: 'lunch' } as const
    const place = { narrow, title: 'lunch', streamName: 'general', streamColor: null }
    expect(placeText({ messageId: 1, place })).toBe('#general › lunch')
    expect(placeText({ messageId: 1, place: { ...place, streamName: null } })).toBe('lunch')
    const direct = { narrow: { kind: 'direct', userIds: [] } as const, title: [], streamName: null, streamColor: null }
    expect(placeText({ messageId: 1, place: direct })).toBe('Notes to self')
    expect(placeText({ messageId: 1, place: null })).toBe('A message')
  })
})
