/**
 * bans: ranges of addresses that may not connect, on disk.
 *
 * Purpose: subnets as text and as masks; the list that survives a restart and forgets what has expired.
 * Non-goals: scores (peer), ending connections (whoever listens to `onChange`).
 * Thread: the node's.
 */
export type * from './types.ts'
