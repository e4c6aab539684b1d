/**
 * addressBook: where other nodes may be found.
 *
 * Purpose: remember addresses so that nobody who sends us many can make us forget the others or connect to him only.
 * Non-goals: connecting, DNS, deciding how many connections there are (connections).
 * Thread: the node's.
 */
export type * from './types.ts'
