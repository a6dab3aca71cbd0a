import { canSeeStream } from './access.ts'
import type { ServerContext } from '../context/context.ts'
import type { Directory } from '../markdown/render.ts'
import type { UserRow } from '../store/people/users.ts'

/**
 * What a writer's texts may name: a stream that the writer may not know of stays text, so that nobody learns by a link
 * whether there is one of that name (X13). A bot may name what its owner knows; the organization itself names everything.
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
