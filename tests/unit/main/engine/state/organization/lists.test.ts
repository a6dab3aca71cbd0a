import { describe, expect, it } from 'vitest'
import { capabilitiesOf } from '#engine/api/capabilities.ts'
import { attachmentSchema } from '#engine/api/resources/attachments.ts'
import { attachmentRow } from '#engine/state/attachments/attachments.ts'

describe('the time of an attachment', () => {
  const wire = (createTime: number) =>
    attachmentSchema.parse({ id: 8, name: 'notes.txt', path_id: '6/88/notes.txt', size: 600, create_time: createTime })

  it.each([
    [237, 1_795_333_214_000],
    [442, 1_795_333_214_999],
    [443, 1_795_333_214],
    [512, 1_795_333_214.7],
  ])('is in UNIX seconds, whatever the unit of a server of level %i is', (level, createTime) => {
    expect(attachmentRow(wire(createTime), capabilitiesOf(level))).toMatchObject({ created_at: 1_795_333_214 })
  })
})
