import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { callsAndTimers } from '#support/component-calls.ts'

const root = resolve(import.meta.dirname, '../../../renderer')

/** All components are parsed. */
const allowedMs = 30_000

describe('the components of the page', { timeout: allowedMs }, () => {
  it('make no call and start no timer', () => {
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.svelte'))
    expect(files.length).toBeGreaterThan(50)
    expect(
      files.flatMap((file) =>
        callsAndTimers(readFileSync(join(root, file), 'utf8')).map(
          (found) => `${file.replaceAll('\\', '/')}: ${found}`,
        ),
      ),
    ).toEqual([])
  })

  it.each([
    ['<script lang="ts">void model.calls.searchPeople(text)</script>', 'calls.searchPeople'],
    ['<script lang="ts">void model.program.update("check")</script>', 'program.update'],
    ['<script lang="ts">const { calls } = pageParts(); void calls.retryMessage(id)</script>', 'calls.retryMessage'],
    ['<script lang="ts">const { program } = pageParts(); void program.update("check")</script>', 'program.update'],
    ['<script lang="ts">const { program } = parts; void program.update("check")</script>', 'program.update'],
    ['<script lang="ts">void pageParts().calls.retryMessage(id)</script>', 'calls.retryMessage'],
    ['<script lang="ts">const { retryMessage } = pageParts().calls</script>', '{…} = calls'],
    ['<script lang="ts">const { retryMessage } = model.calls</script>', '{…} = calls'],
    ['<button onclick={() => void model.calls?.openInBrowser(id)}>…</button>', 'calls.openInBrowser'],
    ['<script lang="ts">void bridge.call("app.reload", {})</script>', 'bridge.call'],
    ['<script lang="ts">window.skein.onUpdate(receive)</script>', 'skein.onUpdate'],
    ['<script lang="ts">$effect(() => { setTimeout(end, 100) })</script>', 'setTimeout'],
    ['<script lang="ts">const timer = window.setInterval(tick, 100)</script>', 'setInterval'],
    ['{#if isOpen}<p {@attach () => { setTimeout(close, 5) }}></p>{/if}', 'setTimeout'],
    [
      '<script lang="ts">import { AccountCalls } from "../bridge/account-calls.ts"</script>',
      '../bridge/account-calls.ts',
    ],
  ])('must not contain %s', (source, found) => {
    expect(callsAndTimers(source)).toEqual([found])
  })

  it.each([
    '<script lang="ts">const { calls } = pageParts(); const people = new ChosenPeople({ calls, onchosen })</script>',
    '<script lang="ts">const { calls } = pageParts(); const menu = messageMenu({ calls }, item)</script>',
    '<script lang="ts">import type { LiveView } from "../bridge/view-client.svelte.ts"</script>',
    '<script lang="ts">const { program } = props; let calls = $state(0)</script><p>{calls}</p>',
    '<button onclick={() => void people.choose(id)}>{program.settings.theme}</button>',
  ])('may contain %s', (source) => {
    expect(callsAndTimers(source)).toEqual([])
  })
})
