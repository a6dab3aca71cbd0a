import { z } from 'zod'
import { clientLimits } from '#shared/client-limits.ts'
import type { LinkifierProblem } from '#shared/content/linkifiers.ts'
import { typeOf, type ResourceContract } from '../base/entries.ts'
import { accountIdSchema, integerSchema, type PersonName } from '../base/values.ts'

/** A pattern of text that becomes a link. */
export interface LinkifierItem {
  readonly key: string
  readonly kind: 'linkifier'
  readonly linkifierId: number
  readonly pattern: string
  readonly urlTemplate: string
}

/** A site that opens code blocks of a language. */
export interface PlaygroundItem {
  readonly key: string
  readonly kind: 'playground'
  readonly playgroundId: number
  readonly name: string
  readonly language: string
  readonly urlTemplate: string
}

/** An e-mail domain whose users can join. */
export interface DomainItem {
  readonly key: string
  readonly kind: 'domain'
  readonly domain: string
  readonly allowsSubdomains: boolean
}

/** An emoji of the organization. */
export interface OwnEmojiItem {
  readonly key: string
  readonly kind: 'own_emoji'
  readonly name: string
  /** The path of the picture below the media base; null if it is on another host. */
  readonly picture: string | null
  /** Null if the server names nobody. */
  readonly author: PersonName | null
  readonly canRemove: boolean
}

/** How many entries a list has; only the first ones are its items. */
export interface OrganizationListMeta {
  /** Whether the organization is known. */
  readonly isReady: boolean
  readonly total: number
}

export interface EmojiListMeta extends OrganizationListMeta {
  /** How many emoji match the text. */
  readonly found: number
}

const linkifierText = z.string().max(clientLimits.pageLinkifier.most)
const playgroundText = z.string().max(clientLimits.pagePlayground.most)
const domain = z.string().max(clientLimits.pageDomain.most)
const emojiName = z.string().min(1).max(clientLimits.pageEmojiName.most)
const linkifier = { pattern: linkifierText, urlTemplate: linkifierText }

/** One change of a list of the organization. */
const listChangeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('add_linkifier'), ...linkifier }),
  z.strictObject({ kind: z.literal('change_linkifier'), linkifierId: integerSchema, ...linkifier }),
  z.strictObject({ kind: z.literal('remove_linkifier'), linkifierId: integerSchema }),
  /** `to` is the new index. */
  z.strictObject({ kind: z.literal('move_linkifier'), linkifierId: integerSchema, to: integerSchema.min(0) }),
  z.strictObject({
    kind: z.literal('add_playground'),
    name: playgroundText,
    language: playgroundText,
    urlTemplate: playgroundText,
  }),
  z.strictObject({ kind: z.literal('remove_playground'), playgroundId: integerSchema }),
  z.strictObject({ kind: z.literal('add_domain'), domain, allowsSubdomains: z.boolean() }),
  z.strictObject({ kind: z.literal('change_domain'), domain, allowsSubdomains: z.boolean() }),
  z.strictObject({ kind: z.literal('remove_domain'), domain }),
  z.strictObject({ kind: z.literal('remove_emoji'), name: emojiName }),
])

export type ListChange = z.output<typeof listChangeSchema>

/** The links that the linkifiers make of a text. */
export interface LinkifierTrial {
  /** Why the written linkifier makes no links; null if it does, or if none is written. */
  readonly problem: LinkifierProblem | null
  /** The links in the order of the text. Only the first ones are listed. */
  readonly links: readonly {
    readonly text: string
    readonly url: string
    /** The pattern that matched. */
    readonly pattern: string
  }[]
  /** Whether the time was over before the text was. */
  readonly isCut: boolean
}

/** The lists of the organization, which its administrators change. */
export const organizationLists = {
  views: {
    /** The linkifiers in their order: the first one that matches makes the link. */
    linkifiers: {
      query: z.strictObject({ type: z.literal('linkifiers') }),
      item: typeOf<LinkifierItem>(),
      meta: typeOf<OrganizationListMeta>(),
    },
    playgrounds: {
      query: z.strictObject({ type: z.literal('playgrounds') }),
      item: typeOf<PlaygroundItem>(),
      meta: typeOf<OrganizationListMeta>(),
    },
    /** The e-mail domains. */
    domains: {
      query: z.strictObject({ type: z.literal('domains') }),
      item: typeOf<DomainItem>(),
      meta: typeOf<OrganizationListMeta>(),
    },
    /** The organization's emoji whose names contain `text`, by name. Only the first ones are listed. */
    organization_emoji: {
      query: z.strictObject({
        type: z.literal('organization_emoji'),
        text: z.string().max(clientLimits.nameQuery.most),
      }),
      item: typeOf<OwnEmojiItem>(),
      meta: typeOf<EmojiListMeta>(),
    },
  },
  calls: {
    /** Adds an emoji; needs the server. The event brings it into the list. */
    'organization.addEmoji': {
      to: 'main',
      input: z.strictObject({
        accountId: accountIdSchema,
        name: emojiName,
        file: z.strictObject({
          name: z.string().min(1).max(clientLimits.pageEmojiName.most),
          type: z.string().max(100),
          /** In base64. */
          data: z.base64().max(clientLimits.pageFileChunk.most),
        }),
      }),
      output: typeOf<null>(),
    },
    /** Changes a list; needs the server. Answers when the change is known here. */
    'organization.changeList': {
      to: 'engine',
      input: z.strictObject({ accountId: accountIdSchema, change: listChangeSchema }),
      output: typeOf<null>(),
    },
    /**
     * Tries the linkifiers on a text, without the server. `written` is a new linkifier, or takes the place of the one
     * with the id.
     */
    'organization.tryLinkifiers': {
      to: 'engine',
      input: z.strictObject({
        accountId: accountIdSchema,
        text: z.string().max(clientLimits.pageLinkifierSample.most),
        written: z.strictObject({ linkifierId: integerSchema.nullable(), ...linkifier }).nullable(),
      }),
      output: typeOf<LinkifierTrial>(),
    },
  },
} as const satisfies ResourceContract

declare module '../base/failures.ts' {
  interface FailureValues {
    LINKIFIER_INVALID: { readonly problem: LinkifierProblem }
    /** The entry of a list is gone. */
    LIST_ENTRY_MISSING: null
  }
}
