import { z } from 'zod'
import type { Result } from '#contract/base/failures.ts'
import { askOwn, changeFailure } from '#network/own-requests.ts'
import { randomUUID } from 'node:crypto'
import type { RunningAccount } from './running-account.ts'

type Account = Pick<RunningAccount, 'gate' | 'outgoing'>

const envelope = z.object({})
const done = { ok: true, value: null } as const
/** Servers refuse the repetition of an addition, which would hide that the first one succeeded. */
const once = 'organization pictures'

/** A picture file. */
export interface PictureFile {
  readonly name: string
  readonly type: string
  /** The bytes, base64. */
  readonly data: string
}

/** `POST /realm/emoji/{emoji_name}` (wire-protocol.md §2.10). Main sends the file, since it needs the server at once. */
export function addEmoji(account: Account, name: string, file: PictureFile): Promise<Result<null>> {
  return sendPicture(account, `/realm/emoji/${encodeURIComponent(name)}`, file)
}

async function sendPicture({ gate, outgoing }: Account, path: string, file: PictureFile): Promise<Result<null>> {
  const bytes = Buffer.from(file.data, 'base64')
  const id = randomUUID()
  try {
    outgoing.begin(id, bytes.length)
    outgoing.append(id, 0, bytes)
    outgoing.finish(id)
    const upload = { path: outgoing.pathOf(id), name: file.name, type: file.type, onProgress: () => undefined }
    await askOwn(gate, 'POST', path, {}, envelope, { upload, once })
    return done
  } catch (error) {
    return { ok: false, error: changeFailure(error) }
  } finally {
    outgoing.remove(id)
  }
}
