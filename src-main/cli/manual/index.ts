/** manual: man pages and shell completions of the programs, made from the tables of their options and from the contract. */
export { completionsFor, SHELLS } from './completion.ts'
export { manPage } from './man.ts'
export { PROGRAMS } from './programs.ts'
