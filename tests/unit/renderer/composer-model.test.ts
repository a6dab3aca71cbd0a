import { describe, expect, it, vi } from 'vitest'
import { sentenceOf } from '#i18n/catalogue.ts'
import type { Bridge } from '#contract/bridge.ts'
import { calls as contract } from '#contract/calls.ts'
import { isTopicMissing } from '#renderer/parts/composer/composer-failures.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { ComposerModel } from '#renderer/parts/composer/composer-model.svelte.ts'

const draft = { revision: 0, draftId: null, topic: '', content: '', attachments: [] }

/** An engine that answers at once, except for the named calls, which wait until they are released. */
function engine(held: string) {
  const calls: string[] = []
  const waiting: (() => void)[] = []
  const inputs: object[] = []
  const bridge: Bridge = {
    call(name, input) {
      calls.push(name)
      inputs.push({ name, ...input })
      const answer = { ok: true, value: name === 'drafts.get' ? draft : { revision: 1 } } as never
      if (name !== held) return Promise.resolve(answer)
      return new Promise((resolve) => {
        waiting.push(() => {
          resolve(answer)
        })
      })
    },
    onUpdate: () => () => undefined,
  }
  return {
    bridge,
    calls,
    inputs,
    release: () => {
      waiting.shift()?.()
    },
  }
}

class Reader {
  result = 'data:;base64,AA=='
  onload = (): void => undefined
  readAsDataURL(): void {
    queueMicrotask(() => {
      this.onload()
    })
  }
}

for (const [stage, end] of [
  ['attachments.append', 'attachments.abort'],
  ['attachments.finish', 'attachments.remove'],
] as const) {
  it(`a file that is removed during its ${stage.slice(12)} does not return`, async () => {
    vi.stubGlobal('FileReader', Reader)
    const { bridge, calls, release } = engine(stage)
    const composer = new ComposerModel(bridge, 'a', { kind: 'direct', userIds: [2] })
    const attached = composer.attach([new File(['x'], 'notes.pdf')], { maxBytes: 1000, cleansPictures: true })
    await vi.waitFor(() => {
      expect(calls).toContain(stage)
    })
    await composer.detach(composer.copying[0]?.id ?? '')
    release()
    await attached
    expect(calls.at(-1)).toBe(end)
    expect(composer.attachments).toEqual([])
    expect(composer.copying).toEqual([])
  })
}

it('a flush waits for a store in flight, also without a change since', async () => {
  const { bridge, release } = engine('drafts.set')
  const composer = new ComposerModel(bridge, 'a', { kind: 'direct', userIds: [2] })
  await vi.waitFor(() => {
    expect(composer.isLoaded).toBe(true)
  })
  composer.content = 'wrong room'
  composer.edited()
  void composer.flush()
  const ends: boolean[] = []
  const stored = composer.flush().then(() => ends.push(composer.isStored))
  await new Promise(setImmediate)
  expect(ends).toEqual([])
  release()
  await stored
  expect(ends).toEqual([true])
})

describe('a text that another part of the window writes', () => {
  async function loaded() {
    const { bridge } = engine('nothing')
    const composer = new ComposerModel(bridge, 'a', { kind: 'direct', userIds: [2] })
    await vi.waitFor(() => {
      expect(composer.isLoaded).toBe(true)
    })
    return composer
  }

  it('stands at the caret of the field, and the field takes the focus', async () => {
    const composer = await loaded()
    const written: string[] = []
    composer.writeAtCaret = (text) => written.push(text)
    await composer.writeLoaded('@**Noor** ')
    expect([written, composer.content, composer.focusRequests]).toEqual([['@**Noor** '], '', 1])
  })

  it.each([
    ['', '@**Noor** '],
    ['Thanks', 'Thanks @**Noor** '],
    ['Thanks ', 'Thanks @**Noor** '],
    ['Thanks\n', 'Thanks\n@**Noor** '],
  ])('stands at the end while no field shows the draft: %j', async (before, after) => {
    const composer = await loaded()
    composer.content = before
    await composer.writeLoaded('@**Noor** ')
    expect(composer.content).toBe(after)
  })
})

