import type { Exports } from '../files/exports.ts'
import { done, type MainHandlers } from './handlers.ts'

export interface ExportCallParts {
  readonly exporting: Pick<Exports, 'request' | 'cancel' | 'show' | 'dismiss'>
}

/** Answers the calls about exports. Main asks for the folder, because no path crosses the contract. */
export function exportHandlers({
  exporting,
}: ExportCallParts): Pick<MainHandlers, Extract<keyof MainHandlers, `exports.${string}`>> {
  return {
    'exports.start': (input, from) => exporting.request(input, from.window),
    async 'exports.cancel'({ id }) {
      await exporting.cancel(id)
      return done
    },
    'exports.show': ({ id }) => {
      exporting.show(id)
      return done
    },
    'exports.dismiss': ({ id }) => {
      exporting.dismiss(id)
      return done
    },
  }
}
