import { describe, expect, it } from 'vitest'
import { PollForm } from '../../../renderer/composer/poll/poll-form.svelte.ts'
import { readPoll, writtenPoll } from '../../../renderer/composer/poll/poll-text.ts'

function open(content: string) {
  const written: string[] = []
  const form = new PollForm(content, (text) => written.push(text))
  return { form, written, options: () => form.options.map(({ text }) => text) }
}

describe('the form of a poll', () => {
  it('reads the text of a poll as the server does, and makes one of the lines of another text', () => {
    expect(readPoll('/poll Lunch?\n- Soup\n* Salad\n\n  Bread')).toEqual({
      question: 'Lunch?',
      options: ['Soup', 'Salad', 'Bread'],
    })
    expect(readPoll('/poll')).toEqual({ question: '', options: [] })
    expect(readPoll('/polls are nice\nyes')).toEqual({ question: '/polls are nice', options: ['yes'] })
    expect(readPoll('Lunch?\nSoup')).toEqual({ question: 'Lunch?', options: ['Soup'] })
  })

  it('writes one line for the question and for each option, whatever was pasted, and nothing for an empty one', () => {
    expect(writtenPoll({ question: ' Which\nday? ', options: ['Mon\r\nday', '', '  ', 'Tuesday'] })).toBe(
      '/poll Which day?\nMon day\nTuesday',
    )
    expect(writtenPoll({ question: '', options: [] })).toBe('/poll')
  })

  it('changes nothing until something is changed, and has two options at least', () => {
    const { form, written, options } = open('Half a thought')
    expect(options()).toEqual(['', ''])
    expect(written).toEqual([])
    const [first] = form.options
    if (first !== undefined) first.text = 'yes'
    form.changed()
    expect(written).toEqual(['/poll Half a thought\nyes'])
  })

  it('moves, adds and removes options, and empties the last', () => {
    const { form, written, options } = open('/poll Q\na\nb\nc')
    form.move(0, 1)
    form.move(0, -1)
    expect(written).toEqual(['/poll Q\nb\na\nc'])
    form.addBelow(0)
    expect(options()).toEqual(['b', '', 'a', 'c'])
    for (let left = 4; left > 0; left -= 1) form.remove(0)
    expect(options()).toEqual([''])
    expect(written.at(-1)).toBe('/poll Q')
    form.remove(0)
    expect(options()).toEqual([''])
  })

  it('needs a question', () => {
    const { form } = open('')
    expect(form.check()).toBe(false)
    expect(form.failure?.code).toBe('POLL_WITHOUT_QUESTION')
    form.question = 'Why?'
    form.changed()
    expect(form.failure).toBeNull()
    expect(form.check()).toBe(true)
  })
})
