import { describe, expect, it } from 'vitest'
import { readTask, readWidgetText } from '#shared/widget-text.ts'

describe('the text of a poll or a to-do list', () => {
  it.each([
    ['/todo', 'todo', '', []],
    ['/todo Packing\nShoes: both\nHat', 'todo', 'Packing', ['Shoes: both', 'Hat']],
    ['/todo\nShoes', 'todo', '', ['Shoes']],
    ['/todo \t Packing  \r\n- Shoes\r\n\r\n  *Hat  ', 'todo', 'Packing', ['Shoes', 'Hat']],
    ['/todo Packing\u2028Shoes\vHat\x85Coat', 'todo', 'Packing', ['Shoes', 'Hat', 'Coat']],
    ['/todo x\n- - both\n--\n-', 'todo', 'x', ['- both', '-']],
    ['/poll Soup?\nyes\nno', 'poll', 'Soup?', ['yes', 'no']],
  ] as const)('is read from %j as the family’s servers read it', (content, type, title, entries) => {
    expect(readWidgetText(content)).toEqual({ type, title, entries })
  })

  it.each(['', 'todo x', ' /todo x', '/todos x', '/TODO', 'x\n/todo'])('is not read from %j', (content) => {
    expect(readWidgetText(content)).toBeNull()
  })

  it.each([
    ['Shoes', 'Shoes', ''],
    ['Shoes: both', 'Shoes', 'both'],
    ['Shoes: both: left and right', 'Shoes', 'both: left and right'],
    ['12:30 lunch', '12:30 lunch', ''],
    ['Buy:: milk', 'Buy:', 'milk'],
    ['Buy:\u00a0milk: two', 'Buy:\u00a0milk', 'two'],
    [': nameless', '', 'nameless'],
    ['Shoes:', 'Shoes:', ''],
  ])('ends the name of a task at the first colon before a space: %j', (entry, name, description) => {
    expect(readTask(entry)).toEqual({ name, description })
  })
})