describe('a message to a stream without a topic', () => {
  async function written(needsTopic: boolean) {
    const { bridge, calls, inputs } = engine('nothing')
    const composer = new ComposerModel(bridge, 'a', { kind: 'stream', streamId: 7 })
    await vi.waitFor(() => {
      expect(composer.isLoaded).toBe(true)
    })
    composer.needsTopic = needsTopic
    composer.content = 'Who has the key?'
    composer.edited()
    return { composer, calls, inputs }
  }

  it('focuses the topic with the reason if it needs one, and is sent once it has it', async () => {
    const { composer, calls, inputs } = await written(true)
    expect(await composer.send()).toBe(false)
    expect(calls).not.toContain('messages.send')
    expect(composer.topicRequests).toBe(1)
    expect(isTopicMissing(composer.failure)).toBe(true)
    expect(sentenceOf(composer.failure)).toContain('topic')
    expect(composer.content).toBe('Who has the key?')
    composer.topic = ' keys '
    composer.edited()
    expect(isTopicMissing(composer.failure)).toBe(false)
    expect(await composer.send()).toBe(true)
    expect(inputs.find((input) => 'destination' in input)).toMatchObject({
      name: 'messages.send',
      destination: { kind: 'topic', streamId: 7, topic: 'keys' },
    })
    expect(composer.content).toBe('')
  })

  it('has no topic if the stream forbids topics, whatever was typed before', async () => {
    const { composer, inputs } = await written(false)
    composer.topic = 'keys'
    composer.isTopicless = true
    expect(await composer.send()).toBe(true)
    expect(inputs.find((input) => 'destination' in input)).toMatchObject({
      destination: { kind: 'topic', streamId: 7, topic: '' },
    })
  })

  it('is sent without a topic if the organization allows it', async () => {
    const { composer, inputs } = await written(false)
    expect(await composer.send()).toBe(true)
    expect(composer.topicRequests).toBe(0)
    expect(inputs.find((input) => 'destination' in input)).toMatchObject({
      destination: { kind: 'topic', streamId: 7, topic: '' },
    })
  })
})

describe('a conversation that moves as a whole [M15] [S14]', () => {
  const narrow = (topic: string) => ({ kind: 'topic' as const, streamId: 7, topic })

  it('takes along its text, also the text that is being stored for the old topic', async () => {
    const { bridge, calls, inputs, release } = engine('drafts.set')
    const composer = new ComposerModel(bridge, 'a', narrow('✔ done'))
    await vi.waitFor(() => {
      expect(composer.isLoaded).toBe(true)
    })
    composer.content = 'one more'
    composer.edited()
    void composer.flush()
    await vi.waitFor(() => {
      expect(calls).toContain('drafts.set')
    })
    composer.follow(narrow('done'))
    // The engine moved its own drafts before this one came, so the new topic has none.
    composer.adopt({ revision: 5, draftId: null, topic: '', content: '', attachments: [] })
    expect(composer.content).toBe('one more')
    release()
    release()
    await vi.waitFor(() => {
      expect(inputs.at(-1)).toMatchObject({ narrow: narrow('done'), content: 'one more' })
    })
    expect(composer.destination).toEqual(narrow('done'))
  })

  it('is followed as soon as the engine has stored the text in the new topic, and the composer sends its revision', async () => {
    const inputs: object[] = []
    const bridge: Bridge = {
      call(name, input) {
        if (name === 'drafts.set') inputs.push(input)
        const isThere = JSON.stringify(input).includes('cheese')
        const stored = { revision: 9, isQueued: false, ...(isThere ? {} : { movedTo: narrow('bread') }) }
        return Promise.resolve({ ok: true, value: name === 'drafts.get' ? { ...draft, revision: 4 } : stored } as never)
      },
      onUpdate: () => () => undefined,
    }
    const composer = new ComposerModel(bridge, 'a', narrow('soup'))
    await vi.waitFor(() => {
      expect(composer.isLoaded).toBe(true)
    })
    composer.content = 'one more'
    composer.edited()
    const stored = composer.flush()
    expect(inputs.at(-1)).toMatchObject({ narrow: narrow('soup'), revision: 4 })
    await stored
    expect(composer.destination).toEqual(narrow('bread'))
    // The user changes the recipient while the text is being stored, and that recipient counts.
    composer.edited()
    const again = composer.flush()
    composer.follow(narrow('cheese'))
    await again
    expect(composer.destination).toEqual(narrow('cheese'))
  })

  it('stores nothing if nothing is written, and nothing twice if it did not move', async () => {
    const { bridge, calls } = engine('nothing')
    const composer = new ComposerModel(bridge, 'a', narrow('soup'))
    await vi.waitFor(() => {
      expect(composer.isLoaded).toBe(true)
    })
    composer.follow(narrow('bread'))
    composer.follow(narrow('bread'))
    expect(calls).not.toContain('drafts.set')
    expect(composer.destination).toEqual(narrow('bread'))
  })
})

