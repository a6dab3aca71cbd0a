import { readdirSync } from 'node:fs'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import type { ResourceContract } from '#contract/base/entries.ts'
import {
  calls,
  type CallName,
  type EngineCallName,
  type Input,
  type MainCallName,
  type Output,
  type ParsedInput,
} from '#contract/calls.ts'
import type { ComposerDraft } from '#contract/drafts.ts'
import type { OutboxItem, OutboxMeta } from '#contract/outbox.ts'
import {
  viewCalls,
  viewQuerySchema,
  views,
  type ItemOf,
  type MetaOf,
  type QueryOf,
  type ViewKind,
} from '#contract/views.ts'
import type { MessageId } from '#shared/ids.ts'

const folder = new URL('../../../preload/contract/', import.meta.url)

/** The resources: every file that defines views and calls exports them under its own name. */
async function resources(): Promise<ResourceContract[]> {
  const subfolders = ['organization', 'people', 'storage']
  const files = [
    ...readdirSync(folder),
    ...subfolders.flatMap((name) => readdirSync(new URL(`${name}/`, folder)).map((file) => `${name}/${file}`)),
  ]
  const modules = await Promise.all(
    files
      .filter((file) => file.endsWith('.ts'))
      .map(async (file) => {
        const module = (await import(new URL(file, folder).href)) as Record<string, object>
        const name = file.replace(/^(?:organization|people|storage)\//, '').replace('.ts', '')
        return module[name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())]
      }),
  )
  return modules.filter((value) => value !== undefined && 'views' in value && 'calls' in value) as ResourceContract[]
}

describe('the calls of the contract', () => {
  it('are those of all resources and those about views, with unique names', async () => {
    const tables = [viewCalls, ...(await resources()).map((resource) => resource.calls)]
    const names = tables.flatMap((table) => Object.keys(table))
    expect(names.toSorted()).toEqual(Object.keys(calls).toSorted())
    expect(new Set(names).size).toBe(names.length)
  })

  it('are answered by main or by the engine of the account in the input', () => {
    expectTypeOf<MainCallName | EngineCallName>().toEqualTypeOf<CallName>()
    expectTypeOf<MainCallName & EngineCallName>().toEqualTypeOf<never>()
    expectTypeOf<ParsedInput<EngineCallName>['accountId']>().toEqualTypeOf<string>()
  })

  it('have the output of their entry', () => {
    expectTypeOf<Output<'drafts.get'>>().toEqualTypeOf<ComposerDraft>()
    expectTypeOf<Output<'messages.send'>>().toEqualTypeOf<null>()
  })

  it('have readonly lists in their input and output', () => {
    expectTypeOf<Input<'messages.markRead'>['messageIds']>().toEqualTypeOf<readonly MessageId[]>()
    expectTypeOf<ParsedInput<'messages.markRead'>['messageIds']>().toEqualTypeOf<readonly MessageId[]>()
    const input = { accountId: crypto.randomUUID(), messageIds: [1, 2] }
    const parsed = calls['messages.markRead'].input.parse(input)
    expect(parsed).toEqual(input)
    expect(Object.isFrozen(parsed.messageIds)).toBe(true)
  })

  it('have no mutable list in their input', () => {
    const changeable = Object.entries(calls).flatMap(([name, { input }]) =>
      listsIn(input).map((path) => `${name}${path}`),
    )
    expect(changeable).toEqual([])
  })
})

describe('the views of the contract', () => {
  it('are those of all resources, each under the kind of its query', async () => {
    const kinds = (await resources()).flatMap((resource) => Object.keys(resource.views))
    expect(kinds.toSorted()).toEqual(Object.keys(views).toSorted())
    expect(new Set(kinds).size).toBe(kinds.length)
    for (const [kind, { query }] of Object.entries(views)) expect(query.shape.type.value).toBe(kind)
    expectTypeOf<{ [K in ViewKind]: QueryOf<K>['type'] }>().toEqualTypeOf<{ [K in ViewKind]: K }>()
  })

  it('have the items and the meta of their entry', () => {
    expectTypeOf<ItemOf<'outbox'>>().toEqualTypeOf<OutboxItem>()
    expectTypeOf<MetaOf<'outbox'>>().toEqualTypeOf<OutboxMeta>()
  })

  it('have a query of their own kind only', () => {
    expect(viewQuerySchema.safeParse({ type: 'inbox' }).success).toBe(true)
    for (const query of [{ type: 'nothing' }, { type: 'people' }, { type: 'inbox', query: 'x' }, {}]) {
      expect(viewQuerySchema.safeParse(query).success).toBe(false)
    }
  })
})

/** The paths of the arrays in a schema that are not readonly. */
function listsIn(schema: unknown, path = '', isReadonly = false): string[] {
  if (schema instanceof z.ZodReadonly) return listsIn(schema.unwrap(), path, true)
  if (schema instanceof z.ZodArray) return [...(isReadonly ? [] : [path]), ...listsIn(schema.element, `${path}[]`)]
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return listsIn(schema.unwrap(), path)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => listsIn(option, path))
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([key, value]) => listsIn(value, `${path}.${key}`))
  }
  return []
}
