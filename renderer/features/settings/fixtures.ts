import type { UserSettingItem } from '#contract/people/user-settings.ts'
import { fixture, userSettingItems, type ShownFixture } from '#tests/e2e/fixtures/build.ts'

const states: { readonly [P in UserSettingItem['property']]?: Partial<UserSettingItem> } = {
  enable_sounds: { value: false, state: { kind: 'saving', localId: 'a' } },
  enable_offline_email_notifications: {
    state: { kind: 'failed', localId: 'b', failure: { code: 'TEXT', values: { text: 'Not allowed for guests.' } } },
  },
  enable_offline_push_notifications: { isOverruled: true },
}

const usual = fixture({})

/** The settings of the account in each state, what a search finds, and keys that were changed. */
export const fixtures: Readonly<Record<string, ShownFixture>> = {
  'pending-settings': {
    fixture: fixture({
      views: { user_settings: { items: userSettingItems.map((item) => ({ ...item, ...states[item.property] })) } },
    }),
    opens: 'conversation',
  },
  'found-settings': { fixture: usual, opens: 'conversation' },
  'changed-shortcuts': {
    fixture: {
      ...usual,
      state: {
        ...usual.state,
        settings: { ...usual.state.settings, keys: { jump: ['Mod+J'], search_here: [], search_everywhere: ['F3'] } },
      },
    },
    opens: 'conversation',
  },
}
