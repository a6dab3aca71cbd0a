import type { UserId } from '../../values/ids.ts'
import { statusesWire, type WireStatus } from '../../api/resources/people.ts'
import type { StatusRow } from '../../store/organization.ts'
import { slice } from '../slice.ts'
import { changeOf, type Part } from '../part.ts'

/** The statuses of users, by user id. */
export const statuses: Part<ReadonlyMap<number, StatusRow>> = {
  name: 'statuses',
  load: ({ organization }) => new Map(organization.statuses().map((row) => [row.person_id, row])),
}

/** Updates each key separately (O2): an absent key is unchanged, an empty one is cleared. */
function statusRow(personId: UserId, change: WireStatus, known?: StatusRow): StatusRow {
  return {
    person_id: personId,
    is_away: Number(change.away ?? known?.is_away === 1),
    text: change.status_text ?? known?.text ?? '',
    emoji_name: change.emoji_name ?? known?.emoji_name ?? '',
    emoji_code: change.emoji_code ?? known?.emoji_code ?? '',
    emoji_type: change.reaction_type ?? known?.emoji_type ?? '',
  }
}

/** Returns whether the status is not empty. */
function isStatus(row: StatusRow): boolean {
  return row.is_away === 1 || row.text !== '' || row.emoji_name !== ''
}

export const statusesSlice = slice({
  name: 'statuses',
  wire: statusesWire,
  parts: [statuses],
  read: (answer) =>
    Object.entries(answer.user_status)
      .map(([id, status]) => statusRow(Number(id), status))
      .filter(isStatus),
  replace: ({ store: { organization } }, rows) => {
    organization.clearStatuses()
    for (const row of rows) organization.putStatus(row)
    return [changeOf(statuses)]
  },
  reducers: {
    user_status: ({ store: { organization } }, event) => {
      const row = statusRow(event.user_id, event, organization.status(event.user_id))
      if (isStatus(row)) organization.putStatus(row)
      else organization.removeStatus(row.person_id)
      return [changeOf(statuses)]
    },
  },
})
