import type { IdKind } from './id-map.ts'
import type { PersonKey, RecordedCall, RecordedLevel } from './recording.ts'

/** A call that the recording lacks, with an id that later calls use. */
export interface UnrecordedCall extends Omit<RecordedCall, 'by' | 'status' | 'body'> {
  readonly by: PersonKey
  /** The recorded id of the created object, which is in the answer or the newest of its kind. */
  readonly makes: readonly [IdKind, number]
}

function message(by: PersonKey, id: number, form: UnrecordedCall['form']): UnrecordedCall {
  return { by, method: 'POST', path: '/messages', form, makes: ['message', id] }
}

const inTopic = (topic: string, content: string) => ({ type: 'stream', topic, content })

/** The ids of the objects that the unrecorded calls of a recording use and create. */
interface Ids {
  readonly armFirmware: string
  readonly board: string
  readonly iris: number
  readonly hana: number
  readonly moved: readonly [number, number, number]
  readonly secret: number
  readonly deleted: readonly [number, number, number]
  readonly crew: number
}

/** The calls before some steps, by the index of the step. Their events are discarded. */
function callsWith(ids: Ids): ReadonlyMap<number, readonly UnrecordedCall[]> {
  const [one, two, three] = ids.moved
  const [first, second, direct] = ids.deleted
  const to = ids.armFirmware
  return new Map([
    [
      38,
      [
        message('noor', one, { ...inTopic('old topic', 'one'), to }),
        message('noor', two, { ...inTopic('old topic', 'two'), to }),
        message('noor', three, { ...inTopic('old topic', 'three'), to }),
      ],
    ],
    [46, [message('ada', ids.secret, { ...inTopic('secret', 'from the board'), to: ids.board })]],
    [
      47,
      [
        message('noor', first, { ...inTopic('to delete', 'one'), to }),
        message('noor', second, { ...inTopic('to delete', 'two'), to }),
        message('ada', direct, { type: 'direct', to: `[${ids.iris}]`, content: 'to delete' }),
      ],
    ],
    [
      105,
      [
        {
          by: 'ada',
          method: 'POST',
          path: '/user_groups/create',
          form: { name: 'crew', description: '', members: `[${ids.hana}]` },
          makes: ['group', ids.crew],
        },
      ],
    ],
  ])
}

const byLevel: Readonly<Record<RecordedLevel, ReadonlyMap<number, readonly UnrecordedCall[]>>> = {
  237: callsWith({
    armFirmware: '334',
    board: '336',
    iris: 39,
    hana: 42,
    moved: [6391, 6392, 6393],
    secret: 6403,
    deleted: [6404, 6405, 6406],
    crew: 57,
  }),
  372: callsWith({
    armFirmware: '36',
    board: '38',
    iris: 33,
    hana: 36,
    moved: [2568, 2569, 2570],
    secret: 2579,
    deleted: [2580, 2581, 2582],
    crew: 109,
  }),
}

export function unrecordedCalls(level: RecordedLevel): ReadonlyMap<number, readonly UnrecordedCall[]> {
  return byLevel[level]
}
