/** manual: man pages and shell completions of the programs, generated from their option tables and the RPC contract. */
export { completionsFor, SHELLS } from './completion.ts'
export { manPage } from './man.ts'
export { PROGRAMS } from './programs.ts'
