import { describe, expect, it } from 'vitest'
import { limits } from '#server/base/limits.ts'
import { Service } from '#support/service.ts'

/** The rendered message for a reader. */
async function sent(text: string): Promise<string> {
  const service = await Service.start()
  const noor = service.person('Noor')
  const general = await service.stream('general', [noor])
  const id = await service.say(noor, general, 'lunch', text)
  const { message } = await service.ok(noor, 'GET', `/messages/${id}`, { apply_markdown: true })
  await service.server.stop()
  return String((message as { content: unknown }).content)
}

describe('a message of formulas', () => {
  it('has bounded HTML', async () => {
    const html = await sent('$$x$$ '.repeat(1600))
    expect(html.length).toBeLessThan(2 * limits.formulaOutputs.most)
    expect(html).toContain('class="katex"')
  })

  it.each(['\\def\\a{xx}\\a\\a', '\\gdef\\a{xx}\\a\\a', '\\newcommand\\a{xx}\\a\\a', '\\let\\a=x \\a\\a'])(
    'is shown as its source if it defines commands: %s',
    async (source) => {
      const html = await sent(`$$${source}$$ and $$y$$`)
      expect(html.split('class="katex"')).toHaveLength(2)
      expect(html).toContain('class="tex-error"')
    },
  )
})