describe('a text that cannot be stored', () => {
  const narrow = { kind: 'topic' as const, streamId: 7, topic: 'soup' }

  /** An engine that refuses some texts, and returns an older state of the draft. */
  function refusing(refuses: (content: string) => boolean) {
    const stored: string[] = []
    const bridge: Bridge = {
      call(name, input) {
        if (name !== 'drafts.set') return Promise.resolve({ ok: true, value: draft } as never)
        const { content } = input as { content: string } // the input of this call
        stored.push(content)
        const answer = refuses(content)
          ? { ok: false, error: { code: 'BAD_PARAMETERS' } }
          : { ok: true, value: { revision: 9, isQueued: false } }
        return Promise.resolve(answer as never)
      },
      onUpdate: () => () => undefined,
    }
    return { bridge, stored }
  }

  async function written(bridge: Bridge, content: string): Promise<ComposerModel> {
    const composer = new ComposerModel(bridge, 'a', narrow)
    await vi.waitFor(() => {
      expect(composer.isLoaded).toBe(true)
    })
    composer.content = content
    composer.edited()
    await composer.flush()
    return composer
  }

  it('stays in the composer despite updates of the draft, until it is stored', async () => {
    const { bridge, stored } = refusing((content) => content.length > 10)
    const composer = await written(bridge, 'much too long')
    expect(composer.saved).toBe('failed')
    composer.adopt({ revision: 5, draftId: 'one', topic: '', content: 'much', attachments: [] })
    expect(composer.content).toBe('much too long')
    // The conversation keeps its composer while it has text that is stored nowhere else.
    expect(composer.isStored).toBe(false)
    composer.content = 'shorter'
    composer.edited()
    await composer.flush()
    expect(stored.at(-1)).toBe('shorter')
    expect(composer).toMatchObject({ saved: 'saved', failure: null, isStored: true })
  })

  it('is reported as too long at once, and the limit equals that of the call', async () => {
    const { most } = clientLimits.draftText
    const { bridge, stored } = refusing(() => false)
    const composer = await written(bridge, 'x'.repeat(most + 1))
    expect(stored).toEqual([])
    expect(sentenceOf(composer.failure)).toContain('2,000,000')
    composer.edited()
    expect(sentenceOf(composer.failure)).toContain('2,000,000')
    composer.content = 'x'.repeat(most)
    composer.edited()
    expect(composer.failure).toBeNull()
    await composer.flush()
    expect(stored.at(-1)).toHaveLength(most)
    const input = { accountId: crypto.randomUUID(), narrow, draftId: 'one', topic: '', content: composer.content }
    expect(contract['drafts.set'].input.safeParse(input).success).toBe(true)
    expect(contract['drafts.set'].input.safeParse({ ...input, content: `${composer.content}x` }).success).toBe(false)
  })
})
