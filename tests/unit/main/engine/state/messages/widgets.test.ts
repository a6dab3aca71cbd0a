import { describe, expect, it } from 'vitest'
import { actContent, countsOnce, taskContents } from '#engine/state/messages/widget-parts.ts'
import { readWidget, unreadText, type TodoList } from '#engine/state/messages/widgets.ts'

const [iris, noor] = [7, 8]

type Said = readonly [senderId: number, part: unknown]

function parts(...contents: readonly Said[]) {
  return contents.map(([senderId, part], index) => ({ id: index + 1, senderId, content: JSON.stringify(part) }))
}

function list(...contents: readonly Said[]): TodoList {
  const widget = readWidget(parts(...contents))
  if (widget?.kind !== 'todo') throw new Error('no list')
  return widget
}

const todo = (extra_data: unknown) => ({ widget_type: 'todo', extra_data })
const task = (key: number, name: string, desc = '') => ({ type: 'new_task', key, task: name, desc, completed: false })
const names = ({ tasks }: TodoList) => tasks.map(({ key, text, isDone }) => `${isDone ? 'x' : '-'} ${text} (${key})`)

describe('a to-do list', () => {
  it('has the title and the tasks that its server has parsed, with their keys', () => {
    const extra = { task_list_title: 'Packing', tasks: [{ task: 'Shoes', desc: 'both' }, { task: 'Hat' }] }
    const read = list([iris, todo(extra)], [noor, { type: 'strike', key: '1,canned' }], [noor, task(0, 'Coat')])
    expect(read).toMatchObject({ title: 'Packing', hasTextTasks: true })
    expect(names(read)).toEqual(['- Shoes (0,canned)', 'x Hat (1,canned)', '- Coat (0,8)'])
  })

  it.each([null, undefined, {}, 'x', { task_list_title: 5, tasks: 'x' }, { tasks: [{ desc: 'x' }] }])(
    'is empty if its server sends %j',
    (extra) => {
      expect(list([iris, todo(extra)])).toEqual({ kind: 'todo', title: null, tasks: [], hasTextTasks: false })
    },
  )

  it('takes a name once, and a title only from its author', () => {
    const read = list(
      [iris, todo({ task_list_title: 'Packing', tasks: [{ task: 'Shoes' }, { task: 'Shoes', desc: 'again' }] })],
      [noor, task(0, 'Shoes')],
      [noor, task(1, 'Hat')],
      [noor, task(1, 'Coat')],
      [noor, { type: 'new_task_list_title', title: 'Mine' }],
      [iris, { type: 'new_task_list_title', title: 'Packed' }],
      [iris, { type: 'new_task_list_title', title: 5 }],
    )
    expect(names(read)).toEqual(['- Shoes (0,canned)', '- Hat (1,8)'])
    expect(read.title).toBe('Packed')
  })
})

describe('the unparsed text of a list', () => {
  const written = '/todo Packing\nShoes: both\nHat\nHat: again'

  it('is the part that the list lacks, each name once', () => {
    expect(unreadText(list([iris, todo(null)], [noor, task(0, 'Hat')]), written)).toEqual({
      title: 'Packing',
      tasks: [{ name: 'Shoes', description: 'both' }],
    })
    expect(unreadText(list([iris, todo({ task_list_title: 'P', tasks: [] })]), written)?.tasks).toHaveLength(2)
  })

  it('is empty if the server has parsed tasks, whatever their spelling', () => {
    expect(unreadText(list([iris, todo({ tasks: [{ task: 'Shoes:both' }] })]), written)?.tasks).toEqual([])
    expect(unreadText(list([iris, todo(null)]), 'no list')).toBeNull()
  })
})

describe('the submessages of a list', () => {
  const text = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `t${index}`, description: '' }))
  const numbers = (contents: readonly string[]) =>
    contents.map((content) => (JSON.parse(content) as { key: number }).key)

  it('have the highest number first, above those of other devices, up to the limit', () => {
    expect(numbers(taskContents([], text(3), iris))).toEqual([102, 101, 100])
    const known = parts([iris, todo(null)], [iris, task(200, 'x')], [noor, task(300, 'y')])
    expect(numbers(taskContents(known, text(2), iris))).toEqual([202, 201])
    const all = numbers(taskContents([], text(1500), iris))
    expect(new Set(all).size).toBe(1000)
    expect(all).toEqual(all.toSorted((a, b) => b - a))
    expect([Math.min(...all), Math.max(...all)]).toEqual([0, 1000])
  })

  it('use a gap when the highest number is taken, and end when all are', () => {
    const act = { type: 'new_task', text: 'new', description: '' } as const
    const add = (keys: readonly number[]) => {
      const known = parts([iris, todo(null)], ...keys.map((key) => [iris, task(key, `t${key}`)] as const))
      const widget = readWidget(known)
      const content = widget === null ? null : actContent(widget, known, act, { selfId: iris, authorId: iris })
      return content === null ? null : (JSON.parse(content) as { key: number }).key
    }
    expect(add([])).toBe(0)
    expect(add([4])).toBe(5)
    expect(add([0, 1, 1000])).toBe(2)
    expect(add(Array.from({ length: 1001 }, (_, key) => key))).toBeNull()
  })

  it('are idempotent for options and tasks, but not for strokes', () => {
    const once = (part: unknown) => countsOnce(JSON.stringify(part))
    expect([once(task(1, 'x')), once({ type: 'new_option', idx: 1, option: 'x' })]).toEqual([true, true])
    expect([once({ type: 'strike', key: '1,7' }), once({ type: 'vote', key: 'x', vote: 1 }), once(5)]).toEqual([
      false,
      false,
      false,
    ])
    expect(countsOnce('{')).toBe(false)
  })
})
