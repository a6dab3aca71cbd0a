import { describe, expect, it } from 'vitest'
import type { Failure, Result } from '#contract/base/failures.ts'
import type { StreamCreation } from '#contract/streams.ts'
import { mayCreate, NewStream } from '#renderer/features/streams/new-stream.svelte.ts'
import { remainingOf } from '#renderer/ui/form/remaining.ts'
import { postingRights } from '#shared/stream-choices.ts'

const all: StreamCreation = {
  public: true,
  private: true,
  webPublic: false,
  subscribeOthers: true,
  announce: true,
  maxName: 60,
  maxDescription: 1024,
}

type Answer = Result<{ readonly streamId: number }>

/** A form whose calls are answered in turn. */
function form(answers: readonly (Answer | Promise<Answer>)[], creation = all) {
  const asked: { name: string; input: Record<string, unknown> }[] = []
  const rest = [...answers]
  const stream = new NewStream(
    {
      ask: (name: string, input: object) => {
        asked.push({ name, input: input as Record<string, unknown> })
        return Promise.resolve(rest.shift() ?? null)
      },
    } as never,
    creation,
  )
  return { stream, asked }
}

const refused = (failure: Failure): Answer => ({ ok: false, error: failure })

describe('the form for a new stream', () => {
  it('submits its fields unchanged, and announces only public streams', async () => {
    const { stream, asked } = form([
      { ok: true, value: { streamId: 7 } },
      { ok: true, value: { streamId: 8 } },
    ])
    stream.name = 'gardens'
    stream.description = 'Tulips'
    stream.posting = 'moderators'
    stream.announce = true
    stream.addPeople([
      { id: 3, name: 'Noor' },
      { id: 4, name: 'Mei' },
    ])
    stream.addPeople([{ id: 3, name: 'Noor' }])
    stream.removePerson(4)
    expect(await stream.create()).toBe(7)
    const { localId, ...input } = asked[0]?.input ?? {}
    expect(input).toEqual({
      name: 'gardens',
      description: 'Tulips',
      privacy: 'public',
      posting: 'moderators',
      announce: true,
      userIds: [3],
    })
    stream.privacy = 'private_shared'
    await stream.create()
    expect(asked[1]?.input).toMatchObject({ localId, privacy: 'private_shared', announce: false })
  })

  it('starts with the privacy that the account may create', () => {
    expect(form([]).stream.privacy).toBe('public')
    expect(form([], { ...all, public: false }).stream.privacy).toBe('private_protected')
    expect(mayCreate({ ...all, public: false, private: false })).toBe(false)
    expect(postingRights).toContain(form([]).stream.posting)
  })

  it('keeps its fields when it is refused, with the reason at its field', async () => {
    const failures: [Failure, string][] = [
      [{ code: 'STREAM_NAME_MISSING' }, 'name'],
      [{ code: 'STREAM_NAME_TAKEN', values: { name: 'a', isVisible: true } }, 'name'],
      [{ code: 'STREAM_DESCRIPTION_TOO_LONG', values: { length: 2000, most: 1024 } }, 'description'],
      [{ code: 'STREAM_PRIVACY_REFUSED', values: { privacy: 'public' } }, 'privacy'],
      [{ code: 'STREAM_SUBSCRIBERS_REFUSED' }, 'people'],
      [{ code: 'STREAM_OFFLINE', values: { act: 'create' } }, 'all'],
    ]
    const { stream, asked } = form([
      ...failures.map(([failure]) => refused(failure)),
      { ok: true, value: { streamId: 9 } },
    ])
    stream.name = 'a'
    for (const [, part] of failures) {
      expect(await stream.create()).toBeNull()
      expect([stream.refused, stream.name]).toEqual([part, 'a'])
    }
    expect(await stream.create()).toBe(9)
    expect(stream.refused).toBeNull()
    // Each attempt has the same id, so that a repeated one creates no second stream.
    expect(new Set(asked.map(({ input }) => input.localId)).size).toBe(1)
  })

  it('submits once while the answer is pending', async () => {
    let answer: (value: Answer) => void = () => undefined
    const { stream, asked } = form([new Promise<Answer>((resolve) => (answer = resolve))])
    const creating = stream.create()
    expect(await stream.create()).toBeNull()
    answer({ ok: true, value: { streamId: 5 } })
    expect([await creating, asked.length]).toEqual([5, 1])
  })

  it('shows the remaining code points near the limit', () => {
    expect(remainingOf('a', 60)).toBeNull()
    expect(remainingOf(`${'😀'.repeat(55)}  `, 60)).toBe(5)
    expect(remainingOf('😀'.repeat(62), 60)).toBe(-2)
    expect(remainingOf('a'.repeat(930), 1024)).toBe(94)
  })
})
