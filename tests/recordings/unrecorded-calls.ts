import type { IdKind } from './id-map.ts'
import type { PersonKey, RecordedCall } from './recording.ts'

/** A call that the recording lacks, but whose message or group ids later calls use. */
export interface UnrecordedCall extends Omit<RecordedCall, 'by' | 'status' | 'body'> {
  readonly by: PersonKey
  /** The recorded id of the answer's object, or of the newest of its kind. */
  readonly makes: readonly [IdKind, number]
}

function message(by: PersonKey, id: number, form: UnrecordedCall['form']): UnrecordedCall {
  return { by, method: 'POST', path: '/messages', form, makes: ['message', id] }
}

const inTopic = (topic: string, content: string) => ({ type: 'stream', to: '334', topic, content })

/**
 * The calls before some steps, by the step's action and its index, which distinguishes steps of the same name. The
 * events of these calls were discarded.
 */
export const unrecordedCalls: ReadonlyMap<number, readonly UnrecordedCall[]> = new Map([
  [
    38,
    [
      message('noor', 6391, inTopic('old topic', 'one')),
      message('noor', 6392, inTopic('old topic', 'two')),
      message('noor', 6393, inTopic('old topic', 'three')),
    ],
  ],
  [46, [message('ada', 6403, { type: 'stream', to: '336', topic: 'secret', content: 'from the board' })]],
  [
    47,
    [
      message('noor', 6404, inTopic('to delete', 'one')),
      message('noor', 6405, inTopic('to delete', 'two')),
      message('ada', 6406, { type: 'direct', to: '[39]', content: 'to delete' }),
    ],
  ],
  [
    105,
    [
      {
        by: 'ada',
        method: 'POST',
        path: '/user_groups/create',
        form: { name: 'crew', description: '', members: '[42]' },
        makes: ['group', 57],
      },
    ],
  ],
])
