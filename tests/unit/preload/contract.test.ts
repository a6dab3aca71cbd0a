import { readdirSync } from 'node:fs'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import {
  calls,
  type CallName,
  type EngineCallName,
  type Input,
  type MainCallName,
  type Output,
  type ParsedInput,
} from '#contract/calls.ts'
import type { MessageId } from '#shared/ids.ts'
import type { ComposerDraft } from '#contract/calls/drafts.ts'
import type { CallTable, ResourceContract } from '#contract/entries.ts'
import { views, viewQuerySchema, type ItemOf, type MetaOf, type QueryOf, type ViewKind } from '#contract/views.ts'
import type { OutboxItem, OutboxMeta } from '#contract/views/outbox.ts'

const folder = new URL('../../../preload/contract/', import.meta.url)

/** The resources whose views and calls are in one file. */
async function resources(): Promise<ResourceContract[]> {
  const files = readdirSync(new URL('resources/', folder))
  const modules = await Promise.all(
    files.map((file) => import(new URL(`resources/${file}`, folder).href) as Promise<Record<string, ResourceContract>>),
  )
  return modules.flatMap((module) => Object.values(module).filter((value) => 'views' in value && 'calls' in value))
}

/** The tables that the files of the resources export. */
async function callTables(): Promise<CallTable[]> {
  const files = readdirSync(new URL('calls/', folder))
  const modules = await Promise.all(
    files.map((file) => import(new URL(`calls/${file}`, folder).href) as Promise<Record<string, CallTable>>),
  )
  const tables = modules.flatMap((module) =>
    Object.entries(module)
      .filter(([key]) => key.endsWith('Calls'))
      .map(([, table]) => table),
  )
  return [...tables, ...(await resources()).map(({ calls: table }) => table)]
}

describe('the calls of the contract', () => {
  it('are those of the tables of all resources, with unique names', async () => {
    const names = (await callTables()).flatMap((table) => Object.keys(table))
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
  it('are those of the files of all views, each under the kind of its query', async () => {
    const files = readdirSync(new URL('views/', folder)).map((file) => file.replace('.ts', ''))
    const ofResources = (await resources()).flatMap((resource) => Object.keys(resource.views))
    expect(Object.keys(views).toSorted()).toEqual([...files, ...ofResources].toSorted())
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
