/**
 * The ids of the service. Each kind has its brand, so that the id of a person is refused where that of a stream is
 * meant. The brand is optional: a number without one (a literal, a column, a decoded field) is accepted as any id, and no
 * id needs a cast.
 */
interface Brand<Kind extends string> {
  readonly __id?: Kind
}

export type MessageId = number & Brand<'message'>
export type StreamId = number & Brand<'stream'>
export type UserId = number & Brand<'user'>
/** The id of a user group. */
export type GroupId = number & Brand<'group'>
