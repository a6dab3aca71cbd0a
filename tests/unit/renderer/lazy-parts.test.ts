import { describe, expect, it } from 'vitest'
import { loadLazyParts } from '#renderer/app/lazy-parts.ts'

describe('the parts that few sessions show', () => {
  it('are loaded one after the other in idle moments, whatever fails', async () => {
    const idle: (() => void)[] = []
    const loaded: string[] = []
    const part = (name: string, load: () => Promise<unknown>) => () => {
      loaded.push(name)
      return load()
    }
    const parts = {
      first: part('first', () => Promise.resolve()),
      second: part('second', () => Promise.reject(new Error('no such file'))),
      third: part('third', () => Promise.resolve()),
    }
    loadLazyParts(parts, (task) => idle.push(task))
    expect(loaded).toEqual([])
    for (const names of [['first'], ['first', 'second'], ['first', 'second', 'third']]) {
      idle.shift()?.()
      expect(idle).toEqual([])
      await new Promise((resolve) => setImmediate(resolve))
      expect(loaded).toEqual(names)
    }
    expect(idle).toEqual([])
  })
})
