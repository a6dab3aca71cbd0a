import { canSeeStream } from './access.ts'
import type { ServerContext } from '../context/context.ts'
import type { Directory } from '../markdown/render.ts'
import type { UserRow } from '../store/people/users.ts'

/**
 * The names that a writer's text can link to. A stream that the writer cannot see stays plain text, so that a link does
 * not reveal it. A bot can link to streams that its owner sees; the organization's own messages can link to all.
 */
export function directoryOf(context: ServerContext, writer: UserRow): Directory {
  const { directory, tables } = context
  if (writer.is_system === 1) return directory
  const owner = writer.bot_owner_id === null ? undefined : tables.users.get(writer.bot_owner_id)
  const knowers = owner === undefined ? [writer] : [writer, owner]
  return {
    ...directory,
    stream(name) {
      const found = directory.stream(name)
      const stream = found === undefined ? undefined : tables.streams.get(found.id)
      return stream !== undefined && knowers.some((user) => canSeeStream(context, user, stream)) ? found : undefined
    },
  }
}
