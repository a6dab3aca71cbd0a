import { membersOf } from '../../values/conversation.ts'
import type { NameQuery } from '../../values/folded-text.ts'
import type { UserId } from '../../values/ids.ts'
import type { PersonRow } from '../directory.ts'
import type { EngineDatabase } from '../file/database.ts'
import { Best } from './best.ts'
import type { ChangedIds } from './changed-names.ts'
import { NamedRows } from './named-rows.ts'
import { PeopleIndex } from './people-index.ts'

type PersonNames = Pick<PersonRow, 'id' | 'name' | 'email' | 'is_bot' | 'is_active'>

/** The facts about people and direct conversations that the file lacks, or does not contain yet. */
export interface DirectFacts {
  readonly selfId: UserId
  readonly mutedPeople: readonly UserId[]
  /** The keys of the conversations with unread messages. */
  readonly unread: readonly string[]
  /** The number of conversations that are searched: those with the newest messages. */
  readonly most: number
}

/** A direct conversation that was found. */
export interface FoundDirect {
  /** The `DirectKey` of the conversation. */
  readonly key: string
  /** The conversation is with one person, and another one has the same name. */
  readonly hasNamesake: boolean
}

/** The direct conversations with the newest messages, newest first. */
interface KnownDirects {
  readonly members: ReadonlyMap<string, readonly UserId[]>
  /** The position of each conversation in this order, by its key. */
  readonly ages: ReadonlyMap<string, number>
  /** The folded names of each conversation's members in one text, by its key. */
  readonly names: Map<string, string>
}

/** The order of a direct conversation that has no message and is not an unlikely target. */
const withoutMessages = [0, 1, Infinity]
/** An order before all others. */
const best = [-1]

/** Searches direct conversations by the names of people, and people without a conversation. */
export class DirectFinder {
  readonly #people: NamedRows<PersonNames>
  readonly #directs
  #index = new PeopleIndex<PersonNames>([])
  #known: KnownDirects | null = null

  constructor(database: EngineDatabase) {
    this.#people = new NamedRows(database, 'person', ['id', 'name', 'email', 'is_bot', 'is_active'])
    this.#directs = database
      .prepare<[number], string>('SELECT direct_key FROM direct ORDER BY max_id DESC LIMIT ?')
      .pluck()
  }

  /** Applies the changes to the names in memory. */
  applyChanges(people: ChangedIds<UserId>, hasDirects: boolean): void {
    const followed = this.#people.applyChanges(people)
    if (followed === null) this.#index = new PeopleIndex([...this.#people.rows()])
    else this.#index.apply(followed.put, followed.gone)
    if (hasDirects) this.#known = null
    else if (people === null || people.length > 0) this.#known?.names.clear()
  }

  /** Frees the memory of the names; the next query reads them again. */
  forget(): void {
    this.#people.forget()
    this.#index = new PeopleIndex([])
    this.#known = null
  }

  /** Prepares some names for `near`. @returns whether names are left */
  indexWords(most: number): boolean {
    return this.#people.indexWords(most)
  }

  /**
   * Returns the direct conversations whose members' names contain every word. Equal names come first, then names that
   * begin with the text; in each group bots and muted people come last, unread messages and then newer ones first.
   * People are found by the beginnings of their names and e-mail addresses.
   */
  find(query: NameQuery, facts: DirectFacts, limit: number): FoundDirect[] {
    const { members, ages } = this.#knownDirects(facts)
    const muted = new Set(facts.mutedPeople)
    const unread = new Set(facts.unread)
    const found = new Best<string>(limit)
    const offer = (key: string, name: string, isLow: () => boolean) => {
      found.offer(key, query.rank(name), () => {
        const age = ages.get(key)
        const isUnread = age !== undefined && unread.has(key)
        return [isLow() ? 1 : 0, isUnread ? 0 : 1, age ?? Infinity]
      })
    }
    const offered = new Set<string>()
    const take = ({ row, name }: { readonly row: PersonNames; readonly name: string }) => {
      const key = keyOf(row.id, facts.selfId)
      if (ages.has(key)) offered.add(key)
      // A deactivated account is found only by a conversation that exists.
      else if (row.is_active === 0 || !found.wouldTake(query.rank(name), withoutMessages)) return
      offer(key, name, () => row.is_bot === 1 || muted.has(row.id))
    }
    for (const named of this.#index.beginning(query.text)) take(named)
    // One letter matches most of twenty thousand people, so that they are read only if too few names begin with it.
    if (found.wouldTake(2, best)) {
      for (const named of this.#index.findNamed(query.text)) if (!named.name.startsWith(query.text)) take(named)
    }
    for (const [key, ids] of members) {
      if (offered.has(key)) continue
      const name = this.#namesOf(key, facts)
      if (query.matches(name)) offer(key, name, () => ids.every((id) => muted.has(id)))
    }
    return found.items.map((key) => this.#found(key, facts))
  }

  /** Returns the people whose names nearly contain every word, bots last. */
  near(words: NameQuery['words'], facts: DirectFacts, limit: number): FoundDirect[] {
    const rows = this.#people.near(words, limit).filter((row) => row.is_active === 1)
    return rows
      .sort((a, b) => a.is_bot - b.is_bot || a.id - b.id)
      .map(({ id }) => this.#found(keyOf(id, facts.selfId), facts))
  }

  #found(key: string, { selfId }: DirectFacts): FoundDirect {
    const [only = selfId, ...others] = membersIn(key, selfId)
    const person = others.length > 0 ? undefined : this.#people.get(only)?.row
    return { key, hasNamesake: person !== undefined && this.#index.hasNamesake(person) }
  }

  /** The conversations are read once, because a key press needs them and two thousand rows take half a frame. */
  #knownDirects({ selfId, most }: DirectFacts): KnownDirects {
    if (this.#known !== null) return this.#known
    const keys = this.#directs.all(most)
    this.#known = {
      members: new Map(keys.map((key) => [key, membersIn(key, selfId)])),
      ages: new Map(keys.map((key, age) => [key, age])),
      names: new Map(),
    }
    return this.#known
  }

  /** Returns the names of the members in one text; unknown members have none. */
  #namesOf(key: string, facts: DirectFacts): string {
    const { names, members } = this.#knownDirects(facts)
    const known = names.get(key)
    if (known !== undefined) return known
    const text = (members.get(key) ?? []).map((id) => this.#people.get(id)?.name ?? '').join(', ')
    names.set(key, text)
    return text
  }
}

/** Returns the key of the direct conversation with one person, or of the notes to oneself. */
function keyOf(personId: UserId, selfId: UserId): string {
  return personId === selfId ? '' : String(personId)
}

/** Returns the members of a conversation. The only member of the notes to oneself is the own account. */
function membersIn(key: string, selfId: UserId): readonly UserId[] {
  return key === '' ? [selfId] : membersOf(key)
}
