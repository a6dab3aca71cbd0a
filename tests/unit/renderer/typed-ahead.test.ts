import { describe, expect, it } from 'vitest'
import { TypedAhead } from '#renderer/state/routes/typed-ahead.ts'

const plain = { isComposing: false, ctrlKey: false, metaKey: false, altKey: false, defaultPrevented: false }

class Composer {
  readonly added: string[] = []
  appendLoaded(text: string): Promise<void> {
    this.added.push(text)
    return Promise.resolve()
  }
}

function type(ahead: TypedAhead, ...keys: string[]): boolean[] {
  return keys.map((key) => ahead.press({ ...plain, key }))
}

describe('text that is typed before the chosen conversation takes the focus', () => {
  it('is kept for its composer, once, and not after that', () => {
    const ahead = new TypedAhead()
    const composer = new Composer()
    ahead.begin(composer)
    expect(type(ahead, 'h', 'e', '🐙', 'Backspace')).not.toContain(false)
    // The conversation is still not drawn.
    ahead.begin(composer)
    expect(type(ahead, 'y', ' ')).not.toContain(false)
    expect(ahead.take(composer)).toBe('hey ')
    expect(ahead.take(composer)).toBe('')
    expect(type(ahead, 'x')).toEqual([false])
    expect(composer.added).toEqual([])
  })

  it('is added to its draft if another conversation is chosen before that', () => {
    const ahead = new TypedAhead()
    const [left, right] = [new Composer(), new Composer()]
    ahead.begin(left)
    type(ahead, 'o', 'k')
    ahead.begin(right)
    type(ahead, 'y')
    expect(left.added).toEqual(['ok'])
    expect(ahead.take(left)).toBe('')
    expect(ahead.take(right)).toBe('y')
  })

  it('is empty without a composer, and letters are commands again', () => {
    const ahead = new TypedAhead()
    const composer = new Composer()
    ahead.begin(null)
    expect(type(ahead, 'j')).toEqual([false])
    ahead.begin(composer)
    ahead.end(null)
    expect(type(ahead, 'j')).toEqual([true])
    ahead.end(composer)
    expect(type(ahead, 'j')).toEqual([false])
  })

  it.each([
    ['a command', { key: 'k', ctrlKey: true }],
    ['a key without a letter', { key: 'ArrowDown' }],
    ['Backspace without text', { key: 'Backspace' }],
    ['a key of an input method', { key: 'a', isComposing: true }],
    ['a key press that was handled', { key: 'a', defaultPrevented: true }],
  ])('does not include %s', (_, key) => {
    const ahead = new TypedAhead()
    ahead.begin(new Composer())
    expect(ahead.press({ ...plain, ...key })).toBe(false)
    expect(ahead.press({ ...plain, key: '@', ctrlKey: true, altKey: true })).toBe(true)
  })
})
