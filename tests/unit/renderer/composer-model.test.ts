import { expect, it, vi } from 'vitest'
import type { Bridge } from '../../../preload/contract.ts'
import { ComposerModel } from '../../../renderer/state/composer-model.svelte.ts'

const draft = { revision: 0, draftId: null, topic: '', content: '', attachments: [] }

/** An engine that answers at once, but for the calls named here: those wait until they are let go. */
function engine(held: string) {
  const calls: string[] = []
  const waiting: (() => void)[] = []
  const bridge: Bridge = {
    call(name) {
      calls.push(name)
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
  it(`a file that is taken off during its ${stage.slice(12)} does not come back`, async () => {
    vi.stubGlobal('FileReader', Reader)
    const { bridge, calls, release } = engine(stage)
    const composer = new ComposerModel(bridge, 'a', { kind: 'direct', userIds: [2] })
    const attached = composer.attach([new File(['x'], 'notes.pdf')], 1000)
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
