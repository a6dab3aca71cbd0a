/** How names are compared, for the store: the page compares in the same way. */
export { foldText, NameQuery } from '../../../shared/name-query.ts'
