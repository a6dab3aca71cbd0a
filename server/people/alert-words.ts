import type { Resource } from '../http/resource.ts'
import { z } from 'zod'
import type { ServerContext } from '../context/context.ts'
import { isLonger, limits } from '../base/limits.ts'
import type { Endpoints } from '../http/endpoint.ts'
import { badRequest } from '../base/errors.ts'
import type { Parameters } from '../http/parameters.ts'
import type { UserRow } from '../store/people/users.ts'

/** The alert words of a user. */
export const alertWords: Resource = {
  registration: [
    { type: 'alert_words', state: (context, user) => ({ alert_words: context.tables.alertWords.ofUser(user.id) }) },
  ],
  routes: alertWordRoutes,
}

/** `GET`, `POST` and `DELETE /users/me/alert_words` (wire-protocol.md §2.8). */
function alertWordRoutes(api: Endpoints, context: ServerContext): void {
  const { alertWords } = context.tables

  function readWords(parameters: Parameters): string[] {
    const words = parameters
      .json('alert_words', z.array(z.string()), limits.alertWords)
      .map((word) => word.trim())
      .filter((word) => word !== '')
    for (const [index, word] of words.entries()) {
      if (isLonger(word, limits.alertWord.most)) {
        throw badRequest(`alert_words[${index}] is too long (limit: ${limits.alertWord.most} characters)`)
      }
    }
    return words
  }

  function change(user: UserRow, words: readonly string[], how: (word: string) => boolean) {
    return context.write(() => {
      const changed = words.filter(how)
      if (alertWords.ofUser(user.id).length > limits.alertWords.most) throw badRequest('Too many alert words')
      const current = alertWords.ofUser(user.id)
      if (changed.length > 0) {
        context.events.publish(user.id, () => ({ type: 'alert_words', alert_words: current }))
      }
      return { alert_words: current }
    })
  }

  api.authenticated('GET', '/users/me/alert_words', ({ user }) => ({ alert_words: alertWords.ofUser(user.id) }))

  api.authenticated('POST', '/users/me/alert_words', ({ parameters, user }) =>
    change(user, readWords(parameters), (word) => alertWords.add(user.id, word)),
  )

  api.authenticated('DELETE', '/users/me/alert_words', ({ parameters, user }) =>
    change(user, readWords(parameters), (word) => alertWords.remove(user.id, word)),
  )
}
