/** The ids of the service are types that the page shares. The engine imports them from here. */
export type { GroupId, MessageId, StreamId, UserId } from '#shared/ids.ts'
