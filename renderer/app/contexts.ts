import { createContext } from 'svelte'
import type { AccountCalls } from '../bridge/account-calls.ts'

/** Calls about the shown account, for components that hand them to their state. */
export const [accountCalls, provideAccountCalls] = createContext<AccountCalls>()
