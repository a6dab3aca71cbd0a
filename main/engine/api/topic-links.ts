import { z } from 'zod'
import { clientLimits } from '#shared/client-limits.ts'

const linkSchema = z.union([
  z.object({ text: z.string().catch(''), url: z.string().catch('') }),
  // Servers before 4.0 send only the addresses.
  z.string().transform((url) => ({ text: '', url })),
])

export type WireTopicLink = z.output<typeof linkSchema>

/**
 * The links in a topic's name (Service API, Message object); undefined if the server sends none. A malformed link is
 * dropped without making the message incomplete; a missing text or address is empty.
 */
export const topicLinksSchema = z
  .array(z.unknown())
  .transform((values) =>
    values.slice(0, clientLimits.topicLinks.most).flatMap((value): readonly WireTopicLink[] => {
      const read = linkSchema.safeParse(value)
      return read.success ? [read.data] : []
    }),
  )
  .optional()
  .catch(undefined)
