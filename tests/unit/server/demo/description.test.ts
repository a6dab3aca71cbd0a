import { describe, expect, it } from 'vitest'
import { createDemo } from '#server/demo/create-demo.ts'
import { TestServer } from '#support/test-server.ts'

describe('the description of the demo’s organization', () => {
  it('is Markdown, and its HTML is escaped once', async () => {
    const server = new TestServer()
    await server.start()
    createDemo(server.built.context)
    const { description } = server.built.context.tables.organization.get()
    expect(description).toBe('Arms that can stand the weather.')
    const { body } = await server.built.app.inject('/api/v1/server_settings')
    const told = (JSON.parse(body) as { realm_description: string }).realm_description // the service's answer
    expect(told).toBe('<p>Arms that can stand the weather.</p>')
    await server.built.close()
  })
})
