import 'katex/dist/katex.min.css'
import 'twemoji-colr-font/twemoji.css'
import '@fontsource-variable/inter'
import '@fontsource-variable/jetbrains-mono'
import './styles/tokens.css'
import './styles/base.css'
import './styles/lists.css'
import './styles/settings.css'
import './styles/message.css'
import './styles/message-embeds.css'
import './styles/code.css'
import './styles/editor.css'
import './styles/emoji.css'
import './styles/contrast.css'
import { mount } from 'svelte'
import { followChosenKeys } from '#shared/command-keys.ts'
import { followHours } from '#i18n/format.ts'
import { followStreamWord } from '#i18n/stream-word.ts'
import { catalogue } from '#i18n/catalogue.ts'
import Window from './app/Window.svelte'
import { openScreen } from './app/screens.ts'
import { AppModel } from './app/app-model.svelte.ts'
import { hoursOf, streamWordOf } from './state/account-facts.ts'
import { InputReports } from './app/input-reports.ts'
import { keysFirst } from './bridge/keys-first.ts'
import { writingFirst } from './bridge/writing-first.ts'
import { PageErrors } from './app/page-errors.svelte.ts'
import { CaretBlinkStopper } from './ui/fields/caret-blink-stopper.ts'

document.documentElement.lang = catalogue.language.tag
document.documentElement.dir = catalogue.language.direction

const target = document.getElementById('app')
if (target === null) throw new Error('the page has no #app')
const errors = new PageErrors(window.skein)
errors.listen(window)
const bridge = writingFirst(keysFirst(window.skein, window), window)
const model = new AppModel({ bridge, storage: localStorage, openScreen })
followChosenKeys(() => model.accounts.settings.keys)
followHours(() => hoursOf(model.accounts.state, model.routes.shown?.accountId ?? null))
followStreamWord(() => streamWordOf(model.accounts.state, model.routes.shown?.accountId ?? null))
const isUserPresent = () => model.accounts.state?.isUserPresent !== false
new InputReports({ bridge: window.skein, isUserPresent, now: () => performance.now() }).listen(window)
new CaretBlinkStopper(document).listen()
mount(Window, { target, props: { model, errors } })
void model.start()
