/** The ids of the service, in the types that the page shares; the rest of the engine takes them here. */
export type { GroupId, MessageId, StreamId, UserId } from '#shared/ids.ts'
