import { describe, expect, it } from 'vitest'
import { featureLevels, type FeatureLevel } from '#server/base/feature-levels.ts'
import { Service } from '#support/service.ts'

async function world(featureLevel: FeatureLevel) {
  const service = await Service.start({ featureLevel })
  const noor = service.person('Noor')
  const mei = service.person('Mei')
  const hall = await service.stream('hall', [noor, mei])
  const write = (content: string) => service.say(noor, hall, 'x', content)
  const add = (who: typeof noor, id: number, part: unknown) =>
    service.call(who, 'POST', '/submessage', { message_id: id, msg_type: 'widget', content: JSON.stringify(part) })
  const parts = async (id: number) => {
    const { message } = await service.ok(mei, 'GET', `/messages/${id}`)
    const { submessages } = message as { submessages: { content: string }[] }
    return submessages.map(({ content }) => JSON.parse(content) as unknown)
  }
  return { service, noor, mei, write, add, parts }
}

const ok = { result: 'success' }
const bad = { status: 400, code: 'BAD_REQUEST' }
const task = (key: number, name: string, desc = '') => ({ type: 'new_task', key, task: name, desc, completed: false })

describe('to-do lists', () => {
  it.each(featureLevels)('have tasks in their text from release 9.0 on (level %i)', async (level) => {
    const { write, parts } = await world(level)
    const extra_data =
      level < 277
        ? null
        : {
            task_list_title: 'Packing',
            tasks: [
              { task: 'Shoes', desc: 'both: left and right' },
              { task: '12:30 lunch', desc: '' },
              { task: '<b>🧳</b>', desc: '' },
            ],
          }
    const id = await write('/todo Packing\n- Shoes: both: left and right\n\n12:30 lunch\n* <b>🧳</b>')
    expect(await parts(id)).toEqual([{ widget_type: 'todo', extra_data }])
    const empty = level < 277 ? null : { task_list_title: '', tasks: [] }
    expect(await parts(await write('/todo'))).toEqual([{ widget_type: 'todo', extra_data: empty }])
  })

  it('have a title that only the author changes, from release 9.0 on', async () => {
    const change = { type: 'new_task_list_title', title: 'Packed' }
    const later = await world(300)
    const id = await later.write('/todo Packing\nShoes')
    expect(await later.add(later.mei, id, change)).toMatchObject(bad)
    expect(await later.add(later.noor, id, { ...change, title: 5 })).toMatchObject(bad)
    expect(await later.add(later.noor, id, change)).toMatchObject(ok)
    expect(await later.add(later.mei, id, { type: 'strike', key: '0,canned' })).toMatchObject(ok)
    expect((await later.parts(id)).slice(1)).toEqual([change, { type: 'strike', key: '0,canned' }])
    const poll = await later.write('/poll Soup?\nyes')
    expect(await later.add(later.noor, poll, change)).toMatchObject(bad)

    const own = await world(237)
    const list = await own.write('/todo Packing')
    expect(await own.add(own.noor, list, change)).toMatchObject({ ...bad, msg: 'Unknown data for todo' })
  })

  it('accept every task with a key, also one of the length of a message', async () => {
    const { noor, write, add, parts } = await world(237)
    const id = await write('/todo')
    const long = '"🧳'.repeat(5000)
    expect(await add(noor, id, task(0, long.slice(0, 2000), long))).toMatchObject(ok)
    for (let key = 1; key <= 1000; key += 1) expect(await add(noor, id, task(key, `task ${key}`))).toMatchObject(ok)
    expect(await add(noor, id, task(1001, 'one more'))).toMatchObject(bad)
    expect(await parts(id)).toHaveLength(1002)
  })
})
