import { describe, expect, it } from 'vitest'
import type { Failure, Result } from '#contract/base/failures.ts'
import type { AlertWordItem } from '#contract/notifications.ts'
import type { LiveView } from '#renderer/bridge/view-client.svelte.ts'
import { ProxyAnswer } from '#renderer/features/connection/proxy-answer.svelte.ts'
import { AlertWordList } from '#renderer/features/settings/alert-word-list.svelte.ts'
import { DamagedSettings } from '#renderer/features/settings/damaged-settings.svelte.ts'
import { Licences } from '#renderer/features/settings/dialogs/licences.svelte.ts'
import { MutedPeople } from '#renderer/features/settings/dialogs/muted-people.svelte.ts'
import { Updates } from '#renderer/features/settings/updates.ts'
import { engineWithForms } from './engine-with-forms.ts'
import { sentenceOf } from '#i18n/catalogue.ts'

const answered = () => new Promise<void>((resolve) => setImmediate(resolve))
const refusal: Failure = { code: 'NO_ANSWER' }

describe('the alert words', () => {
  /** Records the calls, and answers them with `result` once `held` is resolved. */
  function setUp() {
    const made: unknown[] = []
    const engine = { result: { ok: true, value: null } as Result<null>, held: Promise.resolve() }
    const list = new AlertWordList(
      {
        ask: async (name: string, input: unknown) => {
          made.push([name, input])
          await engine.held
          return engine.result
        },
      },
      'a',
      engineWithForms().page().forms,
    )
    return { made, engine, list }
  }

  const item = (word: string, localId: string | null = null) => ({ key: word, word, localId }) as AlertWordItem

  it('take the typed word, and keep text that is typed meanwhile', async () => {
    const { made, list } = setUp()
    list.text = 'release'
    await list.add()
    expect({ made, text: list.text }).toEqual({
      made: [['alertWords.change', { word: 'release', isOn: true }]],
      text: '',
    })
    list.text = 'freeze'
    const adding = list.add()
    list.text = 'freeze today'
    await adding
    expect(list.text).toBe('freeze today')
  })

  it('keep a refused word in the field, with the reason', async () => {
    const { engine, list } = setUp()
    engine.result = { ok: false, error: refusal }
    list.text = 'release'
    await list.add()
    expect({ text: list.text, problem: list.problem }).toEqual({ text: 'release', problem: sentenceOf(refusal) })
  })

  it('report once the position of a word that left the list', async () => {
    const { list } = setUp()
    const [first, second] = [item('one'), item('two')]
    await list.remove(second, 1)
    expect(list.takeGap([first, second])).toBeNull()
    expect(list.takeGap([first])).toBe(1)
    expect(list.takeGap([first])).toBeNull()
  })

  it('report no position if the removal was refused', async () => {
    const { engine, list } = setUp()
    engine.result = { ok: false, error: refusal }
    await list.remove(item('one'), 0)
    expect(list.takeGap([])).toBeNull()
  })

  it('retry a change that the server did not accept', async () => {
    const { made, list } = setUp()
    await list.retry(item('one', 'local 1'))
    await list.retry(item('two'))
    expect(made).toEqual([['outbox.retry', { localId: 'local 1' }]])
  })
})

describe('the muted people', () => {
  it('are those of the engine’s view; one is unmuted and muted again', async () => {
    const made: (readonly [number, boolean])[] = []
    const view = { items: [{ id: 1, name: 'Noor' }] } as unknown as LiveView<'muted_people'>
    const opened: unknown[] = []
    const ports = {
      calls: {
        mutePerson: (id: number, isMuted: boolean) => {
          made.push([id, isMuted])
          return Promise.resolve()
        },
      },
      views: {
        open: (...asked: readonly unknown[]) => {
          opened.push(asked)
          return view as never
        },
        close: (closed: unknown) => opened.push(closed),
      },
    }
    const muted = new MutedPeople(ports, 'a')
    expect(opened).toEqual([['a', { type: 'muted_people' }]])
    const [person] = muted.people
    if (person === undefined) throw new Error('nobody is listed')
    await muted.unmute(person)
    expect(muted.unmuted).toBe(person)
    await muted.undo()
    await muted.undo()
    const calls = [
      [1, false],
      [1, true],
    ]
    expect({ made, unmuted: muted.unmuted }).toEqual({ made: calls, unmuted: null })
    muted.close()
    expect(opened.at(-1)).toBe(view)
  })
})

describe('a damaged settings file', () => {
  it('is read again once at a time', async () => {
    const answers: string[] = []
    const damaged = new DamagedSettings({
      answerSettingsProblem: async (answer) => {
        answers.push(answer)
        await answered()
      },
    })
    const reading = damaged.retry()
    expect(damaged.isBusy).toBe(true)
    await damaged.retry()
    await reading
    expect({ answers, isBusy: damaged.isBusy }).toEqual({ answers: ['retry'], isBusy: false })
    await damaged.dismiss()
    expect(answers).toEqual(['retry', 'dismiss'])
  })
})

describe('the licences', () => {
  it('are read when they are opened, and a failure is displayed until the next time', async () => {
    let result: Result<{ readonly text: string }> = { ok: false, error: refusal }
    const licences = new Licences({ licences: () => Promise.resolve(result) })
    await licences.open()
    expect(licences.result).toEqual({ sentence: sentenceOf(refusal), isFailure: true })
    licences.close()
    expect(licences.isOpen).toBe(false)
    result = { ok: true, value: { text: 'AGPL' } }
    await licences.open()
    expect({ text: licences.text, said: licences.result, isOpen: licences.isOpen }).toEqual({
      text: 'AGPL',
      said: null,
      isOpen: true,
    })
  })
})

describe('updates', () => {
  it('are checked for, fetched and started by main, and opened as a page', async () => {
    const done: string[] = []
    const note = (what: string) => {
      done.push(what)
      return Promise.resolve()
    }
    const updates = new Updates({ program: { update: note }, openLink: note })
    await updates.perform({ action: 'check', label: '' })
    await updates.perform({ action: 'open', label: '', page: 'https://skein.example/2' })
    await updates.restart()
    expect(done).toEqual(['check', 'https://skein.example/2', 'restart'])
  })
})

describe('the answer to a proxy', () => {
  function setUp(refusedName: string | null) {
    const answers: unknown[] = []
    const answer = new ProxyAnswer({
      program: {
        answerProxy: (id, credentials) => {
          answers.push([id, credentials])
          return Promise.resolve()
        },
      },
      question: { id: 7, proxy: 'proxy.example', realm: '', refusedName },
    })
    return { answer, answers }
  }

  it('starts with the refused name, without its password', () => {
    const { answer, answers } = setUp('ada')
    expect(answer.username).toBe('ada')
    answer.password = 'secret'
    answer.submit()
    expect(answers).toEqual([[7, { username: 'ada', password: 'secret' }]])
  })

  it('is empty if the user declines, and the dialog closes at once', () => {
    const { answer, answers } = setUp(null)
    answer.decline()
    expect({ isDeclined: answer.isDeclined, answers }).toEqual({ isDeclined: true, answers: [[7, null]] })
  })
})
