import { beforeEach, describe, expect, it, vi } from 'vitest'
import { askAboutHang, askAfterFaults, notifyOfReport } from '#shell/reports/crash-dialogs.ts'

const desktop = vi.hoisted(() => ({
  asked: [] as { readonly window: unknown; readonly options: Electron.MessageBoxOptions }[],
  response: 0,
  boxes: [] as string[],
  exits: [] as number[],
}))

vi.mock('electron', () => ({
  app: { exit: (status: number) => desktop.exits.push(status) },
  dialog: {
    showMessageBox(...args: [Electron.MessageBoxOptions] | [unknown, Electron.MessageBoxOptions]) {
      const options = args.length === 1 ? args[0] : args[1]
      desktop.asked.push({ window: args.length === 1 ? null : args[0], options })
      return Promise.resolve({ response: desktop.response, checkboxChecked: false })
    },
    showErrorBox: (title: string, content: string) => desktop.boxes.push(`${title}: ${content}`),
  },
}))

describe('the dialogs about failures', () => {
  beforeEach(() => {
    desktop.asked = []
    desktop.boxes = []
    desktop.exits = []
  })

  it('offer three actions after deaths of the page, without a parent window, and explain the report', async () => {
    const answers = []
    for (desktop.response = 0; desktop.response < 3; desktop.response += 1)
      answers.push(await askAfterFaults('It failed.'))
    expect(answers).toEqual(['again', 'report', 'quit'])
    const { window, options } = desktop.asked[0]!
    expect(window).toBeNull()
    expect(options).toMatchObject({
      message: 'It failed.',
      buttons: ['Try again', 'Save report…', 'Quit'],
      cancelId: 0,
    })
    expect(options.detail).toContain('Nothing is sent.')
  })

  it('offer to wait for or reload an unresponsive page, before its window', async () => {
    const window: unknown = {}
    const { signal } = new AbortController()
    desktop.response = 0
    expect(await askAboutHang(window as never, signal)).toBe('wait')
    desktop.response = 1
    expect(await askAboutHang(window as never, signal)).toBe('load')
    expect(desktop.asked[0]).toMatchObject({
      window,
      options: { signal, buttons: ['Wait', 'Reload'], cancelId: 0 },
    })
  })

  it('name the path of a saved report', async () => {
    await notifyOfReport('It lies there.')
    expect(desktop.asked[0]?.options.message).toBe('It lies there.')
  })
})
