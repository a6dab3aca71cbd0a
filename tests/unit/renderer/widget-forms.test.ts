import { describe, expect, it } from 'vitest'
import { WidgetForm } from '#renderer/parts/composer/widgets/widget-form.svelte.ts'
import { poll, todo, type TodoTask } from '#renderer/parts/composer/widgets/widget-kinds.ts'
import { readTask, readWidgetText } from '#shared/widget-text.ts'
import { chooseSeed, SeededRandom } from '#support/random.ts'

function openPoll(content: string) {
  const written: string[] = []
  const form = new WidgetForm(poll, content, (text) => written.push(text))
  return { form, written, options: () => form.entries.map(({ text }) => text) }
}

function openTodo(content: string) {
  const written: string[] = []
  const form = new WidgetForm(todo, content, (text) => written.push(text))
  return { form, written, tasks: () => form.entries.map(({ name, description }) => [name, description]) }
}

const options = (...texts: string[]) => texts.map((text) => ({ text }))

describe('the form of a poll', () => {
  it('parses the text of a poll as the server does, and turns the lines of another text into one', () => {
    expect(poll.read('/poll Lunch?\n- Soup\n* Salad\n\n  Bread')).toEqual({
      title: 'Lunch?',
      entries: options('Soup', 'Salad', 'Bread'),
    })
    expect(poll.read('/poll')).toEqual({ title: '', entries: [] })
    expect(poll.read('/polls are nice\nyes')).toEqual({ title: '/polls are nice', entries: options('yes') })
    expect(poll.read('Lunch?\nSoup')).toEqual({ title: 'Lunch?', entries: options('Soup') })
    expect(poll.read('/todo Lunch\nSoup: hot')).toEqual({ title: 'Lunch', entries: options('Soup: hot') })
  })

  it('writes one line for the question and each option, whatever was pasted, and none for an empty one', () => {
    expect(
      poll.write({ title: ' Which\nday? ', entries: options('Mon\r\nday', '', '  ', 'Tues\u2028day', '-5 °C') }),
    ).toBe('/poll Which day?\nMon day\nTues day\n- -5 °C')
    expect(poll.write({ title: '', entries: [] })).toBe('/poll')
  })

  it('changes nothing until the user changes a field, and has two options at least', () => {
    const { form, written, options } = openPoll('Half a thought')
    expect(options()).toEqual(['', ''])
    expect(written).toEqual([])
    const [first] = form.entries
    if (first !== undefined) first.text = 'yes'
    form.changed()
    expect(written).toEqual(['/poll Half a thought\nyes'])
  })

  it('moves, adds and removes options, and empties the last', () => {
    const { form, written, options } = openPoll('/poll Q\na\nb\nc')
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
    const { form } = openPoll('')
    expect(form.check()).toBe(false)
    expect(form.problem).toEqual({ failure: { code: 'POLL_WITHOUT_QUESTION' }, at: null })
    form.title = 'Why?'
    form.changed()
    expect(form.problem).toBeNull()
    expect(form.check()).toBe(true)
  })

  it('has the same fields when it is closed and opened again, whatever was typed', () => {
    const random = new SeededRandom(chooseSeed())
    const signs = ['a', 'B', ':', ' ', '-', '*', '\n', '\r', '\u2028', '🧳', '/poll', '/todo', '\u202e', '1.', '"']
    const text = () => Array.from({ length: random.below(6) }, () => random.pick(signs)).join('')
    const plain = (part: string) => part.replaceAll(/[\s\u2028]+/g, ' ').trim()
    for (let run = 0; run < 2_000; run += 1) {
      const { form, written } = openPoll('')
      form.title = text()
      for (const entry of form.entries) entry.text = text()
      if (random.below(2) === 0) form.entries.push({ id: 99, text: text() })
      form.changed()
      const again = openPoll(written.at(-1) ?? '')
      const kept = form.entries.map((entry) => plain(entry.text)).filter((option) => option !== '')
      expect(
        again
          .options()
          .filter((option) => option !== '')
          .map(plain),
        JSON.stringify(written),
      ).toEqual(kept)
      expect(plain(again.form.title), JSON.stringify(written)).toBe(plain(form.title))
    }
  })
})

describe('the form of a to-do list', () => {
  it('parses the text of a list, of a poll, or the lines of another text', () => {
    const entries = [
      { name: 'Shoes', description: 'both: left and right' },
      { name: '12:30 lunch', description: '' },
    ]
    expect(todo.read('/todo Packing\n- Shoes: both: left and right\n\n12:30 lunch')).toEqual({
      title: 'Packing',
      entries,
    })
    expect(todo.read('/poll Packing\nShoes: both: left and right\n* 12:30 lunch').entries).toEqual(entries)
    expect(todo.read('Packing\nShoes: both: left and right\n12:30 lunch')).toEqual({ title: 'Packing', entries })
    expect(openTodo('\n\n/todo Packing').form.title).toBe('Packing')
    expect(openTodo('').tasks()).toEqual([
      ['', ''],
      ['', ''],
    ])
  })

  it('updates the draft with every change, also if a task has no name yet', () => {
    const { form, written, tasks } = openTodo('')
    const [first, second] = form.entries
    if (first === undefined || second === undefined) throw new Error('no entries')
    first.description = 'both'
    form.changed()
    expect(written.at(-1)).toBe('/todo\n: both')
    expect(openTodo(written.at(-1) ?? '').tasks()[0]).toEqual(['', 'both'])
    first.name = 'Shoes'
    second.name = 'Hat'
    form.title = 'Packing'
    form.changed()
    form.move(1, -1)
    expect(written.at(-1)).toBe('/todo Packing\nHat\nShoes: both')
    expect(form.addBelow(0)).toBe(form.entries[1]?.id)
    form.remove(0)
    expect(tasks()).toEqual([
      ['', ''],
      ['Shoes', 'both'],
    ])
    expect(written.at(-1)).toBe('/todo Packing\nShoes: both')
  })

  it.each([
    ['a colon', 'Buy: milk', 'two: at least'],
    ['a colon at its end', 'Buy:', 'milk'],
    ['the mark of a list', '- 5 degrees', '* no'],
    ['two marks', '--flag', ''],
    ['line breaks', 'Buy\nmilk', 'a\r\nb\u2029c\x85d'],
    ['an emoji and markup', '🧳<b>', '**x**'],
    ['a command', '/poll x', '/todo y'],
  ])('keeps a name with %s unchanged', (_, name, description) => {
    const line = (text: string) => text.replaceAll(/\r\n|[\n\u2029\x85]/g, ' ')
    const content = todo.write({ title: name, entries: [{ name, description }] })
    expect(todo.read(content)).toEqual({
      title: line(name),
      entries: [{ name: line(name), description: line(description) }],
    })
    // A server parses the same, with another space after the colon of a name.
    const [entry = ''] = readWidgetText(content)?.entries ?? []
    expect(readTask(entry)).toEqual({ name: line(name).replaceAll(': ', ':\u00a0'), description: line(description) })
  })

  it('is restored from its text whatever is typed', () => {
    const random = new SeededRandom(chooseSeed())
    const signs = ['a', 'B', ':', ' ', ': ', '-', '*', '\n', '\r', '\u2028', '🧳', '/todo', '\u202e', '1.']
    const text = () => Array.from({ length: random.below(6) }, () => random.pick(signs)).join('')
    for (let run = 0; run < 2_000; run += 1) {
      const entries = Array.from({ length: random.below(4) }, (): TodoTask => ({ name: text(), description: text() }))
      const content = todo.write({ title: text(), entries })
      const read = todo.read(content)
      expect([content, todo.write(read)]).toEqual([content, content])
      expect(todo.read(todo.write(read))).toEqual(read)
      const plain = (part: string) => part.replaceAll(/[\s\u2028]+/g, ' ').trim()
      const kept = entries
        .map(({ name, description }) => [plain(name), plain(description)])
        .filter(([name, description]) => name !== '' || description !== '')
      expect(read.entries.map(({ name, description }) => [plain(name), plain(description)])).toEqual(kept)
    }
  })

  it('needs a title or a task, a name for each task, and each name once', () => {
    const problem = (title: string, ...tasks: readonly (readonly [name: string, description?: string])[]) =>
      todo.problem({ title, entries: tasks.map(([name, description = '']) => ({ name, description })) })
    expect(problem('', ['', ''], [' '])).toEqual({ failure: { code: 'TODO_EMPTY' }, at: null })
    expect(problem('Packing')).toBeNull()
    expect(problem('', ['Shoes'])).toBeNull()
    expect(problem('Packing', ['Shoes'], ['', ''], [' ', 'x'])).toEqual({
      failure: { code: 'TASK_WITHOUT_NAME' },
      at: 2,
    })
    expect(problem('Packing', ['Hat'], ['Shoes'], [' Hat ', 'again'])).toEqual({
      failure: { code: 'TASK_TWICE', values: { name: 'Hat' } },
      at: 2,
    })
  })

  it('accepts a thousand tasks', () => {
    const entries = Array.from({ length: 1001 }, (_, index) => ({ name: `t${index}`, description: '' }))
    expect(todo.problem({ title: '', entries: entries.slice(0, 1000) })).toBeNull()
    expect(todo.problem({ title: '', entries })).toEqual({
      failure: { code: 'TOO_MANY_TASKS', values: { most: 1000 } },
      at: 1000,
    })
    const { form, written } = openTodo(todo.write({ title: 'Many', entries }))
    form.move(1000, -1)
    expect(written.at(-1)?.split('\n').slice(-2)).toEqual(['t1000', 't999'])
  })
})
